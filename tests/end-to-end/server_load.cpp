// How many durable moves a second the server takes, and how long one waits: random games prepared beforehand are played
// over two WebSockets a table, every table as fast as its answers come. Client and server share this machine.
//
//   server_load [TABLES] [SECONDS]     (64 tables and 10 s when not given): one server, SQLite
//   server_load TABLES SECONDS SERVERS     so many servers on a PostgreSQL that is started for it; the two players of a
//                                          table are at different servers where there are several
//
// Prints moves/s, the time from a command to its reply, and to the other player's socket.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "core/rng.h"
#include "core/text.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<std::string> random_game(Rng& rng) {
  Position position = find_game("margo")->make({{{"size", "6"}}, std::nullopt}).position;
  std::vector<std::string> words;
  ActionList actions;
  while (!position.to_act().empty()) {
    const Seat seat = position.to_act().front();
    position.legal(seat, actions);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    words.push_back(position.format(action));
    position.apply(seat, action, NoEvents{});
  }
  return words;
}

struct Peer {
  int file = -1;
  std::string in;
  std::size_t table = 0;
  int seat = 0;
};

struct Play {
  std::vector<std::string> words;
  std::size_t next = 0;
  double sent_at = 0;
  int awaited = 0;  // the reply to the mover and the change to the other
};

class Load {
 public:
  Load(const std::vector<std::uint16_t>& ports, std::size_t tables) : plays_(tables), peers_(2 * tables) {
    Client white(ports.front()), black(ports.front());
    white.enter("white");
    black.enter("black");
    Rng rng(1);
    poll_ = ::epoll_create1(0);
    for (std::size_t i = 0; i < tables; ++i) {
      const std::string id = white.create({{"game", "margo"}, {"options", {{"size", 6}}}, {"opponent", "friend"}});
      black.post("/api/tables/" + id + "/join", Json::object());
      plays_[i].words = random_game(rng);
      connect(peers_[2 * i], ports[i % ports.size()], id, white.cookie(), i, 0);
      connect(peers_[2 * i + 1], ports[(i + 1) % ports.size()], id, black.cookie(), i, 1);
    }
  }
  ~Load() {
    for (const Peer& peer : peers_) ::close(peer.file);
    ::close(poll_);
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  void run(double seconds) {
    const double start = now(), cpu_start = cpu();
    end_ = start + seconds;
    for (std::size_t i = 0; i < plays_.size(); ++i) move(i);
    epoll_event events[256];
    while (under_way_ > 0 && now() < end_ + 10) {
      const int count = ::epoll_wait(poll_, events, 256, 1000);
      for (int i = 0; i < count; ++i) read(peers_[events[i].data.u64]);
    }
    const double took = now() - start;
    std::printf("%zu tables, %zu sockets: %zu durable moves in %.1f s: %.0f moves/s\n", plays_.size(), peers_.size(),
                replies_.size(), took, static_cast<double>(replies_.size()) / took);
    std::printf("%.0f us of processor time a move, client and server together\n",
                1e6 * (cpu() - cpu_start) / static_cast<double>(replies_.size()));
    print("command to reply          ", replies_);
    print("command to the other's ear", changes_);
    if (refused_ > 0) std::printf("%d refused\n", refused_);
    if (under_way_ > 0) std::printf("%d tables did not finish\n", under_way_);
  }
  bool good() const { return refused_ == 0 && under_way_ == 0; }

 private:
  void connect(Peer& peer, std::uint16_t port, const std::string& id, const std::string& cookie, std::size_t table,
               int seat) {
    peer.table = table;
    peer.seat = seat;
    peer.file = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int one = 1;
    ::setsockopt(peer.file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (::connect(peer.file, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot connect");
    const std::string hello = "GET /api/tables/" + id + "/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n" +
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: cairn_session=" + cookie +
                              "\r\n\r\n";
    if (::send(peer.file, hello.data(), hello.size(), MSG_NOSIGNAL) < 0) throw std::runtime_error("cannot send");
    char bytes[4096];
    while (peer.in.find("\r\n\r\n") == std::string::npos) {
      const auto got = ::recv(peer.file, bytes, sizeof bytes, 0);
      if (got <= 0) throw std::runtime_error("no handshake");
      peer.in.append(bytes, static_cast<std::size_t>(got));
    }
    peer.in.erase(0, peer.in.find("\r\n\r\n") + 4);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = static_cast<std::uint64_t>(&peer - peers_.data());
    ::epoll_ctl(poll_, EPOLL_CTL_ADD, peer.file, &event);
  }

  void move(std::size_t table) {
    Play& play = plays_[table];
    if (play.next >= play.words.size() || now() >= end_) return;
    const std::string number = std::to_string(play.next);
    const std::string text = R"({"type":"command","request":"m)" + number + R"(","version":)" +
                             std::to_string(play.next + 1) + R"(,"command":"play","word":")" + play.words[play.next] +
                             "\"}";
    std::string frame = "\x81";
    frame += static_cast<char>(0x80 | static_cast<int>(text.size()));
    frame += std::string(4, '\0');  // a mask of zeros masks nothing
    frame += text;
    play.sent_at = now();
    play.awaited = 2;
    ++under_way_;
    if (::send(peers_[2 * table + play.next % 2].file, frame.data(), frame.size(), MSG_NOSIGNAL) < 0)
      throw std::runtime_error("cannot send");
  }

  void read(Peer& peer) {
    char bytes[65536];
    const auto got = ::recv(peer.file, bytes, sizeof bytes, 0);
    if (got <= 0) throw std::runtime_error("the server closed a socket");
    peer.in.append(bytes, static_cast<std::size_t>(got));
    std::size_t at = 0;
    while (true) {
      const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(peer.in[i])); };
      if (peer.in.size() < at + 4) break;
      std::size_t length = byte(at + 1) & 127, head = 2;
      if (length == 127) throw std::runtime_error("a message is too long");
      if (length == 126) length = byte(at + 2) * 256 + byte(at + 3), head = 4;
      if (peer.in.size() < at + head + length) break;
      take(peer, std::string_view(peer.in).substr(at + head, length));
      at += head + length;
    }
    peer.in.erase(0, at);
  }

  void take(const Peer& peer, std::string_view message) {
    Play& play = plays_[peer.table];
    const bool mover = static_cast<int>(play.next % 2) == peer.seat;
    const double took = now() - play.sent_at;
    // The change that this move makes; the mover hears of it too, later than the other has answered.
    const std::string change = R"({"type":"change","version":)" + std::to_string(play.next + 2) + ",";
    if (mover && message.find("\"type\":\"reply\"") < 20)
      replies_.push_back(took);
    else if (!mover && message.substr(0, change.size()) == change)
      changes_.push_back(took);
    else {
      refused_ += message.find("\"type\":\"refused\"") < 20;
      return;
    }
    if (--play.awaited > 0) return;
    --under_way_;
    ++play.next;
    move(peer.table);
  }

  static void print(const char* what, std::vector<double>& times) {
    if (times.empty()) return;
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
      return 1000 * times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    std::printf("%s: p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, most %.2f ms\n", what, at(0.5), at(0.9), at(0.99), at(1));
  }

  int poll_ = -1, under_way_ = 0, refused_ = 0;
  double end_ = 0;
  std::vector<Play> plays_;
  std::vector<Peer> peers_;
  std::vector<double> replies_, changes_;
};

long resident_kb() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.rfind("VmRSS:", 0) == 0) return std::stol(line.substr(6));
  return 0;
}

int run(std::size_t tables, double seconds, std::size_t servers) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  std::unique_ptr<PostgresCluster> postgres;
  if (servers > 0) {
    postgres = std::make_unique<PostgresCluster>();
    config.database = postgres->url("postgres");
  }
  std::vector<std::unique_ptr<Running>> running;
  std::vector<std::uint16_t> ports;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, servers); ++i) {
    running.push_back(std::make_unique<Running>(config));
    ports.push_back(running.back()->port());
  }
  Load load(ports, tables);
  load.run(seconds);
  std::printf("%ld MB resident, client and server together\n", resident_kb() / 1024);
  return load.good() ? 0 : 1;
}

}  // namespace
}  // namespace cairn::testing

int main(int argc, char** argv) {
  const int tables = argc > 1 ? cairn::parse_int(argv[1]).value_or(0) : 64;
  const int seconds = argc > 2 ? cairn::parse_int(argv[2]).value_or(0) : 10;
  const int servers = argc > 3 ? cairn::parse_int(argv[3]).value_or(0) : 0;
  if (tables < 1 || seconds < 1 || (argc > 3 && servers < 1)) {
    std::fprintf(stderr, "usage: server_load [TABLES] [SECONDS] [SERVERS]\n");
    return 2;
  }
  try {
    return cairn::testing::run(static_cast<std::size_t>(tables), seconds, static_cast<std::size_t>(servers));
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "server_load: %s\n", problem.what());
    return 1;
  }
}
