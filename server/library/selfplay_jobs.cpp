#include "server/library/selfplay_jobs.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "notation/words.h"
#include "server/base/push.h"
#include "server/base/tokens.h"
#include "server/play/table.h"

namespace cairn {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostRead = std::uintmax_t{8} << 20;

// Nothing: it is not there, or cannot be read.
std::optional<std::string> content_of(const std::string& path) {
  std::error_code error;
  if (const auto size = fs::file_size(path, error); error || size > kMostRead) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  return in.bad() ? std::nullopt : std::optional(std::move(bytes));
}

// Under another name first: who reads the folder finds whole files.
bool put(const std::string& path, const std::string& bytes) {
  const std::string half = path + ".half";
  std::ofstream out(half, std::ios::binary);
  out << bytes;
  out.close();
  std::error_code error;
  if (out) fs::rename(half, path, error);
  return out && !error;
}

}  // namespace

// An answer, and what the log shall hear where something is wrong here.
template <class T>
struct SelfPlayJobs::Outcome {
  Result<T> result;
  std::string wrong{};
};

std::string SelfPlayJobs::read_jobs(std::vector<SelfPlayJob>& out) const {
  const std::string path = folder_ + "/jobs.json";
  const auto text = content_of(path);
  if (!text) return "\"" + path + "\" cannot be read; it says which games are to be played";
  const std::string wrong = read_selfplay_jobs(*text, world_.games, out);
  return wrong.empty() ? "" : "\"" + path + "\": " + wrong;
}

std::string SelfPlayJobs::fault() const {
  if (folder_.empty()) return {};
  std::vector<SelfPlayJob> jobs;
  if (auto wrong = read_jobs(jobs); !wrong.empty()) return "selfplay-run: " + wrong;
  std::error_code error;
  fs::create_directories(folder_ + "/samples", error);
  return error ? "selfplay-run: \"" + folder_ + "/samples\" cannot be made: " + error.message() : "";
}

template <class T>
void SelfPlayJobs::answer(std::function<Outcome<T>()> job, Done<T> done) {
  if (folder_.empty())
    return done(
        Refusal{Code::not_found,
                Message("server-wants-no-games",
                        "this server does not need self-play games: its setting selfplay-run names no folder")});
  const auto shared_done = std::make_shared<const Done<T>>(std::move(done));
  const bool taken = queue_.run(Asker{}, std::move(job), [this, shared_done](Outcome<T> found) {
    if (!found.wrong.empty()) world_.log("self-play: " + found.wrong);
    (*shared_done)(std::move(found.result));
  });
  if (!taken)
    (*shared_done)(
        Refusal{Code::busy, Message("too-many-workers-ask", "too many workers are asking at once; try again"), 5});
}

SelfPlayJobs::Outcome<GamesTaken> SelfPlayJobs::job_now() const {
  std::vector<SelfPlayJob> jobs;
  if (auto wrong = read_jobs(jobs); !wrong.empty())
    return {Refusal{Code::unavailable,
                    Message("games-wanted-cannot-read",
                            "the server cannot read its list of self-play games; its host finds the reason in the log"),
                    30},
            std::move(wrong)};
  if (jobs.empty()) return {GamesTaken{}};
  SelfPlayWork work;
  work.seed = new_seed();
  work.job = std::move(jobs[new_seed() % jobs.size()]);
  if (const auto bytes = content_of(folder_ + "/newest.network")) work.network = content_name(*bytes);
  return {GamesTaken{std::move(work)}};
}

SelfPlayJobs::Outcome<TaughtNetwork> SelfPlayJobs::network_now(const std::string& name) const {
  const auto bytes = content_of(folder_ + "/newest.network");
  if (!bytes || content_name(*bytes) != name)
    return {Refusal{Code::not_found, Message("network-replaced-take-games",
                                             "a newer network has replaced this one; ask for new games")}};
  return {TaughtNetwork{to_base64url(*bytes)}};
}

SelfPlayJobs::Outcome<GamesKept> SelfPlayJobs::kept(const ReadAnswer& read) const {
  const auto answer = read(world_.games);
  if (const auto* fault = std::get_if<Fault>(&answer)) return {Refusal{Code::bad_request, fault->message}};
  const auto& [samples, count] = std::get<SelfPlayAnswer>(answer);
  const std::string path = folder_ + "/samples/" + content_name(samples) + ".samples";
  if (!put(path, samples))
    return {Refusal{Code::unavailable, Message("nothing-could-stored-try", "nothing was stored; try again"), 10},
            "\"" + path + "\" cannot be written"};
  return {GamesKept{count}};
}

void SelfPlayJobs::take(const SelfPlayWish& wish, Done<GamesTaken> done) {
  if (wish.rules != kRulesVersion)
    return done(Refusal{Code::other_rules, Message("server-plays-version-rules",
                                                   "this server uses version {ours} of the rules, the worker version "
                                                   "{theirs}; run the same version of Cairn on both",
                                                   {{"ours", kRulesVersion}, {"theirs", wish.rules}})});
  answer<GamesTaken>([this] { return job_now(); }, std::move(done));
}

void SelfPlayJobs::network(const std::string& name, Done<TaughtNetwork> done) {
  answer<TaughtNetwork>([this, name] { return network_now(name); }, std::move(done));
}

void SelfPlayJobs::keep(const ReadAnswer& read, Done<GamesKept> done) {
  answer<GamesKept>([this, read] { return kept(read); }, std::move(done));
}

}  // namespace cairn
