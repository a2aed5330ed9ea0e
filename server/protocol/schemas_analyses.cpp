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
       must("loss", described(nullable(number()),
                              "of the chance of who moved; below 0 where it was better than "
                              "expected")),
       must("proof", described(nullable(words(kProofs)), "what who moved reaches after it, where it is proven")),
       must("gave_away", described(nullable(words({"win", "draw"})), "what was proven for who moved, and is lost now")),
       must("mark",
            described(words(marks), "a loss of 5 %, 10 %, 20 % or more; very-bad where it gave something away")),
       must("best", described(nullable(text()), "a better move; null: none was found")),
       must("line", described(list_of(text()), "how the game would go on with it"))});
}

Json analysis() {
  return object({must("table", text()), must("state", words({"none", "queued", "running", "done", "failed"})),
                 must("positions", described(nullable(whole(1)), "to be looked at")),
                 must("looked", described(nullable(whole(0)), "positions that were")),
                 must("playouts", described(nullable(whole(1)), "of each")),
                 must("asked", described(nullable(time()), "since when it is asked for")),
                 must("start", share("the chance of the first seat at the start")),
                 must("moves", list_of(ref("AnalysedMove"))),
                 must("why_not",
                      described(nullable(text()), "why it cannot be asked for, in English; null: it can, or is there")),
                 must("why_not_message", described(nullable(ref("Message")), "the same, to be said in any language"))});
}

Json look() {
  return object(
      {must("first_wins", share("the chance of the first seat")),
       must("best_wins", share("of who is to move, by the move that looks best")), must("score", score()),
       must("visits", whole(0)), must("best", text(0, kMaxWord)),
       must("line", list_of(text(0, kMaxWord), 0, kReportedLine)),
       may("first_proof", described(nullable(words(kProofs)), "what the first seat reaches, where it is proven"))});
}

Json lease() {
  return described(matching("^[1-9][0-9]{0,18}$"), "names this taking of the part");
}

Json analysis_work() {
  const Json part = object(
      {must("table", text()), must("lease", lease()),
       must("until", described(time(), "when another may take the part")),
       must("record", described(ref("GameFile"), "the game")),
       must("playouts", described(whole(1), "of each position")), must("seconds", described(number(), "... at most")),
       must("from", described(whole(0), "look at the position after so many moves, and those behind it")),
       must("check", described(nullable(whole(0)), "instead: whether few moves win after so many moves"))});
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
       with({must("failure", described(text(1, kMostWorkFailure), "why nothing was found"))}), with({})});
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
