// NGF of wBaduk, line by line: 1 title, 2 size, 3 White with rank, 4 Black with rank, 5 place, 6 handicap, 8 komi,
// 9 date ("20080122 [20:12]"), 11 result in words, 12 number of moves; then moves "PMAABQQQQ": two letters that count,
// the colour, column and row (B is the first), and the same mirrored.
#include <array>

#include "notation/foreign_tree.h"

namespace cairn {

namespace {

bool is_move(std::string_view line) {
  return line.size() >= 7 && (line.starts_with("PM") || line.starts_with("pm")) &&
         (to_upper(line[4]) == 'B' || to_upper(line[4]) == 'W') && is_letter(line[5]) && is_letter(line[6]);
}

// "Black wins by 3.5 points", "White wins by resignation!", "White win on time".
std::string result_of(std::string_view value) {
  const std::string text = lower(value);
  const bool white = text.find("white win") != std::string::npos;
  if (!white && text.find("black win") == std::string::npos) return text.find("draw") != std::string::npos ? "0" : "";
  std::string start = white ? "W+" : "B+";
  if (text.find("resign") != std::string::npos) return start + 'R';
  if (text.find("time") != std::string::npos) return start + 'T';
  for (auto word : split_words(text)) {
    while (!word.empty() && !is_digit(word.back())) word.remove_suffix(1);
    if (parse_half_points(word)) return start + std::string(word);
  }
  return start;
}

void read_player(ForeignTree& tree, const TextLine& line, bool black) {
  auto [name, rank] = name_and_rank(line.text);
  // The rank is the last word: "Name      9D*".
  if (const auto blank = name.find_last_of(" \t"); rank.empty() && blank != std::string_view::npos) {
    rank = name.substr(blank + 1);
    if (rank.ends_with('*')) rank.remove_suffix(1);
    name = trim(name.substr(0, blank));
  }
  tree.put(black ? "PB" : "PW", name, line.number);
  tree.put(black ? "BR" : "WR", rank, line.number);
}

// The usual points of the handicap are not told.
void read_handicap(ForeignTree& tree, const TextLine& line) {
  const auto stones = parse_int(line.text);
  if (!stones || *stones < 0 || *stones > 9)
    return tree.remark(line.number, Message("no-handicap-0-9", "the handicap must be 0 to 9 stones"));
  if (*stones < 2) return;
  tree.put("HA", line.text, line.number);
  if (tree.size < 7 || tree.size % 2 == 0) return;
  const int near = tree.size < 13 ? 2 : 3, far = tree.size - 1 - near, middle = tree.size / 2;
  const std::array<sgf::PointAt, 8> around{{{far, near},
                                            {near, far},
                                            {far, far},
                                            {near, near},
                                            {near, middle},
                                            {far, middle},
                                            {middle, near},
                                            {middle, far}}};
  const bool centre = *stones == 5 || *stones == 7 || *stones == 9;
  for (int i = 0; i < (centre ? *stones - 1 : *stones); ++i)
    tree.stone('B', around[static_cast<std::size_t>(i)], line.number);
  if (centre) tree.stone('B', {middle, middle}, line.number);
}

void read_komi(ForeignTree& tree, const TextLine& line, bool handicap) {
  const auto komi = parse_half_points(line.text);
  if (!komi) return tree.remark(line.number, of_line(kNoKomi, line.text));
  // Whole points stand for half a point more in even games.
  const bool cut = *komi % 2 == 0 && *komi > 0 && !handicap && line.text.find('.') == std::string_view::npos;
  tree.put("KM", half_points_text(*komi + (cut ? 1 : 0)), line.number);
  if (cut)
    tree.remark(line.number, Message("komi-half-point-more",
                                     "the komi of {komi} was read as half a point more, which such files leave out",
                                     {{"komi", line.text}}));
}

void read_date(ForeignTree& tree, const TextLine& line) {
  const auto digits = line.text.substr(0, 8);
  if (digits.size() == 8 && parse_int(digits).value_or(0) > 10'000'000)
    tree.put("DT",
             std::string(digits.substr(0, 4)) + '-' + std::string(digits.substr(4, 2)) + '-' +
                 std::string(digits.substr(6, 2)),
             line.number);
}

}  // namespace

bool looks_like_ngf(std::string_view text) {
  const auto lines = text_lines(text.substr(0, 4000));
  if (lines.size() < 12) return false;
  const auto size = parse_int(lines[1].text);
  if (!size || *size < 2 || *size > sgf::kMaxSide) return false;
  return std::any_of(lines.begin() + 11, lines.end(), [](const TextLine& line) { return is_move(line.text); }) ||
         (parse_int(lines[5].text) && parse_int(lines[11].text));
}

ForeignFile read_ngf(std::string_view text) {
  const auto lines = text_lines(text);
  ForeignTree tree;
  if (lines.size() < 12) return {{}, {}, Message("ngf-at-least-lines", "an NGF file has at least 12 lines")};
  const auto size = parse_int(lines[1].text);
  if (!size || *size < 2 || *size > sgf::kMaxSide) return {{}, {}, at_line(2, of_line(kNoSize, lines[1].text))};
  tree.size = *size;
  tree.put("GN", lines[0].text, lines[0].number);
  read_player(tree, lines[2], false);
  read_player(tree, lines[3], true);
  tree.put("PC", lines[4].text, lines[4].number);
  read_handicap(tree, lines[5]);
  read_komi(tree, lines[7], parse_int(lines[5].text).value_or(0) > 0);
  read_date(tree, lines[8]);
  tree.put("RE", result_of(lines[10].text), lines[10].number);
  for (std::size_t i = 11; i < lines.size(); ++i) {
    const std::string_view line = lines[i].text;
    if (!is_move(line)) {
      if (line.starts_with("PM")) tree.remark(lines[i].number, of_line(kNoMove, line));
      continue;
    }
    const int column = to_upper(line[5]) - 'B', row = to_upper(line[6]) - 'B';
    const bool there = tree.on_board(column, row), pass = column == -1 && row == -1;
    if (!there && !pass) tree.remark(lines[i].number, Message(kOutside));
    tree.move(to_upper(line[4]), there ? std::optional(sgf::PointAt{column, row}) : std::nullopt, lines[i].number);
  }
  return tree.take(MessageText("ngf-file", "an NGF file of wBaduk"));
}

}  // namespace cairn
