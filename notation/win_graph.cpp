#include "notation/win_graph.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "core/markup.h"

namespace cairn {

namespace {

constexpr double kLeft = 64, kTop = 48, kWidth = 720, kHeight = 300;
constexpr double kFull = kLeft + kWidth + 24, kTall = kTop + kHeight + 56;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return "<line class=\"" + std::string(kind) + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" +
         number(x2) + "\" y2=\"" + number(y2) + "\"/>\n";
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + std::string(anchor) + "\">" +
         xml_text(text) + "</text>\n";
}

// Moves between two numbers on the axis: about ten of them, round.
std::size_t step(std::size_t moves) {
  for (std::size_t unit = 1;; unit *= 10)
    for (const std::size_t factor : {std::size_t{1}, std::size_t{2}, std::size_t{5}})
      if (moves <= 12 * factor * unit) return factor * unit;
}

}  // namespace

std::string win_graph_svg(const WinGraph& graph) {
  const std::size_t moves = graph.points.empty() ? 0 : graph.points.size() - 1;
  const auto x = [&](std::size_t i) {
    return kLeft + kWidth * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(moves, 1));
  };
  const auto y = [&](double share) { return kTop + kHeight * (1 - std::clamp(share, 0.0, 1.0)); };
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kFull) + " " + number(kTall) +
                    "\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>" + xml_text(graph.title) +
                    "</title>\n"
                    "<style>.grid{stroke:#bbb;stroke-width:.5}.even{stroke:#666;stroke-width:1;stroke-dasharray:5 4}"
                    ".axis{stroke:#222;stroke-width:1}.wins{fill:none;stroke:#1f4e79;stroke-width:2;"
                    "stroke-linejoin:round}.mistake{fill:#fff;stroke:#b3261e;stroke-width:2}text{fill:#222}</style>\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += "<g font-size=\"15\" font-weight=\"bold\">" + text_at(kLeft, 24, "start", graph.title) + "</g>\n";
  for (int percent = 0; percent <= 100; percent += 25) {
    const double at = y(percent / 100.0);
    svg += line(kLeft, at, kLeft + kWidth, at, percent == 50 ? "even" : "grid");
    svg += text_at(kLeft - 8, at + 4, "end", std::to_string(percent) + " %");
  }
  const std::size_t every = step(moves);
  for (std::size_t i = 0; i <= moves; i += every) {
    svg += line(x(i), kTop + kHeight, x(i), kTop + kHeight + 5, "axis");
    svg += text_at(x(i), kTop + kHeight + 20, "middle", std::to_string(i));
  }
  svg += line(kLeft, kTop, kLeft, kTop + kHeight, "axis") +
         line(kLeft, kTop + kHeight, kLeft + kWidth, kTop + kHeight, "axis");
  svg += text_at(kLeft + kWidth / 2, kTop + kHeight + 42, "middle", "move");
  svg += text_at(kLeft + 6, kTop + 16, "start", graph.upper + " wins");
  svg += text_at(kLeft + 6, kTop + kHeight - 8, "start", graph.lower + " wins");
  std::string run;
  const auto flush = [&] {
    if (!run.empty()) svg += "<polyline class=\"wins\" points=\"" + run + "\"/>\n";
    run.clear();
  };
  for (std::size_t i = 0; i < graph.points.size(); ++i) {
    if (!graph.points[i].share) {
      flush();
      continue;
    }
    run += (run.empty() ? "" : " ") + number(x(i)) + "," + number(y(*graph.points[i].share));
  }
  flush();
  for (std::size_t i = 0; i < graph.points.size(); ++i) {
    const auto& point = graph.points[i];
    if (!point.share || point.label.empty()) continue;
    svg += "<circle class=\"mistake\" cx=\"" + number(x(i)) + "\" cy=\"" + number(y(*point.share)) +
           "\" r=\"4\"><title>" + xml_text(point.label) + "</title></circle>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace cairn
