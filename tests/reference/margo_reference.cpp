#include "tests/reference/margo_reference.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace cairn::reference {
namespace {

const std::string kLetters = "WBRL";
const std::vector<std::string> kColourNames = {"white", "black", "red", "blue"};
const char kBlocker = 'X';
const char kHole = '.';

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// "Columns run to AK at size 19: after Z comes AA."
std::string column_letters(int index) {
  std::string letters(1, static_cast<char>('A' + index % 26));
  return index < 26 ? letters : column_letters(index / 26 - 1) + letters;
}

// Letters, then a number without leading zeros.
bool well_formed(const std::string& name) {
  std::size_t i = 0;
  while (i < name.size() && name[i] >= 'a' && name[i] <= 'z') ++i;
  const std::string number = name.substr(i);
  if (i == 0 || number.empty()) return false;
  if (number.size() > 1 && number[0] == '0') return false;
  return std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Margo::Margo(MargoOptions options) : options_(std::move(options)) {
  if (options_.size < 2 || options_.size > 19) throw std::invalid_argument("size is 2..19");
  if (options_.players < 2 || options_.players > 4) throw std::invalid_argument("players are 2..4");
  if (options_.height == 0) options_.height = options_.size;
  if (options_.height < 1 || options_.height > options_.size) throw std::invalid_argument("height is 1..size");
  if (options_.swap && options_.players != 2) throw std::invalid_argument("swap is for two players only");
  const std::set<std::string> ko_rules = {"situational", "simple", "positional", "none"};
  if (!ko_rules.contains(options_.ko)) throw std::invalid_argument("no such ko rule");
  colours_ = kLetters.substr(0, static_cast<std::size_t>(options_.players));
  // "Level l is a square of side n-l."
  for (int level = 0; level < options_.size; ++level) {
    level_start_.push_back(static_cast<int>(points_.size()));
    for (int row = 0; row < options_.size - level; ++row)
      for (int column = 0; column < options_.size - level; ++column) points_.push_back({level, column, row});
  }
  cells_ = Cells(points_.size(), kHole);
  start_history();
}

Margo Margo::from_position(MargoOptions options, const std::vector<std::string>& board, const std::string& to_move) {
  Margo game(std::move(options));
  if (board.size() > static_cast<std::size_t>(game.options_.height)) throw std::invalid_argument("too many levels");
  for (int level = 0; level < static_cast<int>(board.size()); ++level) {
    const int side = game.options_.size - level;
    std::vector<std::string> rows(1);
    for (const char c : board[static_cast<std::size_t>(level)]) {
      if (c == '/')
        rows.emplace_back();
      else
        rows.back() += c;
    }
    if (static_cast<int>(rows.size()) != side) throw std::invalid_argument("wrong number of rows");
    for (int i = 0; i < side; ++i) {
      const std::string& text = rows[static_cast<std::size_t>(i)];
      if (static_cast<int>(text.size()) != side) throw std::invalid_argument("wrong length of a row");
      for (int column = 0; column < side; ++column) {
        const char ball = text[static_cast<std::size_t>(column)];
        if (ball == kHole) continue;
        const Point p{level, column, side - 1 - i};  // rows stand top to bottom
        if (ball != kBlocker && game.colours_.find(ball) == std::string::npos)
          throw std::invalid_argument("no such colour");
        if (!game.playable(game.cells_, p)) throw std::invalid_argument("a floating ball");
        game.put(game.cells_, p, ball);
      }
    }
  }
  const auto colour = std::find(kColourNames.begin(), kColourNames.end(), to_move);
  game.turn_ = static_cast<int>(colour - kColourNames.begin());
  if (game.turn_ >= game.options_.players) throw std::invalid_argument("no such side to move");
  game.start_history();
  game.finish_if_stuck();
  return game;
}

// --- geometry -------------------------------------------------------------------------------------------------

bool Margo::on_pyramid(Point p) const {
  const int side = options_.size - p.level;
  return p.level >= 0 && p.level < options_.size && p.column >= 0 && p.column < side && p.row >= 0 && p.row < side;
}

char Margo::at(const Cells& cells, Point p) const {
  if (!on_pyramid(p)) return kHole;
  const int index = level_start_[static_cast<std::size_t>(p.level)] + p.row * (options_.size - p.level) + p.column;
  return cells[static_cast<std::size_t>(index)];
}

void Margo::put(Cells& cells, Point p, char ball) const {
  const int index = level_start_[static_cast<std::size_t>(p.level)] + p.row * (options_.size - p.level) + p.column;
  cells[static_cast<std::size_t>(index)] = ball;
}

// "Letter index 2c + l, number 2r + l + 1."
std::string Margo::name(Point p) {
  return column_letters(2 * p.column + p.level) + std::to_string(2 * p.row + p.level + 1);
}

// "A name stands for a vertical column of points": those of the levels in use, lowest first.
std::vector<Margo::Point> Margo::column_of_points(const std::string& wanted) const {
  std::vector<Point> found;
  for (const Point p : points_)
    if (p.level < options_.height && lower(name(p)) == wanted) found.push_back(p);
  return found;
}

// "A point is playable when it is empty, l < height, and l = 0 or all four points below it are occupied (by any
// colour)."
bool Margo::playable(const Cells& cells, Point p) const {
  if (!on_pyramid(p) || at(cells, p) != kHole || p.level >= options_.height) return false;
  if (p.level == 0) return true;
  for (int dc = 0; dc <= 1; ++dc)
    for (int dr = 0; dr <= 1; ++dr)
      if (at(cells, {p.level - 1, p.column + dc, p.row + dr}) == kHole) return false;
  return true;
}

// --- connection and freedom -----------------------------------------------------------------------------------

// "Buried when the point straight above it, two levels up (l+2, c-1, r-1), is occupied by any colour."
bool Margo::buried(const Cells& cells, Point p) const {
  return at(cells, {p.level + 2, p.column - 1, p.row - 1}) != kHole;
}

// "Both points one level up that straddle the link are occupied."
bool Margo::overpassed(const Cells& cells, Point a, Point b) const {
  int occupied = 0;
  for (int column = a.column - 1; column <= a.column; ++column)
    for (int row = a.row - 1; row <= a.row; ++row) {
      // The point above rests on columns column..column+1 and rows row..row+1; a is among them by the loops.
      const bool rests_on_b = b.column >= column && b.column <= column + 1 && b.row >= row && b.row <= row + 1;
      if (rests_on_b && at(cells, {a.level + 1, column, row}) != kHole) ++occupied;
    }
  return occupied == 2;
}

std::vector<Margo::Point> Margo::linked_with(const Cells& cells, Point p) const {
  std::vector<Point> linked;
  if (buried(cells, p)) return linked;  // "A buried ball links to nothing."
  const auto consider = [&](Point q) {
    if (on_pyramid(q) && at(cells, q) == at(cells, p) && !buried(cells, q)) linked.push_back(q);
  };
  // "Orthogonal neighbours on one level, unless [an overpass]"
  for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
    const Point q{p.level, p.column + dc, p.row + dr};
    if (on_pyramid(q) && !overpassed(cells, p, q)) consider(q);
  }
  // "One rests directly on the other."
  for (int d = 0; d <= 1; ++d)
    for (int e = 0; e <= 1; ++e) {
      consider({p.level - 1, p.column + d, p.row + e});
      consider({p.level + 1, p.column - d, p.row - e});
    }
  return linked;
}

// "A group is a set of linked balls. A buried ball is a group of its own."
std::set<Margo::Point> Margo::group_of(const Cells& cells, Point p) const {
  std::set<Point> group = {p};
  std::vector<Point> to_visit = {p};
  while (!to_visit.empty()) {
    const Point q = to_visit.back();
    to_visit.pop_back();
    for (const Point r : linked_with(cells, q))
      if (group.insert(r).second) to_visit.push_back(r);
  }
  return group;
}

// "A freedom is an empty board-level hole orthogonally next to a board-level ball of the group. It need not be
// playable for either side. all_freedoms: any playable point among the ball's twelve neighbours (same level
// orthogonal, or the four above that rest on it) counts too."
bool Margo::has_freedom(const Cells& cells, const std::set<Point>& group) const {
  for (const Point p : group) {
    for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const Point q{p.level, p.column + dc, p.row + dr};
      if (p.level == 0 && on_pyramid(q) && at(cells, q) == kHole) return true;
      if (options_.all_freedoms && playable(cells, q)) return true;
    }
    if (!options_.all_freedoms) continue;
    for (int d = 0; d <= 1; ++d)
      for (int e = 0; e <= 1; ++e)
        if (playable(cells, {p.level + 1, p.column - d, p.row - e})) return true;
  }
  return false;
}

// --- a move ---------------------------------------------------------------------------------------------------

// One phase of "A move": takes off what it can of these colours; `placed` is given in an own phase.
std::vector<Margo::Point> Margo::phase(Cells& cells, const std::string& colours, std::optional<Point> placed) const {
  // "The own phase skips the group that holds the placed ball."
  const std::set<Point> skipped = placed ? group_of(cells, *placed) : std::set<Point>{};
  // "1. find every group of the phase's colour(s) with no freedom, and every buried ball of those colours"
  std::set<Point> condemned;
  std::set<Point> seen;
  for (const Point p : points_) {
    if (colours.find(at(cells, p)) == std::string::npos || skipped.contains(p)) continue;
    if (buried(cells, p)) condemned.insert(p);
    if (seen.contains(p)) continue;
    const std::set<Point> group = group_of(cells, p);
    seen.insert(group.begin(), group.end());
    if (!has_freedom(cells, group)) condemned.insert(group.begin(), group.end());
  }
  // "2. go through these balls from the top level down, and remove each one on which nothing now rests."
  std::vector<Point> removed;
  for (int level = options_.size - 1; level >= 0; --level)
    for (const Point p : condemned) {
      if (p.level != level) continue;
      bool pinned = false;
      for (int d = 0; d <= 1; ++d)
        for (int e = 0; e <= 1; ++e)
          if (at(cells, {level + 1, p.column - d, p.row - e}) != kHole) pinned = true;
      if (pinned) continue;
      put(cells, p, kHole);
      removed.push_back(p);
    }
  return removed;
}

Margo::Placed Margo::place(Point p, char ball) const {
  Placed placed{cells_, {}, false, false};
  put(placed.cells, p, ball);
  // "The enemy phase takes all other colours together." A blocker belongs to nobody and is never captured; when a
  // blocker is placed, no group of the mover's is skipped.
  std::string enemies;
  for (const char colour : colours_)
    if (colour != mover()) enemies += colour;
  const std::optional<Point> skip = ball == kBlocker ? std::nullopt : std::optional(p);
  // "Repeat phases enemy, own, enemy, own, ... until two in a row remove nothing."
  int idle_phases = 0;
  for (bool enemy_phase = true; idle_phases < 2; enemy_phase = !enemy_phase) {
    const std::vector<Point> removed =
        enemy_phase ? phase(placed.cells, enemies, std::nullopt) : phase(placed.cells, std::string(1, mover()), skip);
    idle_phases = removed.empty() ? idle_phases + 1 : 0;
    if (enemy_phase && !removed.empty()) placed.removed_enemy = true;
    placed.removed.insert(placed.removed.end(), removed.begin(), removed.end());
  }
  // "Suicide unless the placed ball's group has a freedom after all phases." A blocker is no one's suicide.
  placed.suicide = ball != kBlocker && !has_freedom(placed.cells, group_of(placed.cells, p));
  return placed;
}

// --- words ----------------------------------------------------------------------------------------------------

std::string Margo::read(const std::string& word, Move& move) const {
  std::string text = lower(word);
  if (text == "pass" && options_.can_pass) {
    move.kind = "pass";
    return "";
  }
  if (text == "swap" && swap_offered_) {
    move.kind = "swap";
    return "";
  }
  move.kind = "ball";
  if (options_.testing && !text.empty() && text.back() == 'x') {  // `a7x` places a blocker
    move.kind = "blocker";
    text.pop_back();
  }
  if (!well_formed(text)) return "unknown-move";
  // A name that denotes no point (outside the board, odd parity, or only unused levels) is off the board.
  const std::vector<Point> column = column_of_points(text);
  if (column.empty()) return "off-board";
  // "A move plays the lowest empty one."
  for (const Point p : column)
    if (at(cells_, p) == kHole) {
      move.at = p;
      return playable(cells_, p) ? "" : "unsupported";
    }
  return "occupied";
}

std::string Margo::reason_to_refuse(const Move& move) const {
  if (move.kind == "pass" || move.kind == "swap") return "";  // "A pass is never barred by repetition."
  const Placed placed = place(move.at, move.kind == "blocker" ? kBlocker : mover());
  if (placed.suicide) return "suicide";
  return repeats(placed.cells) ? "repetition" : "";
}

// Precedence: game-over, unknown-move, off-board, occupied, unsupported, suicide, repetition.
std::string Margo::reason(const std::string& word) const {
  if (over_) return "game-over";
  Move move;
  const std::string unreadable = read(word, move);
  return unreadable.empty() ? reason_to_refuse(move) : unreadable;
}

std::vector<std::string> Margo::legal() const {
  std::vector<std::string> words;
  if (over_) return words;
  if (options_.can_pass) words.push_back("pass");
  if (swap_offered_) words.push_back("swap");
  for (const Point p : points_) {
    if (!playable(cells_, p)) continue;
    if (reason_to_refuse({"ball", p}).empty()) words.push_back(name(p));
    if (options_.testing && reason_to_refuse({"blocker", p}).empty()) words.push_back(name(p) + "x");
  }
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string> Margo::play(const std::string& word) {
  if (const std::string why = reason(word); !why.empty()) throw std::logic_error(word + " is illegal: " + why);
  Move move;
  read(word, move);
  if (move.kind == "swap") {
    // The two occupants exchange colours: the occupant that placed the white ball now owns black and moves. Nothing on
    // the board changes, it is still black's turn, and "a swap is a change of colours, not a position".
    swap_offered_ = false;
    return {};
  }

  Placed placed{cells_, {}, false, false};
  if (move.kind != "pass") placed = place(move.at, move.kind == "blocker" ? kBlocker : mover());
  const char player = mover();
  passes_ = move.kind == "pass" ? passes_ + 1 : 0;
  // "The second player may answer the first move with swap"; a pass is not a move.
  swap_offered_ = options_.swap && plies_ == 0 && player == 'W' && move.kind != "pass";
  ++plies_;
  last_board_ = cells_;
  cells_ = placed.cells;
  left_by_[player] = cells_;
  turn_ = next(turn_);
  boards_seen_.insert(cells_);
  positions_seen_.insert(cells_ + mover());
  const int times = ++whole_positions_[whole_position()];

  if (options_.beginner && placed.removed_enemy) {
    // "The first move that really removes an enemy ball wins."
    over_ = true;
    result_ = std::string(1, player) + "+C";
  } else if (passes_ == options_.players) {
    // "The game also ends when all players pass in succession."
    finish_by_count();
  } else if ((options_.ko == "simple" || options_.ko == "none") && times == 3) {
    // "A game that repeats a whole position (board, mover and the last board) three times is drawn."
    over_ = true;
    result_ = "0";
  } else {
    finish_if_stuck();
  }

  std::vector<std::string> removed;
  for (const Point p : placed.removed) removed.push_back(name(p));
  std::sort(removed.begin(), removed.end());
  return removed;
}

// --- repetition and the end -----------------------------------------------------------------------------------

void Margo::start_history() {
  boards_seen_ = {cells_};
  positions_seen_ = {cells_ + mover()};
  const std::size_t before = static_cast<std::size_t>((turn_ + options_.players - 1) % options_.players);
  left_by_ = {{colours_[before], cells_}};
  last_board_.reset();
  whole_positions_ = {{whole_position(), 1}};
}

bool Margo::repeats(const Cells& cells) const {
  // "A move may not recreate a position (every ball, buried ones too, with the player to move) that stood before."
  if (options_.ko == "situational")
    return positions_seen_.contains(cells + colours_[static_cast<std::size_t>(next(turn_))]);
  // "No board may be repeated, whoever is to move."
  if (options_.ko == "positional") return boards_seen_.contains(cells);
  // "A move may not recreate the board left by the same player's previous turn."
  if (options_.ko == "simple") return left_by_.contains(mover()) && left_by_.at(mover()) == cells;
  return false;
}

std::string Margo::whole_position() const {
  return cells_ + mover() + last_board_.value_or("none");
}

// "The game ends when the player to move has no legal move (moves barred by suicide or repetition are not legal)."
void Margo::finish_if_stuck() {
  if (options_.can_pass || swap_offered_) return;
  for (const Point p : points_) {
    if (!playable(cells_, p)) continue;
    if (reason_to_refuse({"ball", p}).empty()) return;
    if (options_.testing && reason_to_refuse({"blocker", p}).empty()) return;
  }
  finish_by_count();
}

// "The most balls on the board win; zombies and buried balls count. Equal is a draw."
void Margo::finish_by_count() {
  over_ = true;
  std::vector<std::pair<int, char>> counts;
  for (const char colour : colours_)
    counts.emplace_back(static_cast<int>(std::count(cells_.begin(), cells_.end(), colour)), colour);
  std::sort(counts.rbegin(), counts.rend());
  const int margin = counts[0].first - counts[1].first;
  result_ = margin == 0 ? "0" : std::string(1, counts[0].second) + "+" + std::to_string(margin);
}

std::string Margo::to_move() const {
  return over_ ? "" : kColourNames[static_cast<std::size_t>(turn_)];
}

std::map<std::string, int> Margo::score() const {
  std::map<std::string, int> balls;
  for (std::size_t i = 0; i < colours_.size(); ++i)
    balls[kColourNames[i]] = static_cast<int>(std::count(cells_.begin(), cells_.end(), colours_[i]));
  return balls;
}

std::vector<std::string> Margo::board() const {
  std::vector<std::string> levels;
  std::size_t used = 1;
  for (int level = 0; level < options_.size; ++level) {
    std::string text;
    for (int row = options_.size - level - 1; row >= 0; --row) {
      for (int column = 0; column < options_.size - level; ++column) text += at(cells_, {level, column, row});
      if (row > 0) text += '/';
    }
    levels.push_back(text);
    if (text.find_first_not_of("./") != std::string::npos) used = static_cast<std::size_t>(level) + 1;
  }
  levels.resize(used);
  return levels;
}

}  // namespace cairn::reference
