// What the readers of foreign_files.h share: lines with their numbers, and an SGF that grows move by move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.h"
#include "notation/foreign_files.h"

namespace cairn {

struct TextLine {
  std::uint32_t number = 1;
  std::string_view text;  // trimmed
};
// Lines by LF, CR LF or CR alone.
inline std::vector<TextLine> text_lines(std::string_view text) {
  std::vector<TextLine> lines;
  std::uint32_t number = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.push_back({number++, trim(text.substr(0, end))});
    const bool both = text.substr(end).starts_with("\r\n");
    text.remove_prefix(std::min(text.size(), end + (both ? 2 : 1)));
  }
  return lines;
}

inline Message at_line(std::uint32_t line, Message why) {
  return Message("at-line", "line {line}: {why}", {{"line", line}, {"why", std::move(why)}});
}

class ForeignTree {
 public:
  ForeignTree() {
    for (const auto& [name, value] : {std::pair("FF", "4"), {"GM", "1"}, {"CA", "UTF-8"}}) put(name, value, 1);
  }

  int size = 19;

  // A property of the start; nothing for an empty value, or where it has one already.
  void put(std::string_view name, std::string_view value, std::uint32_t line) {
    value = trim(value);
    if (value.empty() || out_.game[kRoot].find(name) != nullptr) return;
    out_.game[kRoot].properties.push_back({std::string(name), {sgf::value_of(value)}, {line, 1}});
  }
  void stone(char colour, sgf::PointAt point, std::uint32_t line) {
    add_value(colour == 'B' ? "AB" : "AW", point, line);
  }
  // `point` outside of the board: a pass.
  void move(char colour, std::optional<sgf::PointAt> point, std::uint32_t line) {
    sgf::Node node;
    node.at = {line, 1};
    node.properties.push_back({std::string(1, colour), {point ? sgf::value_of(*point) : ""}, {line, 1}});
    last_ = out_.game.add(last_, std::move(node));
    nodes_.push_back(last_);
  }
  bool has_stones() const { return out_.game[kRoot].find("AB") != nullptr; }
  std::size_t moves() const { return nodes_.size(); }
  // Behind so many moves; 0: the start.
  void comment(std::size_t move, std::string_view text, std::uint32_t line) {
    if (trim(text).empty()) return;
    const NodeIndex node = move == 0 || nodes_.empty() ? kRoot : nodes_[std::min(move, nodes_.size()) - 1];
    for (auto& property : out_.game[node].properties)
      if (property.name == "C") {
        property.values[0] += "\n" + sgf::value_of(text);
        return;
      }
    out_.game[node].properties.push_back({"C", {sgf::value_of(text)}, {line, 1}});
  }
  bool on_board(int column, int row) const { return column >= 0 && row >= 0 && column < size && row < size; }
  void remark(std::uint32_t line, Message why) {
    if (out_.remarks.size() < sgf::kMaxRemarks) out_.remarks.push_back(at_line(line, std::move(why)));
  }
  ForeignFile take(MessageText form) {
    put("SZ", std::to_string(size), 1);
    if (moves() == 0 && !has_stones())
      return {{},
              {},
              Message("looks-like-without-moves", "this looks like {what}, but it has no moves",
                      {{"what", Message(form)}})};
    return std::move(out_);
  }

 private:
  void add_value(std::string_view name, sgf::PointAt point, std::uint32_t line) {
    for (auto& property : out_.game[kRoot].properties)
      if (property.name == name) {
        property.values.push_back(sgf::value_of(point));
        return;
      }
    out_.game[kRoot].properties.push_back({std::string(name), {sgf::value_of(point)}, {line, 1}});
  }

  ForeignFile out_;
  NodeIndex last_ = kRoot;
  std::vector<NodeIndex> nodes_;
};

// "Name (9D)" or "Name 9D*": the name, and the rank where there is one.
inline std::pair<std::string_view, std::string_view> name_and_rank(std::string_view text) {
  text = trim(text);
  if (text.ends_with(')'))
    if (const auto open = text.rfind('('); open != std::string_view::npos)
      return {trim(text.substr(0, open)), trim(text.substr(open + 1, text.size() - open - 2))};
  return {text, {}};
}

// What is wrong with a line, of which the beginning is told.
inline Message of_line(MessageText said, std::string_view text) {
  return Message(said.code, said.text, {{"text", text.substr(0, 60)}});
}

// What several forms say of a line.
inline constexpr MessageText kNoSize("line-no-board-size", "\"{text}\" has no board size");
inline constexpr MessageText kNoMove("line-no-move", "\"{text}\" has no move; it was skipped");
inline constexpr MessageText kNoKomi("line-no-komi", "\"{text}\" has no komi");
inline constexpr MessageText kOutside("move-outside-board-pass",
                                      "the move is outside the board; it was read as a pass");

}  // namespace cairn
