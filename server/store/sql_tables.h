// Inside of the SQL store: a new table within somebody's transaction.
#pragma once

#include "server/store/mail.h"
#include "server/store/puzzles.h"
#include "server/store/sealer.h"
#include "server/store/sql.h"
#include "server/store/tables.h"

namespace cairn {

inline constexpr int kRateLater = 2;  // tables.rate_due, where 1 is due now and 0 never or done

// As TableStore::add_table; `me`: the server that is to move its bots.
Written insert_table(SqlConnection& db, const TableRow& row, std::int64_t me);

// Behind the entries that are there. One row changed: it is there. `me` as above.
SqlLater insert_entry(SqlConnection& db, const Append& append, std::int64_t me);

// Where an account was used last; "" changes nothing.
void note_address(SqlConnection& db, const Sealer& sealer, std::int64_t person, const std::string& from);
// Of a rated table: which of the others are at the address of whoever has just taken this seat; -1: all seats. What is
// kept with the table is which seats; where they sat down is kept for a while: forget_rated_addresses.
void note_neighbours(SqlConnection& db, std::int64_t table_key, int seat, std::int64_t now_ms);
// Of games that were rated before then, or are over and were not rated.
void forget_rated_addresses(SqlConnection& db, std::int64_t before_ms);

// Whether an account is suspended or closed as of now: what such a one asked for before it was told is not written.
bool is_barred(SqlConnection& db, std::int64_t person);

// On or off vacation, for all games that allow it; nothing where it is so already.
Written write_away(SqlConnection& db, std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms);
// Who is away already is away from a game that begins, too: away.cpp.
void begin_away(SqlConnection& db, const std::string& table);
void settle_away(SqlConnection& db, const AwayDue& due);

// For each hook that wants it; each once.
void insert_notices(SqlConnection& db, const std::vector<Notice>& notices);
// Where the entry is written by this very transaction, or was.
void insert_notices(SqlConnection& db, const Append& append);
// Where none of its id is there.
void insert_puzzle(SqlConnection& db, const Puzzle& puzzle);
Written write_mail_hook(SqlConnection& db, const Hook& hook);
Written write_letter(SqlConnection& db, const std::string& address, const Notice& letter, int most);
void erase_mail_hook(SqlConnection& db, std::int64_t person);
void erase_strangers(SqlConnection& db);  // addresses that nothing was sent to, of no account
std::optional<Account> read_account(SqlConnection& db, std::int64_t person);
void erase_hooks(SqlConnection& db, std::int64_t person);
void erase_hooks(SqlConnection& db, const TokenHash& session);  // those that end with it
void erase_web_hooks(SqlConnection& db, std::int64_t person);   // neither a browser's nor an address of mail
void erase_links(SqlConnection& db, std::int64_t person);
// Challenges and seeks of theirs that are open: nobody waits for who is gone.
void withdraw_wishes(SqlConnection& db, std::int64_t person);
std::int64_t end_sessions_and_tokens(SqlConnection& db,
                                     std::int64_t person);  // and mailed links; how many of the former
std::optional<Suspension> read_suspension(SqlConnection& db, std::int64_t person);  // it may have run out
void erase_suspension(SqlConnection& db, std::int64_t person);
Written write_session(SqlConnection& db, const Sealer& sealer, std::int64_t person, const Session& session,
                      const std::optional<TokenHash>& instead, int most);
// Of a guest (`account.person.id`; 0: a new person), whose sessions end but for `kept`; null: none of them ends. The
// key is the person; conflict: the name is taken.
Written write_account(SqlConnection& db, const Account& account, const TokenHash* kept, std::int64_t wish = 0);
// Whether somebody else waits for an account of this name, or one like it; `but`: not by this wish.
bool name_waits(SqlConnection& db, const std::string& name, std::int64_t person, std::int64_t but = 0);
// Accounts that waited too long for a moderator, and refusals that were there to be read for long enough.
void forget_old_wishes(SqlConnection& db, std::int64_t now_ms);
// The links of whoever moderates no more: an invitation is worth as much as who made it.
void end_invitations_of(SqlConnection& db, std::int64_t person);
// Of an account that was just made.
void write_first_session(SqlConnection& db, const Sealer& sealer, std::int64_t person, const Session& session);
void end_sessions_but(SqlConnection& db, std::int64_t person, const TokenHash& kept);
void end_api_tokens(SqlConnection& db, std::int64_t person);
// Holds the account's row until the transaction ends, whatever other servers do: what is read of it afterwards stays
// so. Of several accounts in the order of their numbers.
void lock_account(SqlConnection& db, std::int64_t person);

}  // namespace cairn
