#include "notation/kata_game.h"

#include <utility>

#include "core/text.h"
#include "notation/words.h"

namespace cairn {

namespace {

int komi_of(const View& view) {
  for (const View::Fact& fact : view.facts)
    if (fact.name == "komi") return parse_half_points(fact.value).value_or(0);
  return 0;
}

void set_komi(OptionValues& options, int half_points) {
  std::erase_if(options, [](const auto& one) { return one.first == "komi"; });
  options.emplace_back("komi", half_points_text(half_points));
}

// Stones of a handicap: those of the start, and Black's moves before White's first.
int stones_given(const View& start, const std::vector<KataMove>& moves) {
  int stones = 0;
  for (const std::string& row : start.board)
    for (const char c : row) {
      if (c == start.sides[1].letter) return 0;
      stones += c == start.sides[0].letter ? 1 : 0;
    }
  std::size_t opening = 0;
  while (opening < moves.size() && moves[opening].player == 0 && !equal_ignoring_case(moves[opening].word, "pass"))
    ++opening;
  // One stone of an even game is Black's first move.
  if (opening > 1 || (stones > 0 && opening > 0)) stones += static_cast<int>(opening);
  return stones < 2 ? 0 : stones;
}

}  // namespace

KataGame::KataGame(const GameInfo& info, Config config, const std::vector<KataMove>& moves,
                   std::optional<std::size_t> first, HandicapBonus bonus)
    : info_(&info), config_(std::move(config)) {
  Made made = info.make(config_);
  error_ = std::move(made.error);
  if (!error_.empty()) return;
  position_ = std::move(made.position);
  const View view = position_.view(Viewer::referee);
  seats_ = {view.sides[0].seat, view.sides[1].seat};
  const int points = handicap_points(bonus, stones_given(view, moves));
  if (points > 0) set_komi(config_.options, komi_of(view) + 2 * points);
  if (!first) first = !moves.empty() ? moves[0].player : handicap_stones(view.board, view.sides[0].letter) > 0 ? 1 : 0;
  if (points > 0 || config_.setup || *first != 0) error_ = set_up(view.board, *first);
}

std::string KataGame::set_up(std::vector<std::string> board, std::size_t player) {
  const View view = position_.view(Viewer::referee);
  config_.setup = Setup{std::move(board), view.sides[player].name};
  Made made = info_->make(config_);
  if (made.error.empty()) position_ = std::move(made.position);
  return made.error;
}

// So that this player alone is to move.
bool KataGame::ready(std::size_t player) {
  if (position_.to_act() == SeatSet::of(seats_[player])) return true;
  const View view = position_.view(Viewer::referee);
  const bool territory = kata_rules_of(info_->complete(config_.options)).scoring == "territory";
  const int taken =
      territory ? view.sides[1].captures - view.sides[0].captures : 0;  // prisoners of White, less Black's
  if (taken != 0) set_komi(config_.options, komi_of(view) + 2 * taken);
  return set_up(view.board, player).empty();
}

bool KataGame::play(const KataMove& move) {
  const KataGame before = *this;
  if (ready(move.player) && play_for(position_, mover(), move.word, nullptr) == Reason::none && ready(1 - move.player))
    return true;
  *this = before;
  return false;
}

}  // namespace cairn
