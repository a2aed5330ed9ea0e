#include "notation/picture/animated.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "core/markup.h"
#include "notation/picture/board_drawing.h"

namespace cairn {

namespace {

constexpr double kLeastHold = 3;  // seconds more for the last position, or as long as three others

}  // namespace

void AnimatedBoard::add(const BoardSheet& sheet) {
  assert(positions_ < kMostPositions);
  const Layout at = layout_of(sheet, size_);
  width_ = at.right;
  height_ = at.bottom;
  SvgBrush brush(definitions_);
  draw_board(sheet, at, brush);
  clip_path_ = brush.clip_path();
  int place = -1, number = 0;
  for (const SvgElement& element : brush.elements()) {
    number = element.place == place ? number + 1 : 0;
    place = element.place;
    Seen& seen = seen_[{place, number, element.tag, element.rest}];
    seen.clipped = element.clipped;
    if (!seen.times.empty() && seen.times.back() == positions_)
      ++seen.times.back();
    else
      seen.times.insert(seen.times.end(), {positions_, positions_ + 1});
  }
  ++positions_;
}

// 1 or more while it is seen, 0 or less otherwise; --p is the position.
std::string AnimatedBoard::opacity(const Times& times) const {
  std::string out;
  for (std::size_t i = 0; i < times.size(); i += 2) {
    const std::string since = fmt::format("var(--p) - {}", times[i] - 1),
                      until = fmt::format("{} - var(--p)", times[i + 1]);
    const std::string one = times[i] == 0                ? fmt::format("calc({})", until)
                            : times[i + 1] == positions_ ? fmt::format("calc({})", since)
                                                         : fmt::format("min({},{})", since, until);
    out += (i == 0 ? "" : ",") + one;
  }
  return times.size() == 2 ? out : "max(" + out + ")";
}

std::string AnimatedBoard::count(double pace_s) const {
  const double whole_s = pace_s * positions_ + std::max(kLeastHold, 3 * pace_s);
  std::string frames;
  for (int i = 0; i < positions_; ++i)
    frames += fmt::format("{}%{{--p:{}}}", svg_number(100 * pace_s * i / whole_s, 4), i);
  return fmt::format(
      "svg{{--p:{};animation:count {}s step-end infinite}}\n@keyframes count{{{}}}\n"
      "@media (prefers-reduced-motion:reduce){{svg{{animation:none}}}}\n",
      positions_ - 1, svg_number(whole_s, 3), frames);
}

BoardPicture AnimatedBoard::svg(double pace_s, std::string_view title) const {
  std::map<Times, std::size_t> classes;
  std::string body, style = count(pace_s);
  bool clipped = false;
  for (const auto& [key, seen] : seen_) {
    if (clipped != seen.clipped)
      body += seen.clipped ? fmt::format("<g clip-path=\"url(#{})\">\n", clip_path_) : "</g>\n";
    clipped = seen.clipped;
    const auto& [place, number, tag, rest] = key;
    const SvgElement element{place, clipped, tag, rest};
    if (seen.times == Times{0, positions_}) {
      body += element.text() + "\n";
      continue;
    }
    const auto [at, fresh] = classes.try_emplace(seen.times, classes.size());
    if (fresh) style += fmt::format(".t{}{{opacity:{}}}\n", at->second, opacity(seen.times));
    const bool stays = seen.times.back() == positions_;  // said again for programs that know less of CSS
    body += element.text(fmt::format("class=\"t{}\" {}", at->second, stays ? "" : "opacity=\"0\" ")) + "\n";
  }
  if (clipped) body += "</g>\n";
  return {fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                      "role=\"img\" font-family=\"DejaVu Sans,Verdana,sans-serif\" text-anchor=\"middle\">\n"
                      "<title>{2}</title>\n<style>\n{3}</style>\n<defs>\n{4}</defs>\n{5}</svg>\n",
                      width_, height_, xml_text(title), style, definitions_.text(), body),
          width_, height_};
}

}  // namespace cairn
