#include "server/protocol/export_to_client.h"

#include <algorithm>
#include <iterator>

#include "notation/stored_json.h"
#include "server/protocol/challenges_to_client.h"
#include "server/protocol/hooks_to_client.h"
#include "server/protocol/mail_to_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/protocol/replies.h"
#include "server/protocol/site_to_client.h"
#include "server/protocol/studies_to_client.h"
#include "server/protocol/tournaments_from_client.h"
#include "server/protocol/tournaments_to_client.h"

namespace cairn {

namespace {

Json own_talk_json(const OwnTalk& talk) {
  const auto line = [](const OwnTalk::Line& one) {
    return Json{{"table", one.table}, {"text", one.text}, {"at", one.at_ms}};
  };
  return {{"said", list_json(talk.said, line)}, {"notes", list_json(talk.notes, line)}};
}

Json own_tournaments_json(const std::vector<TournamentCard>& cards) {
  Json list = Json::array();
  for (const TournamentCard& card : cards) {
    const auto setup = read_tournament_setup(parse_json(card.setup));
    if (const auto* read = std::get_if<TournamentSetup>(&setup))
      list.push_back(tournament_card_json(card, *read, find_game(read->game)));
  }
  return list;
}

Json own_wish_json(const std::optional<Joining::Asked>& wish) {
  if (!wish) return nullptr;
  return {{"name", wish->name},
          {"email", wish->email},
          {"proven", wish->proven},
          {"language", wish->language.empty() ? Json(nullptr) : Json(wish->language)},
          {"bot", wish->bot},
          {"note", wish->note},
          {"created", wish->created_ms},
          {"refused", wish->refused ? Json(wish->why) : Json(nullptr)}};
}

std::string game_text(const PersonalData::Game& game) {
  if (game.record) return *game.record;
  Json json = error_json(game.record.refusal());
  json["id"] = game.table;
  return to_text(json);
}

// All but studies and games, which may be long and are JSON already.
Json short_parts(const PersonalData& data) {
  const auto session = [&](const Session& one) { return session_json(one, data.caller.token); };
  const auto challenge = [&](const Challenge& one) {
    return challenge_json(one, one.terms.game, data.caller.person.id);
  };
  const auto puzzle = [](const PuzzleTry& one) { return to_client(one); };
  const auto analysis = [](const AskedAnalysis& one) { return Json{{"table", one.table}, {"at", one.asked_ms}}; };
  const auto is_mail = [](const Hook& hook) { return hook.mail; };
  const auto mail = std::find_if(data.hooks.begin(), data.hooks.end(), is_mail);
  std::vector<Hook> hooks;
  std::remove_copy_if(data.hooks.begin(), data.hooks.end(), std::back_inserter(hooks), is_mail);
  return {{"account", account_json(data.account)},
          {"preferences", parse_stored_json(data.account.preferences)},
          {"sessions", list_json(data.sessions, session)},
          {"tokens", list_json(data.tokens, api_token_json)},
          {"blocks", data.blocks},
          {"vacation", vacation_json(data.vacation)},
          {"second_factor", factor_json(data.second_factor)},
          {"invited_by", data.joining.invited_by ? Json(*data.joining.invited_by) : Json(nullptr)},
          {"invitations", list_json(data.joining.invitations, invitation_json)},
          {"account_request", own_wish_json(data.joining.asked)},
          {"talk", own_talk_json(data.talk)},
          {"challenges", list_json(data.challenges, challenge)},
          {"puzzles", list_json(data.puzzles, puzzle)},
          {"analyses", list_json(data.analyses, analysis)},
          {"blocked_guests", list_json(data.blocked_guests, blocked_guest_json)},
          {"tournaments", own_tournaments_json(data.tournaments)},
          {"mail", mail_json(data.account.email, mail == data.hooks.end() ? nullptr : &*mail)},
          {"hooks", list_json(hooks, hook_json)},
          {"feed", data.feed ? Json(*data.feed) : Json(nullptr)},
          {"next", data.next ? Json(*data.next) : Json(nullptr)}};
}

}  // namespace

std::string export_text(const PersonalData& data) {
  std::string text = to_text(short_parts(data));
  text.back() = ',';
  text += "\"studies\":[";
  for (const Study& study : data.studies)
    text += (&study == &data.studies.front() ? "" : ",") + to_client(ShownStudy{study, data.caller.person.id});
  text += "],\"games\":[";
  for (const PersonalData::Game& game : data.games) text += (&game == &data.games.front() ? "" : ",") + game_text(game);
  return text += "]}";
}

std::string to_client(const ExportFile& file) {
  return file.text;
}

}  // namespace cairn
