#include "notation/text_canvas.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace cairn {

namespace {

struct Paint {
  std::string_view line, face, on_face;  // an edge, the inside, and a letter or a line of the same side on it
};
constexpr std::array<Paint, 4> kRich{{{"38;5;231", "48;5;254", "38;5;16"},
                                      {"38;5;16", "48;5;235", "38;5;254"},
                                      {"38;5;124", "48;5;124", "38;5;231"},
                                      {"38;5;19", "48;5;25", "38;5;231"}}};
constexpr std::array<Paint, 4> kBasic{{{"97", "47", "30"}, {"30", "40", "37"}, {"31", "41", "97"}, {"34", "44", "97"}}};

bool is_side(Ink ink) {
  return ink >= Ink::white;
}

// On a wooden ground, readable on dark and light terminals alike.
std::string escape(const TextCanvas::Cell& cell, Colours colours) {
  const bool rich = colours == Colours::rich;
  const auto paint = [&](Ink ink) -> const Paint& {
    return (rich ? kRich : kBasic)[static_cast<std::size_t>(ink) - static_cast<std::size_t>(Ink::white)];
  };
  std::string codes = "0";
  const auto add = [&](std::string_view code) { codes.append(";").append(code); };
  if (is_side(cell.ground))
    add(paint(cell.ground).face);
  else if (cell.ground == Ink::wood)
    add(rich ? "48;5;137" : "43");
  if (is_side(cell.ink))
    add(cell.ink == cell.ground ? paint(cell.ink).on_face : paint(cell.ink).line);
  else if (cell.ink == Ink::label)
    add("2");
  else if (cell.ink == Ink::hole)
    add(rich ? "38;5;94" : "30");
  else if (cell.ink == Ink::mark)
    add(rich ? "38;5;22" : "32");
  else if (cell.ink == Ink::neutral)
    add(rich ? "38;5;240" : "90");
  if (cell.strong) add("1;4");
  return "\033[" + codes + "m";
}

}  // namespace

TextCanvas::TextCanvas(int columns, int rows)
    : columns_(columns), rows_(rows), cells_(static_cast<std::size_t>(columns * rows)) {}

void TextCanvas::write(int column, int row, std::string_view text, Ink ink) {
  if (row < 0 || row >= rows_) return;
  for (const char letter : text) {
    if (column >= 0 && column < columns_) at(column, row) = {letter, ink, Ink::paper, -1, false};
    ++column;
  }
}

void TextCanvas::fill(int column, int row, int width, int height, Ink ground) {
  for (int y = row; y < row + height; ++y)
    for (int x = column; x < column + width; ++x) at(x, y).ground = ground;
}

void TextCanvas::paste(const TextCanvas& other, int column, int row) {
  for (int y = 0; y < other.rows(); ++y)
    for (int x = 0; x < other.columns(); ++x) at(column + x, row + y) = other.at(x, y);
}

std::string TextCanvas::text(Colours colours) const {
  std::string out;
  for (int y = 0; y < rows_; ++y) {
    int end = columns_;
    while (end > 0 && at(end - 1, y).letter == ' ' && (colours == Colours::none || at(end - 1, y).ground == Ink::paper))
      --end;
    std::string now = "\033[0m";
    for (int x = 0; x < end; ++x) {
      const Cell& cell = at(x, y);
      if (colours != Colours::none) {
        if (auto next = escape(cell, colours); next != now) {
          out += next;
          now = std::move(next);
        }
      }
      out += cell.letter;
    }
    if (now != "\033[0m") out += "\033[0m";
    out += '\n';
  }
  return out;
}

std::string name_letters(std::string_view name) {
  std::string letters;
  std::copy_if(name.begin(), name.end(), std::back_inserter(letters), is_letter);
  return letters;
}

std::string name_digits(std::string_view name) {
  std::string digits;
  std::copy_if(name.begin(), name.end(), std::back_inserter(digits), is_digit);
  return digits;
}

bool is_marked(const View& view, std::string_view kind, Point point) {
  for (const auto& mark : view.marks)
    if (mark.kind == kind && std::find(mark.points.begin(), mark.points.end(), point) != mark.points.end()) return true;
  return false;
}

int side_of_letter(const View& view, char letter) {
  for (std::size_t i = 0; i < view.sides.size(); ++i)
    if (view.sides[i].letter == letter) return static_cast<int>(i);
  return -1;
}

Ink ink_of_side(const View& view, int side) {
  constexpr std::array<std::string_view, kMaxSeats> kColours{"white", "black", "red", "blue"};
  const auto named = [&](std::size_t one) {
    return std::find(kColours.begin(), kColours.end(), view.sides[one].name) - kColours.begin();
  };
  const auto wanted = static_cast<std::size_t>(side);
  if (side < 0 || wanted >= view.sides.size()) return Ink::neutral;
  std::array<bool, kMaxSeats + 1> taken{};
  for (std::size_t one = 0; one < view.sides.size(); ++one) taken[static_cast<std::size_t>(named(one))] = true;
  auto colour = static_cast<std::size_t>(named(wanted));
  if (colour == kMaxSeats) {  // the first colour left over, the second for the next side of this kind, and so on
    std::size_t before = 0;
    for (std::size_t one = 0; one < wanted; ++one) before += named(one) == kMaxSeats ? 1 : 0;
    for (colour = 0; colour + 1 < kMaxSeats; ++colour)
      if (!taken[colour] && before-- == 0) break;
  }
  return static_cast<Ink>(static_cast<std::size_t>(Ink::white) + colour);
}

char glyph_of_side(const View& view, int side, bool last) {
  if (side < 0) return last ? '@' : '#';
  const auto colour = static_cast<std::size_t>(ink_of_side(view, side)) - static_cast<std::size_t>(Ink::white);
  return (last ? "OXYZ" : "oxyz")[colour];
}

bool is_last_freedom(const View& view, Point point) {
  return std::any_of(view.groups.begin(), view.groups.end(),
                     [&](const auto& group) { return group.freedoms.size() == 1 && group.freedoms.front() == point; });
}

char empty_sign(const View& view, const BoardStyle& style, Point point) {
  if (style.freedoms && is_last_freedom(view, point)) return '*';
  if (is_marked(view, "ko", point)) return '!';
  if (is_marked(view, "tried", point)) return '?';
  return is_marked(view, "captured", point) ? ':' : '.';
}

}  // namespace cairn
