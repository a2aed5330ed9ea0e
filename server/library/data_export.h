// All that is stored of somebody, for themselves: account, sessions, what they wrote, what they sent for, and their
// games page by page. Without a socket, on the loop's thread; answers come through callbacks on that thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/background_queue.h"
#include "server/base/limits.h"
#include "server/base/turns.h"
#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/store/store.h"
#include "server/tables/table_service.h"

namespace cairn {

struct PersonalData {
  struct Game {
    std::string table;
    Result<std::string> record;  // JSON, as its player may see it; or why there is none
  };
  Caller caller;  // whose it is, and by which session they ask
  Account account{};
  std::vector<Session> sessions{};
  std::vector<ApiToken> tokens{};
  std::vector<std::string> blocks{};
  std::vector<Person> blocked_guests{};
  Away vacation{};
  FactorState second_factor{};
  Joining joining{};
  OwnTalk talk{};
  std::vector<Challenge> challenges{};
  std::vector<PuzzleTry> puzzles{};
  std::vector<AskedAnalysis> analyses{};
  std::vector<TournamentCard> tournaments{};
  std::vector<Hook> hooks{};
  std::optional<std::int64_t> feed{};
  std::vector<Study> studies{};  // of the first part
  std::vector<Game> games{};
  std::optional<std::int64_t> next{};  // goes on with games below this number; none: it is the last part
};
struct ExportFile {
  std::string text;
};

class DataExport {
 public:
  using Write = std::function<std::string(const PersonalData&)>;  // of any thread
  // Of nearly every small store, for it tells all that is kept of a person.
  DataExport(Store& store, TableService& table_service, World world, Write write)
      : store_(store),
        table_service_(table_service),
        world_(std::move(world)),
        write_(std::move(write)),
        queue_(world_.post, kMostExports, kMostExports) {}
  DataExport(const DataExport&) = delete;
  DataExport& operator=(const DataExport&) = delete;

  // Of an account; the newest games below the number `before` come with it.
  void export_data(const Caller& caller, std::int64_t before, Done<ExportFile> done);

 private:
  static constexpr std::size_t kMostExports = 4, kMostOfOne = 2, kMostWaiting = 100;  // at the same time; that wait
  struct Job;
  using JobPtr = std::shared_ptr<Job>;

  Refusal unavailable(const std::string& what, const std::string& why) const;
  template <class T>
  std::function<void(Found<T>)> part(const JobPtr& job, const char* what, T PersonalData::*to);
  void next(const JobPtr& job);
  void feed(const JobPtr& job);
  void find_studies(const JobPtr& job);
  void studies(const JobPtr& job);
  void find_games(const JobPtr& job);
  void charge(const JobPtr& job);
  void games(const JobPtr& job);
  void write(const JobPtr& job);

  Store& store_;
  TableService& table_service_;
  World world_;
  const Write write_;
  Turns turns_{kMostExports, kMostOfOne, kMostWaiting};
  RateLimit limit_{0.2, 20};  // by person
  BackgroundQueue queue_;     // last: its thread ends first
};

}  // namespace cairn
