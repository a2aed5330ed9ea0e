// What play by mail needs of the store: addresses that are proven to be somebody's, letters to any address, and the
// numbers by which mails name tables. What store.h says of its calls and answers holds here.
//
// An address of mail is a hook (outbox.h): notices and letters go to it in their order, each once. An account has one
// at most. The address of a letter that is no account's is a hook of nobody, there as long as something was sent to it.
#pragma once

#include <string>
#include <vector>

#include "server/store/lists.h"
#include "server/store/outbox.h"
#include "server/store/people.h"
#include "server/store/store_part.h"

namespace cairn {

inline constexpr std::int64_t kStranger = -1;            // the person of such a hook
inline constexpr int kFirstBoard = 101;                  // the number of a game's first table
inline constexpr std::string_view kMailUrl = "mailto:";  // before the address, which has small letters

struct Board {
  int number = 0;
  TableCard card;
};

// Somebody who wants mail of a table: of every move as a spectator, or, a player too, of its end alone.
struct Watch {
  std::int64_t person = 0;
  std::string table;
  bool end_only = false;
  int number = 0;   // of entries that were looked at
  int version = 0;  // the version that a spectator was told of
  friend bool operator==(const Watch&, const Watch&) = default;
};

class MailStore : public StorePart {
 public:
  MailStore(Database& database, const Sealer& sealer) : StorePart(database), sealer_(sealer) {}

  // Takes the place of the account's address, which keeps what it wants and what waits for it; switches it on.
  // Conflict: there is no such account.
  void set_mail_hook(Hook hook, Done done);
  void people_at(std::string address, Read<std::vector<Account>> done);  // whose address it is

  // To an address: its person's (`letter.person`) where it is theirs, else nobody's, made where there is none. Once for
  // its id. Conflict: it is there, the address is off, or `most` letters wait for it.
  void add_letter(std::string address, Notice letter, int most, Done done);
  void has_letter(std::string address, std::string id, Read<bool> done);

  // What an account's address wants; what waits for it and is not wanted any more stays for who sends it to judge.
  // Conflict: there is no such hook. So of the next: it takes nothing more, and why.
  void set_mail_mode(std::string hook, NoticeKinds wants, bool digest, Done done);
  void end_mails(std::string hook, std::string why, Done done);

  void count_mails(Read<std::int64_t> done);  // that wait, due or not

  // The numbers of tables within their games, from 101 on; 0: there is no such table, or, unless they are to be given,
  // it has none yet.
  void number_boards(std::vector<std::string> tables, bool give, Read<std::vector<int>> done);
  void board_numbered(std::string game, int number, Read<std::string> done);  // the table's id
  // The key of what stands in addresses of ours, of all servers on this store: `fresh` where there is none yet.
  void mail_key(std::string fresh, Read<std::string> done);
  void set_watch(Watch watch, Done done);  // takes the place of the one before
  void end_watch(std::int64_t person, std::string table, Done done);
  void watch_of(std::int64_t person, std::string table, Read<Watch> done);
  void due_watches(int most, Read<std::vector<Watch>> done);  // where there is something to look at
  void boards_of(std::string game, bool over, int most, Read<std::vector<Board>> done);  // the newest first

 private:
  const Sealer& sealer_;
};

}  // namespace cairn
