// Hooks.
#include "server/net/answers.h"
#include "server/protocol/hooks_from_client.h"
#include "server/protocol/hooks_to_client.h"

namespace cairn::net {

namespace {

Response add_hook(const Asked& asked) {
  return with_body(asked, read_hook_wish, [&asked](const HookWish& wish, const Answered& done) {
    call(&Hooks::add, asked, done, wish, std::optional(asked.known().token));
  });
}

}  // namespace

std::vector<Endpoint> hook_endpoints() {
  return {
      {{"GET", "/api/hooks", "hooks", Needs::session, ask<&Hooks::list>},
       {"hooks", "List your webhooks, without their secrets"},
       {{200, "HookList", "oldest first"}}},
      {{"POST", "/api/hooks", "add-hook", Needs::session, add_hook},
       {"hooks", "Create a webhook", "HookWish"},
       {{201, "NewHook", "the webhook; this is the only time its secret is shown"}},
       {"too-many-kept"}},
      {{"PUT", "/api/hooks/{id}", "edit-hook", Needs::session, tell<&Hooks::edit, read_hook_edit>},
       {"hooks", "Change a webhook, and enable it again", "HookEdit"},
       {{200, "HookList", "their new state"}}},
      {{"DELETE", "/api/hooks/{id}", "end-hook", Needs::session, ask<&Hooks::end>},
       {"hooks", "Delete a webhook"},
       {{200, "Ended", "deleted; nothing more is sent to it"}}},
      {{"POST", "/api/hooks/{id}/test", "test-hook", Needs::session, ask<&Hooks::test>},
       {"hooks", "Send a test delivery to a webhook"},
       {{201, "HookTest", "sent"}}},
      {{"GET", "/api/hooks/{id}/deliveries", "deliveries", Needs::session, ask<&Hooks::deliveries>},
       {"hooks", "List the deliveries of a webhook"},
       {{200, "Deliveries", "newest first, at most 100"}}},
      {{"GET", "/api/push-key", "push-key", Needs::session, ask<&Hooks::push_key>},
       {"hooks", "Get the key for a browser's `pushManager.subscribe`"},
       {{200, "PushKey", "`applicationServerKey`"}}},
  };
}

}  // namespace cairn::net
