#include "games/margrites/ai_setup.h"

#include <array>
#include <string_view>

#include "games/margrites/actions.h"

namespace cairn::margrites {

namespace {

// By the files of the front row and of the back row. A full front row comes first: it has the shortest way home.
struct Files {
  std::string_view front, back;
};
constexpr std::array<Files, 4> kFormationsToTake{
    {{"abcdefgh", ""}, {"bcdefghi", ""}, {"bcdefgh", "e"}, {"cdefg", "def"}}};

Formation formation_of(Side side, const Files& files) {
  Squares squares;
  const int front = side == Side::black ? 1 : kRows - 2, back = side == Side::black ? 0 : kRows - 1;
  for (const char file : files.front) squares = squares | Squares::of(square_at(file - 'a', front));
  for (const char file : files.back) squares = squares | Squares::of(square_at(file - 'a', back));
  return *Formation::of(side, squares);
}

}  // namespace

std::vector<Action> setup_actions(const Margrites& game, Seat seat) {
  std::vector<Action> actions;
  const Side side = game.side_of(seat);
  const auto offer = [&](Action action) {
    if (game.check(seat, action) == Reason::none) actions.push_back(action);
  };
  if (game.phase() == Phase::placing) {
    const Squares wanted = formation_of(side, kFormationsToTake[0]).squares(side);
    for (Squares left = wanted; !left.empty(); left.drop_front()) offer(make_place(left.front()));
    for (int bit = 0; bit < kSquareBits; ++bit)
      if (const auto at = static_cast<Square>(bit); at_home(side, at) && !wanted.has(at)) offer(make_place(at));
    return actions;
  }
  if (game.phase() != Phase::arranging) return actions;
  offer(make_action(Kind::accept));
  for (const Files& files : kFormationsToTake) offer(make_arrange(side, formation_of(side, files).rank()));
  offer(make_action(Kind::hostile));
  return actions;
}

}  // namespace cairn::margrites
