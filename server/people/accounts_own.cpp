// What people see and change of what is theirs, and what they show to others.
#include <algorithm>
#include <iterator>
#include <limits>

#include "server/base/replies.h"
#include "server/base/tokens.h"
#include "server/library/puzzles.h"
#include "server/library/studies.h"
#include "server/people/accounts.h"
#include "server/people/talk_replies.h"
#include "server/protocol/challenges_to_client.h"
#include "server/protocol/hooks_to_client.h"
#include "server/protocol/mail_to_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/tournaments_from_client.h"
#include "server/protocol/tournaments_to_client.h"

namespace cairn {

namespace {

constexpr int kMaxApiTokens = 50;
constexpr int kMaxBlocks = 500;
constexpr int kGamesAtOnce = 50;  // of what is taken out: each is looked at on the loop
constexpr int kTalkAtOnce = 1'000;
constexpr int kChallengesAtOnce = 1'000;
constexpr int kTournamentsAtOnce = 1'000;
constexpr int kStudiesAtOnce = 1'000;  // more than anybody keeps
constexpr int kMaxTakingOut = 4;       // people at the same time

// Names a guest in the list of who blocks him: his own name is not his alone.
std::string guest_id(std::int64_t person) {
  return public_id(hash_token("guest " + std::to_string(person)));
}

Json guest_json_of(const Person& guest) {
  return {{"id", guest_id(guest.id)}, {"name", guest.name}};
}

Reply nobody() {
  return error(404, "not-found", "nobody has this name");
}

}  // namespace

void Accounts::account(const Caller& caller, Done done) {
  if (!caller.person.account) return done(good(guest_json(caller.person)));
  store_.account_of(caller.person.id, [this, done](const Found<Account>& found) {
    if (!found.value) return done(unavailable("reading an account", found.error));
    done(good(account_json(*found.value)));
  });
}

void Accounts::profile(const std::string& name, Done done) {
  store_.account_named(name, [this, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    done(found.value ? good(profile_json(*found.value)) : nobody());
  });
}

void Accounts::edit(const Caller& caller, const AccountEdit& edit, Done done) {
  store_.edit_account(caller.person.id, edit, [this, caller, edit, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing an account", written.message));
    if (edit.bot) forget_person(caller.person.id);
    edit.preferences ? preferences(caller, done) : account(caller, done);
  });
}

void Accounts::preferences(const Caller& caller, Done done) {
  store_.account_of(caller.person.id, [this, done](const Found<Account>& found) {
    if (!found.value) return done(unavailable("reading an account", found.error));
    done({200, found.value->preferences, 0, {}});
  });
}

// --- sessions and tokens

void Accounts::sessions(const Caller& caller, Done done) {
  store_.sessions_of(caller.person.id, settings_.now_ms(),
                     [this, token = caller.token, done](const Found<std::vector<Session>>& found) {
                       if (!found.value) return done(unavailable("reading sessions", found.error));
                       const auto json = [&](const Session& one) { return session_json(one, token); };
                       done(good({{"sessions", list_json(*found.value, json)}}));
                     });
}

void Accounts::end_sessions(const Caller& caller, std::function<bool(const Session&)> which, Done done) {
  const auto listed = [this, caller, which = std::move(which), done](const Found<std::vector<Session>>& found) {
    if (!found.value) return done(unavailable("reading sessions", found.error));
    Store::Hashes ending;
    for (const Session& session : *found.value)
      if (which(session)) ending.push_back(session.token);
    if (ending.empty()) return done(error(404, "not-found", "there is no such session"));
    const auto ended = [this, caller, ending, done](const Written& written) {
      const auto is_ended = [&](const TokenHash& token) {
        return std::find(ending.begin(), ending.end(), token) != ending.end();
      };
      if (written.how == Written::How::durable) forget([&](const Caller& known) { return is_ended(known.token); });
      Reply reply = good({{"ended", ending.size()}});
      reply.sign_out = is_ended(caller.token);
      write("ending sessions", written, std::move(reply), done);
    };
    store_.end_tokens(caller.person.id, false, ending, ended);
  };
  store_.sessions_of(caller.person.id, settings_.now_ms(), listed);
}

void Accounts::end_session(const Caller& caller, const std::string& id, Done done) {
  end_sessions(
      caller, [id](const Session& session) { return public_id(session.token) == id; }, std::move(done));
}

void Accounts::end_other_sessions(const Caller& caller, Done done) {
  const auto none = [done](Reply reply) { done(reply.status == 404 ? good({{"ended", 0}}) : std::move(reply)); };
  end_sessions(
      caller, [token = caller.token](const Session& session) { return session.token != token; }, none);
}

void Accounts::api_tokens(const Caller& caller, Done done) {
  store_.api_tokens_of(caller.person.id, [this, done](const Found<std::vector<ApiToken>>& found) {
    if (!found.value) return done(unavailable("reading tokens", found.error));
    done(good({{"tokens", list_json(*found.value, api_token_json)}}));
  });
}

void Accounts::add_api_token(const Caller& caller, const NewApiToken& wish, Done done) {
  const std::string secret = new_api_token();
  const std::int64_t now = settings_.now_ms();
  const ApiToken token = {hash_token(secret), wish.name, wish.scopes, now, 0, now + wish.days * kDayMs};
  store_.add_api_token(caller.person.id, token, kMaxApiTokens, [this, token, secret, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(error(409, "too-many-kept", "you have 50 tokens; end one that is not needed"));
    Json json = api_token_json(token);
    json["token"] = secret;
    write("storing a token", written, good(json, 201), done);
  });
}

void Accounts::end_api_token(const Caller& caller, const std::string& id, Done done) {
  store_.api_tokens_of(caller.person.id, [this, caller, id, done](const Found<std::vector<ApiToken>>& found) {
    if (!found.value) return done(unavailable("reading tokens", found.error));
    const auto one = std::find_if(found.value->begin(), found.value->end(),
                                  [&](const ApiToken& token) { return public_id(token.token) == id; });
    if (one == found.value->end()) return done(error(404, "not-found", "there is no such token"));
    store_.end_tokens(caller.person.id, true, {one->token}, [this, token = one->token, done](const Written& written) {
      if (written.how == Written::How::durable) forget([&](const Caller& known) { return known.token == token; });
      write("ending a token", written, good({{"ended", 1}}), done);
    });
  });
}

// --- vacations

void Accounts::vacation(const Caller& caller, Done done) {
  store_.away_of(caller.person.id, [this, done](const Found<Away>& found) {
    if (!found.value) return done(unavailable("reading a vacation", found.error));
    const Away& away = *found.value;
    const auto moment = [](std::int64_t ms) { return ms == 0 ? Json(nullptr) : Json(ms); };
    done(good({{"since", moment(away.since_ms)}, {"until", moment(away.until_ms)}, {"waiting", away.waiting}}));
  });
}

void Accounts::set_vacation(const Caller& caller, bool away, int days, Done done) {
  if (const int wait = vacations_.ask(std::to_string(caller.person.id), settings_.seconds()); wait > 0)
    return done(error(429, "too-many", "that is much coming and going; do it a little later", wait));
  const std::int64_t now = settings_.now_ms(), until = days == 0 ? 0 : now + days * kDayMs;
  store_.set_away(caller.person.id, away, now, until, [this, caller, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing a vacation", written.message));
    vacation(caller, done);
  });
}

// --- blocks

void Accounts::blocks(const Caller& caller, Done done) {
  store_.blocks_of(caller.person.id, [this, caller, done](const Found<std::vector<std::string>>& names) {
    if (!names.value) return done(unavailable("reading a block list", names.error));
    store_.blocked_guests(caller.person.id, [this, names = *names.value, done](const Found<std::vector<Person>>& all) {
      if (!all.value) return done(unavailable("reading a block list", all.error));
      done(good({{"blocks", names}, {"guests", list_json(*all.value, guest_json_of)}}));
    });
  });
}

void Accounts::block(const Caller& caller, const std::string& name, bool on, Done done) {
  store_.account_named(name, [this, caller, on, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    found.value ? set_block(caller, found.value->person.id, on, done) : done(nobody());
  });
}

void Accounts::block_seat(const Caller& caller, const SeatAt& at, Done done) {
  store_.read_talk(at.table, {}, [this, caller, at, done](const Found<TalkPlace>& found) {
    if (!found.error.empty()) return done(unavailable("reading a table", found.error));
    const auto person = found.value ? person_at(*found.value, at.seat) : std::nullopt;
    person ? set_block(caller, *person, true, done) : done(nobody_there());
  });
}

void Accounts::unblock_guest(const Caller& caller, const std::string& id, Done done) {
  store_.blocked_guests(caller.person.id, [this, caller, id, done](const Found<std::vector<Person>>& found) {
    if (!found.value) return done(unavailable("reading a block list", found.error));
    for (const Person& one : *found.value)
      if (guest_id(one.id) == id) return set_block(caller, one.id, false, done);
    done(error(404, "not-found", "you block no such guest"));
  });
}

void Accounts::set_block(const Caller& caller, std::int64_t person, bool on, const Done& done) {
  if (person == caller.person.id)
    return done(error(400, "bad-request", "you cannot block yourself; give the name of another"));
  store_.set_block(caller.person.id, person, on, kMaxBlocks, [this, caller, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(error(409, "too-many-kept", "you block 500 people; let one go first"));
    if (written.how == Written::How::failed) return done(unavailable("storing a block", written.message));
    blocks(caller, done);
  });
}

// --- all of it

void Accounts::own_talk(const Caller& caller, Done done) {
  store_.own_talk(caller.person.id, kTalkAtOnce, [this, done](const Found<OwnTalk>& found) {
    if (!found.value) return done(unavailable("reading talk", found.error));
    const auto line = [](const OwnTalk::Line& one) {
      return Json{{"table", one.table}, {"text", one.text}, {"at", one.at_ms}};
    };
    done(good({{"said", list_json(found.value->said, line)}, {"notes", list_json(found.value->notes, line)}}));
  });
}

void Accounts::own_challenges(const Caller& caller, Done done) {
  const std::int64_t person = caller.person.id;
  store_.challenges_of(person, 0, kChallengesAtOnce, [this, person, done](const Found<std::vector<Challenge>>& found) {
    if (!found.value) return done(unavailable("reading challenges", found.error));
    const auto one = [person](const Challenge& challenge) {
      return challenge_json(challenge, challenge.terms.game, person);
    };
    done(good({{"challenges", list_json(*found.value, one)}}));
  });
}

void Accounts::own_puzzles(const Caller& caller, Done done) {
  store_.puzzles_tried(caller.person.id, [this, done](const Found<std::vector<PuzzleTry>>& found) {
    if (!found.value) return done(unavailable("reading puzzles", found.error));
    done(good({{"puzzles", list_json(*found.value, puzzle_try_json)}}));
  });
}

void Accounts::own_analyses(const Caller& caller, Done done) {
  store_.analyses_asked(caller.person.id, [this, done](const Found<std::vector<AskedAnalysis>>& found) {
    if (!found.value) return done(unavailable("reading analyses", found.error));
    const auto one = [](const AskedAnalysis& asked) { return Json{{"table", asked.table}, {"at", asked.asked_ms}}; };
    done(good({{"analyses", list_json(*found.value, one)}}));
  });
}

void Accounts::own_guests(const Caller& caller, Done done) {
  store_.blocked_guests(caller.person.id, [this, done](const Found<std::vector<Person>>& found) {
    if (!found.value) return done(unavailable("reading a block list", found.error));
    done(good({{"blocked_guests", list_json(*found.value, guest_json_of)}}));
  });
}

void Accounts::own_tournaments(const Caller& caller, Done done) {
  store_.tournaments_of(caller.person.id, kTournamentsAtOnce,
                        [this, done](const Found<std::vector<TournamentCard>>& found) {
                          if (!found.value) return done(unavailable("reading tournaments", found.error));
                          Json list = Json::array();
                          for (const TournamentCard& card : *found.value) {
                            const auto setup = read_tournament_setup(parse_json(card.setup));
                            if (const auto* read = std::get_if<TournamentSetup>(&setup))
                              list.push_back(tournament_card_json(card, *read, find_game(read->game)));
                          }
                          done(good({{"tournaments", std::move(list)}}));
                        });
}

struct Accounts::TakenOut {
  Caller caller;
  std::int64_t before = 0;
  std::size_t parts = 0;  // that are there
  Store::Games games;
  std::size_t games_done = 0;
  std::vector<Study> studies;
  std::size_t studies_done = 0;
  Json json = Json::object();            // all but those two lists, which may be long and stay text
  std::string kept_studies, kept_games;  // objects with commas between them
  Done done;
  static void add(std::string& list, std::string_view object) { list.append(list.empty() ? "" : ",").append(object); }
};

void Accounts::take_out(const Caller& caller, std::int64_t before, Done done) {
  if (taking_out_ >= kMaxTakingOut)
    return done(reply_of(error_reply(503, "unavailable", "others are taking out their data; try again", 5)));
  if (const int wait = take_outs_.ask(std::to_string(caller.person.id), settings_.seconds()); wait > 0)
    return done(reply_of(error_reply(429, "too-many", "that is much at once; come again a little later", wait)));
  ++taking_out_;
  const auto out = std::make_shared<TakenOut>();
  out->caller = caller;
  out->before = before;
  out->done = [this, done](Reply reply) {
    --taking_out_;
    done(std::move(reply));
  };
  take_out_next(out);
}

// One part after the other, each as it is told elsewhere; what cannot be had ends it.
void Accounts::take_out_next(const std::shared_ptr<TakenOut>& out) {
  struct Part {
    const char* key;
    bool whole;  // or only what stands under the key
    void (Accounts::*ask)(const Caller&, Done);
  };
  static constexpr Part kParts[] = {{"account", true, &Accounts::account},
                                    {"sessions", false, &Accounts::sessions},
                                    {"tokens", false, &Accounts::api_tokens},
                                    {"preferences", true, &Accounts::preferences},
                                    {"blocks", false, &Accounts::blocks},
                                    {"vacation", true, &Accounts::vacation},
                                    {"talk", true, &Accounts::own_talk},
                                    {"challenges", false, &Accounts::own_challenges},
                                    {"puzzles", false, &Accounts::own_puzzles},
                                    {"analyses", false, &Accounts::own_analyses},
                                    {"blocked_guests", false, &Accounts::own_guests},
                                    {"tournaments", false, &Accounts::own_tournaments}};
  if (out->parts == std::size(kParts))
    return store_.hooks_of(out->caller.person.id, [this, out](const Found<std::vector<Hook>>& found) {
      if (!found.value) return out->done(unavailable("reading hooks", found.error));
      std::vector<Hook> hooks = *found.value;
      const auto address = std::find_if(hooks.begin(), hooks.end(), [](const Hook& hook) { return hook.mail; });
      out->json["mail"] = mail_json(out->json.at("account").at("email").get<std::string>(),
                                    address == hooks.end() ? nullptr : &*address);
      std::erase_if(hooks, [](const Hook& hook) { return hook.mail; });
      out->json["hooks"] = list_json(hooks, hook_json);
      take_out_feed(out);
    });
  const Part& part = kParts[out->parts++];
  (this->*part.ask)(out->caller, [this, out, &part](Reply reply) {
    if (reply.status != 200) return out->done(std::move(reply));
    Json json = parse_json(reply.body);
    out->json[part.key] = part.whole ? std::move(json) : std::move(json.at(part.key));
    take_out_next(out);
  });
}

void Accounts::take_out_feed(const std::shared_ptr<TakenOut>& out) {
  store_.atom_of(out->caller.person.id, [this, out](const Found<std::int64_t>& found) {
    if (!found.error.empty()) return out->done(unavailable("reading a feed's address", found.error));
    out->json["feed"] = found.value ? Json(*found.value) : Json(nullptr);
    take_out_studies(out);
  });
}

void Accounts::take_out_studies(const std::shared_ptr<TakenOut>& out) {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  if (out->before != kAll) return take_out_games(out);  // they came with the first part
  const StudyQuery all{out->caller.person.id, {}, false, kAll, kStudiesAtOnce};
  store_.find_studies(all, [this, out](const Found<std::vector<Study>>& found) {
    if (!found.value) return out->done(unavailable("reading studies", found.error));
    out->studies = *found.value;
    take_out_study(out);
  });
}

void Accounts::take_out_study(const std::shared_ptr<TakenOut>& out) {
  if (out->studies_done == out->studies.size()) return take_out_games(out);
  const std::string& id = out->studies[out->studies_done++].id;
  store_.read_study(id, [this, out](const Found<Study>& found) {
    if (!found.error.empty()) return out->done(unavailable("reading a study", found.error));
    if (found.value && found.value->owner == out->caller.person.id) {  // it may be gone meanwhile
      std::string text = to_text(study_card(*found.value, out->caller.person));
      text.back() = ',';
      TakenOut::add(out->kept_studies, text + "\"record\":" + found.value->record + "}");
    }
    take_out_study(out);
  });
}

void Accounts::take_out_games(const std::shared_ptr<TakenOut>& out) {
  store_.games_of(out->caller.person.id, out->before, kGamesAtOnce, [this, out](const Found<Store::Games>& found) {
    if (!found.value) return out->done(unavailable("reading games", found.error));
    out->games = *found.value;
    out->json["next"] = out->games.size() == kGamesAtOnce ? Json(out->games.back().first) : Json(nullptr);
    take_out_game(out);
  });
}

void Accounts::take_out_game(const std::shared_ptr<TakenOut>& out) {
  if (out->games_done == out->games.size()) {
    Reply reply = good(out->json);
    reply.body.back() = ',';
    reply.body += "\"studies\":[" + out->kept_studies + "],\"games\":[" + out->kept_games + "]}";
    return out->done(std::move(reply));
  }
  const std::string& table = out->games[out->games_done++].second;
  club_.record(table, out->caller.person, [this, out, table](const Reply& reply) {
    if (reply.status == 503) return out->done(reply);
    std::string text = reply.body;
    if (reply.status != 200) {  // why it cannot be shown
      Json json = parse_json(text);
      json["id"] = table;
      text = to_text(json);
    }
    TakenOut::add(out->kept_games, text);
    take_out_game(out);
  });
}

}  // namespace cairn
