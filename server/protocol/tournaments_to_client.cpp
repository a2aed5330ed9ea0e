#include "server/protocol/tournaments_to_client.h"

#include <algorithm>
#include <string>

#include "server/tournaments/setup_json.h"

namespace cairn {

namespace {

using GameHow = TournamentGame::How;

Json player(int number) {
  return number < 0 ? Json(nullptr) : Json(number);
}

std::string_view how_word(GameHow how) {
  switch (how) {
    case GameHow::open:
      return "open";
    case GameHow::played:
      return "played";
    case GameHow::forfeit:
      return "forfeit";
    case GameHow::bye:
      return "bye";
    case GameHow::annulled:
      return "annulled";
  }
  return {};
}

std::string name_of(const StoredTournament& stored, std::int64_t person) {
  for (const auto* names : {&stored.names, &stored.judges})
    for (const auto& [number, name] : *names)
      if (number == person) return name;
  return {};
}

Json winner_of(const Tournament::Game& game, const std::optional<Tournament::End>& end) {
  if (!end || end->winner < 0 || end->how == GameHow::annulled) return nullptr;
  return end->winner == 0 ? game.players.first : game.players.second;
}

Json players_json(const StoredTournament& stored, const Tournament& tournament) {
  Json list = Json::array();
  for (const auto& one : tournament.players())
    list.push_back({{"name", name_of(stored, one.person)}, {"strength", one.strength}, {"here", one.here}});
  return list;
}

Json games_json(const Tournament& tournament) {
  Json list = Json::array();
  int number = 0;
  for (const auto& game : tournament.games()) {
    const auto how = game.end ? game.end->how : GameHow::open;
    list.push_back({{"game", number++},
                    {"round", game.round},
                    {"match", game.match},
                    {"first", game.players.first},
                    {"second", player(game.players.second)},
                    {"table", game.made ? Json(game.table) : Json(nullptr)},
                    {"how", how_word(how)},
                    {"winner", winner_of(game, game.end)},
                    {"begun", game.at_ms},
                    {"ended", game.end ? Json(std::max(game.ended_ms, game.at_ms)) : Json(nullptr)}});
  }
  return list;
}

Json ruling_json(const StoredTournament& stored, const Tournament& tournament, const Tournament::Ruled& one) {
  return {{"game", one.game},
          {"by", name_of(stored, one.by)},
          {"at", one.at_ms},
          {"how", how_word(one.end.how)},
          {"winner", winner_of(tournament.games()[static_cast<std::size_t>(one.game)], one.end)}};
}

Json rulings_json(const StoredTournament& stored, const Tournament& tournament) {
  Json list = Json::array();
  for (const Tournament::Ruled& one : tournament.rulings()) {
    Json json = ruling_json(stored, tournament, one);
    const bool open = tournament.open_appeal(one.game) == &one;
    json["appeal"] = nullptr;
    if (one.appealed_by != 0)
      json["appeal"] = {{"by", name_of(stored, one.appealed_by)},
                        {"at", one.appealed_ms},
                        {"open", open},
                        {"upheld_by", one.upheld_by == 0 ? Json(nullptr) : Json(name_of(stored, one.upheld_by))}};
    list.push_back(std::move(json));
  }
  return list;
}

std::string_view may_rule_word(MayRule may) {
  switch (may) {
    case MayRule::any:
      return "any";
    case MayRule::annul:
      return "annul";
    case MayRule::played:
      return "played";
    case MayRule::own_game:
      return "own-game";
    case MayRule::own_ruling:
      return "own-ruling";
    case MayRule::moderators:
      return "moderators";
    case MayRule::settled:
      return "settled";
  }
  return {};
}

Json may_rule_json(const TournamentShown& shown) {
  if (!shown.manages) return nullptr;
  Json list = Json::array();
  for (const MayRule one : may_rule(*shown.known, shown.person)) list.push_back(may_rule_word(one));
  return list;
}

Json adjourned_json(const StoredTournament& stored, const Tournament& tournament) {
  Json list = Json::array();
  for (const auto& [table, until_ms] : stored.adjourned)
    if (const auto game = tournament.game_at(table)) list.push_back({{"game", *game}, {"until", until_ms}});
  return list;
}

Json standings_json(const Tournament& tournament) {
  using Kind = TournamentSetup::Kind;
  const Kind kind = tournament.setup().kind;
  if (tournament.started_ms() == 0 || (kind != Kind::swiss && kind != Kind::round_robin)) return nullptr;
  Json list = Json::array();
  for (const StandingsRow& row : tournament.table()) {
    Json cells = Json::array();
    for (const StandingsCell& cell : row.cells)
      cells.push_back({{"round", cell.round},
                       {"opponent", player(cell.opponent)},
                       {"first", cell.first},
                       {"points", cell.points / 2.0},
                       {"how", how_word(cell.how)}});
    Json json = {{"player", row.player}, {"place", row.place}, {"points", row.points / 2.0}};
    if (kind == Kind::swiss) json["buchholz"] = row.buchholz / 2.0;
    json["sonneborn_berger"] = row.sonneborn_berger / 4.0;
    json["direct"] = row.direct < 0 ? Json(nullptr) : Json(row.direct / 2.0);
    json["wins"] = row.wins;
    json["cells"] = std::move(cells);
    list.push_back(std::move(json));
  }
  return list;
}

Json bracket_json(const Tournament& tournament) {
  const auto bracket = tournament.bracket();
  if (!bracket) return nullptr;
  Json rounds = Json::array();
  for (const auto& row : bracket->rounds) {
    Json matches = Json::array();
    for (const KnockoutMatch& match : row) {
      const bool decided = match.state == KnockoutMatch::State::decided;
      matches.push_back({{"players", {player(match.players.first), player(match.players.second)}},
                         {"decided", decided},
                         {"winner", decided ? player(match.winner) : Json(nullptr)},
                         {"replays", match.replays}});
    }
    rounds.push_back(std::move(matches));
  }
  return {{"rounds", std::move(rounds)}, {"champion", bracket->over ? player(bracket->champion) : Json(nullptr)}};
}

Json ladder_json(const Tournament& tournament, std::int64_t now_ms) {
  if (!tournament.ladder()) return nullptr;
  Ladder ladder = *tournament.ladder();
  if (tournament.state() == Tournament::State::running) ladder.advance(now_ms);  // who is idle sinks with time alone
  Json rungs = Json::array(), challenges = Json::array();
  for (const Ladder::Rung& rung : ladder.rungs())
    rungs.push_back({{"player", rung.player}, {"active", rung.active_ms}});
  for (const Ladder::Challenge& one : ladder.challenges())
    challenges.push_back({{"challenger", one.challenger},
                          {"challenged", one.challenged},
                          {"game", player(tournament.open_game_of(one.challenger).value_or(-1))}});
  return {{"rungs", std::move(rungs)}, {"challenges", std::move(challenges)}};
}

// All but the body.
Json tournament_json(const TournamentShown& shown) {
  const auto& [stored, tournament] = *shown.known;
  const GameInfo* info = shown.game;
  const std::int64_t viewer = shown.person;
  const auto you = viewer == 0 ? std::nullopt : tournament.player_of(viewer);
  Json setup = tournament_setup_json(tournament.setup());
  const Json name = setup.at("name");
  setup.erase("name");
  return {{"id", stored.row.id},
          {"name", name},
          {"title", info != nullptr ? Json(info->title) : Json(tournament.setup().game)},
          {"setup", std::move(setup)},
          {"organiser", stored.organiser},
          {"organises", viewer != 0 && viewer == stored.row.organiser},
          {"created", stored.row.created_ms},
          {"started", tournament.started_ms() == 0 ? Json(nullptr) : Json(tournament.started_ms())},
          {"now", shown.now_ms},
          {"state", to_word(tournament.state())},
          {"round", tournament.round()},
          {"rounds", tournament.rounds() == 0 ? Json(nullptr) : Json(tournament.rounds())},
          {"you", you ? Json(*you) : Json(nullptr)},
          {"players", players_json(stored, tournament)},
          {"adjourned", adjourned_json(stored, tournament)},
          {"rulings", rulings_json(stored, tournament)},
          {"may_rule", may_rule_json(shown)},
          {"ladder", ladder_json(tournament, shown.now_ms)}};
}

// Games and how it stands: much, and it changes with the log alone.
Json tournament_body_json(const Tournament& tournament) {
  return {{"games", games_json(tournament)},
          {"standings", standings_json(tournament)},
          {"bracket", bracket_json(tournament)}};
}

// Those that wait.
void add_appeals(const StoredTournament& stored, const Tournament& tournament, Json& list) {
  for (const Tournament::Ruled& one : tournament.rulings()) {
    if (tournament.open_appeal(one.game) != &one) continue;
    const auto& game = tournament.games()[static_cast<std::size_t>(one.game)];
    Json players = Json::array();
    for (const int player : {game.players.first, game.players.second})
      players.push_back(name_of(stored, tournament.players()[static_cast<std::size_t>(player)].person));
    list.push_back({{"tournament", stored.row.id},
                    {"name", tournament.setup().name},
                    {"players", std::move(players)},
                    {"table", game.made ? Json(game.table) : Json(nullptr)},
                    {"ruling", ruling_json(stored, tournament, one)},
                    {"by", name_of(stored, one.appealed_by)},
                    {"at", one.appealed_ms},
                    {"why", one.why}});
  }
}

}  // namespace

std::string to_client(const TournamentShown& shown) {
  const auto& body = shown.body->of([&] { return to_text(tournament_body_json(shown.known->tournament)); });
  std::string out = to_text(tournament_json(shown));
  out.back() = ',';  // two objects become one
  return out.append(*body, 1);
}

Json to_client(const TournamentList& list) {
  const auto line = [](const TournamentList::Line& one) { return tournament_card_json(one.card, one.setup, one.game); };
  return {{"tournaments", list_json(list.lines, line)}, {"next", list.next ? Json(*list.next) : Json(nullptr)}};
}

Json to_client(const TournamentAppeals& appeals) {
  Json list = Json::array();
  for (const KnownTournamentPtr& one : appeals.tournaments) add_appeals(one->stored, one->tournament, list);
  return {{"appeals", std::move(list)}};
}

Json to_client(const TournamentsTakenOff& taken) {
  return {{"ended", taken.ended}};
}

Json tournament_card_json(const TournamentCard& card, const TournamentSetup& setup, const GameInfo* info) {
  Json options = Json::object();
  for (const auto& [name, value] : setup.options) options[name] = value;
  return {{"number", card.number},
          {"id", card.id},
          {"name", setup.name},
          {"game", setup.game},
          {"title", info != nullptr ? Json(info->title) : Json(setup.game)},
          {"options", std::move(options)},
          {"clock", to_text(setup.clock)},
          {"rated", setup.rated},
          {"kind", to_word(setup.kind)},
          {"organiser", card.organiser},
          {"state", to_word(card.state)},
          {"players", card.players},
          {"most", setup.most},
          {"starts", setup.starts_ms == 0 ? Json(nullptr) : Json(setup.starts_ms)},
          {"created", card.created_ms}};
}

}  // namespace cairn
