#include "server/library/data_export.h"

#include <limits>
#include <utility>

namespace cairn {

namespace {

constexpr int kGamesAtOnce = 50;  // each is looked at on the loop
constexpr int kTalkAtOnce = 1'000, kChallengesAtOnce = 1'000, kTournamentsAtOnce = 1'000;
constexpr int kStudiesAtOnce = 1'000;  // more than anybody keeps
constexpr std::int64_t kFirstPart = std::numeric_limits<std::int64_t>::max();

}  // namespace

struct DataExport::Job {
  PersonalData data;
  std::int64_t before = 0;
  Done<ExportFile> done;
  int parts = 0;                 // that are there
  std::vector<Study> studies{};  // whose records are not, the next one last
  PeopleStore::Games games{};
};

Refusal DataExport::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

void DataExport::export_data(const Caller& caller, std::int64_t before, Done<ExportFile> done) {
  if (const int wait = limit_.ask(std::to_string(caller.person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const Asker who = asker_of(caller.person.id);
  const Done<ExportFile> end = [this, who, done](Result<ExportFile> file) {
    done(std::move(file));
    turns_.end(who);
  };
  if (!turns_.run(who, [this, caller, before, end] { next(std::make_shared<Job>(Job{{caller}, before, end})); }))
    done(Refusal{Code::too_many,
                 Message("taking-out-data-already", "an export of your data is in progress; wait until it ends"), 5});
}

// What the store answers of a part is taken in, and the next one begins; what cannot be had ends it.
template <class T>
std::function<void(Found<T>)> DataExport::part(const JobPtr& job, const char* what, T PersonalData::*to) {
  return [this, job, what, to](Found<T> found) {
    if (!found.value) return job->done(unavailable(what, found.error));
    job->data.*to = std::move(*found.value);
    next(job);
  };
}

void DataExport::next(const JobPtr& job) {
  using Data = PersonalData;
  const std::int64_t id = job->data.caller.person.id;
  switch (job->parts++) {
    case 0:
      return store_.people.account_of(id, part(job, "reading an account", &Data::account));
    case 1:
      return store_.people.sessions_of(id, world_.now_ms(), part(job, "reading sessions", &Data::sessions));
    case 2:
      return store_.people.api_tokens_of(id, part(job, "reading tokens", &Data::tokens));
    case 3:
      return store_.people.blocks_of(id, part(job, "reading a block list", &Data::blocks));
    case 4:
      return store_.people.blocked_guests(id, part(job, "reading a block list", &Data::blocked_guests));
    case 5:
      return store_.away.away_of(id, part(job, "reading a vacation", &Data::vacation));
    case 6:
      return store_.second_factors.state(id, part(job, "reading a second factor", &Data::second_factor));
    case 7:
      return store_.registrations.joining_of(id, part(job, "reading invitations", &Data::joining));
    case 8:
      return store_.talk.own_talk(id, kTalkAtOnce, part(job, "reading talk", &Data::talk));
    case 9:
      return store_.challenges.challenges_of(id, 0, kChallengesAtOnce,
                                             part(job, "reading challenges", &Data::challenges));
    case 10:
      return store_.puzzles.puzzles_tried(id, part(job, "reading puzzles", &Data::puzzles));
    case 11:
      return store_.analyses.analyses_asked(id, part(job, "reading analyses", &Data::analyses));
    case 12:
      return store_.tournaments.tournaments_of(id, kTournamentsAtOnce,
                                               part(job, "reading tournaments", &Data::tournaments));
    case 13:
      return store_.outbox.hooks_of(id, part(job, "reading hooks", &Data::hooks));
    case 14:
      return feed(job);
    case 15:
      return find_studies(job);
    default:
      return find_games(job);
  }
}

void DataExport::feed(const JobPtr& job) {
  store_.atom.atom_of(job->data.caller.person.id, [this, job](const Found<std::int64_t>& found) {
    if (!found.error.empty()) return job->done(unavailable("reading a feed's address", found.error));
    job->data.feed = found.value;
    next(job);
  });
}

void DataExport::find_studies(const JobPtr& job) {
  if (job->before != kFirstPart) return next(job);  // they came with the first part
  const StudyQuery all{job->data.caller.person.id, {}, false, kFirstPart, kStudiesAtOnce};
  store_.studies.find_studies(all, [this, job](const Found<std::vector<Study>>& found) {
    if (!found.value) return job->done(unavailable("reading studies", found.error));
    job->studies.assign(found.value->rbegin(), found.value->rend());
    studies(job);
  });
}

void DataExport::studies(const JobPtr& job) {
  if (job->studies.empty()) return next(job);
  const std::string id = std::move(job->studies.back().id);
  job->studies.pop_back();
  store_.studies.read_study(id, [this, job](const Found<Study>& found) {
    if (!found.error.empty()) return job->done(unavailable("reading a study", found.error));
    if (found.value && found.value->owner == job->data.caller.person.id)  // it may be gone meanwhile
      job->data.studies.push_back(*found.value);
    studies(job);
  });
}

void DataExport::find_games(const JobPtr& job) {
  store_.people.games_of(job->data.caller.person.id, job->before, kGamesAtOnce,
                         [this, job](const Found<PeopleStore::Games>& found) {
                           if (!found.value) return job->done(unavailable("reading games", found.error));
                           job->games = *found.value;
                           if (job->games.size() == kGamesAtOnce) job->data.next = job->games.back().first;
                           charge(job);
                         });
}

void DataExport::charge(const JobPtr& job) {
  std::vector<std::string> tables;
  for (const auto& [number, id] : job->games) tables.push_back(id);
  store_.tables.numbers(std::move(tables), [this, job](const Found<TableStore::Numbers>& found) {
    if (!found.value) return job->done(unavailable("reading games", found.error));
    double cost = 0;
    for (const auto& [table, entries] : *found.value) cost += cost_of_record(static_cast<std::size_t>(entries));
    if (const int wait = world_.charge(asker_of(job->data.caller.person.id), cost); wait > 0)
      return job->done(much_at_once(wait));
    games(job);
  });
}

void DataExport::games(const JobPtr& job) {
  PersonalData& data = job->data;
  if (data.games.size() == job->games.size()) return write(job);
  const std::string& table = job->games[data.games.size()].second;
  const auto take = [this, job, table](const Result<TableView>& view) {
    if (view.refused_by(Code::unavailable)) return job->done(view.refusal());
    job->data.games.push_back({table, view ? Result<std::string>(view->record_text()) : view.refusal()});
    world_.post ? world_.post([this, job] { games(job); }) : games(job);  // others get their turn on the loop
  };
  table_service_.state(table, data.caller.person, take, asker_of(data.caller.person.id));
}

// Beside the loop; so many cannot wait that there is no room.
void DataExport::write(const JobPtr& job) {
  const auto data = std::make_shared<const PersonalData>(std::move(job->data));
  queue_.run(
      asker_of(data->caller.person.id), [this, data] { return ExportFile{write_(*data)}; },
      [job](ExportFile file) { job->done(std::move(file)); });
}

}  // namespace cairn
