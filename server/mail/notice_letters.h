// Notices as letters, from their facts alone: what happened, and where it can be seen. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/texts/language.h"
#include "server/store/letter.h"

namespace cairn {

// `url`: where people find the server, "https://example.org". None: the facts are no such notice's.
std::optional<Letter> notice_letter(const Notice& notice, std::string_view url, Language language);

// Several in one, in their order; `more`: others that found no place. There is one at least.
Letter digest_letter(const std::vector<Letter>& letters, int more, std::string_view url, Language language);

}  // namespace cairn
