// What a client may say over HTTP and WebSocket (server/play/from_client.h): the first byte chooses the message.
#include <cmath>
#include <string>
#include <variant>

#include "fuzz/fuzz.h"
#include "server/play/from_client.h"
#include "server/play/names.h"

namespace {

using namespace cairn;

void check_fault(const std::string& message) {
  fuzz::require(!message.empty() && message.size() < 2000, "a fault says what was wrong, in short");
}

void check_command(const Command& command) {
  fuzz::require(!command.request.empty() && command.request.size() <= kMaxRequest, "a request id has 1..64 letters");
  for (const char c : command.request)
    fuzz::require(is_letter(c) || is_digit(c) || c == '-' || c == '_', "a request id has letters, digits, - and _");
  fuzz::require(command.words.size() <= kMaxWords, "the words of a command are bounded");
  for (const std::string& word : command.words)
    fuzz::require(!word.empty() && word.size() <= kMaxWord, "a word is bounded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 4000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 4) {
    case 0: {
      const auto read = read_create_guest(text);
      if (const auto* fault = std::get_if<Fault>(&read)) return check_fault(fault->message), 0;
      const std::string& name = std::get<CreateGuest>(read).name;
      fuzz::require(name.size() <= 4 * kMaxName && guest_name_fault(name).empty(), "a name is bounded, and a good one");
      fuzz::require(skeleton(skeleton(name)) == skeleton(name), "a skeleton is its own");
      break;
    }
    case 1: {
      const auto read = read_create_table(text);
      if (const auto* fault = std::get_if<Fault>(&read)) return check_fault(fault->message), 0;
      const auto& table = std::get<CreateTable>(read);
      fuzz::require(table.seconds >= kLeastSeconds && table.seconds <= kMostSeconds, "the bot's time is bounded");
      if (const GameInfo* info = find_game(table.game)) info->make({table.options, {}});
      break;
    }
    case 2: {
      const auto read = read_command(text);
      if (const auto* fault = std::get_if<Fault>(&read)) return check_fault(fault->message), 0;
      check_command(std::get<Command>(read));
      break;
    }
    default: {
      const auto read = read_socket_message(text);
      if (const auto* fault = std::get_if<SocketFault>(&read)) return check_fault(fault->message), 0;
      check_command(std::get<Command>(read));
    }
  }
  return 0;
}
