// What play by mail needs of the store: addresses that are proven to be somebody's, letters to any address, and the
// numbers by which mails name tables. What store.h says of its calls and answers holds here.
//
// An address of mail is a hook (outbox.h): notices and letters go to it in their order, each once. An account has one
// at most. The address of a letter that is no account's is a hook of nobody, there as long as something was sent to it.
#pragma once

#include <string>
#include <vector>

#include "server/store/outbox.h"
#include "server/store/people.h"

namespace cairn {

inline constexpr std::int64_t kStranger = -1;            // the person of such a hook
inline constexpr int kFirstBoard = 101;                  // the number of a game's first table
inline constexpr std::string_view kMailUrl = "mailto:";  // before the address, which has small letters

class MailStore {
 public:
  using Done = std::function<void(const Written&)>;
  template <class T>
  using Read = std::function<void(Found<T>)>;
  virtual ~MailStore() = default;

  // Takes the place of the account's address, which keeps what it wants and what waits for it; switches it on.
  // Conflict: there is no such account.
  virtual void set_mail_hook(Hook hook, Done done) = 0;
  virtual void people_at(std::string address, Read<std::vector<Account>> done) = 0;  // whose address it is

  // To an address: its person's (`letter.person`) where it is theirs, else nobody's, made where there is none. Once for
  // its id. Conflict: it is there, the address is off, or `most` letters wait for it.
  virtual void add_letter(std::string address, Notice letter, int most, Done done) = 0;
  virtual void has_letter(std::string address, std::string id, Read<bool> done) = 0;

  // The numbers of tables within their games, from 101 on, given where there is none yet; 0: there is no such table.
  virtual void number_boards(std::vector<std::string> tables, Read<std::vector<int>> done) = 0;
  virtual void board_numbered(std::string game, int number, Read<std::string> done) = 0;  // the table's id
};

}  // namespace cairn
