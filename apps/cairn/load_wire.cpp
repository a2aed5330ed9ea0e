#include "apps/cairn/load_wire.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "apps/cairn/bot_link.h"
#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr int kSocketPatience = 20;  // seconds to connect or to send
constexpr std::size_t kBlock = 65'536;
constexpr std::string_view kHeaderEnd = "\r\n\r\n";

// The value of a header, its name in any case; "" where it is not.
std::string_view header(std::string_view head, std::string_view name) {
  for (const auto line : split(head, '\n')) {
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && equal_ignoring_case(line.substr(0, colon), name))
      return trim(line.substr(colon + 1));
  }
  return {};
}

int status_of(std::string_view head) {
  constexpr std::size_t kAt = 9;  // behind "HTTP/1.1 "
  return head.size() < kAt + 3 ? 0 : parse_int(head.substr(kAt, 3)).value_or(0);
}

// The answer at the front, once it is whole. Ours always tell their length.
std::optional<LoadAnswer> take_answer(std::string& in) {
  const auto end = in.find(kHeaderEnd);
  if (end == std::string::npos) return std::nullopt;
  const std::string_view head = std::string_view(in).substr(0, end);
  const auto length = static_cast<std::size_t>(std::max(0, parse_int(header(head, "content-length")).value_or(0)));
  const std::size_t begin = end + kHeaderEnd.size();
  if (in.size() < begin + length) return std::nullopt;
  LoadAnswer answer;
  answer.status = status_of(head);
  const std::string_view cookie = header(head, "set-cookie");
  answer.cookie = cookie.substr(0, cookie.find(';'));
  answer.body = in.substr(begin, length);
  in.erase(0, begin + length);
  return answer;
}

}  // namespace

std::string find_target(std::string_view url, LoadTarget& out) {
  ServerAccess access;
  if (auto error = read_server_url(url, access); !error.empty()) return error;
  if (access.secure) return "--server: cairn load cannot use https; give the http:// address of the server itself";
  const bool bare = access.host.find(':') != std::string::npos;  // an IPv6 address
  out.host = (bare ? "[" + access.host + "]" : access.host) + ":" + access.port;
  addrinfo wish{};
  wish.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(access.host.c_str(), access.port.c_str(), &wish, &found); error != 0)
    return "--server: the host \"" + access.host + "\" is not found: " + ::gai_strerror(error);
  std::string why;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    std::memcpy(&out.address, one->ai_addr, one->ai_addrlen);
    out.size = one->ai_addrlen;
    LoadWire wire;
    std::string fault = wire.open(out);
    if (fault.empty()) {
      why.clear();
      break;
    }
    if (why.empty()) why = std::move(fault);  // addresses that this machine cannot reach at all come last
  }
  ::freeaddrinfo(found);
  return why.empty() ? "" : "--server: " + why + "; is a server running there?";
}

Poll::Poll() : file_(::epoll_create1(EPOLL_CLOEXEC)) {}

Poll::~Poll() {
  ::close(file_);
}

void Poll::add(int file, Reader& reader) const {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &reader;
  ::epoll_ctl(file_, EPOLL_CTL_ADD, file, &event);
}

void Poll::wait(int ms) const {
  epoll_event events[256];
  const int count = ::epoll_wait(file_, events, 256, ms);
  for (int i = 0; i < count; ++i) static_cast<Reader*>(events[i].data.ptr)->readable();
}

// --- TCP

std::string LoadWire::open(const LoadTarget& target) {
  close();
  in.clear();
  file_ = ::socket(target.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int one = 1;
  const timeval patience{kSocketPatience, 0};
  if (file_ >= 0) {
    ::setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    ::setsockopt(file_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(file_, reinterpret_cast<const sockaddr*>(&target.address), target.size) == 0) return {};
  }
  const int error = errno;
  close();
  return "cannot connect to " + target.host + ": " +
         (error == EINPROGRESS ? "timed out" : std::string(std::strerror(error)));
}

bool LoadWire::send(std::string_view bytes) {
  while (file_ >= 0 && !bytes.empty()) {
    const auto sent = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return file_ >= 0;
}

bool LoadWire::receive() {
  char bytes[kBlock];
  const auto got = ::recv(file_, bytes, sizeof bytes, MSG_DONTWAIT);
  if (got > 0) in.append(bytes, static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

void LoadWire::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

// --- HTTP

class HttpPool::Line final : public Poll::Reader {
 public:
  explicit Line(HttpPool& pool) : pool_(pool) {}
  bool busy() const { return busy_; }

  void begin(Request request) {
    busy_ = true;
    asked_ = std::move(request);
    text_ =
        asked_.method + " " + asked_.path + " HTTP/1.1\r\nHost: " + pool_.target_.host + "\r\nCookie: " + asked_.cookie;
    if (!asked_.body.empty()) text_ += "\r\nContent-Type: application/json";
    text_ += "\r\nContent-Length: " + std::to_string(asked_.body.size()) + std::string(kHeaderEnd) + asked_.body;
    kept_ = wire_.is_open();
    submit();
  }

  void readable() override {
    if (!wire_.receive()) return broken("the server closed the connection");
    if (auto answer = take_answer(wire_.in)) end(std::move(*answer));
  }

 private:
  void submit() {
    if (!wire_.is_open()) {
      if (const std::string why = wire_.open(pool_.target_); !why.empty()) return end({0, why, {}});
      pool_.poll_.add(wire_.file(), *this);
    }
    if (!wire_.send(text_)) broken("the connection broke");
  }
  // A connection that was kept may be closed by the server just when the next request goes out: that goes once more.
  void broken(const char* why) {
    const bool again = busy_ && kept_ && wire_.in.empty();
    wire_.close();
    kept_ = false;
    if (again)
      submit();
    else if (busy_)
      end({0, why, {}});
  }
  void end(LoadAnswer answer) {
    if (answer.status == 0) wire_.close();
    busy_ = false;
    const auto done = std::move(asked_.done);
    pool_.next(*this);  // before it is told: the line is never idle while something waits
    done(answer);
  }

  HttpPool& pool_;
  LoadWire wire_;
  Request asked_;
  std::string text_;
  bool busy_ = false, kept_ = false;
};

HttpPool::HttpPool(const Poll& poll, const LoadTarget& target, std::size_t connections) : poll_(poll), target_(target) {
  for (std::size_t i = 0; i < connections; ++i) lines_.push_back(std::make_unique<Line>(*this));
}

HttpPool::~HttpPool() = default;

void HttpPool::ask(Request request) {
  waiting_.push_back(std::move(request));
  const auto free = std::find_if(lines_.begin(), lines_.end(), [](const auto& line) { return !line->busy(); });
  if (free != lines_.end()) next(**free);
}

void HttpPool::next(Line& line) {
  if (waiting_.empty() || line.busy()) return;
  Request request = std::move(waiting_.front());
  waiting_.pop_front();
  line.begin(std::move(request));
}

// --- WebSocket

LoadSocket::LoadSocket(const Poll& poll, const LoadTarget& target, const std::string& table, const std::string& cookie,
                       Hear hear, Closed closed)
    : hear_(std::move(hear)), closed_(std::move(closed)) {
  if (const std::string why = wire_.open(target); !why.empty()) {
    fail(why);
    return;
  }
  poll.add(wire_.file(), *this);
  wire_.send("GET /api/tables/" + table + "/socket HTTP/1.1\r\nHost: " + target.host +
             "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: " +
             cookie + std::string(kHeaderEnd));
}

void LoadSocket::frame(int opcode, std::string_view text) {
  std::string bytes;
  bytes += static_cast<char>(0x80 | opcode);
  if (text.size() < 126) {
    bytes += static_cast<char>(0x80 | static_cast<int>(text.size()));
  } else {
    bytes += static_cast<char>(0x80 | 126);
    bytes += static_cast<char>((text.size() >> 8) & 0xFF);
    bytes += static_cast<char>(text.size() & 0xFF);
  }
  bytes += std::string(4, '\0');  // a mask of zeros masks nothing
  bytes += text;
  if (!wire_.send(bytes)) fail("the connection broke");
}

void LoadSocket::fail(const std::string& why) {
  wire_.close();
  if (failed_) return;
  failed_ = true;
  closed_(why);
}

void LoadSocket::readable() {
  if (!wire_.receive()) return fail("the server closed the connection");
  if (!shaken_) {
    const auto end = wire_.in.find(kHeaderEnd);
    if (end == std::string::npos) return;
    if (const int status = status_of(wire_.in); status != 101)
      return fail("the server responds " + std::to_string(status) + " to a WebSocket");
    wire_.in.erase(0, end + kHeaderEnd.size());
    shaken_ = true;
  }
  std::size_t at = 0;
  while (!failed_) {
    const std::string& in = wire_.in;
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(in[i])); };
    if (in.size() < at + 2) break;
    std::size_t length = byte(at + 1) & 127, head = 2;
    const std::size_t more = length == 127 ? 8 : length == 126 ? 2 : 0;
    if (in.size() < at + head + more) break;
    if (more > 0) length = 0;
    for (std::size_t i = 0; i < more; ++i) length = length << 8 | byte(at + head + i);
    head += more;
    if (in.size() < at + head + length) break;
    const int opcode = static_cast<int>(byte(at) & 0xF);
    const std::string_view text = std::string_view(in).substr(at + head, length);
    if (opcode == 0x8) return fail("the server closed a WebSocket");
    if (opcode == 0x9) frame(0xA, text);
    if (opcode == 0x1) hear_(text);
    at += head + length;
  }
  if (!failed_) wire_.in.erase(0, at);
}

}  // namespace cairn::cli
