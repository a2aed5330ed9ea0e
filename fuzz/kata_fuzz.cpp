// Queries of KataGo's analysis protocol: whatever a line holds, it is a query, an action, or refused by one error; a
// query that is taken can be played to each of its turns, and its bounds leave a move there.
#include <string>

#include "core/text.h"
#include "fuzz/fuzz.h"
#include "notation/kata_analysis.h"

namespace {

using namespace cairn;

void check_query(const KataQuery& query, const GameInfo& game) {
  fuzz::require(!query.turns.empty() && query.visits > 0 && query.line > 0, "a query has something to do");
  KataGame at(game, query.config, query.moves, query.first, query.bonus);
  fuzz::require(at.error().empty(), "the start of a query is good");
  std::size_t turn = 0;
  for (const auto& [wanted, priority] : query.turns) {
    for (; turn < static_cast<std::size_t>(wanted); ++turn)
      fuzz::require(at.play(query.moves[turn]), "the moves of a query are legal");
    fuzz::require(at.position().to_act().size() == 1, "one side is to move");
    fuzz::require(kata_avoided(query, at.position()).has_value(), "a move is left");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 3000) return -1;
  const auto line = fuzz::text_of(data, size);
  const KataInput input = read_kata_line(line, *kata_game(), {});
  std::size_t errors = 0;
  for (const Json& notice : input.notices) {
    errors += notice.contains("error") ? 1U : 0U;
    fuzz::require(json_text(notice).find('\n') == std::string::npos, "a notice is one line");
  }
  fuzz::require(!(input.query && input.action), "a line is one thing");
  fuzz::require(errors == (input.query || input.action || trim(line).empty() ? 0U : 1U), "a refusal has one error");
  if (input.query) check_query(*input.query, *kata_game());
  if (input.action) fuzz::require(!json_text(input.action->sent).empty(), "an action is echoed");
  return 0;
}
