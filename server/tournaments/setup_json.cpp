#include "server/tournaments/setup_json.h"

#include "core/text.h"
#include "server/play/names.h"

namespace cairn {

namespace {

// A moment or a time, or null for none.
Message read_ms(const Json& object, const char* key, std::int64_t least, std::int64_t most, std::int64_t& out) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_null()) {
    out = 0;
    return {};
  }
  if (!read_whole(object, key, least, most, out).empty())
    return Message("must-be-ms-or-null",
                   "\"{key}\" must be a whole number from {least} to {most}, milliseconds, or null for none",
                   {{"key", shortened(key)}, {"least", least}, {"most", most}});
  return {};
}

template <class Kind>
Message read_word(const Json& object, const char* key, Kind& out) {
  const auto* text = text_at(object, key);
  std::string all;
  for (int i = 0; !to_word(static_cast<Kind>(i)).empty(); ++i) {
    const auto word = to_word(static_cast<Kind>(i));
    if (text != nullptr && *text == word) {
      out = static_cast<Kind>(i);
      return {};
    }
    all += (all.empty() ? "" : ", ") + std::string(word);
  }
  return Message("must-be-one-of", "\"{key}\" must be one of {list}", {{"key", shortened(key)}, {"list", all}});
}

Message read_game(const Json& object, TournamentSetup& out) {
  const auto* name = text_at(object, "name");
  if (name == nullptr || trim(*name).empty() || !plain_text(trim(*name), kMostTournamentName))
    return Message("must-text-1-letters", "\"{key}\" must be a text of 1 to {n} letters without control characters",
                   {{"key", "name"}, {"n", kMostTournamentName}});
  if (auto error = unseen_sign_fault(*name); !error.empty()) return error;
  out.name = trim(*name);
  const auto* game = text_at(object, "game");
  if (game == nullptr || game->empty() || !plain_text(*game, kMostTournamentName))
    return Message("game-missing", "\"game\" is missing; {why}", {{"why", kTournamentForm}});
  out.game = *game;
  if (object.contains("options"))
    if (auto error = read_options(object.at("options"), out.options); !error.empty()) return error;
  const auto* clock = text_at(object, "clock");
  if (clock == nullptr)
    return Message("tournament-needs-clock", "a tournament needs a \"clock\", so that every game ends: {examples}",
                   {{"examples", R"("fischer 5m+5s", "correspondence 3d", ...)"}});
  auto read = parse_clock_rule(*clock);
  if (!read.rule) return in_clock(read.error);
  if (read.rule->kind == ClockRule::Kind::none)
    return Message("tournament-needs-clock-other",
                   "a tournament needs a \"clock\" other than none, so that every game ends");
  out.clock = std::move(*read.rule);
  if (!object.contains("rated")) return {};
  if (!object.at("rated").is_boolean())
    return Message("must-true-false", "\"{key}\" must be true or false", {{"key", "rated"}});
  out.rated = object.at("rated").get<bool>();
  return {};
}

// What only some kinds have.
Message read_kind(const Json& object, TournamentSetup& out) {
  using Kind = TournamentSetup::Kind;
  using Match = TournamentSetup::Match;
  if (auto error = read_word(object, "kind", out.kind); !error.empty()) return error;
  if (object.contains("match"))
    if (auto error = read_word(object, "match", out.match); !error.empty()) return error;
  for (const auto& [key, kind] :
       {std::pair{"cycles", Kind::round_robin}, std::pair{"rounds", Kind::swiss}, std::pair{"late", Kind::swiss},
        std::pair{"late_points", Kind::swiss}, std::pair{"replays", Kind::knockout}, std::pair{"reach", Kind::ladder},
        std::pair{"idle", Kind::ladder}})
    if (object.contains(key) && out.kind != kind)
      return Message("belongs-kind-alone", "\"{key}\" is only for tournaments of the kind {kind}",
                     {{"key", shortened(key)}, {"kind", to_word(kind)}});
  if (object.contains("games") && out.match != Match::best_of)
    return Message("games-belongs-match-best", "\"games\" is only for the match best-of");
  if (out.kind == Kind::ladder && out.match != Match::single)
    return Message("on-ladder-challenge-single", "challenges on a ladder are single games");
  if (auto error = read_whole(object, "cycles", 1, 2, out.cycles); !error.empty()) return error;
  if (object.contains("rounds") && object.at("rounds").is_null())
    out.rounds = 0;
  else if (!read_whole(object, "rounds", 1, kMostTournamentRounds, out.rounds).empty())
    return Message(
        "rounds-or-null",
        "\"{key}\" must be a whole number from {least} to {most}, or null for as many as it takes to find one "
        "winner",
        {{"key", "rounds"}, {"least", 1}, {"most", kMostTournamentRounds}});
  if (auto error = read_whole(object, "late", 0, kMostTournamentRounds, out.late); !error.empty()) return error;
  if (const auto points = object.find("late_points"); points != object.end()) {
    if (!points->is_number() || (*points != 0 && *points != 0.5))
      return Message("late-points-must-0",
                     "\"late_points\" must be 0 or 0.5: the points that a late entrant gets for each missed round");
    out.late_points = *points == 0 ? 0 : 1;
  }
  if (auto error = read_whole(object, "replays", 0, kMostReplays, out.replays); !error.empty()) return error;
  if (auto error = read_whole(object, "games", 3, kMostMatchGames, out.games); !error.empty()) return error;
  if (out.games % 2 == 0)
    return Message("games-must-odd-number",
                   "\"games\" must be an odd number, so that one player can win more than half");
  if (auto error = read_whole(object, "reach", 1, kMostReach, out.reach); !error.empty()) return error;
  return read_ms(object, "idle", kHourMs, kMaxClockMs, out.idle_ms);
}

Message read_setup(const Json& object, TournamentSetup& out) {
  if (auto error = read_game(object, out); !error.empty()) return error;
  if (auto error = read_kind(object, out); !error.empty()) return error;
  const int most = most_players(out.kind);
  out.most = most;
  if (auto error = read_whole(object, "most", 2, most, out.most); !error.empty()) return error;
  if (auto error = read_whole(object, "least", 2, out.most, out.least); !error.empty()) return error;
  if (auto error = read_ms(object, "starts", 1, kMostMoment, out.starts_ms); !error.empty()) return error;
  if (out.kind == TournamentSetup::Kind::ladder) out.no_show_ms = 7 * kDayMs;
  return read_ms(object, "no_show", kLeastNoShowMs, kMaxClockMs, out.no_show_ms);
}

}  // namespace

std::variant<TournamentSetup, Fault> read_tournament_setup(const Json& object) {
  TournamentSetup out;
  if (!object.is_object()) return Fault{kTournamentForm};
  if (auto error = read_setup(object, out); !error.empty()) return Fault{std::move(error)};
  return out;
}

Json tournament_setup_json(const TournamentSetup& setup) {
  using Kind = TournamentSetup::Kind;
  const auto ms = [](std::int64_t value) { return value == 0 ? Json(nullptr) : Json(value); };
  Json options = Json::object();
  for (const auto& [name, value] : setup.options) options[name] = value;
  Json json = {{"name", setup.name},
               {"game", setup.game},
               {"options", std::move(options)},
               {"clock", to_text(setup.clock)},
               {"rated", setup.rated},
               {"kind", to_word(setup.kind)}};
  if (setup.kind == Kind::round_robin) json["cycles"] = setup.cycles;
  if (setup.kind == Kind::swiss) json["rounds"] = setup.rounds == 0 ? Json(nullptr) : Json(setup.rounds);
  if (setup.late > 0) {
    json["late"] = setup.late;
    json["late_points"] = setup.late_points / 2.0;
  }
  if (setup.kind == Kind::knockout) json["replays"] = setup.replays;
  json["match"] = to_word(setup.match);
  if (setup.match == TournamentSetup::Match::best_of) json["games"] = setup.games;
  json["least"] = setup.least;
  json["most"] = setup.most;
  json["starts"] = ms(setup.starts_ms);
  json["no_show"] = ms(setup.no_show_ms);
  if (setup.kind == Kind::ladder) {
    json["reach"] = setup.reach;
    json["idle"] = ms(setup.idle_ms);
  }
  return json;
}

}  // namespace cairn
