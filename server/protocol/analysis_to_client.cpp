#include "server/protocol/analysis_to_client.h"

#include <array>
#include <cmath>

namespace cairn {

namespace {

std::string_view to_word(AnalysisShown::State state) {
  constexpr std::array<std::string_view, 5> kWords = {"none", "queued", "running", "done", "failed"};
  return kWords[static_cast<std::size_t>(state)];
}

}  // namespace

Json to_client(const AnalysisShown& analysis) {
  Json json = {{"table", analysis.table},
               {"state", to_word(analysis.state)},
               {"positions", nullptr},
               {"looked", nullptr},
               {"playouts", nullptr},
               {"asked", nullptr},
               {"start", nullptr},
               {"moves", Json::array()},
               {"why_not", analysis.why_not.empty() ? Json(nullptr) : Json(analysis.why_not.english())},
               {"why_not_message", analysis.why_not.empty() ? Json(nullptr) : message_json(analysis.why_not)}};
  if (!analysis.job) return json;
  json["positions"] = analysis.job->positions;
  json["looked"] = analysis.looked;
  json["playouts"] = analysis.job->playouts;
  json["asked"] = analysis.job->asked_ms;
  if (analysis.start) json["start"] = evaluation_json(*analysis.start).at("first_wins");
  for (const ReportedMove& move : analysis.moves) {
    Json one = move_json(move);
    one["seat"] = index(move.seat);
    Json wins = one["first_wins"];
    if (index(move.seat) != 0 && !wins.is_null()) wins = (1e4 - std::round(1e4 * wins.get<double>())) / 1e4;
    one["wins"] = std::move(wins);
    json["moves"].push_back(std::move(one));
  }
  return json;
}

Json to_client(const TakenPart& taken) {
  if (!taken.part) return {{"part", nullptr}};
  const AnalysisPart& what = taken.part->what;
  return {{"part",
           {{"table", taken.part->table},
            {"lease", std::to_string(taken.part->lease)},
            {"until", taken.part->until_ms},
            {"record", parse_json(what.record)},
            {"playouts", what.playouts},
            {"seconds", what.seconds},
            {"from", what.from},
            {"check", what.check < 0 ? Json(nullptr) : Json(what.check)}}}};
}

Json to_client(const PartAnswered& answered) {
  return {{"kept", answered.kept}};
}

}  // namespace cairn
