#include "tests/reference/margrites_reference.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace cairn::reference {
namespace {

const int kFiles = 9, kRows = 8;

std::string opponent(const std::string& side) {
  return side == "black" ? "white" : "black";
}
std::string letter(const std::string& side) {
  return side == "black" ? "B" : "W";
}

}  // namespace

// --- setup ----------------------------------------------------------------------------------------------------

Margrites::Margrites(MargritesOptions options) : options_(std::move(options)) {
  const bool formations = !options_.black_formation.empty() || !options_.white_formation.empty();
  if (formations) {
    add_formation("black", options_.black_formation);
    add_formation("white", options_.white_formation);
    side_ = "white";  // "Black then moves."
    next_turn();
  } else if (options_.hostile || options_.hostile_full) {
    placing_ = true;  // "They place one piece each in turn, Black first."
  } else {
    throw std::invalid_argument("a gentleman's game needs both formations");
  }
}

Margrites Margrites::from_position(MargritesOptions options, const std::vector<std::string>& board,
                                   const std::string& to_move) {
  options.black_formation.clear();
  options.white_formation.clear();
  options.hostile = true;  // how the pieces came there no longer matters
  Margrites game(std::move(options));
  game.placing_ = false;
  if (board.size() != kRows) throw std::invalid_argument("a board has 8 rows");
  for (int row = 0; row < kRows; ++row) {
    const std::string& text = board[static_cast<std::size_t>(kRows - 1 - row)];
    if (text.size() != kFiles) throw std::invalid_argument("a row has 9 squares");
    for (int file = 0; file < kFiles; ++file) {
      const char c = text[static_cast<std::size_t>(file)];
      if (c != 'B' && c != 'W' && c != '.') throw std::invalid_argument("no such piece");
      if (c != '.') game.pieces_.push_back({c == 'B' ? "black" : "white", Square{file, row}, {}, {}, 0});
    }
  }
  if (to_move != "black" && to_move != "white") throw std::invalid_argument("no such side to move");
  game.side_ = opponent(to_move);
  game.turn_number_ = to_move == "black" ? 0 : 1;  // "1 black, 2 white, ..."
  if (game.has_pieces("black") && game.has_pieces("white"))
    game.next_turn();
  else
    game.finish("0");  // over before anything was scored
  return game;
}

// "Eight pieces a side. Black's side is rows 1 and 2, White's rows 7 and 8."
bool Margrites::own_rows(const std::string& side, Square s) const {
  return on_board(s) && (side == "black" ? s.row <= 1 : s.row >= 6);
}

void Margrites::add_formation(const std::string& side, const std::vector<std::string>& squares) {
  for (const std::string& text : squares) {
    const std::optional<Square> s = square(text);
    if (!s || !own_rows(side, *s) || piece_at(*s)) throw std::invalid_argument("wrong formation: " + text);
    pieces_.push_back({side, s, {}, {}, 0});
  }
  if (formation(side).size() != 8) throw std::invalid_argument("a formation has eight pieces");
}

// --- board ----------------------------------------------------------------------------------------------------

std::string Margrites::name(Square s) {
  return std::string(1, static_cast<char>('a' + s.file)) + std::to_string(s.row + 1);
}

bool Margrites::on_board(Square s) {
  return s.file >= 0 && s.file < kFiles && s.row >= 0 && s.row < kRows;
}

// "Touching means any of the eight neighbours."
bool Margrites::touching(Square a, Square b) {
  return a != b && std::abs(a.file - b.file) <= 1 && std::abs(a.row - b.row) <= 1;
}

// A letter and a number of one or two digits, without a leading zero.
std::optional<Margrites::Square> Margrites::square(const std::string& text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'z') return {};
  const std::string number = text.substr(1);
  if (!std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; })) return {};
  if (number.size() > 1 && number[0] == '0') return {};
  return Square{text[0] - 'a', std::stoi(number) - 1};
}

// "Black scores off row 8; White scores off row 1."
int Margrites::far_row(const std::string& side) {
  return side == "black" ? kRows - 1 : 0;
}

const Margrites::Piece* Margrites::piece_at(Square s) const {
  for (const Piece& piece : pieces_)
    if (piece.at == s) return &piece;
  return nullptr;
}

bool Margrites::has_pieces(const std::string& side) const {
  return !formation(side).empty();
}

std::set<Margrites::Square> Margrites::formation(const std::string& side) const {
  std::set<Square> squares;
  for (const Piece& piece : pieces_)
    if (piece.side == side && piece.at) squares.insert(*piece.at);
  return squares;
}

std::vector<std::string> Margrites::board() const {
  std::vector<std::string> rows;
  for (int row = kRows - 1; row >= 0; --row) {
    std::string text;
    for (int file = 0; file < kFiles; ++file) {
      const Piece* piece = piece_at({file, row});
      text += piece ? letter(piece->side) : ".";
    }
    rows.push_back(text);
  }
  return rows;
}

// --- capture --------------------------------------------------------------------------------------------------

// "A piece is captured when the enemy pieces touching it number at least twice its allies, the allies counting
// itself (enemies >= 2 * (1 + friends))."
std::vector<std::size_t> Margrites::condemned(const std::vector<Piece>& pieces) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].at) continue;
    int enemies = 0, friends = 0;
    for (const Piece& other : pieces)
      if (other.at && touching(*other.at, *pieces[i].at)) ++(other.side == pieces[i].side ? friends : enemies);
    if (enemies >= 2 * (1 + friends)) found.push_back(i);
  }
  return found;
}

// "All pieces for which that holds are removed together; then look again, until none is left."
std::vector<std::size_t> Margrites::settle(std::vector<Piece>& pieces) {
  std::vector<std::size_t> captured;
  for (std::vector<std::size_t> fall = condemned(pieces); !fall.empty(); fall = condemned(pieces)) {
    for (const std::size_t i : fall) pieces[i].at.reset();
    captured.insert(captured.end(), fall.begin(), fall.end());
  }
  return captured;
}

std::vector<std::string> Margrites::captured_if_settled() const {
  std::vector<Piece> pieces = pieces_;
  std::vector<std::string> squares;
  for (const std::size_t i : settle(pieces)) squares.push_back(name(*pieces_[i].at));
  std::sort(squares.begin(), squares.end());
  return squares;
}

// --- steps ----------------------------------------------------------------------------------------------------

std::string Margrites::read(const std::string& word, Step& step) const {
  std::string text = word.substr(0, word.find('('));  // `c5>b5(xd5)`: captures follow from the step
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (placing_) {
    const std::optional<Square> s = square(text);
    if (!s) return "unknown-move";
    step = {Kind::kPlace, *s, *s};
    return own_rows(side_, *s) ? "" : "off-board";
  }
  const std::size_t arrow = text.find('>');
  if (arrow == std::string::npos) return "unknown-move";
  const std::string left = text.substr(0, arrow), right = text.substr(arrow + 1);
  const std::string off = side_ == "black" ? "b++" : "w++";
  const std::optional<Square> from = square(left), to = square(right);
  if (from && to)
    step = {Kind::kMove, *from, *to};
  else if (from && right == off)
    step = {Kind::kScore, *from, *from};
  else if (options_.returning && left == off && to)
    step = {Kind::kReturn, *to, *to};
  else
    return "unknown-move";
  return on_board(step.from) && on_board(step.to) ? "" : "off-board";
}

std::string Margrites::word(const Step& step) const {
  if (step.kind == Kind::kPlace) return name(step.to);
  if (step.kind == Kind::kScore) return name(step.from) + ">" + letter(side_) + "++";
  if (step.kind == Kind::kReturn) return letter(side_) + "++>" + name(step.to);
  return name(step.from) + ">" + name(step.to);
}

// The piece that a step moves, or pieces_.size(). Of several that scored from one square the one that scored first
// comes back, but rather one that may: not one that began this turn there. None in the rebuttal, which is for
// "scoring or capturing".
std::size_t Margrites::moved_piece(const Step& step) const {
  std::size_t found = pieces_.size();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    if (piece.side != side_) continue;
    if (step.kind != Kind::kReturn) {
      if (piece.at == step.from) return i;
      continue;
    }
    if (rebuttal_ || piece.scored_from != step.to) continue;
    const auto rank = [&](const Piece& p) { return std::pair(p.turn_began == step.to, p.scored_as); };
    if (found == pieces_.size() || rank(piece) < rank(pieces_[found])) found = i;
  }
  return found;
}

Margrites::Made Margrites::make(const Step& step) const {
  Made made{pieces_, {}, false};
  const std::size_t mover = moved_piece(step);
  Piece& piece = made.pieces[mover];
  piece.at = step.to;
  piece.scored_from.reset();
  if (step.kind == Kind::kScore) {
    piece.at.reset();
    piece.scored_from = step.from;
    piece.scored_as = scores_ + 1;
  }
  made.captured = settle(made.pieces);  // "After every step, settle at once."
  // "Martyrdom: end in a square where the moving piece would be captured, at any stage of the captures."
  made.martyrdom = std::count(made.captured.begin(), made.captured.end(), mover) > 0;
  return made;
}

// Precedence: game-over, unknown-move, off-board, no-piece, too-far, occupied, stalling, martyrdom, repetition.
std::string Margrites::reason(const std::string& word) const {
  if (over_) return "game-over";
  Step step;
  const std::string unreadable = read(word, step);
  return unreadable.empty() ? reason_to_refuse(step) : unreadable;
}

std::string Margrites::reason_to_refuse(const Step& step) const {
  if (step.kind == Kind::kPlace) return piece_at(step.to) ? "occupied" : "";
  const std::size_t mover = moved_piece(step);
  if (mover == pieces_.size()) return "no-piece";
  if (step.kind == Kind::kMove && !touching(step.from, step.to)) return "too-far";
  if (step.kind == Kind::kScore && step.from.row != far_row(side_)) return "too-far";
  if (step.kind != Kind::kScore) {
    if (piece_at(step.to)) return "occupied";
    // "Stalling: bring a piece to the square on which that same piece began this turn."
    if (pieces_[mover].turn_began == step.to) return "stalling";
  }
  const Made made = make(step);
  if (made.martyrdom) return "martyrdom";
  return must_change_formation() && ends_turn_unchanged(made) ? "repetition" : "";
}

// "If both sides have left their position unchanged for two consecutive turns each (dancing), the one who danced
// first must change it."
bool Margrites::must_change_formation() const {
  if (!options_.hostile_full || !unchanged_turns_.contains(side_) || !unchanged_turns_.contains(opponent(side_)))
    return false;
  const std::vector<int>& own = unchanged_turns_.at(side_);
  const std::vector<int>& theirs = unchanged_turns_.at(opponent(side_));
  return own.size() >= 2 && theirs.size() >= 2 && own.front() < theirs.front();
}

bool Margrites::ends_turn_unchanged(const Made& made) const {
  Margrites after = *this;
  after.pieces_ = made.pieces;
  --after.steps_left_;
  if (!after.has_pieces("black") || !after.has_pieces("white")) return false;  // the game ends before the turn does
  return after.formation(side_) == formation_began_ && (after.steps_left_ == 0 || !after.any_step());
}

std::vector<Margrites::Step> Margrites::conceivable_steps() const {
  std::vector<Step> steps;
  if (over_) return steps;
  for (int file = 0; file < kFiles; ++file)
    for (int row = 0; row < kRows; ++row) {
      const Square s{file, row};
      if (placing_ && own_rows(side_, s)) steps.push_back({Kind::kPlace, s, s});
      if (placing_) continue;
      if (options_.returning && row == far_row(side_)) steps.push_back({Kind::kReturn, s, s});
      const Piece* piece = piece_at(s);
      if (!piece || piece->side != side_) continue;
      if (row == far_row(side_)) steps.push_back({Kind::kScore, s, s});
      for (int df = -1; df <= 1; ++df)
        for (int dr = -1; dr <= 1; ++dr)
          if (on_board({file + df, row + dr})) steps.push_back({Kind::kMove, s, {file + df, row + dr}});
    }
  return steps;
}

std::vector<std::string> Margrites::legal() const {
  std::vector<std::string> words;
  for (const Step& step : conceivable_steps())
    if (reason_to_refuse(step).empty()) words.push_back(word(step));
  std::sort(words.begin(), words.end());
  return words;
}

bool Margrites::any_step() const {
  for (const Step& step : conceivable_steps())
    if (reason_to_refuse(step).empty()) return true;
  return false;
}

std::vector<std::string> Margrites::play(const std::string& word) {
  if (const std::string why = reason(word); !why.empty()) throw std::logic_error(word + " is illegal: " + why);
  Step step;
  read(word, step);
  if (placing_) {
    pieces_.push_back({side_, step.to, {}, {}, 0});
    side_ = opponent(side_);
    if (pieces_.size() == 16) {  // "Play begins when all sixteen stand."
      placing_ = false;
      side_ = "white";
      next_turn();
    }
    return {};
  }

  const Made made = make(step);
  std::vector<std::string> squares;
  for (const std::size_t i : made.captured) {
    // "Captures count for the opponent of the captured piece." None of them moved, so each fell where it stood.
    squares.push_back(name(*pieces_[i].at));
    ++captures_[opponent(pieces_[i].side)];
  }
  std::sort(squares.begin(), squares.end());
  pieces_ = made.pieces;
  if (step.kind == Kind::kScore) ++points_[side_], ++scores_;
  if (step.kind == Kind::kReturn) --points_[side_];  // "giving the point back"
  if (step.kind == Kind::kScore || !squares.empty()) quiet_ = false;
  --steps_left_;

  // "The turn ends after four steps, or earlier when no legal step is left."
  const bool turn_ends = steps_left_ == 0 || !any_step();
  if (rebuttal_) {
    if (turn_ends) end_by_count();
  } else if (!has_pieces("black") || !has_pieces("white")) {
    end_by_count();  // "The game ends the moment one side has no piece on the board, in mid-turn too."
  } else if (turn_ends) {
    close_turn();
    if (!over_) next_turn();
  }
  return squares;
}

// --- turns and the end ----------------------------------------------------------------------------------------

void Margrites::begin_turn(const std::string& side) {
  side_ = side;
  ++turn_number_;
  // "Black's first turn is two steps."
  steps_left_ = options_.black_handicap && turn_number_ == 1 ? 2 : 4;
  quiet_ = true;
  for (Piece& piece : pieces_) piece.turn_began = piece.at;
  formation_began_ = formation(side);
}

void Margrites::close_turn() {
  std::vector<int>& unchanged = unchanged_turns_[side_];
  if (formation(side_) == formation_began_)
    unchanged.push_back(turn_number_);
  else
    unchanged.clear();
  // "60 turns in a row with neither a score nor a capture is a draw."
  quiet_turns_ = quiet_ ? quiet_turns_ + 1 : 0;
  if (quiet_turns_ >= 60) finish("0");
}

void Margrites::next_turn() {
  while (!over_) {
    // "If neither side has a legal step the game ends and the count decides."
    Margrites theirs = *this, ours = *this;
    theirs.begin_turn(opponent(side_));
    ours.begin_turn(side_);
    if (!theirs.any_step() && !ours.any_step()) {
      end_by_count();
      return;
    }
    begin_turn(opponent(side_));
    if (any_step()) return;
    close_turn();  // "With none at all the turn is forfeit."
  }
}

// "More points win; equal points: more captures; equal again: a draw."
void Margrites::end_by_count() {
  // "If the game ends on Black's turn, White may make two more steps before the count": an ordinary turn of two.
  if (options_.white_rebuttal && !rebuttal_ && side_ == "black") {
    Margrites white = *this;
    white.begin_turn("white");
    white.steps_left_ = 2;
    white.rebuttal_ = true;
    if (white.any_step()) {
      *this = white;
      return;
    }
  }
  const int points = points_["black"] - points_["white"];
  const int captures = captures_["black"] - captures_["white"];
  const int margin = points != 0 ? points : captures;
  if (margin == 0)
    finish("0");
  else
    finish((margin > 0 ? "B+" : "W+") + std::to_string(std::abs(margin)) + (points == 0 ? "c" : ""));
}

void Margrites::finish(const std::string& result) {
  over_ = true;
  result_ = result;
  steps_left_ = 0;
}

std::string Margrites::to_move() const {
  return over_ ? "" : side_;
}

}  // namespace cairn::reference
