#include "server_client.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/text.h"
#include "tests/interface/answers.h"

namespace cairn::testing {

// --- Wire

struct Secret {
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  SSL* connection = nullptr;
  ~Secret() {
    SSL_free(connection);
    SSL_CTX_free(context);
  }
};

Wire::~Wire() {
  close();
}

Wire::Wire(std::uint16_t port, bool small_buffer, const std::string& trusting, bool v6) {
  file_ = ::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in v4_address{};
  v4_address.sin_family = AF_INET;
  v4_address.sin_port = htons(port);
  v4_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6_address{};
  v6_address.sin6_family = AF_INET6;
  v6_address.sin6_port = htons(port);
  v6_address.sin6_addr = in6addr_loopback;
  const auto* address =
      v6 ? reinterpret_cast<const sockaddr*>(&v6_address) : reinterpret_cast<const sockaddr*>(&v4_address);
  const int one = 1;
  ::setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  const int small = 4096;
  if (small_buffer) ::setsockopt(file_, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  if (::connect(file_, address, v6 ? sizeof v6_address : sizeof v4_address) != 0) close();
  if (!ok() || trusting.empty()) return;
  secret_ = std::make_unique<Secret>();
  SSL_CTX_load_verify_locations(secret_->context, trusting.c_str(), nullptr);
  SSL_CTX_set_verify(secret_->context, SSL_VERIFY_PEER, nullptr);
  secret_->connection = SSL_new(secret_->context);
  SSL_set1_host(secret_->connection, "localhost");
  SSL_set_tlsext_host_name(secret_->connection, "localhost");
  SSL_set_fd(secret_->connection, file_);
  if (SSL_connect(secret_->connection) != 1) close();
}

std::string Wire::certificate() const {
  X509* got = secret_ ? SSL_get1_peer_certificate(secret_->connection) : nullptr;
  BIO* memory = BIO_new(BIO_s_mem());
  if (got != nullptr) PEM_write_bio_X509(memory, got);
  char* text = nullptr;
  const auto size = static_cast<std::size_t>(BIO_get_mem_data(memory, &text));
  std::string pem(text, size);
  BIO_free(memory);
  X509_free(got);
  return pem;
}

bool Wire::ended() const {
  pollfd poll{file_, POLLRDHUP, 0};
  return ::poll(&poll, 1, 0) > 0;
}

bool Wire::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = secret_ ? SSL_write(secret_->connection, bytes.data(), static_cast<int>(bytes.size()))
                              : ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Wire::receive(std::string& into, std::chrono::milliseconds wait) {
  pollfd poll{file_, POLLIN, 0};
  if (file_ < 0) return false;
  const bool there = secret_ && SSL_pending(secret_->connection) > 0;
  if (!there && ::poll(&poll, 1, static_cast<int>(wait.count())) <= 0) return false;
  char bytes[16384];
  const auto got = secret_ ? SSL_read(secret_->connection, bytes, sizeof bytes) : ::recv(file_, bytes, sizeof bytes, 0);
  if (got <= 0) return false;
  into.append(bytes, static_cast<std::size_t>(got));
  return true;
}

void Wire::stop_sending() const {
  ::shutdown(file_, SHUT_WR);
}

void Wire::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

// --- HTTP

namespace {

// Reads the head of an answer into `response`; what came behind it stays in `rest`.
bool read_head(Wire& wire, std::string& rest, Response& response) {
  std::size_t end = 0;
  while ((end = rest.find("\r\n\r\n")) == std::string::npos)
    if (!wire.receive(rest)) return false;
  const std::string head = rest.substr(0, end + 2);
  rest.erase(0, end + 4);
  response.status = parse_int(head.substr(9, 3)).value_or(0);
  std::size_t line = head.find("\r\n") + 2;
  while (line < head.size()) {
    const std::size_t stop = head.find("\r\n", line), colon = head.find(':', line);
    std::string name = lower(head.substr(line, colon - line));
    while (response.headers.contains(name)) name += " again";  // Set-Cookie
    response.headers[name] = trim(head.substr(colon + 1, stop - colon - 1));
    line = stop + 2;
  }
  return true;
}

// Whatever a test is about: what the server says is as its OpenAPI document has it.
void hold_to_document(std::string_view method, std::string_view target, const Response& response) {
  const std::string fault = fault_of_answer({method, target, response.status, response.headers, response.body});
  if (!fault.empty()) ADD_FAILURE() << "not as the OpenAPI document has it: " << fault;
}

}  // namespace

std::string Response::code() const {
  const Json body_json = json();
  if (!body_json.is_object() || !body_json.contains("error")) return {};
  return body_json.at("error").value("code", "");
}

Response Client::ask(std::string_view method, std::string_view target, std::string_view body,
                     const std::map<std::string, std::string>& headers) {
  std::string text = std::string(method) + " " + std::string(target) +
                     " HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) + "\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  if (!cookie_.empty()) text += "Cookie: theme=dark; " + named_cookie() + device_ + "\r\n";
  if (cookie_.empty() && !device_.empty()) text += "Cookie: theme=dark" + device_ + "\r\n";
  if (method != "GET" && method != "HEAD") text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  text += "\r\n" + std::string(body);
  // As browsers do, it takes a new connection when the server has closed the one that it kept.
  if (!wire_ || !wire_->ok() || wire_->ended()) {
    wire_ = std::make_unique<Wire>(port_, false, trusting_);
    rest_.clear();
  }
  Response response;
  if (!wire_->ok() || !wire_->send(text) || !read_head(*wire_, rest_, response)) {
    wire_.reset();
    return {};
  }
  const bool bodiless = method == "HEAD" || response.status == 304;
  const auto length =
      bodiless ? 0 : static_cast<std::size_t>(parse_int(response.headers["content-length"]).value_or(0));
  while (rest_.size() < length) {
    if (wire_->receive(rest_)) continue;
    wire_.reset();
    return {};
  }
  response.body = rest_.substr(0, length);
  rest_.erase(0, length);
  const auto header = [&](const char* name) {
    const auto found = response.headers.find(name);
    return found == response.headers.end() ? std::string() : found->second;
  };
  if (lower(header("connection")) == "close") wire_.reset();
  const std::string set = header("set-cookie");
  for (const std::string name : {"cairn_session", "__Host-cairn_session"}) {
    if (!set.starts_with(name + '=')) continue;
    cookie_name_ = name;
    cookie_ = set.substr(name.size() + 1, set.find(';') - name.size() - 1);
  }
  if (const auto device = response.headers.find("set-cookie again"); device != response.headers.end())
    device_ = "; " + device->second.substr(0, device->second.find(';'));
  hold_to_document(method, target, response);
  return response;
}

void Client::enter(const std::string& name) {
  const Response response = post("/api/guest", {{"name", name}});
  ASSERT_TRUE(response.status == 201 || response.status == 200) << response.status << response.body;
  ASSERT_FALSE(cookie_.empty());
}

std::string Client::create(const Json& wish) {
  const Response response = post("/api/tables", wish);
  EXPECT_EQ(response.status, 201) << response.body;
  return response.status == 201 ? response.json().at("id").get<std::string>() : "";
}

Response Client::command(const std::string& table, const std::string& request, int version, const std::string& word) {
  return post("/api/tables/" + table + "/commands",
              {{"request", request}, {"version", version}, {"command", "play"}, {"word", word}});
}

// --- WebSocket

TableEar::TableEar(const Client& client, const std::string& table, const std::string& origin, bool small_buffer,
                   const std::string& query)
    : wire_(client.port(), small_buffer, client.trusting()) {
  std::string text = "GET /api/tables/" + table + "/socket" + query +
                     " HTTP/1.1\r\nHost: localhost:" + std::to_string(client.port()) +
                     "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  if (!client.cookie().empty()) text += "Cookie: " + client.named_cookie() + "\r\n";
  if (!origin.empty()) text += "Origin: " + origin + "\r\n";
  Response response;
  if (!wire_.ok() || !wire_.send(text + "\r\n") || !read_head(wire_, rest_, response)) return;
  status_ = response.status;
  hold_to_document("HEAD", "/api/tables/" + table + "/socket", response);  // what comes behind the head is not read
  open_ = status_ == 101;
}

TableEar::TableEar(std::uint16_t port, const std::string& target, const std::string& headers, bool small_buffer)
    : wire_(port, small_buffer), documented_(false) {
  const std::string text = "GET " + target + " HTTP/1.1\r\n" + headers +
                           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  Response response;
  if (!wire_.ok() || !wire_.send(text) || !read_head(wire_, rest_, response)) return;
  status_ = response.status;
  open_ = status_ == 101;
}

void TableEar::send_frame(int opcode, std::string_view bytes, bool masked) {
  std::string frame(1, static_cast<char>(0x80 | opcode));
  const int mask_bit = masked ? 0x80 : 0;
  if (bytes.size() < 126) {
    frame += static_cast<char>(mask_bit | static_cast<int>(bytes.size()));
  } else {
    const bool wide = bytes.size() > 0xFFFF;
    frame += static_cast<char>(mask_bit | (wide ? 127 : 126));
    for (int shift = wide ? 56 : 8; shift >= 0; shift -= 8) frame += static_cast<char>((bytes.size() >> shift) & 0xFF);
  }
  const std::string mask = "\x11\x22\x33\x44";
  if (masked) frame += mask;
  for (std::size_t i = 0; i < bytes.size(); ++i) frame += static_cast<char>(masked ? bytes[i] ^ mask[i % 4] : bytes[i]);
  wire_.send(frame);
}

Json TableEar::next(std::chrono::milliseconds wait) {
  const auto fill = [&](std::size_t size) {
    while (rest_.size() < size)
      if (!wire_.receive(rest_, wait)) return open_ = false;
    return true;
  };
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(rest_[i])); };
  while (open_ || !rest_.empty()) {
    if (!fill(2)) return nullptr;
    const std::size_t opcode = byte(0) & 15;
    std::size_t length = byte(1) & 127, head = 2;
    const std::size_t wide = length == 126 ? 2 : (length == 127 ? 8 : 0);
    if (!fill(head + wide)) return nullptr;
    if (wide > 0) length = 0;
    for (std::size_t i = 0; i < wide; ++i) length = length * 256 + byte(head + i);
    head += wide;
    if (!fill(head + length)) return nullptr;
    const std::string payload = rest_.substr(head, length);
    rest_.erase(0, head + length);
    if (opcode == 1) {
      Json message = parse_json(payload);
      if (const std::string fault = documented_ ? fault_of_frame(message) : ""; !fault.empty())
        ADD_FAILURE() << "a frame is not as the OpenAPI document has it: " << fault << " in " << payload;
      return message;
    }
    if (opcode == 9) send_frame(10, payload);
    if (opcode == 8) {
      if (payload.size() >= 2)
        close_code_ = static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
      open_ = false;
      return nullptr;
    }
  }
  return nullptr;
}

Json TableEar::next_of(std::string_view type) {
  while (true) {
    Json message = next();
    if (message.is_null() || message.value("type", "") == type) return message;
  }
}

// --- lines

LineEar::LineEar(const Client& client, const std::string& target, const std::string& bearer, bool small_buffer)
    : wire_(client.port(), small_buffer), target_(target) {
  std::string text = "GET " + target + " HTTP/1.1\r\nHost: localhost:" + std::to_string(client.port()) + "\r\n";
  if (!bearer.empty())
    text += "Authorization: Bearer " + bearer + "\r\n";
  else if (!client.cookie().empty())
    text += "Cookie: " + client.named_cookie() + "\r\n";
  if (!wire_.ok() || !wire_.send(text + "\r\n") || !read_head(wire_, rest_, response_)) return;
  if (response_.status == 200) return;
  const auto length = static_cast<std::size_t>(parse_int(response_.headers["content-length"]).value_or(0));
  while (rest_.size() < length && wire_.receive(rest_)) {
  }
  response_.body = rest_;
  hold_to_document("GET", target_, response_);
}

Json LineEar::next(std::chrono::milliseconds wait) {
  while (true) {
    if (const auto end = text_.find('\n'); end != std::string::npos) {
      Response line = response_;
      line.body = text_.substr(0, end);
      text_.erase(0, end + 1);
      if (line.body.empty()) continue;
      hold_to_document("GET", target_, line);
      return line.json();
    }
    const auto head = rest_.find("\r\n");
    const auto size =
        head == std::string::npos ? 0 : static_cast<std::size_t>(std::strtoul(rest_.c_str(), nullptr, 16));
    if (head != std::string::npos && rest_.size() >= head + 2 + size + 2) {
      if (size == 0) {
        whole_ = true;
        return nullptr;
      }
      text_ += rest_.substr(head + 2, size);
      rest_.erase(0, head + 2 + size + 2);
      continue;
    }
    if (whole_ || !wire_.receive(rest_, wait)) return nullptr;
  }
}

// --- the rest

std::string exchange(std::uint16_t port, std::string_view bytes, bool v6, std::chrono::milliseconds silence) {
  Wire wire(port, false, "", v6);
  std::string out;
  if (!wire.ok()) return out;
  wire.send(bytes);
  while (wire.receive(out, silence)) {
  }
  return out;
}

int status_of(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? parse_int(answer.substr(9, 3)).value_or(0) : 0;
}

TempFolder::TempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "cairn-e2e-XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}
TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Running::Running(ServerConfig config) {
  config.port = 0;
  auto started = Server::start(config);
  EXPECT_TRUE(started.server) << started.error;
  if (!started.server) return;
  server_ = std::move(started.server);
  port_ = server_->port();
  thread_ = std::thread([this] { server_->run(); });
}

void Running::stop() {
  if (!server_) return;
  server_->stop();
  thread_.join();
  server_.reset();
}

ServerConfig config_for(const TempFolder& folder) {
  ServerConfig config;
  config.data = folder.path() + "/data";
  config.bot_threads = 1;
  config.rate_limits = false;
  config.log_level = LogLevel::error;
  config.passwords = {.threads = 2, .waiting = 64, .passes = 1, .memory_bytes = 8192};
  return config;
}

}  // namespace cairn::testing
