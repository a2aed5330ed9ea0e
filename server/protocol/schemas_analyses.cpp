// Analyses of games, and the parts of them that workers take, as schemas: analysis_to_client.cpp,
// analysis_from_client.cpp.
#include "server/play/analysis_work.h"
#include "server/play/from_client.h"
#include "server/protocol/analysis_from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/work_from_client.h"

namespace cairn {

namespace analyses_shapes {
namespace {

using namespace schema;

Json share(std::string_view what) {
  Json one = number();
  one["minimum"] = 0;
  one["maximum"] = 1;
  return described(nullable(one), what);
}

Json score() {
  return described(nullable(number()), "the lead of the first seat in points, where the game has such");
}

const std::vector<std::string_view> kProofs = {"win", "draw", "loss"};

Json analysed_move() {
  std::vector<std::string_view> marks;
  for (const auto mark : {MoveMark::none, MoveMark::doubtful, MoveMark::bad, MoveMark::very_bad})
    marks.push_back(kMoveMarkWords[static_cast<std::size_t>(mark)]);
  return object(
      {must("ply", whole(1)), must("seat", whole(0, kMaxSeats - 1)), must("by", described(text(), "the side")),
       must("move", text()), must("first_wins", share("the chance of the first seat after it")),
       must("wins", share("the chance of who moved, after it")), must("score", score()), must("visits", whole(0)),
       must("loss",
            described(nullable(number()), "change of the mover's winning chance; below 0: better than expected")),
       must("proof",
            described(nullable(words(kProofs)), "proven result for the mover after this move; null: not proven")),
       must("gave_away",
            described(nullable(words({"win", "draw"})), "proven result that the mover gave away with this move")),
       must("mark",
            described(words(marks), "a loss of 5 %, 10 %, 20 % or more; very-bad also where it gave something away")),
       must("best", described(nullable(text()), "a better move; null: none was found")),
       must("line", described(list_of(text()), "the continuation after this move"))});
}

Json analysis() {
  return object(
      {must("table", text()), must("state", words({"none", "queued", "running", "done", "failed"})),
       must("positions", described(nullable(whole(1)), "requested")),
       must("looked", described(nullable(whole(0)), "earlier positions")),
       must("playouts", described(nullable(whole(1)), "of each")),
       must("asked", described(nullable(time()), "since when it has been requested")),
       must("start", share("the chance of the first seat at the start")), must("moves", list_of(ref("AnalysedMove"))),
       must("why_not", described(nullable(text()),
                                 "why the analysis cannot be requested, in English; null: it can be, or it exists")),
       must("why_not_message",
            described(nullable(ref("Message")), "the same as a code with arguments, for any language"))});
}

Json look() {
  return object(
      {must("first_wins", share("the chance of the first seat")),
       must("best_wins", share("for the player to move, with the best move")), must("score", score()),
       must("visits", whole(0)), must("best", text(0, kMaxWord)),
       must("line", list_of(text(0, kMaxWord), 0, kReportedLine)),
       may("first_proof", described(nullable(words(kProofs)), "proven result for the first seat; null: not proven"))});
}

Json lease() {
  return described(matching("^[1-9][0-9]{0,18}$"), "identifies this lease of the part");
}

Json analysis_work() {
  const Json part = object(
      {must("table", text()), must("lease", lease()),
       must("until", described(time(), "when the lease ends and others can take the part")),
       must("record", described(ref("GameFile"), "the game")),
       must("playouts", described(whole(1), "of each position")), must("seconds", described(number(), "maximum")),
       must("from", described(whole(0), "analyse from the position after this many moves on")),
       must("check", described(nullable(whole(0)), "instead: whether only a few moves win after this many moves"))});
  return object({must("part", described(nullable(part), "null: none came"))});
}

Json analysis_answer() {
  const std::vector<Field> part = {must("table", request_id()), must("lease", lease())};
  const auto with = [&part](const std::vector<Field>& more) {
    auto fields = part;
    fields.insert(fields.end(), more.begin(), more.end());
    return object(fields);
  };
  const Json word = text(1, kMaxWord);
  return one_of(
      {with({must("from", whole(0, kMostAnalysed)), must("looks", list_of(ref("Look"), 0, kPartEvaluations))}),
       with({must("check", whole(0, kMostAnalysed)),
             must("right", described(list_of(word, 0, kMostSearches), "none: it is not clear")),
             must("line", list_of(word, 0, kMostAnalysedLine))}),
       with({must("failure", described(text(1, kMostWorkFailure), "why the analysis found nothing"))}), with({})});
}

Json analysis_kept() {
  return object({must("kept", described(yes_no(), "false: the part was given back"))});
}

}  // namespace
}  // namespace analyses_shapes

std::vector<NamedSchema> analysis_schemas() {
  using namespace analyses_shapes;
  return {{"AnalysedMove", analysed_move},
          {"Analysis", analysis},
          {"Look", look},
          {"AnalysisWork", analysis_work},
          {"AnalysisAnswer", analysis_answer},
          {"AnalysisKept", analysis_kept}};
}

}  // namespace cairn
