// The connections of the load generator: thousands of them on one thread, HTTP/1.1 and WebSocket as little as it needs,
// so that what is measured is the server. A connection tells what comes by callbacks from `Poll::wait`; none may be
// destroyed inside a callback of its own.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "notation/view_json.h"

namespace cairn::cli {

// Where a server is, looked up once.
struct LoadTarget {
  std::string host;  // with its port, as HTTP names it
  sockaddr_storage address{};
  socklen_t size = 0;
};
// Takes http://HOST[:PORT]; "" or what was wrong and what would be right.
std::string find_target(std::string_view url, LoadTarget& out);

class Poll {
 public:
  class Reader {
   public:
    virtual ~Reader() = default;
    virtual void readable() = 0;
  };
  Poll();
  Poll(const Poll&) = delete;
  Poll& operator=(const Poll&) = delete;
  ~Poll();
  void add(int file, Reader& reader) const;
  void wait(int ms) const;

 private:
  int file_;
};

// A TCP connection. Sending waits, which few bytes never do for long.
class LoadWire {
 public:
  LoadWire() = default;
  LoadWire(const LoadWire&) = delete;
  LoadWire& operator=(const LoadWire&) = delete;
  ~LoadWire() { close(); }
  std::string open(const LoadTarget& target);  // "" or why not
  bool is_open() const { return file_ >= 0; }
  int file() const { return file_; }
  bool send(std::string_view bytes);
  bool receive();  // appends what is there to `in`; false: it is closed
  void close();
  std::string in;

 private:
  int file_ = -1;
};

struct LoadAnswer {
  int status = 0;  // 0: no answer came, `body` tells why
  std::string body, cookie;
  bool good() const { return status >= 200 && status < 300; }
};

// Some HTTP connections to one server, each with one request at a time; the others wait for a free one.
class HttpPool {
 public:
  struct Request {
    std::string method, path, cookie, body;  // body "": none
    std::function<void(const LoadAnswer&)> done;
  };
  HttpPool(const Poll& poll, const LoadTarget& target, std::size_t connections);
  HttpPool(const HttpPool&) = delete;
  HttpPool& operator=(const HttpPool&) = delete;
  ~HttpPool();
  void ask(Request request);
  std::size_t connections() const { return lines_.size(); }

 private:
  class Line;
  void next(Line& line);
  const Poll& poll_;
  const LoadTarget& target_;
  std::vector<std::unique_ptr<Line>> lines_;
  std::deque<Request> waiting_;
};

// A WebSocket at a table.
class LoadSocket final : public Poll::Reader {
 public:
  using Hear = std::function<void(std::string_view message)>;
  using Closed = std::function<void(const std::string& why)>;
  LoadSocket(const Poll& poll, const LoadTarget& target, const std::string& table, const std::string& cookie, Hear hear,
             Closed closed);
  void say(std::string_view text) { frame(0x1, text); }
  void readable() override;

 private:
  void frame(int opcode, std::string_view text);
  void fail(const std::string& why);
  LoadWire wire_;
  Hear hear_;
  Closed closed_;
  bool shaken_ = false, failed_ = false;
};

}  // namespace cairn::cli
