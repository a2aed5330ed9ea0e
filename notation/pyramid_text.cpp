// Pyramids of balls as seen from above. A ball of a higher level is drawn over the corner where its four supports
// meet; neighbours on one level share the line between them.
#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"
#include "notation/text_canvas.h"

namespace cairn {

namespace {

constexpr int kLabelWidth = 3;  // row numbers, left of the board

// '@' stands for the piece's letter, '~' for what lies below; the centre is where a hole shows.
struct Ball {
  std::vector<std::string_view> lines;
  int step_x, step_y;      // from ball to ball, in cells
  int centre_x, centre_y;  // in `lines`
};

const Ball& ball_of(BoardSize size) {
  static const Ball kLarge{{"~~_____~~", "~/     \\~", "|  @ @  |", "|  @ @  |", "~\\_____/~"}, 8, 4, 4, 2};
  static const Ball kMedium{{"~~___~~", "~/   \\~", "(  @  )", "~\\___/~"}, 6, 3, 3, 2};
  static const Ball kSmall{{"~.-.~", "( @ )", "~`-'~"}, 4, 2, 2, 1};
  return size == BoardSize::large ? kLarge : size == BoardSize::medium ? kMedium : kSmall;
}

int width_of(const Ball& ball, int n) {
  return ball.step_x * (n - 1) + static_cast<int>(ball.lines.front().size());
}
int height_of(const Ball& ball, int n) {
  return ball.step_y * (n - 1) + static_cast<int>(ball.lines.size());
}

// Where balls of one level touch they share a cell.
char joined(char before, char now) {
  if ((before == ')' && now == '(') || (before == '(' && now == ')')) return '|';
  if ((before == '`' || before == '\'') && now == '.') return ':';
  if (before == '.' && (now == '`' || now == '\'')) return ':';
  if ((before == '\\' || before == '/') && now == '_') return before;
  return now;
}

class Drawing {
 public:
  Drawing(const View& view, const BoardStyle& style, const Ball& ball)
      : view_(view),
        style_(style),
        ball_(ball),
        canvas_(kLabelWidth + width_of(ball, view.columns), height_of(ball, view.columns) + 1) {
    canvas_.fill(kLabelWidth, 0, width_of(ball, view.columns), height_of(ball, view.columns), Ink::wood);
  }

  TextCanvas draw(const PointNamer& name) {
    const int n = view_.columns;
    levels_.assign(static_cast<std::size_t>(view_.levels), std::vector<std::string>());
    for (int l = 0; l < view_.levels; ++l) {
      auto& rows = levels_[static_cast<std::size_t>(l)];
      if (static_cast<std::size_t>(l) < view_.board.size())
        for (const auto row : split(view_.board[static_cast<std::size_t>(l)], '/')) rows.emplace_back(row);
      rows.resize(static_cast<std::size_t>(n - l), std::string());
      for (auto& row : rows) row.resize(static_cast<std::size_t>(n - l), '.');
    }
    for (int l = 0; l < view_.levels; ++l)
      for (int r = n - l - 1; r >= 0; --r)
        for (int c = 0; c < n - l; ++c) draw_point(l, c, r);
    show_through_gaps();
    label(name);
    return std::move(canvas_);
  }

 private:
  char at(int l, int c, int r) const {
    const auto& rows = levels_[static_cast<std::size_t>(l)];
    return rows[rows.size() - 1 - static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  }
  int left(int half_steps) const { return kLabelWidth + half_steps * ball_.step_x / 2; }
  int top(int half_steps) const { return (2 * (view_.columns - 1) - half_steps) * ball_.step_y / 2; }
  bool supported(int l, int c, int r) const {
    return l == 0 || (at(l - 1, c, r) != '.' && at(l - 1, c + 1, r) != '.' && at(l - 1, c, r + 1) != '.' &&
                      at(l - 1, c + 1, r + 1) != '.');
  }

  void draw_point(int l, int c, int r) {
    const Point point{static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
    const char letter = at(l, c, r);
    const int x = left(2 * c + l), y = top(2 * r + l);
    if (letter != '.') {
      draw_ball(point, letter, x, y);
      return;
    }
    const bool freedom = style_.freedoms && is_last_freedom(view_, point);
    const bool playable = l > 0 && style_.playable && supported(l, c, r);
    if (l > 0 && !playable && !freedom) return;
    auto& cell = canvas_.at(x + ball_.centre_x, y + ball_.centre_y);
    cell.letter = freedom ? '*' : l == 0 ? '.' : '+';
    cell.ink = freedom || l > 0 ? Ink::mark : Ink::hole;
    cell.level = -1;
  }

  void draw_ball(Point point, char letter, int x, int y) {
    const int side = side_of_letter(view_, letter);
    const bool last = is_marked(view_, "last", point);
    const Ink ink = ink_of_side(view_, side);
    const char glyph = glyph_of_side(view_, side, last);
    for (std::size_t row = 0; row < ball_.lines.size(); ++row) {
      for (std::size_t column = 0; column < ball_.lines[row].size(); ++column) {
        const char drawn = ball_.lines[row][column];
        if (drawn == '~') continue;
        auto& cell = canvas_.at(x + static_cast<int>(column), y + static_cast<int>(row));
        const bool neighbour = cell.level == static_cast<int>(point.level);
        cell.letter = drawn == '@' ? glyph : neighbour ? joined(cell.letter, drawn) : drawn;
        cell.ink = ink;
        cell.level = static_cast<std::int8_t>(point.level);
        cell.strong = last && drawn == '@';
        const bool face = drawn == '@' || drawn == ' ' || (drawn == '_' && row > 0);
        if (face) cell.ground = side < 0 ? Ink::wood : ink;
      }
    }
  }

  // Four balls around one of the level below may cover all its letters, but leave a gap above its centre: it is seen
  // there until a ball lies in the gap.
  void show_through_gaps() {
    for (int l = 0; l < view_.levels; ++l)
      for (int r = 0; r < view_.columns - l; ++r)
        for (int c = 0; c < view_.columns - l; ++c)
          if (at(l, c, r) != '.') show_through_gap(l, c, r);
  }

  void show_through_gap(int l, int c, int r) {
    const int x = left(2 * c + l), y = top(2 * r + l);
    for (std::size_t row = 0; row < ball_.lines.size(); ++row)
      for (std::size_t column = 0; column < ball_.lines[row].size(); ++column)
        if (ball_.lines[row][column] == '@' &&
            canvas_.at(x + static_cast<int>(column), y + static_cast<int>(row)).level == l)
          return;
    auto& cell = canvas_.at(x + ball_.centre_x, y + ball_.centre_y);
    if (cell.level != l) return;
    const Point point{static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
    cell.strong = is_marked(view_, "last", point);
    cell.letter = glyph_of_side(view_, side_of_letter(view_, at(l, c, r)), cell.strong);
  }

  // Names of columns and rows; half steps belong to the odd levels.
  void label(const PointNamer& name) {
    const int n = view_.columns, steps = 2 * n - 1;
    const bool wide = name_letters(name({0, static_cast<std::uint8_t>(n - 1), 0})).size() > 1;
    for (int step = 0; step < steps; ++step) {
      const auto level = static_cast<std::uint8_t>(step % 2), at = static_cast<std::uint8_t>(step / 2);
      if (level == 1 && view_.levels < 2) continue;
      const std::string digits = name_digits(name({level, 0, at}));
      canvas_.write(kLabelWidth - 1 - static_cast<int>(digits.size()), top(step) + ball_.centre_y, digits, Ink::label);
      if (level == 1 && wide && ball_.step_x / 2 < 3) continue;
      canvas_.write(left(step) + ball_.centre_x, canvas_.rows() - 1, name_letters(name({level, at, 0})), Ink::label);
    }
  }

  const View& view_;
  const BoardStyle& style_;
  const Ball& ball_;
  TextCanvas canvas_;
  std::vector<std::vector<std::string>> levels_;  // rows top to bottom
};

}  // namespace

TextCanvas pyramid_canvas(const View& view, const PointNamer& name, const BoardStyle& style, BoardSize size) {
  return Drawing(view, style, ball_of(size)).draw(name);
}

std::pair<int, int> pyramid_room(const View& view, BoardSize size) {
  const Ball& ball = ball_of(size);
  return {kLabelWidth + width_of(ball, view.columns), height_of(ball, view.columns) + 1};
}

}  // namespace cairn
