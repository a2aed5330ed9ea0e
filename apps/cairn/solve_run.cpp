#include "apps/cairn/solve_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/cairn/terminal.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kLongestPlay = 80;

// What threads share.
struct Work {
  const SolveTask& task;
  const std::function<void(const Solved&)>& on_value;
  ActionList actions{};
  std::vector<std::size_t> alike{};
  std::mutex guard{};
  Solved& solved;             // by `guard`
  Progress progress{};        // by `guard`
  std::size_t next = 0;       // by `guard`
  std::uint64_t earlier = 0;  // nodes of runs before
  double began = 0, earlier_seconds = 0;
  std::vector<std::atomic<std::uint64_t>> nodes;

  std::uint64_t looked_at() const {
    std::uint64_t sum = earlier;
    for (const auto& one : nodes) sum += one.load();
    return sum;
  }
};

void note(Work& work, std::size_t first, Value value) {
  for (std::size_t i = first; i < work.actions.size(); ++i)
    if (work.alike[i] == first) work.solved.moves[work.task.game.back().format(work.actions[i])] = value;
  work.solved.nodes = work.looked_at();
  work.solved.seconds = work.earlier_seconds + wall_seconds() - work.began;
  work.on_value(work.solved);
}

void solve_some(Work& work, std::size_t thread) {
  const SolveTask& task = work.task;
  const Position& root = task.game.back();
  const auto solver = task.solving.make(root, task.memory / static_cast<std::size_t>(task.threads));
  std::string word;
  const Keep keep = [&] {
    work.nodes[thread] = solver->nodes();
    const std::lock_guard lock(work.guard);
    if (work.progress.due())
      work.progress.show(fmt::format("{} of {} moves solved, {}: {} positions", work.solved.moves.size(),
                                     work.actions.size(), word, work.looked_at()));
    return !interrupted();
  };
  ExactValues values(*solver, task.margin, keep);
  while (!interrupted()) {
    std::size_t mine = 0;
    {
      const std::lock_guard lock(work.guard);
      while (work.next < work.actions.size() &&
             (work.alike[work.next] != work.next || work.solved.moves.contains(root.format(work.actions[work.next]))))
        ++work.next;
      if (work.next == work.actions.size()) return;
      mine = work.next++;
    }
    word = root.format(work.actions[mine]);
    const auto value = values.after(task.game, work.actions[mine]);
    work.nodes[thread] = solver->nodes();
    if (!value) return;
    const std::lock_guard lock(work.guard);
    note(work, mine, *value);
  }
}

}  // namespace

void solve_moves(const SolveTask& task, Solved& solved, const std::function<void(const Solved&)>& on_value) {
  const Position& root = task.game.back();
  const auto threads = static_cast<std::size_t>(task.threads);
  Work work{.task = task,
            .on_value = on_value,
            .solved = solved,
            .earlier = solved.nodes,
            .began = wall_seconds(),
            .earlier_seconds = solved.seconds,
            .nodes = std::vector<std::atomic<std::uint64_t>>(threads)};
  root.legal(root.to_act().front(), work.actions);
  work.alike = task.solving.make(root, 0)->alike(task.game, work.actions);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&work, i] { solve_some(work, i); });
  solve_some(work, 0);
  for (std::thread& one : others) one.join();
  solved.whole = solved.moves.size() == work.actions.size();
  if (solved.whole && solved.line.empty()) {
    Value best = -kByRule;
    for (const auto& [word, value] : solved.moves) best = std::max(best, value);
    const auto solver = task.solving.make(root, task.memory);
    ExactValues values(*solver, task.margin, [] { return !interrupted(); });
    // The first move is one of those that are known to be best.
    std::vector<Position> game = task.game;
    for (const Action action : work.actions) {
      if (solved.moves.at(root.format(action)) != best) continue;
      solved.line.push_back(root.format(action));
      game.push_back(root);
      game.back().apply(root.to_act().front(), action, NoEvents{});
      break;
    }
    Position at = game.back();
    for (const Action action : values.line(game, -best, kLongestPlay)) {
      solved.line.push_back(at.format(action));
      at.apply(at.to_act().front(), action, NoEvents{});
    }
    solved.nodes = work.looked_at() + solver->nodes();
  }
  solved.seconds = work.earlier_seconds + wall_seconds() - work.began;
}

std::string state_text(const Solved& solved, const std::string& question) {
  Json moves = Json::object();
  for (const auto& [word, value] : solved.moves) moves[word] = value;
  return json_text({{"cairn_solve", 1},
                    {"question", question},
                    {"moves", moves},
                    {"nodes", solved.nodes},
                    {"seconds", solved.seconds}}) +
         "\n";
}

std::string read_state(const std::string& text, const std::string& question, Solved& solved) {
  const Json json = parse_json(text);
  if (!json.is_object() || json.value("cairn_solve", 0) != 1 || !json.contains("question") ||
      !json["question"].is_string() || !json.contains("moves") || !json["moves"].is_object())
    return "is not a state of `cairn solve`";
  if (json["question"] != question) return "belongs to another position: " + json["question"].get<std::string>();
  for (const auto& [word, value] : json["moves"].items()) {
    if (!value.is_number_integer()) return "is damaged: the value of " + word + " is not a number";
    solved.moves[word] = value.get<int>();
  }
  const auto number = [&](const char* name) { return json.contains(name) && json[name].is_number(); };
  if (number("nodes")) solved.nodes = json["nodes"].get<std::uint64_t>();
  if (number("seconds")) solved.seconds = json["seconds"].get<double>();
  return {};
}

}  // namespace cairn::cli
