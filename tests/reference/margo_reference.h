// The slow, obvious Margo: the rules of spec margo told sentence by sentence with loops and text, to check the
// fast game against. Depends on the standard library only; a value type; malformed positions throw
// std::invalid_argument.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cairn::reference {

struct MargoOptions {
  int size = 6;     // 2..19
  int players = 2;  // 2..4: white, black, red, blue
  int height = 0;   // levels in use, 1..size; 0 stands for all of them
  bool can_pass = false;
  bool all_freedoms = false;
  std::string ko = "situational";  // situational, simple, positional, none
  bool swap = false;
  bool beginner = false;
  bool testing = false;
};

class Margo {
 public:
  explicit Margo(MargoOptions options);
  // `board` as board() gives it. The repetition history starts with this position and its mover; the board counts
  // as the one that the player before the mover left.
  static Margo from_position(MargoOptions options, const std::vector<std::string>& board, const std::string& to_move);

  std::vector<std::string> legal() const;             // words of the side to move, sorted as text; empty when over
  std::string reason(const std::string& word) const;  // "" when legal
  std::vector<std::string> board() const;  // a string a level; level 0 always, other trailing empty levels left out
  std::string to_move() const;             // "" when over
  bool over() const { return over_; }
  std::string result() const { return result_; }  // W+3, W+C (beginner), 0; "" while not over
  std::map<std::string, int> score() const;       // balls a colour

  std::vector<std::string> play(const std::string& word);  // must be legal; names of the removed balls, sorted

 private:
  struct Point {
    int level, column, row;
    auto operator<=>(const Point&) const = default;
  };
  using Cells = std::string;  // one letter a point, in the order of points_
  struct Move {
    std::string kind;  // "ball", "blocker", "pass", "swap"
    Point at{};
  };
  struct Placed {
    Cells cells;
    std::vector<Point> removed;
    bool removed_enemy = false;
    bool suicide = false;
  };

  bool on_pyramid(Point p) const;
  char at(const Cells& cells, Point p) const;  // '.' for a point that is not there
  void put(Cells& cells, Point p, char ball) const;
  static std::string name(Point p);
  std::vector<Point> column_of_points(const std::string& name) const;

  bool playable(const Cells& cells, Point p) const;
  bool buried(const Cells& cells, Point p) const;
  bool overpassed(const Cells& cells, Point a, Point b) const;
  std::vector<Point> linked_with(const Cells& cells, Point p) const;
  std::set<Point> group_of(const Cells& cells, Point p) const;
  bool has_freedom(const Cells& cells, const std::set<Point>& group) const;
  std::vector<Point> phase(Cells& cells, const std::string& colours, std::optional<Point> placed) const;
  Placed place(Point p, char ball) const;

  std::string read(const std::string& word, Move& move) const;  // "" and the move, or a reason
  std::string reason_to_refuse(const Move& move) const;
  bool repeats(const Cells& cells) const;
  std::string whole_position() const;
  char mover() const { return colours_[static_cast<std::size_t>(turn_)]; }
  int next(int turn) const { return (turn + 1) % options_.players; }
  void start_history();
  void finish_if_stuck();
  void finish_by_count();

  MargoOptions options_;
  std::string colours_;        // the letters in play, in order of rotation
  std::vector<Point> points_;  // level by level, row by row
  std::vector<int> level_start_;
  Cells cells_;
  int turn_ = 0;
  int passes_ = 0;  // in succession
  int plies_ = 0;   // turns taken; a swap is not one
  bool swap_offered_ = false;
  bool over_ = false;
  std::string result_;

  std::set<std::string> boards_seen_;           // positional
  std::set<std::string> positions_seen_;        // situational
  std::map<char, Cells> left_by_;               // simple: the board that each colour's last turn left
  std::optional<Cells> last_board_;             // the board before the last turn
  std::map<std::string, int> whole_positions_;  // threefold
};

}  // namespace cairn::reference
