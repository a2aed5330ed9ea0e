// The site as its host and moderators have set it up: who may join and how, invitations, accounts that wait for a
// moderator, and what everybody is told on top of each page. Beside the table service, on the loop's thread.
//
// Moderators invite; whoever has an account does where the host allows it. What a moderator does is written into the
// audit log (store/audit.h), and `cairn admin` does the same for the host.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/people/accounts.h"
#include "server/store/announcements.h"
#include "server/store/registrations.h"

namespace cairn {

std::string_view registration_word(Registration how);  // "by-invitation"; "" behind the last

// What everybody may know of the site.
struct SiteFacts {
  std::string name, welcome;  // "": as usual, none
  bool rules = false;         // there is a text of them
  Registration registration{};
  bool guests = true;
  bool invites = false;  // whoever asks may make invitations
  std::optional<Announcement> announcement{};
};
struct SiteRules {
  std::string text;
};
struct GivenInvitation {
  Invitation invitation;
  std::string url;
};
struct InvitationList {
  std::vector<Invitation> invitations;
};
struct InvitationEnded {};
struct WaitingList {
  std::vector<WaitingAccount> waiting;
};
struct AccountDecided {
  std::string name;
};
struct Announced {
  std::optional<Announcement> announcement;
};

// The mail that tells of a decision.
Notice decision_notice(const WaitingAccount& one, bool good, const std::string& why, const std::string& base,
                       std::int64_t now_ms);

class Site {
 public:
  struct Setup {
    Admission admission{};
    bool members_invite = false;
    bool rules = false;         // there is a text of them
    bool mails = false;         // mail goes out
    std::string name, welcome;  // "": as usual, none
    std::string base;           // "https://play.example.org"; "": not known
  };
  struct Settings {
    std::function<Setup()> setup = [] { return Setup(); };
    std::function<std::string()> rules = [] { return std::string(); };
    std::function<void()> changed = [] {};  // an account was made: this server is to look for it at once
  };
  struct Stores {
    AnnouncementStore& announcements;
    RegistrationStore& registrations;
  };
  Site(const Stores& stores, World world, Settings settings);

  void tick();  // about once a second: looks now and then for what another server announced

  void facts(const std::optional<Person>& person, Done<SiteFacts> done);
  void rules(Done<SiteRules> done);

  void invite(const Person& person, const InvitationWish& wish, Done<GivenInvitation> done);
  void invitations(const Person& person, Done<InvitationList> done);  // of moderators: everybody's
  void end_invitation(const Person& person, const std::string& id, Done<InvitationEnded> done);

  void waiting(const Person& moderator, Done<WaitingList> done);
  void approve(const Person& moderator, const std::string& id, const ApproveWish& wish, Done<AccountDecided> done);
  void refuse(const Person& moderator, const std::string& id, const ActReason& wish, Done<AccountDecided> done);

  void announce(const Person& moderator, const AnnouncementWish& wish, Done<Announced> done);
  void end_announcement(const Person& moderator, Done<Announced> done);

 private:
  bool may_invite(const Person& person) const;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  std::optional<Refusal> refuse_act(const Person& moderator);
  void decide(const Person& moderator, const std::string& id, bool good, const std::string& why,
              Done<AccountDecided> done);
  void decided(const WaitingAccount& one, const Written& written, const Done<AccountDecided>& done) const;
  void look();
  void read_announcement(std::function<void(const std::string& error)> then);
  SiteFacts facts_now(const std::optional<Person>& person) const;

  const Stores stores_;
  World world_;
  Settings settings_;
  RateLimit acts_{0.5, 30};  // by person
  std::optional<Announcement> announcement_;
  double looked_at_ = -1e9;
  bool looking_ = false, looked_ = false;  // at the store; well, since the start
};

}  // namespace cairn
