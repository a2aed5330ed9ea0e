// How an account begins: at once, by an invitation, or when a moderator has approved it; `Admission` says which.
#include "core/text.h"
#include "server/base/tokens.h"
#include "server/people/accounts.h"

namespace cairn {

namespace {

constexpr std::int64_t kKeepDeciding = 3600;  // seconds after which it is worth asking again

Refusal name_is_taken() {
  return Refusal{Code::name_taken,
                 Message("somebody-name-one-looks", "this name, or one that looks like it, is taken; choose another")};
}

Refusal not_invited() {
  return Refusal{Code::bad_link, Message("invitation-is-used-up",
                                         "this invitation is invalid, used up or expired; ask for another one")};
}

Refusal too_many_wait(int retry_after_s) {
  return Refusal{Code::too_many,
                 Message("too-many-accounts-wait", "too many new accounts wait for a moderator; try again later"),
                 retry_after_s};
}

}  // namespace

// Before the work with the password, and before it is told whether the name is free; and after that work once more,
// because the setting may have changed meanwhile.
std::optional<Refusal> Accounts::refuse_sign_up(const Visit& visit, const SignUp& wish) const {
  if (visit.caller && visit.caller->person.account)
    return Refusal{Code::has_account,
                   Message("account-signed-sign-out", "you have an account and are signed in; sign out first")};
  const Registration how = settings_.admission().registration;
  if (how == Registration::closed)
    return Refusal{Code::no_registration,
                   Message("server-takes-no-accounts", "this server does not create new accounts")};
  if (how == Registration::by_invitation && wish.invitation.empty())
    return Refusal{Code::no_registration,
                   Message("server-takes-invited-accounts",
                           "this server creates accounts by invitation only: open the invitation link that you got")};
  return std::nullopt;
}

void Accounts::store_waiting(const Visit& visit, const Account& account, const SignUp& wish,
                             const Done<SignedIn>& done) {
  Costs costs, taken;
  // Who writes a mail may name any address: they all share one.
  const bool by_mail = visit.address.starts_with("mail ");
  if (!visit.address.empty()) costs.push_back({&waiting_by_address_, by_mail ? "mail" : visit.address, 1});
  double cost = 1;
  for (std::string& network : networks_around(visit.address))
    costs.push_back({&waiting_by_address_, std::move(network), cost /= 2});
  if (const int wait = ask_all(std::move(costs), taken); wait > 0) return done(too_many_wait(wait));
  stores_.registrations.add_waiting(
      account, wish.note, settings_.admission().most_waiting, [this, account, taken, done](const Written& written) {
        if (written.how == Written::How::durable) return done(SignedIn{account, {}, true, true});
        give_back(taken);
        if (written.how != Written::How::conflict) return done(not_written("storing an account", written));
        done(written.key == RegistrationStore::kTooManyWait ? too_many_wait(kKeepDeciding) : name_is_taken());
      });
}

void Accounts::store_account(const Visit& visit, const SignUp& wish, const std::string& hash,
                             const Done<SignedIn>& done) {
  if (hash.empty()) return done(unavailable("hashing a password", "there is no memory"));
  if (auto refused = refuse_sign_up(visit, wish)) return done(std::move(*refused));
  Account account;
  account.person = {visit.caller ? visit.caller->person.id : 0, wish.name, true, Role::player, wish.bot};
  account.password = std::string(wish.by_mail ? kAnyCase : "") + hash;
  account.email = wish.email;
  if (wish.proven) account.proven = lower(wish.email);
  account.language = wish.language.empty() ? visit.language : wish.language;
  account.created_ms = world_.now_ms();
  const Registration how = settings_.admission().registration;
  const bool invited = counts_invitations(how) && !wish.invitation.empty();
  if (how == Registration::by_approval && !invited) return store_waiting(visit, account, wish, done);
  const std::string token = new_token();
  const auto stored = [this, visit, account, token, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(written.key == RegistrationStore::kNotInvited ? not_invited() : name_is_taken());
    if (written.how != Written::How::durable) return done(not_written("storing an account", written));
    if (account.person.id != 0) {
      forget([&](const Caller& caller) { return caller.person.id == account.person.id; });
      table_service_.rename(account.person.id, account.person.name);
    }
    SignedIn in = {account, token, true};
    in.account.person.id = written.key;
    session_began(visit, written, std::move(in), done);
  };
  if (invited)
    stores_.registrations.add_invited(hash_token(wish.invitation), account, new_session(visit, token), stored);
  else
    stores_.people.add_account(account, new_session(visit, token), stored);
}

// One that is good for nobody is refused before the work with the password, and before it is told whether the name is
// free. Guesses count as wrong passwords do. The write that makes the account looks again.
void Accounts::with_invitation(const Visit& visit, const SignUp& wish, std::function<void()> go, Refused refused) {
  if (!counts_invitations(settings_.admission().registration) || wish.invitation.empty()) return go();
  Costs taken;
  if (const int wait = ask_address(visit.address, taken); wait > 0) return refused(too_many_links(wait));
  stores_.registrations.is_open(
      hash_token(wish.invitation), world_.now_ms(),
      [this, taken, go = std::move(go), refused = std::move(refused)](const Found<bool>& found) {
        const bool open = found.value.value_or(false);
        if (open || !found.value) give_back(taken);
        if (!found.value) return refused(unavailable("reading an invitation", found.error));
        open ? go() : refused(not_invited());
      });
}

void Accounts::sign_up(const Visit& visit, const SignUp& wish, Done<SignedIn> done) {
  if (auto refused = refuse_sign_up(visit, wish)) return done(std::move(*refused));
  const auto make = [this, visit, wish, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (found.value) return done(name_is_taken());
    const auto store = [this, visit, wish, done](const std::string& hash) { store_account(visit, wish, hash, done); };
    if (!passwords_.hash(visit.sharer(), wish.password, store)) done(crowded());
  };
  with_invitation(
      visit, wish, [this, name = wish.name, make] { stores_.people.account_like(name, make); }, done);
}

}  // namespace cairn
