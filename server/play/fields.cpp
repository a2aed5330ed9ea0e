#include "server/play/fields.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

std::string shown(std::string_view text) {
  return "\"" + std::string(text.substr(0, 40)) + "\"";
}

Message check_object(const Json& object, std::initializer_list<std::string_view> keys, MessageText form) {
  if (object.is_discarded()) return Message("body-json", "the body is not JSON; {why}", {{"why", form}});
  if (!object.is_object()) return form;
  for (const auto& item : object.items())
    if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
      return Message("not-understood", "\"{name}\" is not understood; {why}",
                     {{"name", shortened(item.key())}, {"why", form}});
  return {};
}

const std::string* text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : found->get_ptr<const std::string*>();
}

Message read_whole(const Json& object, const char* key, std::int64_t least, std::int64_t most, std::int64_t& out) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_number_integer() || *found < least || *found > most)
    return Message("must-whole-number-from", "\"{key}\" must be a whole number from {least} to {most}",
                   {{"key", shortened(key)}, {"least", least}, {"most", most}});
  out = found->get<std::int64_t>();
  return {};
}

Message read_whole(const Json& object, const char* key, int least, int most, int& out) {
  std::int64_t value = out;
  auto error = read_whole(object, key, std::int64_t{least}, std::int64_t{most}, value);
  out = static_cast<int>(value);
  return error;
}

bool plain_text(std::string_view text, std::size_t letters, bool lines) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && !(lines && c == '\n')) || byte == 0x7F) return false;
    count += (byte & 0xC0U) != 0x80U;
  }
  return count <= letters && text.size() <= 4 * letters;
}

bool shows_as_it_is(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]), second = static_cast<unsigned char>(text[i + 1]);
    if (first == 0xC2 && second < 0xA0) return false;
    if (first != 0xE2 || i + 2 >= text.size()) continue;
    const auto third = static_cast<unsigned char>(text[i + 2]);
    if (second == 0x80 && third >= 0xA8 && third <= 0xAE) return false;
    if (second == 0x81 && third >= 0xA6 && third <= 0xA9) return false;
  }
  return true;
}

bool good_request(std::string_view request) {
  return !request.empty() && request.size() <= kMaxRequest && std::all_of(request.begin(), request.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_';
  });
}

}  // namespace cairn
