#include "server/engines/found_moves.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.h"
#include "notation/move_report.h"

namespace cairn::engines {

namespace {

constexpr double kFarScore = 1e6, kLzUnit = 10'000;
constexpr double kMostVisits = 1e15;

std::optional<double> number_of(std::string_view word) {
  double value = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (fault != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> within(std::optional<double> value, double least, double most) {
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

std::optional<double> field(const Json& object, const char* key, double least, double most) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return within(found->get<double>(), least, most);
}

// One value of a move; false: it is not right.
bool take_value(FoundMove& move, std::string_view key, std::string_view word, bool kata) {
  if (key == "visits") {
    const auto visits = within(number_of(word), 0, kMostVisits);
    if (visits) move.visits = static_cast<std::uint64_t>(*visits);
    return visits.has_value();
  }
  if (key == "winrate") {
    const auto rate = within(number_of(word), 0, kata ? 1 : kLzUnit);
    if (rate) move.win_rate = kata ? *rate : *rate / kLzUnit;
    return rate.has_value();
  }
  if (key == "scoreLead") move.score = within(number_of(word), -kFarScore, kFarScore);
  return true;
}

// What one `info` says, from its first word on; `at` moves behind it.
std::optional<FoundMove> read_info(const std::vector<std::string_view>& words, std::size_t& at, bool kata) {
  FoundMove move;
  while (at < words.size() && words[at] != "info" && words[at] != "ownership" && words[at] != "rootInfo") {
    const std::string_view key = words[at++];
    if (key == "pv") {
      constexpr std::string_view kEnds[]{"info", "ownership", "rootInfo", "pvVisits", "movesOwnership"};
      for (; at < words.size() && std::find(std::begin(kEnds), std::end(kEnds), words[at]) == std::end(kEnds); ++at)
        if (move.line.size() < kReportedLine) move.line.emplace_back(words[at]);
    } else if (key == "pvVisits" || key == "movesOwnership") {
      while (at < words.size() && number_of(words[at])) ++at;
    } else if (at == words.size() || (key != "move" && !take_value(move, key, words[at], kata))) {
      return std::nullopt;
    } else {
      if (key == "move") move.word = words[at];
      ++at;
    }
  }
  return move.word.empty() ? std::nullopt : std::optional(std::move(move));
}

std::optional<FoundMove> read_move_info(const Json& info) {
  if (!info.is_object()) return std::nullopt;
  const auto visits = field(info, "visits", 0, kMostVisits), rate = field(info, "winrate", 0, 1);
  const auto word = info.find("move");
  if (!visits || !rate || word == info.end() || !word->is_string()) return std::nullopt;
  FoundMove move{word->get<std::string>(), static_cast<std::uint64_t>(*visits), *rate,
                 field(info, "scoreLead", -kFarScore, kFarScore)};
  if (const auto line = info.find("pv"); line != info.end() && line->is_array())
    for (const Json& one : *line)
      if (one.is_string() && move.line.size() < kReportedLine) move.line.push_back(one.get<std::string>());
  return move;
}

std::optional<Action> whole_action(const Position& position, Seat seat, std::string_view word) {
  const Parsed parsed = position.parse(seat, word);
  if (parsed.refused != Reason::none || position.check(seat, parsed.action) != Reason::none) return std::nullopt;
  return parsed.action;
}

// The actions of a line, as far as each may be played after the one before.
std::vector<Action> line_actions(const FoundMove& move, const Position& position) {
  std::vector<Action> line;
  Position after = position;
  for (const std::string& turn : move.line)
    for (std::string_view left = turn; !left.empty();) {
      if (after.to_act().size() != 1 || line.size() == kReportedLine) return line;
      const Seat seat = after.to_act().front();
      const auto whole = whole_action(after, seat, left);
      const std::string_view step = left.substr(0, whole ? left.size() : left.find(','));
      const auto action = whole ? whole : whole_action(after, seat, step);
      if (!action) return line;
      after.apply(seat, *action, NoEvents{});
      line.push_back(*action);
      left.remove_prefix(std::min(left.size(), step.size() + 1));
    }
  return line;
}

}  // namespace

std::optional<Action> legal_action(const Position& position, Seat seat, std::string_view word) {
  if (const auto whole = whole_action(position, seat, word)) return whole;
  const auto end = word.find(',');
  return end == std::string_view::npos ? std::nullopt : whole_action(position, seat, word.substr(0, end));
}

std::optional<FoundMoves> read_analyze_line(std::string_view line, bool kata) {
  const std::vector<std::string_view> words = split_words(line);
  FoundMoves found;
  for (std::size_t at = 0; at < words.size();) {
    const std::string_view key = words[at++];
    if (key == "info") {
      auto move = read_info(words, at, kata);
      if (!move || found.moves.size() == kMostFound) return std::nullopt;
      found.visits += move->visits;
      found.moves.push_back(*std::move(move));
    } else if (key == "ownership") {
      for (; at < words.size(); ++at) {
        const auto owner = within(number_of(words[at]), -1, 1);
        if (!owner) break;
        found.ownership.push_back(*owner);
      }
    } else if (key == "rootInfo") {
      while (at < words.size() && words[at] != "info" && words[at] != "ownership") ++at;
    } else {
      return std::nullopt;
    }
  }
  return found.moves.empty() ? std::nullopt : std::optional(std::move(found));
}

std::optional<FoundMoves> read_kata_answer(const Json& answer) {
  const auto infos = answer.find("moveInfos"), root = answer.find("rootInfo");
  if (infos == answer.end() || !infos->is_array() || infos->size() > kMostFound) return std::nullopt;
  FoundMoves found;
  for (const Json& info : *infos) {
    auto move = read_move_info(info);
    if (!move) return std::nullopt;
    found.visits += move->visits;
    found.moves.push_back(*std::move(move));
  }
  if (root != answer.end() && root->is_object())
    if (const auto visits = field(*root, "visits", 0, kMostVisits)) found.visits = static_cast<std::uint64_t>(*visits);
  if (const auto owners = answer.find("ownership"); owners != answer.end() && owners->is_array())
    for (const Json& one : *owners) {
      if (!one.is_number() || !within(one.get<double>(), -1, 1)) return std::nullopt;
      found.ownership.push_back(one.get<double>());
    }
  return found;
}

std::optional<Analysis> analysis_of(const FoundMoves& found, const Position& position) {
  if (found.moves.empty() || position.to_act().size() != 1) return std::nullopt;
  Analysis out;
  out.seat = position.to_act().front();
  for (const FoundMove& move : found.moves) {
    const auto action = legal_action(position, out.seat, move.word);
    if (!action && &move == &found.moves.front()) return std::nullopt;
    if (!action) continue;
    Candidate one;
    one.action = *action;
    one.win_rate = move.win_rate;
    one.score = move.score.value_or(0);
    one.visits = move.visits;
    one.line = line_actions(move, position);
    if (one.line.empty() || one.line.front() != *action) one.line = {*action};
    out.candidates.push_back(std::move(one));
  }
  const Candidate& best = out.candidates.front();
  out.best = best.action;
  out.win_rate = best.win_rate;
  out.score = best.score;
  out.has_score = found.moves.front().score.has_value();
  out.visits = out.playouts = found.visits;
  const View view = position.view(Viewer::spectator);
  if (view.levels == 1 && found.ownership.size() == static_cast<std::size_t>(view.columns) * view.board.size())
    for (const double owner : found.ownership)
      out.ownership.push_back(static_cast<float>(out.seat == seat_at(0) ? owner : -owner));
  return out;
}

}  // namespace cairn::engines
