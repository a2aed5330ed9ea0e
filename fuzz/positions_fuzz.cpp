// Positions to start from: the first byte chooses game and options; then either JSON, or rows with the side to move in
// the last line. What is accepted is a position like any other: it can be seen, played on and played out.
#include <string>

#include "core/text.h"
#include "fuzz/fuzz.h"
#include "notation/view_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size < 2 || size > 2000) return -1;
  const fuzz::Choice& choice = fuzz::choose(data[0]);
  const auto text = fuzz::text_of(data + 1, size - 1);
  Setup setup;
  if (text.front() == '{') {
    if (!read_setup(parse_json(text), setup).empty()) return 0;
  } else {
    for (const auto line : split(text, '\n')) setup.board.emplace_back(line);
    setup.to_move = setup.board.back();
    setup.board.pop_back();
  }
  const Made made = choice.info->make({parse_option_words(choice.options), setup});
  fuzz::require(made.error.empty() == static_cast<bool>(made.position), "either a position or what was wrong");
  if (!made.error.empty()) return 0;
  const View view = made.position.view(Viewer::referee);
  fuzz::require(!view_json(view).dump(-1, ' ', false, Json::error_handler_t::replace).empty(),
                "a position can be told");
  Position position = made.position;
  Rng rng(size);
  ActionList list;
  for (int ply = 0; ply < 6 && !position.to_act().empty(); ++ply) {
    const Seat seat = position.to_act().front();
    position.legal(seat, list);
    fuzz::require(!list.empty(), "a seat to act has a legal action");
    const Action action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    fuzz::require(position.check(seat, action) == Reason::none, "what is listed is allowed");
    position.apply(seat, action, NoEvents{});
  }
  Position played = made.position;
  played.playout(rng);
  // The position is taken as it was given: given again, it is the same.
  const Made again = choice.info->make({parse_option_words(choice.options), Setup{view.board, setup.to_move}});
  fuzz::require(again.error.empty() && again.position.hash() == made.position.hash(), "a position given comes back");
  return 0;
}
