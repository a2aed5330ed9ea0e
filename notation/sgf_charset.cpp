#include "notation/sgf_charset.h"

#if !defined(__wasi__)
#include <iconv.h>
#include <uchardet/uchardet.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "core/text.h"

namespace cairn::sgf {

namespace {

struct Named {
  std::string_view name;
  Charset charset;
};
constexpr std::array<Named, 14> kNames{{{"utf8", Charset::utf8},
                                        {"usascii", Charset::utf8},
                                        {"ascii", Charset::utf8},
                                        {"unicode", Charset::utf8},
                                        {"iso88591", Charset::latin1},
                                        {"88591", Charset::latin1},
                                        {"latin1", Charset::latin1},
                                        {"l1", Charset::latin1},
                                        {"iso885915", Charset::latin9},
                                        {"latin9", Charset::latin9},
                                        {"latin0", Charset::latin9},
                                        {"windows1252", Charset::windows1252},
                                        {"cp1252", Charset::windows1252},
                                        {"1252", Charset::windows1252}}};

// 0x80 to 0x9F of Windows-1252; 0 where nothing is assigned.
constexpr std::array<char16_t, 32> kWindows{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                            0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
// Where Latin-9 differs from Latin-1.
constexpr std::array<std::pair<unsigned char, char16_t>, 8> kLatin9{{{0xA4, 0x20AC},
                                                                     {0xA6, 0x0160},
                                                                     {0xA8, 0x0161},
                                                                     {0xB4, 0x017D},
                                                                     {0xB8, 0x017E},
                                                                     {0xBC, 0x0152},
                                                                     {0xBD, 0x0153},
                                                                     {0xBE, 0x0178}}};

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (is_letter(c) || is_digit(c)) plain += to_lower(c);
  return plain;
}

char16_t unicode(unsigned char byte, Charset charset) {
  if (charset == Charset::windows1252 && byte >= 0x80 && byte < 0xA0 && kWindows[byte - 0x80U] != 0)
    return kWindows[byte - 0x80U];
  if (charset == Charset::latin9)
    for (const auto& [from, to] : kLatin9)
      if (from == byte) return to;
  return byte;
}

}  // namespace

std::optional<Charset> find_charset(std::string_view name) {
  const std::string plain = plain_name(name);
  const auto found =
      std::find_if(kNames.begin(), kNames.end(), [&](const Named& named) { return named.name == plain; });
  return found == kNames.end() ? std::nullopt : std::optional(found->charset);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4 || at + length > text.size()) return false;
    for (std::size_t i = at + 1; i < at + length; ++i)
      if ((byte(i) & 0xC0U) != 0x80U) return false;
    if (length > 2) {
      const unsigned second = byte(at + 1);
      if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
          (first == 0xF4 && second > 0x8F))
        return false;
    }
    at += length;
  }
  return true;
}

bool is_seven_bit(std::string_view charset) {
  const std::string plain = plain_name(charset);
  const auto begins = [&](std::string_view start) { return plain.starts_with(start); };
  return begins("iso2022") || begins("csiso2022") || begins("hz") || begins("utf7") || begins("cp5022") ||
         plain == "jis" || plain == "jis7";
}

std::string_view escaped_charset(std::string_view text) {
  if (!is_ascii(text)) return "";
  const auto has = [&](std::string_view escape) { return text.find(escape) != std::string_view::npos; };
  return has("\x1B$B") || has("\x1B$@") ? "ISO-2022-JP" : has("\x1B$)C") ? "ISO-2022-KR" : "";
}

std::string_view said_charset(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  for (std::size_t at = text.find("CA["); at != std::string_view::npos; at = text.find("CA[", at + 1)) {
    if (at > 0 && is_letter(text[at - 1])) continue;
    const std::string_view value = text.substr(at + 3, kLongest);
    return trim(value.substr(0, value.find(']')));
  }
  return "";
}

std::string to_utf8(std::string_view text, Charset from) {
  if (from == Charset::utf8) return std::string(text);
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const char16_t code = unicode(static_cast<unsigned char>(c), from);
    if (code < 0x80) {
      out += c;
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0U | (code >> 6U));
      out += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
      out += static_cast<char>(0xE0U | (code >> 12U));
      out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
      out += static_cast<char>(0x80U | (code & 0x3FU));
    }
  }
  return out;
}

#if defined(__wasi__)
std::optional<Decoded> decode(std::string_view, std::string_view) {
  return std::nullopt;
}
std::string likely_charset(std::string) {
  return "Windows-1252";
}
std::string guess_charset(std::string_view) {
  return "Windows-1252";
}
#else
namespace {
// What files call them, and what iconv does; iconv knows many more by their own names.
constexpr std::array kSystem = std::to_array<std::pair<std::string_view, const char*>>({
    {"gb2312", "GB18030"},
    {"gbk", "GB18030"},
    {"gb18030", "GB18030"},
    {"cp936", "GB18030"},
    {"936", "GB18030"},
    {"windows936", "GB18030"},
    {"ms936", "GB18030"},
    {"xgbk", "GB18030"},
    {"gb231280", "GB18030"},
    {"csgb2312", "GB18030"},
    {"csiso58gb231280", "GB18030"},
    {"isoir58", "GB18030"},
    {"chinese", "GB18030"},
    {"euccn", "GB18030"},
    {"xeuccn", "GB18030"},
    {"gb", "GB18030"},
    {"cngb", "GB18030"},
    {"big5", "BIG5-HKSCS"},
    {"big5hkscs", "BIG5-HKSCS"},
    {"cp950", "BIG5-HKSCS"},
    {"950", "BIG5-HKSCS"},
    {"windows950", "BIG5-HKSCS"},
    {"ms950", "BIG5-HKSCS"},
    {"xxbig5", "BIG5-HKSCS"},
    {"cnbig5", "BIG5-HKSCS"},
    {"csbig5", "BIG5-HKSCS"},
    {"big5eten", "BIG5-HKSCS"},
    {"shiftjis", "CP932"},
    {"sjis", "CP932"},
    {"xsjis", "CP932"},
    {"cp932", "CP932"},
    {"932", "CP932"},
    {"ms932", "CP932"},
    {"mskanji", "CP932"},
    {"csshiftjis", "CP932"},
    {"xmscp932", "CP932"},
    {"windows31j", "CP932"},
    {"cswindows31j", "CP932"},
    {"windows932", "CP932"},
    {"eucjp", "EUC-JP"},
    {"xeucjp", "EUC-JP"},
    {"xeuc", "EUC-JP"},
    {"euckr", "CP949"},
    {"xeuckr", "CP949"},
    {"cseuckr", "CP949"},
    {"cp949", "CP949"},
    {"949", "CP949"},
    {"ms949", "CP949"},
    {"uhc", "CP949"},
    {"ksc5601", "CP949"},
    {"ksc56011987", "CP949"},
    {"ksc56011989", "CP949"},
    {"korean", "CP949"},
    {"windows949", "CP949"},
    {"xwindows949", "CP949"},
    {"koi8r", "KOI8-R"},
    {"koi8", "KOI8-R"},
    {"koi8u", "KOI8-U"},
    {"windows1250", "CP1250"},
    {"1250", "CP1250"},
    {"windows1251", "CP1251"},
    {"1251", "CP1251"},
    {"windows1253", "CP1253"},
    {"windows1254", "CP1254"},
    {"windows1257", "CP1257"},
    {"windows874", "CP874"},
    {"tis620", "TIS-620"},
    {"iso88592", "ISO-8859-2"},
    {"latin2", "ISO-8859-2"},
    {"iso88595", "ISO-8859-5"},
    {"iso88597", "ISO-8859-7"},
    {"iso88599", "ISO-8859-9"},
    {"latin5", "ISO-8859-9"},
    {"jis", "ISO-2022-JP-3"},
    {"jis7", "ISO-2022-JP-3"},
    {"iso2022jp", "ISO-2022-JP-3"},
    {"csiso2022jp", "ISO-2022-JP-3"},
    {"iso2022jp1", "ISO-2022-JP-3"},
    {"iso2022jpms", "ISO-2022-JP-3"},
    {"cp50220", "ISO-2022-JP-3"},
    {"cp50221", "ISO-2022-JP-3"},
    {"cp50222", "ISO-2022-JP-3"},
    {"eucjpms", "EUC-JP-MS"},
    {"cp51932", "EUC-JP-MS"},
    {"utf16", "UTF-16"},
    {"unicode16", "UTF-16"},
});

// The system's name of a charset: of the table, or the given one, of letters that such names have.
std::string system_name(std::string_view charset) {
  const std::string plain = plain_name(charset);
  const auto found = std::find_if(kSystem.begin(), kSystem.end(), [&](const auto& named) {
    return plain == named.first || (plain.starts_with('x') && plain.substr(1) == named.first);  // "x-big5"
  });
  if (found != kSystem.end()) return found->second;
  const std::string_view name = trim(charset);
  const bool usual = !name.empty() && name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
  });
  return usual ? std::string(name) : "";
}

// HZ, which iconv does not know: "~{" begins letters of GB2312 without their eighth bits, "~}" or a new line ends them.
std::string eight_bits_of(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool letters = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\n') letters = false;
    if (c == '~' && (next == '~' || next == '\n') && !letters) {
      if (next == '~') out += '~';
      ++at;
    } else if (c == '~' && next == (letters ? '}' : '{')) {
      letters = !letters;
      ++at;
    } else {
      out += letters && c > ' ' ? static_cast<char>(static_cast<unsigned char>(c) | 0x80U) : c;
    }
  }
  return out;
}
}  // namespace

std::optional<Decoded> decode(std::string_view text, std::string_view charset) {
  if (plain_name(charset).starts_with("hz")) return decode(eight_bits_of(text), "GB18030");
  const std::string name = system_name(charset);
  if (name.empty()) return std::nullopt;
  const iconv_t convert = iconv_open("UTF-8", name.c_str());
  if (reinterpret_cast<std::intptr_t>(convert) == -1) return std::nullopt;
  Decoded out;
  out.text.reserve(text.size() + text.size() / 2);
  std::array<char, 4096> buffer{};
  char* from = const_cast<char*>(text.data());  // iconv reads only
  std::size_t left = text.size();
  while (left > 0) {
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t done = iconv(convert, &from, &left, &to, &room);
    const int why = errno;
    out.text.append(buffer.data(), buffer.size() - room);
    if (done != static_cast<std::size_t>(-1) || why == E2BIG) continue;
    out.text += "\xEF\xBF\xBD";
    ++out.wrong;
    ++from;
    --left;
  }
  iconv_close(convert);
  return out;
}

std::string guess_charset(std::string_view text) {
  constexpr std::size_t kMostLooked = 100'000;
  // Between points and names of properties the few letters of a language are lost on a detector: it gets these alone,
  // and often enough to count them.
  std::string letters;
  for (std::size_t at = text.find('['); at != std::string_view::npos && letters.size() < kMostLooked;) {
    const std::size_t end = std::min(text.find(']', at), text.size());
    const std::string_view value = text.substr(at + 1, end - at - 1);
    if (!is_ascii(value)) letters += std::string(value.substr(0, kMostLooked)) + "\n";
    at = text.find('[', end);
  }
  return likely_charset(std::move(letters));
}

std::string likely_charset(std::string letters) {
  constexpr std::size_t kEnough = 2'000;
  if (letters.empty()) return "Windows-1252";
  const std::string once = letters;
  while (letters.size() < kEnough) letters += once;
  const uchardet_t detector = uchardet_new();
  uchardet_handle_data(detector, letters.data(), letters.size());
  uchardet_data_end(detector);
  std::string name = uchardet_get_charset(detector);
  uchardet_delete(detector);
  // Of its Latin alphabets the west's is the likely one, and Windows' what programs wrote.
  // UTF-8 it is not, or nobody had to guess.
  if (name.empty() || name == "UTF-8" || name == "ISO-8859-1" || name == "ISO-8859-3" || name == "ISO-8859-15" ||
      name == "ASCII")
    return "Windows-1252";
  return name;
}
#endif

std::optional<Decoded> decode_any(std::string_view text, std::string_view charset) {
  const auto known = find_charset(charset);
  if (!known) return decode(text, charset);
  if (*known != Charset::utf8) return Decoded{to_utf8(text, *known), 0};
  return is_utf8(text) ? std::optional(Decoded{std::string(text), 0}) : decode(text, "UTF-8");
}

Message no_such_charset(std::string_view charset) {
  return Message("there-character-set-here", "the character set \"{name}\" is not known; known are {list}",
                 {{"name", charset.substr(0, 40)}, {"list", kCharsets}});
}

Message read_as_guessed(const Message& why, std::string_view charset) {
  return Message("looks-like-read-charset", "{why}; it looks like {set} and was read as that (--charset names another)",
                 {{"why", why}, {"set", charset}});
}

Message charset_not_named() {
  return Message("file-does-not-name", "the file does not name its character set, and is not UTF-8");
}

std::string unicode_of(std::string_view text, std::string_view charset, std::string_view likely, Message& remark,
                       Message& error) {
  constexpr std::size_t kMostLooked = 100'000;
  if (!charset.empty()) {
    if (auto decoded = decode_any(text, charset)) return std::move(decoded->text);
    error = no_such_charset(charset);
    return {};
  }
  if (text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE"))
    if (auto decoded = decode(text, "UTF-16")) return std::move(decoded->text);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (is_utf8(text)) return std::string(text);
  std::string letters;
  for (const auto line : split(text, '\n'))
    if (!is_ascii(line) && letters.size() < kMostLooked) letters += std::string(line.substr(0, 1000)) + "\n";
  std::string guess = likely_charset(std::move(letters));
  constexpr std::array<std::string_view, 8> kEastern{"GB18030", "BIG5", "SHIFT_JIS", "EUC-JP",
                                                     "EUC-KR",  "UHC",  "EUC-TW",    "ISO-2022-JP"};
  if (std::find(kEastern.begin(), kEastern.end(), guess) == kEastern.end()) guess = likely;
  auto decoded = decode_any(text, guess);
  if (!decoded) {
    guess = "Windows-1252";
    decoded = Decoded{to_utf8(text, Charset::windows1252), 0};
  }
  remark = read_as_guessed(charset_not_named(), guess);
  return std::move(decoded->text);
}

}  // namespace cairn::sgf
