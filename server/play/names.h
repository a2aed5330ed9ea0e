// Names that people give themselves and what is theirs: which signs may stand in them, what they look like, and which
// ones would speak for the server. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/message.h"

namespace cairn {

inline constexpr std::string_view kDeletedName =
    "deleted player";  // of whoever deleted the account; nobody can have it
inline constexpr std::size_t kLeastAccountName = 2, kMostAccountName = 24;

// Of a new name; whoever has an account keeps its name. Each gives "" or what is wrong and would be right. A name is
// UTF-8 without control characters of ASCII.
Message account_name_fault(std::string_view name);
Message guest_name_fault(std::string_view name);
// Of a person's name: nothing that does not show, no blanks but the usual one, no towers of accents.
Message name_signs_fault(std::string_view name);
// Of the name of a thing: nothing that does not show.
Message unseen_sign_fault(std::string_view name);

// Whether an account may have such a name, or could have had it before more names were reserved.
bool has_account_form(std::string_view name);

// What a name looks like, in small letters and digits of ASCII where there are such: without accents, and letters of
// other alphabets as the Latin ones that they look like. What looks like none stays as it is.
std::string latin_form(std::string_view name);
// The same for names that are easily taken for each other: also 0 as o, 1 and i and a bar as l, 5 as s, rn as m, vv as
// w, and nothing but letters and digits.
std::string skeleton(std::string_view name);
// The same, but that 5 is no s: of two accounts no second one gets the same. Of a name of an account the database works
// it out, too (PeopleStore::account_like).
std::string likeness(std::string_view name);

}  // namespace cairn
