// Tournaments as schemas: protocol/tournaments_to_client.cpp, protocol/tournaments_from_client.cpp.
#include "server/protocol/people_from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/tournaments_from_client.h"

namespace cairn {

namespace tournaments_shapes {
namespace {

using namespace schema;
using Kind = TournamentSetup::Kind;

Json kind_word() {
  return words(words_of<Kind>(to_word));
}

Json player() {
  return whole(0);
}

Json how() {
  return words({"open", "played", "forfeit", "bye", "annulled"});
}

Json options() {
  return map_of(text());
}

Json late_points() {
  Json points = Json::object();
  points["enum"] = {0, 0.5};
  return described(points, "points for each round that a late entrant has missed");
}

// What a tournament is, as it is told and stored.
Json setup() {
  return object({must("game", text()), must("options", options()), must("clock", text()), must("rated", yes_no()),
                 must("kind", kind_word()), may("cycles", described(whole(1, 2), "of a round robin")),
                 may("rounds", described(nullable(whole(1, kMostTournamentRounds)), "of a Swiss tournament")),
                 may("late", described(whole(1, kMostTournamentRounds), "players can join until this round is paired")),
                 may("late_points", late_points()), may("replays", described(whole(0, kMostReplays), "of a knock-out")),
                 must("match", words(words_of<TournamentSetup::Match>(to_word))),
                 may("games", described(whole(3, kMostMatchGames), "of the match best-of")), must("least", whole(2)),
                 must("most", whole(2)), must("starts", nullable(time())),
                 must("no_show", described(nullable(whole(kLeastNoShowMs)), "milliseconds")),
                 may("reach", described(whole(1, kMostReach), "of a ladder")),
                 may("idle", described(nullable(whole(1)), "of a ladder, milliseconds"))});
}

Json game() {
  return object({must("game", whole(0)), must("round", whole(1)), must("match", whole(0)), must("first", player()),
                 must("second", described(nullable(player()), "null: a bye")),
                 must("table", described(nullable(text()), "null: no game, or not yet")), must("how", how()),
                 must("winner", nullable(player())), must("begun", time()), must("ended", nullable(time()))});
}

Json standings() {
  const Json cell = object({must("round", whole(1)), must("opponent", nullable(player())), must("first", yes_no()),
                            must("points", number()), must("how", how())});
  return list_of(
      object({must("player", player()), must("place", whole(1)), must("points", number()),
              may("buchholz", described(number(), "of a Swiss tournament")), must("sonneborn_berger", number()),
              must("direct", nullable(number())), must("wins", whole(0)), must("cells", list_of(cell))}));
}

Json bracket() {
  const Json match = object({must("players", list_of(nullable(player()), 2, 2)), must("decided", yes_no()),
                             must("winner", nullable(player())), must("replays", whole(0))});
  return object({must("rounds", list_of(list_of(match))), must("champion", nullable(player()))});
}

Json ladder() {
  const Json rung = object({must("player", player()), must("active", time())});
  const Json challenge =
      object({must("challenger", player()), must("challenged", player()), must("game", nullable(whole(0)))});
  return object({must("rungs", described(list_of(rung), "highest first")), must("challenges", list_of(challenge))});
}

Json ruled(bool with_appeal) {
  std::vector<Field> fields = {must("game", whole(0)), must("by", text()), must("at", time()),
                               must("how", words({"forfeit", "annulled"})), must("winner", nullable(player()))};
  const Json appeal = object({must("by", text()), must("at", time()), must("open", yes_no()),
                              must("upheld_by", described(nullable(text()), "a moderator rejected the appeal"))});
  if (with_appeal) fields.push_back(must("appeal", nullable(appeal)));
  return object(fields);
}

Json may_rule() {
  return words({"any", "annul", "played", "own-game", "own-ruling", "moderators", "settled"});
}

Json appeal_list() {
  const Json one = object({must("tournament", text()), must("name", text()), must("players", list_of(text(), 2, 2)),
                           must("table", nullable(text())), must("ruling", ruled(false)), must("by", text()),
                           must("at", time()), must("why", text())});
  return object({must("appeals", list_of(one))});
}

Json tournament() {
  const Json person = object(
      {must("name", text()), must("strength", whole(0)), must("here", described(yes_no(), "false: has withdrawn"))});
  return object({must("id", text()),
                 must("name", text()),
                 must("title", described(text(), "of the game")),
                 must("setup", ref("TournamentSetup")),
                 must("organiser", text()),
                 must("organises", described(yes_no(), "true: you block them")),
                 must("created", time()),
                 must("started", nullable(time())),
                 must("now", time()),
                 must("state", words(words_of<Tournament::State>(to_word))),
                 must("round", described(whole(0), "the last round that was paired")),
                 must("rounds", nullable(whole(1))),
                 must("you", nullable(player())),
                 must("players", described(list_of(person), "players are given as indices into this list, from 0")),
                 must("games", list_of(ref("TournamentGame"))),
                 must("adjourned", described(list_of(object({must("game", whole(0)), must("until", time())})),
                                             "games whose clocks are paused, and until when")),
                 must("rulings", described(list_of(ruled(true)), "rulings on games, oldest first")),
                 must("may_rule", described(nullable(list_of(may_rule())),
                                            "for organisers and moderators: the rulings that you can make on each "
                                            "game, or why you cannot; null for others")),
                 must("standings", nullable(ref("Standings"))),
                 must("bracket", nullable(ref("Bracket"))),
                 must("ladder", nullable(ref("Ladder")))});
}

Json tournament_card() {
  return object({must("number", whole(1)), must("id", text()), must("name", text()), must("game", text()),
                 must("title", text()), must("options", options()), must("clock", text()), must("rated", yes_no()),
                 must("kind", kind_word()), must("organiser", text()),
                 must("state", words(words_of<Tournament::State>(to_word))), must("players", whole(0)),
                 must("most", whole(2)), must("starts", nullable(time())), must("created", time())});
}

Json tournament_list() {
  return object({must("tournaments", list_of(ref("TournamentCard"))), must("next", nullable(whole(1)))});
}

// --- what clients say

Json plain_name() {
  Json json = text(1, kMostTournamentName);
  json["pattern"] = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";
  return json;
}

// Of one kind: what all have, and what is its own.
Json wish_of(Kind kind, std::initializer_list<Field> own) {
  using Match = TournamentSetup::Match;
  Json value = Json::object();
  value["type"] = {"string", "number", "boolean"};
  const int most = most_players(kind);
  std::vector<Json> forms;
  for (int i = 0; i < (kind == Kind::ladder ? 1 : 3); ++i) {
    const auto match = static_cast<Match>(i);
    std::vector<Field> fields = {
        may("request", described(request_id(), "repeating the same request gets the same tournament")),
        must("name", plain_name()),
        must("game", described(text(1, kMostTournamentName), "a `name` of GET /api/games, for two")),
        may("options", described(nullable(map_of(value)), "as GET /api/games lists them")),
        must("clock", described(text(), R"("fischer 5m+3s", "correspondence 3d", ...; not "none")")),
        may("rated", yes_no()),
        must("kind", word(to_word(kind))),
        match == Match::single ? may("match", word(to_word(match))) : must("match", word(to_word(match))),
        may("least", described(whole(2, most), "minimum number of players at the start; not above `most`")),
        may("most", whole(2, most)),
        may("starts", nullable(whole(1, kMostMoment))),
        may("no_show", nullable(whole(kLeastNoShowMs, kMaxClockMs)))};
    if (match == Match::best_of) fields.push_back(may("games", described(whole(3, kMostMatchGames), "an odd number")));
    fields.insert(fields.end(), own.begin(), own.end());
    forms.push_back(object(fields));
  }
  return forms.size() == 1 ? forms.front() : one_of(forms);
}

Json tournament_wish() {
  return any_of(
      {wish_of(Kind::round_robin, {may("cycles", whole(1, 2))}),
       wish_of(Kind::swiss,
               {may("rounds", nullable(whole(1, kMostTournamentRounds))),
                may("late", described(whole(0, kMostTournamentRounds),
                                      "players can join until this round is paired; 0: until the tournament starts")),
                may("late_points", late_points())}),
       wish_of(Kind::knockout, {may("replays", whole(0, kMostReplays))}),
       wish_of(Kind::ladder,
               {may("reach", whole(1, kMostReach)), may("idle", nullable(whole(kHourMs, kMaxClockMs)))})});
}

Json ruling() {
  const Json game = whole(0, 1'000'000);
  return one_of({object({must("game", game), must("ruling", word("annul"))}),
                 object({must("game", game), must("ruling", word("forfeit")),
                         must("loser", words({"first", "second", "both"}))})});
}

Json appeal_wish() {
  Json why = plain_name();
  why["maxLength"] = kMostAppeal;
  return object({must("game", whole(0, 1'000'000)), must("why", described(why, "why you appeal"))});
}

Json somebody() {
  return described(matching("^[!-~]{1," + std::to_string(kMostClaimedName) + "}$"), "the name of an account");
}

Json player_wish() {
  return described(object({may("name", somebody())}), "default: yourself");
}

Json rung_wish() {
  return object({must("name", somebody())});
}

}  // namespace
}  // namespace tournaments_shapes

std::vector<NamedSchema> tournament_schemas() {
  using namespace tournaments_shapes;
  return {{"TournamentSetup", setup},
          {"TournamentGame", game},
          {"Standings", standings},
          {"Bracket", bracket},
          {"Ladder", ladder},
          {"Tournament", tournament},
          {"TournamentCard", tournament_card},
          {"TournamentList", tournament_list},
          {"TournamentWish", tournament_wish},
          {"Ruling", ruling},
          {"AppealWish", appeal_wish},
          {"AppealList", appeal_list},
          {"PlayerWish", player_wish},
          {"RungWish", rung_wish}};
}

}  // namespace cairn
