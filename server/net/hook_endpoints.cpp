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
       {"hooks", "Your hooks, without their secrets"},
       {{200, "HookList", "the first first"}}},
      {{"POST", "/api/hooks", "add-hook", Needs::session, add_hook},
       {"hooks", "Have what happens to you sent to an address", "HookWish"},
       {{201, "NewHook", "its secret is shown this once"}},
       {"too-many-kept"}},
      {{"PUT", "/api/hooks/{id}", "edit-hook", Needs::session, tell<&Hooks::edit, read_hook_edit>},
       {"hooks", "Say what is sent to it, and switch it on again", "HookEdit"},
       {{200, "HookList", "as they are now"}}},
      {{"DELETE", "/api/hooks/{id}", "end-hook", Needs::session, ask<&Hooks::end>},
       {"hooks", "End it"},
       {{200, "Ended", "nothing is sent to it any more"}}},
      {{"POST", "/api/hooks/{id}/test", "test-hook", Needs::session, ask<&Hooks::test>},
       {"hooks", "Send something to it"},
       {{201, "HookTest", "it is on its way"}}},
      {{"GET", "/api/hooks/{id}/deliveries", "deliveries", Needs::session, ask<&Hooks::deliveries>},
       {"hooks", "What was sent to it, and what came of it"},
       {{200, "Deliveries", "the newest first, at most 100"}}},
      {{"GET", "/api/push-key", "push-key", Needs::session, ask<&Hooks::push_key>},
       {"hooks", "The key for a browser's `pushManager.subscribe`"},
       {{200, "PushKey", "`applicationServerKey`"}}},
  };
}

}  // namespace cairn::net
