#include "server/store/move.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "server/base/tokens.h"
#include "server/store/move_side.h"
#include "server/store/moving.h"
#include "server/store/postgres.h"

namespace cairn {

namespace {

bool same_place(const MovePlace& a, const MovePlace& b) {
  if (!a.database.empty() || !b.database.empty()) return a.database == b.database;
  std::error_code ignored;
  return std::filesystem::weakly_canonical(a.folder, ignored) == std::filesystem::weakly_canonical(b.folder, ignored);
}

// The games that are compared one by one: rows of these, by their first column of the key.
bool holds_games(const MovedTable& table) {
  return table.name == "tables" || table.name == "chairs" || table.name == "entries";
}

// What one side of a table holds: sums of rows with the same first number of the key, one after the other.
class SideSums {
 public:
  SideSums(SqlConnection& db, const MovedTable& table, bool mend) : rows_(db, table, mend), table_(table) {}
  // The next game with what its rows sum up to; none: the end.
  std::optional<std::pair<std::int64_t, MoveDigest>> next_game() {
    std::optional<std::pair<std::int64_t, MoveDigest>> game;
    while (refill()) {
      const auto key = std::get<std::int64_t>(batch_[at_][table_.key[0]]);
      if (game && game->first != key) break;
      if (!game) game.emplace(key, MoveDigest{});
      game->second.add(table_, batch_[at_]);
      take();
    }
    return game;
  }
  bool next_row() { return refill() && (take(), true); }
  std::int64_t rows() const { return count_; }
  const MoveDigest& all() const { return all_; }

 private:
  bool refill() {
    if (at_ < batch_.size()) return true;
    batch_ = rows_.next();
    at_ = 0;
    return !batch_.empty();
  }
  void take() {
    all_.add(table_, batch_[at_++]);
    ++count_;
  }
  MovedRows rows_;
  const MovedTable& table_;
  std::vector<SqlRow> batch_;
  std::size_t at_ = 0;
  std::int64_t count_ = 0;
  MoveDigest all_;
};

class Mover {
 public:
  Mover(const MoveWish& wish, MoveResult& result) : wish_(wish), result_(result) {}
  void run();

 private:
  bool begin();  // false: it was complete already, and is only checked again
  void copy(const MovedTable& table);
  void copy_batches(const MovedTable& table, MovedRows& rows, std::int64_t copied, std::int64_t all);
  void note(const MovedTable& table, const std::string& key, std::int64_t copied, bool done);
  void check();
  void check_table(const MovedTable& table, MoveDigest& all);
  void compare_games(const MovedTable& table, SideSums& from, SideSums& to);
  void end();
  void say(std::string_view what, const MovedTable& table, std::int64_t rows, std::int64_t all) const {
    if (wish_.stop()) {
      result_.stopped = true;
      throw MoveFault("interrupted; run the same command again to continue, or cancel the move with --give-up");
    }
    wish_.heard({what, table.name, rows, all});
  }

  const MoveWish& wish_;
  MoveResult& result_;
  MovePlan plan_ = move_plan();
  std::optional<MoveSide> from_, to_;
  Moving mark_;
  bool mend_ = false;
};

void Mover::run() {
  if (same_place(wish_.from, wish_.to)) throw MoveFault("--from and --to are the same database");
  from_.emplace(open_source(wish_.from, plan_));
  to_.emplace(open_target(wish_.to, plan_));
  mend_ = is_postgres(*to_->db);
  if (begin())
    for (const MovedTable& table : plan_.tables) copy(table);
  set_numbering(*to_->db, plan_);
  check();
  end();
}

bool Mover::begin() {
  const auto here = read_moving(*from_->db), there = read_moving(*to_->db);
  if (here && here->side == MovingSide::target)
    throw MoveFault("the database in " + from_->shown + " is not complete: the move to it from " + here->place +
                    " is unfinished");
  const bool goes_on = here && there && there->side == MovingSide::target && here->id == there->id;
  result_.resumed = goes_on;
  if (here && !goes_on)
    throw MoveFault(here->side == MovingSide::left
                        ? from_->shown + " was moved to " + here->place + " already"
                        : from_->shown + " is being moved to " + here->place +
                              "; finish that move, or cancel it: cairn move --from " + from_->shown + " --give-up");
  if (there && there->side != MovingSide::target)
    throw MoveFault(to_->shown + " was itself moved to another database; move to a new folder or a new database");
  if (!goes_on) expect_empty(*to_->db, plan_, to_->shown);
  if (std::string note = bring_key(wish_, *from_->db); !note.empty()) result_.notes.push_back(std::move(note));
  result_.refused = false;
  mark_ = goes_on ? *here : Moving{new_table_id(), MovingSide::source, to_->shown};
  if (goes_on) return here->side == MovingSide::source;
  to_->db->begin();
  write_moving(*to_->db, {mark_.id, MovingSide::target, from_->shown});
  to_->db->run("DELETE FROM moved_tables");
  to_->db->commit();
  refuse_writes(*from_->db, plan_.guarded, mark_);
  return true;
}

void Mover::copy(const MovedTable& table) {
  const std::int64_t all = count_rows(*from_->db, table);
  const SqlRows known = to_->db->run("SELECT last_key, copied, done FROM moved_tables WHERE name = $1", {table.name});
  if (!known.empty() && known.integer(0, 2) != 0) return say("copying", table, all, all);
  MovedRows rows(*from_->db, table, mend_);
  std::int64_t copied = 0;
  if (!known.empty()) {
    rows.start_after(known.text(0, 0));
    copied = known.integer(0, 1);
  } else if (table.seeded > 0) {
    to_->db->execute("DELETE FROM \"" + table.name + '"');
  }
  copy_batches(table, rows, copied, all);
}

void Mover::copy_batches(const MovedTable& table, MovedRows& rows, std::int64_t copied, std::int64_t all) {
  for (bool done = false; !done;) {
    say("copying", table, copied, all);
    const std::vector<SqlRow> batch = rows.next();
    done = batch.empty() || table.key.empty();
    to_->db->begin();
    for (const SqlRow& row : batch) lists_of(*to_->db).later_list(table.insert_sql.c_str(), row);
    copied += static_cast<std::int64_t>(batch.size());
    note(table, rows.key(), copied, done);
    to_->db->commit();
  }
  result_.mended += rows.mended();
  say("copying", table, copied, all);
}

void Mover::note(const MovedTable& table, const std::string& key, std::int64_t copied, bool done) {
  to_->db->later(
      "INSERT INTO moved_tables (name, last_key, copied, done) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (name) DO UPDATE SET last_key = $2, copied = $3, done = $4",
      {table.name, key, copied, done});
}

void Mover::check() {
  MoveDigest all;
  for (const MovedTable& table : plan_.tables) check_table(table, all);
  result_.tables = static_cast<std::int64_t>(plan_.tables.size());
  result_.digest = all.text();
}

void Mover::check_table(const MovedTable& table, MoveDigest& all) {
  SideSums from(*from_->db, table, mend_), to(*to_->db, table, false);
  const std::int64_t count = count_rows(*from_->db, table);
  if (holds_games(table)) {
    compare_games(table, from, to);
  } else {
    for (std::int64_t row = 0; from.next_row(); ++row)
      if (row % 1'000 == 0) say("checking", table, row, count);
    while (to.next_row()) {
    }
  }
  say("checking", table, count, count);
  if (from.rows() != to.rows())
    throw MoveFault("the copy differs: " + table.name + " has " + std::to_string(from.rows()) + " rows in " +
                    from_->shown + " and " + std::to_string(to.rows()) + " in " + to_->shown);
  if (!(from.all() == to.all())) throw MoveFault("the copy differs: what the rows of " + table.name + " hold");
  result_.rows += to.rows();
  all += to.all();
}

void Mover::compare_games(const MovedTable& table, SideSums& from, SideSums& to) {
  std::int64_t games = 0;
  while (true) {
    const auto here = from.next_game(), there = to.next_game();
    if (!here && !there) break;
    if (here != there) {
      const std::int64_t key = !there || (here && here->first <= there->first) ? here->first : there->first;
      const SqlRows found = from_->db->run("SELECT id FROM tables WHERE key = $1", {key});
      throw MoveFault("the copy differs: game " + (found.empty() ? std::to_string(key) : found.text(0, 0)) + " in " +
                      table.name);
    }
    if (games++ % 100 == 0) say("checking", table, from.rows(), from.rows());
  }
  if (table.name == "tables") result_.games = games;
}

// The source first: whoever is cut off between both finds a target that only has to be checked again. Where the move
// was given up meanwhile, servers have written to the source, and the copy is of no use.
void Mover::end() {
  if (!leave_source(*from_->db, mark_))
    throw MoveFault("the move of " + from_->shown + " was cancelled in the meantime: delete " + to_->shown);
  to_->db->begin();
  to_->db->run("DELETE FROM moved_tables");
  to_->db->run("DELETE FROM moving");
  to_->db->commit();
}

}  // namespace

MovePlace read_move_place(const std::string& text) {
  const bool url = text.find("://") != std::string::npos;
  return url ? MovePlace{"", text} : MovePlace{text, ""};
}

std::string shown_place(const MovePlace& place) {
  if (place.database.empty()) return place.folder;
  const std::string shown = shown_postgres_url(place.database);
  return shown.empty() ? "the database" : shown;
}

MoveResult move_database(const MoveWish& wish) {
  MoveResult result;
  try {
    Mover(wish, result).run();
  } catch (const MoveFault& fault) {
    result.error = fault.what();
  } catch (const SqlError& fault) {
    result.error = result.refused ? fault.what()
                                  : std::string("the move was cut off: ") + fault.what() +
                                        "; run the same command again to continue, or cancel the move with --give-up";
  }
  return result;
}

std::string give_up_move(const MovePlace& from, bool force) {
  try {
    const MoveSide side = open_marked(from);
    const auto mark = has_moving_table(*side.db) ? read_moving(*side.db) : std::nullopt;
    if (!mark) return side.shown + " is not being moved";
    if (mark->side == MovingSide::target)
      return side.shown + " is the target of a move: delete it, and cancel the move at its source, " + mark->place;
    if (mark->side == MovingSide::left && !force)
      return side.shown + " was moved to " + mark->place +
             " completely. Going back loses everything that happened there since then; --force does it anyway";
    allow_writes(*side.db, *mark);
    return {};
  } catch (const MoveFault& fault) {
    return fault.what();
  } catch (const SqlError& fault) {
    return fault.what();
  }
}

}  // namespace cairn
