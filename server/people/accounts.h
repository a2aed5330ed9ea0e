// The people of a server, without a socket: who asks, by which session or token; accounts from their beginning to their
// end. Beside the table service, on the loop's thread; answers come through callbacks on that thread.
//
// Who somebody is, is remembered as long as it is surely so: what is ended here is forgotten at once, what another
// server ended within about a second (`tick` looks), and where the store cannot be asked nothing remembered counts.
//
// Passwords are guessed no faster than the limits let, and nobody's guesses lock the owner out. A stranger's guesses
// count by name and address together, and by address; of IPv6 also by the networks around it, which have twice and four
// times as many. They count by the name alone, too, but whoever has not failed has a few tries whatever others did. A
// browser that has signed in to the account before, and a session of the account, each have tries of their own. A name
// that nobody has is answered as a wrong password is, after the same work.
//
// Where an account has a second factor its code comes with the same request: signing in, by a password or a mailed
// link, changing password or address, making an API token, deleting the account. The write that does it uses the code
// up.
//
// Only somebody with the password, a session or a mailed link can guess codes. A session, a browser that was given a
// code since the second factor is on, and a name with an address have five tries each, then one in five minutes. Of one
// account all sessions and such browsers together have thirty, then one in 150 seconds; everybody else twenty, then one
// in a quarter of an hour; those with a mailed link as many again. Recovery codes cannot be guessed, and count for none
// of these sums: with one, with a mailed link or in a known browser the owner gets in whatever others did.
//
// Guesses are counted in the store (store/guesses.h), for all servers together: each before it is looked at, and what
// was right is given back. Where the store cannot count one, it is refused unseen. What an address may guess of all
// names, and its links and invitations, each server counts by itself.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/limits.h"
#include "server/base/passwords.h"
#include "server/base/world.h"
#include "server/people/admission.h"
#include "server/people/link_letters.h"
#include "server/people/wishes.h"
#include "server/play/from_client.h"
#include "server/store/away.h"
#include "server/store/guesses.h"
#include "server/store/links.h"
#include "server/store/mail.h"
#include "server/store/people.h"
#include "server/store/registrations.h"
#include "server/store/second_factor.h"
#include "server/store/talk.h"
#include "server/tables/table_service.h"

namespace cairn {

struct Entered {
  std::string name;
  std::string token{};  // of the session that just began; "": it was somebody already
};
struct SignedIn {
  Account account;
  std::string token;     // of the session that just began
  bool made = false;     // the account, too
  bool waits = false;    // it is no account yet: a moderator has to approve it
  std::string device{};  // what the browser is to be known by when it signs in again; "": as before
};
struct SignedOut {};
struct PasswordChanged {
  bool signed_out = false;  // who asked, too
};
struct AccountDeleted {};
struct LinkMailed {};  // where there is somebody to mail it to
struct AddressProven {
  std::string name, address;
};
struct SessionList {
  std::vector<Session> sessions;
  TokenHash current{};  // the one of who asks
};
struct SessionsEnded {
  std::size_t count = 0;
  bool signed_out = false;  // who asked, too
};
struct AddedApiToken {
  ApiToken token;
  std::string secret;  // told this once
};
struct ApiTokenEnded {};
struct OwnFactor {
  FactorState state;
  bool required = false;  // the host wants this moderator to have one, and there is none
};
// What an authenticator app is told, this once.
struct FactorSecret {
  std::string secret, uri;
};
struct RecoveryCodes {
  std::vector<std::string> codes;  // told this once
};
struct BlockList {
  std::vector<std::string> names;
  std::vector<Person> guests;
};
// Names a guest in the list of who blocks them: their own name is not theirs alone.
std::string blocked_guest_id(std::int64_t person);
// What somebody shows to everybody.
struct Profile {
  std::string name;
  Role role{};
  bool bot = false;
  std::string text;
  std::int64_t created_ms = 0;
};

class Accounts {
 public:
  struct Stores {
    AwayStore& away;
    GuessStore& guesses;
    LinkStore& links;
    MailStore& mail;
    PeopleStore& people;
    RegistrationStore& registrations;
    SecondFactorStore& second_factors;
    TalkStore& talk;
  };
  using Callers = std::function<bool(const Caller&)>;  // which ones
  struct Settings {
    std::function<void(const Callers&)> ended;  // whose connections are to be closed
    // Where mailed links lead: "https://play.example.org"; "": no mail goes out.
    std::function<std::string()> mail_base = [] { return std::string(); };
    std::function<Admission()> admission = [] { return Admission(); };
    std::function<std::string()> site = [] { return std::string(); };  // its name in an authenticator app; "": Cairn
    std::function<bool()> moderators_need_factor = [] { return false; };
  };
  // Somebody at the door.
  struct Visit {
    std::optional<Caller> caller;
    std::string device;      // the browser, in its own words
    std::string address;     // whom limits count; "": nobody
    std::string known{};     // what the browser is known by, from an earlier sign-in (tokens.h); "": nothing
    std::string from{};      // the address of the request as limits count it, whether they do or not; "": it is none
    std::string language{};  // that the request accepts: "de"; "": none that is spoken here
    // Whose share of the work with passwords it takes, whether limits count or not.
    const std::string& sharer() const { return from.empty() ? address : from; }
  };

  Accounts(const Stores& stores, TableService& table_service, PasswordPool& passwords, World world, Settings settings);
  Accounts(const Accounts&) = delete;
  Accounts& operator=(const Accounts&) = delete;

  void tick();  // about once a second: looks for what other servers changed; forgets old guesses

  // --- the door. No value and no error: nobody has this token, or no more. A caller that is suspended may do nothing,
  // and is told why. `from`: as of a visit; of accounts it is noted, at most once a minute where it is another one.
  void who(std::string_view token, bool bearer, const std::string& from, std::function<void(Found<Caller>)> done);
  void enter(const Visit& visit, const CreateGuest& wish, Done<Entered> done);
  void sign_up(const Visit& visit, const SignUp& wish, Done<SignedIn> done);
  void sign_in(const Visit& visit, const SignIn& claim, Done<SignedIn> done);
  void sign_out(const Caller& caller, Done<SignedOut> done);
  void change_password(const Visit& visit, const ChangePassword& wish, Done<PasswordChanged> done);
  void remove(const Visit& visit, const DeleteAccount& wish, Done<AccountDeleted> done);
  // The account is read, the try counted and the password checked; either `right` or `refused` goes on.
  using Right = std::function<void(const Account&)>;
  using Refused = std::function<void(const Refusal&)>;
  void claim(const Visit& visit, const std::string& name, const std::string& password, Right right,
             Refused refused);  // accounts_guesses.cpp

  // --- the door by mailed links: accounts_links.cpp
  // Of the kind session or password.
  void mail_link(const Visit& visit, const LinkWish& wish, LinkKind kind, Done<LinkMailed> done);
  void mail_proof(const Visit& visit, Done<LinkMailed> done);
  void prove_address(const Visit& visit, const LinkToken& given, Done<AddressProven> done);
  void sign_in_by(const Visit& visit, const LinkToken& given, Done<SignedIn> done);
  void reset_password(const Visit& visit, const PasswordByLink& wish, Done<PasswordChanged> done);

  // --- the second factor: accounts_factor.cpp
  void second_factor(const Caller& caller, Done<OwnFactor> done);
  void begin_factor(const Visit& visit, const BeginFactor& wish, Done<FactorSecret> done);
  // Ends other sessions, API tokens and webhooks.
  void confirm_factor(const Visit& visit, const FactorCode& wish, Done<RecoveryCodes> done);
  void renew_recovery(const Visit& visit, const FactorCode& wish, Done<RecoveryCodes> done);
  void drop_factor(const Visit& visit, const FactorCode& wish, Done<OwnFactor> done);

  // --- what is one's own: accounts_own.cpp
  void account(const Caller& caller, Done<Account> done);  // of a guest: with his name alone
  void edit(const Visit& visit, const AccountEdit& edit, Done<Account> done);
  void preferences(const Caller& caller, Done<Preferences> done);
  void set_preferences(const Caller& caller, const Preferences& wish, Done<Preferences> done);
  void sessions(const Caller& caller, Done<SessionList> done);
  void end_session(const Caller& caller, const std::string& id, Done<SessionsEnded> done);
  void end_other_sessions(const Caller& caller, Done<SessionsEnded> done);
  void api_tokens(const Caller& caller, Done<std::vector<ApiToken>> done);
  void add_api_token(const Visit& visit, const NewApiToken& wish, Done<AddedApiToken> done);
  void end_api_token(const Caller& caller, const std::string& id, Done<ApiTokenEnded> done);
  void vacation(const Caller& caller, Done<Away> done);  // from all games at once
  // Goes, for so many days or (0) until it is said, or comes back.
  void set_vacation(const Caller& caller, bool away, int days, Done<Away> done);
  void blocks(const Caller& caller, Done<BlockList> done);
  void block(const Caller& caller, const std::string& name, bool on, Done<BlockList> done);
  void block_seat(const Caller& caller, const SeatAt& at, Done<BlockList> done);  // guests have no name for themselves
  void unblock_guest(const Caller& caller, const std::string& id, Done<BlockList> done);

  void profile(const std::string& name, Done<Profile> done);  // of anybody

 private:
  struct HashOfHash {
    std::size_t operator()(const TokenHash& token) const;
  };
  using LinkUse = std::function<void(const MailedLink&, const Account&)>;
  static constexpr int kMaxSessions = 50;  // of an account
  // Before the hash of a password that a mail has set: it is in small letters, and fits however it is written.
  static constexpr std::string_view kAnyCase = "any-case:";

  // Whose guesses a try counts among; "": not there.
  struct Guesser {
    std::string who;            // a session, a browser, or a name with an address
    std::string name, address;  // of a stranger
    std::string near{};         // of one who comes from somewhere, which a mail may only say: where that is
  };
  using KnownAccount = std::shared_ptr<const Account>;
  using Waits = std::optional<Claimed::Waits>;

  static Refusal crowded();
  static Refusal too_many_links(int retry_after_s);
  std::optional<Refusal> refuse_sign_up(const Visit& visit, const SignUp& wish) const;
  void with_invitation(const Visit& visit, const SignUp& wish, std::function<void()> go, Refused refused);
  void store_account(const Visit& visit, const SignUp& wish, const std::string& hash, const Done<SignedIn>& done);
  void store_waiting(const Visit& visit, const Account& account, const SignUp& wish, const Done<SignedIn>& done);
  Refusal unavailable(const std::string& what, const std::string& why) const;
  void with_key(std::function<void(const std::string&)> go);  // "": it cannot be read now
  void with_guesser(const Visit& visit, const std::string& name, std::int64_t person,
                    std::function<void(const Guesser&)> go);
  // What a try has cost.
  struct Cost {
    RateLimit* limit;
    std::string key;
    double cost;
  };
  using Costs = std::vector<Cost>;
  int ask_all(Costs costs, Costs& taken);  // takes all or none
  int ask_address(const std::string& address, Costs& taken);
  static void give_back(const Costs& taken);
  // A guess that was counted, by this server and in the store.
  struct PaidGuess {
    Costs address;
    std::vector<GuessCost> guess;
  };
  static GuessCosts password_costs(const Guesser& guesser);
  // Goes on when it is counted. `too_many`: the refusal, without its wait.
  void pay_guess(const std::string& address, const GuessCosts& costs, const Refusal& too_many,
                 std::function<void(const PaidGuess&)> go, Refused refused);
  void give_back(const PaidGuess& paid, std::function<void()> then);
  void forget_guesses();
  void check_password(const Visit& visit, const std::string& password, const KnownAccount& account,
                      const PaidGuess& paid, const Right& right, const Refused& refused);
  // A write that asks for the second factor; what was wrong with the code is refused, all else goes on.
  using WriteProven = std::function<void(const FactorProof&, const StorePart::Done&)>;
  enum class ComesBy : std::uint8_t { password, link };  // to an account, before a code
  void with_code_guesser(const Visit& visit, const Person& person, ComesBy by, std::function<void(const Guesser&)> go);
  static GuessCosts code_costs(const Guesser& guesser, std::int64_t person, ComesBy by, const std::string& code);
  void with_code(const Visit& visit, const Person& person, const std::string& code, const WriteProven& write,
                 const StorePart::Done& then, const Refused& refused, ComesBy by = ComesBy::password);
  using WithLetter = std::function<void(const Account&, const OwnerLetter&)>;
  void with_factor_letter(std::int64_t person, FactorNews what, WithLetter go, Refused refused);
  void warn_of_codes(std::int64_t person);  // once a day
  static std::vector<std::string> new_recovery_codes(std::int64_t person, SecondFactorStore::Hashes& hashes);
  void barred_without_factor(Caller& caller) const;
  // Answers a sign-in whose session, in the place of the browser's own, is written, and has the browser keep what it is
  // known by afterwards.
  void session_began(const Visit& visit, const Written& written, SignedIn in, const Done<SignedIn>& done);
  void note_use(Caller& caller, const std::string& from);
  void forget(const Callers& which);        // who may come in no more
  void forget_person(std::int64_t person);  // who is another now
  void heard(const std::vector<PeopleNews>& news);
  Refusal not_written(const std::string& what, const Written& written) const;
  template <class T>
  void write(const char* what, const Written& written, T good, const Done<T>& done) {
    if (written.how == Written::How::durable) return done(std::move(good));
    done(not_written(what, written));
  }
  // Goes on with what must be there, or tells that it could not be read.
  template <class Go>
  auto must(const char* what, Refused refused, Go go) {
    return [=, this](const auto& found) { found.value ? go(*found.value) : refused(unavailable(what, found.error)); };
  }
  // The same with the account of this name, where somebody has it.
  void with_named(const std::string& name, Right go, Refused refused);
  void end_sessions(const Caller& caller, std::function<bool(const Session&)> which, Done<SessionsEnded> done);
  void set_block(const Caller& caller, std::int64_t person, bool on, const Done<BlockList>& done);
  Result<std::string> mail_base(const Visit& visit, const std::string& to);
  void with_link(const Visit& visit, const std::string& token, LinkKind kind, LinkUse use, Refused refused);
  Session new_session(const Visit& visit, const std::string& token) const;

  const Stores stores_;
  TableService& table_service_;
  PasswordPool& passwords_;
  World world_;
  Settings settings_;
  std::unordered_map<TokenHash, Caller, HashOfHash> known_;  // a cache
  // Questions to the store who has a token: one of each at a time, and who waits for its answer.
  struct WhoAsks {
    std::string from;
    std::function<void(Found<Caller>)> done;
  };
  struct Look {
    int forgotten = 0;  // as that was when the store was asked
    std::vector<WhoAsks> waiting{};
  };
  void told_who(const std::shared_ptr<Look>& look, const Found<Caller>& found);
  std::map<std::pair<TokenHash, bool>, std::shared_ptr<Look>> looks_;
  int forgotten_ = 0;              // times: what was read before is not remembered
  std::optional<double> news_at_;  // the cache is right as of then
  bool reading_news_ = false;
  std::string key_;  // of what browsers are known by; "": not read yet
  std::optional<double> forgot_guesses_at_;
  RateLimit tries_by_address_{1.0 / 10, 30};                                // passwords, codes, links of one visitor
  RateLimit mails_by_name_{1.0 / 600, 3}, mails_by_address_{1.0 / 60, 10};  // by name or address of mail; by visitor
  RateLimit vacations_{0.1, 10};                                            // by person
  RateLimit waiting_by_address_{1.0 / 3600, 3};                             // accounts that a moderator has to approve
};

}  // namespace cairn
