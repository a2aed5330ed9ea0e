// A thin face of SQLite: one connection with its prepared statements. One thread at a time. Errors are `SqlError`, the
// one exception here: it ends an operation and never leaves the store.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn {

class SqlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Statement {
 public:
  Statement(sqlite3* db, std::string_view sql);
  // Parameter n is `$n`, columns count from 0. Text is copied.
  Statement& bind(int parameter, std::int64_t value);
  Statement& bind(int parameter, double value);
  Statement& bind(int parameter, std::string_view value);
  Statement& bind(int parameter, std::span<const unsigned char> value);
  bool step();  // true: a row
  void run();   // to its end, and ready for the next time
  void reset() noexcept;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void check(int code) const;
  int place(int parameter) const;
  sqlite3* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::vector<int> places_;  // of $1, $2, ...: SQLite numbers them as they come in the text
};

class Connection {
 public:
  explicit Connection(const std::string& path);  // WAL; a commit returns when it is on the disk
  // A statement that is reset when the guard dies, whatever happens.
  class Use {
   public:
    explicit Use(Statement& statement) : statement_(&statement) {}
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { statement_->reset(); }
    Statement* operator->() const { return statement_; }

   private:
    Statement* statement_;
  };
  Use use(const char* sql);              // by the address of the text: pass literals
  void execute(const std::string& sql);  // any number of statements
  int changes() const { return sqlite3_changes(db_.get()); }
  std::int64_t last_key() const { return sqlite3_last_insert_rowid(db_.get()); }
  bool in_transaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
  std::unordered_map<const char*, Statement> statements_;
};

}  // namespace cairn
