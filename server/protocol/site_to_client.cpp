#include "server/protocol/site_to_client.h"

namespace cairn {

namespace {

Json announcement_json(const std::optional<Announcement>& one) {
  if (!one) return nullptr;
  return {{"id", std::to_string(one->id) + "-" + std::to_string(one->at_ms)},
          {"text", one->text},
          {"at", one->at_ms},
          {"until", one->until_ms == 0 ? Json(nullptr) : Json(one->until_ms)}};
}

Json waiting_json(const WaitingAccount& one) {
  return {{"id", std::to_string(one.id)},
          {"name", one.name},
          {"note", one.note},
          {"mail", !one.email.empty()},
          {"created", one.created_ms}};
}

}  // namespace

Json invitation_json(const Invitation& one) {
  return {{"id", std::to_string(one.id)},
          {"by", one.by_name.empty() ? Json(nullptr) : Json(one.by_name)},
          {"note", one.note},
          {"uses", one.uses},
          {"used", one.used},
          {"created", one.created_ms},
          {"expires", one.expires_ms}};
}

Json to_client(const SiteFacts& facts) {
  return {{"name", facts.name.empty() ? Json(nullptr) : Json(facts.name)},
          {"welcome", facts.welcome},
          {"rules", facts.rules},
          {"registration", registration_word(facts.registration)},
          {"guests", facts.guests},
          {"invites", facts.invites},
          {"announcement", announcement_json(facts.announcement)}};
}

Json to_client(const SiteRules& rules) {
  return {{"text", rules.text}};
}

Json to_client(const GivenInvitation& given) {
  return {{"url", given.url}, {"uses", given.invitation.uses}, {"expires", given.invitation.expires_ms}};
}

Json to_client(const InvitationList& list) {
  return {{"invitations", list_json(list.invitations, invitation_json)}};
}

Json to_client(const InvitationEnded&) {
  return {{"ended", 1}};
}

Json to_client(const WaitingList& list) {
  return {{"waiting", list_json(list.waiting, waiting_json)}};
}

Json to_client(const AccountDecided& decided) {
  return {{"name", decided.name}};
}

Json to_client(const Announced& announced) {
  return {{"announcement", announcement_json(announced.announcement)}};
}

}  // namespace cairn
