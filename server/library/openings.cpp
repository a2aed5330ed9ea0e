#include "server/library/openings.h"

#include <algorithm>

#include "core/hash.h"
#include "core/text.h"
#include "notation/words.h"
#include "server/protocol/query.h"
#include "server/protocol/replies.h"

namespace cairn {

namespace {

constexpr int kFoldedAtOnce = 400;
constexpr int kMostAnswers = 100;
constexpr std::size_t kMostWords = 64;

class Digest {
 public:
  void add(std::uint64_t value) { hash_ = mix(hash_, value); }
  void add(std::string_view text) {
    std::uint64_t sum = text.size();
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    add(sum);
  }
  std::int64_t number() const { return static_cast<std::int64_t>(hash_); }

 private:
  std::uint64_t hash_ = 0x0CA1'0000'0000'0001;
};

void add_seen(Digest& digest, const View& view) {
  digest.add(view.surface);
  for (const auto& row : view.board) digest.add(row);
  for (const View::Side& side : view.sides) {
    digest.add(static_cast<std::uint64_t>(index(side.seat)));
    digest.add(static_cast<std::uint64_t>(side.half_points));
    digest.add(static_cast<std::uint64_t>(side.captures) * 2 + (side.retired ? 1 : 0));
  }
  for (int seat = 0; seat < kMaxSeats; ++seat) digest.add(view.to_act.contains(seat_at(seat)) ? 1 : 0);
  digest.add(static_cast<std::uint64_t>(index(view.turn.seat)));
  for (const View::Mark& mark : view.marks) {
    if (mark.kind == "last") continue;  // where the newest piece lies tells how one came here
    digest.add(mark.kind);
    for (const Point& point : mark.points)
      digest.add(static_cast<std::uint64_t>(point.level) << 16 | static_cast<std::uint64_t>(point.column) << 8 |
                 point.row);
  }
  for (const View::Fact& fact : view.facts) {
    digest.add(fact.name);
    digest.add(fact.value);
  }
}

std::int64_t position_of(const GameInfo& info, const OptionValues& options, const View& view) {
  Digest digest;
  digest.add(info.name);
  for (const auto& [name, value] : options) {
    digest.add(name);
    digest.add(value);
  }
  add_seen(digest, view);
  return digest.number();
}

// As it is to be said from this position: with the side where several may act.
std::string told_word(const View& view, Seat seat, const std::string& word) {
  const bool plain = view.to_act == SeatSet::of(seat) && view.turn.seat == seat;
  return plain ? word : side_name(view, seat) + ":" + word;
}

}  // namespace

std::int64_t opening_position(const GameInfo& info, const OptionValues& options, const Position& position) {
  return position_of(info, options, position.view(Viewer::spectator));
}

std::vector<OpeningMove> opening_moves(const Table& table, int sign) {
  std::vector<OpeningMove> out;
  const Outcome outcome = table.view(Viewer::spectator).outcome;
  const GameInfo& info = table.info();
  if (info.hidden || !outcome.over || outcome.how == Outcome::How::no_result) return out;
  Made made = info.make({table.setup().options, std::nullopt});
  if (!made.error.empty()) return out;
  const OptionValues options = info.complete(table.setup().options);
  const int won = winner(outcome, static_cast<int>(table.chairs().size()));
  EventLog log;
  for (const Step& step : table.steps()) {
    if (step.left || static_cast<int>(out.size()) == kOpeningPlies) break;
    const View view = made.position.view(Viewer::spectator);
    OpeningMove move;
    move.position = position_of(info, options, view);
    move.word = told_word(view, step.seat, step.word);
    move.games = sign;
    move.won = won == index(step.seat) ? sign : 0;
    move.drawn = won < 0 && outcome.rank[static_cast<std::size_t>(index(step.seat))] == 1 ? sign : 0;
    out.push_back(std::move(move));
    log.clear();
    if (made.position.play(step.seat, step.word, log) != Reason::none) break;
  }
  return out;
}

std::variant<OpeningWish, Fault> read_opening_wish(std::string_view game_class, std::string_view target,
                                                   std::span<const GameInfo> games) {
  const auto query = read_query(target);
  if (!query) return Fault{"the query of the address is name=value pairs with & between them, at most 4,000 bytes"};
  OptionValues options;
  OpeningWish out;
  out.info = find_game(game_class, games);
  const auto dash = game_class.rfind('-');
  if (out.info == nullptr && dash != std::string_view::npos) {
    out.info = find_game(game_class.substr(0, dash), games);
    options.emplace_back("size", game_class.substr(dash + 1));
  }
  if (out.info == nullptr) return Fault{unknown_game_text(game_class.substr(0, dash))};
  if (out.info->hidden) return Fault{"this game hides something: its openings are not told"};
  for (const auto& [name, value] : *query) {
    if (name != "moves") {
      options.emplace_back(name, value);
      continue;
    }
    for (const auto word : split_words(value)) out.words.emplace_back(word);
    if (out.words.size() > kMostWords)
      return Fault{"\"moves\" are at most " + std::to_string(kMostWords) + " words with blanks between them"};
  }
  if (auto made = out.info->make({options, std::nullopt}); !made.error.empty()) return Fault{std::move(made.error)};
  out.options = out.info->complete(options);
  return out;
}

void Openings::tick() {
  if (folding_) return;
  folding_ = true;
  store_.openings_wait([this](const Found<bool>& found) {
    if (found.value && *found.value) return fold();
    folding_ = false;
  });
}

void Openings::fold() {
  store_.fold_openings(kFoldedAtOnce, [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("adding up openings: " + written.message);
    if (written.how == Written::How::durable && written.key == kFoldedAtOnce) return fold();
    folding_ = false;
  });
}

void Openings::find(const OpeningWish& wish, Done done) {
  Position position = wish.info->make({wish.options, std::nullopt}).position;
  EventLog log;
  for (std::size_t i = 0; i < wish.words.size(); ++i) {
    const Attempt attempt = play_word(position, position.view(Viewer::spectator), wish.words[i], log);
    if (attempt.refused == Reason::none) continue;
    Refusal refused = Refusal{
        Code::illegal_move, shown(wish.words[i]) + " cannot be played there: " + std::string(to_word(attempt.refused))};
    refused.reason = attempt.refused;
    refused.index = i;
    return done(refused);
  }
  store_.openings_at(opening_position(*wish.info, wish.options, position), kMostAnswers,
                     [this, done](const Found<std::vector<OpeningLine>>& found) {
                       if (!found.value) {
                         world_.log("reading openings: " + found.error);
                         return done(Refusal{Code::unavailable, "this cannot be read just now; try again", 1});
                       }
                       Json list = Json::array();
                       std::int64_t games = 0;
                       for (const OpeningLine& line : *found.value) {
                         games += line.games;
                         list.push_back({{"word", line.word},
                                         {"games", line.games},
                                         {"won", line.won},
                                         {"drawn", line.drawn},
                                         {"lost", line.games - line.won - line.drawn}});
                       }
                       done(good({{"games", games}, {"next", std::move(list)}}));
                     });
}

}  // namespace cairn
