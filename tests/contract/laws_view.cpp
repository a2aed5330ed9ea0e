#include <algorithm>
#include <set>

#include "core/text.h"
#include "tests/contract/laws.h"

namespace cairn::contract {

namespace {

using Kind = Event::Kind;

// The board of a view as letters by point; '\0' off the board.
class Letters {
 public:
  explicit Letters(const View& view) : pyramid_(view.surface == "pyramid"), side_(view.columns) {
    if (!pyramid_) {
      rows_.assign(view.board.rbegin(), view.board.rend());
      levels_.push_back(rows_);
      return;
    }
    for (int level = 0; level < view.levels; ++level) {
      const auto side = static_cast<std::size_t>(side_ - level);
      std::vector<std::string> rows(side, std::string(side, '.'));
      if (static_cast<std::size_t>(level) < view.board.size()) {
        std::size_t row = side;
        for (const auto text : split(view.board[static_cast<std::size_t>(level)], '/'))
          if (row > 0) rows[--row] = std::string(text);
      }
      levels_.push_back(std::move(rows));
    }
  }
  char& at(Point point) {
    off_ = '\0';
    if (point.level >= levels_.size() || point.row >= levels_[point.level].size()) return off_;
    auto& row = levels_[point.level][point.row];
    return point.column < row.size() ? row[point.column] : off_;
  }
  friend bool operator==(const Letters& a, const Letters& b) { return a.levels_ == b.levels_; }

 private:
  bool pyramid_;
  int side_;
  std::vector<std::string> rows_;
  std::vector<std::vector<std::string>> levels_;
  char off_ = '\0';
};

std::string viewer_text(Viewer viewer) {
  if (viewer == Viewer::spectator) return "the spectator";
  return viewer == Viewer::referee ? "the referee" : "seat " + std::to_string(static_cast<int>(viewer));
}

void check_shape(const Scene& scene, const View& view) {
  static const std::set<std::string> kSurfaces = {"pyramid", "grid", "torus", "squares"},
                                     kLivings = {"", "liberties", "freedoms"},
                                     kTallies = {"points", "balls", "captures"};
  const auto fault = [&](const std::string& what) { scene.fault("a view is well formed", what); };
  if (!kSurfaces.contains(view.surface)) fault("surface " + view.surface);
  if (view.columns < 1 || view.rows < 1 || view.levels < 1) return fault("the board has no size");
  if (!kLivings.contains(view.lives_on)) fault("groups that live on " + view.lives_on);
  if (!kTallies.contains(view.tally)) fault("a tally of " + view.tally);
  std::string letters = ".X";
  std::set<std::string> names;
  SeatSet seats;
  for (const auto& side : view.sides) {
    if (letters.find(side.letter) != std::string::npos) fault(std::string("letter ") + side.letter + " twice");
    letters += side.letter;
    if (side.name.empty() || lower(side.name) != side.name || !names.insert(side.name).second)
      fault("side name " + side.name);
    if (view.tally == "captures" && side.captures < 0) fault("captures are shown that nobody counts");
    seats.insert(side.seat);
  }
  if (static_cast<int>(view.sides.size()) != scene.position.seats() ||
      !(seats == SeatSet::first(scene.position.seats())))
    fault("sides and seats do not match");
  const auto row_ok = [&](std::string_view row, int columns) {
    return static_cast<int>(row.size()) == columns && row.find_first_not_of(letters) == std::string_view::npos;
  };
  if (view.surface == "pyramid") {
    if (view.board.empty() || static_cast<int>(view.board.size()) > view.levels) return fault("number of levels");
    for (std::size_t level = 0; level < view.board.size(); ++level) {
      const auto rows = split(view.board[level], '/');
      const int side = view.columns - static_cast<int>(level);
      if (static_cast<int>(rows.size()) != side) return fault("rows of a level: " + view.board[level]);
      for (const auto row : rows)
        if (!row_ok(row, side)) return fault("row " + std::string(row));
    }
    if (view.board.size() > 1 && view.board.back().find_first_not_of("./") == std::string::npos)
      fault("an empty upper level is given");
  } else {
    if (static_cast<int>(view.board.size()) != view.rows) return fault("number of rows");
    for (const auto& row : view.board)
      if (!row_ok(row, view.columns)) return fault("row " + row);
  }
}

void check_marks_and_groups(const Scene& scene, const View& view) {
  const auto fault = [&](const std::string& what) { scene.fault("a view is well formed", what); };
  Letters letters(view);
  const auto name = [&](Point point) { return scene.position.name(point); };
  for (const auto& mark : view.marks) {
    if (mark.kind.empty()) fault("a mark without a kind");
    if (mark.kind == "cut" && mark.points.size() % 2 != 0) fault("cut links are pairs");
    for (const Point point : mark.points)
      if (letters.at(point) == '\0') fault("mark " + mark.kind + " off the board");
  }
  if (!view.groups.empty() && view.lives_on.empty()) fault("groups that live on nothing");
  std::set<Point> in_a_group;
  for (const auto& group : view.groups) {
    if (group.side < 0 || static_cast<std::size_t>(group.side) >= view.sides.size()) return fault("a group of nobody");
    if (group.pieces.empty()) fault("a group without pieces");
    for (const Point point : group.pieces) {
      if (letters.at(point) != view.sides[static_cast<std::size_t>(group.side)].letter)
        fault("a group has no piece of its side at " + name(point));
      if (!in_a_group.insert(point).second) fault("two groups share " + name(point));
    }
    for (const Point point : group.freedoms)
      if (letters.at(point) != '.') fault("a freedom is not empty: " + name(point));
  }
  std::set<std::string> facts;
  for (const auto& fact : view.facts)
    if (fact.name.empty() || !facts.insert(fact.name).second) fault("fact " + fact.name + " twice");
}

std::string fact_of(const View& view, std::string_view name) {
  for (const auto& fact : view.facts)
    if (fact.name == name) return fact.value;
  return {};
}

}  // namespace

void check_turn_and_outcome(const Scene& scene) {
  const Position& position = scene.position;
  const int seats = position.seats();
  const SeatSet acting = position.to_act();
  const Turn turn = position.turn();
  const Outcome outcome = position.outcome();
  if (seats < 2 || seats > kMaxSeats) return scene.fault("two to four seats", std::to_string(seats));
  for (const Seat seat : members(acting))
    if (index(seat) >= seats) scene.fault("only seats of the game act", "seat " + std::to_string(index(seat)));
  if (index(turn.seat) >= seats || turn.number < 1) scene.fault("a turn is somebody's", "seat or number out of range");
  if (acting.size() == 1 && turn.seat != acting.front())
    scene.fault("clocks run for who must act", "turn() names another seat than to_act()");
  if (outcome.over != acting.empty()) scene.fault("over means that nobody acts", "outcome and to_act disagree");
  if (!outcome.over) {
    if (outcome.how != Outcome::How::none) scene.fault("no outcome before the end", "`how` is set");
    return;
  }
  if (outcome.how == Outcome::How::none) scene.fault("an end has a way", "`how` is none");
  const View view = position.view(Viewer::spectator);
  SeatSet stayed;  // who left is ranked last whatever the count
  for (const auto& side : view.sides)
    if (!side.retired) stayed.insert(side.seat);
  int best = kMaxSeats + 1;
  for (int i = 0; i < seats; ++i) {
    const auto at = static_cast<std::size_t>(i);
    best = std::min<int>(best, outcome.rank[at]);
    if (outcome.rank[at] < 1 || outcome.rank[at] > seats) scene.fault("ranks are 1..seats", "rank out of range");
    for (std::size_t j = 0; j < at && stayed.contains(seat_at(i)); ++j) {
      if (!stayed.contains(seat_at(static_cast<int>(j)))) continue;
      const bool ahead = outcome.rank[j]<outcome.rank[at], behind = outcome.rank[j]> outcome.rank[at];
      const auto difference = outcome.half_points[j] - outcome.half_points[at];
      if (outcome.how == Outcome::How::count && ((ahead && difference < 0) || (behind && difference > 0)))
        scene.fault("ranks follow the count", "the larger score is ranked behind");
    }
  }
  if (best != 1) scene.fault("somebody is first", "no seat has rank 1");
  if (!(view.outcome == outcome)) scene.fault("the end is public", "the spectator is told another outcome");
  if (view.result.empty()) scene.fault("an end has a text", "View::result is empty");
  const int won = winner(outcome, seats);
  if (won >= 0)
    for (const auto& side : view.sides)
      if (index(side.seat) == won && view.result.find('+') == 1 && view.result.front() != side.letter)
        scene.fault("the result names the winner", "\"" + view.result + "\" but seat " + std::to_string(won) + " won");
}

void check_views(const Scene& scene) {
  const Position& position = scene.position;
  const View truth = position.view(Viewer::referee);
  check_shape(scene, truth);
  check_marks_and_groups(scene, truth);
  for (const Viewer viewer : onlookers(position)) {
    const View view = position.view(viewer);
    check_shape(scene, view);
    check_marks_and_groups(scene, view);
    if (!(view.to_act == position.to_act()) || !(view.turn == position.turn()))
      scene.fault("a view says whose turn it is", viewer_text(viewer) + " is told otherwise");
    if (view.next && !view.to_act.contains(*view.next))
      scene.fault("a view says whose turn it is", "next is a seat that may not act");
    if (view.outcome.over != position.outcome().over) scene.fault("the end is public", viewer_text(viewer));
    if (view.result.empty() != !view.outcome.over) scene.fault("a result comes with the end", viewer_text(viewer));
    if (!scene.info.hidden && !(view == truth))
      scene.fault("without hidden information all see the same", viewer_text(viewer) + " sees something else");
  }
}

void check_events(const Scene& scene, const Position& after, const EventLog& events) {
  const Position& before = scene.position;
  if (events.empty()) scene.fault("an action is told", "no event at all");
  bool settled = true;  // the events alone lead from one board to the other
  for (const Event& event : events) {
    if (event.side < -1 || event.side >= before.seats()) scene.fault("an event is somebody's", "side out of range");
    // What a spectator may know is known to the seats: each sees the event, or one that tells it more (`placed` instead
    // of `played`).
    for (int i = 0; i < before.seats() && sees(event.seen_by, Viewer::spectator); ++i) {
      const auto tells = [&](const Event& other) {
        return other.side == event.side && sees(other.seen_by, viewer_of(seat_at(i)));
      };
      if (!std::any_of(events.begin(), events.end(), tells))
        scene.fault("what spectators see is public", std::string(to_word(event.kind)) + " is hidden from a seat");
    }
    if (event.kind == Kind::arranged || event.kind == Kind::resumed || event.kind == Kind::ended) settled = false;
  }
  for (int i = 0; i <= static_cast<int>(Viewer::referee); ++i) {
    const auto viewer = static_cast<Viewer>(i);
    if (i >= before.seats() && i < static_cast<int>(Viewer::spectator)) continue;
    const View was = before.view(viewer), is = after.view(viewer);
    Letters letters(was), now(is);
    const auto letter = [&](const Event& event) {
      return event.side < 0 ? 'X' : was.sides[static_cast<std::size_t>(event.side)].letter;
    };
    for (const Event& event : events) {
      if (!sees(event.seen_by, viewer)) continue;
      if (event.kind == Kind::moved || event.kind == Kind::scored) letters.at(event.from) = '.';
      if (event.kind == Kind::removed) letters.at(event.at) = '.';
      if (event.kind == Kind::refused) letters.at(event.at) = now.at(event.at);  // why, may be shown there
      if (event.kind == Kind::placed || event.kind == Kind::moved || event.kind == Kind::returned) {
        if (letters.at(event.at) == '\0') scene.fault("an event is on the board", std::string(to_word(event.kind)));
        letters.at(event.at) = letter(event);
      }
    }
    // The board is opened to all when play stops: news that no event of its own tells.
    const bool opened = scene.info.hidden && (fact_of(was, "phase") != fact_of(is, "phase") || is.outcome.over);
    if (settled && !opened && !(letters == now))
      scene.fault("the events tell what changed",
                  viewer_text(viewer) + " sees " + join(is.board, "|") + " after " + join(was.board, "|"));
  }
}

}  // namespace cairn::contract
