#include "server/net/server.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/signal_set.hpp>
#include <thread>
#include <utility>

#include "server/base/tokens.h"
#include "server/net/end_in_time.h"
#include "server/net/listen.h"
#include "server/net/openapi.h"
#include "server/net/services.h"
#include "server/net/store_watch.h"
#include "server/net/time_of_day.h"
#include "server/protocol/tables_to_client.h"

namespace cairn {

using namespace net;

struct Server::Inside {
  explicit Inside(const ServerConfig& config)
      : shared(io, config),
        watch(shared),
        day(shared.log),
        signals(io.get_executor()),
        ticker(io.get_executor()),
        drain(io.get_executor()) {}

  // At the start; "", or what is wrong.
  std::string open();
  std::string open_doors();
  std::string open_database();
  void load_web();

  std::string listen(Listening& on, std::uint16_t port);
  Task<void> accept(Acceptor& on, bool turned_away);
  Task<void> tick();
  Task<void> measure();
  void take_signals();
  void set_time();
  void reload();
  void read_web();
  std::string read_tls();
  std::string read_rules();
  void renew_tls();
  void drain_then_end();
  void end();

  Store::Post post() {
    return [this](std::function<void()> what) {
      asio::post(io, [what = std::move(what)] {
        loop_does = "what came back from a thread";
        what();
      });
    };
  }

  Shared shared;           // outlives the connections that the loop still holds when it is stopped
  asio::io_context io{1};  // outlives all that posts to it
  const World world{shared.config.games.empty() ? games() : shared.config.games,
                    [this] { return day.now_ms(); },
                    [this] { return shared.now(); },
                    [this](const std::string& text) { shared.log.write(LogLevel::error, text); },
                    post(),
                    [this](const Asker& who, double cost) { return shared.charge_work(who, cost); }};
  std::unique_ptr<Store> store;
  StoreWatch watch;
  TimeOfDay day;                     // by which games are timed
  std::optional<Services> services;  // once the store is open
  Listening doors, redirectors;
  std::int64_t tls_changed = 0;
  asio::basic_signal_set<Executor> signals;
  Timer ticker, drain;
  std::jthread describer;
  std::jthread web_reader;  // gzip takes its time
  bool web_reading = false, web_again = false;
};

std::string Server::Inside::listen(Listening& on, std::uint16_t port) {
  constexpr int kBacklog = 4096;
  on = listen_on(io.get_executor(), shared.config.address, port, kBacklog);
  if (!on.error) return on.fault;
  std::string text = "cannot listen on " + on.fault;
  if (on.error == asio::error::address_in_use)
    text += std::string("; another program uses it, choose one with ") + (&on == &doors ? "--port" : "--redirect-port");
  if (on.error == asio::error::access_denied) text += "; ports below 1024 need permission (see docs/hosting.md)";
  return text;
}

Task<void> Server::Inside::accept(Acceptor& on, bool turned_away) {
  Timer pause(io.get_executor());
  while (true) {
    auto [error, socket] = co_await on.async_accept(kTuple);
    if (shared.ending || error == asio::error::operation_aborted) co_return;
    if (error) {  // no file descriptors left, or the caller went away
      pause.expires_after(std::chrono::milliseconds(50));
      co_await pause.async_wait(kTuple);
      continue;
    }
    if (shared.open.size() >= shared.config.max_connections) continue;  // closes it
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    asio::co_spawn(io.get_executor(), serve_http(*services, std::move(socket), turned_away), asio::detached);
  }
}

Task<void> Server::Inside::tick() {
  constexpr int kClocksPerTick = 4;
  for (int count = 1; !shared.ending; ++count) {
    ticker.expires_after(std::chrono::milliseconds(1000 / kClocksPerTick));
    co_await ticker.async_wait(kTuple);
    if (shared.ending) break;
    loop_does = "a look at clocks and mail";
    services->tick();
    if (count % kClocksPerTick != 0) continue;
    loop_does = "the work of each second";
    // Put together once, which takes longer than the loop may be held.
    if (count == kClocksPerTick) describer = std::jthread([] { openapi_text(); });
    services->tick_second();
    watch.tick(*store);
    day.tick();
    if (count % (60 * kClocksPerTick) == 0) renew_tls();
  }
  // Ending: wait until everybody has been answered, but not for ever.
  constexpr auto kTimeToAnswer = kTimeToEnd * 2 / 3, kStep = std::chrono::milliseconds(50);
  for (int i = 0; i < kTimeToAnswer / kStep && !shared.open.empty(); ++i) {
    ticker.expires_after(kStep);
    co_await ticker.async_wait(kTuple);
  }
  io.stop();
}

Task<void> Server::Inside::measure() {
  Timer timer(io.get_executor());
  while (!shared.ending) {
    timer.expires_after(std::chrono::milliseconds(500));
    co_await timer.async_wait(kTuple);
    const std::chrono::duration<double> late = std::chrono::steady_clock::now() - timer.expiry();
    shared.traffic.lag.add(late.count());
  }
}

void Server::Inside::take_signals() {
  signals.async_wait([this](error_code error, int signal) {
    if (error) return;
    if (signal == SIGHUP)
      reload();
    else if (signal == SIGUSR1)
      set_time();
    else
      drain_then_end();
    take_signals();
  });
}

// The host says that the machine's time is right. Another server may still be ahead, and would find that clocks which
// are set now have run out: of several servers all take the time over first, and the host sets the clocks then.
void Server::Inside::set_time() {
  day.take_over();
  if (!store->tables.shared()) return services->table_service.set_clocks();
  shared.log.write(
      LogLevel::warning,
      "when all servers use the new time, reset the clocks that are ahead with `cairn admin clocks --set`");
}

// All or nothing: a file with a fault changes nothing.
void Server::Inside::reload() {
  ConfigRead read = shared.config.reread();
  for (std::string& fault : read.config.faults()) read.errors.push_back(std::move(fault));
  for (const std::string& error : read.errors) shared.log.write(LogLevel::error, error);
  if (!read.errors.empty())
    return shared.log.write(LogLevel::error, "the settings were not read again; all stay as they were");
  ServerConfig next = shared.config;
  for (const Setting* setting : changed_settings(shared.config, read.config)) {
    if (!setting->live) {
      shared.log.write(LogLevel::warning, "a changed setting takes effect after a restart",
                       {{"setting", setting->key}});
      continue;
    }
    setting->set(next, setting->get(read.config));
    shared.log.write(LogLevel::info, "setting changed", {{"setting", setting->key}});
  }
  if (shared.config.engines != read.config.engines)
    shared.log.write(LogLevel::warning, "a changed setting takes effect after a restart", {{"setting", "engine"}});
  shared.apply(next);
  shared.log.write(LogLevel::info, "settings reloaded");
  if (const std::string error = read_rules(); !error.empty())
    shared.log.write(LogLevel::error, error + "; the rules stay as they were");
  read_web();
  if (const std::string error = read_tls(); !error.empty())
    shared.log.write(LogLevel::error, error + "; the certificate stays as it was");
}

// "", or what is wrong; then what was in use stays so.
std::string Server::Inside::read_rules() {
  std::string error, text = read_club_rules(shared.config.club_rules, error);
  if (error.empty()) shared.club_rules = std::move(text);
  return error;
}

// "", or what is wrong; then what was in use stays so.
std::string Server::Inside::read_tls() {
  const ServerConfig& config = shared.config;
  if (config.tls_certificate.empty() != config.tls_key.empty())
    return "the settings tls-certificate and tls-key belong together; give both, or none";
  if (!config.speaks_tls()) {
    shared.tls = nullptr;
    return {};
  }
  const TlsFiles files{config.tls_certificate, config.tls_key};
  tls_changed = changed_at(files);
  Tls tls = load_tls(files, Shared::wall_ms() / 1000);
  if (tls.context != nullptr) shared.tls = std::move(tls.context);
  return tls.error;
}

// Certificates live for weeks, and whoever renews them need not tell.
void Server::Inside::renew_tls() {
  if (!shared.config.speaks_tls()) return;
  const std::int64_t changed = changed_at({shared.config.tls_certificate, shared.config.tls_key});
  if (changed == 0 || changed == tls_changed) return;
  const std::string error = read_tls();
  if (error.empty())
    shared.log.write(LogLevel::info, "new certificate loaded");
  else
    shared.log.write(LogLevel::error, error + "; the certificate stays as it was");
}

// The client may have been built anew. Whoever is being answered keeps the old one.
void Server::Inside::read_web() {
  if (shared.config.web.empty()) return;
  web_again = web_reading;  // what is read now may be older than the settings
  if (std::exchange(web_reading, true)) return;
  web_reader = std::jthread([this, folder = shared.config.web, club = shared.club()] {
    auto files = std::make_shared<StaticFiles>();
    const std::string error = files->load(folder, club);
    asio::post(io, [this, files, error] {
      web_reading = false;
      if (error.empty())
        shared.files = files;
      else
        shared.log.write(LogLevel::error, "the web client was not reloaded: " + error);
      if (web_again) read_web();
    });
  });
}

// Balancers look at /readyz and send nobody any more; who is here is served for a while.
void Server::Inside::drain_then_end() {
  const int seconds = shared.config.drain_seconds;
  if (shared.draining || shared.ending || seconds == 0) return end();
  shared.draining = true;
  shared.log.write(LogLevel::info, "draining", {{"seconds", std::int64_t{seconds}}});
  drain.expires_after(std::chrono::seconds(seconds));
  drain.async_wait([this](error_code error) {
    if (!error && !shared.ending) end();
  });
}

void Server::Inside::end() {
  if (shared.ending) return io.stop();  // told twice: at once
  shared.log.write(LogLevel::info, "stopping");
  if (shared.config.handle_signals) end_program_in_time(shared.log);
  shared.ending = true;
  services->end();
  error_code ignored;
  for (Listening* listening : {&doors, &redirectors})
    for (Acceptor& acceptor : listening->on) acceptor.close(ignored);
  const auto open = shared.open;  // they leave the set as they end
  for (Open* connection : open) connection->end();
  ticker.cancel();
}

Server::Server(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

Server::~Server() {
  inside_->store->close();
}

Server::Started Server::start(const ServerConfig& config) {
  if (!init_tokens()) return {nullptr, "this machine provides no random numbers"};
  if (auto faults = config.faults(); !faults.empty()) return {nullptr, std::move(faults.front())};
  auto inside = std::make_unique<Inside>(config);
  if (auto error = inside->open(); !error.empty()) return {nullptr, std::move(error)};
  if (config.handle_signals) {  // from here on: who is told that the server is ready may end it
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) inside->signals.add(signal);
    if (config.reread) inside->signals.add(SIGHUP);
    inside->take_signals();
  }
  return {std::unique_ptr<Server>(new Server(std::move(inside))), {}};
}

std::string Server::Inside::open() {
  if (auto error = open_doors(); !error.empty()) return error;
  if (auto error = read_rules(); !error.empty()) return error;
  if (auto error = open_database(); !error.empty()) return error;
  load_web();
  shared.game_list = game_list_text(world.games);
  services.emplace(shared, *store, world);
  return services->open();
}

std::string Server::Inside::open_doors() {
  const ServerConfig& config = shared.config;
  if (auto error = read_tls(); !error.empty()) return error;
  if (config.redirect_port != 0 && !config.speaks_tls())
    return "redirect-port sends plain HTTP to HTTPS, which needs tls-certificate and tls-key";
  if (auto error = listen(doors, config.port); !error.empty()) return error;
  if (config.redirect_port != 0)
    if (auto error = listen(redirectors, config.redirect_port); !error.empty()) return error;
  shared.https_port = doors.port();
  return {};
}

std::string Server::Inside::open_database() {
  OpenedStore opened = open_store(shared.config, world.post);
  for (const std::string& note : opened.notes) shared.log.write(LogLevel::warning, note);
  if (!opened.store) return opened.error;
  store = std::move(opened.store);
  return {};
}

void Server::Inside::load_web() {
  auto files = std::make_shared<StaticFiles>();
  const std::string& folder = shared.config.web;
  const std::string problem =
      folder.empty() ? "no folder with the built web client was found" : files->load(folder, shared.club());
  if (problem.empty())
    shared.files = std::move(files);
  else
    shared.log.write(LogLevel::warning, "no web client: " + problem);
}

std::uint16_t Server::port() const {
  return inside_->doors.port();
}

std::string Server::host() const {
  return inside_->doors.host();
}

void Server::run() {
  Inside& in = *inside_;
  for (Listening* listening : {&in.doors, &in.redirectors})
    for (Acceptor& acceptor : listening->on)
      asio::co_spawn(in.io.get_executor(), in.accept(acceptor, listening == &in.redirectors), asio::detached);
  asio::co_spawn(in.io.get_executor(), in.tick(), asio::detached);
  asio::co_spawn(in.io.get_executor(), in.measure(), asio::detached);
  in.watch.begin(*in.store);
  in.day.compare(*in.store);
  in.services->run();
  run_watched(in.shared);
}

void Server::stop() {
  asio::post(inside_->io, [this] { inside_->end(); });
}

}  // namespace cairn
