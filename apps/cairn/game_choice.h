// Which game, with which options, from which position: the part of the command line that several sub-commands share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cairn/command_line.h"
#include "core/message.h"
#include "games/registry.h"

namespace cairn::cli {

struct GameChoice {
  std::string game;
  std::vector<std::string> options;  // "key=value"
  std::string position;              // a file or JSON; "" for the usual start
};

// GAME, -o and --position.
void add_game_choice(Command command, GameChoice& choice, bool required = true);
// Only -o and --position, for commands that take the game in another way.
void add_game_options(Command command, GameChoice& choice);

// A game ready to be played, or what was wrong and what would be right.
struct Started {
  const GameInfo* info = nullptr;
  Config config;
  Position position;
  std::string fault;  // "": all is well; "unknown game", "bad option", "bad position"
  Message message{};
};
Started start(const GameChoice& choice);

// Options written after one another: "size=4 ko=simple"; "" when none was given.
std::string options_text(const OptionValues& options);

// Complains on stderr, in the language in use, and with `json` also as a line {"error":...,"message":...} in English on
// stdout. Returns kBadUse.
int refuse(std::string_view fault, const Message& message, bool json);

// "FILE: why", "FILE cannot be written".
Message in_file(const std::string& file, const Message& why);
Message not_written(const std::string& file);
// Of --board, which several sub-commands have.
inline constexpr std::string_view kBoardHelp =
    "Size of the board: auto, large, medium, small or plain (one grid per level)";
Message no_board_size();

// A whole file; nullopt where it cannot be read or is larger than `most` bytes.
inline constexpr std::size_t kMaxFile = std::size_t{4} << 20, kMaxGameFile = std::size_t{64} << 20;
std::optional<std::string> read_file(const std::string& path, std::size_t most = kMaxFile);
// The same of standard input.
std::optional<std::string> read_input(std::size_t most);
// Why `read_file` or, of "-", `read_input` gave nothing.
Message not_read(const std::string& file, std::size_t most = kMaxFile);
// Writes beside it and renames, so that no half file is left; false where that fails.
bool write_file(const std::string& path, std::string_view content);

}  // namespace cairn::cli
