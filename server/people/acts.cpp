#include "server/people/acts.h"

#include <utility>

#include "server/base/tokens.h"
#include "server/people/link_letters.h"
#include "server/people/talk_replies.h"
#include "server/play/clock_rule.h"
#include "server/play/names.h"

namespace cairn {

namespace {

constexpr int kAuditAtOnce = 50;

Refusal account_gone() {
  return {Code::not_found, Message("nobody-name", "there is no player with this name")};
}

std::string_view word_of_role(Role role) {
  return role == Role::admin ? "admin" : role == Role::moderator ? "moderator" : "player";
}

}  // namespace

Acts::Acts(AuditStore& store, World world, Settings settings)
    : store_(store), world_(std::move(world)), settings_(std::move(settings)) {}

Refusal Acts::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

void Acts::read(const std::string& name, Done<AdminFacts> done) {
  store_.person_facts(name, [this, done](const Found<PersonFacts>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (!found.value) return done(account_gone());
    const auto& suspension = found.value->account.suspension;
    done(AdminFacts{*found.value, suspension && suspension->holds(world_.now_ms())});
  });
}

void Acts::person(const Person& moderator, const std::string& name, Done<AdminFacts> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  read(name, std::move(done));
}

void Acts::log(const Person& moderator, std::int64_t before, Done<AuditPage> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  store_.log(before, kAuditAtOnce + 1, [this, done](const Found<std::vector<AuditEntry>>& found) {
    if (!found.value) return done(unavailable("reading the audit log", found.error));
    AuditPage page{*found.value, 0};
    if (page.entries.size() > kAuditAtOnce) {
      page.entries.resize(kAuditAtOnce);
      page.next = page.entries.back().id;
    }
    done(std::move(page));
  });
}

void Acts::on(const Person& moderator, const std::string& name, Role least, std::function<void(const PersonFacts&)> go,
              Refused refused) {
  if (auto no = refuse_moderating(moderator)) return refused(*no);
  if (moderator.role < least)
    return refused({Code::not_for_you, Message("only-admins-do", "only an admin may do that")});
  if (const int wait = acts_.ask(std::to_string(moderator.id), world_.seconds()); wait > 0)
    return refused(much_at_once(wait));
  store_.person_facts(name, [=, this](const Found<PersonFacts>& found) {
    if (!found.error.empty()) return refused(unavailable("reading an account", found.error));
    if (!found.value) return refused(account_gone());
    if (found.value->account.person.role >= moderator.role)
      return refused(
          {Code::not_for_you, Message("moderators-act-on-players",
                                      "moderators act on accounts of players, admins also on those of moderators")});
    go(*found.value);
  });
}

void Acts::act(const Person& moderator, const std::string& name, Role least, const Write& write,
               const Refusal& conflict, Done<AdminFacts> done, const std::string& renamed) {
  const auto go = [=, this](const PersonFacts& facts) {
    write(facts, [=, this](const Written& written) {
      if (written.how == Written::How::failed)
        return done(unavailable("writing what a moderator did", written.message));
      if (written.how == Written::How::conflict) return done(conflict);
      settings_.changed();
      read(renamed.empty() ? name : renamed, done);
    });
  };
  on(moderator, name, least, go, done);
}

void Acts::sign_out(const Person& moderator, const std::string& name, const ActReason& wish, Done<AdminFacts> done) {
  const auto write = [=, this, by = moderator.id](const PersonFacts& facts, const StorePart::Done& written) {
    store_.sign_out({by, facts.account.person.id, wish.why}, written);
  };
  act(moderator, name, Role::moderator, write, account_gone(), std::move(done));
}

void Acts::rename(const Person& moderator, const std::string& name, const RenameWish& wish, Done<AdminFacts> done) {
  const auto write = [=, this, by = moderator.id](const PersonFacts& facts, const StorePart::Done& written) {
    store_.rename({by, facts.account.person.id, wish.why}, wish.name, written);
  };
  const Refusal taken = {Code::name_taken, Message("another-account-has-name",
                                                   "another account has this name, or one that looks like it")};
  act(moderator, name, Role::moderator, write, taken, std::move(done), wish.name);
}

void Acts::suspend(const Person& moderator, const std::string& name, const SuspendWish& wish, Done<AdminFacts> done) {
  const std::int64_t until = wish.days == 0 ? 0 : world_.now_ms() + wish.days * kDayMs;
  const auto write = [=, this, by = moderator.id](const PersonFacts& facts, const StorePart::Done& written) {
    store_.suspend({by, facts.account.person.id, wish.why}, until, written);
  };
  const Refusal closed = {Code::not_for_you, Message("account-closed-already", "this account is closed")};
  act(moderator, name, Role::moderator, write, closed, std::move(done));
}

void Acts::close(const Person& moderator, const std::string& name, const ActReason& wish, Done<AdminFacts> done) {
  const auto write = [=, this, by = moderator.id](const PersonFacts& facts, const StorePart::Done& written) {
    store_.close({by, facts.account.person.id, wish.why}, written);
  };
  act(moderator, name, Role::admin, write, account_gone(), std::move(done));
}

void Acts::lift(const Person& moderator, const std::string& name, const ActReason& wish, Done<AdminFacts> done) {
  const auto write = [=, this, who = moderator](const PersonFacts& facts, const StorePart::Done& written) {
    const auto& suspension = facts.account.suspension;
    if (suspension && suspension->closed && who.role != Role::admin) return written({Written::How::conflict, {}, 0});
    store_.lift({who.id, facts.account.person.id, wish.why}, written);
  };
  const Refusal none = {
      Code::not_for_you,
      Message("nothing-to-lift", "this account is not suspended, or it is closed and only an admin opens it")};
  act(moderator, name, Role::moderator, write, none, std::move(done));
}

void Acts::set_role(const Person& moderator, const std::string& name, const RoleWish& wish, Done<AdminFacts> done) {
  const auto write = [=, this, by = moderator.id](const PersonFacts& facts, const StorePart::Done& written) {
    store_.set_role({by, facts.account.person.id, wish.why}, wish.role, std::string(word_of_role(wish.role)), written);
  };
  act(moderator, name, Role::admin, write, account_gone(), std::move(done));
}

void Acts::second_factor_off(const Person& moderator, const std::string& name, const ActReason& wish,
                             Done<AdminFacts> done) {
  const auto write = [=, this, by = moderator.id](const PersonFacts& facts, const StorePart::Done& written) {
    auto letter = factor_notice(FactorNews::off, facts.account, settings_.mail_base(), world_.now_ms());
    store_.second_factor_off({by, facts.account.person.id, wish.why}, std::move(letter), written);
  };
  const Refusal none = {Code::not_for_you,
                        Message("no-second-factor-there", "two-factor authentication is off for this account already")};
  act(moderator, name, Role::admin, write, none, std::move(done));
}

void Acts::password_link(const Person& moderator, const std::string& name, const ActReason& wish,
                         Done<GivenLink> done) {
  const auto go = [=, this, by = moderator.id](const PersonFacts& facts) {
    const std::string token = new_token();
    const std::int64_t expires = world_.now_ms() + kGivenLinkMs;
    const GivenLink given = {link_url(settings_.base(), LinkKind::password, token), expires};
    store_.give_password_link({by, facts.account.person.id, wish.why}, hash_token(token), expires,
                              [=, this](const Written& written) {
                                if (written.how == Written::How::durable) return done(given);
                                if (written.how == Written::How::conflict) return done(account_gone());
                                done(unavailable("writing what a moderator did", written.message));
                              });
  };
  on(moderator, name, Role::admin, go, done);
}

}  // namespace cairn
