#include "server/library/analyses.h"

#include <algorithm>
#include <utility>

#include "server/engines/engines.h"
#include "server/library/archive.h"
#include "server/library/puzzles.h"
#include "server/play/to_client.h"

namespace cairn {

namespace {

using How = Written::How;
using Stage = StoredAnalysis::Stage;

constexpr std::size_t kMostPartTakers = 1'000;
constexpr int kMostAnalyses = 1'000;  // analyses of all
constexpr std::int64_t kPartGraceMs = 10'000;
constexpr double kSpareGrace = 7;  // seconds of it that are not for the way back
constexpr int kQuotaWait = 3600;   // seconds after which it is worth asking again
constexpr std::size_t kMostAnalysesWritten = 200,
                      kMostAnalysesWrittenOfOne = 20;  // analyses that are written beside the loop

bool counts(const Step& step) {
  return !step.left && !step.refused;
}

std::size_t moves_of(const Table& table) {
  return static_cast<std::size_t>(std::count_if(table.steps().begin(), table.steps().end(), counts));
}

Record record_of(const Table& table) {
  Record record;
  record.game = table.setup().game;
  record.config.options = table.setup().options;
  for (const Step& step : table.steps())
    if (counts(step)) record.moves.emplace_back(step.seat, step.word);
  return record;
}

std::vector<std::string> sides_of(const Table& table) {
  std::vector<std::string> out;
  for (const Step& step : table.steps())
    if (counts(step)) out.push_back(step.side);
  return out;
}

std::vector<PositionEvaluation> evaluations_from(const std::vector<std::string>& lines) {
  std::vector<PositionEvaluation> out;
  for (const std::string& line : lines) {
    auto look = read_look(parse_json(line));
    if (!look) break;
    out.push_back(std::move(*look));
  }
  return out;
}

Refusal no_part_lease() {
  return {Code::no_lease,
          Message("part-not-yours-any",
                  "this part is no longer yours: it was answered, or your time is over; take another one")};
}

AnalysisShown::State state_of(const StoredAnalysis& stored, std::int64_t now_ms) {
  using State = AnalysisShown::State;
  if (stored.stage == Stage::failed) return State::failed;
  if (stored.looked == stored.job.positions) return State::done;
  return stored.looked > 0 || stored.held_ms > now_ms ? State::running : State::queued;
}

// The mistakes of an analysis that is done, where its game is shown.
std::vector<int> mistakes_in(const StoredAnalysis& stored) {
  Record record;
  if (!stored.job.shown || !read_record(stored.job.record, record).empty()) return {};
  return mistakes_of(record, evaluations_from(stored.evaluations));
}

// Whether these words can be played there, each: what a worker says is not believed unseen.
bool playable(const Puzzle& puzzle) {
  Record record;
  if (!read_record(puzzle.record, record).empty()) return false;
  const Refolded there = refold(record);
  if (!there.error.empty() || there.position.to_act().size() != 1) return false;
  const auto legal = there.position.legal_words(there.position.to_act().front());
  return std::all_of(puzzle.right.begin(), puzzle.right.end(), [&](const std::string& word) {
    return std::find(legal.begin(), legal.end(), word) != legal.end();
  });
}

// What was found at one move of a game, if it is one.
std::optional<Puzzle> puzzle_in(const StoredAnalysis& stored, const AnalysisAnswer& answer) {
  Record record;
  if (answer.found.right.empty() || !read_record(stored.job.record, record).empty()) return std::nullopt;
  Puzzle puzzle =
      puzzle_of_game(record_before(record, answer.check), answer.found.right, answer.found.line, stored.job.table);
  return playable(puzzle) ? std::optional(std::move(puzzle)) : std::nullopt;
}

}  // namespace

// What an analysis is told with: a game as it stood at its table when somebody asked.
struct Analyses::Asked {
  std::string table;
  std::int64_t now_ms = 0;
  bool over = false;
  Message why_not{};  // it is not analysed
  Record record{};    // of a game that is not too long
  std::vector<std::string> sides{};
};

Analyses::Analyses(AnalysisStore& store, TableService& table_service, BotPool& bots, World world,
                   std::function<Limits()> limits)
    : store_(store),
      table_service_(table_service),
      bots_(bots),
      world_(std::move(world)),
      limits_(std::move(limits)),
      queue_(world_.post, kMostAnalysesWritten, kMostAnalysesWrittenOfOne) {}

Refusal Analyses::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNotDoneNow);
}

// --- asking

std::optional<Refusal> Analyses::refusal(const Table& table) const {
  const auto no = [](Message why) { return Refusal{Code::no_analysis, std::move(why)}; };
  if (!table.over())
    return Refusal{Code::not_over, Message("game-analysed-when-over", "only finished games can be analysed")};
  if (limits_().playouts == 0) return no(Message("server-analyses-games", "this server does not analyse games"));
  if (auto why = no_analysis_of(table.info(), table.position()); !why.empty()) return no(std::move(why));
  const std::size_t moves = moves_of(table);
  if (moves == 0) return no(Message("nobody-moved-game", "no move was played in this game"));
  if (moves > static_cast<std::size_t>(kMostAnalysed))
    return no(Message("games-at-most-moves", "games of at most {n} moves can be analysed, and this one has {given}",
                      {{"n", kMostAnalysed}, {"given", moves}}));
  return std::nullopt;
}

void Analyses::look(const std::string& table, std::function<void(const Table&)> go, const Done<AnalysisShown>& done,
                    const Asker& who) {
  const auto found = [go = std::move(go), done](const Table* there, bool later) {
    if (later) return done(table_unavailable());
    if (there == nullptr)
      return done(Refusal{Code::not_found,
                          Message("no-such-table-whose", "this table does not exist, or you may not read its game")});
    go(*there);
  };
  table_service_.look(table, found, who);
}

void Analyses::ask(const std::string& id, const Person& person, Done<AnalysisShown> done, const Asker& who) {
  const auto go = [this, id, person, done, who](const Table& table) {
    if (auto refused = refusal(table)) return done(std::move(*refused));
    if (!person.account && !table.seat_of(person.id))
      return done(
          Refusal{Code::no_account,
                  Message("guests-ask-analyses-games",
                          "guests can request an analysis only of games that they played; create an account first")});
    const Record record = record_of(table);
    const Limits limits = limits_();
    AnalysisJob job;
    job.table = id;
    job.record = to_text(record_json(record));
    job.positions = static_cast<int>(record.moves.size()) + 1;
    job.playouts = limits.playouts;
    job.shown = archived_game(id, table).shown;
    job.person = person.id;
    job.asked_ms = world_.now_ms();
    const AnalysisRoom room{kMostAnalyses, limits.a_day, job.asked_ms - kDayMs};
    const auto described = asked(id, table);
    store_.ask_analysis(std::move(job), room, [this, described, who, limits, done](const Written& written) {
      if (written.how == How::failed) return done(unavailable("asking for an analysis", written.message));
      if (written.how == How::conflict && !written.message.empty())
        return done(Refusal{Code::busy,
                            Message("too-many-games-wait", "too many games are waiting for analysis; try again later"),
                            kQuotaWait});
      if (written.how == How::conflict)
        return done(Refusal{Code::too_many,
                            Message("person-games-analysed-within",
                                    "you can have {n} games analysed per day; try again later", {{"n", limits.a_day}}),
                            kQuotaWait});
      ++counts_.asked;
      more_ = true;
      tell(described, who, done);
      this->go();
    });
  };
  look(id, go, done, who);
}

// --- telling

Analyses::AskedPtr Analyses::asked(const std::string& id, const Table& table) const {
  Asked out{id, world_.now_ms(), table.over()};
  if (const auto refused = refusal(table)) out.why_not = refused->message;
  if (moves_of(table) <= static_cast<std::size_t>(kMostAnalysed)) {
    out.record = record_of(table);
    out.sides = sides_of(table);
  }
  return std::make_shared<const Asked>(std::move(out));
}

void Analyses::show(const std::string& id, Done<AnalysisShown> done, const Asker& who) {
  const auto go = [this, id, who, done](const Table& table) { tell(asked(id, table), who, done); };
  look(id, go, done, who);
}

void Analyses::tell(const AskedPtr& asked, const Asker& who, const Done<AnalysisShown>& done) {
  store_.analysis_of(asked->table, [this, asked, who, done](Found<StoredAnalysis> found) {
    if (!found.error.empty()) return done(unavailable("reading an analysis", found.error));
    const auto write = [asked, stored = std::move(found.value)] { return described(*asked, stored); };
    if (!queue_.run(who, write, done))
      done(Refusal{Code::unavailable,
                   Message("too-many-analyses-being", "the server is writing too many analyses; try again"), 2});
  });
}

AnalysisShown Analyses::described(const Asked& asked, const std::optional<StoredAnalysis>& stored) {
  AnalysisShown out{asked.table};
  const bool of_this = stored && asked.over && stored->job.record == to_text(record_json(asked.record));
  if (!of_this) {
    out.why_not = asked.why_not;
    return out;
  }
  out.state = state_of(*stored, asked.now_ms);
  out.job = stored->job;
  out.looked = stored->looked;
  const std::vector<PositionEvaluation> evaluations = evaluations_from(stored->evaluations);
  if (!evaluations.empty()) out.start = evaluations.front();
  out.moves = report_of(asked.record, evaluations);
  for (ReportedMove& move : out.moves) move.side = asked.sides[static_cast<std::size_t>(move.ply) - 1];
  return out;
}

// --- handing out the work

void Analyses::tick() {
  const std::int64_t now = world_.now_ms();
  std::list<Taker> late;
  for (auto next = takers_.begin(); next != takers_.end();) {
    const auto one = next++;
    if (one->until_ms <= now) late.splice(late.end(), takers_, one);
  }
  for (const Taker& taker : late) taker.done(TakenPart{});
  if (counting_ || ended_) return;
  counting_ = true;
  store_.analyses_waiting([this](const Found<int>& found) {
    counting_ = false;
    if (!found.value) return world_.log("looking for analyses: " + found.error);
    waiting_ = *found.value;
    more_ = more_ || waiting_ > 0;
    go();
  });
}

void Analyses::take(const WorkWish& wish, Done<TakenPart> done) {
  if (wish.rules != kRulesVersion)
    return done(Refusal{Code::other_rules, Message("server-plays-version-rules",
                                                   "this server uses version {ours} of the rules, the worker version "
                                                   "{theirs}; run the same version of Cairn on both",
                                                   {{"ours", kRulesVersion}, {"theirs", wish.rules}})});
  if (ended_) return done(TakenPart{});
  if (takers_.size() >= kMostPartTakers)
    return done(Refusal{Code::busy, Message("too-many-workers-wait", "too many workers are waiting; try again"), 5});
  takers_.push_back({std::move(done), world_.now_ms() + 1'000 * wish.wait});
  go();
}

// One lease at a time, as long as there is somebody to work and something to do.
void Analyses::go() {
  if (leasing_ || ended_ || !more_ || (takers_.empty() && !table_service_.scheduler().has_idle_thread())) return;
  leasing_ = true;
  const double seconds = limits_().seconds;
  const std::int64_t now = world_.now_ms(), lease = new_lease();
  const double work = kPartSeconds + seconds;  // once by an engine of the host's, and once by our own where that fails
  const auto until = [&](double time) { return now + static_cast<std::int64_t>(1'000 * time) + kPartGraceMs; };
  store_.lease_analysis(
      {lease, now, until(std::max(work, 2 * work - kSpareGrace)), until(kMostSearches * kDeeper * seconds)},
      [this, lease](const Found<StoredAnalysis>& found) {
        leasing_ = false;
        if (!found.error.empty()) world_.log("taking an analysis: " + found.error);
        more_ = found.value.has_value();
        if (found.value) leased(lease, *found.value);
      });
}

void Analyses::leased(std::int64_t lease, const StoredAnalysis& stored) {
  const Limits limits = limits_();
  if (stored.stage == Stage::evaluations && stored.looked == stored.job.positions) return find_mistakes(lease, stored);
  LeasedPart part{
      stored.job.table,
      lease,
      stored.held_ms,
      {stored.job.record, static_cast<std::uint64_t>(stored.job.playouts), limits.seconds, stored.looked, -1}};
  if (stored.stage == Stage::mistakes) part.what.check = stored.mistakes.front();
  if (!ended_ && !takers_.empty()) {
    hand_over(std::move(part));
  } else if (!ended_ && table_service_.scheduler().has_idle_thread()) {
    work_here(std::move(part));
  } else {
    store_.free_analysis(part.table, lease, {}, [](const Written&) {});
  }
  go();
}

void Analyses::find_mistakes(std::int64_t lease, const StoredAnalysis& stored) {
  const auto note = [this, lease, table = stored.job.table](std::vector<int> mistakes) {
    store_.note_mistakes(table, lease, std::move(mistakes), {}, [this](const Written& written) {
      if (written.how == How::failed) world_.log("noting an analysis: " + written.message);
      counts_.done += written.how == How::durable ? 1 : 0;
      go();
    });
  };
  if (!queue_.run(
          Asker{}, [stored] { return mistakes_in(stored); }, note))
    store_.free_analysis(stored.job.table, lease, {}, [](const Written&) {});
}

void Analyses::hand_over(LeasedPart part) {
  const Taker taker = std::move(takers_.front());
  takers_.pop_front();
  taker.done(TakenPart{std::move(part)});
}

void Analyses::work_here(LeasedPart part) {
  const std::int64_t lease = part.lease;
  Running& running = running_[lease];
  running.table = part.table;
  running.stop = bots_.start([this, part = std::move(part), engines = bots_.engines()](const std::atomic<bool>& stop) {
    AnalysisAnswer answer{part.table, part.lease, part.what.from, part.what.check,
                          engines != nullptr ? engines->analyse(part.what, stop) : analyse(part.what, stop)};
    return [this, answer = std::move(answer)] {
      if (running_.erase(answer.lease) == 0) return;  // others have it
      table_service_.scheduler().start();
      keep(answer,
           [this, returned = answer.found.evaluations.empty() && !answer.found.checked](const Written& written) {
             if (written.how == How::failed) world_.log("keeping a part of an analysis: " + written.message);
             if (written.how == How::durable) ++(returned ? counts_.returned : counts_.here);
             if (written.how == How::conflict) ++counts_.late;
           });
    };
  });
}

void Analyses::make_room() {
  for (auto& [lease, running] : running_) running.stop->store(true);
}

void Analyses::end() {
  ended_ = true;
  std::list<Taker> all;
  all.swap(takers_);
  for (const Taker& taker : all) taker.done(TakenPart{});
  make_room();
  for (const auto& [lease, running] : std::exchange(running_, {}))
    store_.free_analysis(running.table, lease, {}, [](const Written&) {});
}

// --- taking in what was found

void Analyses::answer(const AnalysisAnswer& answer, Done<PartAnswered> done) {
  const bool returned = answer.found.evaluations.empty() && !answer.found.checked;
  keep(answer, [this, returned, done](const Written& written) {
    if (written.how == How::failed)
      return done(log_unavailable(world_.log, "keeping a part of an analysis", written.message, kNotStoredNow));
    if (written.how == How::conflict) {
      ++counts_.late;
      return done(no_part_lease());
    }
    ++(returned ? counts_.returned : counts_.workers);
    done(PartAnswered{!returned});
  });
}

void Analyses::keep(const AnalysisAnswer& answer, std::function<void(const Written&)> done) {
  const auto kept = [this, done = std::move(done)](const Written& written) {
    done(written);
    more_ = true;
    go();
  };
  const AnalysisFound& found = answer.found;
  if (!found.failure.empty()) world_.log("the game of table " + answer.table + " cannot be analysed: " + found.failure);
  if (!found.failure.empty() || (found.evaluations.empty() && !found.checked))
    return store_.free_analysis(answer.table, answer.lease, found.failure, kept);
  if (!found.checked) {
    std::vector<std::string> lines;
    lines.reserve(found.evaluations.size());
    for (const PositionEvaluation& look : found.evaluations) lines.push_back(to_text(evaluation_json(look)));
    return store_.note_evaluations(answer.table, answer.lease, answer.from, std::move(lines), kept);
  }
  store_.analysis_of(answer.table, [this, answer, kept](const Found<StoredAnalysis>& stored) {
    if (!stored.error.empty()) return kept({How::failed, stored.error, 0});
    if (!stored.value) return kept({How::conflict, {}, 0});
    keep_check(answer, *stored.value, kept);
  });
}

void Analyses::keep_check(const AnalysisAnswer& answer, const StoredAnalysis& stored,
                          std::function<void(const Written&)> done) {
  std::vector<int> left = stored.mistakes;
  if (std::erase(left, answer.check) == 0) return done({How::conflict, {}, 0});
  const auto note = [this, answer, left, done](std::optional<Puzzle> puzzle) {
    const bool found = puzzle.has_value();
    store_.note_mistakes(answer.table, answer.lease, left, std::move(puzzle),
                         [this, found, done](const Written& written) {
                           counts_.puzzles += found && written.how == How::durable ? 1 : 0;
                           done(written);
                         });
  };
  if (!queue_.run(
          Asker{}, [stored, answer] { return puzzle_in(stored, answer); }, note))
    store_.free_analysis(answer.table, answer.lease, {}, done);
}

}  // namespace cairn
