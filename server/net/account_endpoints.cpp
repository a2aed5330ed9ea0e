// Requests about accounts: signing up, in and out, and what is one's own.
#include "core/text.h"
#include "server/net/answers.h"
#include "server/protocol/people_from_client.h"

namespace cairn::net {

namespace {

Plan take_out_plan(Shared& shared, const Request& request, const Caller& caller) {
  const auto before = page_before(view(request.target()));
  if (!before) return refuse(400, "bad-request", kBadBefore);
  return Act([&all = *shared.data_export, caller, before = *before](Club::Done done) {
    all.take_out(caller, before, std::move(done));
  });
}

}  // namespace

Plan door_plan(Shared& shared, const Request& request, const Route& route, const Accounts::Visit& visit) {
  using To = Route::To;
  using Done = Club::Done;
  Accounts& accounts = *shared.accounts;
  const std::string& body = request.body();
  switch (route.to) {
    case To::enter:
      // Whoever is somebody already keeps that name, and whatever name they ask for does no harm.
      if (visit.caller && parse_json(body).is_object())
        return Act([&accounts, visit](Done done) { accounts.enter(visit, {}, std::move(done)); });
      return with(read_create_guest(body),
                  [&accounts, visit](const CreateGuest& wish, const Done& done) { accounts.enter(visit, wish, done); });
    case To::sign_up:
      return with(read_sign_up(body),
                  [&accounts, visit](const SignUp& wish, const Done& done) { accounts.sign_up(visit, wish, done); });
    case To::sign_in:
      return with(read_sign_in(body),
                  [&accounts, visit](const SignIn& claim, const Done& done) { accounts.sign_in(visit, claim, done); });
    case To::password:
      return with(read_change_password(body), [&accounts, visit](const ChangePassword& wish, const Done& done) {
        accounts.change_password(visit, wish, done);
      });
    case To::delete_account:
      return with(read_delete_account(body), [&accounts, visit](const DeleteAccount& wish, const Done& done) {
        accounts.remove(visit, wish, done);
      });
    case To::mail_session:
    case To::mail_password: {
      const LinkKind kind = route.to == To::mail_session ? LinkKind::session : LinkKind::password;
      return with(read_link_wish(body), [&accounts, visit, kind](const LinkWish& wish, const Done& done) {
        accounts.mail_link(visit, wish, kind, done);
      });
    }
    case To::sign_in_by:
      return with(read_link_token(body), [&accounts, visit](const LinkToken& given, const Done& done) {
        accounts.sign_in_by(visit, given, done);
      });
    case To::reset_password:
      return with(read_password_by_link(body), [&accounts, visit](const PasswordByLink& wish, const Done& done) {
        accounts.reset_password(visit, wish, done);
      });
    case To::mail_proof:
      return Act([&accounts, visit](Done done) { accounts.mail_proof(visit, std::move(done)); });
    case To::prove_address:
      return with(read_link_token(body), [&accounts, visit](const LinkToken& given, const Done& done) {
        accounts.prove_address(visit, given, done);
      });
    default:  // sign_out
      if (!visit.caller) return refuse(401, "no-session", "there is no session to end");
      return Act([&accounts, visit](Done done) { accounts.sign_out(*visit.caller, std::move(done)); });
  }
}

Plan own_plan(Shared& shared, const Request& request, const Route& route, const Caller& caller) {
  using To = Route::To;
  using Done = Club::Done;
  Accounts& accounts = *shared.accounts;
  const std::string& body = request.body();
  const std::string& id = route.table;
  const auto ask = [&](void (Accounts::*what)(const Caller&, Done)) {
    return Act([&accounts, caller, what](Done done) { (accounts.*what)(caller, std::move(done)); });
  };
  const auto ask_of = [&](void (Accounts::*what)(const Caller&, const std::string&, Done)) {
    return Act([&accounts, caller, what, id](Done done) { (accounts.*what)(caller, id, std::move(done)); });
  };
  const auto edit = [&accounts, caller](const AccountEdit& change, const Done& done) {
    accounts.edit(caller, change, done);
  };
  const bool on = route.to == To::block;
  switch (route.to) {
    case To::account:
      return ask(&Accounts::account);
    case To::edit_account:
      return with(read_account_edit(body), edit);
    case To::preferences:
      return ask(&Accounts::preferences);
    case To::set_preferences:
      return with(read_preferences(body), edit);
    case To::sessions:
      return ask(&Accounts::sessions);
    case To::end_sessions:
      return ask(&Accounts::end_other_sessions);
    case To::end_session:
      return ask_of(&Accounts::end_session);
    case To::api_tokens:
      return ask(&Accounts::api_tokens);
    case To::add_api_token:
      return with(read_new_api_token(body), [&accounts, caller](const NewApiToken& wish, const Done& done) {
        accounts.add_api_token(caller, wish, done);
      });
    case To::end_api_token:
      return ask_of(&Accounts::end_api_token);
    case To::blocks:
      return ask(&Accounts::blocks);
    case To::vacation:
      return ask(&Accounts::vacation);
    case To::set_vacation:
    case To::end_vacation: {
      const bool away = route.to == To::set_vacation;
      const std::string_view said = query_value(view(request.target()), "days");
      const auto days = said.empty() || !away ? std::optional(0) : parse_int(said);
      if (!days || (!said.empty() && away && (*days < 1 || *days > 366)))
        return refuse(400, "bad-request",
                      R"("days" is a number from 1 to 366; without it a vacation lasts until it is ended)");
      return Act([&accounts, caller, away, days = *days](Done done) {
        accounts.set_vacation(caller, away, days, std::move(done));
      });
    }
    case To::block_seat: {
      const auto at = seat_of(route);
      if (!at) return refuse(404, "not-found", "a seat is a number from 0 on");
      return Act([&accounts, caller, at = *at](Done done) { accounts.block_seat(caller, at, std::move(done)); });
    }
    case To::unblock_guest:
      return ask_of(&Accounts::unblock_guest);
    case To::block:
    case To::unblock:
      return Act([&accounts, caller, id, on](Done done) { accounts.block(caller, id, on, std::move(done)); });
    default:
      return take_out_plan(shared, request, caller);
  }
}

}  // namespace cairn::net
