// Lines of the analysis protocol: actions here, queries by kata_query.cpp; and what the bounds of a query mean.
#include <algorithm>
#include <array>
#include <set>

#include "core/text.h"
#include "notation/kata_fields.h"
#include "notation/kata_query.h"

namespace cairn {

namespace {

class ActionReader : public KataFields {
 public:
  using KataFields::KataFields;
  bool read(KataAction& action);
};

bool ActionReader::read(KataAction& action) {
  using Kind = KataAction::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 5> kActions{{{"query_version", Kind::query_version},
                                                                       {"query_models", Kind::query_models},
                                                                       {"clear_cache", Kind::clear_cache},
                                                                       {"terminate", Kind::terminate},
                                                                       {"terminate_all", Kind::terminate_all}}};
  const std::string name = json_["action"].is_string() ? json_["action"].get<std::string>() : "";
  const auto* const found =
      std::find_if(kActions.begin(), kActions.end(), [&](const auto& one) { return one.first == name; });
  if (found == kActions.end())
    return fail("action", "Must be query_version, query_models, clear_cache, terminate or terminate_all");
  action.kind = found->second;
  action.sent = json_;
  if (action.kind == Kind::terminate) {
    if (!has("terminateId") || !json_["terminateId"].is_string())
      return fail("terminateId", "To terminate needs a string \"terminateId\"");
    action.target = json_["terminateId"].get<std::string>();
  }
  if (!has("turnNumbers") || (action.kind != Kind::terminate && action.kind != Kind::terminate_all)) return true;
  action.turns = kata_integers(json_["turnNumbers"]);
  return action.turns ? true : fail("turnNumbers", "Must be an array of integers: the turns to terminate");
}

KataInput refused(const std::string& text) {
  KataInput input;
  input.notices.push_back(Json{{"error", text}});
  return input;
}

}  // namespace

KataInput read_kata_line(std::string_view line, const GameInfo& game, const KataUsual& usual) {
  line = trim(line);
  if (line.empty()) return {};
  if (json_depth(line) > kMostKataDepth)
    return refused("Request is nested deeper than " + std::to_string(kMostKataDepth) + " levels");
  const Json json = parse_json(line);
  if (json.is_discarded())
    return refused("Could not parse the line as a JSON request: " + std::string(line.substr(0, 80)));
  if (!json.is_object()) return refused("Request line was JSON but not an object");
  if (!json.contains("id") || !json["id"].is_string()) return refused("Request must have a string \"id\" field");
  KataInput input;
  if (json.contains("action")) {
    ActionReader reader(json);
    KataAction action;
    if (reader.read(action)) input.action = std::move(action);
    input.notices = std::move(reader.notices);
  } else {
    KataQuery query;
    if (read_kata_query(json, game, usual, query, input.notices)) {
      query.id = json["id"].get<std::string>();
      query.bytes = line.size();
      input.query = std::move(query);
    }
  }
  // A warning of a query that is refused all the same says nothing.
  if (!input.query && !input.action && input.notices.size() > 1)
    input.notices.erase(input.notices.begin(), input.notices.end() - 1);
  return input;
}

std::optional<std::vector<Action>> kata_avoided(const KataQuery& query, const Position& position) {
  std::vector<Action> avoid;
  const Seat seat = position.to_act().front();
  ActionList legal;
  position.legal(seat, legal);
  const View view = position.view(Viewer::referee);
  for (const KataBound& bound : query.bounds) {
    if (view.sides[bound.player].seat != seat) continue;
    const std::set<std::string> named(bound.moves.begin(), bound.moves.end());
    for (const Action action : legal)
      if (named.contains(position.format(action)) != bound.only) avoid.push_back(action);
  }
  std::sort(avoid.begin(), avoid.end());
  avoid.erase(std::unique(avoid.begin(), avoid.end()), avoid.end());
  if (avoid.size() >= legal.size()) return std::nullopt;
  return avoid;
}

}  // namespace cairn
