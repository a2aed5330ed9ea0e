#include "apps/cairn/analysis_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr float kSure = 0.7F, kLikely = 0.3F;  // of an owner: shares of playouts above chance

}  // namespace

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
