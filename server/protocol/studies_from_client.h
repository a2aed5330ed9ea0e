// What a client says of studies (docs/protocol.md), read from JSON text. As in from_client.h: pure, and what is not
// understood is answered with what would be right. Whether the record can be played is asked elsewhere.
#pragma once

#include <string_view>
#include <variant>

#include "server/library/studies.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::size_t kMostStudyName = 100;     // letters
inline constexpr std::size_t kMostStudyText = 60'000;  // bytes of a file, as it is sent

std::variant<StudyWish, Fault> read_new_study(std::string_view text);
std::variant<StudyWish, Fault> read_changed_study(std::string_view text);

std::string_view to_word(StudyAccess access);  // "private", "link", "public"; "": there is no such one

}  // namespace cairn
