// A brush that writes elements of SVG and keeps them apart by place, for pictures that are put together of them
// (animated.h). What is drawn often is defined once and named.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "notation/picture/brush.h"

namespace cairn {

std::string svg_number(double number, int decimals = 2);  // "1.5", without zeros at its end

// Gradients and pieces, each once.
class SvgDefinitions {
 public:
  // The name of an element that reads "<TAG REST", made where there is none yet.
  std::string name_of(const std::string& tag, const std::string& rest);
  std::string text() const;  // all of them

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> names_{};
};

struct SvgElement {
  int place = 0;         // in the order of drawing; what has a higher one lies above
  bool clipped = false;  // by the last clip
  std::string tag{}, rest{};
  std::string text(std::string_view more = {}) const;  // `more`: attributes
};

class SvgBrush final : public Brush {
 public:
  explicit SvgBrush(SvgDefinitions& definitions) : definitions_(definitions) {}

  const std::vector<SvgElement>& elements() const { return elements_; }
  const std::string& clip_path() const { return clip_path_; }  // what the clipped are clipped by

  void box(double x, double y, double width, double height, Tint tint) override;
  void frame(double x, double y, double width, double height, double thick, Tint tint) override;
  void line(double x1, double y1, double x2, double y2, double thick, Tint tint) override;
  void triangle(Spot spot, Tint tint) override;
  void dot(Spot spot, Tint tint) override;
  void shaded_dot(Spot spot, const Shade& shade) override;
  void ring(Spot spot, double thick, Tint tint) override;
  void cross(Spot spot, double thick, Tint tint) override;
  void text(double x, double y, double height, const std::string& words, Tint tint, bool bold) override;
  void clip(double x, double y, double width, double height) override;
  void unclip() override { clipped_ = false; }
  void next_place() override { ++place_; }

 protected:
  void body(Spot spot, const PieceLook& look) override;

 private:
  void add(std::string tag, std::string rest);
  SvgDefinitions& definitions_;
  std::vector<SvgElement> elements_{};
  std::string clip_path_{};
  int place_ = 0;
  bool clipped_ = false;
};

}  // namespace cairn
