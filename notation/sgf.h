// SGF FF[4] as a format: collections, game trees, nodes, properties; values stay as they were written between their
// brackets, so that what is read is written back unchanged. What they mean for a game is sgf_game.h's. No recursion:
// depth is bounded by memory alone. Never throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/message.h"
#include "notation/tree.h"

namespace cairn::sgf {

struct Place {
  std::uint32_t line = 1, column = 1;  // columns count letters, not bytes
};

struct Property {
  std::string name;                 // capitals
  std::vector<std::string> values;  // between the brackets, escapes and line breaks as written; UTF-8
  Place at{};
  friend bool operator==(const Property& a, const Property& b) { return a.name == b.name && a.values == b.values; }
};

struct Node {
  std::vector<Property> properties{};
  Place at{};
  friend bool operator==(const Node& a, const Node& b) { return a.properties == b.properties; }
  const Property* find(std::string_view name) const;
};

using GameTree = NodeTree<Node>;
using Collection = std::vector<GameTree>;

// Something about a place in the text: what is wrong, or was mended, and what would be right.
struct Remark {
  Place at{};
  Message text;
};
Message to_text(const Remark& remark);  // "line 3, column 7: ..."

enum class Strictness : std::uint8_t {
  strict,  // what the standard forbids is refused
  lenient  // what programs write all the same is mended, and remarked
};

struct Reading {
  Collection games{};
  std::vector<Remark> remarks{};  // at most kMaxRemarks
  std::optional<Remark> fault{};  // then `games` holds what was read before it
};
inline constexpr std::size_t kMaxRemarks = 100;
inline constexpr std::size_t kMostText = std::size_t{256} << 20, kMostNodes = 4'000'000;

// Lenient readers mend: a missing last ')', a missing ';', names in small letters and of FF[1] to FF[3], repeated
// properties, properties without a value, nodes behind variations, empty variations, NUL bytes. Both pass over what
// stands before "(;" and a byte order mark.
// Texts are turned into UTF-8, and CA then says so: from what CA names, or `charset` in its place ("UTF-8" for a text
// that is Unicode already, whatever its CA says), or, where neither tells, from what they are likely in
// (sgf_charset.h). A set that nobody knows costs letters, never moves, and is remarked.
Reading read(std::string_view text, Strictness strictness = Strictness::lenient, std::string_view charset = {});

// The canonical text: read back it is the same collection, and written again the same text.
std::string write(const Collection& games);
std::string write(const GameTree& game);

// ---- values

// Escapes undone, soft line breaks taken out, all line breaks "\n", other white space a blank; `simple`: line breaks
// too.
std::string text_of(std::string_view value, bool simple = false);
// The text with its escapes. `composed`: ':' too, for one half of a composed value.
std::string value_of(std::string_view text, bool composed = false);
// At the first ':' that is not escaped; the second half is absent when there is none.
std::pair<std::string_view, std::optional<std::string_view>> halves(std::string_view value);

// Whether a writer may put this before, or between, the brackets.
bool is_name(std::string_view text);
bool is_value(std::string_view text);

struct PointAt {
  int column = 0, row = 0;  // from the upper left, from 0
  friend bool operator==(const PointAt&, const PointAt&) = default;
};
inline constexpr int kMaxSide = 52;
std::optional<PointAt> point_of(std::string_view value);  // "dd", "Aa"
std::string value_of(PointAt point);
// A value of a list of points: "dd", or the rectangle "aa:cc". Returns what is wrong, or nothing.
Message read_points(std::string_view value, int columns, int rows, Strictness strictness, std::vector<PointAt>& out);

}  // namespace cairn::sgf
