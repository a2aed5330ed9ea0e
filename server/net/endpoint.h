// One row per endpoint: method, path, who may ask, body, answers, handler and documentation. Routing, permissions, logs
// and the OpenAPI document read it. To add an endpoint, add a row to a file `*_endpoints.cpp`, next to its handler.
#pragma once

#include <string_view>
#include <vector>

#include "server/protocol/schema.h"

namespace cairn {

namespace net {
struct Asked;     // a request; answers.h
struct Response;  // what is done with it
}  // namespace net

// Who may ask. A browser comes with its session, a program with an API token that has one of the scopes named here.
enum class Needs : unsigned char {
  nothing,
  watch,    // anybody; a token: read or play
  play,     // a person; a token: play
  read,     // a person; a token: read
  owner,    // an account; a token: read
  manage,   // an account; a token: account
  session,  // an account and a session: no token
  work,     // a token: work
  bridge,   // an account and a token: engine:bridge
  door,     // anybody without a token: it is about sessions
};

// What is special about an endpoint.
enum class Kind : unsigned char {
  usual,
  creates,        // something that stays: so many from one address
  creates_guest,  // the same, unless whoever asks is somebody already
  vital,          // stored even when the disk is nearly full: moves, and who comes to make them
  stream,         // lines that go on for ever
  socket,         // a WebSocket
  unguarded,      // answered whoever asks and however
  page,           // a file of the client: the same, and nobody looks up who asks
};

struct EndpointHead {
  std::string_view method, path;  // {what} is an id or a name
  std::string_view name;          // in the logs, the metrics and the document; an address may be secret
  Needs needs = Needs::nothing;
  net::Response (*handler)(const net::Asked&) = nullptr;
  Kind kind = Kind::usual;
};

struct EndpointTexts {
  std::string_view group, summary;
  std::string_view request = {};  // the schema of its JSON body; "": it has none
};

struct Endpoint : EndpointHead, EndpointTexts {
  struct Answer {
    int status;
    std::string_view schema;  // "": no JSON, see `type`
    std::string_view description;
    bool cookie = false;  // sets that of the session
  };
  struct Query {
    std::string_view name, description;
    Json schema;
  };
  std::vector<Answer> answers = {};
  std::vector<std::string_view> codes = {};  // but those that follow from who may ask, or that every endpoint has
  std::vector<Query> query = {};
  std::string_view type = "application/json";

  bool takes_body() const { return !request.empty(); }
};

// All that the document lists, in its order.
const std::vector<Endpoint>& endpoints();
// Where a request goes that matches none of them: to a file of the client, to 404, to 405.
extern const Endpoint kPage, kUnknown, kNotThisMethod;

namespace net {
// The parts of endpoints(), each next to its handlers.
std::vector<Endpoint> table_endpoints();
std::vector<Endpoint> list_endpoints();
std::vector<Endpoint> account_endpoints();
std::vector<Endpoint> session_endpoints();       // sessions, API tokens, blocks
std::vector<Endpoint> more_account_endpoints();  // vacation, and links that are mailed
std::vector<Endpoint> factor_endpoints();        // two-factor authentication
std::vector<Endpoint> description_endpoints();   // this document
std::vector<Endpoint> talk_endpoints();
std::vector<Endpoint> seat_endpoints();  // about whoever sits there, a guest too
std::vector<Endpoint> pairing_endpoints();
std::vector<Endpoint> tournament_endpoints();
std::vector<Endpoint> appeal_endpoints();
std::vector<Endpoint> stream_endpoints();
std::vector<Endpoint> archive_endpoints();
std::vector<Endpoint> library_endpoints();
std::vector<Endpoint> study_endpoints();
std::vector<Endpoint> study_moderation_endpoints();
std::vector<Endpoint> hook_endpoints();
std::vector<Endpoint> mail_endpoints();
std::vector<Endpoint> unsubscribe_endpoints();
std::vector<Endpoint> puzzle_endpoints();
std::vector<Endpoint> feed_endpoints();
std::vector<Endpoint> work_endpoints();
std::vector<Endpoint> self_play_endpoints();
std::vector<Endpoint> analysis_endpoints();
std::vector<Endpoint> bridge_endpoints();
std::vector<Endpoint> moderation_endpoints();
std::vector<Endpoint> act_endpoints();   // of moderators, about accounts
std::vector<Endpoint> site_endpoints();  // who may join, and what is told to everybody
std::vector<Endpoint> health_endpoints();
}  // namespace net

}  // namespace cairn
