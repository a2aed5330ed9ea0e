// Margo's words, set-up and view: the third part of margo.h, which includes it.
#pragma once

#include "games/margo/margo.h"

namespace cairn::margo {

template <class B>
Parsed Game<B>::parse(Seat, std::string_view word) const {
  if (equal_ignoring_case(word, "pass")) return {kPass};
  const bool blocker = options_.testing && !word.empty() && to_lower(word.back()) == 'x';
  const auto name = parse_grid_name(blocker ? word.substr(0, word.size() - 1) : word);
  if (!name) return {{}, Reason::unknown_move};
  const int n = options_.size;
  bool on_board = false;
  for (int l = name->x % 2; l < n; l += 2) {  // levels of this parity share the column; the lowest empty one is meant
    const int c = (name->x - l) / 2, r = (name->y - l) / 2;
    if ((name->y - l) % 2 != 0 || name->x < l || name->y < l || c >= n - l || r >= n - l) continue;
    if (l >= options_.levels()) break;
    on_board = true;
    const Point p{static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
    if (!board_.all.test(Bits::index(p))) return {encode(p, blocker)};
  }
  return {{}, on_board ? Reason::occupied : Reason::off_board};
}

template <class B>
Message Game<B>::set_up(const Setup& setup) {
  const int n = options_.size;
  const auto& levels = setup.board;
  if (static_cast<int>(levels.size()) > options_.levels())
    return bad_position(Message("levels-given-there", "the position has {given} levels; it must have {n}",
                                {{"given", levels.size()}, {"n", options_.levels()}}));
  board_ = {};
  board_hash_ = 0;
  for (int l = 0; l < static_cast<int>(levels.size()); ++l) {
    const auto rows = split(levels[static_cast<std::size_t>(l)], '/');
    const int side = n - l;
    if (static_cast<int>(rows.size()) != side)
      return bad_position(
          Message("level-rows", "level {level} must have {n} rows joined by '/'", {{"level", l + 1}, {"n", side}}));
    for (int r = 0; r < side; ++r) {
      const auto row = rows[static_cast<std::size_t>(side - 1 - r)];
      if (static_cast<int>(row.size()) != side)
        return bad_position(Message("level-letters", "level {level}: every row must have {n} letters",
                                    {{"level", l + 1}, {"n", side}}));
      for (int c = 0; c < side; ++c) {
        const char letter = row[static_cast<std::size_t>(c)];
        if (letter == '.') continue;
        const Point p{static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
        const auto colour = kLetters.find(letter);
        const bool known = colour != std::string_view::npos &&
                           (static_cast<int>(colour) < options_.players || (letter == 'X' && options_.testing));
        if (!known) {
          std::string right;
          for (int i = 0; i < options_.players; ++i)
            right += std::string(1, kLetters[static_cast<std::size_t>(i)]) + ", ";
          right += options_.testing ? "X, ." : ".";
          return bad_position(
              Message("level-letter", "level {level}: '{letter}' at {point} is not one of {right}",
                      {{"level", l + 1}, {"letter", letter}, {"point", point_name(p)}, {"right", right}}));
        }
        if (l > 0 && !board_.supported().test(Bits::index(p)))
          return bad_position(Message("ball-at-on-level",
                                      "the ball at {point} on level {level} has no support below it",
                                      {{"point", point_name(p)}, {"level", l + 1}}));
        board_.put(Bits::index(p), static_cast<int>(colour));
        board_hash_ ^= ball_key(p, static_cast<int>(colour));
      }
    }
  }
  mover_ = 0;
  if (!setup.to_move.empty()) {
    const std::string wanted = lower(setup.to_move);
    const auto found = std::find(kSideNames.begin(), kSideNames.begin() + options_.players, wanted);
    if (found == kSideNames.begin() + options_.players)
      return bad_position(Message("to-move-not-a-side", "\"to_move\" is \"{name}\", which is not a side of this game",
                                  {{"name", setup.to_move.substr(0, 40)}}));
    mover_ = static_cast<int>(found - kSideNames.begin());
  }
  over_ = false;
  start();
  return {};
}

template <class B>
View Game<B>::view(Viewer) const {
  View view;
  view.surface = "pyramid";
  view.columns = view.rows = options_.size;
  view.levels = options_.levels();
  view.lives_on = "freedoms";
  view.tally = "balls";
  add_levels(view);
  add_sides(view);
  view.to_act = to_act();
  view.turn = turn();
  view.outcome = outcome_;
  add_marks(view);
  if (over_) view.result = result_text();
  if (over_ && outcome_.how == Outcome::How::count)
    view.facts.push_back({"end", repeated_ ? "repetition" : passes_ >= active_seats() ? "passes" : "no-move"});
  return view;
}

// Up to the highest level that has a ball.
template <class B>
void Game<B>::add_levels(View& view) const {
  const int n = options_.size;
  for (int l = 0; l < view.levels; ++l) {
    std::string text;
    bool any = false;
    for (int r = n - l - 1; r >= 0; --r) {
      for (int c = 0; c < n - l; ++c) {
        const int colour = board_.colour_at(
            Bits::index({static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)}));
        text += colour < 0 ? '.' : kLetters[static_cast<std::size_t>(colour)];
        any |= colour >= 0;
      }
      if (r > 0) text += '/';
    }
    if (l > 0 && !any) break;
    view.board.push_back(std::move(text));
  }
}

template <class B>
void Game<B>::add_sides(View& view) const {
  for (int c = 0; c < options_.players; ++c)
    view.sides.push_back({.name = std::string(kSideNames[static_cast<std::size_t>(c)]),
                          .letter = kLetters[static_cast<std::size_t>(c)],
                          .seat = seat_at(c),
                          .half_points = 2 * count_of(c),
                          .retired = retired_[static_cast<std::size_t>(c)] != 0});
}

template <class B>
void Game<B>::add_marks(View& view) const {
  const auto mark = [&](std::string_view kind, std::vector<Point> list) {
    if (!list.empty()) view.marks.push_back({std::string(kind), std::move(list)});
  };
  if (last_ >= 0 && board_.all.test(last_)) mark("last", {Bits::point(last_)});
  const auto whole = board_.links(geo_);
  Bits endangered;
  std::vector<Point> cut;
  for (int c = 0; c < options_.players; ++c) {
    const Bits linking = board_.balls[static_cast<std::size_t>(c)].andnot(whole.buried);
    add_cuts(linking, whole, cut);
    add_groups(c, linking, whole, view, endangered);
  }
  mark("zombie", point_list(board_.zombies(geo_)));
  mark("buried", point_list(whole.buried & board_.all));
  mark("danger", point_list(endangered));
  mark("cut", std::move(cut));
}

// The two balls of each link of a colour that a ball above has cut.
template <class B>
void Game<B>::add_cuts(const Bits& linking, const typename B::Links& whole, std::vector<Point>& cut) const {
  const Bits cut_east = (linking & geo_.east_ok & linking.west()).andnot(whole.east);
  const Bits cut_north = (linking & geo_.north_ok & linking.south()).andnot(whole.north);
  cut_east.for_each([&](int i) {
    Point p = Bits::point(i);
    cut.push_back(p);
    ++p.column;
    cut.push_back(p);
  });
  cut_north.for_each([&](int i) {
    Point p = Bits::point(i);
    cut.push_back(p);
    ++p.row;
    cut.push_back(p);
  });
}

// The groups of a colour with their freedoms; those of one freedom are endangered.
template <class B>
void Game<B>::add_groups(int colour, const Bits& linking, const typename B::Links& whole, View& view,
                         Bits& endangered) const {
  const Bits free_ground = geo_.ground.andnot(board_.all);
  const Bits holes = options_.all_freedoms ? free_ground | board_.playable(geo_) : free_ground;
  Bits rest = board_.balls[static_cast<std::size_t>(colour)];
  while (rest.any()) {
    const int i = rest.pick(0);
    Bits seed;
    seed.set(i);
    const Bits group = linking.test(i) ? board_.flood(linking, seed, whole, linking) : seed;
    Bits freedoms = B::beside(group & geo_.ground, geo_) & free_ground;
    if (options_.all_freedoms) freedoms = freedoms | ((B::beside(group, geo_) | board_.resting_on(group)) & holes);
    if (freedoms.count() == 1) endangered = endangered | group;
    view.groups.push_back({colour, point_list(group), point_list(freedoms)});
    rest = rest.andnot(group);
  }
}

// Of a game that is over: "W+3", "B+R".
template <class B>
std::string Game<B>::result_text() const {
  const int won = winner(outcome_, options_.players);
  if (won < 0) return "0";
  const std::string text = std::string(1, kLetters[static_cast<std::size_t>(won)]) + "+";
  int runner_up = 0;
  for (int c = 0; c < options_.players; ++c)
    if (c != won && (options_.players == 2 || retired_[static_cast<std::size_t>(c)] == 0))
      runner_up = std::max(runner_up, count_of(c));
  switch (outcome_.how) {
    case Outcome::How::resigned:
      return text + "R";
    case Outcome::How::timed_out:
      return text + "T";
    case Outcome::How::forfeit:
      return text + "F";
    case Outcome::How::capture:
      return text + "C";
    default:
      return text + std::to_string(count_of(won) - runner_up);
  }
}

}  // namespace cairn::margo
