#include "notation/picture/svg_brush.h"

#include <fmt/core.h>

#include "core/markup.h"

namespace cairn {

namespace {

std::string attribute(std::string_view name, double number, int decimals = 2) {
  return fmt::format("{}=\"{}\" ", name, svg_number(number, decimals));
}

std::string colour(std::string_view name, Tint tint) {
  return fmt::format("{}=\"#{:06x}\" ", name, tint.rgb);
}

std::string opacity(std::string_view name, Tint tint) {
  return tint.alpha < 1 ? attribute(name, tint.alpha, 3) : "";
}

std::string fill(Tint tint) {
  return colour("fill", tint) + opacity("fill-opacity", tint);
}

std::string area(double x, double y, double width, double height) {
  return attribute("x", x) + attribute("y", y) + attribute("width", width) + attribute("height", height);
}

std::string circle(Spot spot) {
  return attribute("cx", spot.x) + attribute("cy", spot.y) + attribute("r", spot.radius);
}

std::string stroke(double thick, Tint tint) {
  return "fill=\"none\" " + colour("stroke", tint) + opacity("stroke-opacity", tint) +
         attribute("stroke-width", thick) + "/>";
}

// A gradient's numbers are parts of the box around the circle.
std::string gradient(const Shade& shade) {
  const auto part = [](std::string_view name, double radii) { return attribute(name, 0.5 + radii / 2, 4); };
  std::string text = part("fx", shade.inner.x) + part("fy", shade.inner.y) +
                     attribute("fr", shade.inner.radius / 2, 4) + part("cx", shade.outer.x) +
                     part("cy", shade.outer.y) + attribute("r", shade.outer.radius / 2, 4) + ">";
  for (const Shade::Stop& stop : shade.stops)
    text += "<stop " + attribute("offset", stop.at) + colour("stop-color", stop.tint) +
            opacity("stop-opacity", stop.tint) + "/>";
  return text + "</radialGradient>";
}

}  // namespace

std::string svg_number(double number, int decimals) {
  std::string text = fmt::format("{:.{}f}", number, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string SvgDefinitions::name_of(const std::string& tag, const std::string& rest) {
  return fmt::format("d{}", names_.try_emplace({tag, rest}, names_.size()).first->second);
}

std::string SvgDefinitions::text() const {
  std::vector<std::string> in_order(names_.size());  // a piece stands behind its gradient
  for (const auto& [what, number] : names_)
    in_order[number] = fmt::format("<{} id=\"d{}\" {}\n", what.first, number, what.second);
  std::string out;
  for (const std::string& line : in_order) out += line;
  return out;
}

std::string SvgElement::text(std::string_view more) const {
  return fmt::format("<{} {}{}", tag, more, rest);
}

void SvgBrush::add(std::string tag, std::string rest) {
  elements_.push_back({place_, clipped_, std::move(tag), std::move(rest)});
}

void SvgBrush::box(double x, double y, double width, double height, Tint tint) {
  add("rect", area(x, y, width, height) + fill(tint) + "/>");
}

void SvgBrush::frame(double x, double y, double width, double height, double thick, Tint tint) {
  add("rect", area(x, y, width, height) + stroke(thick, tint));
}

void SvgBrush::line(double x1, double y1, double x2, double y2, double thick, Tint tint) {
  add("line",
      attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) + stroke(thick, tint));
}

void SvgBrush::triangle(Spot spot, Tint tint) {
  const double r = spot.radius;
  const auto number = [](double n) { return svg_number(n); };
  add("path", fmt::format("d=\"M{} {}L{} {} {} {}z\" ", number(spot.x), number(spot.y - r * 1.1), number(spot.x + r),
                          number(spot.y + r * 0.7), number(spot.x - r), number(spot.y + r * 0.7)) +
                  fill(tint) + "/>");
}

void SvgBrush::dot(Spot spot, Tint tint) {
  add("circle", circle(spot) + fill(tint) + "/>");
}

void SvgBrush::shaded_dot(Spot spot, const Shade& shade) {
  add("circle",
      circle(spot) + fmt::format("fill=\"url(#{})\"/>", definitions_.name_of("radialGradient", gradient(shade))));
}

void SvgBrush::ring(Spot spot, double thick, Tint tint) {
  add("circle", circle(spot) + stroke(thick, tint));
}

void SvgBrush::cross(Spot spot, double thick, Tint tint) {
  const std::string both = svg_number(2 * spot.radius);
  add("path", fmt::format("d=\"M{} {}l{} {}m0 -{}l-{} {}\" stroke-linecap=\"round\" ", svg_number(spot.x - spot.radius),
                          svg_number(spot.y - spot.radius), both, both, both, both, both) +
                  stroke(thick, tint));
}

void SvgBrush::text(double x, double y, double height, const std::string& words, Tint tint, bool bold) {
  constexpr double kCapital = 0.73;  // its height
  if (words.empty()) return;
  add("text", attribute("x", x) + attribute("y", y + height * kCapital / 2) + attribute("font-size", height) +
                  (bold ? "font-weight=\"bold\" " : "") + fill(tint) + ">" + xml_text(words) + "</text>");
}

void SvgBrush::clip(double x, double y, double width, double height) {
  clipped_ = true;
  clip_path_ = definitions_.name_of("clipPath", "><rect " + area(x, y, width, height) + "/></clipPath>");
}

// Drawn once for all of its kind, around nothing, and moved.
void SvgBrush::body(Spot spot, const PieceLook& look) {
  SvgBrush one(definitions_);
  one.Brush::body({0, 0, spot.radius}, look);
  std::string all = ">";
  for (const SvgElement& element : one.elements()) all += element.text();
  add("use", fmt::format("href=\"#{}\" ", definitions_.name_of("g", all + "</g>")) + attribute("x", spot.x) +
                 attribute("y", spot.y) + "/>");
}

}  // namespace cairn
