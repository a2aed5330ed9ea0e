// Plays a game by random moves with the rules alone, and shows how it ended: cairn_games is all that it links.
//   random_game [GAME] [OPTION=VALUE]...    as in `random_game go size=9`
#include <cstdio>
#include <string>
#include <vector>

#include "core/rng.h"
#include "games/registry.h"

int main(int count, char** words) {
  const std::string name = count > 1 ? words[1] : "go";
  const cairn::GameInfo* game = cairn::find_game(name);
  if (game == nullptr) {
    std::fprintf(stderr, "%s\n", cairn::unknown_game(name).english().c_str());
    return 2;
  }
  std::string options;
  for (int i = 2; i < count; ++i) options += std::string(words[i]) + " ";
  cairn::Made made = game->make({cairn::parse_option_words(options), {}});
  if (!made.error.empty()) {
    std::fprintf(stderr, "%s\n", made.error.english().c_str());
    return 2;
  }

  cairn::Position position = made.position;  // a value: copy it to save it, assign it to take moves back
  cairn::Rng rng(1);
  cairn::ActionList legal;  // kept between moves, so that it allocates once
  int moves = 0;
  while (!position.to_act().empty() && moves < 1000) {
    const cairn::Seat seat = position.to_act().front();
    position.legal(seat, legal);
    const cairn::Action action = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    if (moves < 5) std::printf("%s ", position.format(action).c_str());
    position.apply(seat, action, cairn::NoEvents{});
    ++moves;
  }

  const cairn::View view = position.view(cairn::Viewer::spectator);
  std::printf("... %d moves, result %s\n", moves, view.result.empty() ? "none yet" : view.result.c_str());
  for (const std::string& row : view.board) std::printf("%s\n", row.c_str());
  return 0;
}
