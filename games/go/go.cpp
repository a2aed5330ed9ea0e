#include "games/go/go.h"

#include <algorithm>
#include <array>

namespace cairn::go {

namespace {

constexpr std::uint64_t kEstimateSeed = 0xE57;
constexpr int kEstimatePlayouts = 100, kLeastPlayouts = 30;  // on 9x9; on the largest boards

std::string_view phase_word(Phase phase) {
  constexpr std::array<std::string_view, 3> kWords{"play", "agreement", "over"};
  return kWords[static_cast<std::size_t>(phase)];
}

}  // namespace

template <int Max>
Go<Max>::Go(const Options& options)
    : board_(options.size, options.topology),
      ko_rule_(options.ko),
      scoring_(options.scoring),
      agreement_(options.agreement),
      suicide_(options.suicide),
      handicap_(static_cast<std::uint8_t>(options.handicap)),
      komi_(options.komi_half_points()) {
  for (const int point : handicap_points(options.size, options.handicap))
    board_.place(board_.cell(point), Colour::black, [](Cell) {});
  if (options.handicap > 0) mover_ = Colour::white;
  history_.reserve(2U * static_cast<std::size_t>(board_.points()));
  start_history();
}

template <int Max>
bool Go<Max>::set_up(const Picture& picture, Colour to_move) {
  mover_ = to_move;
  if (!replace_stones(picture, -1)) return false;
  start_history();
  return true;
}

template <int Max>
bool Go<Max>::replace_stones(const Picture& picture, int ko_point) {
  if (!board_.set_up([&](int point) { return picture.at[static_cast<std::size_t>(point)]; })) return false;
  board_.set_ko(ko_point < 0 ? Board<Max>::kNowhere : board_.cell(ko_point));
  return true;
}

template <int Max>
void Go<Max>::start_history() {
  history_.clear();
  history_digest_ = 0;
  record();
}

template <int Max>
Options Go<Max>::options() const {
  Options options;
  options.topology = board_.topology();
  options.size = board_.size();
  options.komi = komi_;
  options.handicap = handicap_;
  options.ko = ko_rule_;
  options.scoring = scoring_;
  options.agreement = agreement_;
  options.suicide = suicide_;
  return options;
}

template <int Max>
void Go<Max>::legal(Seat seat, ActionList& out) const {
  out.clear();
  if (!to_act().contains(seat)) return;
  if (phase_ == Phase::play) {
    for (int point = 0; point < board_.points(); ++point)
      if (check_point(point) == Reason::none) out.push_back(static_cast<Action>(point));
    out.push_back(static_cast<Action>(kPass));
    return;
  }
  for (int point = 0; point < board_.points(); ++point)
    if (board_.at(board_.cell(point)) != Colour::empty && first_stone(point) == point)
      out.push_back(static_cast<Action>(kDead + static_cast<std::uint32_t>(point)));
  if (((consents_ >> index(seat)) & 1U) == 0) out.push_back(static_cast<Action>(kAccept));
  out.push_back(static_cast<Action>(kResume));
}

template <int Max>
int Go<Max>::first_stone(int point) const {
  int first = point;
  for_chain(point, [&first](int other) { first = std::min(first, other); });
  return first;
}

template <int Max>
Reason Go<Max>::check(Seat seat, Action action) const {
  const auto code = static_cast<std::uint32_t>(action);
  if (phase_ == Phase::over) return Reason::game_over;
  if (!to_act().contains(seat)) return Reason::not_your_turn;
  if (phase_ == Phase::agreement) return check_agreement(seat, code);
  if (code == kPass) return Reason::none;
  return code < static_cast<std::uint32_t>(board_.points()) ? check_point(static_cast<int>(code))
                                                            : Reason::unknown_move;
}

template <int Max>
std::vector<View::Mark> Go<Max>::refusal_marks(Seat seat, Action action) const {
  const Reason reason = check(seat, action);
  if (reason != Reason::suicide && reason != Reason::repetition) return {};
  const int point = static_cast<int>(action);
  Picture stones = picture();
  const bool suicide = reason == Reason::suicide;
  if (suicide) stones.at[static_cast<std::size_t>(point)] = mover_;
  View::Mark mark{suicide ? "breathless" : "retaken", {}};
  for (const Region& chain : regions(stones).list) {
    if (chain.colour != (suicide ? mover_ : opposite(mover_))) continue;
    const auto holds = [point](const auto& points) {
      return std::find(points.begin(), points.end(), point) != points.end();
    };
    const auto free = liberties(stones, chain);
    if (suicide ? !holds(chain.points) : free.size() != 1 || !holds(free)) continue;
    for (const int stone : chain.points) mark.points.push_back(place(stone));
  }
  return mark.points.empty() ? std::vector<View::Mark>{} : std::vector<View::Mark>{std::move(mark)};
}

template <int Max>
Reason Go<Max>::check_agreement(Seat seat, std::uint32_t code) const {
  if (code == kResume) return Reason::none;
  if (code == kAccept) return ((consents_ >> index(seat)) & 1U) != 0 ? Reason::not_your_turn : Reason::none;
  if (code < kDead || code >= kDead + static_cast<std::uint32_t>(board_.points())) return Reason::unknown_move;
  return board_.at(board_.cell(static_cast<int>(code - kDead))) == Colour::empty ? Reason::no_piece : Reason::none;
}

template <int Max>
std::uint64_t Go<Max>::hash() const {
  std::uint64_t hash = mix(whole_key(), history_digest_);
  hash = mix(hash, static_cast<std::uint64_t>(phase_) + 4U * static_cast<unsigned>(passes_) + 16U * consents_ +
                       64U * (resumed_ ? 1U : 0U) + 128U * (stone_since_resumption_ ? 1U : 0U) + 256U * retired_);
  hash = mix(hash, static_cast<std::uint64_t>(prisoners_[0]) << 32 | static_cast<std::uint32_t>(prisoners_[1]));
  if (dead_.any())
    for (int point = 0; point < board_.points(); ++point)
      if (dead_[static_cast<std::size_t>(point)]) hash = mix(hash, static_cast<std::uint64_t>(point));
  return hash;
}

template <int Max>
Picture Go<Max>::picture() const {
  Picture picture;
  picture.size = board_.size();
  picture.topology = board_.topology();
  for (int point = 0; point < board_.points(); ++point)
    picture.at[static_cast<std::size_t>(point)] = board_.at(board_.cell(point));
  return picture;
}

template <int Max>
std::array<int, 2> Go<Max>::score() const {
  const Picture stones = picture();
  if (scoring_ == Scoring::area) {
    const Count count = area(without(stones, dead_));
    return {2 * count.points[0], 2 * count.points[1] + komi_};
  }
  std::array<int, 2> lost{prisoners_[1], prisoners_[0]};
  for (int point = 0; point < board_.points(); ++point)
    if (dead_[static_cast<std::size_t>(point)]) ++lost[index_of(side_of(stones.at[static_cast<std::size_t>(point)]))];
  const Count count = territory(stones, dead_);
  return {2 * (count.points[0] - lost[0]), 2 * (count.points[1] - lost[1]) + komi_};
}

template <int Max>
PointSet Go<Max>::estimate() const {
  // Whoever looks asks for it again, and nothing moves while the players agree: each thread keeps the last ones.
  struct Kept {
    std::uint64_t key = 0;
    PointSet dead{};
  };
  thread_local std::array<Kept, 16> kept;
  const std::uint64_t key =
      mix(board_.hash(), static_cast<std::uint64_t>(board_.size().columns * (kMaxSide + 1) + board_.size().rows) * 2 +
                             (board_.topology() == Topology::torus ? 1 : 0));
  Kept& place = kept[key % kept.size()];
  if (place.key != key) place = {key, estimate_now()};
  return place.dead;
}

template <int Max>
PointSet Go<Max>::estimate_now() const {
  const int playouts = std::clamp(kEstimatePlayouts * 81 / board_.points(), kLeastPlayouts, kEstimatePlayouts);
  std::vector<int> balance(static_cast<std::size_t>(board_.points()));  // playouts for Black less those for White
  Rng rng(kEstimateSeed);
  for (int i = 0; i < playouts; ++i) {
    // Neither side's move is taken for granted.
    RandomGame<Max> game(board_, i % 2 == 0 ? Colour::black : Colour::white, 0);
    game.run(rng, 3 * board_.points());
    for (int point = 0; point < board_.points(); ++point) {
      const Colour owner = game.owner(board_.cell(point));
      balance[static_cast<std::size_t>(point)] += (owner == Colour::black ? 1 : 0) - (owner == Colour::white ? 1 : 0);
    }
  }
  PointSet dead;
  for (int point = 0; point < board_.points(); ++point) {
    const Colour colour = board_.at(board_.cell(point));
    if (colour == Colour::empty || first_stone(point) != point) continue;
    int sum = 0, stones = 0;
    for_chain(point, [&](int stone) {
      sum += balance[static_cast<std::size_t>(stone)];
      ++stones;
    });
    if (colour == Colour::white) sum = -sum;
    if (3 * sum < -playouts * stones)  // two thirds of the playouts
      for_chain(point, [&dead](int stone) { dead[static_cast<std::size_t>(stone)] = true; });
  }
  return dead;
}

template <int Max>
void Go<Max>::stop() {
  const bool settled = resumed_ && !stone_since_resumption_;
  if (agreement_ && !settled) {
    phase_ = Phase::agreement;
    return;
  }
  phase_ = Phase::over;
  if (settled && scoring_ == Scoring::territory) {
    own_status_ = true;
    dead_ = dead_by_status(picture());
  }
}

template <int Max>
void Go<Max>::settle() {
  phase_ = Phase::over;
  const auto [black, white] = score();
  rank(black, white);
}

template <int Max>
void Go<Max>::rank(int black, int white) {
  outcome_.over = true;
  outcome_.how = Outcome::How::count;
  outcome_.half_points = {black, white, 0, 0};
  outcome_.rank = {static_cast<std::uint8_t>(black >= white ? 1 : 2), static_cast<std::uint8_t>(white >= black ? 1 : 2),
                   0, 0};
}

template <int Max>
void Go<Max>::end_by_repetition() {
  phase_ = Phase::over;
  repetition_ = true;
  rank(0, 0);
  if (scoring_ == Scoring::territory) outcome_.how = Outcome::How::no_result;
}

template <int Max>
std::string Go<Max>::result() const {
  if (!outcome_.over) return {};
  if (outcome_.how == Outcome::How::no_result) return "Void";
  const int won = winner(outcome_, 2);
  if (won < 0) return "0";
  const std::string text = won == 0 ? "B+" : "W+";
  if (outcome_.how == Outcome::How::resigned) return text + "R";
  if (outcome_.how == Outcome::How::timed_out) return text + "T";
  if (outcome_.how == Outcome::How::forfeit) return text + "F";
  return text + half_points_text(std::abs(outcome_.half_points[0] - outcome_.half_points[1]));
}

template <int Max>
Parsed Go<Max>::parse(Seat, std::string_view word) const {
  Parsed parsed = parse_word(board_.size(), word);
  const auto code = static_cast<std::uint32_t>(parsed.action);
  if (parsed.refused != Reason::none || code < kDead) return parsed;
  const int point = static_cast<int>(code - kDead);
  if (board_.at(board_.cell(point)) == Colour::empty) return {{}, Reason::no_piece};
  return {static_cast<Action>(kDead + static_cast<std::uint32_t>(first_stone(point)))};
}

template <int Max>
View Go<Max>::view(Viewer) const {
  View view;
  const Picture stones = picture();
  const GridSize size = board_.size();
  view.surface = board_.topology() == Topology::torus ? "torus" : "grid";
  view.columns = size.columns;
  view.rows = size.rows;
  for (int row = size.rows - 1; row >= 0; --row) {
    std::string line;
    for (int column = 0; column < size.columns; ++column)
      line += ".BW"[static_cast<std::size_t>(stones.at[static_cast<std::size_t>(row * size.columns + column)])];
    view.board.push_back(std::move(line));
  }
  const bool counted = phase_ != Phase::over || outcome_.how == Outcome::How::count;
  const auto points = repetition_ || !counted ? std::array<int, 2>{} : score();
  for (int side = 0; side < 2; ++side)
    view.sides.push_back({side == 0 ? "black" : "white", side == 0 ? 'B' : 'W', seat_at(side), points[index_of(side)],
                          prisoners_[index_of(side)], ((retired_ >> side) & 1U) != 0});
  view.to_act = to_act();
  view.turn = turn();
  view.outcome = outcome_;
  view.result = result();

  const auto mark = [&](std::string kind, auto&& holds) {
    View::Mark found{std::move(kind), {}};
    for (int point = 0; point < board_.points(); ++point)
      if (holds(point)) found.points.push_back(place(point));
    if (!found.points.empty()) view.marks.push_back(std::move(found));
  };
  mark("last", [&](int point) { return last_ != Board<Max>::kNowhere && board_.cell(point) == last_; });
  if (phase_ == Phase::play)
    mark("ko", [&](int point) { return board_.ko() != Board<Max>::kNowhere && board_.cell(point) == board_.ko(); });
  mark("dead", [&](int point) { return dead_[static_cast<std::size_t>(point)]; });
  if (phase_ == Phase::agreement) {
    const PointSet proposed = estimate();
    mark("proposed", [&](int point) { return proposed[static_cast<std::size_t>(point)]; });
  }
  if (phase_ != Phase::play && counted && !repetition_) {
    const Count count = scoring_ == Scoring::area ? area(without(stones, dead_)) : territory(stones, dead_);
    mark("black-points", [&](int point) { return count.owner[static_cast<std::size_t>(point)] == Colour::black; });
    mark("white-points", [&](int point) { return count.owner[static_cast<std::size_t>(point)] == Colour::white; });
  }
  for (const Region& chain : regions(stones).list) {
    if (chain.colour == Colour::empty) continue;
    View::Group group{side_of(chain.colour), {}, {}};
    for (const int point : chain.points) group.pieces.push_back(place(point));
    for (const int point : liberties(stones, chain)) group.freedoms.push_back(place(point));
    view.groups.push_back(std::move(group));
  }
  view.lives_on = "liberties";
  view.tally = phase_ == Phase::play || !counted ? "captures" : "points";

  view.facts.push_back({"phase", std::string(phase_word(phase_))});
  view.facts.push_back({"komi", half_points_text(komi_)});
  view.facts.push_back({"scoring", std::string(kScoringWords[static_cast<std::size_t>(scoring_)])});
  view.facts.push_back({"ko", std::string(kKoWords[static_cast<std::size_t>(ko_rule_)])});
  if (handicap_ > 0) view.facts.push_back({"handicap", std::to_string(handicap_)});
  if (phase_ == Phase::play && passes_ > 0) view.facts.push_back({"passes", std::to_string(passes_)});
  if (phase_ == Phase::agreement && consents_ != 0)
    view.facts.push_back({"accepted", consents_ == 1 ? "black" : "white"});
  if (phase_ == Phase::play && resumed_ && !stone_since_resumption_) view.facts.push_back({"resumed", "yes"});
  if (own_status_) view.facts.push_back({"status", "life and death judged by the program (unconditional life)"});
  if (phase_ == Phase::over && (outcome_.how == Outcome::How::count || repetition_))
    view.facts.push_back({"end", repetition_ ? "repetition" : consents_ == 3 ? "accepted" : "passes"});
  if (repetition_) view.facts.push_back({"ended", "the same position for the third time"});
  return view;
}

template class Go<9>;
template class Go<13>;
template class Go<19>;
template class Go<25>;

}  // namespace cairn::go
