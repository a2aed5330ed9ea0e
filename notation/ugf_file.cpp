// UGF and UGI of PandaNet: sections in brackets. [Header] has lines "Key=value"; [Data] a move a line, "QD,B1,1,0": the
// point, colour and number, the number of the node (0 for what is set up before the first move); [Figure] comments
// between ".Text,NODE" and ".EndText". Letters of points begin with A at the left, and at the bottom with
// CoordinateType=IGS, else at the top; what is outside is a pass ("YA").
#include "notation/foreign_tree.h"

namespace cairn {

namespace {

class UgfReader {
 public:
  ForeignFile read(std::string_view text) {
    std::string section;
    for (const TextLine& line : text_lines(text)) {
      if (line.text.empty()) continue;
      if (line.text.size() > 2 && line.text.front() == '[' && line.text.back() == ']') {
        section = upper(line.text.substr(1, line.text.size() - 2));
        if (section == "DATA") start();
      } else if (section == "HEADER") {
        read_key(line);
      } else if (section == "DATA") {
        read_move(line);
      } else if (section == "FIGURE") {
        read_comment(line);
      }
    }
    return error_.empty() ? tree_.take(MessageText("ugf-file", "a UGF file of PandaNet")) : ForeignFile{{}, {}, error_};
  }

 private:
  void read_key(const TextLine& line) {
    const auto equals = line.text.find('=');
    if (equals == std::string_view::npos) return;
    const std::string key = upper(trim(line.text.substr(0, equals)));
    const std::string_view value = trim(line.text.substr(equals + 1));
    const auto parts = split(value, ',');
    if (key == "SIZE") {
      const auto size = parse_int(value);
      if (size && *size >= 2 && *size <= 26)
        tree_.size = *size;
      else if (error_.empty())
        error_ = at_line(line.number, of_line(kNoSize, line.text));
    } else if (key == "PLAYERB" || key == "PLAYERW") {
      const bool black = key == "PLAYERB";
      tree_.put(black ? "PB" : "PW", parts[0], line.number);
      if (parts.size() > 1) tree_.put(black ? "BR" : "WR", parts[1], line.number);
    } else if (key == "HDCP") {
      stones_ = parse_int(trim(parts[0])).value_or(0);
      if (stones_ > 1) tree_.put("HA", parts[0], line.number);
      if (parts.size() > 1) read_komi(trim(parts[1]), line);
    } else if (key == "WINNER") {
      read_winner(parts, line);
    } else if (key == "DATE") {
      read_date(trim(parts[0]), line);
    } else if (key == "RULE") {
      tree_.put("RU", parts[0], line.number);
    } else if (key == "COORDINATETYPE") {
      bottom_ = equal_ignoring_case(value, "IGS");
    } else {
      put_text(key, value, line);
    }
  }

  void put_text(const std::string& key, std::string_view value, const TextLine& line) {
    for (const auto& [name, property] : {std::pair<std::string_view, std::string_view>("TITLE", "GN"),
                                         {"PLACE", "PC"},
                                         {"EVENT", "EV"},
                                         {"ROUND", "RO"},
                                         {"COPY", "CP"},
                                         {"COPYRIGHT", "CP"},
                                         {"WRITER", "US"},
                                         {"COMMENTATOR", "AN"}})
      if (key == name) tree_.put(property, value, line.number);
    if (key == "COMMENT") tree_.comment(0, value, line.number);
  }

  void read_komi(std::string_view value, const TextLine& line) {
    // "5.5", and "5.50" or "6.50" of some programs.
    std::string komi(value);
    while (komi.find('.') != std::string::npos && (komi.back() == '0' || komi.back() == '.')) {
      const bool point = komi.back() == '.';
      komi.pop_back();
      if (point) break;
    }
    if (parse_half_points(komi))
      tree_.put("KM", komi, line.number);
    else
      tree_.remark(line.number, of_line(kNoKomi, line.text));
  }

  void read_winner(const std::vector<std::string_view>& parts, const TextLine& line) {
    const std::string winner = upper(trim(parts[0]));
    if (winner == "D") return tree_.put("RE", "0", line.number);
    if (winner != "B" && winner != "W") return;
    const std::string how = parts.size() > 1 ? upper(trim(parts[1])) : "";
    const bool number = parse_half_points(how).has_value();
    tree_.put("RE", winner + '+' + (how == "C" ? "R" : how == "T" ? "T" : number ? how : ""), line.number);
  }

  void read_date(std::string_view value, const TextLine& line) {
    const auto parts = split(value, '/');
    if (parts.size() != 3 || parts[0].size() != 4) return tree_.put("DT", value, line.number);
    std::string date;
    for (const auto part : parts)
      date += (date.empty() ? "" : "-") + std::string(part.size() < 2 ? "0" : "") + std::string(part);
    tree_.put("DT", date, line.number);
  }

  void start() {
    if (stones_ > 9)
      tree_.remark(1, Message("handicap-as-far-as",
                              "the handicap of {n} stones is larger than 9; only the stones on the board count",
                              {{"n", stones_}}));
  }

  void read_move(const TextLine& line) {
    const auto parts = split(line.text, ',');
    const std::string point = upper(trim(parts[0]));
    const std::string colour = parts.size() > 1 ? upper(trim(parts[1])) : "";
    if (point.size() < 2 || colour.empty() || (colour[0] != 'B' && colour[0] != 'W'))
      return tree_.remark(line.number, of_line(kNoMove, line.text));
    const int column = point[0] - 'A', letter = point[1] - 'A';
    const int row = bottom_ ? tree_.size - 1 - letter : letter;
    const bool there = tree_.on_board(column, row);
    const bool before = parts.size() > 2 && trim(parts[2]) == "0" && tree_.moves() == 0;
    if (before && there) return tree_.stone(colour[0], {column, row}, line.number);
    if (!there && point != "YA") tree_.remark(line.number, Message(kOutside));
    tree_.move(colour[0], there ? std::optional(sgf::PointAt{column, row}) : std::nullopt, line.number);
  }

  void read_comment(const TextLine& line) {
    const std::string start = upper(line.text.substr(0, 6));
    if (start.starts_with(".TEXT")) {
      const auto parts = split(line.text, ',');
      node_ = parts.size() > 1 ? parse_int(trim(parts[1])).value_or(0) : 0;
      inside_ = true;
    } else if (start.starts_with(".ENDTE")) {
      inside_ = false;
    } else if (inside_ && line.text.front() != '.') {
      tree_.comment(static_cast<std::size_t>(std::max(node_, 0)), line.text, line.number);
    }
  }

  ForeignTree tree_;
  Message error_;
  int stones_ = 0, node_ = 0;
  bool bottom_ = false, inside_ = false;
};

}  // namespace

bool looks_like_ugf(std::string_view text) {
  const auto first = trim(text.substr(0, 20'000));
  if (!first.starts_with('[')) return false;
  const std::string start = upper(first);
  return start.find("[HEADER]") != std::string::npos && start.find("[DATA]") != std::string::npos;
}

ForeignFile read_ugf(std::string_view text) {
  return UgfReader().read(text);
}

}  // namespace cairn
