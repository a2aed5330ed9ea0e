#include "server/protocol/tournaments_from_client.h"

#include <array>

#include "core/text.h"
#include "server/play/names.h"
#include "server/protocol/people_from_client.h"

namespace cairn {

namespace {

constexpr std::string_view kForm =
    R"(a tournament is {"name":"...","game":"...","options":{...},"clock":"fischer 5m+3s","rated":false,"kind":"round-robin"|"swiss"|"knockout"|"ladder",...}; docs/protocol.md lists the rest)";
constexpr std::string_view kRulingForm =
    R"(a ruling is {"game":3,"ruling":"annul"} or {"game":3,"ruling":"forfeit","loser":"first"|"second"|"both"})";
constexpr std::string_view kAppealForm = R"(an appeal is {"game":3,"why":"..."})";
constexpr std::string_view kPlayerForm = R"(send {} for yourself or {"name":"..."})";
constexpr std::string_view kChallengeForm = R"(a challenge is {"name":"..."})";
constexpr int kMostGameNumber = 1'000'000;

std::string read_whole(const Json& object, const char* key, std::int64_t least, std::int64_t most, std::int64_t& out) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_number_integer() || *found < least || *found > most)
    return shown(key) + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  out = found->get<std::int64_t>();
  return {};
}

std::string read_whole(const Json& object, const char* key, int least, int most, int& out) {
  std::int64_t value = out;
  auto error = read_whole(object, key, std::int64_t{least}, std::int64_t{most}, value);
  out = static_cast<int>(value);
  return error;
}

// A moment or a time, or null for none.
std::string read_ms(const Json& object, const char* key, std::int64_t least, std::int64_t most, std::int64_t& out) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_null()) {
    out = 0;
    return {};
  }
  if (auto error = read_whole(object, key, least, most, out); !error.empty())
    return error + ", milliseconds, or null for none";
  return {};
}

template <class Kind>
std::string read_word(const Json& object, const char* key, Kind& out) {
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
  return shown(key) + " must be one of " + all;
}

std::string read_game(const Json& object, TournamentSetup& out) {
  const auto* name = text_at(object, "name");
  if (name == nullptr || trim(*name).empty() || !plain_text(trim(*name), kMostTournamentName))
    return "\"name\" must be a text of 1 to " + std::to_string(kMostTournamentName) +
           " letters without control characters";
  if (auto error = unseen_sign_fault(*name); !error.empty()) return error;
  out.name = trim(*name);
  const auto* game = text_at(object, "game");
  if (game == nullptr || game->empty() || !plain_text(*game, kMostTournamentName))
    return "\"game\" is missing; " + std::string(kForm);
  out.game = *game;
  if (object.contains("options"))
    if (auto error = read_options(object.at("options"), out.options); !error.empty()) return error;
  const auto* clock = text_at(object, "clock");
  if (clock == nullptr)
    return R"(a tournament needs a "clock", so that every game comes to its end: "fischer 5m+5s", "correspondence 3d", ...)";
  auto read = parse_clock_rule(*clock);
  if (!read.rule) return "\"clock\": " + read.error;
  if (read.rule->kind == ClockRule::Kind::none)
    return R"(a tournament needs a "clock" other than none, so that every game comes to its end)";
  out.clock = std::move(*read.rule);
  if (!object.contains("rated")) return {};
  if (!object.at("rated").is_boolean()) return "\"rated\" must be true or false";
  out.rated = object.at("rated").get<bool>();
  return {};
}

// What only some kinds have.
std::string read_kind(const Json& object, TournamentSetup& out) {
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
      return shown(key) + " belongs to the kind " + std::string(to_word(kind)) + " alone";
  if (object.contains("games") && out.match != Match::best_of) return R"("games" belongs to the match best-of alone)";
  if (out.kind == Kind::ladder && out.match != Match::single) return "on a ladder a challenge is a single game";
  if (auto error = read_whole(object, "cycles", 1, 2, out.cycles); !error.empty()) return error;
  if (object.contains("rounds") && object.at("rounds").is_null())
    out.rounds = 0;
  else if (auto error = read_whole(object, "rounds", 1, kMostTournamentRounds, out.rounds); !error.empty())
    return error + ", or null for as many as it takes to find one winner";
  if (auto error = read_whole(object, "late", 0, kMostTournamentRounds, out.late); !error.empty()) return error;
  if (const auto points = object.find("late_points"); points != object.end()) {
    if (!points->is_number() || (*points != 0 && *points != 0.5))
      return R"("late_points" must be 0 or 0.5: what somebody who enters late has for each round that he has missed)";
    out.late_points = *points == 0 ? 0 : 1;
  }
  if (auto error = read_whole(object, "replays", 0, kMostReplays, out.replays); !error.empty()) return error;
  if (auto error = read_whole(object, "games", 3, kMostMatchGames, out.games); !error.empty()) return error;
  if (out.games % 2 == 0) return R"("games" must be an odd number, so that one can have won more than half of them)";
  if (auto error = read_whole(object, "reach", 1, kMostReach, out.reach); !error.empty()) return error;
  return read_ms(object, "idle", kHourMs, kMaxClockMs, out.idle_ms);
}

std::string read_setup(const Json& object, TournamentSetup& out) {
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

std::variant<PlayerWish, Fault> read_name(std::string_view text, std::string_view form, bool needed) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name"}, form); !error.empty()) return Fault{std::move(error)};
  if (!needed && !object.contains("name")) return PlayerWish{};
  const auto* name = text_at(object, "name");
  if (name == nullptr || trim(*name).empty() || name->size() > kMostClaimedName || !plain_text(*name, kMostClaimedName))
    return Fault{"\"name\" must be the name of an account; " + std::string(form)};
  return PlayerWish{std::string(trim(*name))};
}

}  // namespace

std::variant<TournamentSetup, Fault> read_tournament_setup(const Json& object) {
  TournamentSetup out;
  if (!object.is_object()) return Fault{std::string(kForm)};
  if (auto error = read_setup(object, out); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<TournamentWish, Fault> read_tournament_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"request", "name",   "game",   "options",     "clock",   "rated", "kind",
                                         "cycles",  "rounds", "late",   "late_points", "replays", "match", "games",
                                         "least",   "most",   "starts", "no_show",     "reach",   "idle"},
                                kForm);
      !error.empty())
    return Fault{std::move(error)};
  TournamentWish out;
  if (object.contains("request")) {
    const auto* request = text_at(object, "request");
    if (request == nullptr || !good_request(*request))
      return Fault{"\"request\" must be 1 to 64 letters, digits, - or _, new for every tournament"};
    out.request = *request;
  }
  if (auto error = read_setup(object, out.setup); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<Ruling, Fault> read_ruling(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"game", "ruling", "loser"}, kRulingForm); !error.empty())
    return Fault{std::move(error)};
  Ruling out;
  if (!object.contains("game")) return Fault{std::string(kRulingForm)};
  if (auto error = read_whole(object, "game", 0, kMostGameNumber, out.game); !error.empty())
    return Fault{std::move(error)};
  const auto* ruling = text_at(object, "ruling");
  if (ruling == nullptr || (*ruling != "annul" && *ruling != "forfeit")) return Fault{std::string(kRulingForm)};
  const auto* loser = text_at(object, "loser");
  if (*ruling == "annul") {
    if (object.contains("loser")) return Fault{"nobody loses a game that is annulled"};
    return out;
  }
  out.kind = Ruling::Kind::forfeit;
  if (loser == nullptr || (*loser != "first" && *loser != "second" && *loser != "both"))
    return Fault{R"("loser" must be "first", "second" or "both")"};
  out.winner = *loser == "first" ? 1 : *loser == "second" ? 0 : -2;
  return out;
}

std::variant<AppealWish, Fault> read_appeal(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"game", "why"}, kAppealForm); !error.empty()) return Fault{std::move(error)};
  AppealWish out;
  if (!object.contains("game")) return Fault{std::string(kAppealForm)};
  if (auto error = read_whole(object, "game", 0, kMostGameNumber, out.game); !error.empty())
    return Fault{std::move(error)};
  const auto* why = text_at(object, "why");
  if (why == nullptr || trim(*why).empty() || !plain_text(trim(*why), kMostAppeal) || !shows_as_it_is(*why))
    return Fault{"\"why\" must be a text of 1 to " + std::to_string(kMostAppeal) +
                 " letters without control characters"};
  out.why = trim(*why);
  return out;
}

std::variant<PlayerWish, Fault> read_player_wish(std::string_view text) {
  return read_name(text, kPlayerForm, false);
}

std::variant<PlayerWish, Fault> read_rung_wish(std::string_view text) {
  return read_name(text, kChallengeForm, true);
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

std::string_view to_word(Tournament::State state) {
  constexpr std::array<std::string_view, 4> kWords = {"open", "running", "over", "cancelled"};
  const auto i = static_cast<std::size_t>(state);
  return i < kWords.size() ? kWords[i] : std::string_view();
}

std::optional<Tournament::State> tournament_state_of(std::string_view word) {
  for (int i = 0; !to_word(static_cast<Tournament::State>(i)).empty(); ++i)
    if (to_word(static_cast<Tournament::State>(i)) == word) return static_cast<Tournament::State>(i);
  return std::nullopt;
}

}  // namespace cairn
