// The slow, obvious Go, flat and toroidal, and a referee for phantom Go: the rules of spec go told with sets and
// loops, to check the fast game against. Depends on the standard library only; value types; malformed options and
// positions throw std::invalid_argument.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cairn::reference {

struct GoOptions {
  int columns = 9, rows = 9;  // 2..25; torus 3..25
  bool torus = false;
  std::string ko = "simple";     // simple, situational, positional; none: only to follow records of other programs
  std::optional<int> komi_half;  // in half points; the usual one when not given
  int handicap = 0;              // 0, 2..9
  std::string scoring = "area";  // area, territory
  bool suicide_allowed = false;  // of two stones or more
};

class Go {
 public:
  explicit Go(GoOptions options);
  // `board` as board() gives it; every group must have a liberty. The repetition history starts here.
  static Go from_position(GoOptions options, const std::vector<std::string>& board, const std::string& to_move);

  std::vector<std::string> legal() const;             // points and `pass`, sorted as text; empty when play has stopped
  std::string reason(const std::string& word) const;  // "" when legal
  std::vector<std::string> board() const;             // a string a row, top to bottom
  std::string to_move() const;                        // "" when play has stopped
  bool over() const { return over_; }                 // scored, or ended by repetition
  bool stopped() const { return stopped_; }           // two passes in succession: the sides agree on dead stones
  std::string result() const { return result_; }      // B+3.5, 0, Void; "" while not over

  std::vector<std::string> play(const std::string& word);  // must be legal; captured stones, sorted
  std::vector<std::string> play_as(const std::string& side, const std::string& word);  // whoever is to move
  bool may_resume() const { return stopped_ && !over_ && (!resumed_ || stone_since_resumption_); }
  void resume(const std::string& side);  // the opponent of the side that resumes moves first
  // Scores the stopped game: the groups that hold these points are dead, those that hold `seki` make no territory.
  void settle(const std::set<std::string>& dead, const std::set<std::string>& seki = {});

  int komi_half() const { return komi_half_; }
  int prisoners(const std::string& side) const { return prisoners_.at(side); }  // taken by this side
  std::string ko_point() const;  // where simple ko bars the side to move now; "" for nowhere
  std::vector<std::string> group(const std::string& point) const;      // sorted names
  std::vector<std::string> liberties(const std::string& point) const;  // of the group there, sorted names
  int area(const std::set<std::string>& dead = {}) const;              // black minus white, without komi
  std::map<std::string, int> territory(const std::set<std::string>& dead = {},
                                       const std::set<std::string>& seki = {}) const;  // surrounded points
  std::string score_text(const std::set<std::string>& dead = {}, const std::set<std::string>& seki = {}) const;

 private:
  friend class PhantomReference;
  using Board = std::string;  // 'B', 'W' or '.', a letter a point; row by row from A1
  struct Played {
    Board board;
    std::set<int> captured;
    bool suicide = false;
  };

  std::string name(int point) const;
  std::string read(const std::string& word, int& point) const;  // "" and the point (-1: pass), or a reason
  std::set<int> neighbours(int point) const;
  std::set<int> group_of(const Board& board, int point) const;
  std::set<int> liberties_of(const Board& board, const std::set<int>& group) const;
  std::set<int> groups_holding(const std::set<std::string>& points) const;
  Board without(const std::set<std::string>& dead) const;
  std::vector<std::string> names(const std::set<int>& points) const;
  Played put_stone(int point, char stone) const;
  bool repeats(const Board& board) const;
  std::string whole_position() const { return board_ + mover_ + ko_point(); }
  void start_history();

  GoOptions options_;
  int komi_half_ = 0;
  Board board_;
  char mover_ = 'B';
  int passes_ = 0;  // in succession
  bool stopped_ = false;
  bool resumed_ = false;
  bool stone_since_resumption_ = false;
  bool over_ = false;
  std::string result_;
  std::map<std::string, int> prisoners_ = {{"black", 0}, {"white", 0}};

  std::optional<Board> before_last_move_;
  std::set<std::string> boards_seen_;
  std::set<std::string> positions_seen_;
  std::map<std::string, int> whole_positions_;
};

// What the referee of phantom Go answers to a try.
struct Verdict {
  std::string verdict;                // moved, pass, illegal
  std::string reason;                 // when illegal: own_stone, opponent_stone, suicide, ko, or a reason of Go
  std::vector<std::string> captured;  // both players are told these points
  bool self_in_atari = false;         // the group of the stone just placed has one liberty
  bool opponent_in_atari = false;     // an enemy group next to the stone just placed has one liberty
  bool game_over = false;             // play has stopped
  std::string to_move;                // who tries next; "" when play has stopped
};

class PhantomReference {
 public:
  explicit PhantomReference(GoOptions options) : truth_(std::move(options)) {}
  // A refused try is no move: the same side still has to move, and two passes stay two passes.
  Verdict try_point(const std::string& side, const std::string& word);
  const Go& truth() const { return truth_; }

 private:
  Go truth_;
};

}  // namespace cairn::reference
