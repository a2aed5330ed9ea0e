#include "notation/text_board.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"
#include "notation/text_canvas.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 5> kSizeWords{"auto", "large", "medium", "small", "plain"};

// One level as a grid of letters, row numbers at the left and column letters below.
TextCanvas grid_canvas(const View& view, int level, const std::vector<std::string_view>& rows, const PointNamer& name,
                       const BoardStyle& style, std::string_view title) {
  const int height = static_cast<int>(rows.size());
  const int width = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  const auto point = [&](int column, int row) {
    return Point{static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
  };
  std::size_t letters = 1, digits = 1;
  for (int column = 0; column < width; ++column)
    letters = std::max(letters, name_letters(name(point(column, 0))).size());
  for (int row = 0; row < height; ++row) digits = std::max(digits, name_digits(name(point(0, row))).size());
  const int step = static_cast<int>(letters) + 1, left = static_cast<int>(digits) + 1, top = title.empty() ? 0 : 1;
  const int board_width = step * width + 1;
  TextCanvas canvas(std::max(left + board_width, static_cast<int>(title.size())), top + height + 1);
  canvas.write(0, 0, title, Ink::label);
  canvas.fill(left, top, board_width, height, Ink::wood);
  for (int row = height - 1; row >= 0; --row) {
    const int y = top + height - 1 - row;
    const std::string number = name_digits(name(point(0, row)));
    canvas.write(left - 1 - static_cast<int>(number.size()), y, number, Ink::label);
    for (int column = 0; column < width; ++column) {
      const Point here = point(column, row);
      char letter = rows[static_cast<std::size_t>(height - 1 - row)][static_cast<std::size_t>(column)];
      const int side = side_of_letter(view, letter);
      const bool last = is_marked(view, "last", here);
      const bool empty = letter == '.';
      if (!empty && is_marked(view, "dead", here)) letter = to_lower(letter);
      if (empty) letter = empty_sign(view, style, here);
      const Ink ink = !empty ? ink_of_side(view, side) : letter == '.' ? Ink::hole : Ink::mark;
      const int x = left + 1 + step * column;
      canvas.at(x, y).letter = letter;
      canvas.at(x, y).ink = ink;
      if (last) {
        canvas.at(x, y).strong = true;
        char& before = canvas.at(x - 1, y).letter;  // shared with a neighbour of the last move too
        before = before == ')' ? '|' : '(';
        canvas.at(x + 1, y).letter = ')';
      }
    }
  }
  for (int column = 0; column < width; ++column)
    canvas.write(left + 1 + step * column, top + height, name_letters(name(point(column, 0))), Ink::label);
  return canvas;
}

std::string plain_board(const View& view, const PointNamer& name, const BoardStyle& style) {
  if (!has_levels(view)) {
    std::vector<std::string_view> rows(view.board.begin(), view.board.end());
    return grid_canvas(view, 0, rows, name, style, "").text(style.colours);
  }
  std::vector<TextCanvas> grids;
  int height = 0;
  for (std::size_t level = 0; level < view.board.size(); ++level) {
    const std::string title = "level " + std::to_string(level + 1);
    grids.push_back(grid_canvas(view, static_cast<int>(level), split(view.board[level], '/'), name, style, title));
    height += grids.back().rows() + (level > 0 ? 1 : 0);
  }
  if (height <= style.rows) {
    std::string text;
    for (const auto& grid : grids) text.append(text.empty() ? "" : "\n").append(grid.text(style.colours));
    return text;
  }
  std::string text;
  constexpr int kGap = 2;
  for (std::size_t first = 0; first < grids.size();) {
    std::size_t end = first;
    int width = 0;
    while (end < grids.size() && (end == first || width + kGap + grids[end].columns() <= style.columns)) {
      width += (end > first ? kGap : 0) + grids[end].columns();
      ++end;
    }
    TextCanvas band(width, grids[first].rows());
    for (int x = 0; first < end; ++first) {
      band.paste(grids[first], x, 0);
      x += grids[first].columns() + kGap;
    }
    text.append(text.empty() ? "" : "\n").append(band.text(style.colours));
  }
  return text;
}

std::string score_text(const View::Side& side) {
  std::string text = half_points_text(side.half_points);
  if (side.captures >= 0) text.append(" (").append(std::to_string(side.captures)).append(" captured)");
  return text;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text;
}

std::string result_sentence(const View& view) {
  const int won = winner(view.outcome, static_cast<int>(view.sides.size()));
  if (won >= 0) {
    std::string name;
    for (const auto& side : view.sides)
      if (index(side.seat) == won) name = side.name;
    return capital(name) + " wins: " + view.result;
  }
  return (view.outcome.how == Outcome::How::no_result ? "No result: " : "Drawn: ") + view.result;
}

std::string acting_sentence(const View& view) {
  std::vector<std::string> names;
  for (const auto& side : view.sides)
    if (view.to_act.contains(side.seat)) names.push_back(side.name);
  std::string text = capital(join(names, " and ")) + " to " + (names.size() > 1 ? "act" : "move");
  for (const auto& fact : view.facts) {
    if (fact.value.empty() || fact.value == "no") continue;
    std::string name = fact.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    text.append(", ").append(name);
    if (fact.value != "yes") text.append(": ").append(fact.value);
  }
  return text;
}

}  // namespace

std::optional<BoardSize> board_size(std::string_view word) {
  for (std::size_t i = 0; i < kSizeWords.size(); ++i)
    if (equal_ignoring_case(kSizeWords[i], word)) return static_cast<BoardSize>(i);
  return std::nullopt;
}

std::string board_sizes_text() {
  return "auto, large, medium, small or plain (one grid a level)";
}

PointNamer namer(const Position& position) {
  return [&position](Point point) { return position.name(point); };
}

std::pair<int, int> board_room(const View& view, BoardSize size) {
  return has_levels(view) ? pyramid_room(view, size) : flat_room(view, size);
}

BoardSize chosen_size(const View& view, const BoardStyle& style) {
  if (style.size == BoardSize::plain) return BoardSize::plain;
  const bool automatic = style.size == BoardSize::automatic;
  for (const BoardSize size : {BoardSize::large, BoardSize::medium, BoardSize::small}) {
    if (!automatic && size < style.size) continue;  // larger than wanted
    const auto [columns, rows] = board_room(view, size);
    // A small board that is too high only scrolls.
    const bool fits = automatic ? columns <= style.columns && (rows <= style.rows || size == BoardSize::small)
                                : columns <= std::max(style.columns, kWidestBoard);
    if (fits) return size;
  }
  return BoardSize::plain;
}

std::string text_board(const View& view, const PointNamer& name, const BoardStyle& style) {
  const BoardSize size = chosen_size(view, style);
  if (size == BoardSize::plain) return plain_board(view, name, style);
  return (has_levels(view) ? pyramid_canvas(view, name, style, size) : flat_canvas(view, name, style, size))
      .text(style.colours);
}

std::string status_text(const View& view, BoardSize size) {
  std::string text;
  for (std::size_t i = 0; i < view.sides.size(); ++i) {
    const auto& side = view.sides[i];
    const char letter = size != BoardSize::plain ? glyph_of_side(view, static_cast<int>(i)) : side.letter;
    if (!text.empty()) text += "   ";
    text += letter;
    text += ' ' + side.name + ' ' + score_text(side) + (side.retired ? " (left)" : "");
  }
  return text + "\n" + wrap(view.outcome.over ? result_sentence(view) : acting_sentence(view), 80);
}

}  // namespace cairn
