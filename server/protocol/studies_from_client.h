// What a client says of studies (docs/protocol.md), read from JSON text. As in from_client.h: pure, and what is not
// understood is answered with what would be right. Whether the record can be played is asked elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/options.h"
#include "server/play/fields.h"
#include "server/store/studies.h"

namespace cairn {

inline constexpr std::size_t kMostStudyName = 100;     // letters
inline constexpr std::size_t kMostStudyText = 60'000;  // bytes of a file, as it is sent

struct StudyWish {
  std::string name;
  StudyAccess access = StudyAccess::nobody;
  std::string record{};    // a file: SGF, JSON or text; "": of the table
  std::string game{};      // of text that does not tell it; "": it does
  OptionValues options{};  // of that game
  std::string table{};     // a new one is made of its game; "": of the record
  std::string request{};   // of a new one; "": always a new one
  int version = 0;         // of one that is replaced: the one that is known
};
std::variant<StudyWish, Fault> read_new_study(std::string_view text);
std::variant<StudyWish, Fault> read_changed_study(std::string_view text);

std::string_view to_word(StudyAccess access);  // "private", "link", "public"; "": there is no such one

}  // namespace cairn
