// An annotated game: moves with their variations, comments, judgements and set-ups, and who played it when. What
// records in JSON (notation/record.h) and SGF (notation/sgf_game.h) both say. A value; knows no game.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/tree.h"

namespace cairn {

inline constexpr std::size_t kMaxNodes = 1'000'000;  // of one game; more is refused

struct TreeMove {
  Seat seat{};
  std::string word;
  friend bool operator==(const TreeMove&, const TreeMove&) = default;
};

// What an annotator thinks of a move.
enum class MoveMark : std::uint8_t { none, good, very_good, bad, very_bad, interesting, doubtful };
inline constexpr std::array<std::string_view, 7> kMoveMarkWords{"",         "good",        "very-good", "bad",
                                                                "very-bad", "interesting", "doubtful"};

// What a program or person measured of the position after a node. For the first seat.
struct Evaluation {
  std::optional<double> win_percent;  // 0..100
  std::optional<double> score;        // lead in points
  std::optional<std::int64_t> visits;
  bool empty() const { return !win_percent && !score && !visits; }
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// Something of a file that has no meaning here and is kept: an SGF property with its values as written.
struct Property {
  std::string name;
  std::vector<std::string> values;
  friend bool operator==(const Property&, const Property&) = default;
};

// The root is the start. Any other node is a move, a position set up anew, both (the move comes last), or a remark on
// the position before it.
struct GameNode {
  std::optional<TreeMove> move{};
  std::optional<Setup> setup{};  // the whole board from here on; what was before is forgotten
  std::string name{}, comment{};
  MoveMark mark = MoveMark::none;
  Evaluation evaluation{};
  std::vector<Property> properties{};
  friend bool operator==(const GameNode&, const GameNode&) = default;
};
using GameTree = NodeTree<GameNode>;
// The move that was made against the rules, where the position behind it is set up: B or W of its kept properties.
const Property* move_made(const GameNode& node);
inline bool tells_move(const GameNode& node) {
  return node.move || move_made(node) != nullptr;
}

struct Player {
  std::string name{}, rank{}, team{};
  friend bool operator==(const Player&, const Player&) = default;
};

// Who, when and where, as a file tells it; "" where it does not.
struct Details {
  std::array<Player, kMaxSeats> players{};
  std::string title, date, event, round, place, result, rules, time, overtime, opening, comment, annotator, scribe,
      source, copyright;
  std::vector<std::string>
      unsaid{};  // SGF properties (KM, RU) that the file left open: the options hold what is assumed
  friend bool operator==(const Details&, const Details&) = default;
};
// Each of them by its key in JSON and its SGF property.
struct DetailField {
  std::string_view key, property;
  std::string Details::*member;
};
inline constexpr std::array<DetailField, 15> kDetailFields{{{"title", "GN", &Details::title},
                                                            {"date", "DT", &Details::date},
                                                            {"event", "EV", &Details::event},
                                                            {"round", "RO", &Details::round},
                                                            {"place", "PC", &Details::place},
                                                            {"result", "RE", &Details::result},
                                                            {"rules", "RU", &Details::rules},
                                                            {"time", "TM", &Details::time},
                                                            {"overtime", "OT", &Details::overtime},
                                                            {"opening", "ON", &Details::opening},
                                                            {"comment", "GC", &Details::comment},
                                                            {"annotator", "AN", &Details::annotator},
                                                            {"scribe", "US", &Details::scribe},
                                                            {"source", "SO", &Details::source},
                                                            {"copyright", "CP", &Details::copyright}}};

struct AnnotatedGame {
  std::string game;
  Config config{};
  Details details{};
  GameTree tree{};
  friend bool operator==(const AnnotatedGame&, const AnnotatedGame&) = default;
};

// The moves of the main line. A position set up in its middle cannot be told by moves: `complete` is then false and the
// moves are those before it.
struct MainLine {
  std::vector<std::pair<Seat, std::string>> moves{};
  bool complete = true;
};
MainLine main_line(const GameTree& tree);
// Moves on the way from the root to a node, itself included.
std::size_t ply_of(const GameTree& tree, NodeIndex node);
bool on_main_line(const GameTree& tree, NodeIndex node);

// All options with their values; the size is that of the board where one is given.
OptionValues complete_options(const GameInfo& info, const Config& config);
// A position of a game set up anew in its middle; the options are those of `config`, fitted by GameInfo::sgf where a
// set-up asks for it.
Config set_up_config(const GameInfo& info, const Config& config, const Setup& setup);
Made set_up(const GameInfo& info, const Config& config, const Setup& setup);

// Visits every node but the root once, its parent before it, with the position before it, which `visit` moves on. What
// follows a node that `visit` refuses (false) is not visited. Short variations come first, so that few positions are
// held at a time however the tree is shaped.
using Visit = std::function<bool(NodeIndex node, Position& position)>;
void walk(const GameTree& tree, const Position& start, const Visit& visit);

// A node that cannot be played, and why.
struct TreeFault {
  NodeIndex node{};
  std::size_t ply = 0;  // the number of the move, from 1
  bool main_line = true;
  std::string word{};
  Reason reason = Reason::none;  // none: a position that cannot be set up
  Message text{};                // for people
};
inline constexpr std::size_t kMaxFaults = 100;  // are told one by one
// Plays a node on. `spelling` becomes the game's own spelling of its move. Where the fault stands is left to
// `place_fault`.
std::optional<TreeFault> play_node(const GameInfo& info, const Config& config, const GameTree& tree, NodeIndex node,
                                   Position& position, std::string* spelling = nullptr, EventLog* log = nullptr);
void place_fault(const GameTree& tree, TreeFault& fault);

// Plays the whole tree and cuts off what cannot be played. Spells the words as the game does. `error` tells what is
// wrong with the game's name or start; nothing can be played then.
struct Checked {
  const GameInfo* info = nullptr;
  Position start{};
  Message error{};
  std::vector<TreeFault> faults{};  // that of the main line first; `node` is its number before the cut
  std::size_t cut = 0;              // how many there are
};
Checked check_and_cut(AnnotatedGame& game);
// Where the main line ends the game and no result is told, that is told. The game must be one that can be played.
void fill_result(AnnotatedGame& game);

}  // namespace cairn
