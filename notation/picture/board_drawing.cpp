#include "notation/picture/board_drawing.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

namespace {

constexpr Tint kMargin{0xd3a765}, kWood{0xe7c388}, kDarkWood{0xd9af6e}, kLine{0x5e4322}, kEdge{0x7d5a2c},
    kLabel{0x4d3615}, kDimLabel{0x4d3615, 0.62}, kMark{0x9b1c10};

Point point_at(int level, int column, int row) {
  return {static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
}

// Its parts in eighths of a step: what lies between the edge of the wood and the first point.
int border_eighths(const View& view) {
  if (has_levels(view)) return 5;
  if (is_endless(view)) return 8;
  return has_lines(view) ? 5 : 4;
}

}  // namespace

BoardSheet board_sheet(View view, const PointNamer& name) {
  BoardSheet out;
  const bool pyramid = has_levels(view);
  const auto add = [&](int count, bool of_columns) {
    auto& list = of_columns ? out.columns : out.rows;
    const int steps = pyramid ? 2 * count - 1 : count;
    for (int step = 0; step < steps; ++step) {
      const int level = pyramid ? step % 2 : 0, at = pyramid ? step / 2 : step;
      const Point point = of_columns ? point_at(level, at, 0) : point_at(level, 0, at);
      const bool none = level == 1 && view.levels < 2;
      list.push_back(none ? "" : of_columns ? name_letters(name(point)) : name_digits(name(point)));
    }
  };
  add(view.columns, true);
  add(view.rows, false);
  out.view = std::move(view);
  return out;
}

Layout layout_of(const BoardSheet& sheet, int size) {
  const View& view = sheet.view;
  const int most = std::max({view.columns, view.rows, 1});
  const int label = std::clamp(size / 24, 12, 40), rest = std::max(4, label / 3);
  const int eighths = 8 * (most - 1) + 2 * border_eighths(view);
  Layout out;
  out.step = std::max(6, 8 * (size - label - rest) / eighths);
  if (has_levels(view)) out.step -= out.step % 2;
  out.border = (out.step * border_eighths(view) + 4) / 8;
  out.left = label;
  out.top = rest;
  out.width = out.step * (view.columns - 1) + 2 * out.border;
  out.height = out.step * (view.rows - 1) + 2 * out.border;
  out.right = out.left + out.width + rest;
  out.bottom = out.top + out.height + label;
  return out;
}

namespace {

class Drawing {
 public:
  Drawing(const BoardSheet& sheet, const Layout& at, Brush& brush)
      : view_(sheet.view), sheet_(sheet), at_(at), brush_(brush) {}

  void draw() {
    brush_.box(0, 0, at_.right, at_.bottom, kMargin);
    brush_.box(at_.left, at_.top, at_.width, at_.height, kWood);
    if (has_levels(view_))
      draw_pyramid();
    else
      draw_flat();
    brush_.next_place();
    brush_.frame(at_.left - 0.5, at_.top - 0.5, at_.width + 1, at_.height + 1, 1, kEdge);
    label();
  }

 private:
  double x_of(int half_steps) const { return at_.left + at_.border + at_.step * half_steps / 2.0 + 0.5; }
  double y_of(int half_steps) const {
    return at_.top + at_.border + at_.step * (2 * (view_.rows - 1) - half_steps) / 2.0 + 0.5;
  }
  double thin() const { return at_.step >= 60 ? 2 : 1; }

  // --- crossings of lines, and squares

  char letter_at(int column, int row) const {
    const auto line = static_cast<std::size_t>(view_.rows - 1 - row), place = static_cast<std::size_t>(column);
    return line < view_.board.size() && place < view_.board[line].size() ? view_.board[line][place] : '.';
  }

  void draw_flat() {
    const bool torus = is_endless(view_);
    brush_.clip(at_.left, at_.top, at_.width, at_.height);
    has_lines(view_) ? draw_lines(torus) : draw_squares();
    const int over = torus ? 1 : 0;  // what lies beyond the edge is seen there, faintly
    for (const bool shadows : {true, false})
      for (int row = -over; row < view_.rows + over; ++row)
        for (int column = -over; column < view_.columns + over; ++column) {
          brush_.next_place();
          draw_point(column, row, shadows);
        }
    brush_.unclip();
  }

  void draw_lines(bool torus) {
    const double first_x = torus ? at_.left : x_of(0),
                 last_x = torus ? at_.left + at_.width : x_of(2 * view_.columns - 2);
    const double first_y = torus ? at_.top : y_of(2 * view_.rows - 2), last_y = torus ? at_.top + at_.height : y_of(0);
    const double end = torus ? 0 : thin() / 2;
    for (int row = 0; row < view_.rows; ++row) {
      const double thick = !torus && (row == 0 || row + 1 == view_.rows) ? 2 * thin() : thin();
      brush_.line(first_x - end, y_of(2 * row), last_x + end, y_of(2 * row), thick, kLine);
    }
    for (int column = 0; column < view_.columns; ++column) {
      const double thick = !torus && (column == 0 || column + 1 == view_.columns) ? 2 * thin() : thin();
      brush_.line(x_of(2 * column), first_y - end, x_of(2 * column), last_y + end, thick, kLine);
    }
    if (!torus) draw_stars();
  }

  // For the eye alone, where boards of lines usually have them.
  void draw_stars() {
    const int columns = view_.columns, rows = view_.rows;
    if (std::min(columns, rows) < 9) return;
    const auto places = [](int side) {
      const int in = side >= 13 ? 3 : 2;
      std::vector<int> found{in, side - 1 - in};
      if (side % 2 != 0 && side >= 13) found.push_back(side / 2);
      return found;
    };
    const double radius = std::max(2.0, at_.step * 0.1);
    for (const int row : places(rows))
      for (const int column : places(columns)) brush_.dot({x_of(2 * column), y_of(2 * row), radius}, kLine);
    if (columns % 2 != 0 && rows % 2 != 0) brush_.dot({x_of(columns - 1), y_of(rows - 1), radius}, kLine);
  }

  void draw_squares() {
    for (int row = 0; row < view_.rows; ++row)
      for (int column = 0; column < view_.columns; ++column)
        if ((row + column) % 2 == 0)
          brush_.box(at_.left + at_.step * column, at_.top + at_.step * (view_.rows - 1 - row), at_.step, at_.step,
                     kDarkWood);
  }

  void draw_point(int column, int row, bool shadow) {
    const int real_column = (column + view_.columns) % view_.columns, real_row = (row + view_.rows) % view_.rows;
    const bool beyond = real_column != column || real_row != row;
    const Point point = point_at(0, real_column, real_row);
    const char letter = letter_at(real_column, real_row);
    const Spot spot{x_of(2 * column), y_of(2 * row), at_.step * (has_lines(view_) ? 0.48 : 0.39)};
    if (letter == '.') {
      if (!shadow && !beyond) draw_empty(point, spot);
      return;
    }
    const bool dead = is_marked(view_, "dead", point);
    if (shadow) {
      if (!dead && !beyond) brush_.shadow(spot, 0.42);
      return;
    }
    PieceLook look;
    look.side = ink_of_side(view_, side_of_letter(view_, letter));
    look.last = is_marked(view_, "last", point) && !beyond;
    look.dead = dead;
    look.alpha = beyond ? 0.38 : 1;
    brush_.piece(spot, look);
  }

  void draw_empty(Point point, Spot spot) {
    const double r = at_.step * 0.22, thick = std::max(1.4, at_.step * 0.065);
    const bool left = is_marked(view_, "last", point);
    const char sign = left ? ':' : empty_sign(view_, {}, point);
    if (sign == '.') return;
    if (sign == '!') return brush_.frame(spot.x - r, spot.y - r, 2 * r, 2 * r, thick, kMark);
    if (sign == ':') return brush_.ring({spot.x, spot.y, at_.step * 0.15}, thick, kMark);
    brush_.dot({spot.x, spot.y, at_.step * 0.36}, kWood);  // so that no line runs through it
    brush_.text(spot.x, spot.y, at_.step * 0.66, std::string(1, sign), kMark, true);
  }

  // --- pyramids, from above: levels from below to above

  void draw_pyramid() {
    levels_.clear();
    for (const std::string& level : view_.board) levels_.push_back(split(level, '/'));
    for (int row = 0; row < view_.rows; ++row)
      for (int column = 0; column < view_.columns; ++column) {
        brush_.next_place();
        if (ball_at(0, column, row) == '.') draw_hole(point_at(0, column, row));
      }
    const int levels = static_cast<int>(levels_.size());
    for (int level = 0; level < view_.levels; ++level)
      for (const bool shadow : {true, false})
        for (int row = view_.rows - level - 1; row >= 0; --row)
          for (int column = 0; column < view_.columns - level; ++column) {
            brush_.next_place();
            if (ball_at(level, column, row) != '.') draw_ball(point_at(level, column, row), shadow, levels);
          }
    for (int level = 1; level < view_.levels; ++level)
      for (int row = 0; row < view_.rows - level; ++row)
        for (int column = 0; column < view_.columns - level; ++column) {
          brush_.next_place();
          if (ball_at(level, column, row) == '.') draw_sign(point_at(level, column, row));
        }
  }

  char ball_at(int level, int column, int row) const {
    if (static_cast<std::size_t>(level) >= levels_.size()) return '.';
    const auto& rows = levels_[static_cast<std::size_t>(level)];
    const auto line = static_cast<std::size_t>(view_.rows - level - 1 - row), place = static_cast<std::size_t>(column);
    return line < rows.size() && place < rows[line].size() ? rows[line][place] : '.';
  }
  Spot spot_of(Point point, double radius) const {
    return {x_of(2 * point.column + point.level), y_of(2 * point.row + point.level), radius};
  }

  void draw_hole(Point point) {
    brush_.hollow(spot_of(point, at_.step * 0.2));
    draw_sign(point);
  }

  void draw_sign(Point point) {
    const Spot spot = spot_of(point, at_.step * 0.3);
    const char sign = empty_sign(view_, {}, point);
    if (sign == '!')
      brush_.frame(spot.x - spot.radius, spot.y - spot.radius, 2 * spot.radius, 2 * spot.radius,
                   std::max(1.4, at_.step * 0.06), kMark);
    if (sign == '?') brush_.text(spot.x, spot.y, at_.step * 0.5, "?", kMark, true);
  }

  // What lies deep is a little smaller and darker.
  void draw_ball(Point point, bool shadow, int levels) {
    const int below = levels - 1 - static_cast<int>(point.level);
    const Spot spot = spot_of(point, at_.step * std::max(0.45, 0.5 - 0.008 * below));
    if (shadow) return brush_.shadow(spot, point.level == 0 ? 0.45 : 0.7);
    PieceLook look;
    look.side = ink_of_side(view_, side_of_letter(view_, ball_at(point.level, point.column, point.row)));
    look.last = is_marked(view_, "last", point);
    look.dead = is_marked(view_, "dead", point);
    look.veil = std::min(0.24, 0.07 * below);
    brush_.piece(spot, look);
  }

  // --- names of columns and rows

  void label() {
    const bool pyramid = has_levels(view_);
    const double height = std::clamp(at_.left * 0.62, 8.0, at_.step * 0.62 + 3);
    for (std::size_t i = 0; i < sheet_.columns.size(); ++i) {
      const int half_steps = static_cast<int>(pyramid ? i : 2 * i);
      const bool between = half_steps % 2 != 0;
      if (between && at_.step < 30) continue;
      brush_.text(x_of(half_steps), at_.top + at_.height + at_.left / 2.0, between ? height * 0.85 : height,
                  sheet_.columns[i], between ? kDimLabel : kLabel, false);
    }
    for (std::size_t i = 0; i < sheet_.rows.size(); ++i) {
      const int half_steps = static_cast<int>(pyramid ? i : 2 * i);
      const bool between = half_steps % 2 != 0;
      if (between && at_.step < 30) continue;
      brush_.text(at_.left / 2.0, y_of(half_steps), between ? height * 0.85 : height, sheet_.rows[i],
                  between ? kDimLabel : kLabel, false);
    }
  }

  const View& view_;
  const BoardSheet& sheet_;
  const Layout& at_;
  Brush& brush_;
  std::vector<std::vector<std::string_view>> levels_{};  // rows top to bottom
};

}  // namespace

void draw_board(const BoardSheet& sheet, const Layout& at, Brush& brush) {
  Drawing(sheet, at, brush).draw();
}

}  // namespace cairn
