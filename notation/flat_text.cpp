// Boards without levels: crossings of lines with stones on them, on a torus with lines that run on over the edge, and
// squares with pieces in them. In the small size a letter a point, in the medium one brackets around it, in the large
// one balls.
#include <algorithm>
#include <array>
#include <vector>

#include "notation/text_canvas.h"

namespace cairn {

namespace {

// In cells: from point to point, and from the board's edge to the centre of the first point.
struct Layout {
  int step_x, step_y;
  int left, top;
};

Layout layout_of(const View& view, BoardSize size) {
  if (size == BoardSize::small) return {2, 1, 1, 0};
  const bool large = size == BoardSize::large;
  if (!has_lines(view)) return large ? Layout{6, 4, 3, 2} : Layout{4, 2, 2, 1};
  const int over_the_edge = is_endless(view) ? 1 : 0;
  return large ? Layout{6, 3, 3, 1 + over_the_edge} : Layout{4, 2, 2, over_the_edge};
}

int label_width(const View& view) {
  return static_cast<int>(std::to_string(view.rows).size()) + 1;
}

class FlatDrawing {
 public:
  FlatDrawing(const View& view, const BoardStyle& style, BoardSize size)
      : view_(view),
        style_(style),
        size_(size),
        at_(layout_of(view, size)),
        left_(label_width(view)),
        canvas_(flat_room(view, size).first, flat_room(view, size).second) {
    canvas_.fill(left_, 0, canvas_.columns() - left_, canvas_.rows() - 1, Ink::wood);
  }

  TextCanvas draw(const PointNamer& name) {
    if (size_ != BoardSize::small) has_lines(view_) ? draw_lines() : draw_borders();
    for (int row = 0; row < view_.rows; ++row)
      for (int column = 0; column < view_.columns; ++column) draw_point(column, row);
    label(name);
    return std::move(canvas_);
  }

 private:
  int x_of(int column) const { return left_ + at_.left + at_.step_x * column; }
  int y_of(int row) const { return at_.top + at_.step_y * (view_.rows - 1 - row); }
  void put(int x, int y, char letter, Ink ink) {
    auto& cell = canvas_.at(x, y);
    cell.letter = letter;
    cell.ink = ink;
  }

  void draw_lines() {
    const bool torus = is_endless(view_);
    const int width = canvas_.columns(), height = canvas_.rows() - 1;
    const int first_x = torus ? left_ : x_of(0), last_x = torus ? width - 1 : x_of(view_.columns - 1);
    const int first_y = torus ? 0 : y_of(view_.rows - 1), last_y = torus ? height - 1 : y_of(0);
    for (int row = 0; row < view_.rows; ++row)
      for (int x = first_x; x <= last_x; ++x) put(x, y_of(row), '-', Ink::hole);
    for (int column = 0; column < view_.columns; ++column)
      for (int y = first_y; y <= last_y; ++y)
        if (canvas_.at(x_of(column), y).letter != '-') put(x_of(column), y, '|', Ink::hole);
  }

  void draw_borders() {
    const int half_x = at_.step_x / 2, half_y = at_.step_y / 2;
    for (int y = 0; y < canvas_.rows() - 1; ++y)
      for (int x = left_; x < canvas_.columns(); ++x) {
        const bool upright = (x - x_of(0) + half_x) % at_.step_x == 0, level = (y + half_y - at_.top) % at_.step_y == 0;
        if (upright || level) put(x, y, upright && level ? '+' : upright ? '|' : '-', Ink::hole);
      }
  }

  void draw_point(int column, int row) {
    const Point point{0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
    const char letter = view_.board[static_cast<std::size_t>(view_.rows - 1 - row)][static_cast<std::size_t>(column)];
    const int x = x_of(column), y = y_of(row);
    if (letter != '.') {
      draw_piece(point, side_of_letter(view_, letter), x, y);
      return;
    }
    const bool moved_away = is_marked(view_, "last", point);
    const char sign = moved_away ? ':' : empty_sign(view_, style_, point);
    const bool bare = sign == '.' && !has_lines(view_) && size_ != BoardSize::small;
    put(x, y, bare ? ' ' : sign, sign == '.' ? Ink::hole : Ink::mark);
  }

  void draw_piece(Point point, int side, int x, int y) {
    const bool last = is_marked(view_, "last", point), dead = is_marked(view_, "dead", point);
    const Ink ink = ink_of_side(view_, side);
    auto& cell = canvas_.at(x, y);
    cell.letter = glyph_of_side(view_, side, last);
    cell.ink = ink;
    cell.strong = last;
    if (size_ == BoardSize::small) {
      if (dead) bracket(x - 1, y, '[', ink), bracket(x + 1, y, ']', ink);
      return;
    }
    const bool large = size_ == BoardSize::large, round = large || has_lines(view_);
    const int half = large ? 2 : 1;
    for (int dx = 1 - half; dx < half; ++dx) {
      if (dx != 0) put(x + dx, y, ' ', ink);
      if (side >= 0) canvas_.at(x + dx, y).ground = ink;
    }
    if (round || dead) put(x - half, y, dead ? '[' : '(', ink), put(x + half, y, dead ? ']' : ')', ink);
    if (!large) return;
    constexpr std::array<std::string_view, 2> kRims{".-.", "`-'"};
    for (int dx = -1; dx <= 1; ++dx) {
      put(x + dx, y - 1, kRims[0][static_cast<std::size_t>(dx + 1)], ink);
      put(x + dx, y + 1, kRims[1][static_cast<std::size_t>(dx + 1)], ink);
    }
  }

  // Dead neighbours share the cell between them.
  void bracket(int x, int y, char letter, Ink ink) {
    put(x, y, letter == '[' && canvas_.at(x, y).letter == ']' ? '|' : letter, ink);
  }

  void label(const PointNamer& name) {
    for (int row = 0; row < view_.rows; ++row) {
      const std::string digits = name_digits(name({0, 0, static_cast<std::uint8_t>(row)}));
      canvas_.write(left_ - 1 - static_cast<int>(digits.size()), y_of(row), digits, Ink::label);
    }
    for (int column = 0; column < view_.columns; ++column)
      canvas_.write(x_of(column), canvas_.rows() - 1, name_letters(name({0, static_cast<std::uint8_t>(column), 0})),
                    Ink::label);
  }

  const View& view_;
  const BoardStyle& style_;
  BoardSize size_;
  Layout at_;
  int left_;  // width of the row numbers
  TextCanvas canvas_;
};

}  // namespace

TextCanvas flat_canvas(const View& view, const PointNamer& name, const BoardStyle& style, BoardSize size) {
  return FlatDrawing(view, style, size).draw(name);
}

std::pair<int, int> flat_room(const View& view, BoardSize size) {
  const Layout at = layout_of(view, size);
  return {label_width(view) + 2 * at.left + at.step_x * (view.columns - 1) + 1,
          2 * at.top + at.step_y * (view.rows - 1) + 2};
}

}  // namespace cairn
