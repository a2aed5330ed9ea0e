#include "server/library/board_keys.h"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "core/hash.h"
#include "server/library/board_events.h"

namespace cairn {

namespace {

constexpr int kNobodys = 7;             // a piece of no side
constexpr std::size_t kMostKnown = 12;  // shapes of boards; the largest torus takes 6 MB

std::uint64_t text_sum(std::string_view text) {
  std::uint64_t sum = text.size() + 0xCBF29CE484222325ULL;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return sum;
}

std::uint64_t piece_key(std::uint32_t point, int side) {
  return mix(0x11B0'0A4D'0000'0001ULL, static_cast<std::uint64_t>(point) * 8 + static_cast<std::uint64_t>(side));
}

// What makes a step a move.
bool is_deed(Event::Kind kind) {
  return kind == Event::Kind::placed || kind == Event::Kind::moved || kind == Event::Kind::passed ||
         kind == Event::Kind::swapped || kind == Event::Kind::arranged;
}

int side_number(int side) {
  return side < 0 || side >= kNobodys ? kNobodys : side;
}

}  // namespace

std::shared_ptr<const BoardSymmetries> BoardSymmetries::of(const View& view) {
  using Shape = std::tuple<std::string, int, int, int>;
  static std::mutex mutex;
  static std::deque<std::pair<Shape, std::shared_ptr<const BoardSymmetries>>> known;  // the newest ones
  const Shape shape{view.surface, view.columns, view.rows, view.levels};
  {
    const std::lock_guard guard(mutex);
    for (const auto& [other, symmetries] : known)
      if (other == shape) return symmetries;
  }
  auto made = std::make_shared<const BoardSymmetries>(view);
  const std::lock_guard guard(mutex);
  known.emplace_back(shape, made);
  if (known.size() > kMostKnown) known.pop_front();
  return made;
}

BoardSymmetries::BoardSymmetries(const View& view)
    : columns_(view.columns), rows_(view.rows), levels_(std::max(1, view.levels)), pyramid_(has_levels(view)) {
  points_ = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) * static_cast<std::size_t>(levels_);
  const bool turns = pyramid_ || has_lines(view), shifts = is_endless(view);
  std::vector<std::array<int, 3>> all;
  for (int turn = 0; turn < (turns ? 8 : 1); ++turn) {
    if ((turn & 4) != 0 && columns_ != rows_) continue;  // a quarter of a turn
    for (int up = 0; up < (shifts ? rows_ : 1); ++up)
      for (int right = 0; right < (shifts ? columns_ : 1); ++right) all.push_back({turn, right, up});
  }
  count_ = all.size();
  images_.resize(points_ * count_);
  for (std::size_t i = 0; i < count_; ++i)
    for (int level = 0; level < levels_; ++level) {
      const int less = pyramid_ ? level : 0, columns = columns_ - less, rows = rows_ - less;
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
          const auto [turn, right, up] = all[i];
          int x = (turn & 1) != 0 ? columns - 1 - column : column, y = (turn & 2) != 0 ? rows - 1 - row : row;
          if ((turn & 4) != 0) std::swap(x, y);
          if (shifts) {
            x = (x + right) % columns;
            y = (y + up) % rows;
          }
          const auto place = [&](int at_column, int at_row) {
            return static_cast<std::size_t>((level * rows_ + at_row) * columns_ + at_column);
          };
          images_[place(column, row) * count_ + i] = static_cast<std::uint16_t>(place(x, y));
        }
    }
}

std::size_t BoardSymmetries::number(Point at) const {
  const int less = pyramid_ ? at.level : 0;
  if (at.level >= levels_ || at.column >= columns_ - less || at.row >= rows_ - less) return points_;
  return static_cast<std::size_t>((at.level * rows_ + at.row) * columns_ + at.column);
}

BoardKeys::BoardKeys(std::string_view game, const View& view)
    : symmetries_(BoardSymmetries::of(view)),
      seed_(mix(text_sum(game), static_cast<std::uint64_t>(view.columns) * 64 + static_cast<std::uint64_t>(view.rows))),
      games_(symmetries_->count(), 0) {
  set_up(view);
}

void BoardKeys::change(Point at, int side) {
  const std::size_t point = symmetries_->number(at);
  if (point == symmetries_->points()) return;
  const auto images = symmetries_->images(point);
  for (std::size_t i = 0; i < images.size(); ++i) boards_[i] ^= piece_key(images[i], side);
}

void BoardKeys::set_up(const View& view) {
  boards_.assign(symmetries_->count(), 0);
  for_each_piece(view, [this](Point at, int side) { change(at, side_number(side)); });
  for (std::size_t i = 0; i < games_.size(); ++i) games_[i] = mix(games_[i], boards_[i]);
}

std::uint64_t BoardKeys::step(std::string_view word, std::span<const Event> events, std::size_t symmetry) const {
  std::uint64_t out = 0;
  if (is_refused(events)) return out;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (!is_deed(event.kind) || is_told_before(events, i)) continue;
    const bool moves = event.kind == Event::Kind::moved;
    const bool stands = moves || event.kind == Event::Kind::placed;
    const auto image = [&](Point at) -> std::uint64_t {
      const std::size_t point = symmetries_->number(at);
      return point == symmetries_->points() ? point : symmetries_->images(point)[symmetry];
    };
    out =
        mix(out + 1, static_cast<std::uint64_t>(event.kind) * 8 + static_cast<std::uint64_t>(side_number(event.side)));
    if (stands) out = mix(out, image(event.at));
    if (moves) out = mix(out, image(event.from));
  }
  return symmetries_->alone() && out != 0 ? mix(out, text_sum(word)) : out;
}

void BoardKeys::take(std::string_view word, std::span<const Event> events) {
  if (is_refused(events)) return;
  const bool deed = std::any_of(events.begin(), events.end(), [](const Event& event) { return is_deed(event.kind); });
  if (deed)
    for (std::size_t i = 0; i < games_.size(); ++i) games_[i] = mix(games_[i], step(word, events, i));
  for_each_change(events, [this](Point at, int side, bool /*stands*/) { change(at, side_number(side)); });
}

std::uint64_t BoardKeys::position() const {
  return mix(seed_, *std::min_element(boards_.begin(), boards_.end()));
}

std::uint64_t BoardKeys::game() const {
  return mix(seed_, *std::min_element(games_.begin(), games_.end()));
}

std::uint32_t BoardKeys::move(std::string_view word, std::span<const Event> events) const {
  const std::uint64_t least = *std::min_element(boards_.begin(), boards_.end());
  std::uint64_t best = 0;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    if (boards_[i] != least) continue;
    const std::uint64_t one = step(word, events, i);
    if (one == 0) return 0;
    best = best == 0 ? one : std::min(best, one);
  }
  const auto folded = static_cast<std::uint32_t>(best ^ best >> 32);
  return folded == 0 ? 1 : folded;
}

}  // namespace cairn
