#include "server/store/club_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "server/store/club_lines.h"
#include "server/store/migrations.h"
#include "server/store/move_side.h"
#include "server/store/moving.h"
#include "server/store/sealer.h"

namespace cairn {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kManifest = "/club.json", kEnding = ".jsonl";
constexpr std::size_t kMostSentBytes = 1 << 20;  // are sent before the database answers
constexpr int kMostSentRows = 500;
constexpr std::size_t kMostManifest = 16 << 20;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string file_of(const std::string& folder, const MovedTable& table) {
  return folder + "/" + table.name + std::string(kEnding);
}

// The file of a table or club.json, line by line. MoveFault with the file's name and the line where something is wrong.
class ClubFile {
 public:
  explicit ClubFile(const std::string& path) : path_(path) {
    if (!is_file(path)) throw MoveFault("there is no file " + path);
    file_.reset(std::fopen(path.c_str(), "rbe"));
    if (!file_) throw MoveFault("cannot read " + path + ": " + std::strerror(errno));
  }
  bool next(const MovedTable& table, SqlRow& row) {
    std::string line;
    if (!next_line(line)) return false;
    if (const std::string why = read_club_line(table, line, row); !why.empty())
      throw MoveFault(path_ + ", line " + std::to_string(number_) + ": " + why);
    bytes_ = line.size();
    return true;
  }
  std::string all() {
    std::string text;
    for (std::string line; text.size() < kMostManifest && next_line(line);) text += line + "\n";
    return text;
  }
  std::int64_t line() const { return number_; }
  std::size_t bytes() const { return bytes_; }  // of the last line

 private:
  bool next_line(std::string& line) {
    line.clear();
    ++number_;
    while (refill()) {
      const char* begin = buffer_.data() + at_;
      const void* end = std::memchr(begin, '\n', size_ - at_);
      const auto length =
          end == nullptr ? size_ - at_ : static_cast<std::size_t>(static_cast<const char*>(end) - begin);
      line.append(begin, length);
      at_ += length + (end == nullptr ? 0 : 1);
      if (line.size() > kMostClubLine)
        throw MoveFault(path_ + ", line " + std::to_string(number_) + ": the line is longer than " +
                        std::to_string(kMostClubLine) + " bytes");
      if (end != nullptr) return true;
    }
    return !line.empty();
  }
  bool refill() {
    if (at_ < size_) return true;
    at_ = 0;
    size_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    if (std::ferror(file_.get()) != 0) throw MoveFault("cannot read " + path_ + ": " + std::strerror(errno));
    return size_ > 0;
  }

  const std::string path_;
  OpenFile file_;
  std::array<char, 65'536> buffer_{};
  std::size_t at_ = 0, size_ = 0, bytes_ = 0;
  std::int64_t number_ = 0;
};

// The folder of an export under another name until it is whole; removed where it never is. SqlError where the disk is
// at fault.
class ClubDraft {
 public:
  explicit ClubDraft(const std::string& folder) : folder_(folder), draft_(folder + ".part") {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(folder_, ignored)))
      throw MoveFault(folder_ + " already exists; choose a new folder");
    if (::mkdir(draft_.c_str(), 0700) == 0) return;
    if (errno == EEXIST) throw MoveFault(draft_ + " was left by an interrupted export; delete it first");
    throw MoveFault("cannot create the folder " + draft_ + ": " + std::strerror(errno));
  }
  ClubDraft(const ClubDraft&) = delete;
  ClubDraft& operator=(const ClubDraft&) = delete;
  ~ClubDraft() {
    std::error_code ignored;
    if (!draft_.empty()) fs::remove_all(draft_, ignored);
  }
  const std::string& path() const { return draft_; }
  // A file for its owner alone. `fill` is given what writes.
  static void write(const std::string& path,
                    const std::function<void(const std::function<void(std::string_view)>&)>& fill) {
    const int number = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    const OpenFile file(number < 0 ? nullptr : ::fdopen(number, "wb"));
    if (!file) throw fault(path);
    fill([&](std::string_view text) {
      if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) throw fault(path);
    });
    if (std::fflush(file.get()) != 0 || ::fsync(number) != 0) throw fault(path);
  }
  void keep() {
    const int number = ::open(draft_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = number >= 0 && ::fsync(number) == 0;
    if (number >= 0) ::close(number);
    if (!synced || ::rename(draft_.c_str(), folder_.c_str()) != 0) throw fault(folder_);
    draft_.clear();
  }

 private:
  static SqlError fault(const std::string& path) {
    return {errno == ENOSPC ? SqlError::Kind::full : SqlError::Kind::other,
            "cannot write " + path + ": " + std::strerror(errno)};
  }
  const std::string folder_;
  std::string draft_;
};

// What an export and an import have in common.
class ClubJob {
 public:
  ClubJob(const MoveWish& wish, MoveResult& result) : wish_(wish), result_(result) {}

 protected:
  void say(std::string_view what, const MovedTable& table, std::int64_t rows, std::int64_t all) const {
    if (wish_.stop()) {
      result_.stopped = true;
      throw MoveFault("interrupted");
    }
    wish_.heard({what, table.name, rows, all});
  }
  void expect_whole(const MoveSide& side) const {
    if (const std::string why = why_moving_stops(*side.db, side.shown); !why.empty())
      throw MoveFault("the database in " + side.shown + " cannot be used: " + why);
  }
  // Reads a table's file and compares it with what club.json says of it; `take` gets each row.
  void read_table(const std::string& folder, const MovedTable& table, const ClubTable& wanted,
                  const std::function<void(SqlRow&, const ClubFile&)>& take) const {
    const std::string path = file_of(folder, table);
    ClubFile file(path);
    ClubTable found;
    for (SqlRow row; file.next(table, row); ++found.rows) {
      if (found.rows % kMostSentRows == 0) say("reading", table, found.rows, wanted.rows);
      found.digest.add(table, row);
      take(row, file);
    }
    if (found.rows != wanted.rows)
      throw MoveFault(path + " has " + std::to_string(found.rows) + " lines; club.json says " +
                      std::to_string(wanted.rows));
    if (!(found.digest == wanted.digest))
      throw MoveFault(path + " was changed: its digest is " + found.digest.text() + "; club.json says " +
                      wanted.digest.text());
  }
  void count(const MovedTable& table, const ClubTable& found) {
    ++result_.tables;
    result_.rows += found.rows;
    if (table.name == "tables") result_.games = found.rows;
    all_ += found.digest;
  }

  const MoveWish& wish_;
  MoveResult& result_;
  MovePlan plan_{};  // of the database that is written, or of the files that are read
  MoveDigest all_;
};

class Exporter : ClubJob {
 public:
  using ClubJob::ClubJob;
  void run(const std::string& program) {
    std::string folder = wish_.to.folder;
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    plan_ = move_plan();
    const MoveSide from = open_source(wish_.from, plan_, false);
    from.db->begin_read();
    expect_whole(from);
    ClubDraft draft(folder);
    ClubManifest manifest{plan_.schema, program, from.db->run("SELECT {now}").integer(0, 0), {}};
    for (const MovedTable& table : plan_.tables) manifest.tables.push_back(write(*from.db, table, draft.path()));
    for (std::size_t i = 0; i < plan_.tables.size(); ++i)
      read_table(draft.path(), plan_.tables[i], manifest.tables[i], [](const SqlRow&, const ClubFile&) {});
    ClubDraft::write(draft.path() + std::string(kManifest),
                     [&](const auto& put) { put(club_manifest_text(manifest, plan_)); });
    if (has_sealed(*from.db))
      result_.notes.push_back(
          "The files do not contain secrets.key. Keep a copy of it: secrets in the files are sealed with it.");
    draft.keep();
    result_.digest = all_.text();
  }

 private:
  ClubTable write(SqlConnection& db, const MovedTable& table, const std::string& folder) {
    const std::int64_t all = count_rows(db, table);
    ClubTable written;
    ClubDraft::write(file_of(folder, table), [&](const auto& put) {
      MovedRows rows(db, table, false);
      for (auto some = rows.next(); !some.empty(); some = rows.next()) {
        say("writing", table, written.rows, all);
        for (const SqlRow& row : some) {
          put(club_line(table, row) + "\n");
          written.digest.add(table, row);
        }
        written.rows += static_cast<std::int64_t>(some.size());
      }
    });
    count(table, written);
    return written;
  }
};

class Importer : ClubJob {
 public:
  using ClubJob::ClubJob;
  void run() {
    const std::string& folder = wish_.from.folder;
    const std::string path = folder + std::string(kManifest);
    ClubManifest manifest;
    if (!is_file(path)) throw MoveFault(folder + " contains no club.json; choose a folder of cairn export-club");
    const std::string text = ClubFile(path).all();
    const auto expect = [&](const std::string& why) {
      if (!why.empty()) throw MoveFault(path + ": " + why);
    };
    expect(read_club_schema(text, newest_schema(), manifest));
    plan_ = move_plan(manifest.schema);
    expect(read_club_tables(text, plan_, manifest));
    expect_files(folder);
    const MoveSide to = open_target(wish_.to, plan_);
    expect_whole(to);
    expect_empty(*to.db, plan_, to.shown);
    to.db->begin();
    try {
      for (std::size_t i = 0; i < plan_.tables.size(); ++i) import(*to.db, plan_.tables[i], manifest.tables[i]);
      check(*to.db);
      set_numbering(*to.db, plan_);
      if (std::string note = bring_key(wish_, *to.db); !note.empty()) result_.notes.push_back(std::move(note));
      to.db->commit();
    } catch (...) {
      to.db->rollback();
      throw;
    }
    if (manifest.schema == newest_schema()) return;
    const std::string schema = std::to_string(manifest.schema), newest = std::to_string(newest_schema());
    try {
      migrate(*to.db);
      result_.notes.push_back("The files have schema version " + schema + " (cairn " + manifest.program +
                              "). The new database was migrated to version " + newest + ".");
    } catch (const SqlError& error) {  // all rows are there
      result_.notes.push_back("All rows were imported, but the database could not be migrated from schema version " +
                              schema + " to " + newest + ": " + error.what() +
                              ". A server tries again when it starts.");
    }
  }

 private:
  // A file for each table, and no other tables.
  void expect_files(const std::string& folder) const {
    for (const MovedTable& table : plan_.tables) ClubFile{file_of(folder, table)};
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const fs::path path = at->path();
      bool known = path.extension() != kEnding;
      for (const MovedTable& table : plan_.tables) known = known || path.stem() == table.name;
      if (!known) throw MoveFault(path.string() + ": unknown table");
    }
  }
  void import(SqlConnection& db, const MovedTable& table, const ClubTable& wanted) {
    const bool mend = is_postgres(db);
    std::int64_t sent_from = 1, line = 0;
    std::size_t bytes = 0;
    if (table.seeded > 0) db.execute("DELETE FROM \"" + table.name + '"');
    ClubTable stored{wanted.rows, {}};
    try {
      read_table(wish_.from.folder, table, wanted, [&](SqlRow& row, const ClubFile& file) {
        line = file.line();
        bytes += file.bytes();
        if (mend) result_.mended += mend_texts(row);
        stored.digest.add(table, row);
        lists_of(db).later_list(table.insert_sql.c_str(), row);
        if (mend && bytes < kMostSentBytes && line - sent_from < kMostSentRows) return;
        db.settle();
        sent_from = line + 1;
        bytes = 0;
      });
      db.settle();
    } catch (const SqlError& error) {
      if (error.kind() != SqlError::Kind::constraint && error.kind() != SqlError::Kind::other) throw;
      throw MoveFault(file_of(wish_.from.folder, table) +
                      (sent_from < line ? ", lines " + std::to_string(sent_from) + " to " : ", line ") +
                      std::to_string(line) + ": the database refuses it: " + error.what());
    }
    count(table, stored);
  }
  // What was written is read once more.
  void check(SqlConnection& db) {
    for (const MovedTable& table : plan_.tables) say("checking", table, 0, count_rows(db, table));
    result_.digest = database_digest(db, plan_, wish_.stop);
    if (result_.digest.empty()) say("checking", plan_.tables.back(), 0, 0);  // stopped
    if (result_.digest != all_.text())
      throw SqlError(SqlError::Kind::other, "the database differs from the files: its digest is " + result_.digest +
                                                ", theirs " + all_.text());
  }
};

MoveResult run_job(const std::function<void(MoveResult&)>& job, const std::string& nothing_done) {
  MoveResult result;
  try {
    job(result);
    result.refused = false;
  } catch (const MoveFault& fault) {
    result.error = fault.what() + nothing_done;
  } catch (const SqlError& fault) {
    result.error = fault.what() + nothing_done;
    result.refused = false;
  }
  return result;
}

}  // namespace

MoveResult export_club(const MoveWish& wish, const std::string& program) {
  return run_job([&](MoveResult& result) { Exporter(wish, result).run(program); }, "; nothing was exported");
}

MoveResult import_club(const MoveWish& wish) {
  return run_job([&](MoveResult& result) { Importer(wish, result).run(); }, "; nothing was imported");
}

}  // namespace cairn
