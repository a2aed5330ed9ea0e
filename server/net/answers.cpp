#include "server/net/answers.h"

#include <charconv>
#include <limits>

#include "core/text.h"
#include "server/net/policies.h"
#include "server/protocol/people_from_client.h"

namespace cairn::net {

namespace {

std::string cookie(const Reply& reply, const ServerConfig& config) {
  if (reply.new_token.empty() && !reply.sign_out) return {};
  return session_cookie(reply.new_token, config);
}

std::string cookie_text(std::string_view name, const std::string& value, const ServerConfig& config) {
  return std::string(name) + '=' + value + "; Path=/; Max-Age=" + (value.empty() ? "0" : "34560000") +
         "; HttpOnly; SameSite=Strict" + (has_secure_cookie(config) ? "; Secure" : "");
}

std::string_view device_cookie_name(const ServerConfig& config) {
  return has_secure_cookie(config) ? kSecureDeviceCookie : kPlainDeviceCookie;
}

Answer answer_of(Reply reply, const ServerConfig& config) {
  Answer answer;
  answer.status = http::int_to_status(static_cast<unsigned>(reply.status));
  answer.retry_after_s = reply.retry_after_s;
  answer.cookie = cookie(reply, config);
  if (!reply.new_device.empty())
    answer.device_cookie = cookie_text(device_cookie_name(config), reply.new_device, config);
  answer.body = std::move(reply.body);
  answer.type = reply.type;
  answer.etag = std::move(reply.etag);
  return answer;
}

struct Asked {
  Shared& shared;
  const Request& request;
  const Route& route;
  const std::optional<Caller>& caller;
  const std::string& key;

  Accounts::Visit visit() const {
    const std::string_view cookies = view(request[http::field::cookie]);
    return {caller, std::string(view(request[http::field::user_agent])), shared.config.rate_limits ? key : "",
            std::string(cookie_value(cookies, device_cookie_name(shared.config))), key};
  }
  std::optional<Person> person() const { return caller ? std::optional(caller->person) : std::nullopt; }
};

// Open games in the lobby are counted by address, too; what was refused does not count.
Plan create_plan(const Asked& asked) {
  const auto read = read_create_table(asked.request.body());
  if (const auto* wish = std::get_if<CreateTable>(&read); wish != nullptr && wish->listed)
    if (const int wait = asked.shared.ask_listing(asked.key); wait > 0)
      return refuse(429, "too-many", "too many open games come from your address; come again later", wait);
  return with(read, [&shared = asked.shared, key = asked.key, person = *asked.person()](const CreateTable& wish,
                                                                                        const Club::Done& done) {
    shared.club->create(person, wish, [&shared, key, listed = wish.listed, done](Reply reply) {
      if (listed && reply.status != 201) shared.listings.give_back(key);
      done(std::move(reply));
    });
  });
}

Plan table_plan(const Asked& asked) {
  using To = Route::To;
  Club& club = *asked.shared.club;
  const std::string& table = asked.route.table;
  const auto person = asked.person();
  switch (asked.route.to) {
    case To::state:
      return Act([&club, table, person](Club::Done done) { club.state(table, person, std::move(done)); });
    case To::game_sgf:
    case To::game_json:
    case To::game_text: {
      const FileForm form = asked.route.to == To::game_sgf    ? FileForm::sgf
                            : asked.route.to == To::game_json ? FileForm::json
                                                              : FileForm::text;
      const std::int64_t who = person ? person->id : 0;
      return Act([&club, table, who, form](Club::Done done) { club.export_file(table, who, form, std::move(done)); });
    }
    case To::join:
      return Act([&club, table, person](Club::Done done) { club.join(table, *person, std::move(done)); });
    case To::create:
      return create_plan(asked);
    default:
      return with(read_command(asked.request.body()), [&club, table, person](const Command& command, Club::Done done) {
        club.command(table, person, command, done);
      });
  }
}

Plan list_plan(const Asked& asked) {
  using To = Route::To;
  Lobby& lobby = *asked.shared.lobby;
  const std::string& id = asked.route.table;
  const std::string_view target = view(asked.request.target());
  switch (asked.route.to) {
    case To::lobby:
      return Act([&lobby, person = asked.person()](Club::Done done) { lobby.open_tables(person, std::move(done)); });
    case To::take_back:
      return Act(
          [&lobby, id, person = *asked.person()](Club::Done done) { lobby.take_back(id, person, std::move(done)); });
    case To::leaders:
      return Act([&lobby, id](Club::Done done) { lobby.leaders(id, std::move(done)); });
    case To::ratings: {
      const std::string rating_class(query_value(target, "class"));
      return Act([&lobby, id, rating_class](Club::Done done) {
        rating_class.empty() ? lobby.ratings(id, std::move(done)) : lobby.history(id, rating_class, std::move(done));
      });
    }
    default: {
      const auto before = page_before(target);
      if (!before) return refuse(400, "bad-request", kBadBefore);
      const std::string_view over = query_value(target, "over");
      if (!over.empty() && over != "true" && over != "false")
        return refuse(400, "bad-request", R"("over" is true or false)");
      return Act([&lobby, person = *asked.person(), over = over == "true", before = *before](Club::Done done) {
        lobby.own_tables(person, over, before, std::move(done));
      });
    }
  }
}

Plan plan(const Asked& asked) {
  using To = Route::To;
  switch (asked.route.to) {
    case To::lobby:
    case To::take_back:
    case To::own_tables:
    case To::ratings:
    case To::leaders:
      return list_plan(asked);
    case To::state:
    case To::game_sgf:
    case To::game_json:
    case To::game_text:
    case To::create:
    case To::join:
    case To::command:
      return table_plan(asked);
    case To::enter:
    case To::sign_up:
    case To::sign_in:
    case To::sign_out:
    case To::password:
    case To::delete_account:
    case To::mail_session:
    case To::sign_in_by:
    case To::mail_password:
    case To::reset_password:
    case To::mail_proof:
    case To::prove_address:
      return door_plan(asked.shared, asked.request, asked.route, asked.visit());
    case To::online:
      return Act([&desk = *asked.shared.presence](Club::Done done) { desk.online(std::move(done)); });
    case To::profile:
      return Act([&accounts = *asked.shared.accounts, name = asked.route.table](Club::Done done) {
        accounts.profile(name, std::move(done));
      });
    case To::board_png:
    case To::board_svg:
      return picture_plan(asked.shared, asked.request, asked.route);
    case To::openings:
    case To::archive:
    case To::archive_sgf:
    case To::archive_lines:
      return archive_plan(asked.shared, asked.request, asked.route);
    case To::own_studies:
    case To::table_studies:
    case To::person_studies:
    case To::add_study:
    case To::study:
    case To::set_study:
    case To::end_study:
    case To::study_sgf:
    case To::study_json:
    case To::study_text:
    case To::report_study:
    case To::study_reports:
    case To::end_study_report:
    case To::hide_study:
    case To::unhide_study:
      return study_plan(asked.shared, asked.request, asked.route, asked.person());
    case To::puzzles:
    case To::puzzle:
    case To::answer_puzzle:
      return puzzle_plan(asked.shared, asked.request, asked.route, asked.person());
    case To::own_feed:
    case To::renew_feed:
    case To::end_feed:
    case To::feed:
      return feed_plan(asked.shared, asked.route, asked.person());
    case To::hear:
    case To::say:
    case To::remove_said:
    case To::report:
    case To::note:
    case To::set_note:
    case To::reports:
    case To::end_report:
    case To::mute:
    case To::unmute:
    case To::mute_seat:
    case To::unmute_seat:
      return talk_plan(asked.shared, asked.request, asked.route, asked.person());
    case To::rating_gains:
    case To::annul:
    case To::annulments:
      return moderation_plan(asked.shared, asked.request, asked.route, *asked.person());
    case To::challenges:
    case To::make_challenge:
    case To::challenge:
    case To::accept_challenge:
    case To::decline_challenge:
    case To::counter_challenge:
    case To::withdraw_challenge:
    case To::put_seek:
    case To::seek:
    case To::end_seek:
      return pairing_plan(asked.shared, asked.request, asked.route, *asked.person());
    case To::hooks:
    case To::add_hook:
    case To::edit_hook:
    case To::end_hook:
    case To::test_hook:
    case To::deliveries:
    case To::push_key:
      return hook_plan(asked.shared, asked.request, asked.route, *asked.caller);
    case To::own_mail:
    case To::set_mail:
    case To::test_mail:
      return mail_plan(asked.shared, asked.request, asked.route, *asked.person());
    case To::take_work:
    case To::answer_work:
    case To::take_games:
    case To::answer_games:
    case To::taught_network:
      return work_plan(asked.shared, asked.request, asked.route);
    case To::analysis:
    case To::ask_analysis:
    case To::take_analysis:
    case To::answer_analysis:
      return analysis_plan(asked.shared, asked.request, asked.route, asked.person());
    case To::tournaments:
    case To::tournament:
    case To::add_tournament:
    case To::enter_tournament:
    case To::leave_tournament:
    case To::attend:
    case To::start_tournament:
    case To::cancel_tournament:
    case To::rule_game:
    case To::appeal_ruling:
    case To::uphold_ruling:
    case To::appeals:
    case To::challenge_rung:
    case To::decline_rung:
      return tournament_plan(asked.shared, asked.request, asked.route, asked.person());
    default:
      return own_plan(asked.shared, asked.request, asked.route, *asked.caller);
  }
}

bool writes(const Request& request) {
  return request.method() != http::verb::get && request.method() != http::verb::head;
}

// What a server still stores when its disk is nearly full: moves, and who comes to make them.
bool goes_on_without_room(Route::To to) {
  using To = Route::To;
  return to == To::command || to == To::sign_in || to == To::sign_out;
}

// Of what makes something new that stays: so many for an address.
bool begins(const Route& route, const std::optional<Caller>& caller) {
  using To = Route::To;
  return (route.to == To::enter && !caller) || route.to == To::create || route.to == To::sign_up ||
         route.to == To::add_tournament;
}

}  // namespace

std::optional<SeatAt> seat_of(const Route& route) {
  int seat = -1;
  const char* last = route.item.data() + route.item.size();
  const auto [end, error] = std::from_chars(route.item.data(), last, seat);
  if (error != std::errc{} || end != last || seat < 0) return std::nullopt;
  return SeatAt{route.table, seat};
}

std::optional<std::int64_t> page_before(std::string_view target) {
  const std::string_view text = query_value(target, "before");
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  if (text.empty()) return before;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), before);
  if (error != std::errc{} || end != text.data() + text.size() || before < 1) return std::nullopt;
  return before;
}

void set_headers(http::fields& fields, const Answer& answer, bool secure) {
  fields.set(http::field::server, "cairn");
  fields.set("X-Content-Type-Options", "nosniff");
  fields.set("Referrer-Policy", answer.etag.empty() && !answer.form ? "same-origin" : "no-referrer");
  const bool picture = answer.type.rfind("image/", 0) == 0;  // of a board: other sites may show it
  const Shown shown = answer.form     ? Shown::form
                      : picture       ? Shown::picture
                      : answer.framed ? Shown::framed
                                      : Shown::page;
  fields.set("Content-Security-Policy", content_policy(shown));
  fields.set("Cross-Origin-Opener-Policy", "same-origin");
  fields.set("Cross-Origin-Resource-Policy", picture ? "cross-origin" : "same-origin");
  if (secure) fields.set("Strict-Transport-Security", "max-age=31536000");
  if (!answer.location.empty()) fields.set(http::field::location, answer.location);
  if (answer.file != nullptr) {
    fields.set(http::field::content_type, answer.file->type);
    fields.set(http::field::etag, answer.file->etag);
    fields.set(http::field::vary, "Accept-Encoding");
    fields.set(http::field::cache_control, answer.file->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (answer.packed && answer.status != http::status::not_modified) fields.set(http::field::content_encoding, "gzip");
  } else {
    fields.set(http::field::content_type, answer.type);
    fields.set(http::field::cache_control, answer.etag.empty() ? "no-store" : "private, no-cache");
    if (!answer.etag.empty()) fields.set(http::field::etag, answer.etag);
  }
  for (const std::string* one : {&answer.cookie, &answer.device_cookie})
    if (!one->empty()) fields.insert(http::field::set_cookie, *one);
  if (!answer.allow.empty()) fields.set(http::field::allow, answer.allow);
  if (answer.retry_after_s > 0) fields.set(http::field::retry_after, std::to_string(answer.retry_after_s));
}

std::string session_cookie(const std::string& token, const ServerConfig& config) {
  return cookie_text(has_secure_cookie(config) ? kSecureCookie : kPlainCookie, token, config);
}

Answer refuse(int status, std::string code, std::string message, int retry_after_s) {
  Answer answer;
  answer.status = http::int_to_status(static_cast<unsigned>(status));
  answer.body = to_text(error_json(error_reply(status, std::move(code), std::move(message), retry_after_s)));
  answer.retry_after_s = retry_after_s;
  return answer;
}

Answer too_often(int retry_after_s) {
  return refuse(429, "too-many", "too many requests from your address; come again a little later", retry_after_s);
}

std::optional<Answer> refuse_write(const Request& request, const std::optional<Caller>& caller) {
  if (caller && caller->bearer) return std::nullopt;
  const auto origin = request.find(http::field::origin);
  if (origin != request.end() && !same_origin(view(origin->value()), view(request[http::field::host])))
    return refuse(403, "bad-origin", "this was sent by a page of another site");
  return std::nullopt;
}

std::optional<Answer> refuse_caller(const Route& route, const std::optional<Caller>& caller) {
  const auto scoped = [&](Scopes any_of, const char* scopes) -> std::optional<Answer> {
    if (!caller || !caller->bearer || (caller->scopes & any_of) != 0) return std::nullopt;
    return refuse(403, "bad-scope", std::string("this token may not do that; make one with the scope ") + scopes);
  };
  constexpr auto kRead = static_cast<Scopes>(Scope::read), kPlay = static_cast<Scopes>(Scope::play),
                 kAccount = static_cast<Scopes>(Scope::account);
  const Needs needs = route.needs;
  if (needs == Needs::nothing) return std::nullopt;
  if (needs == Needs::watch) return scoped(kRead | kPlay, "read or play");
  const bool no_token = needs == Needs::door || needs == Needs::session;
  if (no_token && caller && caller->bearer)
    return refuse(403, "bad-scope", "no token may do that; it takes a session: sign in");
  if (needs == Needs::door) return std::nullopt;
  if (needs == Needs::work) {
    if (caller && caller->bearer) return scoped(static_cast<Scopes>(Scope::work), "work: cairn admin worker");
    return refuse(caller ? 403 : 401, caller ? "bad-scope" : "no-session",
                  "only a token with the scope work may do that; the host makes one: cairn admin worker");
  }
  if (!caller) return refuse(401, "no-session", "first POST /api/guest and send the cookie that it sets");
  const bool person = needs == Needs::play || needs == Needs::read;
  if (!person && !caller->person.account)
    return refuse(403, "no-account", "guests cannot do that; POST /api/account makes an account");
  if (needs == Needs::play) return scoped(kPlay, "play");
  if (needs == Needs::manage) return scoped(kAccount, "account");
  return scoped(kRead, "read");
}

Task<Answer> answer_api(Shared& shared, const Request& request, const Route& route, std::optional<Caller> caller,
                        const std::string& key) {
  if (writes(request)) {
    if (auto refused = refuse_write(request, caller)) co_return std::move(*refused);
    if (route.body || !request.body().empty())
      if (lower(view(request[http::field::content_type])).rfind("application/json", 0) != 0)
        co_return refuse(415, "bad-type", "the body must be JSON, with Content-Type: application/json");
  }
  if (begins(route, caller))
    if (const int wait = shared.ask_beginning(key); wait > 0) co_return too_often(wait);
  if (auto refused = refuse_caller(route, caller)) co_return std::move(*refused);
  if (writes(request) && route.needs != Needs::work) {
    if (shared.disk_low && !goes_on_without_room(route.to))
      co_return refuse(507, "no-room",
                       "the server's disk is nearly full: it stores only moves until its host has made room", 600);
    if (const int wait = shared.ask_bytes(key, caller, request.body().size()); wait > 0)
      co_return refuse(429, "too-many", "you have sent as much as is stored for one person in a day; come again later",
                       wait);
  }
  Plan planned = plan({shared, request, route, caller, key});
  if (auto* wrong = std::get_if<Answer>(&planned)) co_return std::move(*wrong);
  Reply reply = co_await await_callback<Reply>(shared.io.get_executor(), std::move(std::get<Act>(planned)));
  Answer given = answer_of(std::move(reply), shared.config);
  const std::string_view known = view(request[http::field::if_none_match]);
  if (!given.etag.empty() && (known == "*" || known.find(given.etag) != std::string_view::npos)) {
    given.status = http::status::not_modified;
    given.body.clear();
  }
  co_return given;
}

}  // namespace cairn::net
