#include "server/library/openings.h"

#include <algorithm>

#include "core/hash.h"
#include "core/text.h"
#include "notation/words.h"

namespace cairn {

namespace {

constexpr int kFoldedAtOnce = 400;
constexpr int kMostAnswers = 100;

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

Refusal not_read_now() {
  return {Code::unavailable, Message("cannot-read-just-now", "the server cannot read this at the moment; try again"),
          1};
}

// The position that a question is about.
Result<std::int64_t> position_asked(const OpeningWish& wish) {
  const Result<Position> played = played_position(wish);
  if (!played) return played.refusal();
  return opening_position(*wish.info, wish.options, *played);
}

}  // namespace

std::string move_word(const View& view, Seat seat, const std::string& word) {
  const bool plain = view.to_act == SeatSet::of(seat) && view.turn.seat == seat;
  return plain ? word : side_name(view, seat) + ":" + word;
}

Result<Position> played_position(const OpeningWish& wish) {
  Made made = wish.info->make({wish.options, std::nullopt});
  if (!made.error.empty()) return Refusal{Code::bad_options, made.error};
  EventLog log;
  for (std::size_t i = 0; i < wish.words.size(); ++i) {
    const Attempt attempt = play_word(made.position, made.position.view(Viewer::spectator), wish.words[i], log);
    if (attempt.refused == Reason::none) continue;
    Refusal refused{Code::illegal_move, Message("cannot-played", "\"{word}\" cannot be played there: {why}",
                                                {{"word", shortened(wish.words[i])}, {"why", attempt.refused}})};
    refused.reason = attempt.refused;
    refused.index = i;
    return refused;
  }
  return std::move(made.position);
}

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
  const int won = winner(outcome, static_cast<int>(table.occupants().size()));
  EventLog log;
  for (const Step& step : table.steps()) {
    if (step.left || static_cast<int>(out.size()) == kOpeningPlies) break;
    const View view = made.position.view(Viewer::spectator);
    OpeningMove move;
    move.position = position_of(info, options, view);
    move.word = move_word(view, step.seat, step.word);
    move.games = sign;
    move.won = won == index(step.seat) ? sign : 0;
    move.drawn = won < 0 && outcome.rank[static_cast<std::size_t>(index(step.seat))] == 1 ? sign : 0;
    out.push_back(std::move(move));
    log.clear();
    if (made.position.play(step.seat, step.word, log) != Reason::none) break;
  }
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

void Openings::find(const OpeningWish& wish, const Asker& who, Done<std::vector<OpeningLine>> done, Freshness fresh) {
  const auto read = [this, done, fresh](const Result<std::int64_t>& position) {
    if (!position) return done(position.refusal());
    const auto tell = [this, done](const Found<std::vector<OpeningLine>>& found) {
      if (found.value) return done(*found.value);
      world_.log("reading openings: " + found.error);
      done(not_read_now());
    };
    store_.openings_at(*position, kMostAnswers, tell, fresh);
  };
  if (!queue_.run(
          who, [wish] { return position_asked(wish); }, read))
    done(not_read_now());
}

}  // namespace cairn
