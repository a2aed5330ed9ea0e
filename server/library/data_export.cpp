#include "server/library/data_export.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "server/library/studies.h"
#include "server/protocol/challenges_to_client.h"
#include "server/protocol/hooks_to_client.h"
#include "server/protocol/mail_to_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/protocol/replies.h"
#include "server/protocol/tournaments_from_client.h"
#include "server/protocol/tournaments_to_client.h"

namespace cairn {

namespace {

constexpr int kMostExports = 4;   // people at the same time
constexpr int kGamesAtOnce = 50;  // each is looked at on the loop
constexpr int kTalkAtOnce = 1'000, kChallengesAtOnce = 1'000, kTournamentsAtOnce = 1'000;
constexpr int kStudiesAtOnce = 1'000;  // more than anybody keeps
constexpr std::int64_t kFirstPart = std::numeric_limits<std::int64_t>::max();

void add_object(std::string& list, std::string_view object) {
  list.append(list.empty() ? "" : ",").append(object);
}

}  // namespace

struct DataExport::Job {
  Caller caller;
  std::int64_t before = 0;
  std::size_t parts = 0;  // that are there
  Store::Games games{};
  std::size_t games_done = 0;
  std::vector<Study> studies{};
  std::size_t studies_done = 0;
  Json json = Json::object();                // all but those two lists, which may be long and stay text
  std::string kept_studies{}, kept_games{};  // objects with commas between them
  Done done;
};

Reply DataExport::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, "done just now and was not done");
}

void DataExport::take_out(const Caller& caller, std::int64_t before, Done done) {
  if (running_ >= kMostExports)
    return done(Refusal{Code::unavailable, "others are taking out their data; try again", 5});
  if (const int wait = limit_.ask(std::to_string(caller.person.id), world_.seconds()); wait > 0)
    return done(Refusal{Code::too_many, "that is much at once; come again a little later", wait});
  ++running_;
  next(std::make_shared<Job>(Job{.caller = caller, .before = before, .done = [this, done](Reply reply) {
                                   --running_;
                                   done(std::move(reply));
                                 }}));
}

// What the store answers of a part is taken in, and the next one begins; what cannot be had ends it.
template <class T, class Add>
std::function<void(const Found<T>&)> DataExport::part(const JobPtr& job, const char* what, Add add) {
  return [this, job, what, add](const Found<T>& found) {
    if (!found.value) return job->done(unavailable(what, found.error));
    add(job->json, *found.value);
    next(job);
  };
}

void DataExport::next(const JobPtr& job) {
  static constexpr void (DataExport::*kParts[])(const JobPtr&) = {
      &DataExport::account,  &DataExport::sessions,       &DataExport::api_tokens,  &DataExport::blocks,
      &DataExport::vacation, &DataExport::talk,           &DataExport::challenges,  &DataExport::puzzles,
      &DataExport::analyses, &DataExport::blocked_guests, &DataExport::tournaments, &DataExport::hooks,
      &DataExport::feed,     &DataExport::find_studies,   &DataExport::find_games};
  (this->*kParts[job->parts++])(job);
}

void DataExport::account(const JobPtr& job) {
  store_.account_of(job->caller.person.id,
                    part<Account>(job, "reading an account", [](Json& json, const Account& account) {
                      json["account"] = account_json(account);
                      json["preferences"] = parse_json(account.preferences);
                    }));
}

void DataExport::sessions(const JobPtr& job) {
  const auto add = [current = job->caller.token](Json& json, const std::vector<Session>& found) {
    json["sessions"] = list_json(found, [&](const Session& one) { return session_json(one, current); });
  };
  store_.sessions_of(job->caller.person.id, world_.now_ms(), part<std::vector<Session>>(job, "reading sessions", add));
}

void DataExport::api_tokens(const JobPtr& job) {
  const auto add = [](Json& json, const std::vector<ApiToken>& found) {
    json["tokens"] = list_json(found, api_token_json);
  };
  store_.api_tokens_of(job->caller.person.id, part<std::vector<ApiToken>>(job, "reading tokens", add));
}

void DataExport::blocks(const JobPtr& job) {
  const auto add = [](Json& json, const std::vector<std::string>& names) { json["blocks"] = names; };
  store_.blocks_of(job->caller.person.id, part<std::vector<std::string>>(job, "reading a block list", add));
}

void DataExport::blocked_guests(const JobPtr& job) {
  const auto add = [](Json& json, const std::vector<Person>& found) {
    json["blocked_guests"] = list_json(found, blocked_guest_json);
  };
  store_.blocked_guests(job->caller.person.id, part<std::vector<Person>>(job, "reading a block list", add));
}

void DataExport::vacation(const JobPtr& job) {
  store_.away_of(job->caller.person.id, part<Away>(job, "reading a vacation", [](Json& json, const Away& away) {
                   json["vacation"] = vacation_json(away);
                 }));
}

void DataExport::talk(const JobPtr& job) {
  const auto add = [](Json& json, const OwnTalk& found) {
    const auto line = [](const OwnTalk::Line& one) {
      return Json{{"table", one.table}, {"text", one.text}, {"at", one.at_ms}};
    };
    json["talk"] = {{"said", list_json(found.said, line)}, {"notes", list_json(found.notes, line)}};
  };
  store_.own_talk(job->caller.person.id, kTalkAtOnce, part<OwnTalk>(job, "reading talk", add));
}

void DataExport::challenges(const JobPtr& job) {
  const std::int64_t person = job->caller.person.id;
  const auto add = [person](Json& json, const std::vector<Challenge>& found) {
    json["challenges"] = list_json(
        found, [&](const Challenge& challenge) { return challenge_json(challenge, challenge.terms.game, person); });
  };
  store_.challenges_of(person, 0, kChallengesAtOnce, part<std::vector<Challenge>>(job, "reading challenges", add));
}

void DataExport::puzzles(const JobPtr& job) {
  const auto add = [](Json& json, const std::vector<PuzzleTry>& found) {
    json["puzzles"] = list_json(found, [](const PuzzleTry& one) { return to_client(one); });
  };
  store_.puzzles_tried(job->caller.person.id, part<std::vector<PuzzleTry>>(job, "reading puzzles", add));
}

void DataExport::analyses(const JobPtr& job) {
  const auto add = [](Json& json, const std::vector<AskedAnalysis>& found) {
    const auto one = [](const AskedAnalysis& asked) { return Json{{"table", asked.table}, {"at", asked.asked_ms}}; };
    json["analyses"] = list_json(found, one);
  };
  store_.analyses_asked(job->caller.person.id, part<std::vector<AskedAnalysis>>(job, "reading analyses", add));
}

void DataExport::tournaments(const JobPtr& job) {
  const auto add = [](Json& json, const std::vector<TournamentCard>& found) {
    Json list = Json::array();
    for (const TournamentCard& card : found) {
      const auto setup = read_tournament_setup(parse_json(card.setup));
      if (const auto* read = std::get_if<TournamentSetup>(&setup))
        list.push_back(tournament_card_json(card, *read, find_game(read->game)));
    }
    json["tournaments"] = std::move(list);
  };
  store_.tournaments_of(job->caller.person.id, kTournamentsAtOnce,
                        part<std::vector<TournamentCard>>(job, "reading tournaments", add));
}

void DataExport::hooks(const JobPtr& job) {
  const auto add = [](Json& json, std::vector<Hook> hooks) {
    const auto address = std::find_if(hooks.begin(), hooks.end(), [](const Hook& hook) { return hook.mail; });
    json["mail"] =
        mail_json(json.at("account").at("email").get<std::string>(), address == hooks.end() ? nullptr : &*address);
    std::erase_if(hooks, [](const Hook& hook) { return hook.mail; });
    json["hooks"] = list_json(hooks, hook_json);
  };
  store_.hooks_of(job->caller.person.id, part<std::vector<Hook>>(job, "reading hooks", add));
}

void DataExport::feed(const JobPtr& job) {
  store_.atom_of(job->caller.person.id, [this, job](const Found<std::int64_t>& found) {
    if (!found.error.empty()) return job->done(unavailable("reading a feed's address", found.error));
    job->json["feed"] = found.value ? Json(*found.value) : Json(nullptr);
    next(job);
  });
}

void DataExport::find_studies(const JobPtr& job) {
  if (job->before != kFirstPart) return next(job);  // they came with the first part
  const StudyQuery all{job->caller.person.id, {}, false, kFirstPart, kStudiesAtOnce};
  store_.find_studies(all, [this, job](const Found<std::vector<Study>>& found) {
    if (!found.value) return job->done(unavailable("reading studies", found.error));
    job->studies = *found.value;
    studies(job);
  });
}

void DataExport::studies(const JobPtr& job) {
  if (job->studies_done == job->studies.size()) return next(job);
  const std::string& id = job->studies[job->studies_done++].id;
  store_.read_study(id, [this, job](const Found<Study>& found) {
    if (!found.error.empty()) return job->done(unavailable("reading a study", found.error));
    if (found.value && found.value->owner == job->caller.person.id) {  // it may be gone meanwhile
      std::string text = to_text(study_card(*found.value, job->caller.person));
      text.back() = ',';
      add_object(job->kept_studies, text + "\"record\":" + found.value->record + "}");
    }
    studies(job);
  });
}

void DataExport::find_games(const JobPtr& job) {
  store_.games_of(job->caller.person.id, job->before, kGamesAtOnce, [this, job](const Found<Store::Games>& found) {
    if (!found.value) return job->done(unavailable("reading games", found.error));
    job->games = *found.value;
    job->json["next"] = job->games.size() == kGamesAtOnce ? Json(job->games.back().first) : Json(nullptr);
    games(job);
  });
}

void DataExport::games(const JobPtr& job) {
  if (job->games_done == job->games.size()) {
    Reply reply = good(job->json);
    reply.body.back() = ',';
    reply.body += "\"studies\":[" + job->kept_studies + "],\"games\":[" + job->kept_games + "]}";
    return job->done(std::move(reply));
  }
  const std::string& table = job->games[job->games_done++].second;
  club_.record(table, job->caller.person, [this, job, table](const Reply& reply) {
    if (reply.status == 503) return job->done(reply);
    std::string text = reply.body;
    if (reply.status != 200) {  // why it cannot be shown
      Json json = parse_json(text);
      json["id"] = table;
      text = to_text(json);
    }
    add_object(job->kept_games, text);
    games(job);
  });
}

}  // namespace cairn
