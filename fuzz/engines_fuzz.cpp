// What another program says of a position (server/engines/found_moves.h): only legal moves and numbers in their ranges
// become an analysis.
#include "server/engines/found_moves.h"

#include "fuzz/fuzz.h"
#include "notation/move_report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size < 2 || size > 4000) return -1;
  const auto& choice = fuzz::choose(data[0]);
  const auto text = fuzz::text_of(data + 2, size - 2);
  if (choice.info->hidden || choice.start.to_act().size() != 1) return -1;
  const auto found =
      data[1] % 3 == 2 ? [&] {
        const Json json = parse_json(text);
        return json.is_object() ? engines::read_kata_answer(json) : std::nullopt;
      }()
                       : engines::read_analyze_line(text, data[1] % 3 == 1);
  if (!found) return 0;
  for (const engines::FoundMove& move : found->moves)
    fuzz::require(move.win_rate >= 0 && move.win_rate <= 1 && move.line.size() <= kReportedLine, "numbers in range");
  const auto analysis = engines::analysis_of(*found, choice.start);
  if (!analysis) return 0;
  for (const Candidate& one : analysis->candidates)
    fuzz::require(choice.start.check(analysis->seat, one.action) == Reason::none, "only legal moves");
  const PositionEvaluation look = look_of({*choice.info, choice.start, 0}, *analysis);
  fuzz::require(!look.best.empty() && look.line.size() <= kReportedLine, "the best has a word");
  return 0;
}
