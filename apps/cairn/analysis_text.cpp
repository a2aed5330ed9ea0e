#include "apps/cairn/analysis_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr float kSure = 0.7F, kLikely = 0.3F;  // of an owner: shares of playouts above chance

std::string_view proof_word(Proof proof) {
  switch (proof) {
    case Proof::win:
      return "win";
    case Proof::draw:
      return "draw";
    case Proof::loss:
      return "loss";
    case Proof::none:
      break;
  }
  return "";
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

}  // namespace

std::vector<std::string> line_words(const Analysed& of, Seat seat, const Candidate& candidate) {
  std::vector<std::string> words;
  Position position = of.position;
  for (const Action action : candidate.line) {
    if (!words.empty()) {
      if (of.info.hidden || position.to_act().size() != 1) break;  // what follows is not for these eyes, or not one's
      seat = position.to_act().front();
    }
    words.push_back(position.format(action));
    if (position.check(seat, action) != Reason::none) break;
    position.apply(seat, action, NoEvents{});
  }
  return words;
}

Json analysis_json(const Analysed& of, const Analysis& analysis, std::size_t candidates, bool final) {
  const auto score = [&](double value) { return analysis.has_score ? Json(rounded(value)) : Json(nullptr); };
  Json list = Json::array();
  for (const Candidate& one : analysis.candidates) {
    if (list.size() == candidates) break;
    Json item = {{"move", of.position.format(one.action)},
                 {"win_rate", rounded(one.win_rate)},
                 {"score", score(one.score)},
                 {"visits", one.visits},
                 {"prior", rounded(one.prior)}};
    if (one.proof != Proof::none) item["proof"] = proof_word(one.proof);
    item["line"] = line_words(of, analysis.seat, one);
    list.push_back(std::move(item));
  }
  Json line = {{"ply", of.ply},
               {"to_move", side_name(of.position.view(Viewer::spectator), analysis.seat)},
               {"seconds", std::round(analysis.seconds * 1e3) / 1e3},
               {"playouts", analysis.playouts},
               {"visits", analysis.visits},
               {"nodes", analysis.nodes},
               {"bytes", analysis.bytes},
               {"win_rate", rounded(analysis.win_rate)},
               {"score", score(analysis.score)},
               {"decided", analysis.decided},
               {"candidates", std::move(list)}};
  if (!analysis.ownership.empty()) {
    Json owners = Json::array();
    for (const float owner : analysis.ownership) owners.push_back(std::round(static_cast<double>(owner) * 100) / 100);
    line["ownership"] = std::move(owners);
  }
  line["final"] = final;
  return line;
}

std::string analysis_line(const Analysed& of, const Analysis& analysis) {
  std::string text =
      fmt::format("{:.1f} s  {} playout{}", analysis.seconds, analysis.playouts, analysis.playouts == 1 ? "" : "s");
  if (!analysis.candidates.empty())
    text += fmt::format("  {} {:.1f} %", of.position.format(analysis.best), 100 * analysis.win_rate);
  return text;
}

std::string analysis_table(const Analysed& of, const Analysis& analysis, std::size_t candidates, int columns) {
  std::size_t width = 4;
  const std::size_t shown = std::min(candidates, analysis.candidates.size());
  for (std::size_t i = 0; i < shown; ++i)
    width = std::max(width, of.position.format(analysis.candidates[i].action).size());
  std::string text = fmt::format("{} to move, {} playout{} in {:.1f} s, {} positions in {:.0f} MiB\n",
                                 side_name(of.position.view(Viewer::spectator), analysis.seat), analysis.playouts,
                                 analysis.playouts == 1 ? "" : "s", analysis.seconds, analysis.nodes,
                                 std::ceil(static_cast<double>(analysis.bytes) / (1 << 20)));
  text[0] = to_upper(text[0]);
  text += fmt::format("{:<{}}    wins{}    visits  then\n", "move", width, analysis.has_score ? "   score" : "");
  for (std::size_t i = 0; i < shown; ++i) {
    const Candidate& one = analysis.candidates[i];
    std::string line = fmt::format("{:<{}}  {:>5.1f}%", of.position.format(one.action), width, 100 * one.win_rate);
    if (analysis.has_score) line += fmt::format("  {:>+6.1f}", one.score);
    line += fmt::format("  {:>8}  ", one.visits);
    if (one.proof != Proof::none) line += fmt::format("proven {} ", proof_word(one.proof));
    const auto words = line_words(of, analysis.seat, one);
    for (std::size_t k = 1; k < words.size(); ++k) line += words[k] + " ";
    line.resize(std::min(line.size(), static_cast<std::size_t>(std::max(columns, 20))));
    text += std::string(line.substr(0, line.find_last_not_of(' ') + 1)) + "\n";
  }
  if (shown < analysis.candidates.size()) text += fmt::format("and {} more\n", analysis.candidates.size() - shown);
  return text;
}

std::string ownership_text(const Analysed& of, const Analysis& analysis) {
  const View view = of.position.view(Viewer::spectator);
  const auto columns = static_cast<std::size_t>(view.columns);
  if (analysis.ownership.empty() || columns == 0 || analysis.ownership.size() % columns != 0 || view.sides.size() != 2)
    return {};
  std::array<char, 2> letters{};
  for (const auto& side : view.sides) letters[static_cast<std::size_t>(index(side.seat)) % 2] = side.letter;
  std::string text;
  for (std::size_t i = 0; i < analysis.ownership.size(); ++i) {
    const float owner = analysis.ownership[i];
    const char letter = letters[owner > 0 ? 0 : 1];
    const float sure = std::abs(owner);
    text += sure >= kSure ? to_upper(letter) : sure >= kLikely ? to_lower(letter) : '.';
    text += (i + 1) % columns == 0 ? '\n' : ' ';
  }
  return text;
}

}  // namespace cairn::cli
