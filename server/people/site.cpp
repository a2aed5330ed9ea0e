#include "server/people/site.h"

#include <array>
#include <charconv>
#include <utility>

#include "server/base/tokens.h"
#include "server/people/link_letters.h"
#include "server/people/talk_replies.h"
#include "server/play/clock_rule.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 4> kRegistrationWords = {"open", "by-invitation", "by-approval", "closed"};
constexpr int kMostByModerator = 200, kMostByMember = 5;  // open invitations
constexpr int kMostUsesByMember = 5, kMostDaysByMember = 30;
constexpr int kInvitationsAtOnce = 500, kWaitingAtOnce = 500;
constexpr double kLookSeconds = 5;

// Of a row; 0: it is none.
std::int64_t number_in(const std::string& id) {
  std::int64_t number = 0;
  const auto [end, wrong] = std::from_chars(id.data(), id.data() + id.size(), number);
  return wrong != std::errc{} || end != id.data() + id.size() ? 0 : number;
}

Refusal nobody_waits() {
  return {Code::not_found, Message("account-waits-no-more", "this account does not wait for approval any more")};
}

}  // namespace

Notice decision_notice(const WaitingAccount& one, bool good, const std::string& why, const std::string& base,
                       std::int64_t now_ms) {
  const Language language = find_language(one.language).value_or(Language::en);
  const Letter letter =
      good ? approved_letter(one.name, base, language) : refused_letter(one.name, base, why, language);
  return letter_notice(kStranger, new_table_id() + ".account", letter, now_ms);
}

std::string_view registration_word(Registration how) {
  const auto number = static_cast<std::size_t>(how);
  return number < kRegistrationWords.size() ? kRegistrationWords[number] : std::string_view();
}

Site::Site(const Stores& stores, World world, Settings settings)
    : stores_(stores), world_(std::move(world)), settings_(std::move(settings)) {}

Refusal Site::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

std::optional<Refusal> Site::refuse_act(const Person& moderator) {
  if (auto refused = refuse_moderating(moderator)) return refused;
  if (const int wait = acts_.ask(std::to_string(moderator.id), world_.seconds()); wait > 0) return much_at_once(wait);
  return std::nullopt;
}

void Site::tick() {
  if (world_.seconds() - looked_at_ >= kLookSeconds) look();
}

void Site::look() {
  if (looking_) return;
  looking_ = true;
  looked_at_ = world_.seconds();
  read_announcement([this](const std::string& /*error*/) { looking_ = false; });
}

void Site::read_announcement(std::function<void(const std::string& error)> then) {
  stores_.announcements.current([this, then = std::move(then)](const Found<Announcement>& found) {
    if (found.error.empty()) {
      announcement_ = found.value;
      looked_ = true;
    }
    then(found.error);
  });
}

void Site::facts(const std::optional<Person>& person, Done<SiteFacts> done) {
  if (looked_) return done(facts_now(person));
  // The server has just started.
  read_announcement([this, person, done](const std::string& /*error*/) { done(facts_now(person)); });
}

SiteFacts Site::facts_now(const std::optional<Person>& person) const {
  const Setup setup = settings_.setup();
  SiteFacts out;
  out.name = setup.name;
  out.welcome = setup.welcome;
  out.rules = setup.rules;
  out.registration = setup.admission.registration;
  out.guests = setup.admission.guests;
  out.invites = person && may_invite(*person);
  if (announcement_ && announcement_->holds(world_.now_ms())) out.announcement = announcement_;
  return out;
}

void Site::rules(Done<SiteRules> done) {
  std::string text = settings_.rules();
  if (text.empty())
    return done(Refusal{Code::not_found, Message("site-has-no-rules", "this site has no rules of its own")});
  done(SiteRules{std::move(text)});
}

// --- invitations

bool Site::may_invite(const Person& person) const {
  const Setup setup = settings_.setup();
  return counts_invitations(setup.admission.registration) && person.account &&
         (may_moderate(person) || setup.members_invite);
}

void Site::invite(const Person& person, const InvitationWish& wish, Done<GivenInvitation> done) {
  if (!may_invite(person))
    return done(not_theirs(
        person, {Code::not_for_you, Message("you-cannot-invite", "you cannot create invitations on this server")}));
  if (const int wait = acts_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const bool moderator = may_moderate(person);
  if (!moderator && (wish.uses > kMostUsesByMember || wish.days > kMostDaysByMember))
    return done(Refusal{
        Code::not_for_you,
        Message("invitation-is-too-large", "an invitation by a player is for at most {uses} accounts and {days} days",
                {{"uses", kMostUsesByMember}, {"days", kMostDaysByMember}})});
  const std::string token = new_token();
  const std::int64_t now = world_.now_ms();
  const Invitation made = {0,   hash_token(token),       person.id, person.name, wish.note, wish.uses, 0,
                           now, now + wish.days * kDayMs};
  const int most = moderator ? kMostByModerator : kMostByMember;
  const GivenInvitation given = {made, invitation_url(settings_.setup().base, token)};
  stores_.registrations.add_invitation(made, most, moderator, [this, given, most, done](const Written& written) {
    if (written.how == Written::How::durable) return done(given);
    if (written.how == Written::How::failed) return done(unavailable("storing an invitation", written.message));
    done(Refusal{Code::too_many_kept, Message("you-have-open-invitations",
                                              "you have {n} open invitations; withdraw one first", {{"n", most}})});
  });
}

void Site::invitations(const Person& person, Done<InvitationList> done) {
  const std::int64_t by = person.role == Role::player ? person.id : 0;
  stores_.registrations.invitations(
      by, world_.now_ms(), kInvitationsAtOnce, [this, done](const Found<std::vector<Invitation>>& found) {
        found.value ? done(InvitationList{*found.value}) : done(unavailable("reading invitations", found.error));
      });
}

void Site::end_invitation(const Person& person, const std::string& id, Done<InvitationEnded> done) {
  const bool moderator = may_moderate(person);
  stores_.registrations.end_invitation(
      number_in(id), person.id, moderator, [this, person, done](const Written& written) {
        if (written.how == Written::How::durable) return done(InvitationEnded());
        if (written.how == Written::How::failed) return done(unavailable("ending an invitation", written.message));
        done(not_theirs(person,
                        {Code::not_found, Message("no-such-invitation", "this invitation does not exist any more")}));
      });
}

// --- accounts that wait

void Site::waiting(const Person& moderator, Done<WaitingList> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  stores_.registrations.waiting(kWaitingAtOnce, [this, done](const Found<std::vector<WaitingAccount>>& found) {
    found.value ? done(WaitingList{*found.value}) : done(unavailable("reading waiting accounts", found.error));
  });
}

void Site::approve(const Person& moderator, const std::string& id, const ApproveWish& wish, Done<AccountDecided> done) {
  decide(moderator, id, true, wish.why, std::move(done));
}

void Site::refuse(const Person& moderator, const std::string& id, const ActReason& wish, Done<AccountDecided> done) {
  decide(moderator, id, false, wish.why, std::move(done));
}

void Site::decide(const Person& moderator, const std::string& id, bool good, const std::string& why,
                  Done<AccountDecided> done) {
  if (auto refused = refuse_act(moderator)) return done(std::move(*refused));
  stores_.registrations.waiting_one(number_in(id), [=, this](const Found<WaitingAccount>& found) {
    if (!found.error.empty()) return done(unavailable("reading a waiting account", found.error));
    if (!found.value) return done(nobody_waits());
    const WaitingAccount& one = *found.value;
    const Setup setup = settings_.setup();
    const Notice notice = setup.mails ? decision_notice(one, good, why, setup.base, world_.now_ms()) : Notice();
    const auto written = [this, one, done](const Written& how) { decided(one, how, done); };
    const ActWish act = {moderator.id, 0, why};
    if (good)
      stores_.registrations.approve(act, one.id, notice, written);
    else
      stores_.registrations.refuse(act, one.id, notice, written);
  });
}

void Site::decided(const WaitingAccount& one, const Written& written, const Done<AccountDecided>& done) const {
  if (written.how == Written::How::failed) return done(unavailable("writing what a moderator did", written.message));
  if (written.how == Written::How::conflict && written.key == RegistrationStore::kNameTaken)
    return done(Refusal{Code::name_taken, Message("another-account-has-name",
                                                  "another account has this name, or one that looks like it")});
  if (written.how == Written::How::conflict) return done(nobody_waits());
  settings_.changed();
  done(AccountDecided{one.name});
}

// --- announcements

void Site::announce(const Person& moderator, const AnnouncementWish& wish, Done<Announced> done) {
  if (auto refused = refuse_act(moderator)) return done(std::move(*refused));
  const std::int64_t until = wish.hours == 0 ? 0 : world_.now_ms() + wish.hours * kHourMs;
  stores_.announcements.announce({moderator.id, 0, {}}, wish.text, until, [this, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing an announcement", written.message));
    // As it is stored, so that all servers tell the same of it.
    read_announcement([this, done](const std::string& error) {
      error.empty() ? done(Announced{announcement_}) : done(unavailable("reading an announcement", error));
    });
  });
}

void Site::end_announcement(const Person& moderator, Done<Announced> done) {
  if (auto refused = refuse_act(moderator)) return done(std::move(*refused));
  stores_.announcements.end({moderator.id, 0, {}}, [this, done](const Written& written) {
    if (written.how == Written::How::failed) return done(unavailable("ending an announcement", written.message));
    announcement_.reset();
    done(Announced{});
  });
}

}  // namespace cairn
