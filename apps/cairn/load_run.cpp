#include "apps/cairn/load_run.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>

#include "apps/cairn/terminal.h"
#include "core/rng.h"
#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kHosts = 16;         // HTTP connections that open games and people
constexpr std::size_t kTablesAPair = 20;   // two people share so many tables
constexpr std::size_t kMostScripts = 256;  // games that are prepared, and played again and again
constexpr std::size_t kMostMoves = 2'000;  // of one
constexpr std::size_t kMostOpening = 64;   // games that are being opened at a time
constexpr double kPatience = 60;           // seconds without any progress while games are opened
constexpr double kAfter = 10;              // seconds for what is under way at the end
constexpr double kSettle = 2;              // seconds before memory is read

struct ScriptMove {
  int seat = 0;
  std::string word;
};
using Script = std::vector<ScriptMove>;

Script random_game(const LoadPlan& plan, Rng& rng) {
  Position position = plan.info->make(plan.config).position;
  Script script;
  ActionList actions;
  while (!position.to_act().empty() && script.size() < kMostMoves) {
    const Seat seat = position.to_act().front();
    position.legal(seat, actions);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    script.push_back({index(seat), position.format(action)});
    position.apply(seat, action, NoEvents{});
  }
  return script;
}

struct Play {
  std::string id;
  std::array<std::string, 2> cookies;
  std::array<std::unique_ptr<LoadSocket>, 2> sockets;
  const Script* script = nullptr;
  std::size_t next = 0;
  int greeted = 0;  // sockets that have the state
  bool open = false, moving = false, acknowledged = false, heard = false, given_up = false;
  double due = 0, acknowledged_at = 0, heard_at = 0;
};

std::string code_of(std::string_view text) {
  const Json json = parse_json(text);
  if (json.is_object() && json.contains("error") && json["error"].is_object() && json["error"].contains("code") &&
      json["error"]["code"].is_string())
    return json["error"]["code"].get<std::string>();
  return "not a valid response";
}

std::string explain(const std::string& what, const LoadAnswer& answer) {
  std::string text = what + ": ";
  if (answer.status == 0) return text + answer.body;
  text += "the server responds " + std::to_string(answer.status) + " (" + code_of(answer.body) + ")";
  constexpr int kTooMany = 429;
  if (answer.status == kTooMany) text += "; start the server with --no-rate-limits to measure it";
  return text;
}

// The value of a line of /metrics.
double metric(std::string_view text, std::string_view name) {
  for (const auto line : split(text, '\n'))
    if (line.starts_with(name) && line.substr(name.size()).starts_with(' '))
      return std::strtod(std::string(line.substr(name.size() + 1)).c_str(), nullptr);
  return -1;
}

class Load {
 public:
  Load(const LoadPlan& plan, const std::atomic<bool>& stop) : plan_(plan), stop_(stop), plays_(plan.games) {
    for (const LoadTarget& server : plan.servers) hosts_.push_back(std::make_unique<HttpPool>(poll_, server, kHosts));
    if (plan.connections > 0)
      for (const LoadTarget& server : plan.servers)
        carriers_.push_back(std::make_unique<HttpPool>(
            poll_, server, std::max<std::size_t>(1, plan.connections / plan.servers.size())));
    Rng rng(plan.seed);
    for (std::size_t i = 0; i < std::min(plan.games, kMostScripts); ++i) scripts_.push_back(random_game(plan, rng));
  }

  LoadResult run() {
    if (greet() && open_people()) plan_.idle > 0 ? listen() : play();
    return std::move(result_);
  }

 private:
  using Done = std::function<void(const LoadAnswer&)>;

  // Serves what comes until `ready`, an interruption, a fault, or no progress for too long.
  template <class Ready>
  bool wait_until(const Ready& ready) {
    double last = wall_seconds();
    std::size_t seen = progress_;
    while (!ready()) {
      if (stop_.load()) return fail("interrupted");
      if (!result_.fault.empty()) return false;
      poll_.wait(100);
      buried_.clear();
      if (progress_ != seen) seen = progress_, last = wall_seconds();
      if (wall_seconds() - last > kPatience) return fail("the server does not respond");
    }
    return result_.fault.empty();
  }
  bool fail(const std::string& why) {
    if (result_.fault.empty()) result_.fault = why;
    return false;
  }

  // One request that must go well.
  void must(std::size_t server, HttpPool::Request request, const std::string& what, const Done& done) {
    request.done = [this, what, done](const LoadAnswer& answer) {
      ++progress_;
      if (!answer.good()) return void(fail(explain(what, answer)));
      done(answer);
    };
    hosts_[server]->ask(std::move(request));
  }

  // Whether these are servers of ours that know the game.
  bool greet() {
    std::size_t known = 0;
    for (std::size_t i = 0; i < hosts_.size(); ++i)
      must(i, {"GET", "/api/games", {}, {}, {}}, plan_.servers[i].host, [this, i, &known](const LoadAnswer& answer) {
        const Json json = parse_json(answer.body);
        if (!json.is_object() || !json.contains("games"))
          return void(fail("this is not a Cairn server: " + plan_.servers[i].host));
        for (const Json& game : json["games"]) known += game.value("name", "") == plan_.info->name;
      });
    const std::size_t before = progress_;
    if (!wait_until([&] { return progress_ == before + hosts_.size(); })) return false;
    return known == hosts_.size() ||
           fail("at least one server does not have the game " + std::string(plan_.info->name));
  }

  bool open_people() {
    people_.resize(2 * ((plan_.games + kTablesAPair - 1) / kTablesAPair));
    const std::size_t end = progress_ + people_.size();
    for (std::size_t i = 0; i < people_.size(); ++i)
      must(0, {"POST", "/api/guest", {}, Json{{"name", "load-" + std::to_string(i)}}.dump(), {}}, "creating a guest",
           [this, i](const LoadAnswer& answer) { people_[i] = answer.cookie; });
    return wait_until([&] { return progress_ == end; });
  }

  // A table with both players; then `seated`.
  void open_table(std::size_t number, const std::function<void()>& seated) {
    Play& play = plays_[number];
    const std::size_t pair = number / kTablesAPair;
    play.cookies = {people_[2 * pair], people_[2 * pair + 1]};
    Json options = Json::object();
    for (const auto& [name, value] : plan_.config.options) options[name] = value;
    const Json wish = {{"game", plan_.info->name}, {"options", options}, {"opponent", "friend"}, {"seat", "first"}};
    must(0, {"POST", "/api/tables", play.cookies[0], wish.dump(), {}}, "opening a game",
         [this, &play, seated](const LoadAnswer& answer) {
           play.id = parse_json(answer.body).value("id", "");
           must(0, {"POST", "/api/tables/" + play.id + "/join", play.cookies[1], {}, {}}, "joining a game",
                [seated](const LoadAnswer&) { seated(); });
         });
  }

  // --- play

  void open_game(std::size_t number) {
    ++opening_;
    Play& play = plays_[number];
    for (auto& socket : play.sockets) buried_.push_back(std::move(socket));
    play = Play{};
    play.script = &scripts_[opened_++ % scripts_.size()];
    open_table(number, [this, number] {
      for (std::size_t seat = 0; seat < 2; ++seat) {
        Play& opened = plays_[number];
        auto hear = [this, number, seat](std::string_view message) { take(number, seat, message); };
        auto closed = [this, number](const std::string& why) { lose(number, why); };
        opened.sockets[seat] =
            std::make_unique<LoadSocket>(poll_, plan_.servers[(number + seat) % plan_.servers.size()], opened.id,
                                         opened.cookies[seat], std::move(hear), std::move(closed));
      }
    });
  }

  void take(std::size_t number, std::size_t seat, std::string_view message) {
    Play& play = plays_[number];
    if (play.given_up) return;
    constexpr std::size_t kType = 40;  // it stands among the first letters or the last
    const auto is = [&](std::string_view type) {
      return message.substr(0, kType).find(type) != std::string_view::npos ||
             message.substr(message.size() - std::min(message.size(), kType)).find(type) != std::string_view::npos;
    };
    if (!play.open) {
      if (!is("\"type\":\"state\"")) return;
      ++progress_;
      if (++play.greeted < 2) return;
      play.open = true;
      --opening_;
      ++open_;
      ready_.push_back(number);
      return;
    }
    if (!play.moving) return;
    const bool mover = play.script->at(play.next).seat == static_cast<int>(seat);
    if (mover && is("\"type\":\"refused\"")) return refused(number, code_of(message));
    if (mover && is("\"type\":\"reply\"")) return acknowledge(number);
    // The change that this move makes; the mover hears of it too, later than the other has answered.
    if (!mover && !play.heard && is("\"type\":\"change\"") && is_version(message, play.next + 2)) {
      play.heard = true;
      play.heard_at = wall_seconds();
      moved(number);
    }
  }

  // A change and its state tell the same version: the first will do.
  static bool is_version(std::string_view message, std::size_t version) {
    constexpr std::string_view kName = "\"version\":";
    const auto at = message.find(kName);
    if (at == std::string_view::npos) return false;
    const std::string_view rest = message.substr(at + kName.size());
    return rest.substr(0, rest.find_first_not_of("0123456789")) == std::to_string(version);
  }

  void acknowledge(std::size_t number) {
    Play& play = plays_[number];
    if (play.acknowledged) return;
    play.acknowledged = true;
    play.acknowledged_at = wall_seconds();
    moved(number);
  }

  void begin(std::size_t number, double due) {
    Play& play = plays_[number];
    play.due = due;
    play.acknowledged = play.heard = false;
    play.moving = true;
    ++under_way_;
    const ScriptMove& move = play.script->at(play.next);
    const std::string command = R"("request":"m)" + std::to_string(play.next) + R"(","version":)" +
                                std::to_string(play.next + 1) + R"(,"command":"play","word":")" + move.word + "\"}";
    const auto seat = static_cast<std::size_t>(move.seat);
    if (carriers_.empty()) return play.sockets[seat]->say(R"({"type":"command",)" + command);
    carriers_[(number + seat) % carriers_.size()]->ask(
        {"POST", "/api/tables/" + play.id + "/commands", play.cookies[seat], "{" + command,
         [this, number, id = play.id](const LoadAnswer& answer) {
           if (plays_[number].id != id || plays_[number].given_up) return;
           if (answer.good()) return acknowledge(number);
           refused(number, answer.status == 0 ? answer.body : code_of(answer.body));
         }});
  }

  void moved(std::size_t number) {
    Play& play = plays_[number];
    if (!play.acknowledged || !play.heard) return;
    play.moving = false;
    --under_way_;
    if (wall_seconds() <= end_) {
      constexpr double kMs = 1000;
      result_.acknowledged.push_back(kMs * (play.acknowledged_at - play.due));
      result_.heard.push_back(kMs * (play.heard_at - play.due));
      result_.between.push_back(kMs * std::max(0.0, play.heard_at - play.acknowledged_at));
      ++result_.moves;
    }
    if (++play.next < play.script->size()) return ready_.push_back(number);
    ++result_.games_ended;
    --open_;
    to_open_.push_back(number);
  }

  // Such a game is not played on.
  void lose(std::size_t number, const std::string& why) {
    Play& play = plays_[number];
    if (play.given_up) return;
    play.given_up = true;
    ++result_.errors[why];
    if (!play.open) return void(fail("a WebSocket: " + why));
    if (play.moving) --under_way_;
    if (play.next < play.script->size()) --open_;  // else it was over
  }
  void refused(std::size_t number, const std::string& why) { lose(number, "refused: " + why); }

  void open_some() {
    while (!to_open_.empty() && opening_ < kMostOpening) {
      const std::size_t number = to_open_.front();
      to_open_.pop_front();
      open_game(number);
    }
  }

  void begin_some(double start) {
    const double now = wall_seconds();
    if (now >= end_) return;
    while (!ready_.empty()) {
      const double due = plan_.rate > 0 ? start + static_cast<double>(begun_) / plan_.rate : now;
      if (due > now) return;
      const std::size_t number = ready_.front();
      ready_.pop_front();
      if (plays_[number].given_up) continue;
      ++begun_;
      begin(number, due);
    }
  }

  void play() {
    for (std::size_t i = 0; i < plan_.games; ++i) to_open_.push_back(i);
    const bool opened = wait_until([this] {
      open_some();
      return open_ == plan_.games;
    });
    if (!opened) return;
    std::sort(ready_.begin(), ready_.end());
    result_.before = use();
    const double cpu = cpu_seconds(), start = wall_seconds();
    end_ = start + plan_.seconds;
    while (!stop_.load() && result_.fault.empty()) {
      const double now = wall_seconds();
      if (now >= end_ && (under_way_ == 0 || now >= end_ + kAfter)) break;
      begin_some(start);
      if (now < end_) open_some();
      if (open_ == 0 && opening_ == 0 && to_open_.empty()) break;  // every game was given up
      poll_.wait(plan_.rate > 0 ? 1 : 10);
      buried_.clear();
    }
    result_.seconds = std::min(wall_seconds(), end_) - start;
    result_.client_cpu = cpu_seconds() - cpu;
    if (under_way_ > 0) result_.errors["moves without a response"] += under_way_;
    if (result_.fault.empty()) result_.after = use();
  }

  // --- listen

  void listen() {
    std::size_t seated = 0, opened = 0, greeted = 0;
    const bool tables = wait_until([&] {
      for (; opened < plan_.games && opened < seated + kMostOpening; ++opened) open_table(opened, [&] { ++seated; });
      return seated == plan_.games;
    });
    if (!tables || !settle()) return;
    result_.before = use();
    std::vector<std::unique_ptr<LoadSocket>> sockets;
    const bool there = wait_until([&] {
      for (; sockets.size() < plan_.idle && sockets.size() < greeted + kMostOpening;) {
        const std::size_t i = sockets.size();
        const Play& play = plays_[i % plan_.games];
        sockets.push_back(std::make_unique<LoadSocket>(
            poll_, plan_.servers[i % plan_.servers.size()], play.id, play.cookies[i / plan_.games % 2],
            [&, first = true](std::string_view) mutable {
              if (!first) return;
              first = false;
              ++greeted;
              ++progress_;
            },
            [&](const std::string& why) {
              ++result_.errors[why];
              if (greeted < plan_.idle) fail("a WebSocket: " + why);
            }));
      }
      return greeted == plan_.idle;
    });
    if (!there || !settle()) return;
    result_.after = use();
    const double start = wall_seconds();
    while (!stop_.load() && wall_seconds() < start + plan_.seconds) poll_.wait(100);
    result_.seconds = wall_seconds() - start;
  }

  bool settle() {
    const double end = wall_seconds() + kSettle;
    return wait_until([&] { return wall_seconds() >= end; });
  }

  // --- the servers' side

  ServerUse use() {
    ServerUse all{0, 0};
    std::size_t ready = 0;
    for (auto& host : hosts_)
      host->ask({"GET", "/metrics", {}, {}, [&](const LoadAnswer& answer) {
                   ++ready;
                   ++progress_;
                   const double cpu = answer.good() ? metric(answer.body, "process_cpu_seconds_total") : -1;
                   const double bytes = answer.good() ? metric(answer.body, "process_resident_memory_bytes") : -1;
                   all.cpu_seconds = cpu < 0 || all.cpu_seconds < 0 ? -1 : all.cpu_seconds + cpu;
                   all.resident_bytes = bytes < 0 || all.resident_bytes < 0 ? -1 : all.resident_bytes + bytes;
                 }});
    while (ready < hosts_.size() && !stop_.load()) poll_.wait(100);
    return all;
  }

  const LoadPlan& plan_;
  const std::atomic<bool>& stop_;
  LoadResult result_;
  Poll poll_;
  std::vector<Script> scripts_;
  std::vector<std::string> people_;                          // their cookies
  std::vector<std::unique_ptr<HttpPool>> hosts_, carriers_;  // by server
  std::vector<std::unique_ptr<LoadSocket>> buried_;          // until no callback of theirs runs
  std::vector<Play> plays_;
  std::deque<std::size_t> ready_, to_open_;
  std::size_t progress_ = 0, opened_ = 0, opening_ = 0, open_ = 0, under_way_ = 0, begun_ = 0;
  double end_ = 0;
};

}  // namespace

LoadResult run_load(const LoadPlan& plan, const std::atomic<bool>& stop) {
  return Load(plan, stop).run();
}

}  // namespace cairn::cli
