#include "apps/cairn/import_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/cairn/import_files.h"
#include "notation/game_file.h"
#include "server/base/tokens.h"
#include "server/library/library_game.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kGamesOfPiece = 100;  // of a collection that threads share
constexpr std::size_t kMostQueuedBytes = std::size_t{64} << 20;
constexpr std::size_t kMostResults = 200;  // pieces that wait to be written
constexpr std::size_t kGamesOfBatch = 4'000;
constexpr double kSecondsOfBatch = 20;
constexpr int kTriesOfBatch = 5;

struct ImportSource {
  std::string name;
  std::uint64_t digest = 0, number = 0;  // number: of the files, in their order
  std::atomic<std::size_t> pieces{1};    // that are not read yet
};
using SourcePtr = std::shared_ptr<ImportSource>;

// Some games of a file, read.
struct ImportPiece {
  SourcePtr source;
  std::size_t from = 0;  // the first of these in the file
  std::vector<NewLibraryGame> games{};
  std::vector<std::string> problems{};
  std::size_t unread = 0, cut = 0;
  bool last = false;  // the file is read to its end
};

// What is to be done by threads: bounded by those who read files, never by those who read games.
class ImportQueue {
 public:
  using Job = std::function<void()>;
  void push(Job job, std::size_t bytes) {
    std::unique_lock guard(mutex_);
    room_.wait(guard, [&] { return bytes_ < kMostQueuedBytes || stopped_; });
    bytes_ += bytes;
    jobs_.emplace_back(std::move(job), bytes);
    wake_.notify_one();
  }
  void push_first(Job job) {
    const std::lock_guard guard(mutex_);
    jobs_.emplace_front(std::move(job), 0);
    wake_.notify_one();
  }
  void end() {  // no more files
    const std::lock_guard guard(mutex_);
    ended_ = true;
    wake_.notify_all();
  }
  void stop() {  // at once
    const std::lock_guard guard(mutex_);
    stopped_ = ended_ = true;
    jobs_.clear();
    wake_.notify_all();
    room_.notify_all();
  }
  bool stopped() const { return stopped_; }
  // Works until there is nothing left, and nobody who could bring more.
  void work() {
    std::unique_lock guard(mutex_);
    while (true) {
      wake_.wait(guard, [&] { return !jobs_.empty() || (ended_ && busy_ == 0); });
      if (jobs_.empty()) return;
      auto [job, bytes] = std::move(jobs_.front());
      jobs_.pop_front();
      ++busy_;
      guard.unlock();
      job();
      job = nullptr;
      guard.lock();
      --busy_;
      bytes_ -= bytes;
      room_.notify_all();
      if (ended_ && busy_ == 0) wake_.notify_all();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_, room_;
  std::deque<std::pair<Job, std::size_t>> jobs_;
  std::size_t bytes_ = 0;
  int busy_ = 0;
  bool ended_ = false;
  std::atomic<bool> stopped_ = false;
};

class ImportRun {
 public:
  ImportRun(SqlConnection& db, Library& library, Progress& progress)
      : db_(db), library_(library), progress_(progress), holds_(library_holds(db, library)) {}

  ImportReport run(const ImportWish& wish) {
    working_ = wish.threads;
    std::vector<std::thread> threads;
    threads.emplace_back([&] { read_all(wish.places); });
    for (int i = 0; i < wish.threads; ++i) threads.emplace_back([&] { work(); });
    try {
      while (auto piece = next_piece()) take(*piece);
      write();
    } catch (...) {
      stop();
      for (std::thread& thread : threads) thread.join();
      throw;
    }
    for (std::thread& thread : threads) thread.join();
    report_.interrupted = interrupted();
    return std::move(report_);
  }

 private:
  void stop() {
    queue_.stop();
    const std::lock_guard guard(mutex_);
    stopped_ = true;
    room_.notify_all();
  }

  // --- the thread that reads files
  void read_all(const std::vector<std::string>& places) {
    FileTaker to;
    to.take = [this](std::string name, std::string bytes) {
      if (interrupted() || queue_.stopped()) return false;
      const std::uint64_t digest = std::stoull(content_name(bytes).substr(0, 16), nullptr, 16);
      if (holds_.files.contains(digest) || !read_now_.insert(digest).second) {
        ++known_;
        return true;
      }
      auto source = std::make_shared<ImportSource>();
      source->name = std::move(name);
      source->digest = digest;
      source->number = ++sources_;
      const std::size_t size = bytes.size();
      queue_.push([this, source, text = std::make_shared<const std::string>(std::move(bytes))] { read(source, *text); },
                  size);
      return true;
    };
    to.fault = [this](const std::string& name, const std::string& why) {
      ImportPiece piece;
      piece.unread = 1;
      piece.problems.push_back(name + ": " + why);
      give(std::move(piece));
    };
    read_files(places, to);
    queue_.end();
  }

  // --- the threads that read games
  void work() {
    queue_.work();
    const std::lock_guard guard(mutex_);
    --working_;
    wake_.notify_all();
  }

  void read(const SourcePtr& source, const std::string& text) {
    if (form_of(text) != FileForm::sgf) {
      ImportPiece piece{source};
      GameFile file = read_game_file(text, {});
      for (const Message& remark : file.imported.remarks)  // else the others would be left out in silence
        if (remark.code() == "file-games-first") piece.problems.push_back(source->name + ": " + remark.english());
      add(piece, 0, std::move(file.imported));
      return finish(std::move(piece));
    }
    auto reading = std::make_shared<sgf::Reading>(sgf::read(text, sgf::Strictness::lenient, {}));
    ImportPiece piece{source};
    const std::size_t games = reading->games.size();
    if (reading->fault && games == 0) {
      ++piece.unread;
      piece.problems.push_back(source->name + ": " + sgf::to_text(*reading->fault).english());
    }
    for (std::size_t from = kGamesOfPiece; from < games; from += kGamesOfPiece) {
      ++source->pieces;
      queue_.push_first([this, source, reading, from] {
        ImportPiece part{source, from};
        read_some(part, *reading, from);
        finish(std::move(part));
      });
    }
    read_some(piece, *reading, 0);
    finish(std::move(piece));
  }

  void read_some(ImportPiece& piece, const sgf::Reading& reading, std::size_t from) {
    const std::size_t games = reading.games.size(), end = std::min(games, from + kGamesOfPiece);
    for (std::size_t i = from; i < end && !queue_.stopped(); ++i) {
      Imported imported = import_sgf(reading.games[i]);
      const bool told = !imported.faults.empty() && imported.faults[0].main_line;
      if (reading.fault && i + 1 == games && !told) {  // the last game is what could be read of it
        TreeFault fault;
        fault.text = sgf::to_text(*reading.fault);
        fault.main_line = true;
        imported.faults.insert(imported.faults.begin(), std::move(fault));
      }
      add(piece, games > 1 ? i + 1 : 0, std::move(imported));
    }
  }

  static void add(ImportPiece& piece, std::size_t number, Imported imported) {
    const auto tell = [&](const std::string& why) {
      piece.problems.push_back(piece.source->name + (number > 0 ? fmt::format(", game {}", number) : "") + ": " + why);
    };
    NewLibraryGame game;
    if (imported.error.empty()) imported.error = read_library_game(imported.game, game);
    if (!imported.error.empty()) {
      ++piece.unread;
      return tell((imported.faults.empty() ? imported.error : imported.faults[0].text).english());
    }
    if (!imported.faults.empty() && imported.faults[0].main_line) {
      ++piece.cut;
      tell("ends early: " + imported.faults[0].text.english());
    }
    piece.games.push_back(std::move(game));
  }

  void finish(ImportPiece piece) {
    piece.last = --piece.source->pieces == 0;
    give(std::move(piece));
  }

  void give(ImportPiece piece) {
    std::unique_lock guard(mutex_);
    room_.wait(guard, [&] { return pieces_.size() < kMostResults || stopped_; });
    pieces_.push_back(std::move(piece));
    wake_.notify_all();
  }

  // --- the caller's thread, which writes
  std::optional<ImportPiece> next_piece() {
    std::unique_lock guard(mutex_);
    while (true) {
      if (interrupted() && !stopped_) {
        guard.unlock();
        stop();
        guard.lock();
      }
      if (!pieces_.empty() && !stopped_) break;
      if (working_ == 0 || stopped_) {
        if (stopped_ || pieces_.empty()) return std::nullopt;
        break;
      }
      wake_.wait_for(guard, std::chrono::milliseconds(200));
    }
    ImportPiece piece = std::move(pieces_.front());
    pieces_.pop_front();
    room_.notify_all();
    return piece;
  }

  void take(ImportPiece& piece) {
    report_.unread += piece.unread;
    report_.cut += piece.cut;
    for (std::string& problem : piece.problems)
      if (report_.problems.size() < kMostProblems) report_.problems.push_back(std::move(problem));
    for (std::size_t i = 0; i < piece.games.size(); ++i) {
      if (holds_.games.insert(piece.games[i].digest).second)
        batch_.emplace_back(piece.source->number << 32 | (piece.from + i), std::move(piece.games[i]));
      else
        ++report_.doubles;
    }
    if (piece.last && piece.source) {
      ++report_.files;
      read_.push_back(piece.source->digest);
    }
    if (batch_.size() >= kGamesOfBatch || wall_seconds() - written_at_ > kSecondsOfBatch) write();
    report_.known = known_;
    if (progress_.due())
      progress_.show(fmt::format("{} games, {} already in the library, {} unreadable; {} files",
                                 report_.games + batch_.size(), report_.doubles, report_.unread, report_.files));
  }

  void write() {
    report_.known = known_;
    written_at_ = wall_seconds();
    if (batch_.empty() && read_.empty()) return;
    // Threads bring them in any order; in the library they stand as in the files.
    std::sort(batch_.begin(), batch_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<NewLibraryGame> games;
    games.reserve(batch_.size());
    for (auto& [order, game] : batch_) games.push_back(std::move(game));
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    for (int tries = 1;; ++tries) {
      try {
        const std::size_t added = add_library_games(db_, library_, games, read_,
                                                    std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
        report_.games += added;
        report_.doubles += games.size() - added;
        break;
      } catch (const SqlError& error) {
        if (error.kind() != SqlError::Kind::busy || tries == kTriesOfBatch) throw;
        std::this_thread::sleep_for(std::chrono::seconds(tries));
      }
    }
    batch_.clear();
    read_.clear();
    written_at_ = wall_seconds();
  }

  SqlConnection& db_;
  Library& library_;
  Progress& progress_;
  LibraryHolds holds_;
  // Of the thread that reads files.
  std::unordered_set<std::uint64_t> read_now_;
  std::uint64_t sources_ = 0;
  ImportQueue queue_;
  std::mutex mutex_;  // of what follows
  std::condition_variable wake_, room_;
  std::deque<ImportPiece> pieces_;
  int working_ = 0;
  bool stopped_ = false;
  std::atomic<std::size_t> known_ = 0;
  // The caller's.
  ImportReport report_;
  std::vector<std::pair<std::uint64_t, NewLibraryGame>> batch_;  // by their places
  std::vector<std::uint64_t> read_;
  double written_at_ = wall_seconds();
};

}  // namespace

ImportReport import_games(SqlConnection& db, Library& library, const ImportWish& wish, Progress& progress) {
  return ImportRun(db, library, progress).run(wish);
}

}  // namespace cairn::cli
