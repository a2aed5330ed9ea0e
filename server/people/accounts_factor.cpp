// The second factor: set up, proven where it is asked for, renewed and turned off (store/second_factor.h).
#include "core/text.h"
#include "server/base/tokens.h"
#include "server/base/totp.h"
#include "server/people/accounts.h"

namespace cairn {

namespace {

constexpr int kMostWarnings = 10;                                       // letters that wait for one address
constexpr GuessLimit kCodeWarnings = {"code warnings", 86'400'000, 1};  // by account

Refusal needs_code() {
  return {Code::needs_code,
          Message("second-factor-needed",
                  "this account uses two-factor authentication: send \"code\", too, with the six digits that your "
                  "authenticator app shows, or with a recovery code")};
}

Refusal wrong_code() {
  return {Code::wrong_code,
          Message("second-factor-wrong",
                  "this code is wrong, expired or was used before; wait for the next one in your app, or use a "
                  "recovery code")};
}

Refusal factor_is_off() {
  return {Code::other_version,
          Message("second-factor-is-off",
                  "two-factor authentication is off, or its setup was not finished within 15 minutes")};
}

Refusal factor_is_on() {
  return {Code::other_version,
          Message("second-factor-is-on", "two-factor authentication is on already; turn it off to set it up again")};
}

}  // namespace

void Accounts::with_factor_letter(std::int64_t person, FactorNews what, WithLetter go, Refused refused) {
  const auto write = [this, what, go = std::move(go)](const Account& account) {
    go(account, factor_notice(what, account, settings_.mail_base(), world_.now_ms()));
  };
  stores_.people.account_of(person, must("reading an account", std::move(refused), write));
}

void Accounts::warn_of_codes(std::int64_t person) {
  const auto send = [this](const Account& account, const OwnerLetter& letter) {
    if (!letter || account.proven.empty()) return;
    stores_.mail.add_letter(account.proven, *letter, kMostWarnings, [this](const Written& written) {
      if (written.how == Written::How::failed) world_.log("writing a letter: " + written.message);
    });
  };
  const GuessCosts costs = {{}, {guess_cost(kCodeWarnings, std::to_string(person))}};
  stores_.guesses.count(costs, world_.now_ms(), [this, person, send](const Found<CountedGuess>& found) {
    if (!found.value) world_.log("counting a letter: " + found.error);
    if (!found.value || found.value->wait_s > 0) return;
    with_factor_letter(person, FactorNews::guessed, send, [](const Refusal& /*logged*/) {});
  });
}

void Accounts::with_code(const Visit& visit, const Person& person, const std::string& code, const WriteProven& store,
                         const StorePart::Done& then, const Refused& refused, ComesBy by) {
  const auto tell = [then, refused](const Written& written) {
    if (written.how != Written::How::conflict) return then(written);
    if (written.key == kNeedsCode) return refused(needs_code());
    if (written.key == kWrongCode) return refused(wrong_code());
    then(written);
  };
  if (code.empty()) return store({{}, world_.now_ms()}, tell);
  with_code_guesser(visit, person, by, [=, this](const Guesser& guesser) {
    const Refusal too_many = {Code::too_many, Message("too-many-wrong-codes", "too many wrong codes; try again later")};
    const auto go = [=, this](const PaidGuess& paid) {
      store({code, world_.now_ms()}, [=, this](const Written& written) {
        if (written.how == Written::How::conflict && written.key == kWrongCode) return tell(written);
        give_back(paid, [tell, written] { tell(written); });
      });
    };
    pay_guess(guesser.address, code_costs(guesser, person.id, by, code), too_many, go, [=, this](const Refusal& why) {
      if (why.code == Code::too_many) warn_of_codes(person.id);
      refused(why);
    });
  });
}

void Accounts::second_factor(const Caller& caller, Done<OwnFactor> done) {
  const auto show = [caller, done](const FactorState& state) { done(OwnFactor{state, caller.person.needs_factor}); };
  stores_.second_factors.state(caller.person.id, must("reading a second factor", done, show));
}

void Accounts::begin_factor(const Visit& visit, const BeginFactor& wish, Done<FactorSecret> done) {
  const auto right = [this, done](const Account& account) {
    const std::string secret = new_totp_secret(), site = settings_.site();
    const FactorSecret told = {base32_of(secret), totp_uri(site.empty() ? "Cairn" : site, account.person.name, secret)};
    const auto begun = [this, told, done](const Written& written) {
      if (written.how == Written::How::conflict) return done(factor_is_on());
      write("storing a second factor", written, told, done);
    };
    stores_.second_factors.begin(account.person.id, secret, world_.now_ms(), begun);
  };
  claim(visit, visit.caller->person.name, wish.password, right, done);
}

std::vector<std::string> Accounts::new_recovery_codes(std::int64_t person, SecondFactorStore::Hashes& hashes) {
  std::vector<std::string> codes;
  for (int i = 0; i < kRecoveryCodes; ++i) {
    codes.push_back(new_recovery_code());
    hashes.push_back(hash_recovery_code(person, plain_recovery_code(codes.back())));
  }
  return codes;
}

void Accounts::confirm_factor(const Visit& visit, const FactorCode& wish, Done<RecoveryCodes> done) {
  const Person person = visit.caller->person;
  const TokenHash kept = visit.caller->token;
  SecondFactorStore::Hashes hashes;
  const RecoveryCodes told = {new_recovery_codes(person.id, hashes)};
  const auto then = [this, person, kept, told, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(written.key == kFactorIsOn ? factor_is_on() : factor_is_off());
    if (written.how == Written::How::durable) {
      forget([&](const Caller& caller) { return caller.person.id == person.id && caller.token != kept; });
      forget_person(person.id);
    }
    write("turning a second factor on", written, told, done);
  };
  const auto go = [=, this](const Account& /*account*/, const OwnerLetter& letter) {
    const auto store = [this, person, hashes, kept, letter](const FactorProof& proof, const StorePart::Done& written) {
      stores_.second_factors.confirm(person.id, proof, hashes, kept, letter, written);
    };
    with_code(visit, person, wish.code, store, then, done);
  };
  with_factor_letter(person.id, FactorNews::on, go, done);
}

void Accounts::renew_recovery(const Visit& visit, const FactorCode& wish, Done<RecoveryCodes> done) {
  const Person person = visit.caller->person;
  SecondFactorStore::Hashes hashes;
  const RecoveryCodes told = {new_recovery_codes(person.id, hashes)};
  const auto then = [this, told, done](const Written& written) {
    if (written.how == Written::How::conflict) return done(factor_is_off());
    write("storing recovery codes", written, told, done);
  };
  const auto go = [=, this](const Account& /*account*/, const OwnerLetter& letter) {
    const auto store = [this, person, hashes, letter](const FactorProof& proof, const StorePart::Done& written) {
      stores_.second_factors.renew(person.id, proof, hashes, letter, written);
    };
    with_code(visit, person, wish.code, store, then, done);
  };
  with_factor_letter(person.id, FactorNews::recovery, go, done);
}

void Accounts::drop_factor(const Visit& visit, const FactorCode& wish, Done<OwnFactor> done) {
  const Person person = visit.caller->person;
  const auto then = [this, caller = *visit.caller, done](const Written& written) {
    if (written.how == Written::How::conflict) return done(factor_is_off());
    if (written.how != Written::How::durable) return done(not_written("turning a second factor off", written));
    forget_person(caller.person.id);
    // As it is for whoever asks next: whether the host wants one is known at the door.
    done(OwnFactor{{}, settings_.moderators_need_factor() && caller.person.role != Role::player});
  };
  const auto go = [=, this](const Account& /*account*/, const OwnerLetter& letter) {
    const auto store = [this, person, letter](const FactorProof& proof, const StorePart::Done& written) {
      stores_.second_factors.turn_off(person.id, proof, letter, written);
    };
    with_code(visit, person, wish.code, store, then, done);
  };
  with_factor_letter(person.id, FactorNews::off, go, done);
}

}  // namespace cairn
