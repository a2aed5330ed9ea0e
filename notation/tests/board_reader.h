// Reads drawn boards back as a person does: finds a point's column by the letters below the board and its row by the
// number at the left, and looks what is drawn there. Knows the shapes of pieces, and nothing of how they are drawn.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"
#include "notation/text_board.h"

namespace cairn {

// What a point shows: the small letter of a piece or '#', a sign ('.', '*', ...), or ' ' for nothing.
struct Seen {
  char letter = ' ';
  bool last = false, dead = false;
  friend bool operator==(const Seen&, const Seen&) = default;
};

class BoardReader {
 public:
  BoardReader(const View& view, std::string_view text, const PointNamer& name, BoardSize size)
      : view_(view), name_(name), size_(size) {
    for (const auto line : split(text, '\n')) lines_.emplace_back(line);
    for (int y = 0; y < label_line(); ++y)
      if (auto number = number_at(y, 0); !number.empty()) row_labels_.emplace(std::move(number), y);
    const auto& labels = lines_[static_cast<std::size_t>(label_line())];
    for (const auto word : split_words(labels))
      column_labels_.emplace(std::string(word), static_cast<int>(word.data() - labels.data()));
  }

  // What is seen at a point from above: of points one above the other the highest piece.
  std::optional<Seen> drawn_at(Point point) const {
    const auto x = column_of(point), y = row_of(point);
    if (!x || !y) return std::nullopt;
    if (view_.surface == "pyramid") return size_ == BoardSize::large ? in_large_ball(*x, *y) : piece(cell(*x, *y));
    const int half = size_ == BoardSize::large ? 2 : 1;
    Seen seen = piece(cell(*x, *y));
    seen.dead = between(*x, *y, half, "[|", "]|");
    return seen;
  }

  // The letter of the view that a plain board shows, a grid a level.
  std::optional<Seen> plain_at(Point point) const {
    int left = 0, top = 0, rows = view_.rows;
    if (view_.surface == "pyramid") {
      const auto title = find("level " + std::to_string(point.level + 1));
      if (!title) return std::nullopt;
      left = title->first;
      top = title->second + 1;
      rows = view_.rows - point.level;
    }
    const auto x = token(top + rows, left, letters_of(point));
    std::optional<int> y;
    for (int line = top; line < top + rows && !y; ++line)
      if (number_at(line, left) == digits_of(point)) y = line;
    if (!x || !y) return std::nullopt;
    const char letter = cell(*x, *y);
    return Seen{to_upper(letter), between(*x, *y, 1, "(|", ")|"), is_letter(letter) && to_upper(letter) != letter};
  }

 private:
  char cell(int x, int y) const {
    if (y < 0 || y >= static_cast<int>(lines_.size()) || x < 0) return ' ';
    const auto& line = lines_[static_cast<std::size_t>(y)];
    return x < static_cast<int>(line.size()) ? line[static_cast<std::size_t>(x)] : ' ';
  }
  // Neighbours share a bracket: '|'.
  bool between(int x, int y, int distance, std::string_view left, std::string_view right) const {
    return left.find(cell(x - distance, y)) != std::string_view::npos &&
           right.find(cell(x + distance, y)) != std::string_view::npos;
  }
  std::string letters_of(Point point) const { return part(point, is_letter); }
  std::string digits_of(Point point) const { return part(point, is_digit); }
  template <class Wanted>
  std::string part(Point point, Wanted wanted) const {
    std::string found;
    for (const char c : name_(point))
      if (wanted(c)) found += c;
    return found;
  }

  // Where `word` stands alone in a line, at or after `from`.
  std::optional<int> token(int y, int from, const std::string& word) const {
    const int length = static_cast<int>(word.size());
    for (int x = from; x + length <= static_cast<int>(lines_[static_cast<std::size_t>(y)].size()); ++x) {
      const bool alone = (x == from || cell(x - 1, y) == ' ') && cell(x + length, y) == ' ';
      if (alone && lines_[static_cast<std::size_t>(y)].compare(static_cast<std::size_t>(x), word.size(), word) == 0)
        return x;
    }
    return std::nullopt;
  }
  std::optional<std::pair<int, int>> find(const std::string& title) const {
    for (int y = 0; y < static_cast<int>(lines_.size()); ++y)
      for (int x = 0; x < static_cast<int>(lines_[static_cast<std::size_t>(y)].size()); ++x)
        if (lines_[static_cast<std::size_t>(y)].compare(static_cast<std::size_t>(x), title.size(), title) == 0 &&
            !is_digit(cell(x + static_cast<int>(title.size()), y)))
          return std::pair{x, y};
    return std::nullopt;
  }
  std::string number_at(int y, int left) const {
    std::string number;
    for (int x = left; x < left + 3; ++x) {
      if (!is_digit(cell(x, y)) && !number.empty()) break;
      if (is_digit(cell(x, y))) number += cell(x, y);
    }
    return number;
  }

  std::optional<int> row_of(Point point) const { return label(row_labels_, digits_of(point)); }
  // Where there is no room for the letters of half steps the column lies between its neighbours.
  std::optional<int> column_of(Point point) const {
    if (const auto x = label(column_labels_, letters_of(point))) return x;
    if (point.level % 2 == 0) return std::nullopt;
    const int before = (2 * point.column + point.level - 1) / 2;
    const auto left = label(column_labels_, letters_of({0, static_cast<std::uint8_t>(before), 0}));
    const auto right = label(column_labels_, letters_of({0, static_cast<std::uint8_t>(before + 1), 0}));
    if (!left || !right) return std::nullopt;
    return (*left + *right) / 2;
  }
  static std::optional<int> label(const std::map<std::string, int>& labels, const std::string& name) {
    const auto found = labels.find(name);
    return found == labels.end() ? std::nullopt : std::optional(found->second);
  }
  int label_line() const { return static_cast<int>(lines_.size()) - 2; }  // the last one; a line end follows

  static bool is_piece(char c) { return std::string_view("oxyzOXYZ#@").find(c) != std::string_view::npos; }
  static Seen piece(char c) {
    if (c == '@') return {'#', true};
    if (is_piece(c)) return {to_lower(c), to_lower(c) != c};
    return {std::string_view(".*!?:+").find(c) == std::string_view::npos ? ' ' : c};
  }
  // Four letters around the centre, of which balls above hide some; one in the gap where they hide all four. Two
  // different letters in one ball read as 'E'.
  Seen in_large_ball(int x, int y) const {
    Seen seen;
    for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {-1, 1}, {1, 1}}) {
      const char c = cell(x + dx, y + dy);
      if (!is_piece(c)) continue;
      if (seen.letter != ' ' && seen != piece(c)) return {'E'};
      seen = piece(c);
    }
    return seen.letter != ' ' ? seen : piece(cell(x, y));
  }

  const View& view_;
  const PointNamer& name_;
  BoardSize size_;
  std::vector<std::string> lines_;
  std::map<std::string, int> row_labels_, column_labels_;  // where they stand
};

}  // namespace cairn
