// The slow, obvious MARGRITES: the rules of spec margrites told with lists and loops, to check the fast game
// against. Depends on the standard library only; a value type; malformed options and positions throw
// std::invalid_argument.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cairn::reference {

struct MargritesOptions {
  std::vector<std::string> black_formation;  // eight squares of rows 1 and 2
  std::vector<std::string> white_formation;  // eight squares of rows 7 and 8
  bool hostile = false;                      // without formations: the pieces are placed in turn
  bool hostile_full = false;                 // hostile setup, and no dancing
  bool returning = false;
  bool black_handicap = false;
  bool white_rebuttal = false;
};

class Margrites {
 public:
  // With both formations play begins; without, a hostile game begins with the placing (words are squares).
  explicit Margrites(MargritesOptions options);
  // From any number of pieces. The side to move begins a whole turn: number 1 for black, 2 for white. `board` as
  // board() gives it.
  static Margrites from_position(MargritesOptions options, const std::vector<std::string>& board,
                                 const std::string& to_move);

  // Steps `d2>d3`, scoring `e8>B++`, returning `B++>e8`, placing `d2`; sorted as text; empty when over.
  std::vector<std::string> legal() const;
  std::string reason(const std::string& word) const;  // "" when legal; brackets after a step are passed over
  std::vector<std::string> board() const;             // 8 rows of 9, top to bottom: B W .
  std::string to_move() const;                        // "" when over
  bool over() const { return over_; }
  std::string result() const { return result_; }  // B+2 by points, B+2c by captures, 0; "" while not over

  int turn_number() const { return turn_number_; }  // 1 black, 2 white, ...; 0 while placing
  int steps_left() const { return steps_left_; }    // of this turn; 0 while placing
  int quiet_turns() const { return quiet_turns_; }  // finished in a row with neither a score nor a capture
  int points(const std::string& side) const { return points_.at(side); }
  int captures(const std::string& side) const { return captures_.at(side); }  // pieces that the other side lost
  std::vector<std::string> captured_if_settled() const;  // what falls if the position had just arisen

  std::vector<std::string> play(const std::string& word);  // must be legal; squares of captured pieces, sorted

 private:
  struct Square {
    int file, row;  // from 0
    auto operator<=>(const Square&) const = default;
  };
  struct Piece {
    std::string side;
    std::optional<Square> at;           // nothing: captured or scored
    std::optional<Square> turn_began;   // where it stood when this turn began
    std::optional<Square> scored_from;  // while it is scored
    int scored_as = 0;                  // which score of the game that was
  };
  enum class Kind { kPlace, kMove, kScore, kReturn };
  struct Step {
    Kind kind = Kind::kMove;
    Square from{}, to{};
  };
  struct Made {  // the pieces after a step and all its captures
    std::vector<Piece> pieces;
    std::vector<std::size_t> captured;
    bool martyrdom = false;
  };

  static std::string name(Square s);
  static bool on_board(Square s);
  static bool touching(Square a, Square b);
  static std::optional<Square> square(const std::string& text);  // also off the board
  static int far_row(const std::string& side);
  static std::vector<std::size_t> condemned(const std::vector<Piece>& pieces);
  static std::vector<std::size_t> settle(std::vector<Piece>& pieces);

  const Piece* piece_at(Square s) const;
  bool has_pieces(const std::string& side) const;
  std::set<Square> formation(const std::string& side) const;
  void add_formation(const std::string& side, const std::vector<std::string>& squares);
  bool own_rows(const std::string& side, Square s) const;

  std::string read(const std::string& word, Step& step) const;  // "" and the step, or a reason
  std::string word(const Step& step) const;
  std::string reason_to_refuse(const Step& step) const;
  std::size_t moved_piece(const Step& step) const;  // its index in pieces_
  Made make(const Step& step) const;
  std::vector<Step> conceivable_steps() const;
  bool any_step() const;
  bool must_change_formation() const;
  bool ends_turn_unchanged(const Made& made) const;

  void begin_turn(const std::string& side);
  void close_turn();
  void next_turn();
  void end_by_count();
  void finish(const std::string& result);

  MargritesOptions options_;
  std::vector<Piece> pieces_;
  std::string side_ = "black";
  bool placing_ = false;
  bool rebuttal_ = false;
  int turn_number_ = 0;
  int steps_left_ = 0;
  int quiet_turns_ = 0;
  bool quiet_ = true;  // this turn so far
  int scores_ = 0;     // ever made
  bool over_ = false;
  std::string result_;
  std::map<std::string, int> points_ = {{"black", 0}, {"white", 0}};
  std::map<std::string, int> captures_ = {{"black", 0}, {"white", 0}};
  std::set<Square> formation_began_;                         // the mover's, when this turn began
  std::map<std::string, std::vector<int>> unchanged_turns_;  // numbers of a side's latest unbroken run of them
};

}  // namespace cairn::reference
