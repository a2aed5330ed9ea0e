#include "server/library/school.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "notation/words.h"
#include "server/base/push.h"
#include "server/base/tokens.h"
#include "server/protocol/replies.h"

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
struct School::Found {
  Reply reply;
  std::string wrong{};
};

std::string School::read_jobs(std::vector<SelfPlayJob>& out) const {
  const std::string path = folder_ + "/jobs.json";
  const auto text = content_of(path);
  if (!text) return "\"" + path + "\" cannot be read; it says which games are to be played";
  const std::string wrong = read_selfplay_jobs(*text, world_.games, out);
  return wrong.empty() ? "" : "\"" + path + "\": " + wrong;
}

std::string School::fault() const {
  if (folder_.empty()) return {};
  std::vector<SelfPlayJob> jobs;
  if (auto wrong = read_jobs(jobs); !wrong.empty()) return "selfplay-run: " + wrong;
  std::error_code error;
  fs::create_directories(folder_ + "/samples", error);
  return error ? "selfplay-run: \"" + folder_ + "/samples\" cannot be made: " + error.message() : "";
}

void School::answer(std::function<Found()> job, Done done) {
  if (folder_.empty())
    return done(Refusal{Code::not_found, "this server wants no games of self-play: selfplay-run names no folder"});
  const auto told = std::make_shared<const Done>(std::move(done));
  const bool taken = queue_.run(0, std::move(job), [this, told](const Found& found) {
    if (!found.wrong.empty()) world_.log("self-play: " + found.wrong);
    (*told)(found.reply);
  });
  if (!taken) (*told)(Refusal{Code::busy, "too many workers ask at once; come again", 5});
}

School::Found School::job_now() const {
  std::vector<SelfPlayJob> jobs;
  if (auto wrong = read_jobs(jobs); !wrong.empty())
    return {Refusal{Code::unavailable, "which games are wanted cannot be read just now; the host is told why", 30},
            std::move(wrong)};
  if (jobs.empty()) return {good({{"job", nullptr}})};
  SelfPlayWork work;
  work.seed = new_seed();
  work.job = std::move(jobs[new_seed() % jobs.size()]);
  if (const auto bytes = content_of(folder_ + "/newest.network")) work.network = content_name(*bytes);
  return {good({{"job", selfplay_work_json(work)}})};
}

School::Found School::network_now(const std::string& name) const {
  const auto bytes = content_of(folder_ + "/newest.network");
  if (!bytes || content_name(*bytes) != name)
    return {Refusal{Code::not_found, "this network has been replaced; take games anew"}};
  return {good({{"network", to_base64url(*bytes)}})};
}

School::Found School::kept(const std::string& body) const {
  const auto read = read_selfplay_answer(body, world_.games);
  if (const auto* fault = std::get_if<Fault>(&read)) return {Refusal{Code::bad_request, fault->message}};
  const auto& [samples, count] = std::get<SelfPlayAnswer>(read);
  const std::string path = folder_ + "/samples/" + content_name(samples) + ".samples";
  if (!put(path, samples))
    return {Refusal{Code::unavailable, "nothing could be stored; try again", 10}, "\"" + path + "\" cannot be written"};
  return {good({{"kept", count}})};
}

void School::take(const SelfPlayWish& wish, Done done) {
  if (wish.rules != kRulesVersion)
    return done(Refusal{Code::other_rules, "this server plays by version " + std::to_string(kRulesVersion) +
                                               " of the rules, the worker by " + std::to_string(wish.rules) +
                                               "; run the same version of Cairn on both"});
  answer([this] { return job_now(); }, std::move(done));
}

void School::network(const std::string& name, Done done) {
  answer([this, name] { return network_now(name); }, std::move(done));
}

void School::keep(const std::string& body, Done done) {
  answer([this, body] { return kept(body); }, std::move(done));
}

}  // namespace cairn
