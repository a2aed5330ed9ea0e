#include "server/net/answers.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "core/text.h"
#include "notation/texts/language.h"
#include "server/net/policies.h"
#include "server/protocol/query.h"

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

Answer answer_from(Reply reply, const ServerConfig& config) {
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

bool writes(const Request& request) {
  return request.method() != http::verb::get && request.method() != http::verb::head;
}

Answer refuse_with(const Refusal& refusal) {
  return refuse(refusal.code, refusal.message, refusal.retry_after_s);
}

// What is checked before a handler runs.
std::optional<Answer> refuse_request(const Asked& asked) {
  const auto& [services, shared, request, route, caller, key, peer] = asked;
  const Kind kind = route.to->kind;
  if (writes(request)) {
    if (auto refused = refuse_write(request, caller)) return refused;
    if (route.to->takes_body() || !request.body().empty())
      if (lower(view(request[http::field::content_type])).rfind("application/json", 0) != 0)
        return refuse(Code::bad_type, Message("body-must-json-contenttype",
                                              "the body must be JSON, with Content-Type: application/json"));
  }
  if (kind == Kind::creates || (kind == Kind::creates_guest && !caller))
    if (const int wait = shared.ask_beginning(key); wait > 0) return too_often(wait);
  if (auto refused = refuse_caller(route, caller)) return refused;
  if (!writes(request) || route.to->needs == Needs::work) return std::nullopt;
  if (shared.readiness.moving()) return refuse_with(moving_refusal());
  if (shared.disk_low && kind != Kind::vital)
    return refuse(Code::no_room,
                  Message("server-disk-nearly-full",
                          "the server's disk is nearly full: it stores only moves until its host has freed some space"),
                  600);
  const bool begins = kind == Kind::creates || (kind == Kind::creates_guest && !caller);
  const std::size_t bytes = std::max(request.body().size(), begins ? kBeginningWrite : 0);
  if (const int wait = shared.ask_bytes(key, caller, bytes, kind == Kind::vital); wait > 0)
    return refuse(Code::too_many,
                  Message("you-sent-as-much", "you have reached the daily limit of stored data; try again tomorrow"),
                  wait);
  return std::nullopt;
}

}  // namespace

Accounts::Visit Asked::visit() const {
  const std::string_view cookies = view(request[http::field::cookie]);
  const auto language = accepted_language(view(request[http::field::accept_language]));
  return {caller,
          std::string(view(request[http::field::user_agent])),
          shared.config.rate_limits ? key : "",
          std::string(cookie_value(cookies, device_cookie_name(shared.config))),
          key,
          std::string(language ? language_code(*language) : "")};
}

const Caller& Asked::known() const {
  if (!caller)
    throw std::logic_error("the row of " + std::string(route.to->name) + " lets in whom its handler does not know");
  return *caller;
}

std::optional<SeatAt> Asked::seat() const {
  int seat = -1;
  const char* last = route.item.data() + route.item.size();
  const auto [end, error] = std::from_chars(route.item.data(), last, seat);
  if (error != std::errc{} || end != last || seat < 0) return std::nullopt;
  return SeatAt{route.id, seat};
}

Freshness Asked::freshness() const {
  const std::string cache = lower(view(request[http::field::cache_control]));
  for (const std::string_view wish : {"no-cache", "max-age=0"})
    if (cache.find(wish) != std::string::npos) return Freshness::now;
  if (!caller) return Freshness::seconds_old;
  const std::string own = lower(caller->person.name);
  if (lower(route.id) == own) return Freshness::now;
  const std::optional<QueryValues> values = read_query(view(request.target()));
  for (const std::string_view name : {"player", "against"})
    if (const std::string* of = values ? value_in(*values, name) : nullptr; of != nullptr && lower(*of) == own)
      return Freshness::now;
  return Freshness::seconds_old;
}

bool may_read_metrics(const Asked& asked) {
  for (const char* header : {"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"})
    if (asked.request.find(header) != asked.request.end()) return false;
  return asked.shared.config.metrics && asked.shared.metrics_from.has(asked.peer);
}

std::variant<std::int64_t, Fault> read_before(const Asked& asked) {
  const std::string_view text = asked.query("before");
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  if (text.empty()) return before;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), before);
  if (error != std::errc{} || end != text.data() + text.size() || before < 1)
    return Fault{
        Message("before-must-number-next", "\"before\" must be the number that \"next\" had in the previous response")};
  return before;
}

Endpoint::Query before_query() {
  return {"before", "continue here: the `next` of the last answer", schema::whole(1)};
}

Endpoint::Query game_query() {
  return {"game", "only this game; default: all games", schema::text()};
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

Answer refuse(Code code, CodedMessage message, int retry_after_s) {
  const Refusal refusal{code, std::move(message), retry_after_s};
  Answer answer;
  answer.status = http::int_to_status(static_cast<unsigned>(status_of(code)));
  answer.body = error_text(refusal);
  answer.retry_after_s = retry_after_s;
  return answer;
}

Answer too_often(int retry_after_s) {
  return refuse(Code::too_many,
                Message("too-many-requests-address", "too many requests come from your address; try again later"),
                retry_after_s);
}

std::optional<Answer> refuse_write(const Request& request, const std::optional<Caller>& caller) {
  if (caller && caller->bearer) return std::nullopt;
  const auto origin = request.find(http::field::origin);
  if (origin != request.end() && !same_origin(view(origin->value()), view(request[http::field::host])))
    return refuse(Code::bad_origin,
                  Message("sent-page-another-site", "this request comes from a page of another site"));
  return std::nullopt;
}

std::optional<Answer> refuse_caller(const Route& route, const std::optional<Caller>& caller) {
  const auto scoped = [&](Scopes any_of, const char* scopes) -> std::optional<Answer> {
    if (!caller || !caller->bearer || (caller->scopes & any_of) != 0) return std::nullopt;
    return refuse(Code::bad_scope,
                  Message("token-not-do-make", "this token cannot do this; create one with the scope {scopes}",
                          {{"scopes", scopes}}));
  };
  constexpr auto kRead = static_cast<Scopes>(Scope::read), kPlay = static_cast<Scopes>(Scope::play),
                 kAccount = static_cast<Scopes>(Scope::account);
  const Needs needs = route.to->needs;
  if (needs == Needs::nothing) return std::nullopt;
  if (needs == Needs::watch) return scoped(kRead | kPlay, "read or play");
  const bool no_token = needs == Needs::door || needs == Needs::session;
  if (no_token && caller && caller->bearer)
    return refuse(Code::bad_scope, Message("no-token-do-takes", "a token cannot do this; sign in first"));
  if (needs == Needs::door) return std::nullopt;
  if (needs == Needs::work) {
    if (caller && caller->bearer) return scoped(static_cast<Scopes>(Scope::work), "work: cairn admin worker");
    return refuse(
        caller ? Code::bad_scope : Code::no_session,
        Message("only-token-scope-work",
                "only a token with the scope work can do this; the host creates one with cairn admin worker"));
  }
  if (needs == Needs::bridge) {
    if (caller && caller->bearer && caller->person.account)
      return scoped(static_cast<Scopes>(Scope::bridge), "engine:bridge");
    return refuse(caller ? Code::bad_scope : Code::no_session,
                  Message("only-token-scope-bridge",
                          "only a token of an account with the scope engine:bridge can do this; create one on the "
                          "analysis board"));
  }
  if (!caller)
    return refuse(Code::no_session,
                  Message("first-post-apiguest-send", "send POST /api/guest first, then the cookie that it sets"));
  const bool person = needs == Needs::play || needs == Needs::read;
  if (!person && !caller->person.account)
    return refuse(Code::no_account,
                  Message("guests-cannot-do-post", "guests cannot do this; create an account with POST /api/account"));
  if (needs == Needs::play) return scoped(kPlay, "play");
  if (needs == Needs::manage) return scoped(kAccount, "account");
  return scoped(kRead, "read");
}

Task<Answer> answer(const Asked& asked) {
  const Kind kind = asked.route.to->kind;
  const bool guarded = kind != Kind::unguarded && kind != Kind::page && kind != Kind::socket;
  if (guarded)
    if (auto refused = refuse_request(asked)) co_return std::move(*refused);
  Response plan = asked.route.to->handler(asked);
  if (auto* given = std::get_if<Answer>(&plan)) co_return std::move(*given);
  if (auto* steps = std::get_if<Task<Answer>>(&plan)) co_return co_await std::move(*steps);
  Reply reply = co_await await_callback<Reply>(asked.shared.io.get_executor(), std::move(std::get<Act>(plan)));
  Answer given = answer_from(std::move(reply), asked.shared.config);
  const std::string_view known = view(asked.request[http::field::if_none_match]);
  if (!given.etag.empty() && (known == "*" || known.find(given.etag) != std::string_view::npos)) {
    given.status = http::status::not_modified;
    given.body.clear();
  }
  co_return given;
}

}  // namespace cairn::net
