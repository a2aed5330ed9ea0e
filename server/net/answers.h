// Inside of net/: an answer before it is written, and what the handlers of endpoints are made of.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "server/net/services.h"
#include "server/play/coded_message.h"
#include "server/protocol/replies.h"
#include "server/protocol/talk_from_client.h"

namespace cairn::net {

struct Answer {
  http::status status = http::status::ok;
  std::string body;
  std::string_view type = "application/json";
  std::shared_ptr<const StaticFile> file;  // instead of a body
  bool packed = false;
  std::string cookie, device_cookie, allow, location, etag;
  int retry_after_s = 0;
  bool close = false;
  bool form = false;    // a page with a form, whose address is a secret
  bool framed = false;  // a page that other sites may show in a frame
};

inline std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

// Where HTTPS is spoken the browser keeps the cookie from other names of the same site and from plain HTTP.
inline constexpr std::string_view kPlainCookie = "cairn_session", kSecureCookie = "__Host-cairn_session";
inline bool has_secure_cookie(const ServerConfig& config) {
  return config.behind_proxy || config.speaks_tls();
}
std::string session_cookie(const std::string& token, const ServerConfig& config);  // "": it ends
// What a browser is known by at its next sign-in, whoever guesses meanwhile; it outlives the session.
inline constexpr std::string_view kPlainDeviceCookie = "cairn_device", kSecureDeviceCookie = "__Host-cairn_device";

// The headers that every answer has; `secure`: by TLS.
void set_headers(http::fields& fields, const Answer& answer, bool secure);

Answer refuse(Code code, CodedMessage message, int retry_after_s = 0);
Answer too_often(int retry_after_s);

// A request and what is known of it. It lives until it is answered.
struct Asked {
  Services& services;
  Shared& shared;
  const Request& request;
  const Route& route;
  const std::optional<Caller>& caller;
  const std::string& key;  // whom the limits count
  const asio::ip::address& peer;

  // Whoever asks, of an endpoint that nobody else may ask; throws where its row lets anybody in.
  const Caller& known() const;
  std::optional<Person> person() const { return caller ? std::optional(caller->person) : std::nullopt; }
  Accounts::Visit visit() const;
  Asker asker() const { return asker_of(caller, key); }
  std::optional<SeatAt> seat() const;  // none: the address names no seat
  // Seconds old will do, but for one's own games and ratings, and where the request says no-cache.
  Freshness freshness() const;
  // A value of the address's query, as it stands there; "" where it is not.
  std::string_view query(std::string_view name) const { return query_value(view(request.target()), name); }
};

// How a request is answered: later by a callback, at once, or by a coroutine.
using Answered = std::function<void(Reply)>;
using Act = std::function<void(Answered)>;
struct Response : std::variant<Act, Answer, Task<Answer>> {
  using variant::variant;
};

// Goes on with the message that was read, or refuses with what is wrong with it.
template <class Message, class Then>
Response with(const std::variant<Message, Fault>& read, const Then& then) {
  if (const auto* fault = std::get_if<Fault>(&read)) return refuse(Code::bad_request, fault->message);
  return Act([message = std::get<Message>(read), then](Answered answered) { then(message, std::move(answered)); });
}

// The same with the message that `read` finds in the body; one that is long is read beside the loop.
inline constexpr std::size_t kQuickBody = 4'096;  // bytes
template <class Read, class Then>
Response with_body(const Asked& asked, Read read, const Then& then) {
  if (asked.request.body().size() <= kQuickBody) return with(read(asked.request.body()), then);
  return Act([&asked, read, then](const Answered& answered) {
    const auto take = [then, answered](const auto& message) {
      if (const auto* fault = std::get_if<Fault>(&message)) return answered(Refusal{Code::bad_request, fault->message});
      then(std::get<0>(message), answered);
    };
    asked.services.background.run(
        asked.asker(), [read, body = asked.request.body()] { return read(body); }, take);
  });
}

template <class Service>
Service& service(Services& all) {
  return std::get<Service&>(std::tie(all.table_service, all.table_service.scheduler(), all.accounts, all.data_export,
                                     all.lobby, all.talk, all.challenges, all.seeks, all.tournaments, all.archive,
                                     all.libraries, all.studies, all.hooks, all.mail.outbox(), all.presence,
                                     all.puzzles, all.analyses, all.selfplay_jobs, all.feeds, all.small_boards,
                                     all.acts, all.site, all.health));
}

// The status of a success is the row's first one. What the service tells is made an answer at once: a value may hold no
// longer than the call.
template <class T>
Done<T> answered_by(const Asked& asked, const Answered& answered) {
  const int status = asked.route.to->answers.front().status;
  if constexpr (kMuchToTell<T>)
    return [answered, status, who = asked.asker(), &background = asked.services.background](Result<T> result) {
      background.run(
          who, [result = std::move(result), status] { return reply_of(result, status); }, answered);
    };
  else
    return [answered, status](const Result<T>& result) { answered(reply_of(result, status)); };
}
template <class Parameter>
struct ValueOfDone;
template <class T>
struct ValueOfDone<Done<T>> {
  using Type = T;
};
template <class Parameter>
concept IsDone = requires {
  typename ValueOfDone<Parameter>::Type;
};

// Finds the value of a service function's parameter by its type: among the `known` values, else in the request.
template <class Parameter, class... Known>
Parameter value_for(const Asked& asked, const Known&... known) {
  if constexpr (IsDone<Parameter>)
    return answered_by<typename ValueOfDone<Parameter>::Type>(asked, std::get<const Answered&>(std::tie(known...)));
  else if constexpr ((std::is_same_v<Parameter, Known> || ...))
    return std::get<const Parameter&>(std::tie(known...));
  else if constexpr (std::is_same_v<Parameter, Person>)
    return asked.known().person;
  else if constexpr (std::is_same_v<Parameter, std::optional<Person>>)
    return asked.person();
  else if constexpr (std::is_same_v<Parameter, Caller>)
    return asked.known();
  else if constexpr (std::is_same_v<Parameter, Accounts::Visit>)
    return asked.visit();
  else if constexpr (std::is_same_v<Parameter, Asker>)
    return asked.asker();
  else if constexpr (std::is_same_v<Parameter, Freshness>)
    return asked.freshness();
  else if constexpr (std::is_same_v<Parameter, SeatAt>)
    return *asked.seat();
  else if constexpr (std::is_same_v<Parameter, RemarkId>)
    return *remark_id(asked.route.item);
  else
    return static_cast<const Parameter&>(asked.route.id);
}
template <class Service, class Returned, class... Parameters, class... Known>
void call(Returned (Service::*what)(Parameters...), const Asked& asked, const Known&... known) {
  (service<Service>(asked.services).*what)(value_for<std::decay_t<Parameters>>(asked, known...)...);
}

// Ready-made handlers. Each calls a service's function and fills its parameters from the request, from the message that
// `read` finds in the body, from the query's "before", and from the constants `fixed`.
template <auto what, auto... fixed>
Response ask(const Asked& asked) {
  return Act([&asked](const Answered& answered) { call(what, asked, answered, fixed...); });
}
template <auto what, auto read, auto... fixed>
Response tell(const Asked& asked) {
  return with_body(asked, read, [&asked](const auto& message, const Answered& answered) {
    call(what, asked, answered, message, fixed...);
  });
}
std::variant<std::int64_t, Fault> read_before(const Asked& asked);
Endpoint::Query before_query();  // documents what read_before reads
Endpoint::Query game_query();    // documents "game", of a list that shows one game's entries
template <auto what>
Response ask_before(const Asked& asked) {
  return with(read_before(asked),
              [&asked](std::int64_t before, const Answered& answered) { call(what, asked, answered, before); });
}

// Whether it comes from an address that the host allows; what came by way of a proxy is from anybody.
bool may_read_metrics(const Asked& asked);

// Of which tables, studies or days small boards are asked for.
std::variant<TableIds, Fault> read_board_ids(const Asked& asked, std::string_view name);

// The client's page for a table, with what other sites show where it is linked to; as it is where that is not known.
Task<Answer> answer_table_page(const Asked& asked, Answer page);

// Lines that go on for ever: of a table, or of all one's own (then without a name).
struct StreamWish {
  std::string table;
  std::optional<std::int64_t> after;  // the last number that is known
  Asker who{};
};
std::variant<StreamWish, Answer> read_stream_wish(const Request& request, const Route& route);  // a socket's, too
// Takes the stream over until it ends. `answered`: told the status, once.
Task<void> serve_stream(Services& services, Wire wire, const Request& request, StreamWish wish,
                        std::optional<Caller> caller, std::function<void(http::status)> answered);

// A browser tells where a page came from; a page of somebody else may not write here with our guest's cookie. Programs
// that come with a token have no cookie that could be misused.
std::optional<Answer> refuse_write(const Request& request, const std::optional<Caller>& caller);
// Whether somebody may ask for this at all.
std::optional<Answer> refuse_caller(const Route& route, const std::optional<Caller>& caller);

Task<Answer> answer(const Asked& asked);

}  // namespace cairn::net
