// Libraries in SQL.
#include "server/store/libraries.h"

#include <algorithm>
#include <map>

#include "core/text.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"

namespace cairn {

namespace {

constexpr std::size_t kMostLookedAt = 5'000;  // games of a position for one part of a list
constexpr int kMostComparedWithPattern = 100'000, kComparedAtOnce = 1'000;  // games for one part of a list
constexpr int kAtOnceRemoved = 1'000;                                       // rows of a transaction

constexpr const char* kLibraryColumns =
    "SELECT number, game, class, options, players, ranks, event, date, result, day, ending, moves, board, key ";
constexpr const char* kLibraryFilters =
    "AND ($3 = '' OR game = $3) AND ($4 = '' OR class = $4) AND names LIKE $5 ESCAPE '\\' AND names LIKE $6 ESCAPE "
    "'\\' AND events LIKE $7 ESCAPE '\\' AND day >= CAST($8 AS BIGINT) AND day <= CAST($9 AS BIGINT) "
    "AND (CAST($10 AS INTEGER) = -1 OR ending = CAST($10 AS INTEGER)) ";

const char* one_statement() {
  static const std::string text =
      std::string(kLibraryColumns) + "FROM library_games WHERE library = $1 AND number = $2 " + kLibraryFilters;
  return text.c_str();
}
const char* list_statement() {
  static const std::string text = std::string(kLibraryColumns) +
                                  "FROM library_games WHERE library = $1 AND number > $2 " + kLibraryFilters +
                                  "ORDER BY number LIMIT $11";
  return text.c_str();
}

const char* changes_statement() {
  static const std::string text =
      std::string(
          "SELECT number, changes FROM library_games JOIN library_changes ON library_changes.key = library_games.key "
          "WHERE library = $1 AND number > $2 ") +
      kLibraryFilters + "ORDER BY number LIMIT $11";
  return text.c_str();
}

// Part of a text in small letters; everything has a part that is empty.
std::string part_pattern(std::string_view part) {
  std::string out = "%";
  for (const char c : lower(part)) {
    if (c == '%' || c == '_' || c == '\\') out += '\\';
    out += c;
  }
  return part.empty() ? out : out + '%';
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (const auto line : split(text, '\n')) out.emplace_back(line);
  return out;
}

Library library_from(const SqlRows& rows, std::size_t row) {
  return {rows.integer(row, 0), rows.text(row, 1), rows.integer(row, 2), rows.integer(row, 3), rows.integer(row, 4)};
}

LibraryGame game_from(const SqlRows& rows, std::size_t row) {
  LibraryGame game;
  game.number = rows.integer(row, 0);
  game.game = rows.text(row, 1);
  game.game_class = rows.text(row, 2);
  game.options = options_from(rows.text(row, 3));
  game.players = lines_of(rows.text(row, 4));
  game.ranks = lines_of(rows.text(row, 5));
  game.event = rows.text(row, 6);
  game.date = rows.text(row, 7);
  game.result = rows.text(row, 8);
  game.day = rows.integer(row, 9);
  game.ending = static_cast<Ending>(std::clamp<std::int64_t>(rows.integer(row, 10), 0, 5));
  game.moves = static_cast<int>(rows.integer(row, 11));
  game.board = lines_of(rows.text(row, 12));
  return game;
}

std::vector<PositionEntry> entries_at(SqlConnection& db, const Library& library, std::uint64_t position) {
  const SqlRows rows = db.run("SELECT entries FROM library_positions WHERE library = $1 AND bucket = $2",
                              {library.key, bucket_of(position)});
  std::vector<PositionEntry> out;
  for (std::size_t i = 0; i < rows.size(); ++i) find_entries(rows.text(i, 0), position, out);
  return out;
}

class Search {
 public:
  Search(SqlConnection& db, const LibraryQuery& query, const Library& library)
      : db_(db),
        query_(query),
        library_(library),
        player_(part_pattern(query.player)),
        against_(part_pattern(query.against)),
        event_(part_pattern(query.event)),
        ending_(query.ending ? static_cast<int>(*query.ending) : -1) {}

  LibraryList list() {
    LibraryList out;
    if (query_.pattern)
      of_pattern(out);
    else if (query_.position)
      of_position(out);
    else
      of_all(out);
    return out;
  }

 private:
  void take(const SqlRows& rows, std::size_t row, int ply, LibraryList& out) {
    LibraryGame game = game_from(rows, row);
    game.ply = ply;
    if (query_.records)
      if (const SqlRows record = db_.run("SELECT record FROM library_records WHERE game = $1", {rows.integer(row, 13)});
          !record.empty())
        game.record = record.text(0, 0);
    out.games.push_back(std::move(game));
  }

  void take_one(std::int64_t number, int ply, LibraryList& out) {
    const SqlRows rows = db_.run(one_statement(), {library_.key, number, query_.game, query_.game_class, player_,
                                                   against_, event_, query_.since_day, query_.until_day, ending_});
    if (!rows.empty()) take(rows, 0, ply, out);
  }

  SqlRows rows_after(const char* statement, std::int64_t after, int most) {
    return db_.run(statement, {library_.key, after, query_.game, query_.game_class, player_, against_, event_,
                               query_.since_day, query_.until_day, ending_, most});
  }

  void of_all(LibraryList& out) {
    const SqlRows rows = rows_after(list_statement(), query_.after, query_.most);
    for (std::size_t i = 0; i < rows.size(); ++i) take(rows, i, -1, out);
    if (static_cast<int>(rows.size()) == query_.most && query_.most > 0) out.next = out.games.back().number;
  }

  void of_position(LibraryList& out) {
    std::map<std::int64_t, int> first;  // by game, the move
    for (const PositionEntry& entry : entries_at(db_, library_, *query_.position)) {
      const auto [at, fresh] = first.try_emplace(entry.game, entry.ply);
      if (!fresh) at->second = std::min<int>(at->second, entry.ply);
    }
    out.through = static_cast<std::int64_t>(first.size());
    std::size_t looked_at = 0;
    for (auto at = first.upper_bound(query_.after); at != first.end(); ++at) {
      if (static_cast<int>(out.games.size()) == query_.most || looked_at++ == kMostLookedAt) {
        out.next = std::prev(at)->first;
        return;
      }
      take_one(at->first, at->second, out);
    }
  }

  void of_pattern(LibraryList& out) {
    std::int64_t after = query_.after;
    for (int compared = 0; compared < kMostComparedWithPattern; compared += kComparedAtOnce) {
      const SqlRows rows = rows_after(changes_statement(), after, kComparedAtOnce);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        after = rows.integer(i, 0);
        const auto ply = query_.pattern(rows.text(i, 1));
        if (!ply) continue;
        take_one(after, *ply, out);
        if (static_cast<int>(out.games.size()) == query_.most) {
          out.next = after;
          return;
        }
      }
      if (rows.size() < kComparedAtOnce) return;
    }
    out.next = after;
  }

  SqlConnection& db_;
  const LibraryQuery& query_;
  const Library& library_;
  const std::string player_, against_, event_;
  const int ending_;
};

// The key of the game; 0: it is there already.
std::int64_t add_game(SqlConnection& db, const Library& library, const NewLibraryGame& one, std::int64_t number) {
  const LibraryGame& game = one.game;
  const std::string players = join(game.players, "\n");
  const SqlRows made = db.run(
      "INSERT INTO library_games (library, number, digest, game, class, options, players, names, ranks, event, events, "
      "date, day, result, ending, moves, board) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, "
      "$15, $16, $17) ON CONFLICT (library, digest) DO NOTHING RETURNING key",
      {library.key, number, static_cast<std::int64_t>(one.digest), game.game, game.game_class,
       options_text(game.options), players, lower(players), join(game.ranks, "\n"), game.event, lower(game.event),
       game.date, game.day, game.result, static_cast<int>(game.ending), game.moves, join(game.board, "\n")});
  if (made.empty()) return 0;
  db.later("INSERT INTO library_records (game, record) VALUES ($1, $2)", {made.integer(0, 0), game.record});
  if (!one.changes.empty()) {
    const SqlBytes bytes(reinterpret_cast<const unsigned char*>(one.changes.data()), one.changes.size());
    db.later("INSERT INTO library_changes (key, changes) VALUES ($1, $2)", {made.integer(0, 0), bytes});
  }
  return made.integer(0, 0);
}

void add_run(SqlConnection& db, const Library& library, const PositionRun& run, std::int64_t number) {
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    const std::string& part = run.part(bucket);
    if (part.empty()) continue;
    const SqlBytes bytes(reinterpret_cast<const unsigned char*>(part.data()), part.size());
    db.later("INSERT INTO library_positions (library, run, bucket, entries) VALUES ($1, $2, $3, $4)",
             {library.key, number, bucket, bytes});
    if (bucket % 512 == 511) db.settle();
  }
}

std::unordered_set<std::uint64_t> numbers_of(const SqlRows& rows) {
  std::unordered_set<std::uint64_t> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.insert(static_cast<std::uint64_t>(rows.integer(i, 0)));
  return out;
}

// Rows that go, some at a time; false: not all of them yet.
template <class Take>
bool remove_rows(SqlConnection& db, bool (*more)(), const Take& take) {
  while (true) {
    if (!more()) return false;
    db.begin();
    const std::int64_t gone = take();
    db.commit();
    if (gone == 0) return true;
  }
}

}  // namespace

bool is_library_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c); };
  return !name.empty() && name.size() <= kMostLibraryName && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || c == '-' || c == '_'; });
}

std::vector<Library> list_libraries(SqlConnection& db) {
  const SqlRows rows = db.run("SELECT key, name, created_ms, changed_ms, games FROM libraries ORDER BY name");
  std::vector<Library> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (is_library_name(rows.text(i, 1))) out.push_back(library_from(rows, i));
  return out;
}

std::optional<Library> find_library(SqlConnection& db, const std::string& name) {
  const SqlRows rows = db.run("SELECT key, name, created_ms, changed_ms, games FROM libraries WHERE name = $1", {name});
  if (rows.empty() || !is_library_name(name)) return std::nullopt;
  return library_from(rows, 0);
}

Library open_library(SqlConnection& db, const std::string& name, std::int64_t now_ms) {
  db.run(
      "INSERT INTO libraries (name, created_ms, changed_ms, games, last, runs) VALUES ($1, $2, $2, 0, 0, 0) "
      "ON CONFLICT (name) DO NOTHING",
      {name, now_ms});
  return find_library(db, name).value();
}

bool remove_library(SqlConnection& db, const Library& library, bool (*more)()) {
  const std::int64_t key = library.key;
  // No name of a library: nobody finds it any more, and what is interrupted is found by it.
  db.run("UPDATE libraries SET name = $2 WHERE key = $1", {key, "." + std::to_string(key)});
  const auto take_positions = [&] {
    return db
        .run(
            "DELETE FROM library_positions WHERE key IN (SELECT key FROM library_positions WHERE library = $1 LIMIT "
            "$2)",
            {key, kAtOnceRemoved})
        .changed();
  };
  const auto take_games = [&] {
    const SqlRows games = db.run("SELECT key FROM library_games WHERE library = $1 LIMIT $2", {key, kAtOnceRemoved});
    for (std::size_t i = 0; i < games.size(); ++i) {
      db.later("DELETE FROM library_records WHERE game = $1", {games.integer(i, 0)});
      db.later("DELETE FROM library_changes WHERE key = $1", {games.integer(i, 0)});
      db.later("DELETE FROM library_games WHERE key = $1", {games.integer(i, 0)});
    }
    return static_cast<std::int64_t>(games.size());
  };
  if (!remove_rows(db, more, take_positions) || !remove_rows(db, more, take_games)) return false;
  db.begin();
  db.run("DELETE FROM library_files WHERE library = $1", {key});
  db.run("DELETE FROM libraries WHERE key = $1", {key});
  db.commit();
  return true;
}

std::vector<Library> libraries_to_remove(SqlConnection& db) {
  const SqlRows rows =
      db.run("SELECT key, name, created_ms, changed_ms, games FROM libraries WHERE name LIKE '.%' ORDER BY key");
  std::vector<Library> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(library_from(rows, i));
  return out;
}

LibraryList find_library_games(SqlConnection& db, const LibraryQuery& query, const Library& library) {
  return Search(db, query, library).list();
}

std::vector<PlayedThere> played_there(SqlConnection& db, const Library& library, std::uint64_t position) {
  std::map<std::uint32_t, PositionEntry> first;  // by game: one game counts once
  for (const PositionEntry& entry : entries_at(db, library, position)) {
    const auto [at, fresh] = first.try_emplace(entry.game, entry);
    if (!fresh && entry.ply < at->second.ply) at->second = entry;
  }
  std::map<std::uint32_t, PlayedThere> by_move;
  for (const auto& [game, entry] : first) {
    if (entry.move == 0) continue;
    PlayedThere& line = by_move[entry.move];
    line.move = entry.move;
    ++line.games;
    if (entry.ending == Ending::drawn)
      ++line.drawn;
    else if (entry.ending != Ending::unknown)
      ++line.won[static_cast<std::size_t>(entry.ending) - 1];
  }
  std::vector<PlayedThere> out;
  out.reserve(by_move.size());
  for (const auto& [move, line] : by_move) out.push_back(line);
  return out;
}

LibraryHolds library_holds(SqlConnection& db, const Library& library) {
  return {numbers_of(db.run("SELECT digest FROM library_games WHERE library = $1", {library.key})),
          numbers_of(db.run("SELECT digest FROM library_files WHERE library = $1", {library.key}))};
}

std::size_t add_library_games(SqlConnection& db, Library& library, std::vector<NewLibraryGame>& games,
                              const std::vector<std::uint64_t>& files, std::int64_t now_ms) {
  PositionRun run;
  std::size_t added = 0;
  db.begin();
  try {
    // The row is held until the end: two who take games in wait for each other.
    const SqlRows mine =
        db.run("UPDATE libraries SET changed_ms = $2, runs = runs + 1 WHERE key = $1 RETURNING last, runs, games",
               {library.key, now_ms});
    if (mine.empty()) throw SqlError(SqlError::Kind::other, "the library was removed meanwhile");
    std::int64_t last = mine.integer(0, 0);
    for (NewLibraryGame& one : games) {
      if (add_game(db, library, one, last + 1) == 0) continue;
      one.game.number = ++last;
      ++added;
      for (PositionEntry entry : one.positions) {
        entry.game = static_cast<std::uint32_t>(last);
        run.add(entry);
      }
    }
    add_run(db, library, run, mine.integer(0, 1));
    for (const std::uint64_t file : files)
      db.later("INSERT INTO library_files (library, digest) VALUES ($1, $2) ON CONFLICT (library, digest) DO NOTHING",
               {library.key, static_cast<std::int64_t>(file)});
    library.games = mine.integer(0, 2) + static_cast<std::int64_t>(added);
    db.run("UPDATE libraries SET last = $2, games = $3 WHERE key = $1", {library.key, last, library.games});
    db.commit();
  } catch (const SqlError&) {
    db.rollback();
    throw;
  }
  return added;
}

void LibraryStore::libraries(Read<std::vector<Library>> done, Freshness fresh) {
  const auto work = [](SqlConnection& db) { return std::optional(list_libraries(db)); };
  read(std::move(done), work, fresh);
}

void LibraryStore::games(LibraryQuery query, Read<LibraryList> done, Freshness fresh) {
  const auto work = [query = std::move(query)](SqlConnection& db) -> std::optional<LibraryList> {
    const auto library = find_library(db, query.library);
    if (!library) return std::nullopt;
    return find_library_games(db, query, *library);
  };
  read(std::move(done), work, fresh);
}

void LibraryStore::game(std::string library, std::int64_t number, Read<LibraryGame> done, Freshness fresh) {
  LibraryQuery query;
  query.library = std::move(library);
  query.after = number - 1;
  query.most = 1;
  query.records = true;
  const auto tell = [number, done = std::move(done)](Found<LibraryList> found) {
    Found<LibraryGame> out{std::nullopt, found.error};
    if (found.value && !found.value->games.empty() && found.value->games[0].number == number)
      out.value = std::move(found.value->games[0]);
    done(std::move(out));
  };
  games(std::move(query), tell, fresh);
}

void LibraryStore::played(std::string library, std::uint64_t position, Read<std::vector<PlayedThere>> done,
                          Freshness fresh) {
  const auto work = [name = std::move(library),
                     position](SqlConnection& db) -> std::optional<std::vector<PlayedThere>> {
    const auto found = find_library(db, name);
    if (!found) return std::nullopt;
    return played_there(db, *found, position);
  };
  read(std::move(done), work, fresh);
}

}  // namespace cairn
