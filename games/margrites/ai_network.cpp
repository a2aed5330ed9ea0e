#include "games/margrites/ai_network.h"

#include <algorithm>
#include <array>

#include "core/hash.h"
#include "games/margrites/actions.h"
#include "search/mcts.h"
#include "search/network_knowledge.h"

namespace cairn::margrites {

namespace {

enum Plane {
  kOwn,
  kOther,
  kBoard,
  kBegan,  // where own pieces that have stepped in this turn began it
  kAhead,  // the upper rows: from the third, fifth, seventh and eighth on
  kSteps = kAhead + 4,
  kPlanes = kSteps + kDirections
};
static_assert(kPlanes % 4 == 0);
constexpr int kGlobals = 10;
constexpr std::uint8_t kOne = 127;
constexpr std::array<int, 4> kAheadRows{2, 4, 6, 7};

bool known(const Options& options) {
  return !options.returning && !options.two_for_three && options.hostile != Hostile::full;
}
bool known(const Margrites& game) {
  return known(game.options()) && (game.phase() == Phase::playing || game.phase() == Phase::rebuttal);
}

// As the side sees it: its home below.
int cell(Side side, Square square) {
  return (side == Side::black ? row_of(square) : kRows - 1 - row_of(square)) * kFiles + file_of(square);
}

std::int32_t logit(Side side, Action step) {
  const auto& ways = margrites::kSteps[index(side)][index(from_of(step))];
  const auto way = std::find(ways.begin(), ways.end(), to_of(step)) - ways.begin();
  return static_cast<std::int32_t>(cell(side, from_of(step)) * kDirections + way);
}

// Files may be exchanged; of the directions ahead left is then ahead right.
constexpr std::array<std::uint8_t, kDirections> kMirroredSteps{0, 2, 1, 4, 3, 6, 5, 7};
constexpr auto kMirroredPlanes = [] {
  std::array<std::uint8_t, kPlanes> planes{};
  for (std::size_t i = 0; i < kPlanes; ++i)
    planes[i] = static_cast<std::uint8_t>(i < kSteps ? i : kSteps + kMirroredSteps[i - kSteps]);
  return planes;
}();

struct FeatureEncoder {
  static network::Symmetry symmetry() {
    return {.codes = 0b11, .mirrored_planes = kMirroredPlanes, .mirrored_policy = kMirroredSteps};
  }

  static void encode(const Margrites& game, Seat seat, std::span<const Action> actions, network::Features& out) {
    const Board& board = game.board();
    const Side own = game.side_of(seat), enemy = other(own);
    out.columns = kFiles;
    out.rows = kRows;
    out.unit = kPieces;
    out.planes.assign(static_cast<std::size_t>(kFiles * kRows * kPlanes), 0);
    const auto put = [&](int at, int plane) { out.planes[static_cast<std::size_t>(at * kPlanes + plane)] = kOne; };
    const auto put_all = [&](Squares set, int plane) {
      for (; !set.empty(); set.drop_front()) put(cell(own, set.front()), plane);
    };
    put_all(board.pieces(own), kOwn);
    put_all(board.pieces(enemy), kOther);
    for (int row = 0; row < kRows; ++row)
      for (int file = 0; file < kFiles; ++file) {
        const int at = row * kFiles + file;
        put(at, kBoard);
        for (std::size_t i = 0; i < kAheadRows.size(); ++i)
          if (row >= kAheadRows[i]) put(at, kAhead + static_cast<int>(i));
      }
    if (board.mover() == own)
      for (int i = 0; i < board.count(own); ++i)
        if (const Square began = board.began(i); on_board(began) && began != board.piece(own, i))
          put(cell(own, began), kBegan);
    out.logits.clear();
    for (const Action action : actions) {
      const std::int32_t at = logit(own, action);
      put(at / kDirections, kSteps + at % kDirections);
      out.logits.push_back(at);
    }
    const auto part = [](int count) { return static_cast<float>(count) / kPieces; };
    const int steps = board.steps_left();
    out.globals = {part(board.points(own)),
                   part(board.points(enemy)),
                   part(board.captures(own)),
                   part(board.captures(enemy)),
                   steps == 4 ? 1.0F : 0.0F,
                   steps == 3 ? 1.0F : 0.0F,
                   steps == 2 ? 1.0F : 0.0F,
                   own == Side::white ? 1.0F : 0.0F,
                   static_cast<float>(game.quiet_turns()) / kQuietTurns,
                   game.options().white_rebuttal ? 1.0F : 0.0F};
    static_assert(kGlobals == 10);
  }
};

// The rules alone: the network judges.
class StepRules : public UniformKnowledge<Margrites> {
 public:
  using UniformKnowledge<Margrites>::UniformKnowledge;
  static float score_share() { return 0; }
};

class StepKnowledge : public NetworkKnowledge<Margrites, StepRules, FeatureEncoder> {
 public:
  using NetworkKnowledge<Margrites, StepRules, FeatureEncoder>::NetworkKnowledge;
  static MctsTuning tuning() {
    MctsTuning tuning = kNetworkTuning;
    tuning.policy_temperature = 2;  // a capture of four steps begins with one that seems to lead nowhere
    return tuning;
  }
  // The steps of a turn meet in many orders; what a game was before its turn is no part of it.
  static std::uint64_t position_key(const Margrites& game) {
    return mix(game.hash(), static_cast<std::uint64_t>(game.turn_number()));
  }
};

const Margrites* game_in(const Position& position) {
  const auto* game = position.get_if<Margrites>();
  return game != nullptr && known(*game) ? game : nullptr;
}

bool encode(const Position& position, Seat seat, std::span<const Action> actions, network::Features& out) {
  const Margrites* game = game_in(position);
  if (game != nullptr) FeatureEncoder::encode(*game, seat, actions, out);
  return game != nullptr;
}

network::Boards boards(const Position& position) {
  const auto* game = position.get_if<Margrites>();
  return game != nullptr && known(game->options()) ? network::Boards{kFiles, kRows} : network::Boards{};
}

// Who stands there.
void owners(const Position& position, Seat seat, std::vector<std::int8_t>& out) {
  const auto* game = position.get_if<Margrites>();
  if (game == nullptr) return;
  const Side own = game->side_of(seat);
  out.assign(static_cast<std::size_t>(kFiles * kRows), 0);
  for (const Side side : {own, other(own)})
    for (Squares left = game->board().pieces(side); !left.empty(); left.drop_front())
      out[static_cast<std::size_t>(cell(own, left.front()))] = static_cast<std::int8_t>(side == own ? 127 : -127);
}

}  // namespace

network::FeatureSpec network_features() {
  return {.name = "steps-1",
          .planes = kPlanes,
          .globals = kGlobals,
          .policy = kDirections,
          .extras = 0,
          .encode = encode,
          .boards = boards,
          .owners = owners,
          .symmetry = FeatureEncoder::symmetry()};
}

std::vector<Parameter> network_parameters() {
  std::vector<Parameter> all = mcts_parameters(StepKnowledge::tuning());
  // Those of playouts and of all moves as first mean nothing here.
  std::erase_if(all, [](const Parameter& one) {
    constexpr std::array<std::string_view, 4> kNot = {"explore", "rave_equivalence", "expand_visits",
                                                      "first_play_value"};
    return std::find(kNot.begin(), kNot.end(), one.name) != kNot.end();
  });
  all.push_back(transposition_parameter());
  return all;
}

std::unique_ptr<Engine> make_network_search(const Margrites& game, const EngineSettings& settings) {
  if (!settings.network || !known(game) || !fits(network_features(), settings.network->shape()).empty()) return nullptr;
  const auto extract = [](const Position& one) { return one.get_if<Margrites>(); };
  return std::make_unique<Mcts<Margrites, StepKnowledge>>(game, settings, extract);
}

}  // namespace cairn::margrites
