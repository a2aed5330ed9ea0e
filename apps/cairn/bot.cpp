#include <algorithm>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "apps/cairn/bot_table.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/server_choice.h"
#include "apps/cairn/terminal.h"
#include "server/engines/gtp_client.h"

namespace cairn::cli {

namespace {

constexpr double kListPause = 1;  // seconds between two looks at the lists
constexpr double kTurns = 30;     // of a side, by which clocks are compared
constexpr double kLongestMove = 3600, kMostGames = 1000;

struct BotGiven : ServerChoice {
  BotOrders orders;
  std::vector<std::string> games, command;
  bool accept = false;
  int at_once = 4, until = 0;
  double least = 60;
};

// A table being played, in a thread of its own.
struct Seated {
  std::string id;
  std::atomic<bool> ended{false};
  std::thread thread{};
};

std::string quoted(const std::vector<std::string>& words) {
  if (words.size() == 1) return words.front();  // a whole line for the shell
  std::string line;
  for (const std::string& word : words) {
    line += line.empty() ? "'" : " '";
    for (const char c : word) line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

// Whether an external program speaks the protocol at all, before anybody waits for its moves.
std::string try_engine(const BotGiven& given) {
  if (given.command.empty()) return {};
  const std::atomic<bool> never{false};
  engines::GtpClient client(quoted(given.command));
  if (auto error = client.start(); !error.empty()) return error;
  const engines::GtpReply reply = client.ask("protocol_version", given.orders.patience, never);
  using Kind = engines::GtpReply::Kind;
  if (reply.kind != Kind::ok && reply.kind != Kind::refused) return "COMMAND is not a GTP engine: " + reply.text;
  client.quit(1);
  return {};
}

class Bot {
 public:
  explicit Bot(const BotGiven& given) : given_(given), stop_(interrupted()), link_(given.orders.access, ending_) {}

  int run() {
    if (const auto error = sign_in(); !error.empty()) return refuse("bad use", error, false);
    while (!stop_.load() && !enough()) {
      clear();
      if (!look("/api/tables", false) || (given_.accept && !look("/api/lobby", true))) break;
      for (double end = wall_seconds() + kListPause; wall_seconds() < end && !stop_.load() && !enough();)
        nap_until(0.1, stop_);
    }
    ending_.store(true);
    for (auto& one : seated_) one.thread.join();
    if (failed_) return kNegative;
    if (stop_.load()) return kInterrupted;
    return counts_.broken > 0 ? kNegative : kOk;
  }

 private:
  bool enough() const { return given_.until > 0 && counts_.finished >= given_.until; }

  std::string sign_in() {
    const ServerAnswer answer = link_.once("/api/account");
    if (answer.code() == "bad-scope") return answer.text + "; the token of a bot needs the scopes read and play";
    if (!answer.good()) return answer.text;
    const auto field = [&](const char* key) {
      return answer.body.is_object() ? answer.body.value(key, Json()) : Json();
    };
    if (!field("name").is_string()) return "--server: this is not a Cairn server: " + given_.server;
    const std::string name = field("name").get<std::string>();
    if (field("bot") != true) return "the account " + name + " is not a bot account; set its \"bot\" to true";
    given_.orders.log.write(LogLevel::info, "signed in", {{"name", name}});
    return {};
  }

  void clear() {
    seated_.remove_if([](Seated& one) {
      if (!one.ended.load()) return false;
      one.thread.join();
      return true;
    });
  }

  // False: the token is no longer good.
  bool look(const std::string& list, bool open) {
    const ServerAnswer answer = link_.once(list);
    if (!answer.good()) {
      given_.orders.log.write(LogLevel::warning, "cannot read the list of tables; trying again",
                              {{"why", answer.text}});
      failed_ = answer.status == 401 || answer.status == 403;
      nap_until(std::min(std::max(pause_ *= 2, answer.retry_after), 30.0), stop_);
      return !failed_;
    }
    pause_ = 0.25;
    if (!answer.body.is_object() || !answer.body.contains("tables")) return true;
    for (const Json& card : answer.body["tables"]) {
      if (!card.is_object() || !card.contains("id") || !card["id"].is_string()) continue;
      if (open && static_cast<int>(seated_.size()) >= given_.at_once) return true;
      if (open ? wanted(card) : is_ours(card)) sit_down(card, open);
    }
    return true;
  }

  bool is_ours(const Json& card) const {
    const std::string id = card["id"].get<std::string>();
    return !left_.contains(id) &&
           std::none_of(seated_.begin(), seated_.end(), [&](const Seated& one) { return one.id == id; });
  }

  bool wanted(const Json& card) const {
    const auto text = [&](const char* key) {
      return card.contains(key) && card[key].is_string() ? card[key].get<std::string>() : std::string();
    };
    if (!is_ours(card) || !card.contains("you") || !card["you"].is_null()) return false;
    if (!card.contains("seats") || card["seats"].size() != 2) return false;
    const GameInfo* info = find_game(text("game"));
    if (info == nullptr || info->hidden) return false;
    if (!given_.games.empty() && std::find(given_.games.begin(), given_.games.end(), info->name) == given_.games.end())
      return false;
    const auto read = parse_clock_rule(text("clock").empty() ? "none" : text("clock"));
    if (!read.rule) return false;
    const ClockRule& rule = *read.rule;
    using Kind = ClockRule::Kind;
    double turn = static_cast<double>(rule.increment_ms);
    if (rule.kind == Kind::byoyomi) turn = static_cast<double>(rule.period_ms);
    if (rule.kind == Kind::canadian) turn = static_cast<double>(rule.period_ms) / std::max(1, rule.stones);
    if (rule.kind == Kind::move) turn = static_cast<double>(rule.main_ms);
    return rule.kind == Kind::none || rule.kind == Kind::correspondence ||
           static_cast<double>(rule.main_ms) + kTurns * turn >= 1000 * given_.least;
  }

  void sit_down(const Json& card, bool open) {
    Seated& one = seated_.emplace_back();
    one.id = card["id"].get<std::string>();
    left_.insert(one.id);  // whatever becomes of it, it is not tried twice
    const std::string game = card.contains("game") && card["game"].is_string() ? card["game"].get<std::string>() : "";
    const Json options = card.contains("options") ? card["options"] : Json::object();
    one.thread = std::thread([this, &one, game, options, open] {
      BotTable table(given_.orders, counts_, one.id, ending_);
      if (!open || table.join(game, options)) table.play();
      one.ended.store(true);
    });
  }

  const BotGiven& given_;
  const std::atomic<bool>& stop_;
  std::atomic<bool> ending_{false};  // what the threads of tables look at: a signal, or `--until`
  BotLink link_;
  BotCounts counts_;
  std::list<Seated> seated_;
  std::set<std::string> left_;
  double pause_ = 0.25;
  bool failed_ = false;
};

int run(BotGiven& given) {
  const auto wrong = [](const std::string& message) { return refuse("bad use", message, false); };
  if (auto error = read_server_access(given, given.orders.access); !error.empty()) return wrong(error);
  if (!given.command.empty()) given.orders.engine = "gtp:" + quoted(given.command);
  for (std::string& game : given.games) {
    const GameInfo* info = find_game(game);
    if (info == nullptr) return wrong(unknown_game(game));
    if (info->hidden) return wrong(std::string(info->title) + " has hidden information; bots play the other games");
    game = info->name;
    EngineChoice choice;
    if (auto error = read_engine_choice(given.orders.engine, *info, choice); !error.empty()) return wrong(error);
  }
  end_on_sigterm();
  interrupted();
  if (auto error = try_engine(given); !error.empty()) return wrong(error);
  given.orders.log = log_of(given);
  return Bot(given).run();
}

}  // namespace

void add_bot(Command program, int& status) {
  auto given = std::make_shared<BotGiven>();
  given->orders.engine = "cairn";
  Command command = program.subcommand("bot", "Play on a server as a bot, with Cairn's engine or any GTP engine");
  add_server_options(command, *given);
  command.option("--game", given->games, "Game to accept, may be repeated; default: all games")
      .type_name("GAME")
      .one_value_each();
  command.flag("--accept", given->accept, "Join open games");
  command.option("--at-once", given->at_once, "Maximum number of games at the same time")
      .range(1.0, kMostGames)
      .type_name("N")
      .show_default();
  command
      .option("--least-time", given->least,
              "Accept only time controls that allow at least this much time for 30 turns, in seconds")
      .range(0.0, 1e9)
      .type_name("S")
      .show_default();
  command.option("--engine", given->orders.engine, "Cairn's engine and its parameters, such as cairn:level=3")
      .type_name("ENGINE")
      .show_default();
  command.option("--seconds", given->orders.seconds, "Cairn's engine: maximum thinking time per move, in seconds")
      .range(0.01, kLongestMove)
      .type_name("S")
      .show_default();
  command
      .option("--patience", given->orders.patience, "COMMAND: maximum time per move before it is restarted, in seconds")
      .range(0.1, 1e6)
      .type_name("S")
      .show_default();
  command.option("--lag", given->orders.lag, "Clock time to keep in reserve for each move, in seconds")
      .range(0.0, 60.0)
      .type_name("S")
      .show_default();
  command.option("--until", given->until, "Stop after N games; 0: never").range(0.0, 1e6).type_name("N").show_default();
  add_log_option(command, *given);
  command.option("COMMAND", given->command, "GTP engine and its arguments, after --").type_name("COMMAND");
  command.footer(
      "  cairn bot --server http://localhost:8080 --accept --game GAME -- gnugo --mode gtp\n"
      "See docs/bots.md for the account and its token.");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
