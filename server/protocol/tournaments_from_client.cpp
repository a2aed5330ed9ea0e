#include "server/protocol/tournaments_from_client.h"

#include "core/text.h"
#include "server/protocol/people_from_client.h"

namespace cairn {

namespace {

constexpr MessageText kRulingForm(
    "form-of-ruling",
    R"(a ruling is {"game":3,"ruling":"annul"} or {"game":3,"ruling":"forfeit","loser":"first" or "second" or "both"})");
constexpr MessageText kAppealForm("form-of-appeal", R"(an appeal is {"game":3,"why":"..."})");
constexpr MessageText kPlayerForm("form-of-player", R"(send {} for yourself, or {"name":"..."})");
constexpr MessageText kChallengeForm("form-of-tournament-challenge", R"(a challenge is {"name":"..."})");
constexpr int kMostGameNumber = 1'000'000;

std::variant<PlayerWish, Fault> read_name(std::string_view text, MessageText form, bool needed) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name"}, form); !error.empty()) return Fault{std::move(error)};
  if (!needed && !object.contains("name")) return PlayerWish{};
  const auto* name = text_at(object, "name");
  if (name == nullptr || trim(*name).empty() || name->size() > kMostClaimedName || !plain_text(*name, kMostClaimedName))
    return Fault{Message("name-must-name-account", "\"name\" must be the name of an account; {why}", {{"why", form}})};
  return PlayerWish{std::string(trim(*name))};
}

}  // namespace

std::variant<TournamentWish, Fault> read_tournament_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"request", "name",   "game",   "options",     "clock",   "rated", "kind",
                                         "cycles",  "rounds", "late",   "late_points", "replays", "match", "games",
                                         "least",   "most",   "starts", "no_show",     "reach",   "idle"},
                                kTournamentForm);
      !error.empty())
    return Fault{std::move(error)};
  TournamentWish out;
  if (object.contains("request")) {
    const auto* request = text_at(object, "request");
    if (request == nullptr || !good_request(*request))
      return Fault{Message("request-new-for-tournament",
                           "\"request\" must be 1 to 64 letters, digits, - or _, new for every tournament")};
    out.request = *request;
  }
  auto setup = read_tournament_setup(object);
  if (auto* fault = std::get_if<Fault>(&setup)) return std::move(*fault);
  out.setup = std::get<TournamentSetup>(std::move(setup));
  return out;
}

std::variant<Ruling, Fault> read_ruling(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"game", "ruling", "loser"}, kRulingForm); !error.empty())
    return Fault{std::move(error)};
  Ruling out;
  if (!object.contains("game")) return Fault{kRulingForm};
  if (auto error = read_whole(object, "game", 0, kMostGameNumber, out.game); !error.empty())
    return Fault{std::move(error)};
  const auto* ruling = text_at(object, "ruling");
  if (ruling == nullptr || (*ruling != "annul" && *ruling != "forfeit")) return Fault{kRulingForm};
  const auto* loser = text_at(object, "loser");
  if (*ruling == "annul") {
    if (object.contains("loser"))
      return Fault{Message("nobody-loses-game-annulled", "an annulled game has no loser; leave out \"loser\"")};
    return out;
  }
  out.kind = Ruling::Kind::forfeit;
  if (loser == nullptr || (*loser != "first" && *loser != "second" && *loser != "both"))
    return Fault{Message("loser-must-first-second", "\"loser\" must be \"first\", \"second\" or \"both\"")};
  out.winner = *loser == "first" ? 1 : *loser == "second" ? 0 : -2;
  return out;
}

std::variant<AppealWish, Fault> read_appeal(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"game", "why"}, kAppealForm); !error.empty()) return Fault{std::move(error)};
  AppealWish out;
  if (!object.contains("game")) return Fault{kAppealForm};
  if (auto error = read_whole(object, "game", 0, kMostGameNumber, out.game); !error.empty())
    return Fault{std::move(error)};
  const auto* why = text_at(object, "why");
  if (why == nullptr || trim(*why).empty() || !plain_text(trim(*why), kMostAppeal) || !shows_as_it_is(*why))
    return Fault{Message("must-text-1-letters",
                         "\"{key}\" must be a text of 1 to {n} letters without control characters",
                         {{"key", "why"}, {"n", kMostAppeal}})};
  out.why = trim(*why);
  return out;
}

std::variant<PlayerWish, Fault> read_player_wish(std::string_view text) {
  return read_name(text, kPlayerForm, false);
}

std::variant<PlayerWish, Fault> read_rung_wish(std::string_view text) {
  return read_name(text, kChallengeForm, true);
}

std::optional<Tournament::State> tournament_state_of(std::string_view word) {
  for (int i = 0; !to_word(static_cast<Tournament::State>(i)).empty(); ++i)
    if (to_word(static_cast<Tournament::State>(i)) == word) return static_cast<Tournament::State>(i);
  return std::nullopt;
}

}  // namespace cairn
