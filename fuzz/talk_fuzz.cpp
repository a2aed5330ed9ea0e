// What a client may say to other people (server/protocol/talk_from_client.h): the first byte chooses the message.
#include <string>
#include <variant>

#include "fuzz/message.h"
#include "server/protocol/talk_from_client.h"

namespace {

using namespace cairn;

using fuzz::good;

void check_words(const std::string& text, std::size_t most) {
  fuzz::require(!text.empty() && text.size() <= 4 * most, "a text is there and bounded");
  for (const char c : text)
    fuzz::require(static_cast<unsigned char>(c) >= ' ' && c != 0x7F, "a text has no control characters");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 20'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 5) {
    case 0:
      if (const auto say = good(read_say(text))) {
        check_words(say->text, kMostTalk);
        fuzz::require(!say->request.empty() && say->request.size() <= 64, "a request id has 1..64 letters");
        const auto again = good(read_say(json_text({{"request", say->request}, {"text", say->text}})));
        fuzz::require(again && again->text == say->text, "what was understood is understood as it is");
      }
      break;
    case 1:
      if (const auto note = good(read_note_wish(text)))
        fuzz::require(note->text.size() <= 4 * kMostNote, "a note is bounded");
      break;
    case 2:
      if (const auto report = good(read_report_wish(text))) check_words(report->why, kMostWhy);
      break;
    case 3:
      if (const auto mute = good(read_mute_wish(text))) {
        check_words(mute->why, kMostWhy);
        fuzz::require(mute->minutes >= 1 && mute->minutes <= kMostMuteMinutes, "a mute ends");
      }
      break;
    default:
      if (const auto id = remark_id(text)) fuzz::require(to_text(*id) == text, "an entry has one name");
  }
  return 0;
}
