// GIB of Tygem: a head of "\[KEY=value\]" between \HS and \HE, then between \GS and \GE lines of words: INI the
// handicap, STO a stone, SKI a pass.
#include <algorithm>
#include <array>

#include "notation/foreign_tree.h"

namespace cairn {

namespace {

// Where Tygem puts handicap stones, in its order: columns and rows from the upper left, from 0.
std::vector<sgf::PointAt> handicap_points(int stones) {
  constexpr sgf::PointAt kMiddle{9, 9};
  const std::array<sgf::PointAt, 8> around{{{15, 3}, {3, 15}, {15, 15}, {3, 3}, {3, 9}, {15, 9}, {9, 3}, {9, 15}}};
  const bool middle = stones == 5 || stones == 7 || stones == 9;
  std::vector<sgf::PointAt> points(around.begin(), around.begin() + (middle ? stones - 1 : stones));
  if (middle) points.push_back(kMiddle);
  return points;
}

// "123" behind a key of a list such as "GRLT:3,ZIPSU:0" or "S1,W1,Z0": `separator` is ':' or nothing.
std::optional<int> number_in(std::string_view list, std::string_view key) {
  for (const auto part : split(list, ',')) {
    const auto word = trim(part);
    if (word.starts_with(key))
      if (const auto number = parse_int(word.substr(key.size()))) return number;
  }
  return std::nullopt;
}

// How the game ended, by its number and ten times the points.
std::string result_of(int how, int tenths) {
  const std::string points =
      tenths % 10 == 0 ? std::to_string(tenths / 10) : std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
  switch (how) {
    case 0:
      return "B+" + points;
    case 1:
      return "W+" + points;
    case 3:
      return "B+R";
    case 4:
      return "W+R";
    case 7:
      return "B+T";
    case 8:
      return "W+T";
    default:
      return {};
  }
}

// Of the words that the English program writes: "white 3.5 points win", "black resignation win".
std::string result_of_words(std::string_view value) {
  const std::string text = lower(value);
  const bool white = text.find("white") != std::string::npos;
  if (!white && text.find("black") == std::string::npos) return {};
  std::string start = white ? "W+" : "B+";
  if (text.find("resign") != std::string::npos) return start + 'R';
  if (text.find("time") != std::string::npos) return start + 'T';
  for (const auto word : split_words(text))
    if (parse_half_points(word)) return start + std::string(word);
  return start;
}

// "2008- 9-12-21-26-36" or "2008:09:12:21:26": "2008-09-12".
std::string date_of(std::string_view value, char separator) {
  const auto parts = split(value, separator);
  if (parts.size() < 3) return {};
  std::string out;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = parse_int(trim(parts[i]));
    if (!number || *number < 1 || *number > (i == 0 ? 9999 : 31)) return {};
    const std::string digits = std::to_string(*number);
    out += (i == 0 ? "" : "-") + (digits.size() < 2 ? "0" + digits : digits);
  }
  return out;
}

class GibReader {
 public:
  ForeignFile read(std::string_view text) {
    for (const TextLine& line : text_lines(text)) {
      if (line.text.starts_with("\\[")) {
        read_key(line);
      } else if (line.text.starts_with("\\GE")) {
        break;
      } else if (!line.text.empty()) {
        read_move(line);
      }
    }
    if (!result_.empty()) tree_.put("RE", result_, result_line_);
    return tree_.take(MessageText("gib-file", "a GIB file of Tygem"));
  }

 private:
  void read_key(const TextLine& line) {
    std::string_view text = line.text.substr(2);
    text = text.substr(0, text.rfind("\\]"));
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) return;
    const auto key = trim(text.substr(0, equals)), value = trim(text.substr(equals + 1));
    if (key == "GAMEBLACKNAME" || key == "GAMEWHITENAME") {
      const bool black = key == "GAMEBLACKNAME";
      const auto [name, rank] = name_and_rank(value);
      tree_.put(black ? "PB" : "PW", name, line.number);
      tree_.put(black ? "BR" : "WR", rank, line.number);
    } else if (key == "GAMEPLACE") {
      tree_.put("PC", value, line.number);
    } else if (key == "GAMENAME") {
      tree_.put("GN", value, line.number);
    } else if (key == "GAMEDATE") {
      tree_.put("DT", date_of(value, '-'), line.number);
    } else if (key == "GAMECOMMENT") {
      tree_.comment(0, value, line.number);
    } else if (key == "GAMEGONGJE") {
      if (const auto tenths = parse_int(value)) put_komi(*tenths, line.number);
    } else if (key == "GAMERESULT") {
      if (result_.empty()) set_result(result_of_words(value), line.number);
    } else if (key == "GAMEINFOMAIN") {
      if (const auto tenths = number_in(value, "GONGJE:")) put_komi(*tenths, line.number);
      if (const auto how = number_in(value, "GRLT:"))
        set_result(result_of(*how, number_in(value, "ZIPSU:").value_or(0)), line.number);
    } else if (key == "GAMETAG") {
      read_tag(value, line.number);
    }
  }

  void read_tag(std::string_view value, std::uint32_t line) {
    if (const auto tenths = number_in(value, "G"); tenths && *tenths != 0)
      put_komi(*tenths >= 100 ? *tenths / 10 : *tenths, line);
    if (const auto how = number_in(value, "W")) set_result(result_of(*how, number_in(value, "Z").value_or(0)), line);
    for (const auto part : split(value, ','))
      if (trim(part).starts_with('C')) tree_.put("DT", date_of(trim(part).substr(1), ':'), line);
  }

  void put_komi(int tenths, std::uint32_t line) {
    if (tenths < 0 || tenths > 4000) return tree_.remark(line, Message("komi-passed-over", "the komi was ignored"));
    tree_.put("KM", std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10), line);
  }
  // The numbers tell it better than words, which are in the language of the program that wrote them.
  void set_result(std::string result, std::uint32_t line) {
    if (result.empty()) return;
    result_ = std::move(result);
    result_line_ = line;
  }

  void read_move(const TextLine& line) {
    const auto words = split_words(line.text);
    const auto number = [&](std::size_t i) { return i < words.size() ? parse_int(words[i]) : std::nullopt; };
    if (words[0] == "INI") {
      const int stones = number(3).value_or(0);
      if (stones < 2) return;
      if (stones > 9 || tree_.moves() > 0)
        return tree_.remark(
            line.number,
            of_line(MessageText("line-no-handicap-start", "\"{text}\" has no handicap of 2 to 9 stones"), line.text));
      tree_.put("HA", std::to_string(stones), line.number);
      for (const sgf::PointAt point : handicap_points(stones)) tree_.stone('B', point, line.number);
    } else if (words[0] == "STO") {
      const auto colour = number(3), column = number(4), row = number(5);
      if (!colour || (*colour != 1 && *colour != 2) || !column || !row)
        return tree_.remark(line.number, of_line(kNoMove, line.text));
      const bool there = tree_.on_board(*column, *row);
      if (!there) tree_.remark(line.number, Message(kOutside));
      last_ = *colour == 1 ? 'B' : 'W';
      tree_.move(last_, there ? std::optional(sgf::PointAt{*column, *row}) : std::nullopt, line.number);
    } else if (words[0] == "SKI") {
      // It does not say who passes.
      last_ = last_ == 0 ? (tree_.has_stones() ? 'W' : 'B') : last_ == 'B' ? 'W' : 'B';
      tree_.move(last_, std::nullopt, line.number);
    }
  }

  ForeignTree tree_;
  std::string result_;
  std::uint32_t result_line_ = 1;
  char last_ = 0;
};

}  // namespace

bool looks_like_gib(std::string_view text) {
  const auto start = trim(text.substr(0, 2000));
  return start.starts_with("\\HS") || start.starts_with("\\[GAME") || start.find("\n\\[GAME") != std::string_view::npos;
}

ForeignFile read_gib(std::string_view text) {
  return GibReader().read(text);
}

}  // namespace cairn
