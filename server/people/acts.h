// What moderators look up and do about accounts on the page /admin. Beside the table service, on the loop's thread.
// Every act is written with its row of the audit log (store/audit.h), and `cairn admin` does the same for the host.
//
// Moderators act on accounts of players, admins also on those of moderators, and nobody on an admin or on themselves.
// Roles, password links, closing and turning a second factor off are for admins; only the host makes an admin.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/people/wishes.h"
#include "server/play/refusal.h"
#include "server/store/audit.h"

namespace cairn {

struct GivenLink {
  std::string url;
  std::int64_t expires_ms = 0;
};
struct AuditPage {
  std::vector<AuditEntry> entries;
  std::int64_t next = 0;  // goes on before this one; 0: it is all
};
struct AdminFacts {
  PersonFacts facts;
  bool suspended = false;  // by a suspension that holds
};

class Acts {
 public:
  struct Settings {
    std::function<std::string()> base = [] { return std::string(); };  // "https://play.example.org"; "": not known
    // Where letters lead; "": no mail goes out.
    std::function<std::string()> mail_base = [] { return std::string(); };
    std::function<void()> changed = [] {};  // this server is to look for it at once
  };
  Acts(AuditStore& store, World world, Settings settings);

  void person(const Person& moderator, const std::string& name, Done<AdminFacts> done);
  void log(const Person& moderator, std::int64_t before, Done<AuditPage> done);

  // Each answers with the account as it is afterwards.
  void sign_out(const Person& moderator, const std::string& name, const ActReason& wish, Done<AdminFacts> done);
  void rename(const Person& moderator, const std::string& name, const RenameWish& wish, Done<AdminFacts> done);
  void suspend(const Person& moderator, const std::string& name, const SuspendWish& wish, Done<AdminFacts> done);
  void close(const Person& moderator, const std::string& name, const ActReason& wish, Done<AdminFacts> done);
  void lift(const Person& moderator, const std::string& name, const ActReason& wish, Done<AdminFacts> done);
  void set_role(const Person& moderator, const std::string& name, const RoleWish& wish, Done<AdminFacts> done);
  void second_factor_off(const Person& moderator, const std::string& name, const ActReason& wish,
                         Done<AdminFacts> done);
  void password_link(const Person& moderator, const std::string& name, const ActReason& wish, Done<GivenLink> done);

 private:
  using Refused = std::function<void(const Refusal&)>;
  using Write = std::function<void(const PersonFacts&, const StorePart::Done&)>;
  // Finds the account that may be acted on.
  void on(const Person& moderator, const std::string& name, Role least, std::function<void(const PersonFacts&)> go,
          Refused refused);
  // Acts on it, and reads it again, under `renamed` where it has another name then; `conflict`: what a refusal of the
  // store means.
  void act(const Person& moderator, const std::string& name, Role least, const Write& write, const Refusal& conflict,
           Done<AdminFacts> done, const std::string& renamed = "");
  void read(const std::string& name, Done<AdminFacts> done);
  Refusal unavailable(const std::string& what, const std::string& why) const;

  AuditStore& store_;
  World world_;
  Settings settings_;
  RateLimit acts_{0.5, 30};  // by moderator
};

}  // namespace cairn
