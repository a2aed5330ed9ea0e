// Inside of net/: an answer before it is written, and what an API request is answered with.
#pragma once

#include <string>
#include <string_view>

#include "server/net/loop.h"

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

Answer refuse(int status, std::string code, std::string message, int retry_after_s = 0);
Answer too_often(int retry_after_s);

// What is to be done, and told when it is done.
using Act = std::function<void(Club::Done)>;
using Plan = std::variant<Act, Answer>;

std::optional<SeatAt> seat_of(const Route& route);  // none: the address names no seat

// The body as a message, and what is done with it; or what is wrong with it.
template <class Message, class Then>
Plan with(const std::variant<Message, Fault>& read, const Then& then) {
  if (const auto* fault = std::get_if<Fault>(&read)) return refuse(400, "bad-request", fault->message);
  return Act([message = std::get<Message>(read), then](Club::Done done) { then(message, std::move(done)); });
}

// Of what people say, of notes and of moderation.
Plan talk_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person);

// Of what moderators do about ratings.
Plan moderation_plan(Shared& shared, const Request& request, const Route& route, const Person& person);

// Of accounts: their doors, and what is one's own.
Plan door_plan(Shared& shared, const Request& request, const Route& route, const Accounts::Visit& visit);
Plan own_plan(Shared& shared, const Request& request, const Route& route, const Caller& caller);

// Of games that people want with each other.
Plan pairing_plan(Shared& shared, const Request& request, const Route& route, const Person& person);
Plan tournament_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person);
// Where a list goes on, as its query says; none where that is no such number.
std::optional<std::int64_t> page_before(std::string_view target);
inline constexpr const char* kBadBefore = "\"before\" must be the number that \"next\" gave";
// Of studies.
Plan study_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person);
// Of pictures of boards.
Plan picture_plan(Shared& shared, const Request& request, const Route& route);
// The client's page for a table, with what other sites show where it is linked to; as it is where that is not known.
Task<Answer> answer_table_page(Shared& shared, const Route& route, Answer page);
// Of mail.
Plan mail_plan(Shared& shared, const Request& request, const Route& route, const Person& person);
Task<Answer> answer_unsubscribe(Shared& shared, const Route& route);
// Of hooks.
Plan hook_plan(Shared& shared, const Request& request, const Route& route, const Caller& caller);
// Of the daily puzzles.
Plan puzzle_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person);
// Of feeds.
Plan feed_plan(Shared& shared, const Route& route, const std::optional<Person>& person);
// Of bots' turns, and of games of self-play, that workers take.
Plan work_plan(Shared& shared, const Request& request, const Route& route);
// Of analyses, and of parts of them that workers take.
Plan analysis_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person);
// Of the archive.
Plan archive_plan(Shared& shared, const Request& request, const Route& route);

// Lines that go on for ever: of a table, or of all one's own (then without a name).
struct StreamWish {
  std::string table;
  std::optional<std::int64_t> after;  // the last number that is known
};
inline bool is_stream(const Route& route) {
  return route.to == Route::To::table_stream || route.to == Route::To::own_stream;
}
std::variant<StreamWish, Answer> read_stream_wish(const Request& request, const Route& route);  // a socket's, too
// Takes the stream over until it ends. `answered`: told the status, once.
Task<void> serve_stream(Shared& shared, Wire wire, const Request& request, StreamWish wish,
                        std::optional<Caller> caller, std::function<void(http::status)> answered);

// A browser tells where a page came from; a page of somebody else may not write here with our guest's cookie. Programs
// that come with a token have no cookie that could be misused.
std::optional<Answer> refuse_write(const Request& request, const std::optional<Caller>& caller);
// Whether somebody may ask for this at all.
std::optional<Answer> refuse_caller(const Route& route, const std::optional<Caller>& caller);

// A request of the API; `key` is whom the limits count.
Task<Answer> answer_api(Shared& shared, const Request& request, const Route& route, std::optional<Caller> caller,
                        const std::string& key);

}  // namespace cairn::net
