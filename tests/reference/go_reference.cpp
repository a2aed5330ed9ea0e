#include "tests/reference/go_reference.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace cairn::reference {
namespace {

const std::string kColumns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";  // no I
const int kPass = -1;
const char kEmpty = '.';

char other(char stone) {
  return stone == 'B' ? 'W' : 'B';
}
std::string side_name(char stone) {
  return stone == 'B' ? "black" : "white";
}

char stone_of(const std::string& side) {
  if (side != "black" && side != "white") throw std::invalid_argument("no such side: " + side);
  return side == "black" ? 'B' : 'W';
}

// "Handicap 2..9 on the usual star points (odd sizes >= 7)", in the order of the fixed handicaps.
std::vector<std::pair<int, int>> handicap_points(int columns, int rows, int stones) {
  const int left = columns >= 13 ? 3 : 2, centre = columns / 2, right = columns - 1 - left;
  const int low = rows >= 13 ? 3 : 2, middle = rows / 2, high = rows - 1 - low;
  std::vector<std::pair<int, int>> points = {{left, low}, {right, high}, {left, high}, {right, low}};
  if (stones >= 6) points.insert(points.end(), {{left, middle}, {right, middle}});
  if (stones >= 8) points.insert(points.end(), {{centre, low}, {centre, high}});
  if (stones >= 5 && stones % 2 == 1) points.insert(points.begin(), {centre, middle});
  points.resize(static_cast<std::size_t>(stones));
  return points;
}

}  // namespace

Go::Go(GoOptions options) : options_(std::move(options)) {
  for (const int side : {options_.columns, options_.rows})
    if (side < (options_.torus ? 3 : 2) || side > 25) throw std::invalid_argument("sides are 2..25");
  const int points = options_.columns * options_.rows;
  const std::set<std::string> ko_rules = {"simple", "situational", "positional", "none"};
  if (!ko_rules.contains(options_.ko)) throw std::invalid_argument("no such ko rule");
  if (options_.scoring != "area" && options_.scoring != "territory") throw std::invalid_argument("no such scoring");
  board_ = Board(static_cast<std::size_t>(points), kEmpty);
  // "Komi: 6.5 at 19, 5.5 at 13 and 9", toroidal 4.5, "handicap: komi is 0.5". Other sizes: 6.5 with more points than
  // 13x13, else 5.5.
  komi_half_ = options_.komi_half.value_or(options_.handicap > 0 ? 1 : options_.torus ? 9 : points > 13 * 13 ? 13 : 11);
  if (options_.handicap != 0) {
    for (const int side : {options_.columns, options_.rows})
      if (options_.handicap < 2 || options_.handicap > 9 || side < 7 || side % 2 == 0 || options_.torus)
        throw std::invalid_argument("handicap is 2..9 on flat boards of odd sides from 7");
    for (const auto& [column, row] : handicap_points(options_.columns, options_.rows, options_.handicap))
      board_[static_cast<std::size_t>(row * options_.columns + column)] = 'B';
    mover_ = 'W';  // "White then moves first"
  }
  start_history();
}

Go Go::from_position(GoOptions options, const std::vector<std::string>& board, const std::string& to_move) {
  Go game(std::move(options));
  if (board.size() != static_cast<std::size_t>(game.options_.rows)) throw std::invalid_argument("wrong number of rows");
  game.board_.clear();
  for (auto row = board.rbegin(); row != board.rend(); ++row) {
    if (row->size() != static_cast<std::size_t>(game.options_.columns) ||
        row->find_first_not_of("BW.") != std::string::npos)
      throw std::invalid_argument("wrong row");
    game.board_ += *row;
  }
  for (int p = 0; p < static_cast<int>(game.board_.size()); ++p)
    if (game.board_[static_cast<std::size_t>(p)] != kEmpty &&
        game.liberties_of(game.board_, game.group_of(game.board_, p)).empty())
      throw std::invalid_argument("a group without a liberty");
  game.mover_ = stone_of(to_move);
  game.start_history();
  return game;
}

// --- board ----------------------------------------------------------------------------------------------------

std::string Go::name(int point) const {
  return kColumns[static_cast<std::size_t>(point % options_.columns)] + std::to_string(point / options_.columns + 1);
}

std::string Go::read(const std::string& word, int& point) const {
  std::string text = word;
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  point = kPass;
  if (text == "PASS") return "";
  const std::string number = text.empty() ? "" : text.substr(1);
  const bool is_number =
      !number.empty() && std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number || (number.size() > 1 && number[0] == '0')) return "unknown-move";
  if (kColumns.find(text[0]) == std::string::npos) return "unknown-move";
  for (int p = 0; p < static_cast<int>(board_.size()); ++p)
    if (name(p) == text) {
      point = p;
      return "";
    }
  return "off-board";
}

// Flat: "orthogonally connected"; toroidal: "edges wrap: every point has four neighbours".
std::set<int> Go::neighbours(int point) const {
  const int columns = options_.columns, rows = options_.rows, column = point % columns, row = point / columns;
  std::set<int> found;
  for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
    int c = column + dc, r = row + dr;
    if (options_.torus) c = (c + columns) % columns, r = (r + rows) % rows;
    if (c >= 0 && c < columns && r >= 0 && r < rows) found.insert(r * columns + c);
  }
  return found;
}

// The connected points of the same content as this one: a group of stones, or a region of empty points.
std::set<int> Go::group_of(const Board& board, int point) const {
  std::set<int> group = {point};
  std::vector<int> to_visit = {point};
  while (!to_visit.empty()) {
    const int p = to_visit.back();
    to_visit.pop_back();
    for (const int q : neighbours(p))
      if (board[static_cast<std::size_t>(q)] == board[static_cast<std::size_t>(point)] && group.insert(q).second)
        to_visit.push_back(q);
  }
  return group;
}

std::set<int> Go::liberties_of(const Board& board, const std::set<int>& group) const {
  std::set<int> liberties;
  for (const int p : group)
    for (const int q : neighbours(p))
      if (board[static_cast<std::size_t>(q)] == kEmpty) liberties.insert(q);
  return liberties;
}

std::vector<std::string> Go::names(const std::set<int>& points) const {
  std::vector<std::string> words;
  for (const int p : points) words.push_back(name(p));
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string> Go::group(const std::string& point) const {
  return names(groups_holding({point}));
}

std::vector<std::string> Go::liberties(const std::string& point) const {
  return names(liberties_of(board_, groups_holding({point})));
}

std::set<int> Go::groups_holding(const std::set<std::string>& points) const {
  std::set<int> all;
  for (const std::string& word : points) {
    int point = kPass;
    if (!read(word, point).empty() || point == kPass || board_[static_cast<std::size_t>(point)] == kEmpty)
      throw std::invalid_argument("no stone at " + word);
    all.merge(group_of(board_, point));
  }
  return all;
}

std::vector<std::string> Go::board() const {
  std::vector<std::string> rows;
  const auto columns = static_cast<std::size_t>(options_.columns);
  for (auto row = static_cast<std::size_t>(options_.rows); row-- > 0;)
    rows.push_back(board_.substr(row * columns, columns));
  return rows;
}

// --- a move ---------------------------------------------------------------------------------------------------

// "After a move enemy groups without a liberty are removed, then the mover's own group must have a liberty."
Go::Played Go::put_stone(int point, char stone) const {
  Played played{board_, {}, false};
  played.board[static_cast<std::size_t>(point)] = stone;
  for (const int q : neighbours(point)) {
    if (played.board[static_cast<std::size_t>(q)] != other(stone)) continue;
    const std::set<int> group = group_of(played.board, q);
    if (!liberties_of(played.board, group).empty()) continue;
    for (const int p : group) played.board[static_cast<std::size_t>(p)] = kEmpty;
    played.captured.insert(group.begin(), group.end());
  }
  const std::set<int> own = group_of(played.board, point);
  if (liberties_of(played.board, own).empty()) {
    played.suicide = true;
    for (const int p : own) played.board[static_cast<std::size_t>(p)] = kEmpty;
    played.captured = own;
  }
  return played;
}

bool Go::repeats(const Board& board) const {
  // "A move may not recreate the board that stood before the opponent's last move."
  if (options_.ko == "simple") return before_last_move_ && *before_last_move_ == board;
  // "situational, positional: superko. A pass lifts no superko history."
  if (options_.ko == "situational") return positions_seen_.contains(board + other(mover_));
  if (options_.ko == "positional") return boards_seen_.contains(board);
  return false;
}

std::string Go::ko_point() const {
  if (options_.ko != "simple" || !before_last_move_) return "";
  for (int p = 0; p < static_cast<int>(board_.size()); ++p) {
    const auto i = static_cast<std::size_t>(p);
    if (board_[i] == kEmpty && (*before_last_move_)[i] == mover_ && repeats(put_stone(p, mover_).board)) return name(p);
  }
  return "";
}

// Precedence: game-over, unknown-move, off-board, occupied, suicide, repetition.
std::string Go::reason(const std::string& word) const {
  if (over_ || stopped_) return "game-over";
  int point = kPass;
  if (const std::string unreadable = read(word, point); !unreadable.empty()) return unreadable;
  if (point == kPass) return "";
  if (board_[static_cast<std::size_t>(point)] != kEmpty) return "occupied";
  const Played played = put_stone(point, mover_);
  // Rules that allow suicide still bar the one that changes nothing: a single stone's.
  if (played.suicide && (!options_.suicide_allowed || played.board == board_)) return "suicide";
  return repeats(played.board) ? "repetition" : "";
}

std::vector<std::string> Go::legal() const {
  std::vector<std::string> words;
  if (over_ || stopped_) return words;
  words.push_back("pass");
  for (int p = 0; p < static_cast<int>(board_.size()); ++p)
    if (reason(name(p)).empty()) words.push_back(name(p));
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string> Go::play(const std::string& word) {
  if (const std::string why = reason(word); !why.empty()) throw std::logic_error(word + " is illegal: " + why);
  int point = kPass;
  read(word, point);
  Played played{board_, {}, false};
  if (point != kPass) played = put_stone(point, mover_);
  prisoners_[side_name(played.suicide ? other(mover_) : mover_)] += static_cast<int>(played.captured.size());
  passes_ = point == kPass ? passes_ + 1 : 0;
  if (point != kPass) stone_since_resumption_ = true;
  before_last_move_ = board_;
  board_ = played.board;
  mover_ = other(mover_);
  boards_seen_.insert(board_);
  positions_seen_.insert(board_ + mover_);
  const int times = ++whole_positions_[whole_position()];
  if (passes_ == 2) {
    stopped_ = true;  // "Two consecutive passes stop play."
  } else if (options_.ko == "simple" && times == 3) {
    // "When a whole position (board, mover, ko point) occurs for the third time, the game ends with no result under
    // Japanese rules and is a draw under Chinese."
    over_ = true;
    result_ = options_.scoring == "territory" ? "Void" : "0";
  }
  return names(played.captured);
}

std::vector<std::string> Go::play_as(const std::string& side, const std::string& word) {
  mover_ = stone_of(side);
  return play(word);
}

void Go::start_history() {
  boards_seen_ = {board_};
  positions_seen_ = {board_ + mover_};
  before_last_move_.reset();
  whole_positions_ = {{whole_position(), 1}};
}

std::string Go::to_move() const {
  return over_ || stopped_ ? "" : side_name(mover_);
}

// --- the end --------------------------------------------------------------------------------------------------

// "Either side may resume play (the opponent of the resumer moves first). When play stops again with no stone played
// since, there is no second dispute."
void Go::resume(const std::string& side) {
  if (!may_resume()) throw std::logic_error("play cannot be resumed");
  stopped_ = false;
  passes_ = 0;
  resumed_ = true;
  stone_since_resumption_ = false;
  mover_ = other(stone_of(side));
  // Passes alone repeat a position; resumed play counts the repetitions anew.
  whole_positions_ = {{whole_position(), 1}};
}

void Go::settle(const std::set<std::string>& dead, const std::set<std::string>& seki) {
  if (!stopped_ || over_) throw std::logic_error("play has not stopped");
  result_ = score_text(dead, seki);
  over_ = true;
}

Go::Board Go::without(const std::set<std::string>& dead) const {
  Board board = board_;
  for (const int p : groups_holding(dead)) board[static_cast<std::size_t>(p)] = kEmpty;
  return board;
}

// "Area: stones on the board plus empty points that reach only that colour."
int Go::area(const std::set<std::string>& dead) const {
  const Board board = without(dead);
  const auto stones = [&](char stone) { return static_cast<int>(std::count(board.begin(), board.end(), stone)); };
  const std::map<std::string, int> surrounded = territory(dead);
  return stones('B') + surrounded.at("black") - stones('W') - surrounded.at("white");
}

// "Territory: empty points surrounded by one colour (none in seki)." Which groups live in seki is told, not found.
std::map<std::string, int> Go::territory(const std::set<std::string>& dead, const std::set<std::string>& seki) const {
  const Board board = without(dead);
  const std::set<int> in_seki = groups_holding(seki);
  std::map<std::string, int> points = {{"black", 0}, {"white", 0}};
  for (int p = 0; p < static_cast<int>(board.size()); ++p) {
    if (board[static_cast<std::size_t>(p)] != kEmpty) continue;
    std::set<char> colours;
    bool touches_seki = false;
    for (const int q : group_of(board, p))
      for (const int r : neighbours(q)) {
        if (board[static_cast<std::size_t>(r)] != kEmpty) colours.insert(board[static_cast<std::size_t>(r)]);
        if (in_seki.contains(r)) touches_seki = true;
      }
    if (colours.size() == 1 && !touches_seki) ++points[side_name(*colours.begin())];
  }
  return points;
}

std::string Go::score_text(const std::set<std::string>& dead, const std::set<std::string>& seki) const {
  int margin = area(dead);
  if (options_.scoring == "territory") {
    // "Minus own prisoners (captured, plus removed as dead)."
    const std::map<std::string, int> points = territory(dead, seki);
    margin = points.at("black") - points.at("white") + prisoners("black") - prisoners("white");
    for (const int p : groups_holding(dead)) margin += board_[static_cast<std::size_t>(p)] == 'W' ? 1 : -1;
  }
  const int half = 2 * margin - komi_half_;
  if (half == 0) return "0";
  const int size = half > 0 ? half : -half;
  return (half > 0 ? "B+" : "W+") + std::to_string(size / 2) + (size % 2 == 1 ? ".5" : "");
}

// --- phantom --------------------------------------------------------------------------------------------------

Verdict PhantomReference::try_point(const std::string& side, const std::string& word) {
  Verdict answer;
  int point = kPass;
  answer.reason = side == truth_.to_move() ? truth_.reason(word) : "not-your-turn";
  if (answer.reason == "occupied") {
    truth_.read(word, point);
    const bool own = truth_.board_[static_cast<std::size_t>(point)] == truth_.mover_;
    answer.reason = own ? "own_stone" : "opponent_stone";
  }
  if (answer.reason == "repetition") answer.reason = "ko";
  if (!answer.reason.empty()) {
    answer.verdict = "illegal";
    answer.to_move = truth_.to_move();
    return answer;
  }
  truth_.read(word, point);
  const char mover = truth_.mover_;
  answer.captured = truth_.play(word);
  answer.verdict = point == kPass ? "pass" : "moved";
  answer.game_over = truth_.stopped() || truth_.over();
  answer.to_move = truth_.to_move();
  if (point == kPass) return answer;
  const auto in_atari = [&](int p) {
    return truth_.liberties_of(truth_.board_, truth_.group_of(truth_.board_, p)).size() == 1;
  };
  answer.self_in_atari = in_atari(point);
  for (const int q : truth_.neighbours(point))
    if (truth_.board_[static_cast<std::size_t>(q)] == other(mover) && in_atari(q)) answer.opponent_in_atari = true;
  return answer;
}

}  // namespace cairn::reference
