#include "server/library/board_changes.h"

#include <algorithm>
#include <set>

#include "core/text.h"
#include "server/library/board_events.h"
#include "server/library/board_keys.h"

namespace cairn {

namespace {

// A change: the point, what stands there then (0: nothing, a side from 1, or kNobodysPiece), and what it ends.
constexpr std::uint16_t kPointBits = 11, kNoPoint = (1U << kPointBits) - 1;
constexpr std::uint16_t kSetUpEnds = 1U << 14, kMoveEnds = 1U << 15;
constexpr std::uint8_t kNobodysPiece = 7;
constexpr char kAnything = '?';

std::uint8_t piece_of(int side) {
  return side < 0 || side >= kMaxSeats ? kNobodysPiece : static_cast<std::uint8_t>(side + 1);
}

std::optional<std::uint8_t> piece_of_letter(const View& view, char letter) {
  if (letter == '.' || letter == ' ') return std::uint8_t{0};
  const int side = side_of_letter(view, to_upper(letter));
  return side < 0 ? std::nullopt : std::optional(piece_of(side));
}

}  // namespace

bool has_corners(const View& view) {
  const auto points = static_cast<std::size_t>(view.columns) * static_cast<std::size_t>(view.rows);
  return has_lines(view) && !has_levels(view) && !is_endless(view) && points < kNoPoint;
}

BoardChanges::BoardChanges(const View& start) : kept_(has_corners(start)), columns_(start.columns), rows_(start.rows) {
  if (!kept_) return;
  board_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 0);
  set_up(start);
}

// kNoPoint outside.
std::size_t BoardChanges::number(Point at) const {
  if (at.column >= columns_ || at.row >= rows_) return kNoPoint;
  return static_cast<std::size_t>(at.row) * static_cast<std::size_t>(columns_) + at.column;
}

void BoardChanges::put(std::size_t point, std::uint8_t piece) {
  if (point >= board_.size() || board_[point] == piece) return;
  board_[point] = piece;
  write(point | static_cast<std::size_t>(piece) << kPointBits);
}

void BoardChanges::write(std::size_t change) {
  bytes_ += static_cast<char>(change & 0xFFU);
  bytes_ += static_cast<char>(change >> 8U);
}

void BoardChanges::set_up(const View& view) {
  if (!kept_) return;
  std::vector<std::uint8_t> now(board_.size(), 0);
  for_each_piece(view, [&](Point at, int side) {
    if (const std::size_t point = number(at); point < now.size()) now[point] = piece_of(side);
  });
  for (std::size_t point = 0; point < now.size(); ++point) put(point, now[point]);
  write(kNoPoint | kSetUpEnds);  // a change that changes nothing marks the end
}

void BoardChanges::take(std::span<const Event> events) {
  if (!kept_) return;
  for_each_change(events,
                  [&](Point at, int side, bool stands) { put(number(at), stands ? piece_of(side) : std::uint8_t{0}); });
  write(kNoPoint | kMoveEnds);
}

// The cells by row and column from the corner; `text` as BoardPattern::read.
Message BoardPattern::read_cells(const View& view, std::string_view text, Rows& out) {
  bool piece = false;
  for (const auto line : split(text, '|')) {
    if (line.empty() || (!out.empty() && line.size() != out[0].size()))
      return Message("pattern-shape",
                     "\"pattern\" must be rows of equal length with vertical bars between them, such as {example}",
                     {{"example", "??.|?B.|..."}});
    auto& row = out.emplace_back();
    for (const char letter : line) {
      const auto one = letter == kAnything ? std::nullopt : piece_of_letter(view, letter);
      if (!one && letter != kAnything)
        return Message("pattern-letter",
                       "\"{letter}\" has no meaning in a pattern; use the letters of the sides, \".\" for empty and "
                       "\"?\" for anything",
                       {{"letter", std::string(1, letter)}});
      piece = piece || one.value_or(0) != 0;
      row.push_back(one);
    }
  }
  return piece ? Message() : Message("pattern-empty", "a pattern needs at least one piece");
}

// Adds what a pattern of these cells wants in every way to lay it; of one that is like itself some ways are the same.
void BoardPattern::place(const Rows& cells, const View& view, PatternPlace place, std::set<Cells>& out) {
  const auto symmetries = BoardSymmetries::of(view);
  const auto columns = static_cast<std::size_t>(view.columns), rows = static_cast<std::size_t>(view.rows);
  const std::size_t height = cells.size(), width = cells[0].size();
  // `turned`: with rows and columns exchanged, which no symmetry of a board that is longer than wide does.
  for (const bool turned : {false, true}) {
    const std::size_t tall = turned ? width : height, wide = turned ? height : width;
    if (tall > rows || wide > columns) continue;
    const std::size_t free = turned ? rows - tall : columns - wide;
    for (std::size_t shift = 0; shift <= (place == PatternPlace::corner ? 0 : free); ++shift)
      for (std::size_t i = 0; i < symmetries->count(); ++i) {
        Cells there;
        for (std::size_t row = 0; row < height; ++row)
          for (std::size_t column = 0; column < width; ++column) {
            if (!cells[row][column]) continue;
            const std::size_t down = turned ? column + shift : row, right = turned ? row : column + shift;
            there.emplace_back(symmetries->images((rows - 1 - down) * columns + right)[i], *cells[row][column]);
          }
        std::sort(there.begin(), there.end());
        out.insert(std::move(there));
      }
  }
}

Message BoardPattern::read(const View& view, std::string_view rows, PatternPlace place_there) {
  if (!has_corners(view))
    return Message("pattern-board", "patterns can be searched for on boards with corners, such as those of Go");
  Rows cells;
  if (auto wrong = read_cells(view, rows, cells); !wrong.empty()) return wrong;
  std::set<Cells> placements;
  place(cells, view, place_there, placements);
  if (placements.empty())
    return Message("pattern-large", "the pattern is larger than the board of {columns} x {rows}",
                   {{"columns", view.columns}, {"rows", view.rows}});
  std::vector<std::vector<Want>> by_point(static_cast<std::size_t>(view.columns) * static_cast<std::size_t>(view.rows));
  missing_.clear();
  for (const Cells& placement : placements) {
    std::uint16_t missing = 0;
    for (const auto& [point, wanted] : placement) {
      by_point[point].push_back({static_cast<std::uint16_t>(missing_.size()), wanted});
      if (wanted != 0) ++missing;
    }
    missing_.push_back(missing);
  }
  first_.assign(1, 0);
  wants_.clear();
  for (const auto& wants : by_point) {
    wants_.insert(wants_.end(), wants.begin(), wants.end());
    first_.push_back(static_cast<std::uint32_t>(wants_.size()));
  }
  return {};
}

std::optional<int> BoardPattern::find(std::string_view changes) const {
  const std::size_t points = first_.size() - 1;
  std::vector<std::uint8_t> board(points, 0);
  std::vector<std::uint16_t> missing = missing_;
  std::size_t standing = 0;  // placements of which nothing is missing
  int moves = 0;
  for (std::size_t i = 0; i + 1 < changes.size(); i += 2) {
    const auto change = static_cast<std::uint16_t>(static_cast<unsigned char>(changes[i]) |
                                                   static_cast<unsigned char>(changes[i + 1]) << 8U);
    const std::size_t point = change & kNoPoint;
    if (point < points) {
      const auto piece = static_cast<std::uint8_t>(change >> kPointBits & 7U);
      for (std::uint32_t at = first_[point]; at < first_[point + 1]; ++at) {
        const Want want = wants_[at];
        std::uint16_t& left = missing[want.placement];
        if (want.piece == board[point] && left++ == 0) --standing;
        if (want.piece == piece && --left == 0) ++standing;
      }
      board[point] = piece;
    }
    if ((change & kMoveEnds) != 0) ++moves;
    if ((change & (kMoveEnds | kSetUpEnds)) != 0 && standing > 0) return moves;
  }
  return std::nullopt;
}

}  // namespace cairn
