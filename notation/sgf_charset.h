// Texts of old charsets as UTF-8. Never throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/message.h"

namespace cairn::sgf {

enum class Charset { utf8, latin1, latin9, windows1252 };

std::optional<Charset> find_charset(std::string_view name);  // "utf-8", "ISO-8859-1", "latin1", ...; any case
inline constexpr std::string_view kCharsets =
    "UTF-8, US-ASCII, ISO-8859-1 (Latin-1), ISO-8859-15, Windows-1252, and by the system's iconv GB2312, GBK, GB18030, "
    "Big5, Shift_JIS, EUC-JP, EUC-KR, CP949, KOI8-R, KOI8-U, Windows-1250, -1251, -1253, -1254, ISO-8859-2, -5, -7, -9";

bool is_ascii(std::string_view text);
bool is_utf8(std::string_view text);  // without overlong forms and surrogates
// Sets that put other letters into seven bits behind escapes: such a text is UTF-8 too, and says nothing.
bool is_seven_bit(std::string_view charset);
std::string_view escaped_charset(std::string_view text);  // by its escapes: "ISO-2022-JP"; "" without any
std::string_view said_charset(std::string_view text);     // of an SGF, by its first CA; "" without one
std::string to_utf8(std::string_view text, Charset from);

// A whole text out of one of the charsets that are left to the system's iconv: there a byte of a letter may look like a
// ']', so the text must not be cut before. Absent: no such charset, or a system without it, as a browser is.
struct Decoded {
  std::string text;
  std::size_t wrong = 0;  // places that make no letter; U+FFFD stands there
};
std::optional<Decoded> decode(std::string_view text, std::string_view charset);

// Out of any of both kinds: nothing where the name is not known.
std::optional<Decoded> decode_any(std::string_view text, std::string_view charset);

// The charset that these letters are likely in, by uchardet; Windows-1252 where nothing is likelier, and where there is
// no detector, as in a browser.
std::string likely_charset(std::string letters);
// The charset that a text is likely in, by uchardet from the values of its properties that are not ASCII: "GB18030",
// "SHIFT_JIS", ...; Windows-1252 where nothing is likelier, and where there is no detector, as in a browser.
std::string guess_charset(std::string_view text);

// A text of a form that never names its set, as Unicode: by its mark, as UTF-8, or as `likely` where the detector does
// not say another of the sets of East Asia; `charset` in their place where it is not empty. `remark` gets what was
// guessed, `error` what is wrong with `charset`.
std::string unicode_of(std::string_view text, std::string_view charset, std::string_view likely, Message& remark,
                       Message& error);

Message no_such_charset(std::string_view charset);
Message read_as_guessed(const Message& why, std::string_view charset);  // `why`: what makes a guess needed
Message charset_not_named();                                            // one of them

}  // namespace cairn::sgf
