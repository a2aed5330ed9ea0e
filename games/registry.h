// Every game the program knows. A new game is one folder and one line in registry.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/options.h"
#include "core/position.h"
#include "search/engine.h"
#include "search/network/feature_spec.h"

namespace cairn::network {
struct Shipped;
}

namespace cairn {

// A position to start from, in the form of View::board, and the name of the side to move ("" for the usual one).
struct Setup {
  std::vector<std::string> board{};
  std::string to_move{};
  friend bool operator==(const Setup&, const Setup&) = default;
};

struct Config {
  OptionValues options{};
  std::optional<Setup> setup{};
  friend bool operator==(const Config&, const Config&) = default;
};

Message bad_position(Message why);  // what is wrong with a set-up: "position: ..."

// Either a position or what was wrong and what would be right.
struct Made {
  Position position{};
  Message error{};
};

// How a game stands in SGF (notation/sgf_game.h) where that standard has a form for it: moves are points. Root
// properties are pairs of a name and its plain value.
struct SgfForm {
  int number = 0;                                        // GM
  std::pair<std::string_view, std::string_view> mark{};  // tells the game from others of this number: {"TO", "3"}
  std::string_view pass{};                               // the word for a move without a point
  std::string_view size{};                               // the option that SZ is
  // Root properties to options. What could not be used is remarked; returns what is wrong, or nothing.
  Message (*read_root)(const OptionValues& root, OptionValues& options, std::vector<Message>& remarks){};
  OptionValues (*write_root)(const OptionValues& options){};  // of complete options
  // Complete options for a position that is given: without those that would place stones.
  OptionValues (*for_setup)(const OptionValues& options){};
};

// A game in a notation of its own, as read. `fault`: the first thing that cannot be accepted; the moves before it
// stand.
struct WrittenMoves {
  Config config{};
  std::vector<std::pair<Seat, std::string>> moves{};
  std::vector<Message> remarks{};
  Message fault{};
};

// A game as the file of another site has it: its name, variants and moves in that site's words.
struct SiteGame {
  std::string_view site;  // "AbstractPlay", "Jocly", "pbmserv@gamerz.net"
  std::string name{};
  std::vector<std::string> variants{}, moves{};
};

// How strong the levels of the bot are on boards of one size, measured by matches (bench/strength.md): the first
// levels, each as a rank of Go. 12 is 12 kyu, 1 is 1 kyu, 0 is 1 dan, -1 is 2 dan; 30 is 30 kyu or weaker.
inline constexpr int kWeakestKyu = 30;
struct LevelRanks {
  std::string_view size;  // a value of the option "size"
  std::span<const int> kyu{};
};

struct GameInfo {
  std::string_view name;     // as in commands: "margo"
  std::string_view title;    // for people: "Margo"
  std::string_view summary;  // the rules in short, a few lines
  std::vector<OptionSpec> options{};
  std::vector<std::string_view> variety{};    // option sets worth testing, "size=4 ko=simple"; the first is ""
  bool hidden = false;                        // has hidden information
  bool score_is_pair = false;                 // points and captures both decide, and are shown apart
  std::vector<Reason> reasons{};              // refusals that only this game knows, beside those of core/reason.h
  std::vector<std::string_view> placeless{};  // words that name no place, sorted: told where too many are legal to list
  Made (*make)(const Config& config) = nullptr;
  // A thinking program for positions of this kind, or for `plain` the yardstick of `make_engine` without a Position's
  // detours; without one `make_engine` gives plain search. What may be tuned in it.
  std::unique_ptr<Engine> (*engine)(const Position& position, const EngineSettings& settings, bool plain) = nullptr;
  std::vector<Parameter> parameters{};
  std::span<const LevelRanks> ranks{};  // empty: nothing was measured
  network::FeatureSpec features{};      // what a network is shown; without a name no network can play it
  OptionValues (*complete)(const OptionValues& given) = nullptr;  // all options with their values (given ones valid)
  // How far the first seat is ahead of an even game by these complete options, in ranks; one rank is one handicap stone
  // on 19x19. nullopt: the game tells nothing of strength. Without this function it is always even.
  std::optional<double> (*ahead)(const OptionValues& options){};
  // Whether these complete options favour one side by nobody knows how much. Without this function none do.
  bool (*favours)(const OptionValues& options){};
  // These options with the handicap and komi by which the first seat is about so many ranks ahead; nullopt where the
  // board has no place for it. Without this function the game knows no handicap.
  std::optional<OptionValues> (*give)(const OptionValues& options, double ranks){};
  std::optional<SgfForm> sgf{};
  // A notation of its own, where the game has one. Writing returns why that notation cannot tell this game, or nothing.
  WrittenMoves (*read_text)(std::string_view text){};
  Message (*write_text)(const Config& config, const std::vector<std::pair<Seat, std::string>>& moves,
                        std::string& text){};
  // A game of another site, as far as that site has this game; nullopt: it is another one, or a board that this game
  // does not have.
  std::optional<WrittenMoves> (*read_site_game)(const SiteGame& game){};
};

std::span<const GameInfo> games();
const GameInfo* find_game(std::string_view name);  // case-blind; nullptr when unknown
const GameInfo* find_game(std::string_view name, std::span<const GameInfo> among);
Message unknown_game(std::string_view name);  // what would be right
// Never null. `plain`: tree search with random playouts and no knowledge, the yardstick for all others.
std::unique_ptr<Engine> make_engine(const GameInfo& game, const Position& position, const EngineSettings& settings,
                                    bool plain = false);
// The network that the program brings along for such positions, which `make_engine` takes by itself; or nullptr.
const network::Shipped* shipped_network(const GameInfo& game, const Position& position);
// Why games by these complete options cannot be rated; nothing where they can, the first seat ahead by so many ranks.
inline constexpr double kMostAhead = 18;
Message unrated_options(const GameInfo& game, const OptionValues& options, double& ahead);
// The rank of a level of the bot on such a board, as in LevelRanks; nullopt: nobody measured it.
std::optional<int> rank_of_level(const GameInfo& game, const OptionValues& complete, int level);
// What may be tuned in the engine that `make_engine` gives.
std::vector<Parameter> engine_parameters(const GameInfo& game, bool plain = false);
// "size=4 ko=simple" -> pairs; a word without '=' is a flag.
OptionValues parse_option_words(std::string_view words);

}  // namespace cairn
