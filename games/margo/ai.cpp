#include "games/margo/ai.h"

#include "core/swap.h"
#include "games/margo/ai_knowledge.h"
#include "games/margo/ai_network.h"
#include "games/margo/margo.h"
#include "search/mcts.h"

namespace cairn::margo {

namespace {

template <class G, class B>
std::unique_ptr<Engine> make_for(const Position& position, const EngineSettings& settings, bool plain) {
  const G* game = position.get_if<G>();
  if (game == nullptr) return nullptr;
  const auto extract = [](const Position& one) { return one.get_if<G>(); };
  if (plain) return std::make_unique<Mcts<G, UniformKnowledge<G>>>(*game, settings, extract);
  return std::make_unique<Mcts<G, MargoKnowledge<G, B>>>(*game, settings, extract);
}

template <class Bits>
std::unique_ptr<Engine> make_of(const Position& position, const EngineSettings& settings, bool plain) {
  using Two = Board<Bits, 2>;
  using Four = Board<Bits, 4>;
  if (auto engine = make_for<Game<Two>, Two>(position, settings, plain)) return engine;
  if (auto engine = make_for<Swap<Game<Two>>, Two>(position, settings, plain)) return engine;
  return make_for<Game<Four>, Four>(position, settings, plain);
}

}  // namespace

std::vector<Parameter> ai_parameters() {
  const AiTuning d;
  std::vector<Parameter> list = mcts_parameters(kTuning);
  const auto add = [&](std::string_view name, std::string_view help, double value, double least, double most) {
    list.push_back({name, help, value, least, most});
  };
  add("playout_capture", "chance in 256 that a playout takes the last ball's group", d.policy.capture, 0, 256);
  add("playout_escape", "chance in 256 that a playout saves a group beside the last ball", d.policy.escape, 0, 256);
  add("playout_eyes", "chance in 256 that a playout keeps its own eyes", d.policy.keep_eyes, 0, 256);
  add("score", "share of a win's worth that the lead decides", static_cast<double>(d.score), 0, 0.4);
  add("prior_weight", "playouts that a prior counts like", static_cast<double>(d.prior_weight), 0, 1000);
  add("prior_capture", "prior for an enemy ball taken", d.capture, -1, 1);
  add("prior_atari", "prior for an enemy group left with one freedom", d.atari, -1, 1);
  add("prior_escape", "prior for an own group saved", d.escape, -1, 1);
  add("prior_self_atari", "prior against leaving the own group with one freedom", d.self_atari, -1, 1);
  add("prior_eye", "prior against filling an own eye", d.eye, -1, 1);
  add("prior_level", "prior for a ball above the board", d.level, -1, 1);
  add("solver", "positions the solver looks at beside each playout", d.solver, 0, 1000);
  add("solver_points", "empty points at which the solver begins", d.solver_points, 0, 3000);
  add("book", "1: plays by the proofs of Spargo's openings", d.book ? 1 : 0, 0, 1);
  return list;
}

AiTuning read_tuning(const EngineSettings& settings) {
  static const std::vector<Parameter> known = ai_parameters();
  const auto value = [&](std::string_view name) { return parameter(known, settings, name); };
  const auto chance = [&](std::string_view name) { return static_cast<std::uint32_t>(value(name)); };
  AiTuning t;
  t.policy = {chance("playout_capture"), chance("playout_escape"), chance("playout_eyes")};
  t.score = static_cast<float>(value("score"));
  t.prior_weight = static_cast<float>(value("prior_weight"));
  t.capture = value("prior_capture");
  t.atari = value("prior_atari");
  t.escape = value("prior_escape");
  t.self_atari = value("prior_self_atari");
  t.eye = value("prior_eye");
  t.level = value("prior_level");
  t.solver = value("solver");
  t.solver_points = value("solver_points");
  t.book = value("book") > 0;
  return t;
}

std::unique_ptr<Engine> make_ai(const Position& position, const EngineSettings& settings, bool plain) {
  if (!plain)
    if (auto engine = make_network_ai(position, settings)) return engine;
  if (auto engine = make_of<WordBits>(position, settings, plain)) return engine;
  if (auto engine = make_of<LaneBits>(position, settings, plain)) return engine;
  if (auto engine = make_of<WideBits>(position, settings, plain)) return engine;
  return make_of<WidestBits>(position, settings, plain);
}

}  // namespace cairn::margo
