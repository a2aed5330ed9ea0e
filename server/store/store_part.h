// What the small stores have in common: a database, and how they answer. store.h says what holds for all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "server/base/freshness.h"
#include "server/store/answers.h"

namespace cairn {

class Database;
class Sealer;
class SqlConnection;

// Of two looks at the news: what was written earlier may become visible later.
inline constexpr std::int64_t kOverlapMs = 10'000;

class StorePart {
 public:
  using Done = std::function<void(const Written&)>;
  template <class T>
  using Read = std::function<void(Found<T>)>;

  explicit StorePart(Database& database) : database_(database) {}
  bool shared() const;  // by several servers

 protected:
  // What `work` finds by a connection; std::nullopt: it is not there. These are defined in sql_answers.h.
  template <class T, class Work>
  void read(Read<T> done, Work work, Freshness fresh = Freshness::now);
  // `locks`: as of Database.
  template <class Work>
  void write(std::string locks, Done done, Work work);
  template <class T, class Work>
  void write(std::string locks, Read<T> done, Work work);
  // What one person changes is one write, whose lock is the person.
  void write_person(std::int64_t person, Done done, std::function<Written(SqlConnection&)> work);

  Database& database_;
};

}  // namespace cairn
