#include "server/net/server.h"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/signal_set.hpp>
#include <thread>

#include "server/net/loop.h"
#include "server/store/postgres.h"
#include "server/store/sqlite.h"
#include "server/tokens.h"

namespace cairn {

using namespace net;

namespace {

using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;

int bot_threads(const ServerConfig& config) {
  if (config.bot_threads > 0) return config.bot_threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

}  // namespace

struct Server::Inside {
  explicit Inside(const ServerConfig& config)
      : shared(io, config), acceptor(io.get_executor()), signals(io.get_executor()), ticker(io.get_executor()) {}

  std::string listen();
  Task<void> accept();
  Task<void> tick();
  void end();
  void end_of(const Accounts::Callers& which);

  Store::Post post() {
    return [this](std::function<void()> what) { asio::post(io, std::move(what)); };
  }

  Shared shared;           // outlives the connections that the loop still holds when it is stopped
  asio::io_context io{1};  // outlives all that posts to it
  std::string web_error;
  std::unique_ptr<Store> store;
  std::unique_ptr<BotPool> bots;
  std::unique_ptr<PasswordPool> passwords;
  std::unique_ptr<Club> club;
  std::unique_ptr<Accounts> accounts;
  Acceptor acceptor;
  asio::basic_signal_set<Executor> signals;
  Timer ticker;
};

std::string Server::Inside::listen() {
  const ServerConfig& config = shared.config;
  error_code error;
  const auto address = asio::ip::make_address(config.address == "localhost" ? "127.0.0.1" : config.address, error);
  if (error)
    return "\"" + config.address + "\" is no address; right are 127.0.0.1 (this machine), 0.0.0.0 (all), ::1, ::";
  const tcp::endpoint endpoint(address, config.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error && address.is_v6()) acceptor.set_option(asio::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(4096, error);
  if (!error) return {};
  std::string text =
      "cannot listen on " + config.address + " port " + std::to_string(config.port) + ": " + error.message();
  if (error == asio::error::address_in_use) text += "; another program uses it, choose one with --port";
  return text;
}

Task<void> Server::Inside::accept() {
  Timer pause(io.get_executor());
  while (true) {
    auto [error, socket] = co_await acceptor.async_accept(kTuple);
    if (shared.ending || error == asio::error::operation_aborted) co_return;
    if (error) {  // no file descriptors left, or the caller went away
      pause.expires_after(std::chrono::milliseconds(50));
      co_await pause.async_wait(kTuple);
      continue;
    }
    if (shared.open.size() >= shared.config.max_connections) continue;  // closes it
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    asio::co_spawn(io.get_executor(), serve_http(shared, std::move(socket)), asio::detached);
  }
}

Task<void> Server::Inside::tick() {
  constexpr int kClocksPerTick = 4;
  for (int count = 1; !shared.ending; ++count) {
    ticker.expires_after(std::chrono::milliseconds(1000 / kClocksPerTick));
    co_await ticker.async_wait(kTuple);
    if (shared.ending) break;
    club->tick_clocks();
    if (count % kClocksPerTick != 0) continue;
    club->tick();
    accounts->tick();
  }
  // Ending: wait until everybody has been answered, but not for ever.
  for (int i = 0; i < 60 && !shared.open.empty(); ++i) {
    ticker.expires_after(std::chrono::milliseconds(50));
    co_await ticker.async_wait(kTuple);
  }
  io.stop();
}

void Server::Inside::end() {
  if (shared.ending) return io.stop();  // told twice: at once
  shared.ending = true;
  error_code ignored;
  acceptor.close(ignored);
  const auto open = shared.open;  // they leave the set as they end
  for (Open* connection : open) connection->end();
  ticker.cancel();
}

void Server::Inside::end_of(const Accounts::Callers& which) {
  std::vector<Open*> ending;  // they leave the set as they end
  for (Open* connection : shared.open)
    if (const Caller* caller = connection->caller(); caller != nullptr && which(*caller)) ending.push_back(connection);
  for (Open* connection : ending) connection->end_of_caller();
}

Server::Server(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

Server::~Server() {
  inside_->bots.reset();
  inside_->passwords.reset();
  inside_->store->close();
}

Server::Started Server::start(const ServerConfig& config) {
  if (!init_tokens()) return {nullptr, "this machine gives no random numbers"};
  auto inside = std::make_unique<Inside>(config);
  if (auto error = inside->listen(); !error.empty()) return {nullptr, std::move(error)};
  OpenedStore store = config.database.empty() ? open_sqlite_store(config.data, inside->post())
                                              : open_postgres_store(config.database, inside->post());
  if (!store.store) return {nullptr, std::move(store.error)};
  inside->store = std::move(store.store);
  if (config.web.empty())
    inside->web_error = "no folder with the built web client was found";
  else
    inside->web_error = inside->shared.files.load(config.web);
  inside->bots = std::make_unique<BotPool>(bot_threads(config), inside->post());
  Club::Settings settings;
  settings.games = config.games.empty() ? games() : config.games;
  settings.tables_kept = config.tables_in_memory;
  settings.now_ms = Shared::wall_ms;
  settings.log = [&log = inside->shared.log](const std::string& text) { log.write(LogLevel::error, text); };
  inside->club = std::make_unique<Club>(*inside->store, *inside->bots, std::move(settings));
  inside->shared.club = inside->club.get();
  inside->passwords = std::make_unique<PasswordPool>(config.passwords, inside->post());
  Accounts::Settings people;
  people.now_ms = Shared::wall_ms;
  people.seconds = [in = inside.get()] { return in->shared.now(); };
  people.log = [&log = inside->shared.log](const std::string& text) { log.write(LogLevel::error, text); };
  people.ended = [in = inside.get()](const Accounts::Callers& which) { in->end_of(which); };
  inside->accounts = std::make_unique<Accounts>(*inside->store, *inside->club, *inside->passwords, std::move(people));
  inside->shared.accounts = inside->accounts.get();
  return {std::unique_ptr<Server>(new Server(std::move(inside))), {}};
}

std::uint16_t Server::port() const {
  error_code ignored;
  return inside_->acceptor.local_endpoint(ignored).port();
}

const std::string& Server::web_error() const {
  return inside_->web_error;
}

void Server::run() {
  Inside& in = *inside_;
  if (in.shared.config.handle_signals) {
    in.signals.add(SIGINT);
    in.signals.add(SIGTERM);
    const auto wait = [&in](auto self) -> void {
      in.signals.async_wait([&in, self](error_code error, int) {
        if (error) return;
        in.end();
        self(self);
      });
    };
    wait(wait);
  }
  asio::co_spawn(in.io.get_executor(), in.accept(), asio::detached);
  asio::co_spawn(in.io.get_executor(), in.tick(), asio::detached);
  in.club->resume();
  in.io.run();
}

void Server::stop() {
  asio::post(inside_->io, [this] { inside_->end(); });
}

}  // namespace cairn
