// How often passwords and codes may be guessed, and by whom: accounts.h says the rules. They are counted in the store,
// for all servers together; what an address may try with all names is counted by each server, so that a flood from
// there costs the store nothing.
#include <iterator>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/base/totp.h"
#include "server/people/accounts.h"

namespace cairn {

namespace {

constexpr double kForgetSeconds = 60;

// Passwords.
constexpr GuessLimit kTries = {"passwords", 60'000, 10};                  // by guesser
constexpr GuessLimit kTriesByName = {"passwords of a name", 2'000, 200};  // of strangers at all addresses
constexpr GuessLimit kOwnTries = {"own passwords", 3'600'000, 3};         // ... and of each, whatever others did
// Codes of second factors.
constexpr GuessLimit kCodeTries = {"codes", 300'000, 5};                  // by guesser
constexpr GuessLimit kKnownCodes = {"known codes", 150'000, 30};          // by account, of known guessers
constexpr GuessLimit kStrangerCodes = {"strangers' codes", 900'000, 20};  // ... of others
constexpr GuessLimit kLinkCodes = {"codes with links", 900'000, 20};      // ... of others with a mailed link

// Of an account that is none yet, to whoever knows its password.
Refusal refuse_waiting(const Claimed::Waits& waits) {
  if (waits.refused)
    return {Code::waiting, Message("account-was-not-approved", "a moderator did not approve this account: {why}",
                                   {{"why", waits.why}})};
  return {Code::waiting,
          Message("account-waits-for-approval", "this account waits for a moderator to approve it; try again later")};
}

}  // namespace

Refusal Accounts::crowded() {
  return {Code::unavailable,
          Message("too-many-passwords-being", "the server is checking too many passwords; try again"), 2};
}

// --- who guesses

void Accounts::with_guesser(const Visit& visit, const std::string& name, std::int64_t person,
                            std::function<void(const Guesser&)> go) {
  const std::string of = std::to_string(person) + ' ';
  if (person != 0 && visit.caller && visit.caller->person.id == person)
    return go({of + "session " + public_id(visit.caller->token), {}, {}});
  Guesser stranger = {lower(name) + '\n' + visit.address, lower(name), visit.address};
  if (!visit.from.empty()) {
    const auto networks = networks_around(visit.from);
    stranger.near = networks.empty() ? visit.from : networks.front();
  }
  if (person == 0 || visit.known.empty()) return go(stranger);
  with_key([person, of, stranger, known = visit.known, go = std::move(go)](const std::string& key) {
    const bool good = !key.empty() && is_device_token(key, person, known);
    go(good ? Guesser{of + "browser " + known, {}, {}} : stranger);
  });
}

// That a browser was signed in with the password alone counts for nothing here: whoever has the password has any number
// of such browsers.
void Accounts::with_code_guesser(const Visit& visit, const Person& person, ComesBy by,
                                 std::function<void(const Guesser&)> go) {
  if (visit.caller && visit.caller->person.id == person.id)
    return go({"session " + public_id(visit.caller->token), {}, {}});
  const Guesser stranger = {(by == ComesBy::link ? "link " : "address ") + visit.address, lower(person.name),
                            visit.address};
  if (visit.known.empty() || person.factor_since_ms == 0) return go(stranger);
  with_key([person, stranger, known = visit.known, go = std::move(go)](const std::string& key) {
    const bool good = !key.empty() && is_proven_device(key, person.id, person.factor_since_ms, known);
    go(good ? Guesser{"browser " + known, {}, {}} : stranger);
  });
}

// --- what it costs

GuessCosts Accounts::password_costs(const Guesser& guesser) {
  GuessCosts costs;
  if (!guesser.name.empty()) {
    costs.any.push_back(guess_cost(kTriesByName, guesser.name));
    if (!guesser.near.empty()) costs.any.push_back(guess_cost(kOwnTries, guesser.name + '\n' + guesser.near));
  }
  std::vector<std::string> networks = networks_around(guesser.address);
  for (int part = 1 << networks.size(); !networks.empty(); networks.pop_back(), part /= 2)  // the widest one first
    costs.all.push_back(guess_cost(kTries, guesser.name + '\n' + networks.back(), part));
  costs.all.push_back(guess_cost(kTries, guesser.who));
  return costs;
}

// A recovery code has 80 bits: it counts by guesser alone, so that nobody else's tries keep its owner out.
GuessCosts Accounts::code_costs(const Guesser& guesser, std::int64_t person, ComesBy by, const std::string& code) {
  const std::string id = std::to_string(person);
  const bool recovery = !plain_recovery_code(code).empty();
  const GuessLimit& of_all = guesser.name.empty() ? kKnownCodes : by == ComesBy::link ? kLinkCodes : kStrangerCodes;
  GuessCosts costs;
  if (!recovery) costs.all.push_back(guess_cost(of_all, id));
  costs.all.push_back(guess_cost(kCodeTries, id + (recovery ? "\nrecovery " : "\n") + guesser.who));
  return costs;
}

int Accounts::ask_all(Costs costs, Costs& taken) {
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const int wait = costs[i].limit->ask(costs[i].key, world_.seconds(), costs[i].cost);
    if (wait == 0) continue;
    costs.resize(i);
    give_back(costs);
    return wait;
  }
  taken.insert(taken.end(), std::make_move_iterator(costs.begin()), std::make_move_iterator(costs.end()));
  return 0;
}

// Of a network around it a try costs the half, of the next one a quarter.
int Accounts::ask_address(const std::string& address, Costs& taken) {
  Costs costs;
  double cost = 1;
  if (!address.empty()) costs.push_back({&tries_by_address_, address, cost});
  for (std::string& network : networks_around(address))
    costs.push_back({&tries_by_address_, std::move(network), cost /= 2});
  return ask_all(std::move(costs), taken);
}

void Accounts::give_back(const Costs& taken) {
  for (const Cost& one : taken) one.limit->give_back(one.key, one.cost);
}

// Looks before it counts: whoever has no tries left causes no write.
void Accounts::pay_guess(const std::string& address, const GuessCosts& costs, const Refusal& too_many,
                         std::function<void(const PaidGuess&)> go, Refused refused) {
  const auto wait_for = [too_many, refused](int seconds) {
    Refusal refusal = too_many;
    refusal.retry_after_s = seconds;
    refused(refusal);
  };
  const auto count = [=, this](int seconds) {
    Costs taken;
    if (seconds == 0) seconds = ask_address(address, taken);
    if (seconds > 0) return wait_for(seconds);
    stores_.guesses.count(costs, world_.now_ms(), [=, this](const Found<CountedGuess>& found) {
      if (found.value && found.value->wait_s == 0) return go({taken, found.value->taken});
      give_back(taken);
      found.value ? wait_for(found.value->wait_s) : refused(unavailable("counting a guess", found.error));
    });
  };
  stores_.guesses.wait(costs, world_.now_ms(), must("reading guesses", refused, count));
}

void Accounts::give_back(const PaidGuess& paid, std::function<void()> then) {
  give_back(paid.address);
  stores_.guesses.give_back(paid.guess, [this, then = std::move(then)](const Written& written) {
    if (written.how == Written::How::failed) world_.log("giving back a guess: " + written.message);
    then();
  });
}

void Accounts::forget_guesses() {
  const double now = world_.seconds();
  if (forgot_guesses_at_ && now - *forgot_guesses_at_ < kForgetSeconds) return;
  forgot_guesses_at_ = now;
  stores_.guesses.forget_full(world_.now_ms(), [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("forgetting guesses: " + written.message);
  });
}

// --- passwords

void Accounts::claim(const Visit& visit, const std::string& name, const std::string& password, Right right,
                     Refused refused) {
  stores_.people.claimed(name, [=, this](const Found<Claimed>& found) {
    if (!found.value) return refused(unavailable("reading an account", found.error));
    auto read = found.value->account.value_or(Account());
    const Waits waits = found.value->account ? std::nullopt : found.value->waits;
    if (waits) read.password = waits->password;  // of an account that is none yet
    const auto account = std::make_shared<const Account>(std::move(read));
    const auto right_if = [=](const Account& one) { waits ? refused(refuse_waiting(*waits)) : right(one); };
    with_guesser(visit, name, account->person.id, [=, this](const Guesser& guesser) {
      const Refusal too_many = {Code::too_many,
                                Message("too-many-wrong-passwords", "too many wrong passwords; try again later")};
      const auto check = [=, this](const PaidGuess& paid) {
        check_password(visit, password, account, paid, right_if, refused);
      };
      pay_guess(guesser.address, password_costs(guesser), too_many, check, refused);
    });
  });
}

void Accounts::check_password(const Visit& visit, const std::string& password, const KnownAccount& account,
                              const PaidGuess& paid, const Right& right, const Refused& refused) {
  const auto checked = [=, this](PasswordPool::Checked how) {
    if (how == PasswordPool::Checked::wrong)
      return refused({Code::wrong_password, Message("name-password-wrong", "the name or the password is wrong")});
    give_back(paid, [=, this] {
      if (how == PasswordPool::Checked::failed) return refused(unavailable("checking a password", "it failed"));
      right(*account);
    });
  };
  const bool any_case = account->password.starts_with(kAnyCase);
  if (passwords_.check(visit.sharer(), any_case ? lower(password) : password,
                       any_case ? account->password.substr(kAnyCase.size()) : account->password, checked))
    return;
  give_back(paid, [refused] { refused(crowded()); });
}

}  // namespace cairn
