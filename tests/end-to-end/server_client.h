// A plain client of the server for tests: blocking sockets, HTTP/1.1 and WebSocket as little as the tests need, so that
// nothing of the server tests itself. Every wait has an end.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "notation/view_json.h"
#include "server/net/server.h"

// GoogleTest would print JSON as a number, which throws for all else: a comparison that fails would not say how.
namespace nlohmann {
inline void PrintTo(const ordered_json& json, std::ostream* out) {
  *out << json.dump();
}
}  // namespace nlohmann

namespace cairn::testing {

struct Response {
  int status = 0;                              // 0: the connection broke before an answer was there
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  Json json() const { return parse_json(body); }
  std::string code() const;  // of an error
};

struct Secret;  // what TLS remembers of a connection

class Wire {  // a connected TCP socket
 public:
  // `trusting`: TLS, with a server whose certificate is in this file and made for localhost. `v6`: to ::1.
  explicit Wire(std::uint16_t port, bool small_buffer = false, const std::string& trusting = "", bool v6 = false);
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  ~Wire();
  bool ok() const { return file_ >= 0; }
  bool ended() const;  // whether the server has closed its side
  bool send(std::string_view bytes);
  // Appends what comes; false: closed, broken, or nothing for `wait`.
  bool receive(std::string& into, std::chrono::milliseconds wait = std::chrono::seconds(60));
  void stop_sending() const;  // the other half stays open
  void close();
  std::string certificate() const;  // the server's, as PEM; "" without TLS

 private:
  int file_ = -1;
  std::unique_ptr<Secret> secret_;
};

// One person's browser: keeps its cookie and its connection.
class Client {
 public:
  explicit Client(std::uint16_t port, std::string trusting = "") : port_(port), trusting_(std::move(trusting)) {}
  Response get(std::string_view target) { return ask("GET", target, "", {}); }
  Response post(std::string_view target, const Json& body) {
    return ask("POST", target, to_body(body), {{"Content-Type", "application/json"}});
  }
  Response ask(std::string_view method, std::string_view target, std::string_view body,
               const std::map<std::string, std::string>& headers);
  void enter(const std::string& name);
  std::string create(const Json& wish);  // the id of the new table
  Json state(const std::string& table) { return get("/api/tables/" + table).json(); }
  Response command(const std::string& table, const std::string& request, int version, const std::string& word);
  const std::string& cookie() const { return cookie_; }
  std::string named_cookie() const { return cookie_name_ + "=" + cookie_; }
  std::uint16_t port() const { return port_; }
  const std::string& trusting() const { return trusting_; }
  void forget_connection() { wire_.reset(); }

 private:
  static std::string to_body(const Json& json) { return json.dump(); }
  std::uint16_t port_;
  std::string trusting_, cookie_, cookie_name_ = "cairn_session", device_, rest_;
  std::unique_ptr<Wire> wire_;
};

// A WebSocket, at a table or elsewhere.
class TableEar {
 public:
  TableEar(const Client& client, const std::string& table, const std::string& origin = "", bool small_buffer = false,
           const std::string& query = "");
  // At another address than a table's: its frames are not those of the OpenAPI document. `headers`: whole lines.
  TableEar(std::uint16_t port, const std::string& target, const std::string& headers, bool small_buffer = false);
  bool ok() const { return open_; }
  int status() const { return status_; }  // of the handshake
  // The next message; null when none came in time or the socket was closed.
  Json next(std::chrono::milliseconds wait = std::chrono::seconds(60));
  // Skips messages until one of this type.
  Json next_of(std::string_view type);
  void send(const Json& message) { send_frame(0x1, message.dump()); }
  void send_frame(int opcode, std::string_view bytes, bool masked = true);
  void send_bytes(std::string_view bytes) { wire_.send(bytes); }
  int close_code() const { return close_code_; }  // that the server sent; 0: none
  void stop_sending() const { wire_.stop_sending(); }
  void cut() { wire_.close(); }  // without a word

 private:
  Wire wire_;
  std::string rest_;
  bool open_ = false, documented_ = true;
  int status_ = 0, close_code_ = 0;
};

// A stream of lines.
class LineEar {
 public:
  LineEar(const Client& client, const std::string& target, const std::string& bearer = "", bool small_buffer = false);
  int status() const { return response_.status; }
  const Response& response() const { return response_; }
  // The next line that is not empty; null when none came in time or the stream is over.
  Json next(std::chrono::milliseconds wait = std::chrono::seconds(60));
  bool whole() const { return whole_; }  // it came to its end, and was not cut
  void cut() { wire_.close(); }

 private:
  Wire wire_;
  std::string target_, rest_, text_;
  Response response_;
  bool whole_ = false;
};

// Sends bytes and gives all that comes back until the server closes or half a second of silence.
std::string exchange(std::uint16_t port, std::string_view bytes, bool v6 = false,
                     std::chrono::milliseconds silence = std::chrono::milliseconds(500));

int status_of(const std::string& answer);  // of bytes that came back; 0: they begin with no answer

class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A server in this process, on a free port, in a thread of its own.
class Running {
 public:
  explicit Running(ServerConfig config);
  ~Running() { stop(); }
  void stop();
  std::uint16_t port() const { return port_; }

 private:
  std::unique_ptr<Server> server_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

ServerConfig config_for(const TempFolder& folder);

}  // namespace cairn::testing
