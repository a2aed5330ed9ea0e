// An engine that speaks GTP.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/text.h"
#include "notation/kata_rules.h"
#include "notation/record.h"
#include "notation/view_json.h"
#include "server/base/spawn.h"
#include "server/engines/gtp_client.h"
#include "server/engines/told_process.h"

namespace cairn::engines {

namespace {

constexpr MessageText kResigns("engine-resigns", "it resigns");
constexpr double kQuick = 10;      // seconds for what needs no thought
constexpr double kLastMoment = 2;  // seconds for a move that nobody waits for any more
constexpr double kGoodbye = 0.2;   // seconds for a process to end by itself
constexpr int kEngineNice = 5;     // moves are answered before engines think on
constexpr std::uint64_t kNoVisitLimit = 1'000'000'000;
constexpr std::size_t kMostSuggested = 8;  // moves of an engine that only plays
constexpr double kFarLead = 10'000;        // points, more than any board has
constexpr double kInterval = 0.2;          // seconds between two lines of an analysis

class GtpProcess final : public ToldProcess {
 public:
  explicit GtpProcess(const EngineSpec& spec)
      : spec_(spec), client_(ChildCommand{words_of(spec), spec.memory, kEngineNice, false}) {}
  ~GtpProcess() override { client_.quit(kGoodbye); }

  std::string start(const std::atomic<bool>& stop) override {
    sent_.clear();
    limits_.clear();
    known_.clear();
    visits_set_ = false;
    if (auto error = client_.start(); !error.empty()) return tell_failure(not_started(error));
    const GtpReply reply = client_.ask("list_commands", spec_.start_seconds, stop);
    if (reply.kind != GtpReply::Kind::ok)
      return tell_failure(
          Message("engine-speaks-no-gtp", "it does not speak GTP: {why}", {{"why", Message(told(reply))}}));
    for (const auto word : split_words(reply.text)) known_.emplace(word);
    for (const char* needed : {"boardsize", "clear_board", "komi", "play", "genmove"})
      if (!knows(needed))
        return tell_failure(
            Message("engine-lacks-command", "it does not know the command {command}", {{"command", needed}}));
    own_ = knows("cairn-game");
    return {};
  }
  void end() override { client_.quit(0); }
  std::string look() override {
    const CodedMessage why = client_.look();
    return why.empty() ? std::string() : tell_failure(why);
  }
  bool can_analyse() const override { return knows("kata-analyze") || knows("lz-analyze"); }
  bool can_judge() const override { return knows("final_status_list"); }
  bool can_suggest() const override { return can_analyse() || knows("reg_genmove"); }

  Reply<std::string> move(const EngineGame& game, const LevelSpec& level, Patience patience,
                          const std::atomic<bool>& stop) override {
    Reply<std::string> out;
    const double until = until_ = steady_seconds() + patience.late;
    if (!set_limits(level, patience.seconds, stop, out) || !set_up(game, game.moves.size(), stop, out)) return out;
    const Position& position = game.positions.back();
    const std::string side = side_name(position.view(Viewer::spectator), position.to_act().front());
    const double left = until - steady_seconds();
    if (!take(client_.ask("genmove " + side, std::max(0.0, left), stop), out)) return out;
    std::string word(trim(text_));
    if (equal_ignoring_case(word, "resign")) {
      sent_.clear();
      out.failure = tell_failure(kResigns);
      return out;
    }
    sent_.push_back("play " + side + " " + word);
    out.value = std::move(word);
    return out;
  }

  Reply<std::vector<std::string>> dead(const EngineGame& game, Patience patience,
                                       const std::atomic<bool>& stop) override {
    Reply<std::vector<std::string>> out;
    const double until = until_ = steady_seconds() + patience.late;
    if (!set_up(game, game.moves.size(), stop, out)) return out;
    if (!take(client_.ask("final_status_list dead", std::max(0.0, until - steady_seconds()), stop), out)) return out;
    out.value.emplace();
    for (const auto word : split_words(text_)) out.value->emplace_back(word);
    return out;
  }

  Reply<std::vector<FoundMoves>> analyse(const EngineGame& game, const std::vector<std::size_t>& turns,
                                         const AnalysisWish& wish, Patience patience,
                                         const std::atomic<bool>& stop) override {
    Reply<std::vector<FoundMoves>> out;
    std::vector<FoundMoves> all;
    const double until = until_ = steady_seconds() + patience.late;
    if (!set_limits({.visits = wish.visits}, patience.seconds, stop, out)) return out;
    for (const std::size_t turn : turns) {
      const double left = until - steady_seconds();
      if (!all.empty() && left < patience.seconds) break;
      if (!set_up(game, turn, stop, out)) return out;
      FoundMoves found;
      const double seconds = std::min(patience.seconds, std::max(0.0, left));
      if (!(can_analyse() ? analyse_one(game, turn, wish, seconds, stop, out, found)
                          : suggest(game, turn, wish, stop, out, found)))
        return out;
      if (stop.load() || (wish.enough != nullptr && wish.enough->load() && found.moves.empty())) return out;
      all.push_back(std::move(found));
    }
    out.value = std::move(all);
    return out;
  }

 private:
  bool knows(std::string_view command) const { return known_.contains(command); }

  // What needs no thought, within the time of the whole question.
  GtpReply quick(const std::string& command, const std::atomic<bool>& stop) {
    return client_.ask(command, std::clamp(until_ - steady_seconds(), 0.0, kQuick), stop);
  }

  // What a program said, or what happened.
  static CodedMessage told(const GtpReply& reply) {
    return reply.said.empty() ? engine_words(printable(reply.text, 200)) : reply.said;
  }
  CodedMessage at_command(const std::string& command) const {
    return Message("engine-at-command", "at \"{command}\": {why}",
                   {{"command", printable(command)}, {"why", Message(last_failure())}});
  }

  // Keeps the answer's text in text_; false: it failed.
  template <class T>
  bool take(const GtpReply& reply, Reply<T>& out) {
    text_ = reply.text;
    if (reply.kind == GtpReply::Kind::ok) return true;
    sent_.clear();
    out.broken = reply.kind != GtpReply::Kind::refused;
    if (reply.kind != GtpReply::Kind::cancelled) out.failure = tell_failure(told(reply));
    return false;
  }

  // The board after so many moves: only what the process does not know yet is sent.
  template <class T>
  bool set_up(const EngineGame& game, std::size_t moves, const std::atomic<bool>& stop, Reply<T>& out) {
    const std::vector<std::string> wanted = commands(game, moves);
    const bool grows = sent_.size() <= wanted.size() && !sent_.empty() &&
                       std::equal(sent_.begin(), sent_.end(), wanted.begin(),
                                  [](const std::string& a, const std::string& b) { return equal_ignoring_case(a, b); });
    if (!grows) sent_.clear();
    const bool anew = sent_.empty();
    if (const CodedMessage why = anew && !own_ ? untold(game) : CodedMessage(); !why.empty()) {
      out.failure = tell_failure(why);
      return false;
    }
    for (std::size_t at = sent_.size(); at < wanted.size(); ++at) {
      if (!take(quick(wanted[at], stop), out)) {
        if (!out.failure.empty()) out.failure = tell_failure(at_command(wanted[at]));
        return false;
      }
      sent_.push_back(wanted[at]);
    }
    return !own_ || !anew || same_rules(game, stop, out);
  }

  // What GTP has no word for must be as usual, or the engine would play and judge by other rules; empty: it is.
  CodedMessage untold(const EngineGame& game) const {
    if (const GridSize size = board_size(game.options); !size.square() && !knows("rectangular_boardsize"))
      return Message("engine-untold-size", "it cannot be told the option size={size}", {{"size", size_text(size)}});
    OptionValues usual;
    for (const auto& one : game.options)
      if (one.first == "size") usual.push_back(one);
    if (game.info->complete != nullptr) usual = game.info->complete(usual);
    for (const auto& [name, value] : game.options)
      if (!tellable(name, game.options) && std::find(usual.begin(), usual.end(), std::pair(name, value)) == usual.end())
        return Message("engine-option-not-accepted", "it does not accept the option {name}={value}",
                       {{"name", name}, {"value", value}});
    return {};
  }
  static bool tellable(std::string_view option, const OptionValues& options) {
    constexpr std::string_view kTold[]{"size", "komi", "handicap", "ko", "scoring", "suicide", "agreement"};
    const bool territory = has(options, "scoring");  // a game of the family that GTP was made for
    return option == "size" || (territory && std::find(std::begin(kTold), std::end(kTold), option) != std::end(kTold));
  }
  // Another Cairn tells which game it plays by which rules.
  template <class T>
  bool same_rules(const EngineGame& game, const std::atomic<bool>& stop, Reply<T>& out) {
    if (!take(quick("cairn-record", stop), out)) return false;
    const CodedMessage why = other_rules(game);
    if (!why.empty()) out.failure = tell_failure(why);
    if (!out.failure.empty()) sent_.clear();
    return out.failure.empty();
  }

  // By the record that it has just told; empty: they are the same.
  CodedMessage other_rules(const EngineGame& game) const {
    Record record;
    if (const Message error = read_record(text_, record); !error.empty())
      return Message("engine-record-unread", "its record cannot be read");
    if (record.game != game.info->name)
      return Message("engine-plays-other", "it plays {game}", {{"game", printable(record.game)}});
    OptionValues its = record.config.options;
    if (game.info->complete != nullptr) its = game.info->complete(its);
    for (const auto& [name, value] : game.options)  // of a handicap it knows the stones, and agreements are ours
      if (name != "komi" && name != "handicap" && name != "agreement" &&
          std::find(its.begin(), its.end(), std::pair(name, value)) == its.end())
        return Message("engine-option-unsupported", "it does not support the option {name}={value}",
                       {{"name", name}, {"value", value}});
    return {};
  }

  static bool has(const OptionValues& options, std::string_view option) {
    return std::any_of(options.begin(), options.end(), [&](const auto& one) { return one.first == option; });
  }
  std::vector<std::string> commands(const EngineGame& game, std::size_t moves) const {
    std::vector<std::string> all;
    if (const GridSize size = board_size(game.options); size.columns > 0)
      all.push_back(size.square() ? fmt::format("boardsize {}", size.columns)
                                  : fmt::format("rectangular_boardsize {} {}", size.columns, size.rows));
    all.emplace_back("clear_board");
    if (knows("kata-set-rules") && has(game.options, "scoring")) {
      const KataRules rules = kata_rules_of(game.options);
      all.push_back("kata-set-rules " + json_text(rules_of(rules)));
    }
    for (const auto& [name, value] : game.options)
      if (name == "komi") all.push_back("komi " + value);
    if (const auto stones = first_stones(game); !stones.empty() && has(game.options, "handicap")) {
      std::string handicap = "set_free_handicap";
      for (const EngineMove& stone : stones) handicap += " " + stone.word;
      all.push_back(handicap);
    }
    for (std::size_t at = 0; at < moves; ++at) all.push_back("play " + game.moves[at].side + " " + game.moves[at].word);
    return all;
  }
  static Json rules_of(const KataRules& rules) {
    return {{"ko", upper(rules.ko)},
            {"scoring", upper(rules.scoring)},
            {"tax", rules.scoring == "territory" ? "SEKI" : "NONE"},
            {"suicide", rules.suicide},
            {"hasButton", false},
            {"whiteHandicapBonus", "0"}};
  }

  // How much it may think, by what it knows of such things.
  template <class T>
  bool set_limits(const LevelSpec& level, double seconds, const std::atomic<bool>& stop, Reply<T>& out) {
    std::vector<std::string> wanted = level.commands;
    if (level.visits > 0 || visits_set_) {  // else it keeps the last limit
      const std::uint64_t visits = level.visits > 0 ? level.visits : kNoVisitLimit;
      visits_set_ = true;
      if (knows("kata-set-param"))
        wanted.push_back(fmt::format("kata-set-param {} {}", own_ ? "playouts" : "maxVisits", visits));
      else if (knows("lz-setoption"))
        wanted.push_back(fmt::format("lz-setoption name visits value {}", visits));
    }
    if (seconds > 0) {
      if (knows("kata-set-param"))
        wanted.push_back(fmt::format("kata-set-param {} {:.3f}", own_ ? "seconds" : "maxTime", seconds));
      else if (knows("time_settings"))
        wanted.push_back(fmt::format("time_settings 0 {:.0f} 1", std::max(1.0, std::floor(seconds))));
    }
    if (limits_ == wanted) return true;
    limits_.clear();
    for (std::size_t at = 0; at < wanted.size(); ++at) {
      const GtpReply reply = quick(wanted[at], stop);
      // The host's own commands must be right. Of ours each may be unknown: the time for an answer holds all the same.
      if (reply.kind == GtpReply::Kind::refused && at >= level.commands.size()) continue;
      if (take(reply, out)) continue;
      if (!out.failure.empty()) out.failure = tell_failure(at_command(wanted[at]));
      return false;
    }
    limits_ = std::move(wanted);
    return true;
  }

  template <class T>
  bool analyse_one(const EngineGame& game, std::size_t turn, const AnalysisWish& wish, double seconds,
                   const std::atomic<bool>& stop, Reply<T>& out, FoundMoves& found) {
    const bool kata = knows("kata-analyze");
    const std::string side = mover_before(game, turn);
    const std::string command = fmt::format("{} {} {:.0f}{}", kata ? "kata-analyze" : "lz-analyze", side,
                                            kInterval * 100, kata && wish.ownership ? " ownership true" : "");
    std::string garbage;
    const auto read = [&](const std::string& line) {
      if (trim(line).empty()) return true;
      auto one = read_analyze_line(line, kata);
      if (!one) {
        garbage = line.substr(0, 60);
        return false;
      }
      found = *std::move(one);
      if (wish.during) wish.during(found);
      return wish.visits == 0 || found.visits < wish.visits;
    };
    if (!take(client_.stream(command, seconds, stop, {read, wish.enough, wish.silence}), out)) return false;
    if (stop.load() || (wish.enough != nullptr && wish.enough->load() && garbage.empty())) return true;
    if (!garbage.empty() || found.moves.empty()) {
      out.failure =
          tell_failure(garbage.empty() ? Message("engine-names-no-move", "its analysis names no move")
                                       : Message("engine-analysis-unread", "its analysis cannot be read: {words}",
                                                 {{"words", printable(garbage)}}));
      out.broken = !garbage.empty();
      return false;
    }
    return true;
  }
  // Of an engine that only plays: its move, and what GNU Go's own commands tell of the others and of the score.
  template <class T>
  bool suggest(const EngineGame& game, std::size_t turn, const AnalysisWish& wish, const std::atomic<bool>& stop,
               Reply<T>& out, FoundMoves& found) {
    found.rated = false;
    const std::string side = mover_before(game, turn);
    const bool black = lower(side).starts_with('b');
    // It cannot be told to stop: one that is wanted no more has a moment left, and then the process is ended.
    const GtpClient::Wanted wanted{wish.enough, kLastMoment};
    if (!take(client_.ask("reg_genmove " + side, std::max(0.0, until_ - steady_seconds()), stop, wanted), out))
      return false;
    found.moves.push_back({.word = std::string(trim(text_))});
    if (equal_ignoring_case(found.moves.front().word, "resign")) {
      found.moves.clear();
      out.failure = tell_failure(kResigns);
      return false;
    }
    if (const std::string others = black ? "top_moves_black" : "top_moves_white"; knows(others)) {
      if (!take(quick(others, stop), out)) return false;
      for (const auto word : split_words(text_))  // pairs of a move and its value in points
        if (word.find('.') == std::string_view::npos && !equal_ignoring_case(word, found.moves.front().word) &&
            found.moves.size() < kMostSuggested)
          found.moves.push_back({.word = std::string(word)});
    }
    if (!knows("estimate_score")) return true;
    if (!take(quick("estimate_score", stop), out)) return false;
    found.moves.front().score = score_for(black, text_);
    return true;
  }
  // "W+3.5 (upper bound: ...)" as the lead of one side.
  static std::optional<double> score_for(bool black, std::string_view text) {
    const auto words = split_words(text);
    if (words.empty()) return std::nullopt;
    const std::string_view word = words.front();
    if (word == "0") return 0.0;
    if (word.size() < 3 || (word[0] != 'B' && word[0] != 'W') || word[1] != '+') return std::nullopt;
    double lead = 0;
    const auto [end, fault] = std::from_chars(word.data() + 2, word.data() + word.size(), lead);
    if (fault != std::errc{} || end != word.data() + word.size() || !(lead >= 0 && lead <= kFarLead))
      return std::nullopt;
    return (word[0] == 'B') == black ? lead : -lead;
  }

  static std::string mover_before(const EngineGame& game, std::size_t turn) {
    for (std::size_t at = 0; at < game.positions.size(); ++at) {
      const Position& position = game.positions[at];
      if (game.before[game.first + at] == turn && position.to_act().size() == 1)
        return side_name(position.view(Viewer::spectator), position.to_act().front());
    }
    return turn < game.moves.size() ? game.moves[turn].side : std::string("b");
  }

  EngineSpec spec_;
  GtpClient client_;
  std::set<std::string, std::less<>> known_;
  std::vector<std::string> sent_;    // what the board of the process stands by
  std::vector<std::string> limits_;  // ... and what it was last told of limits
  std::string text_;
  double until_ = 0;  // the moment at which the answer to the question is late
  bool visits_set_ = false;
  bool own_ = false;  // another Cairn: its parameters have other names than KataGo's
};

}  // namespace

std::unique_ptr<EngineProcess> make_gtp_process(const EngineSpec& spec) {
  return make_told_gtp_process(spec);
}

std::unique_ptr<ToldProcess> make_told_gtp_process(const EngineSpec& spec) {
  return std::make_unique<GtpProcess>(spec);
}

}  // namespace cairn::engines
