// Engine: a program that thinks about one game. Analysis, play, GTP, the server's bots and the browser all hold this;
// each game makes its own (games/GAME/ai.*, by way of the registry).
//
// An engine owns no thread and no clock. One thread sets the position and begins a search; any number of threads then
// call `work` together until all have returned; `analysis` and `stop` flags are safe at any time meanwhile.
// With one worker and a limit of playouts the result depends on the seed alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"
#include "core/rules.h"

namespace cairn {

namespace network {
class Network;
}

// Seconds from any fixed origin.
using Clock = std::function<double()>;

struct Level;  // search/levels.h

// A number that tuning may change; each engine lists its own.
struct Parameter {
  std::string_view name;  // "rave_equivalence"
  std::string_view help;
  double value = 0, least = 0, most = 1;
};

struct EngineSettings {
  std::size_t memory = std::size_t{1} << 30;  // bytes; never exceeded by what the engine allocates for its tree
  std::uint64_t seed = 1;
  int level = 10;  // 1..10: how strong and how even the play is (search/levels.h); 10: all it can
  std::vector<std::pair<std::string, double>> parameters{};  // by name; unknown names are ignored (`find_parameter`)
  Clock clock{};                                             // needed for limits in seconds
  std::shared_ptr<const network::Network> network{};         // one that fits the game (`FeatureSpec`)
  const Level* levels = nullptr;                             // all ten, as they are here; nullptr: the usual ones
  bool shipped = true;  // without such a one that which the program brings along, if any; levels below 8 use none
};

struct SearchLimits {
  double seconds = 0;           // from `begin`; 0: no limit
  std::uint64_t playouts = 0;   // made by this search, beside those kept from before; 0: no limit
  bool decide = true;           // stop early when more thought cannot change the best move
  std::vector<Action> avoid{};  // not to be chosen at the root, nor looked at there
};

// A value that is known for certain, from the view of the seat that searches.
enum class Proof : std::uint8_t { none, loss, draw, win };

struct Candidate {
  Action action{};
  double win_rate = 0.5;  // 0..1 for the seat that searches; a draw counts 0.5
  double score = 0;       // mean lead at the end, in the game's points, for that seat; 0 where `has_score` is not
  double prior = 0;       // what was thought of it before any search: a share of 1 over all legal actions
  std::uint64_t visits = 0;
  Proof proof = Proof::none;
  std::vector<Action> line{};  // what is expected: this action, then the best answers, of all seats in turn
  std::vector<std::uint64_t> line_visits{};  // of each action of the line
};

struct Analysis {
  Seat seat{};            // who searches
  Action best{};          // meaningless when there are no candidates
  double win_rate = 0.5;  // of the position, for `seat`
  double score = 0;
  bool has_score = false;
  std::uint64_t playouts = 0;  // made by this search
  std::uint64_t visits = 0;    // of the root: playouts of this search and what was kept from earlier ones
  double seconds = 0;
  std::size_t nodes = 0, bytes = 0;     // of the tree
  bool decided = false;                 // more thought would not change the choice
  std::vector<Candidate> candidates{};  // all legal actions, best first; empty: the seat cannot act
  std::vector<float> ownership{};       // per point, row by row from the top: 1 seat 0's, -1 seat 1's; empty: none
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  // Thinks about this position from now on, of the same game and options as it was made for. What the tree knows of it
  // is kept. No `work` may be running. `seat` must be in `to_act()`; a game with hidden facts is seen with its eyes
  // only.
  virtual void set_position(const Position& position, Seat seat) = 0;
  virtual void begin(const SearchLimits& limits) = 0;
  // Thinks until a limit is reached, the choice is settled, or `stop`. At least one playout is made unless `stop` is
  // set. After `stop` it may be called again until the next `begin`; one worker then goes on as if it had never
  // stopped.
  virtual void work(const std::atomic<bool>& stop) = 0;
  // What is known now. `candidates` at most (the best; 0: all), lines at most `line` actions long.
  virtual Analysis analysis(std::size_t candidates = 0, std::size_t line = 16) const = 0;
  // The action to play: the best, or at a lower level one that a person of that level might choose.
  virtual Action choose() = 0;
  // Frees the tree.
  virtual void forget() = 0;
};

// Sets the position, thinks in this thread and returns the analysis.
Analysis think(Engine& engine, const Position& position, Seat seat, const SearchLimits& limits,
               const std::atomic<bool>* stop = nullptr);

// The value of a parameter: as set in `settings`, kept within its range, else its default.
double parameter(std::span<const Parameter> known, const EngineSettings& settings, std::string_view name);

}  // namespace cairn
