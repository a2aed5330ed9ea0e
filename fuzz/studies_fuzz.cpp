// What a client may say of studies and puzzles (server/protocol/studies_from_client.h, puzzles_from_client.h): the
// first byte chooses the message. The records in them have targets of their own.
#include <string>

#include "fuzz/message.h"
#include "server/base/days.h"
#include "server/protocol/puzzles_from_client.h"
#include "server/protocol/studies_from_client.h"

namespace {

using namespace cairn;

void check(const StudyWish& wish) {
  fuzz::require(!wish.name.empty() && wish.name.size() <= 4 * kMostStudyName, "a name is there and bounded");
  for (const char c : wish.name)
    fuzz::require(static_cast<unsigned char>(c) >= ' ' && c != 0x7F, "a name has no control characters");
  fuzz::require(!to_word(wish.access).empty(), "the access is one that is known");
  fuzz::require(wish.record.empty() != wish.table.empty(), "a study is of a record or of a table");
  fuzz::require(wish.record.size() <= kMostStudyText && wish.table.size() <= 200, "both are bounded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 20'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  if (data[0] % 3 == 2) {
    if (const auto answer = fuzz::good(read_puzzle_answer(text))) {
      fuzz::require(answer->word.size() <= 64, "an answer is bounded");
    }
    if (const auto day = day_of(text)) fuzz::require(day_text(*day) == text, "a day has one text");
  } else if (data[0] % 3 == 0) {
    if (const auto wish = fuzz::good(read_new_study(text))) check(*wish);
  } else if (const auto wish = fuzz::good(read_changed_study(text))) {
    check(*wish);
    fuzz::require(wish->version >= 1 && wish->table.empty(), "what is changed has a version");
  }
  return 0;
}
