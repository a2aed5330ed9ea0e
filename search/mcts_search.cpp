// How the search of mcts.h works: playouts, what the tree learns of them, and when it has seen enough.
#include "search/mcts.h"

namespace cairn {

TreeSearch::TreeSearch(SearchGame game, EngineSettings settings)
    : settings_(std::move(settings)),
      kind_(game.kind),
      tuning_(tuned(game.tuning, settings_)),
      root_(std::move(game.root)),
      tree_(settings_.memory - std::min(settings_.memory, game.solver_bytes) - transposition_bytes()),
      transpositions_(transposition_bytes()),
      solver_(std::move(game.solver)),
      choice_rng_(settings_.seed) {}

void TreeSearch::set_position(const Position& position, Seat seat) {
  std::unique_ptr<SearchRoot> root = root_->of(position);
  if (!root) return;  // another game than the one this was made for
  let_go();
  halving_.end();
  // What is hidden decides a hash: a tree is never looked up by it, for that would tell.
  const bool kept = !kind_.hidden && tree_.root().mover == index(seat_) && root_->to_act().contains(seat_);
  const std::uint32_t node = kept ? find(*root) : kNotFound;
  root_ = std::move(root);
  if (node == kNotFound)
    clear();
  else if (node != 0)
    tree_.keep(node, transpositions_);
  if (node != 0) {
    for (auto& owner : owners_) owner.store(0, kRelaxed);
    owned_.store(0, kRelaxed);
  }
  seat_ = seat;
  tree_.root().mover = static_cast<std::uint8_t>(index(seat));
  tree_.root().proof.store(Proof::none, kRelaxed);
}

// The node of a position that arose from the root's, most visited ones first; kNotFound.
std::uint32_t TreeSearch::find(const SearchRoot& root) const {
  constexpr int kTries = 20'000;
  const std::uint64_t hash = root.hash();
  if (root_->hash() == hash && root.to_act() == root_->to_act()) return 0;
  struct Open {
    std::uint32_t node, visits;
    std::unique_ptr<SearchRoot> at;
    bool operator<(const Open& other) const { return visits < other.visits; }
  };
  std::vector<Open> open;
  open.push_back({0, 0, root_->clone()});
  for (int tries = 0; !open.empty() && tries < kTries;) {
    std::pop_heap(open.begin(), open.end());
    const Open here = std::move(open.back());
    open.pop_back();
    const Node& node = tree_.at(here.node);
    if (node.state.load(kRelaxed) != Node::State::grown) continue;
    const std::uint32_t first = node.children.load(kRelaxed);
    for (std::uint32_t i = first; i < first + node.count && tries < kTries; ++i) {
      const Node& child = tree_.at(i);
      const std::uint32_t visits = child.visits.load(kRelaxed);
      if (visits == 0) continue;
      ++tries;
      std::unique_ptr<SearchRoot> next = here.at->clone();
      next->apply(seat_at(child.mover), child.action);
      if (next->hash() == hash) return i;
      open.push_back({i, visits, std::move(next)});
      std::push_heap(open.begin(), open.end());
    }
  }
  return kNotFound;
}

void TreeSearch::begin(const SearchLimits& limits) {
  let_go();
  limits_ = limits;
  std::sort(limits_.avoid.begin(), limits_.avoid.end());
  const std::uint64_t cap = most_playouts();
  if (cap > 0 && (limits_.playouts == 0 || cap < limits_.playouts)) limits_.playouts = cap;
  began_ = settings_.clock ? settings_.clock() : 0;
  ended_.store(-1, kRelaxed);
  playouts_.store(0, kRelaxed);
  workers_.store(0, kRelaxed);
  done_.store(false, kRelaxed);
  ++searches_;
  Worker worker(root_->world(settings_), 0);
  if (owners_.size() != worker.world->points())
    owners_ = std::vector<std::atomic<std::int64_t>>(worker.world->points());
  worker.world->restart(seat_, worker.rng);
  Ending unused;
  if (root_->to_act().contains(seat_)) grow(worker, tree_.root(), seat_, unused);
  if (tuning_.noise > 0) stir();
  plan_halving();
}

// A worker that starts, or the one that was stopped, which goes on as if it had not been.
auto TreeSearch::hire() -> std::unique_ptr<Worker> {
  if (std::unique_ptr<Worker> paused{paused_.exchange(nullptr)}) {
    for (std::uint32_t i = 0; i < paused->proofs.size(); ++i)
      tree_.child(tree_.root(), i).proof.store(paused->proofs[i], kRelaxed);
    paused->proofs.clear();
    return paused;
  }
  const std::uint64_t self = workers_.fetch_add(1, kRelaxed);
  auto worker = std::make_unique<Worker>(root_->world(settings_), mix(settings_.seed, mix(searches_, self)));
  worker->self = self;
  worker->owners.assign(worker->world->points(), 0);
  worker->solving = solver_ && self == 0 && most_playouts() == 0 && limits_.avoid.empty() && solver_->start(*root_);
  return worker;
}

// A reading after each playout where they take long, after several where they are short.
bool TreeSearch::out_of_time(Worker& worker) const {
  if (worker.made < worker.check) return false;
  const double used = seconds_used();
  worker.stride = used - worker.checked < kOften ? std::min(2 * worker.stride, kCheckClock) : 1;
  worker.check = worker.made + worker.stride;
  worker.checked = used;
  return used >= limits_.seconds;
}

void TreeSearch::work(const std::atomic<bool>& stop) {
  const Node& root = tree_.root();
  if (root.state.load(std::memory_order_acquire) != Node::State::grown) return;
  std::unique_ptr<Worker> worker = hire();
  std::uint32_t choices = 0;
  for (std::uint32_t i = 0; i < root.count; ++i) choices += avoided(tree_.child(root, i)) ? 0U : 1U;
  const bool single = choices <= 1 && limits_.decide;
  // Playouts between two steps of a solver, and how many it works like: a network's evaluation takes about eight times
  // as long.
  const std::uint64_t solve_each = kind_.judges ? 4 : 64, solve_steps = kind_.judges ? 32 : 64;
  while (!stop.load(kRelaxed) && !done_.load(kRelaxed)) {
    const std::uint64_t before = playouts_.fetch_add(1, kRelaxed);
    if (limits_.playouts > 0 && before >= limits_.playouts) {
      playouts_.fetch_sub(1, kRelaxed);
      break;
    }
    playout(*worker);
    const std::uint64_t made = ++worker->made;
    if (worker->solving && made % solve_each == 1) {
      const Solved solved = solver_->work(solve_steps);
      worker->solving = solved.proof == Proof::none;
      // A loss is told at the end: until then the search looks for what is lost least.
      worker->lost = solved.proof == Proof::loss;
      take(solved);
    }
    const bool last = limits_.seconds > 0 && out_of_time(*worker);
    if (last || single || (made % (4 * kCheckClock) == 0 && settled())) done_.store(true, kRelaxed);
  }
  if (worker->lost) take_loss(*worker);
  share_owners(*worker);
  ended_.store(seconds_used(), kRelaxed);
  if (stop.load(kRelaxed) && workers_.load(kRelaxed) == 1) delete paused_.exchange(worker.release());
}

// Proofs of the root's children that a solver found.
void TreeSearch::take(const Solved& solved) {
  if (solved.proof != Proof::win && solved.proof != Proof::draw) return;
  for (std::uint32_t i = 0; i < tree_.root().count; ++i)
    if (Node& child = tree_.child(tree_.root(), i); child.action == solved.best)
      child.proof.store(solved.proof, kRelaxed);
  if (solved.proof == Proof::win) done_.store(true, kRelaxed);
}
void TreeSearch::take_loss(Worker& worker) {
  for (std::uint32_t i = 0; i < tree_.root().count; ++i)
    worker.proofs.push_back(tree_.child(tree_.root(), i).proof.exchange(Proof::loss, kRelaxed));
}

void TreeSearch::share_owners(Worker& worker) {
  if (worker.unshared == 0) return;
  for (std::size_t i = 0; i < worker.owners.size(); ++i) owners_[i].fetch_add(worker.owners[i], kRelaxed);
  owned_.fetch_add(worker.unshared, kRelaxed);
  worker.owners.assign(worker.owners.size(), 0);
  worker.unshared = 0;
}

// More thought cannot change the choice: an action is proven to win, all but one to lose, or all are known; or no other
// action can catch up with the most visited one within the limits.
bool TreeSearch::settled() const {
  const Node& root = tree_.root();
  std::uint32_t most = 0, second = 0, unknown = 0;
  for (std::uint32_t i = 0; i < root.count; ++i) {
    const Node& child = tree_.child(root, i);
    if (avoided(child)) continue;
    const Proof proof = child.proof.load(kRelaxed);
    if (proof == Proof::win) return true;
    unknown += proof == Proof::none ? 1U : 0U;
    const std::uint32_t visits = child.visits.load(kRelaxed);
    if (visits > most)
      second = std::exchange(most, visits);
    else if (visits > second)
      second = visits;
  }
  if (unknown == 0) return true;
  if (!limits_.decide || halving_.on()) return false;
  double left = std::numeric_limits<double>::infinity();
  const auto made = static_cast<double>(playouts_.load(kRelaxed));
  if (limits_.playouts > 0) left = static_cast<double>(limits_.playouts) - made;
  if (limits_.seconds > 0) {
    const double used = seconds_used();
    if (used > 0) left = std::min(left, made * (limits_.seconds - used) / used);
  }
  return static_cast<double>(most) - static_cast<double>(second) > left;
}

void TreeSearch::playout(Worker& worker) {
  SearchWorld& world = *worker.world;
  world.restart(seat_, worker.rng);
  worker.path.assign(1, {0, static_cast<std::uint8_t>(index(seat_))});
  worker.trace.clear();
  const auto expand_at = static_cast<std::uint32_t>(tuning_.expand_visits);
  std::uint32_t at = 0;
  Ending ending;
  for (bool root = true;; root = false) {
    Node& node = tree_.at(at);
    const std::uint32_t visits = node.visits.fetch_add(1, kRelaxed);
    if (!root) {
      if (const Proof proof = node.proof.load(kRelaxed); proof != Proof::none) {
        ending = known(proof, node.mover, world.seats());
        if (kind_.transposes) prove(worker);  // this way here may not know yet
        break;
      }
      if (world.over()) {
        ending = world.ending();
        if (!kind_.hidden && world.seats() == 2) {
          const float value = ending.value[node.mover];
          node.proof.store(value > 0.5F ? Proof::win : value < 0.5F ? Proof::loss : Proof::draw, kRelaxed);
          prove(worker);
        }
        break;
      }
    }
    const Seat seat = root ? seat_ : world.to_act();
    auto state = node.state.load(std::memory_order_acquire);
    if (state == Node::State::leaf && visits + 1 >= expand_at && grow(worker, node, seat, ending)) {
      if (kind_.judges) {
        count_owners(worker);
        break;
      }
      state = Node::State::grown;
    }
    if (kind_.transposes && !root && state == Node::State::grown && learn(node, visits, seat, ending)) break;
    const std::uint32_t child = state == Node::State::grown ? select(worker, node) : kNotFound;
    if (child == kNotFound) {
      ending = world.playout(worker.rng, worker.trace, worker.owners);
      count_owners(worker);
      break;
    }
    const Node& chosen = tree_.at(child);
    world.apply(seat, chosen.action);
    worker.path.push_back({child, chosen.mover});
    worker.trace.push_back({chosen.mover, chosen.key});
    at = child;
  }
  update(worker, ending);
}

bool TreeSearch::grow(Worker& worker, Node& node, Seat seat, Ending& judged) {
  auto leaf = Node::State::leaf;
  if (!node.state.compare_exchange_strong(leaf, Node::State::growing, std::memory_order_acquire)) return false;
  worker.world->actions(seat, worker.actions);
  const auto count = static_cast<std::uint32_t>(worker.actions.size());
  std::uint64_t key = 0;
  if (kind_.transposes) {
    key = worker.world->position_key();
    const Siblings met = transpositions_.find(key);
    if (tuning_.transpositions > 0 && met.count == count) {
      judged = join(worker, node, met, seat);
      return true;
    }
  }
  const std::uint32_t first = count > 0xFFFF ? 0 : tree_.take(count);
  if (first == 0) {
    node.state.store(Node::State::leaf, std::memory_order_release);
    return false;
  }
  worker.priors.assign(count, Prior{});
  if (kind_.judges) {
    judged = worker.world->judge(seat, worker.actions, worker.priors, worker.owners);
    const auto power = static_cast<float>(1 / tuning_.policy_temperature);
    if (power != 1)
      for (Prior& prior : worker.priors) prior.share = std::pow(prior.share, power);
  } else {
    worker.world->priors(seat, worker.actions, worker.priors);
  }
  worker.keys.resize(count);
  worker.world->keys_of(worker.actions, worker.keys);
  float total = 0;
  for (const Prior& prior : worker.priors) total += prior.share;
  for (std::uint32_t i = 0; i < count; ++i) {
    Node& child = tree_.at(first + i);
    const Prior& prior = worker.priors[i];
    child.action = worker.actions[i];
    child.key = worker.keys[i];
    child.mover = static_cast<std::uint8_t>(index(seat));
    child.share = total > 0 ? prior.share / total : 1.0F / static_cast<float>(count);
    child.prior_value = prior.value;
    child.prior_weight = prior.weight;
  }
  node.children.store(first, kRelaxed);
  node.count = static_cast<std::uint16_t>(count);
  node.state.store(Node::State::grown, std::memory_order_release);
  if (kind_.transposes) transpositions_.remember(key, {first, count});
  return true;
}

auto TreeSearch::below(Siblings siblings) const -> Below {
  Below all;
  for (std::uint32_t i = siblings.first; i < siblings.first + siblings.count; ++i) {
    const Node& child = tree_.at(i);
    const double visits = child.visits.load(kRelaxed);
    if (visits == 0) continue;
    all.visits += visits;
    all.sum += static_cast<double>(child.sum.load(kRelaxed)) / Node::kUnit;
    all.lead += visits * static_cast<double>(child.lead.load(kRelaxed));
  }
  return all;
}

// The node, which grows, takes children that another one of its position has, and their word for what it is worth.
Ending TreeSearch::join(Worker& worker, Node& node, Siblings met, Seat seat) {
  const Below seen = below(met);
  node.children.store(met.first, kRelaxed);
  node.count = static_cast<std::uint16_t>(met.count);
  node.state.store(Node::State::grown, std::memory_order_release);
  if (seen.visits == 0) return worker.world->judge(seat, worker.actions, {}, worker.owners);
  return ending_of(index(seat), seen.sum / seen.visits, seen.lead / seen.visits);
}

// Others searched below this node, too, and what it was told of `visits` playouts is no longer what they found: the
// value that sets its mean right, as far as one can.
bool TreeSearch::learn(const Node& node, std::uint32_t visits, Seat seat, Ending& learned) const {
  constexpr double kNews = 0.01;
  const Below seen = below({node.children.load(kRelaxed), node.count});
  if (visits == 0 || seen.visits < visits) return false;
  const double mean = seen.sum / seen.visits, found = node.mover == index(seat) ? mean : 1 - mean;
  const double heard = static_cast<double>(node.sum.load(kRelaxed)) / Node::kUnit / visits;
  if (std::abs(found - heard) <= kNews) return false;
  learned = ending_of(node.mover, std::clamp(found + visits * (found - heard), 0.0, 1.0), seen.lead / seen.visits);
  return true;
}

namespace {

// What a child is worth to who chooses (mcts.h), but for proofs.
struct Weighing {
  const MctsTuning& tuning;
  double untried, visits;  // q of a child that nothing is known of; visits of the node
  bool at_root;
  double spread = std::log(visits + 1), root = std::sqrt(visits);

  double worth(const Node& child) const {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    const double own = child.visits.load(kRelaxed);
    const double n = own + static_cast<double>(child.prior_weight);
    const double q = n > 0 ? (static_cast<double>(child.sum.load(kRelaxed)) / Node::kUnit +
                              static_cast<double>(child.prior_value) * static_cast<double>(child.prior_weight)) /
                                 n
                           : untried;
    double value = q;
    if (tuning.rave_equivalence > 0) {
      const double m = static_cast<double>(child.amaf_visits.load(kRelaxed));
      if (m > 0) {
        const double beta = m / (m + n + m * n / tuning.rave_equivalence);
        value += beta * (static_cast<double>(child.amaf_mean.load(kRelaxed)) - q);
      }
    }
    if (tuning.explore > 0) value += tuning.explore * std::sqrt(spread / (own + 1));
    if (tuning.policy > 0) value += tuning.policy * static_cast<double>(child.share) * root / (own + 1);
    if (tuning.forced > 0 && at_root && own > 0 &&
        own * own < tuning.forced * static_cast<double>(child.share) * visits)
      value += 1e3;
    return value;
  }
};

}  // namespace

// What an untried child of a node counts as, and `visits`, of the node, no less than its children have.
double TreeSearch::untried_value(const Node& node, double& visits) const {
  if (!kind_.judges) return tuning_.first_play_value;
  double sum = 0, count = 0, share = 0;
  const std::uint32_t first = node.children.load(kRelaxed);
  for (std::uint32_t i = first; i < first + node.count; ++i) {
    const Node& child = tree_.at(i);
    const double own = child.visits.load(kRelaxed);
    if (own == 0) continue;
    sum += static_cast<double>(child.sum.load(kRelaxed)) / Node::kUnit;
    count += own;
    share += static_cast<double>(child.share);
  }
  if (kind_.transposes) visits = std::max(visits, count);
  return count > 0 ? sum / count - tuning_.first_play_reduction * std::sqrt(share) : tuning_.first_play_value;
}

// The child that looks best; among equals each with the same chance. kNotFound: none is possible in this world.
std::uint32_t TreeSearch::select(Worker& worker, const Node& node) const {
  const bool at_root = &node == &tree_.root();
  if (halving_.on() && at_root) return halve();
  const std::uint32_t first = node.children.load(kRelaxed);
  double visits = node.visits.load(kRelaxed);
  if (kind_.hidden) worker.barred.clear();
  const double untried = untried_value(node, visits);
  const Weighing weighing{tuning_, untried, visits, at_root};
  while (true) {
    std::uint32_t best = kNotFound, equals = 0;
    double best_value = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = first; i < first + node.count; ++i) {
      const Node& child = tree_.at(i);
      const Proof proof = child.proof.load(kRelaxed);
      if (at_root && avoided(child)) continue;
      if (proof == Proof::win) return i;
      if (kind_.hidden && std::find(worker.barred.begin(), worker.barred.end(), i) != worker.barred.end()) continue;
      const double value = proof == Proof::loss ? -1e3 : weighing.worth(child);
      if (value > best_value) {
        best_value = value;
        best = i;
        equals = 1;
      } else if (value == best_value && worker.rng.below(++equals) == 0) {
        best = i;
      }
    }
    if (kind_.hidden && best != kNotFound) {
      const Node& child = tree_.at(best);
      if (worker.world->check(seat_at(child.mover), child.action) != Reason::none) {
        worker.barred.push_back(best);
        continue;
      }
    }
    return best;
  }
}

void TreeSearch::update(Worker& worker, const Ending& ending) {
  for (const Step& step : worker.path) {
    Node& node = tree_.at(step.node);
    node.sum.fetch_add(static_cast<std::int64_t>(static_cast<double>(ending.value[step.mover]) * Node::kUnit),
                       kRelaxed);
    if (kind_.score) {
      const float old = node.lead.load(kRelaxed);
      node.lead.store(old + (ending.lead - old) / static_cast<float>(node.visits.load(kRelaxed)), kRelaxed);
    }
  }
  if (tuning_.rave_equivalence <= 0 || worker.owner.empty()) return;
  const auto mark = [&](const Played& played) {
    if (played.key != kNoKey) worker.owner[played.key] = played.seat;
  };
  std::size_t i = worker.trace.size();
  while (i >= worker.path.size()) mark(worker.trace[--i]);
  for (std::size_t depth = worker.path.size(); depth-- > 0;) {
    if (depth < worker.trace.size() && depth + 1 < worker.path.size()) mark(worker.trace[depth]);
    const Node& node = tree_.at(worker.path[depth].node);
    if (node.state.load(std::memory_order_acquire) != Node::State::grown) continue;
    const std::uint32_t first = node.children.load(kRelaxed);
    for (std::uint32_t c = first; c < first + node.count; ++c) {
      Node& child = tree_.at(c);
      if (child.key == kNoKey || worker.owner[child.key] != child.mover) continue;
      const float m = child.amaf_visits.load(kRelaxed) + 1, mean = child.amaf_mean.load(kRelaxed);
      child.amaf_mean.store(mean + (ending.value[child.mover] - mean) / m, kRelaxed);
      child.amaf_visits.store(m, kRelaxed);
    }
  }
  for (const Played& played : worker.trace)
    if (played.key != kNoKey) worker.owner[played.key] = Worker::kNobody;
}

// The leaf of the path was proven: its parents may be, too.
void TreeSearch::prove(const Worker& worker) {
  for (std::size_t i = worker.path.size() - 1; i > 0; --i) {
    const Node& parent = tree_.at(worker.path[i - 1].node);
    Proof best = Proof::loss;
    for (std::uint32_t c = 0; c < parent.count && best != Proof::win; ++c) {
      const Proof proof = tree_.child(parent, c).proof.load(kRelaxed);
      const bool better = proof == Proof::win || proof == Proof::none || (proof == Proof::draw && best == Proof::loss);
      if (better) best = proof;
    }
    if (best == Proof::none || (best != Proof::win && !kind_.complete)) return;
    const bool same = parent.mover == tree_.at(worker.path[i].node).mover;
    tree_.at(worker.path[i - 1].node).proof.store(same ? best : opposite(best), kRelaxed);
  }
}

}  // namespace cairn
