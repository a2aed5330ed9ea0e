#include "notation/analysis_json.h"

#include <cmath>

namespace cairn {

namespace {

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

}  // namespace

std::string_view proof_word(Proof proof) {
  switch (proof) {
    case Proof::win:
      return "win";
    case Proof::draw:
      return "draw";
    case Proof::loss:
      return "loss";
    case Proof::none:
      break;
  }
  return "";
}

std::vector<std::string> line_words(const Analysed& of, Seat seat, const Candidate& candidate) {
  std::vector<std::string> words;
  Position position = of.position;
  for (const Action action : candidate.line) {
    if (!words.empty()) {
      if (of.info.hidden || position.to_act().size() != 1) break;  // what follows is not for these eyes, or not one's
      seat = position.to_act().front();
    }
    words.push_back(position.format(action));
    if (position.check(seat, action) != Reason::none) break;
    position.apply(seat, action, NoEvents{});
  }
  return words;
}

Json analysis_json(const Analysed& of, const Analysis& analysis, std::size_t candidates, bool final) {
  const auto score = [&](double value) { return analysis.has_score ? Json(rounded(value)) : Json(nullptr); };
  Json list = Json::array();
  for (const Candidate& one : analysis.candidates) {
    if (list.size() == candidates) break;
    Json item = {{"move", of.position.format(one.action)},
                 {"win_rate", rounded(one.win_rate)},
                 {"score", score(one.score)},
                 {"visits", one.visits},
                 {"prior", rounded(one.prior)}};
    if (one.proof != Proof::none) item["proof"] = proof_word(one.proof);
    item["line"] = line_words(of, analysis.seat, one);
    list.push_back(std::move(item));
  }
  Json line = {{"ply", of.ply},
               {"to_move", side_name(of.position.view(Viewer::spectator), analysis.seat)},
               {"seconds", std::round(analysis.seconds * 1e3) / 1e3},
               {"playouts", analysis.playouts},
               {"visits", analysis.visits},
               {"nodes", analysis.nodes},
               {"bytes", analysis.bytes},
               {"win_rate", rounded(analysis.win_rate)},
               {"score", score(analysis.score)},
               {"decided", analysis.decided},
               {"candidates", std::move(list)}};
  if (!analysis.ownership.empty()) {
    Json owners = Json::array();
    for (const float owner : analysis.ownership) owners.push_back(std::round(static_cast<double>(owner) * 100) / 100);
    line["ownership"] = std::move(owners);
  }
  line["final"] = final;
  return line;
}

}  // namespace cairn
