// What is seen and said of a game: view, results, words.
#include <cstdlib>

#include "core/text.h"
#include "games/margrites/actions.h"
#include "games/margrites/margrites.h"
#include "games/margrites/words.h"

namespace cairn::margrites {

namespace {

// "B+2", "B+2c" (points level, captures decide), "W+R", "W+T", "W+F", "0"
std::string ending_text(const Ending& ending) {
  if (ending.winner < 0) return "0";
  std::string text = std::string(1, letter(static_cast<Side>(ending.winner))) + '+';
  if (ending.how == Outcome::How::resigned) return text + 'R';
  if (ending.how == Outcome::How::timed_out) return text + 'T';
  if (ending.how == Outcome::How::forfeit) return text + 'F';
  const int points = std::abs(ending.points[0] - ending.points[1]);
  if (points != 0) return text + std::to_string(points);
  return text + std::to_string(std::abs(ending.captures[0] - ending.captures[1])) + 'c';
}

}  // namespace

// What ended a game that was played out.
std::string_view Margrites::end_word() const {
  if (board_.count(Side::black) == 0 || board_.count(Side::white) == 0) return "no-piece";
  if (quiet_ >= kQuietTurns) return "quiet";
  return turn_ >= kMostTurns ? "too-long" : "deadlock";
}

std::string Margrites::score_text() const {
  std::string text;
  for (const Side side : kSides) {
    if (side == Side::white) text += '-';
    if (ending_.how == Outcome::How::resigned && ending_.winner == static_cast<int>(other(side))) text += 'R';
    text += std::to_string(board_.points(side)) + '(' + std::to_string(board_.captures(side)) + ')';
  }
  return text;
}

// A match: "2-1 (games B+2 W+1, captures 9-7)", first player first; who leaves ends it as a game: "W+R".
std::string Margrites::result() const {
  if (phase_ != Phase::over) return {};
  if (!options_.two_for_three || ending_.how != Outcome::How::count) return ending_text(ending_);
  const auto points = match_points();
  const int first = first_game_.captures[0] + ending_.captures[1],
            second = first_game_.captures[1] + ending_.captures[0];
  return std::to_string(points[0]) + '-' + std::to_string(points[1]) + " (games " + ending_text(first_game_) + ' ' +
         ending_text(ending_) + ", captures " + std::to_string(first) + '-' + std::to_string(second) + ')';
}

// Who has shown no formation, then who has not accepted.
Side Margrites::next_to_arrange() const {
  for (const Side side : kSides)
    if (!formation_[margrites::index(side)]) return side;
  return consents_[0] ? Side::white : Side::black;
}

void Margrites::add_marks(View& view) const {
  View::Mark last{"last", {}}, stalled{"stalled", {}};
  for (const Square at : last_)
    if (on_board(at)) last.points.push_back(point(at));
  if (!last.points.empty()) view.marks.push_back(std::move(last));
  for (int i = 0; in_turn() && i < board_.count(board_.mover()); ++i) {
    const Square began = board_.began(i);
    if (began != board_.piece(board_.mover(), i) && on_board(began)) stalled.points.push_back(point(began));
  }
  if (!stalled.points.empty()) view.marks.push_back(std::move(stalled));
}

std::vector<View::Mark> Margrites::refusal_marks(Seat seat, Action action) const {
  if (check(seat, action) != kMartyrdom) return {};
  const Square to = to_of(action);
  for (const Fall& fall : board_.falls(from_of(action), to)) {
    if (fall.side != board_.mover() || fall.at != to) continue;
    std::vector<View::Mark> marks{{"against", {}}, {"beside", {}}};
    for (Squares left = fall.enemies; !left.empty(); left.drop_front()) marks[0].points.push_back(point(left.front()));
    for (Squares left = fall.friends; !left.empty(); left.drop_front()) marks[1].points.push_back(point(left.front()));
    if (marks[1].points.empty()) marks.pop_back();
    return marks;
  }
  return {};
}

View Margrites::view(Viewer) const {
  View view;
  view.surface = "squares";
  view.columns = kFiles;
  view.rows = kRows;
  std::array<Squares, 2> shown{board_.pieces(Side::black), board_.pieces(Side::white)};
  if (phase_ == Phase::arranging)
    for (const Side side : kSides)
      if (formation(side)) shown[margrites::index(side)] = formation(side).squares(side);
  for (int row = kRows - 1; row >= 0; --row) {
    std::string line;
    for (int file = 0; file < kFiles; ++file) {
      const Square at = square_at(file, row);
      line += shown[0].has(at) ? 'B' : shown[1].has(at) ? 'W' : '.';
    }
    view.board.push_back(std::move(line));
  }
  for (const Side side : kSides)
    view.sides.push_back({.name = side == Side::black ? "black" : "white",
                          .letter = letter(side),
                          .seat = seat_of(side),
                          .half_points = 2 * board_.points(side),
                          .captures = board_.captures(side),
                          .retired = phase_ == Phase::over && ending_.how != Outcome::How::count &&
                                     ending_.winner == static_cast<int>(other(side))});
  view.to_act = to_act();
  view.turn = turn();
  if (phase_ == Phase::arranging) view.next = seat_of(next_to_arrange());
  view.steps_bind = options_.hostile == Hostile::full;
  view.outcome = outcome();
  view.result = result();

  add_marks(view);

  const auto fact = [&](std::string name, std::string value) {
    view.facts.push_back({std::move(name), std::move(value)});
  };
  fact("phase", std::string(to_word(phase_)));
  fact("turn", std::to_string(turn_));
  fact("steps_left", std::to_string(in_turn() ? board_.steps_left() : 0));
  fact("score", score_text());
  if (phase_ == Phase::over && ending_.how == Outcome::How::count) fact("end", std::string(end_word()));
  for (const Side side : kSides) {
    const std::string& who = view.sides[margrites::index(side)].name;
    if (phase_ == Phase::arranging) {
      fact(who + "_formation", formation(side).text(side));
      fact(who + "_accepts", consents_[margrites::index(side)] ? "yes" : "no");
    }
    if (recall_.count[margrites::index(side)] == 0) continue;
    std::string squares;
    for (std::size_t i = 0; i < recall_.count[margrites::index(side)]; ++i)
      squares += (i == 0 ? "" : " ") + margrites::name(recall_.from[margrites::index(side)][i]);
    fact(who + "_returns", std::move(squares));
  }
  if (in_turn() && quiet_ != 0) fact("quiet_turns", std::to_string(quiet_));
  if (in_turn() && must_change()) fact("must_change", "yes");
  if (options_.two_for_three) {
    const auto points = match_points();
    fact("game", std::to_string(game_));
    fact("match", std::to_string(points[0]) + '-' + std::to_string(points[1]));
    if (game_ == 2) fact("first_game", ending_text(first_game_));
  }
  return view;
}

std::string Margrites::name(Point at) const {
  if (!on_board(at.column, at.row)) return {};
  return margrites::name(square_at(at.column, at.row));
}

std::string Margrites::format(Action action) const {
  const Square from = from_of(action), to = to_of(action);
  switch (kind_of(action)) {
    case Kind::step:  // only the far row is left or come back to, and it tells the side
      return write_step(row_of(from == kOff ? to : from) == 0 ? Side::white : Side::black, from, to);
    case Kind::place:
      return margrites::name(from);
    case Kind::arrange:
      return Formation::ranked(rank_of(action)).text(arranger_of(action));
    case Kind::accept:
      return "accept";
    case Kind::hostile:
      return "hostile";
  }
  return {};
}

Parsed Margrites::parse(Seat seat, std::string_view word) const {
  const Side side = side_of(seat);
  word = trim(word);
  while (!word.empty() && (word.back() == ';' || word.back() == '.' || is_space(word.back()))) word.remove_suffix(1);
  if (equal_ignoring_case(word, "accept")) return {make_action(Kind::accept)};
  if (equal_ignoring_case(word, "hostile")) return {make_action(Kind::hostile)};
  if (const auto square = read_square(word)) return {make_place(*square)};
  if (const auto given = read_formation(side, word); given.formation)
    return {make_arrange(side, given.formation.rank())};
  else if (given.refused != Reason::unknown_move)
    return {{}, given.refused};
  const StepRead step = read_step(side, word);
  if (step.refused != Reason::none) return {{}, step.refused};
  if (step.length != word.size()) return {{}, Reason::unknown_move};
  return {make_step(step.from, step.to)};
}

}  // namespace cairn::margrites
