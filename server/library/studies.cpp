#include "server/library/studies.h"

#include <algorithm>

#include "notation/record.h"
#include "server/base/tokens.h"
#include "server/library/record_board.h"
#include "server/people/talk_replies.h"
#include "server/tables/game_export.h"

namespace cairn {

namespace {

constexpr std::size_t kMostStudyNodes = 10'000, kMostKept = std::size_t{256} << 10;
constexpr std::size_t kMostRemarks = 20;
constexpr int kStudiesListed = 100;

Refusal no_study() {
  return {Code::not_found, Message("no-such-study-read", "this study does not exist, or you may not read it")};
}

Refusal no_room(const StudyRoom& room) {
  return {Code::too_many_kept,
          Message("keep-much-room-studies",
                  "you have reached the limit of {studies} studies or {size} MiB of records; delete one first",
                  {{"studies", room.studies}, {"size", room.bytes >> 20}})};
}

Refusal bad_record(Message why) {
  return {Code::bad_record, std::move(why)};
}

// What and where, of the first fault.
Message faults_text(const Imported& read) {
  const Message& first = read.faults[0].text;
  return read.cut > 1
             ? Message("more-cannot-played", "{why}; {n} more cannot be played", {{"why", first}, {"n", read.cut - 1}})
             : first;
}

// Whether two are of one game with the same options and start.
bool same_game(const GameInfo& info, const AnnotatedGame& one, const AnnotatedGame& other) {
  return one.game == other.game && one.config.setup == other.config.setup &&
         complete_options(info, one.config) == complete_options(info, other.config);
}

std::int64_t reader_of(const std::optional<Person>& person) {
  return person ? person->id : 0;
}

}  // namespace

Refusal Studies::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNotDoneNow);
}

// --- reading

bool Studies::may_read(const Study& study, const std::optional<Person>& person) {
  if (person && person->id == study.owner) return true;
  const bool moderates = person && person->role != Role::player;
  return study.access != StudyAccess::nobody && (!study.hidden || moderates);
}

void Studies::find(const std::string& id, const std::optional<Person>& person, std::function<void(const Study&)> go,
                   const Refuse& refuse) {
  stores_.studies.read_study(id, [this, person, go = std::move(go), refuse](const Found<Study>& found) {
    if (!found.error.empty()) return refuse(unavailable("reading a study", found.error));
    if (!found.value || !may_read(*found.value, person)) return refuse(no_study());
    go(*found.value);
  });
}

void Studies::list(StudyQuery query, const std::optional<Person>& person, Done<StudyList> done) {
  query.most = kStudiesListed;
  stores_.studies.find_studies(std::move(query),
                               [this, reader = reader_of(person), done](const Found<std::vector<Study>>& found) {
                                 if (!found.value) return done(unavailable("reading studies", found.error));
                                 StudyList list{*found.value, reader};
                                 if (found.value->size() == static_cast<std::size_t>(kStudiesListed))
                                   list.next = found.value->back().number;
                                 done(std::move(list));
                               });
}

void Studies::own(const Person& owner, const ListWish& wish, Done<StudyList> done) {
  list({owner.id, {}, false, wish.before, 0, wish.game}, owner, std::move(done));
}

void Studies::of_table(const std::string& table, const std::optional<Person>& person, std::int64_t before,
                       Done<StudyList> done) {
  list({0, table, true, before, 0}, person, std::move(done));
}

void Studies::of_person(const std::string& name, const std::optional<Person>& person, std::int64_t before,
                        Done<StudyList> done) {
  stores_.people.account_named(name, [this, person, before, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (!found.value)
      return done(Refusal{Code::not_found, Message("nobody-name", "there is no player with this name")});
    list({found.value->person.id, {}, true, before, 0}, person, done);
  });
}

void Studies::tell(const std::string& id, const std::optional<Person>& person, const Remarks& remarks,
                   Done<ShownStudy> done) {
  const auto go = [reader = reader_of(person), remarks, done](const Study& study) {
    done(ShownStudy{study, reader, remarks});
  };
  find(id, person, go, done);
}

void Studies::show(const std::string& id, const std::optional<Person>& person, Done<ShownStudy> done) {
  tell(id, person, {}, std::move(done));
}

// The file of a study, for who may read it.
Result<StudyFile> Studies::written(const Study& study, FileForm form) {
  if (form == FileForm::json) return StudyFile{form, study.record + "\n"};
  AnnotatedGame game;
  Message wrong = read_record(study.record, game);
  if (wrong.empty()) {
    const Checked checked = check_and_cut(game);
    wrong = !checked.error.empty() || checked.faults.empty() ? checked.error : checked.faults[0].text;
  }
  if (!wrong.empty())
    return Refusal{Code::broken_record,
                   Message("record-cannot-played-any", "this record cannot be replayed: {why}", {{"why", wrong}})};
  if (form == FileForm::sgf) return StudyFile{form, sgf::write(export_sgf(game, "Cairn"))};
  StudyFile file{form};
  if (auto cannot = write_text(game, file.text); !cannot.empty()) return Refusal{Code::no_text, std::move(cannot)};
  return file;
}

template <class Job, class Then>
void Studies::beside(const Asker& who, Job job, Then then, const Refuse& refuse) {
  if (!queue_.run(who, std::move(job), std::move(then))) refuse(many_records());
}

void Studies::boards(TableIds ids, const std::optional<Person>& person, Done<SmallBoardList> done, const Asker& who) {
  static_assert(kMostBoards <= kMostStudiesRead);
  const auto take = [this, ids, person, done, who](const Found<std::vector<Study>>& found) {
    if (!found.value) return done(unavailable("reading studies", found.error));
    std::vector<Study> shown;
    double cost = 0;
    for (const std::string& id : ids) {
      const auto has_id = [&id](const Study& study) { return study.id == id; };
      const auto at = std::find_if(found.value->begin(), found.value->end(), has_id);
      if (at == found.value->end() || !may_read(*at, person)) continue;
      cost += kCostOfBoard + cost_of_record(std::min(kMostPlayed, static_cast<std::size_t>(at->nodes)));
      shown.push_back(*at);
    }
    if (const int wait = world_.charge(who, cost); wait > 0) return done(much_at_once(wait));
    auto draw = [shown = std::move(shown)] {
      SmallBoardList list;
      for (const Study& study : shown)
        if (auto board = board_of_record(study.id, study.version, study.record))
          list.boards.push_back(*std::move(board));
      return list;
    };
    beside(who, std::move(draw), done, done);  // not copied on the loop
  };
  stores_.studies.read_studies(std::move(ids), take);
}

void Studies::file(const std::string& id, const std::optional<Person>& person, FileForm form, Done<StudyFile> done,
                   const Asker& who) {
  const auto go = [this, who, form, done](const Study& study) {
    if (form == FileForm::json) return done(written(study, form));  // as it is kept
    Files::Job job;
    job.key = study.id + '/' + std::to_string(study.version) + '/' + std::to_string(static_cast<int>(form));
    job.cost = cost_of_record(static_cast<std::size_t>(study.nodes));
    job.write = [this, who, study, form](const Done<StudyFile>& file) {
      beside(
          who, [study, form] { return written(study, form); }, file, file);
    };
    files_.ask(
        who, [job] { return Result(job); }, done);
  };
  find(id, person, go, done);
}

// --- writing

void Studies::with_leave(const Person& owner, StudyAccess access, std::function<void()> go, const Refuse& refuse) {
  if (!owner.account)
    return refuse(
        {Code::no_account, Message("guests-keep-no-studies", "guests cannot keep studies; create an account first")});
  if (const int wait = writes_.ask(std::to_string(owner.id), world_.seconds()); wait > 0)
    return refuse(much_at_once(wait));
  if (access != StudyAccess::everybody) return go();
  const std::int64_t now = world_.now_ms();
  stores_.talk.mute_of(owner.id, now, [this, now, go = std::move(go), refuse](const Found<Mute>& found) {
    if (!found.error.empty()) return refuse(unavailable("reading a mute", found.error));
    if (found.value) return refuse(muted(*found.value, now));
    go();
  });
}

// The record of a wish, played through; or what is wrong with it, and where.
Result<AnnotatedGame> Studies::read(const StudyWish& wish, std::span<const GameInfo> games, Remarks& remarks) {
  FileChoice choice;
  choice.charset = "UTF-8";  // JSON has made Unicode of it
  choice.form = form_of(wish.record);
  if (choice.form == FileForm::zip)
    return bad_record(Message("study-no-archive",
                              "this is a zip archive, and a study is one game; unpack it and send a file from it"));
  if (wish.game.empty() && !wish.options.empty())
    return bad_record(Message("options-those-game-which",
                              "\"options\" need a \"game\", which must be named with them; SGF and JSON name both"));
  if (!wish.game.empty()) {
    if (choice.form != FileForm::text)
      return bad_record(
          Message("sgf-json-tell-their",
                  "SGF and JSON contain their game and its options; \"game\" is only for a list of moves"));
    choice.info = find_game(wish.game, games);
    if (choice.info == nullptr) return Refusal{Code::unknown_game, unknown_game(wish.game)};
    choice.options = wish.options;
  }
  GameFile file = read_game_file(wish.record, choice);
  Imported& read = file.imported;
  if (!read.error.empty()) return bad_record(read.error);
  if (file.games > 1)
    return bad_record(Message("study-one-game-file", "a study is one game; this file has {n}", {{"n", file.games}}));
  if (!read.faults.empty()) return bad_record(faults_text(read));
  remarks = std::move(read.remarks);
  if (remarks.size() > kMostRemarks) {
    const std::size_t more = remarks.size() - kMostRemarks;
    remarks.resize(kMostRemarks);
    remarks.push_back(Message("and-more", "and {n} more", {{"n", more}}));
  }
  return std::move(read.game);
}

Result<Studies::Draft> Studies::draft(Draft of, const StudyWish& wish, const AnnotatedGame& game) {
  Study& study = of.study;
  if (game.tree.size() > kMostStudyNodes)
    return bad_record(Message("study-at-most-moves", "a study has at most {n} moves and comments, not {given}",
                              {{"n", kMostStudyNodes}, {"given", game.tree.size()}}));
  study.name = wish.name;
  study.access = wish.access;
  study.game = game.game;
  study.record = to_text(record_json(game));
  if (study.record.size() > kMostKept)
    return bad_record(Message("record-kept-at-most", "a record can have at most {n} bytes, and this one has {given}",
                              {{"n", kMostKept}, {"given", study.record.size()}}));
  study.nodes = static_cast<int>(game.tree.size());
  return of;
}

// `before`: what it replaces.
Result<Studies::Draft> Studies::draft(Study study, const StudyWish& wish, std::span<const GameInfo> games,
                                      const Study* before) {
  Draft out{std::move(study)};
  const auto game = read(wish, games, out.remarks);
  if (!game) return game.refusal();
  AnnotatedGame old;
  const GameInfo* info = find_game(game->game);
  if (before != nullptr && !before->table.empty() && read_record(before->record, old).empty() && info != nullptr &&
      !same_game(*info, old, *game))
    return bad_record(
        Message("study-table-its-game", "this study belongs to a table: its game, options and start cannot change"));
  return draft(std::move(out), wish, *game);
}

void Studies::keep(Draft draft, const Person& owner, const Done<ShownStudy>& done) {
  const auto kept = [this, owner, id = draft.study.id, remarks = draft.remarks, done](const Written& written) {
    if (written.how == Written::How::failed) return done(unavailable("storing a study", written.message));
    if (written.how == Written::How::durable) return tell(id, owner, remarks, done);
    if (written.message.empty()) return done(no_room(room_()));
    tell(written.message, owner, {}, done);
  };
  stores_.studies.add_study(std::move(draft.study), room_(), kept);
}

void Studies::add(const Person& owner, const StudyWish& wish, Done<ShownStudy> done) {
  with_leave(
      owner, wish.access, [this, owner, wish, done] { add_now(owner, wish, done); }, done);
}

void Studies::add_now(const Person& owner, const StudyWish& wish, Done<ShownStudy> done) {
  Study study;
  study.id = new_table_id();
  study.owner = owner.id;
  study.request = wish.request;
  study.table = wish.table;
  study.created_ms = study.changed_ms = world_.now_ms();
  const auto kept = [this, owner, done](Result<Draft> draft) {
    if (!draft) return done(draft.refusal());
    keep(std::move(*draft), owner, done);
  };
  if (wish.table.empty())
    return beside(
        asker_of(owner.id), [study, wish, games = world_.games] { return draft(study, wish, games, nullptr); }, kept,
        done);
  const Refusal goes_on{Code::not_over,
                        Message("study-table-made-when", "you can make a study of a table when its game is over")};
  const auto write = [study, wish, goes_on](const Table& table) -> Result<Draft> {
    if (!table.over()) return goes_on;
    return draft(Draft{study}, wish, annotated_game(table));
  };
  const auto keep_game = [this, owner, wish, goes_on, write, kept, done](const Table* table, bool later) {
    if (later) return done(table_unavailable());
    if (table == nullptr)
      return done(Refusal{Code::not_found,
                          Message("no-such-table-whose", "this table does not exist, or you may not read its game")});
    if (!table->over()) return done(goes_on);
    table_service_.read_in_background<Draft>(wish.table, asker_of(owner.id), write, kept);
  };
  table_service_.look(wish.table, keep_game, asker_of(owner.id));
}

void Studies::replace(const std::string& id, const Person& owner, const StudyWish& wish, Done<ShownStudy> done) {
  const auto go = [this, owner, wish, done](const Study& before) { put(before, owner, wish, done); };
  with_leave(
      owner, wish.access, [this, id, owner, go, done] { find(id, owner, go, done); }, done);
}

void Studies::put(const Study& before, const Person& owner, const StudyWish& wish, Done<ShownStudy> done) {
  if (before.owner != owner.id)
    return done(Refusal{Code::not_for_you, Message("only-its-owner-changes",
                                                   "only the owner can change a study; save a copy to change it")});
  const auto changed = [done](const Study& now, int known) {
    done(Refusal{Code::other_version,
                 Message("study-version-not-look",
                         "the study is at version {version}, not {known}; check it before you replace it",
                         {{"version", now.version}, {"known", known}})});
  };
  if (before.version != wish.version) return changed(before, wish.version);
  Study study = before;
  study.changed_ms = world_.now_ms();
  const auto kept = [this, before, owner, wish, changed, done](Result<Draft> draft) {
    if (!draft) return done(draft.refusal());
    stores_.studies.replace_study(
        std::move(draft->study), room_(),
        [this, before, owner, wish, remarks = draft->remarks, changed, done](const Written& put) {
          if (put.how == Written::How::failed) return done(unavailable("storing a study", put.message));
          if (put.how == Written::How::durable) return tell(before.id, owner, remarks, done);
          if (!put.message.empty()) return done(no_room(room_()));
          const auto other = [changed, wish](const Study& now) { changed(now, wish.version); };
          find(before.id, owner, other, done);
        });
  };
  const auto write = [study, before, wish, games = world_.games] { return draft(study, wish, games, &before); };
  beside(asker_of(owner.id), write, kept, done);
}

void Studies::remove(const std::string& id, const Person& person, Done<StudyEnded> done) {
  const auto go = [this, id, person, done](const Study& study) {
    const bool moderates = may_moderate(person) && study.access == StudyAccess::everybody;
    if (study.owner != person.id && !moderates)
      return done(not_theirs(
          person,
          {Code::not_for_you,
           Message("only-its-owner-lets", "only the owner can delete a study; if it is public, moderators can, too")}));
    const std::int64_t moderator = study.owner == person.id ? 0 : person.id;
    stores_.studies.delete_study(id, moderator, [this, done](const Written& written) {
      if (written.how == Written::How::failed) return done(unavailable("deleting a study", written.message));
      if (written.how != Written::How::durable) return done(no_study());
      done(StudyEnded{});
    });
  };
  find(id, person, go, done);
}

}  // namespace cairn
