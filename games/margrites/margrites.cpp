#include "games/margrites/margrites.h"

#include <cassert>
#include <cstdlib>

#include "core/hash.h"
#include "games/margrites/actions.h"

namespace cairn::margrites {

namespace {

constexpr auto kKeys = zobrist_keys<2 * kSquareBits>(0x6D617267'72697465ULL);

std::int8_t number(Side side) {
  return static_cast<std::int8_t>(side);
}

}  // namespace

std::string_view to_word(Phase phase) {
  constexpr std::array<std::string_view, 5> kWords{"arranging", "placing", "playing", "rebuttal", "over"};
  return kWords[static_cast<std::size_t>(phase)];
}

// ---- construct

Margrites::Margrites(const Options& options) : options_(options) {
  begin_game();
}

Margrites::Margrites(const Options& options, const std::array<Squares, 2>& pieces, Side side) : options_(options) {
  assert(fits(pieces).empty());
  for (const Side owner : kSides)
    for (Squares left = pieces[margrites::index(owner)]; !left.empty(); left.drop_front())
      board_.place(owner, left.front());
  turn_ = side == Side::black ? 0 : 1;
  phase_ = Phase::playing;
  if (board_.count(Side::black) == 0 || board_.count(Side::white) == 0) {
    open_turn(side);
    finish(counted(), nullptr);
  } else {
    begin_turn(side, nullptr);
  }
}

Message Margrites::fits(const std::array<Squares, 2>& pieces) {
  if (!(pieces[0] & pieces[1]).empty()) return Message("two-pieces-stand-on", "two pieces are on one square");
  Board board;
  for (const Side side : kSides) {
    if (pieces[margrites::index(side)].size() > kPieces)
      return Message("there-more-than-eight", "there are more than eight pieces {letter}", {{"letter", letter(side)}});
    for (Squares left = pieces[margrites::index(side)]; !left.empty(); left.drop_front())
      board.place(side, left.front());
  }
  if (board.settled()) return {};
  return Message("piece-stands-captured-give",
                 "the position has a captured piece; give the position after its captures");
}

void Margrites::begin_game() {
  const Options options = options_;
  board_ = Board{};
  recall_ = Recall{};
  dance_ = {};
  formation_ = {options.black, options.white};
  arranged_ = {};
  consents_ = {};
  placed_ = quiet_ = 0;
  turn_ = 0;
  last_ = {kNowhere, kNowhere};
  news_ = false;
  if (options.black && options.white)
    begin_play(nullptr);
  else
    phase_ = options.hostile == Hostile::no ? Phase::arranging : Phase::placing;
}

void Margrites::begin_play(EventBuffer* log) {
  if (formation_[0])
    for (const Side side : kSides)
      for (Squares left = formation(side).squares(side); !left.empty(); left.drop_front())
        board_.place(side, left.front());
  phase_ = Phase::playing;
  begin_turn(Side::black, log);
}

// ---- turns

void Margrites::open_turn(Side side) {
  ++turn_;
  const bool handicapped = options_.black_handicap && side == Side::black && turn_ == 1;
  board_.begin_turn(side, handicapped ? kHandicapSteps : kTurnSteps);
  turn_start_ = board_.pieces(side);
  recall_.began.fill(kNowhere);
  news_ = false;
}

// Books the turn that ends; true when that ends the game as a draw.
bool Margrites::close_turn() {
  const Side side = board_.mover();
  Dance& dance = dance_[margrites::index(side)];
  if (board_.pieces(side) == turn_start_) {
    if (dance.turns == 0) dance.since = turn_;
    if (dance.turns < 255) ++dance.turns;
  } else {
    dance = Dance{};
  }
  quiet_ = news_ ? 0 : static_cast<std::uint8_t>(quiet_ + 1);
  return quiet_ >= kQuietTurns || turn_ >= kMostTurns;
}

// A side without a step loses its turn; when neither has one the count decides.
void Margrites::begin_turn(Side side, EventBuffer* log) {
  open_turn(side);
  if (any_step()) return;
  if (log) log->add({.kind = Event::Kind::forfeited, .side = number(side)});
  if (close_turn()) return finish({Outcome::How::count, -1, counted().points, counted().captures}, log);
  open_turn(other(side));
  if (!any_step()) finish(counted(), log);
}

void Margrites::after_step(EventBuffer* log) {
  const bool bare = board_.count(Side::black) == 0 || board_.count(Side::white) == 0;
  if (phase_ == Phase::rebuttal) {
    if (board_.count(Side::white) == 0 || board_.steps_left() == 0 || !any_step()) finish(counted(), log);
  } else if (bare) {
    if (options_.white_rebuttal && board_.mover() == Side::black && board_.count(Side::white) > 0) {
      phase_ = Phase::rebuttal;
      open_turn(Side::white);
      board_.begin_turn(Side::white, kRebuttalSteps);
      if (any_step()) return;
    }
    finish(counted(), log);
  } else if (board_.steps_left() == 0 || !any_step()) {
    if (close_turn())
      finish({Outcome::How::count, -1, counted().points, counted().captures}, log);
    else
      begin_turn(other(board_.mover()), log);
  }
}

// ---- steps

// The place in the mover's recall of the piece that would come back to `to`: the one that left from there first, but
// rather one that did not begin this turn there. Nothing comes back in the rebuttal.
int Margrites::recalled(Square to) const {
  const std::size_t side = margrites::index(board_.mover());
  int found = -1;
  for (std::size_t i = 0; phase_ == Phase::playing && i < recall_.count[side]; ++i) {
    if (recall_.from[side][i] != to) continue;
    if (recall_.began[i] != to) return static_cast<int>(i);
    if (found < 0) found = static_cast<int>(i);
  }
  return found;
}

Fallen Margrites::move_piece(Square from, Square to) {
  const std::size_t side = margrites::index(board_.mover());
  if (from == kOff) {
    const auto which = static_cast<std::size_t>(recalled(to));
    const Square began = recall_.began[which];
    const std::size_t left = --recall_.count[side];
    for (std::size_t i = which; i < left; ++i) {
      recall_.from[side][i] = recall_.from[side][i + 1];
      recall_.began[i] = recall_.began[i + 1];
    }
    recall_.began[left] = kNowhere;
    return board_.put_back(to, began);
  }
  if (to == kOff && options_.returning) {
    const std::size_t last = recall_.count[side]++;
    recall_.from[side][last] = from;
    recall_.began[last] = board_.began_at(from);
  }
  return board_.step(from, to);
}

// hostile=full: both sides have danced for two turns, and the mover began it.
bool Margrites::must_change() const {
  if (options_.hostile != Hostile::full) return false;
  const Dance& mine = dance_[margrites::index(board_.mover())];
  const Dance& theirs = dance_[margrites::index(other(board_.mover()))];
  return mine.turns >= 2 && theirs.turns >= 2 && mine.since < theirs.since;
}

bool Margrites::ends_unchanged(Square from, Square to) const {
  Margrites next = *this;
  next.move_piece(from, to);
  if (next.board_.count(Side::black) == 0 || next.board_.count(Side::white) == 0) return false;  // the game is over
  if (next.board_.pieces(board_.mover()) != turn_start_) return false;
  return next.board_.steps_left() == 0 || !next.any_step();
}

// Calls `take(from, to)` for every legal step until it returns true; says whether it did.
template <class Take>
bool Margrites::each_step(Take&& take) const {
  const bool bound = must_change();
  const auto offer = [&](Square from, Square to) { return !(bound && ends_unchanged(from, to)) && take(from, to); };
  if (board_.steps(offer)) return true;
  const std::size_t side = margrites::index(board_.mover());
  for (std::size_t i = 0; i < recall_.count[side]; ++i) {
    const Square to = recall_.from[side][i];
    const bool first = recalled(to) == static_cast<int>(i);
    if (first && board_.check_return(to, recall_.began[i]) == Reason::none && offer(kOff, to)) return true;
  }
  return false;
}

bool Margrites::any_step() const {
  return each_step([](Square, Square) { return true; });
}

Reason Margrites::check_step(Square from, Square to) const {
  if (from == kOff ? !on_board(to) : !on_board(from) || !(to == kOff || on_board(to))) return Reason::unknown_move;
  Reason reason = Reason::none;
  if (from == kOff) {
    const int which = recalled(to);
    if (!options_.returning) return Reason::unknown_move;
    if (which < 0) return Reason::no_piece;
    reason = board_.check_return(to, recall_.began[static_cast<std::size_t>(which)]);
  } else {
    reason = board_.check(from, to);
  }
  if (reason == Reason::none && must_change() && ends_unchanged(from, to)) return Reason::repetition;
  return reason;
}

void Margrites::perform_step(Square from, Square to, EventBuffer* log) {
  const Side side = board_.mover();
  const std::vector<Fall> falls = log ? board_.falls(from, to) : std::vector<Fall>{};
  const Fallen fallen = move_piece(from, to);
  if (to == kOff || !fallen.none()) news_ = true;
  last_ = {from, to};
  if (log) {
    if (from == kOff)
      log->add({.kind = Event::Kind::returned, .side = number(side), .at = point(to)});
    else if (to == kOff)
      log->add({.kind = Event::Kind::scored, .side = number(side), .from = point(from)});
    else
      log->add({.kind = Event::Kind::moved, .side = number(side), .at = point(to), .from = point(from)});
    for (const Fall& fall : falls)
      log->add({.kind = Event::Kind::removed,
                .side = number(fall.side),
                .at = point(fall.at),
                .stage = static_cast<std::uint8_t>(fall.stage),
                .enemies = static_cast<std::uint8_t>(fall.enemies.size()),
                .friends = static_cast<std::uint8_t>(fall.friends.size())});
  }
  after_step(log);
}

// ---- the verbs

SeatSet Margrites::to_act() const {
  if (phase_ == Phase::over) return {};
  if (phase_ == Phase::arranging) return SeatSet::first(2);
  return SeatSet::of(turn().seat);
}

SeatSet Margrites::not_accepted() const {
  if (phase_ != Phase::arranging) return to_act();
  SeatSet out;
  for (const Side side : kSides)
    if (!consents_[margrites::index(side)]) out.insert(seat_of(side));
  return out;
}

SeatSet Margrites::awaited() const {
  if (phase_ != Phase::arranging) return to_act();
  SeatSet out;
  for (const Side side : kSides) {
    const std::size_t own = margrites::index(side), other = 1 - own;
    if (!formation_[own] || (formation_[other] && !consents_[own])) out.insert(seat_of(side));
  }
  return out;
}

Turn Margrites::turn() const {
  if (phase_ == Phase::arranging) {  // who is waited for
    const bool black_is_done = formation_[0] && consents_[0];
    return {seat_of(black_is_done ? Side::white : Side::black), turns_before_ + 1};
  }
  if (phase_ == Phase::placing)
    return {seat_of(placed_ % 2 == 0 ? Side::black : Side::white), turns_before_ + placed_ + 1};
  return {seat_of(board_.mover()), turns_before_ + (turn_ == 0 ? 1 : turn_)};
}

void Margrites::legal(Seat seat, ActionList& out) const {
  out.clear();
  if (!to_act().contains(seat)) return;
  const Side side = side_of(seat);
  const std::size_t s = margrites::index(side);
  if (phase_ == Phase::arranging) {
    out.reserve(kFormations + 2);
    if (arranged_[s] < kArrangements)
      for (int rank = 0; rank < kFormations; ++rank)
        if (!(formation_[s] == Formation::ranked(rank))) out.push_back(make_arrange(side, rank));
    if (formation_[0] && formation_[1] && !consents_[s]) out.push_back(make_action(Kind::accept));
    out.push_back(make_action(Kind::hostile));
  } else if (phase_ == Phase::placing) {
    for (int bit = 0; bit < kSquareBits; ++bit)
      if (const auto at = static_cast<Square>(bit); at_home(side, at) && !board_.occupied().has(at))
        out.push_back(make_place(at));
  } else {
    each_step([&](Square from, Square to) {
      out.push_back(make_step(from, to));
      return false;
    });
  }
}

Reason Margrites::check_setup(Side side, Action action) const {
  const std::size_t s = margrites::index(side);
  if (phase_ == Phase::placing) {
    const Square at = from_of(action);
    if (kind_of(action) != Kind::place || value_of(action) >= kSquareBits || !on_board(at)) return Reason::unknown_move;
    if (!at_home(side, at)) return Reason::off_board;
    return board_.occupied().has(at) ? Reason::occupied : Reason::none;
  }
  switch (kind_of(action)) {
    case Kind::arrange:
      if (action != make_arrange(side, rank_of(action)) || rank_of(action) >= kFormations) return Reason::unknown_move;
      if (arranged_[s] >= kArrangements || formation_[s] == Formation::ranked(rank_of(action)))
        return Reason::repetition;
      return Reason::none;
    case Kind::accept:
      if (value_of(action) != 0) return Reason::unknown_move;
      if (!formation_[0] || !formation_[1]) return Reason::no_piece;
      return consents_[s] ? Reason::repetition : Reason::none;
    case Kind::hostile:
      return value_of(action) == 0 ? Reason::none : Reason::unknown_move;
    default:
      return Reason::unknown_move;
  }
}

Reason Margrites::check(Seat seat, Action action) const {
  if (phase_ == Phase::over) return Reason::game_over;
  if (!to_act().contains(seat)) return Reason::not_your_turn;
  if (phase_ == Phase::arranging || phase_ == Phase::placing) return check_setup(side_of(seat), action);
  if (kind_of(action) != Kind::step || value_of(action) > 0xFFFF) return Reason::unknown_move;
  return check_step(from_of(action), to_of(action));
}

void Margrites::perform(Seat seat, Action action, EventBuffer* log) {
  assert(check(seat, action) == Reason::none);
  const Side side = side_of(seat);
  const std::size_t s = margrites::index(side);
  const auto say = [&](Event::Kind kind) {
    if (log) log->add({.kind = kind, .side = number(side)});
  };
  switch (kind_of(action)) {
    case Kind::step:
      return perform_step(from_of(action), to_of(action), log);
    case Kind::place:
      board_.place(side, from_of(action));
      if (log) log->add({.kind = Event::Kind::placed, .side = number(side), .at = point(from_of(action))});
      if (++placed_ < 2 * kPieces) return;
      turns_before_ = static_cast<std::uint16_t>(turns_before_ + placed_);
      formation_ = {};
      return begin_play(log);
    case Kind::arrange:
      formation_[s] = Formation::ranked(rank_of(action));
      ++arranged_[s];
      say(Event::Kind::arranged);
      for (const Side owner : kSides)
        if (consents_[margrites::index(owner)] && log)
          log->add({.kind = Event::Kind::withdrawn, .side = number(owner)});
      consents_ = {};
      return;
    case Kind::accept:
      consents_[s] = true;
      say(Event::Kind::consented);
      if (!consents_[0] || !consents_[1]) return;
      ++turns_before_;
      return begin_play(log);
    case Kind::hostile:
      ++turns_before_;
      formation_ = {};
      consents_ = {};
      phase_ = Phase::placing;
      return say(Event::Kind::resumed);
  }
}

// ---- ends

Ending Margrites::counted() const {
  Ending ending{.how = Outcome::How::count};
  for (const Side side : kSides) {
    ending.points[margrites::index(side)] = static_cast<std::uint8_t>(board_.points(side));
    ending.captures[margrites::index(side)] = static_cast<std::uint8_t>(board_.captures(side));
  }
  const int points = ending.points[0] - ending.points[1], captures = ending.captures[0] - ending.captures[1];
  const int margin = points != 0 ? points : captures;
  if (margin != 0) ending.winner = number(margin > 0 ? Side::black : Side::white);
  return ending;
}

void Margrites::leave(Seat seat, Leave why, EventBuffer& log) {
  if (phase_ == Phase::over) return;
  const Side side = side_of(seat);
  log.add({.kind = Event::Kind::retired, .side = number(side)});
  Ending ending = counted();
  ending.how = how_of(why);
  ending.winner = number(other(side));
  finish(ending, &log);
}

// Only a game that is played out is followed by the second of a match: who leaves, leaves the match.
void Margrites::finish(Ending ending, EventBuffer* log) {
  if (log) log->add({.kind = Event::Kind::ended, .side = ending.winner});
  if (options_.two_for_three && game_ == 1 && ending.how == Outcome::How::count) {
    turns_before_ = static_cast<std::uint16_t>(turn().number);
    first_game_ = ending;
    game_ = 2;
    return begin_game();
  }
  phase_ = Phase::over;
  ending_ = ending;
}

// Of both seats: a point for each game won, one for the most captures over both games.
std::array<int, 2> Margrites::match_points() const {
  std::array<int, 2> points{}, captures{};
  const auto book = [&](const Ending& ending, int black_seat) {
    if (ending.winner >= 0) ++points[static_cast<std::size_t>(ending.winner ^ black_seat)];
    for (std::size_t side = 0; side < 2; ++side)
      captures[side ^ static_cast<std::size_t>(black_seat)] += ending.captures[side];
  };
  if (game_ == 2) book(first_game_, 0);
  if (phase_ == Phase::over) {
    book(ending_, game_ - 1);
    if (captures[0] != captures[1]) ++points[captures[0] > captures[1] ? 0 : 1];
  }
  return points;
}

int Margrites::match_winner() const {
  if (ending_.how != Outcome::How::count) return ending_.winner ^ (game_ - 1);
  const auto points = match_points();
  return points[0] >= 2 ? 0 : points[1] >= 2 ? 1 : -1;
}

Outcome Margrites::outcome() const {
  Outcome outcome;
  const auto match = match_points();
  for (const Side side : kSides) {
    const auto seat = static_cast<std::size_t>(cairn::index(seat_of(side)));
    outcome.half_points[seat] = 2 * (options_.two_for_three ? match[seat] : board_.points(side));
  }
  if (phase_ != Phase::over) return outcome;
  outcome.over = true;
  outcome.how = ending_.how;
  const int won = options_.two_for_three ? match_winner()
                  : ending_.winner < 0   ? -1
                                         : cairn::index(seat_of(static_cast<Side>(ending_.winner)));
  for (int seat = 0; seat < 2; ++seat) outcome.rank[static_cast<std::size_t>(seat)] = won < 0 || won == seat ? 1 : 2;
  return outcome;
}

std::uint64_t Margrites::hash() const {
  std::uint64_t pieces = 0, moved = 0;
  for (const Side side : kSides)
    for (Squares left = board_.pieces(side); !left.empty(); left.drop_front())
      pieces ^= kKeys[margrites::index(side) * kSquareBits + margrites::index(left.front())];
  for (int i = 0; in_turn() && i < board_.count(board_.mover()); ++i)
    if (const Square at = board_.piece(board_.mover(), i); at != board_.began(i))
      moved += mix(margrites::index(at), margrites::index(board_.began(i)));
  std::uint64_t hash = mix(pieces, moved);
  const auto add = [&](std::uint64_t more) { hash = mix(hash, more); };
  const auto bytes = [](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    return a | b << 16 | c << 32 | d << 48;
  };
  for (const Side side : kSides) {
    const std::size_t s = margrites::index(side);
    add(bytes(static_cast<std::uint64_t>(board_.points(side)), static_cast<std::uint64_t>(board_.captures(side)),
              static_cast<std::uint64_t>(formation_[s].rank()), arranged_[s]));
    add(bytes(consents_[s], dance_[s].since < dance_[1 - s].since, dance_[s].turns, recall_.count[s]));
    for (std::size_t i = 0; i < recall_.count[s]; ++i)
      add(bytes(margrites::index(recall_.from[s][i]), side == board_.mover() ? margrites::index(recall_.began[i]) : 0,
                0, 0));
  }
  add(bytes(static_cast<std::uint64_t>(phase_), static_cast<std::uint64_t>(board_.mover()),
            static_cast<std::uint64_t>(board_.steps_left()), quiet_));
  add(bytes(placed_, game_, news_, 0));
  add(turn_start_.low);
  add(turn_start_.high);
  for (const Ending& ending : {ending_, first_game_})
    add(bytes(static_cast<std::uint64_t>(ending.how), static_cast<std::uint64_t>(ending.winner + 1),
              ending.points[0] * 256U + ending.points[1], ending.captures[0] * 256U + ending.captures[1]));
  return hash;
}

}  // namespace cairn::margrites
