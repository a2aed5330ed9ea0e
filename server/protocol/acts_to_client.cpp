#include "server/protocol/acts_to_client.h"

#include "server/protocol/people_to_client.h"

namespace cairn {

namespace {

Json audit_json(const AuditEntry& entry) {
  return {{"id", entry.id},   {"at", entry.at_ms},  {"by", entry.by.empty() ? Json(nullptr) : Json(entry.by)},
          {"act", entry.act}, {"name", entry.name}, {"about", entry.about},
          {"why", entry.why}};
}

Json suspension_json(const Suspension& suspension) {
  return {{"since", suspension.at_ms},
          {"until", suspension.until_ms == 0 ? Json(nullptr) : Json(suspension.until_ms)},
          {"closed", suspension.closed},
          {"why", suspension.why}};
}

}  // namespace

Json to_client(const AdminFacts& found) {
  const auto& [facts, suspended] = found;
  const Account& account = facts.account;
  return {{"name", account.person.name},
          {"role", role_word(account.person.role)},
          {"bot", account.person.bot},
          {"created", account.created_ms},
          {"seen", account.seen_ms == 0 ? Json(nullptr) : Json(account.seen_ms)},
          {"confirmed", !account.proven.empty()},
          {"second_factor", account.person.second_factor},
          {"sessions", facts.sessions},
          {"tokens", facts.tokens},
          {"games", facts.games},
          {"studies", facts.studies},
          {"reported", facts.reported},
          {"invited_by", facts.invited_by ? Json(*facts.invited_by) : Json(nullptr)},
          {"suspension", suspended ? suspension_json(*account.suspension) : Json(nullptr)},
          {"log", list_json(facts.log, audit_json)}};
}

Json to_client(const AuditPage& page) {
  return {{"entries", list_json(page.entries, audit_json)}, {"next", page.next == 0 ? Json(nullptr) : Json(page.next)}};
}

Json to_client(const GivenLink& link) {
  return {{"url", link.url}, {"expires", link.expires_ms}};
}

}  // namespace cairn
