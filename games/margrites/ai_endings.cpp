#include "games/margrites/ai_endings.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/carried_file.h"

#if defined(CAIRN_ENDINGS)
CAIRN_CARRY(cairn_margrites_endings, CAIRN_ENDINGS);
#endif

namespace cairn::margrites {

namespace {

int mirrored_place(int place) {
  return place / kFiles * kFiles + kFiles - 1 - place % kFiles;
}

std::unique_ptr<const Endings> read_endings(std::string_view file) {
  auto read = std::make_unique<Endings>();
  return read->unpack(file).empty() ? std::move(read) : nullptr;
}

std::unique_ptr<const Endings>& given_endings() {
  static std::unique_ptr<const Endings> given;
  return given;
}

// A turn, played to all its ends.
class TurnEnds {
 public:
  TurnEnds(const Endings& endings, Side side) : endings_(endings), side_(side) {}

  // What this side makes of a game that its steps have led to.
  Proof of(const Margrites& game) {
    const auto [mine, theirs] = std::pair(side_, other(side_));
    const Board& board = game.board();
    const int lead = lead_of(board.points(mine) - board.points(theirs), board.captures(mine) - board.captures(theirs));
    if (game.phase() == Phase::over) return lead > 0 ? Proof::win : lead < 0 ? Proof::loss : Proof::draw;
    if (board.mover() == mine && board.steps_left() < kTurnSteps) return best(game);
    const Proof proof = endings_.at(board.mover(), board.pieces(board.mover()), board.pieces(other(board.mover())))
                            .proof(board.mover() == mine ? lead : -lead);
    if (board.mover() == mine || proof == Proof::draw) return proof;
    return proof == Proof::win ? Proof::loss : Proof::win;
  }

 private:
  Proof best(const Margrites& game) {
    const auto [known, fresh] = known_.try_emplace(game.hash(), Proof::loss);
    if (!fresh) return known->second;
    const Seat seat = game.to_act().front();
    ActionList actions;
    game.legal(seat, actions);
    Proof best = Proof::loss;
    for (const Action action : actions) {
      Margrites next = game;
      next.apply(seat, action, NoEvents{});
      best = std::max(best, of(next));  // loss, draw, win
      if (best == Proof::win) break;
    }
    return known_[game.hash()] = best;
  }

  const Endings& endings_;
  Side side_;
  std::unordered_map<std::uint64_t, Proof> known_{};
};

}  // namespace

int Endings::number(int pieces, const std::array<std::uint8_t, 2>& places) {
  if (pieces == 1) return places[0];
  const int low = std::min(places[0], places[1]), high = std::max(places[0], places[1]);
  return low * (2 * kPlaces - low - 1) / 2 + high - low - 1;
}

std::array<std::uint8_t, 2> Endings::places(int pieces, int number) {
  if (pieces == 1) return {static_cast<std::uint8_t>(number), 0};
  int low = 0;
  while (number >= kPlaces - 1 - low) number -= kPlaces - 1 - low++;
  return {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(low + 1 + number)};
}

int Endings::mirrored(int pieces, int number_of) {
  auto there = places(pieces, number_of);
  for (auto& place : there) place = static_cast<std::uint8_t>(mirrored_place(place));
  return number(pieces, there);
}

Endings::Endings() {
  for (int own = 1; own <= kMostPieces; ++own)
    for (int enemies = 1; enemies <= kMostPieces; ++enemies)
      tables_[index(own, enemies)].resize(static_cast<std::size_t>(count(own) * count(enemies)));
}

const EndingValue& Endings::at(Side mover, Squares own, Squares enemies) const {
  const auto places_of = [mover](Squares squares) {
    std::array<std::uint8_t, 2> out{};
    for (std::uint8_t& place : out) {
      if (squares.empty()) break;
      const Square square = squares.front();
      const int row = mover == Side::black ? row_of(square) : kRows - 1 - row_of(square);
      place = static_cast<std::uint8_t>(row * kFiles + file_of(square));
      squares.drop_front();
    }
    return out;
  };
  const int mine = own.size(), theirs = enemies.size();
  return value(mine, number(mine, places_of(own)), theirs, number(theirs, places_of(enemies)));
}

const Endings* endings() {
#if defined(CAIRN_ENDINGS)
  static const std::unique_ptr<const Endings> carried = read_endings(
      {cairn_margrites_endings, static_cast<std::size_t>(cairn_margrites_endings_end - cairn_margrites_endings)});
  return carried.get();
#else
  return given_endings().get();
#endif
}

std::string give_endings(std::string_view file) {
  auto read = read_endings(file);
  if (!read) return std::string(kEndingsFile) + " is not the table that this program knows";
  given_endings() = std::move(read);
  return {};
}

bool in_endings(const Margrites& game) {
  const Options& options = game.options();
  const bool few = game.board().count(Side::black) <= Endings::kMostPieces &&
                   game.board().count(Side::white) <= Endings::kMostPieces;
  const bool two_steps = options.black_handicap && game.turn_number() == 1;
  return game.phase() == Phase::playing && few && !two_steps && !options.returning && !options.white_rebuttal &&
         !options.two_for_three && options.hostile != Hostile::full &&
         game.quiet_turns() + Endings::kMostTurns <= kQuietTurns;
}

std::vector<std::pair<Action, Proof>> proofs_of_steps(const Endings& endings, const Margrites& game) {
  std::vector<std::pair<Action, Proof>> proofs;
  TurnEnds turn(endings, game.board().mover());
  const Seat seat = game.to_act().front();
  ActionList actions;
  game.legal(seat, actions);
  for (const Action action : actions) {
    Margrites next = game;
    next.apply(seat, action, NoEvents{});
    proofs.emplace_back(action, turn.of(next));
  }
  return proofs;
}

}  // namespace cairn::margrites
