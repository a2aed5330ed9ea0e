// What every reader of a client's message needs: an object with no keys but the known ones, and its fields.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "notation/view_json.h"
#include "server/play/coded_message.h"

namespace cairn {

struct Fault {
  CodedMessage message;  // what was wrong, and what would be right
};

std::string shown(std::string_view text);                      // in quotes, its beginning
constexpr std::string_view shortened(std::string_view text) {  // the same without quotes, for an argument of a message
  return text.substr(0, 40);
}
// Nothing, or what is wrong: no object, or a key that is not in the list.
Message check_object(const Json& object, std::initializer_list<std::string_view> keys, MessageText form);
const std::string* text_at(const Json& object, const char* key);  // null: there is none, or it is no text
// A whole number within these bounds; left as it is where there is none. Nothing, or what is wrong.
Message read_whole(const Json& object, const char* key, std::int64_t least, std::int64_t most, std::int64_t& out);
Message read_whole(const Json& object, const char* key, int least, int most, int& out);
// Whether text has at most so many letters and no control characters; line ends may be let through.
bool plain_text(std::string_view text, std::size_t letters, bool lines = false);
// Whether nothing in it is unseen and changes how others look: controls beyond ASCII, ends of lines and the direction
// of writing.
bool shows_as_it_is(std::string_view text);
inline constexpr std::size_t kMaxRequest = 64;  // of a request id
bool good_request(std::string_view request);    // letters, digits, - and _

}  // namespace cairn
