// The closed list of what a client may say (docs/protocol.md), read from JSON text. Pure: no I/O, no game, no state.
// Every reader gives either the message or what was wrong with it and what would be right; none throws.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/message.h"
#include "core/options.h"
#include "search/levels.h"
#include "server/play/fields.h"
#include "server/play/table.h"

namespace cairn {

inline constexpr std::size_t kMaxName = 32;  // letters of a person's name, and four times as many bytes
inline constexpr std::size_t kMaxWord = 64;  // bytes of a move's word
inline constexpr int kMaxVersion = 1'000'000'000;
inline constexpr double kLeastSeconds = 0.1, kMostSeconds = 10;

// The "word" or the "words" of a command. "" or what is wrong.
Message read_command_words(const Json& object, std::vector<std::string>& words);

struct CreateGuest {
  std::string name;  // trimmed; "" when none was given
};

// A rated game against the bot must let it think: by its clock so much for a turn.
inline constexpr std::int64_t kRatedBotTurnMs = 5'000;

struct CreateTable {
  enum class Opponent : std::uint8_t { bot, friends };
  enum class SeatWish : std::uint8_t { first, second, random };
  std::string game;
  OptionValues options;
  Opponent opponent = Opponent::bot;
  SeatWish seat = SeatWish::first;
  double seconds = 1;   // a move of the bot
  int level = kLevels;  // of the bot
  ClockRule clock{};
  bool rated = false;
  bool listed = false;    // anybody may find and join it
  std::string request{};  // sent again it gets the same table; "": always a new one
};

std::variant<CreateGuest, Fault> read_create_guest(std::string_view text);
std::variant<CreateTable, Fault> read_create_table(std::string_view text);
std::variant<Command, Fault> read_command(std::string_view text);
// A WebSocket text frame: {"type":"command",...Command}. `request` is given also with a fault, where it could be read.
struct SocketFault {
  std::string request;
  CodedMessage message;
};
std::variant<Command, SocketFault> read_socket_message(std::string_view text);

}  // namespace cairn
