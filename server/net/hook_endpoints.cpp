// Requests about hooks.
#include "server/net/answers.h"

namespace cairn::net {

Plan hook_plan(Shared& shared, const Request& request, const Route& route, const Caller& caller) {
  using To = Route::To;
  using Done = Club::Done;
  Hooks& desk = *shared.hooks;
  const Person& person = caller.person;
  const std::string& id = route.table;
  switch (route.to) {
    case To::hooks:
      return Act([&desk, person](Done done) { desk.list(person, std::move(done)); });
    case To::add_hook:
      return with(read_hook_wish(request.body()), [&desk, caller](const HookWish& wish, const Done& done) {
        desk.add(caller.person, caller.token, wish, done);
      });
    case To::edit_hook:
      return with(read_hook_edit(request.body()),
                  [&desk, person, id](const HookEdit& edit, const Done& done) { desk.edit(person, id, edit, done); });
    case To::end_hook:
      return Act([&desk, person, id](Done done) { desk.end(person, id, std::move(done)); });
    case To::test_hook:
      return Act([&desk, person, id](Done done) { desk.test(person, id, std::move(done)); });
    case To::push_key:
      return Act([&desk](Done done) { desk.push_key(std::move(done)); });
    default:  // deliveries
      return Act([&desk, person, id](Done done) { desk.deliveries(person, id, std::move(done)); });
  }
}

}  // namespace cairn::net
