#include "server/library/archive.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/library/openings.h"
#include "server/tables/game_export.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr int kAtOnce = 100;          // games of a list or a file
constexpr int kArchivedAtOnce = 100;  // of a look at what waits
constexpr int kMostConflicts = 5;

// What was noted of a game when it was over with so many entries, to be taken out again.
std::vector<OpeningMove> went_on(const GameInfo& info, const StoredTable& now, int entries) {
  if (entries <= 0 || entries > static_cast<int>(now.log.size())) return {};
  const std::vector<Entry> then(now.log.begin(), now.log.begin() + entries);
  const auto opened = Table::open(info, now.row.setup, now.row.occupants, then);
  if (!opened.table || !archived_game(now.row.id, *opened.table).shown) return {};
  return opening_moves(*opened.table, -1);
}

}  // namespace

ArchivedGame archived_game(const std::string& id, const Table& table) {
  ArchivedGame out;
  out.table = id;
  out.number = table.number();
  out.over = table.over();
  const View view = table.view(Viewer::spectator);
  out.game_class = rating_class_of(table.setup().game, table.setup().options);
  out.result = view.result;
  out.how = view.outcome.how;
  out.seats = static_cast<int>(table.occupants().size());
  out.winner = winner(view.outcome, out.seats);
  out.moves = static_cast<int>(std::count_if(table.steps().begin(), table.steps().end(),
                                             [](const Step& step) { return !step.left && !step.refused; }));
  out.ended_ms = table.log().empty() ? table.setup().created_ms : table.log().back().at_ms;
  bool full = true;
  for (int i = 0; i < out.seats; ++i) {
    const Occupant& occupant = table.occupants()[static_cast<std::size_t>(i)];
    full = full && occupant.kind != SeatKind::open;
    out.bots += occupant.kind == SeatKind::bot ? 1 : 0;
    if (occupant.kind == SeatKind::guest && occupant.person > 0) out.people.emplace_back(occupant.person, i);
  }
  out.shown = out.over && full && out.moves > 0;
  return out;
}

const GameInfo* Archive::game(std::string_view name) const {
  return find_game(name, world_.games);
}

Refusal Archive::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNotReadNow);
}

// --- taking games in

void Archive::tick() {
  if (busy_) return;
  busy_ = true;
  const int most = kArchivedAtOnce + static_cast<int>(broken_.size());
  stores_.archive.unarchived(most, [this, most](const Found<std::vector<ArchiveDue>>& found) {
    if (!found.value) world_.log("looking for games to archive: " + found.error);
    if (found.value) {
      more_ = static_cast<int>(found.value->size()) == most;
      for (const ArchiveDue& due : *found.value)
        if (!broken_.contains(due.table)) due_.push_back(due);
    }
    next();
  });
}

// One after the other, so that others get their turn on the loop.
void Archive::next() {
  if (due_.empty()) {
    busy_ = false;
    if (std::exchange(more_, false)) tick();
    return;
  }
  const ArchiveDue due = std::move(due_.front());
  due_.pop_front();
  stores_.tables.load(due.table, 0, [this, due](Found<StoredTable> found) { take(due, std::move(found)); });
}

void Archive::give_up(const std::string& table, const std::string& why) {
  world_.log("table " + table + " cannot be archived: " + why);
  broken_.insert(table);
  conflicts_.erase(table);
}

void Archive::take(const ArchiveDue& due, Found<StoredTable> found) {
  if (!found.value) {  // the next look finds it
    due_.clear();
    more_ = false;
    return next();
  }
  const GameInfo* info = game(found.value->row.setup.game);
  if (info == nullptr) return keep(due, {{}, "the game " + found.value->row.setup.game + " is not known"});
  const auto stored = std::make_shared<const StoredTable>(std::move(*found.value));
  const bool taken = queue_.run(
      Asker{}, [due, info, stored] { return read(due, *info, *stored); },
      [this, due](Taken game) { keep(due, std::move(game)); });
  if (taken) return;
  due_.push_front(due);
  busy_ = false;  // the next tick goes on
}

Archive::Taken Archive::read(const ArchiveDue& due, const GameInfo& info, const StoredTable& stored) {
  const auto opened = Table::open(info, stored.row.setup, stored.row.occupants, stored.log);
  if (!opened.table) return {{}, opened.error};
  Taken out{archived_game(due.table, *opened.table), {}};
  out.game.archived = due.archived;
  out.game.openings = went_on(info, stored, due.archived);
  if (out.game.shown)
    for (OpeningMove& move : opening_moves(*opened.table, 1)) out.game.openings.push_back(std::move(move));
  return out;
}

void Archive::keep(const ArchiveDue& due, Taken taken) {
  if (!taken.error.empty()) {
    give_up(due.table, taken.error);
    return next();
  }
  stores_.archive.archive(std::move(taken.game), [this, table = due.table](const Written& written) {
    if (written.how == Written::How::failed) world_.log("archiving a game: " + written.message);
    if (written.how != Written::How::conflict) conflicts_.erase(table);
    // Another server was first, or the game went on: then it is due no more, or anew. Never both for long.
    else if (++conflicts_[table] >= kMostConflicts)
      give_up(table, "its record ends otherwise than the store has it");
    next();
  });
}

// --- finding them

void Archive::of_people(ArchiveWish wish, std::function<void(ArchiveQuery)> go, const Refuse& refuse) {
  if (wish.player.empty()) return go(std::move(wish.query));
  const std::string name = std::exchange(wish.player, std::exchange(wish.against, ""));
  stores_.people.account_named(name, [this, wish, go, refuse](const Found<Account>& found) mutable {
    if (!found.error.empty()) return refuse(unavailable("reading an account", found.error));
    if (!found.value)
      return refuse({Code::not_found, Message("nobody-here-has-this-name", "there is no player with this name here")});
    (wish.query.person == 0 ? wish.query.person : wish.query.against) = found.value->person.id;
    of_people(std::move(wish), std::move(go), refuse);
  });
}

void Archive::search(const ArchiveWish& wish, Freshness fresh, std::function<void(const Cards&)> found,
                     const Refuse& refuse) {
  const auto go = [this, fresh, found = std::move(found), refuse](ArchiveQuery query) {
    query.most = kAtOnce;
    const std::string with_size = rating_class_of(query.game, query.options);
    if (!query.game.empty() && with_size != lower(query.game)) query.game_class = with_size;
    const auto tell = [this, found, refuse](const Found<Cards>& cards) {
      if (!cards.value) return refuse(unavailable("searching the archive", cards.error));
      found(*cards.value);
    };
    stores_.archive.find_archived(std::move(query), tell, fresh);
  };
  of_people(wish, go, refuse);
}

void Archive::find(const ArchiveWish& wish, Done<ArchiveList> done, Freshness fresh) {
  const auto tell = [this, done](const Cards& cards) {
    ArchiveList list{cards, world_.games, {}};
    if (cards.size() == static_cast<std::size_t>(kAtOnce))
      list.next = ArchivePlace{cards.back().ended_ms, cards.back().card.number};
    done(std::move(list));
  };
  search(wish, fresh, tell, done);
}

// --- many of them as a file

struct Archive::Writing {
  Asker who;
  FileForm form{};
  Cards cards;
  Done<ArchiveFile> done;
  std::size_t done_with = 0;
  std::string text{};
};

void Archive::file(const ArchiveWish& wish, FileForm form, Done<ArchiveFile> done, const Asker& who) {
  const auto found = [this, form, done, who](const Cards& cards) {
    Files::Job job;
    std::string all;
    for (const ArchiveCard& one : cards) {
      all += file_key(one.card.id, one.entries, one.card.occupants, form) + '\n';
      job.cost += cost_of_record(static_cast<std::size_t>(one.entries));
    }
    job.key = std::to_string(static_cast<int>(form)) + content_name(all);
    job.write = [this, who, form, cards](const Done<ArchiveFile>& file) {
      write_next(std::make_shared<Writing>(Writing{who, form, cards, file}));
    };
    files_.ask(
        who, [job] { return Result(job); }, done);
  };
  search(wish, Freshness::now, found, done);
}

// One game after the other, so that others get their turn beside the loop.
void Archive::write_next(const std::shared_ptr<Writing>& writing) {
  if (writing->done_with == writing->cards.size())
    return writing->done(ArchiveFile{writing->form, std::move(writing->text)});
  const std::string& id = writing->cards[writing->done_with++].card.id;
  stores_.tables.load(id, 0, [this, writing](Found<StoredTable> found) {
    if (!found.error.empty()) return writing->done(unavailable("reading a table", found.error));
    const GameInfo* info = found.value ? game(found.value->row.setup.game) : nullptr;
    if (info == nullptr) return write_next(writing);
    const auto stored = std::make_shared<const StoredTable>(std::move(*found.value));
    const auto write = [info, stored, form = writing->form]() -> std::string {
      const auto opened = Table::open(*info, stored->row.setup, stored->row.occupants, stored->log);
      // Not over: it went on meanwhile. Without a table it does not replay any more.
      if (!opened.table || !opened.table->over()) return {};
      const auto file = write_game(annotated_game(*opened.table), form);
      return file ? file->text : std::string();
    };
    const auto append = [this, writing](const std::string& text) {
      writing->text += text;
      write_next(writing);
    };
    if (!queue_.run(writing->who, write, append))
      writing->done(Refusal{
          Code::unavailable,
          Message("others-taking-games-out", "too many people are exporting games from the archive; try again"), 2});
  });
}

}  // namespace cairn
