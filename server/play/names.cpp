#include "server/play/names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "core/text.h"
#include "server/play/fields.h"
#include "server/play/look_alikes.h"

namespace cairn {

namespace {

// Who speaks for the server, and what could be taken for something else.
constexpr std::array<std::string_view, 22> kReserved = {
    "abuse", "admin", "administrator", "api",   "bot",    "club",      "deleted", kDeletedName,
    "help",  "host",  "hostmaster",    "info",  "mod",    "moderator", "null",    "official",
    "owner", "root",  "postmaster",    "staff", "system", "support"};
// For accounts, too: a guest may be called so.
constexpr std::array<std::string_view, 4> kReservedAccounts = {"anonymous", "guest", "me", "player"};
// Not even as a word within a guest's name.
constexpr std::array<std::string_view, 9> kReservedWords = {
    "admin", "administrator", "hostmaster", "moderator", "official", "postmaster", "root", "staff", "system"};
constexpr std::string_view kOurs = "cairn";

struct Range {
  char32_t first, last;
};

template <std::size_t Size>
constexpr bool ranges_in_order(const Range (&ranges)[Size]) {
  for (std::size_t i = 0; i < Size; ++i)
    if (ranges[i].first > ranges[i].last || (i > 0 && ranges[i - 1].last >= ranges[i].first)) return false;
  return true;
}

bool within(std::span<const Range> ranges, char32_t sign) {
  const auto behind = std::upper_bound(ranges.begin(), ranges.end(), sign,
                                       [](char32_t wanted, const Range& range) { return wanted < range.first; });
  return behind != ranges.begin() && sign <= std::prev(behind)->last;
}

// What cannot be seen, changes how others look, or is seen differently everywhere.
constexpr Range kUnseen[] = {
    {0x0080, 0x009F},    // controls
    {0x00AD, 0x00AD},    // a hyphen that shows at the end of a line
    {0x034F, 0x034F},    // joins accents
    {0x061C, 0x061C},    // of the direction of writing
    {0x115F, 0x1160},    // Korean fillers
    {0x17B4, 0x17B5},    // Khmer vowels that are not written
    {0x180B, 0x180F},    // Mongolian variants
    {0x200B, 0x200F},    // of no width, joiners, marks of direction
    {0x2028, 0x202E},    // ends of lines, overrides of direction
    {0x2060, 0x206F},    // more of both
    {0x3164, 0x3164},    // Korean fillers
    {0xD800, 0xF8FF},    // no characters; private use
    {0xFDD0, 0xFDEF},    // no characters
    {0xFE00, 0xFE0E},    // variants; that of emoji, U+FE0F, is typed by phones
    {0xFEFF, 0xFEFF},    // of no width
    {0xFFA0, 0xFFA0},    // Korean fillers
    {0xFFF9, 0xFFFC},    // annotations, objects
    {0xFFFE, 0xFFFF},    // no characters
    {0x1BCA0, 0x1BCA3},  // of shorthand
    {0x1D173, 0x1D17A},  // of music
    {0xE0000, 0x10FFFF}  // tags, variants, private use
};
static_assert(ranges_in_order(kUnseen));

constexpr Range kBlanks[] = {{0x00A0, 0x00A0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x202F, 0x202F},
                             {0x205F, 0x205F}, {0x2800, 0x2800}, {0x3000, 0x3000}};
static_assert(ranges_in_order(kBlanks));

// Accents: they pile up above and below a letter.
constexpr Range kAccents[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x1AB0, 0x1AFF},
                              {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};
static_assert(ranges_in_order(kAccents));
// Vowels and tones of other scripts that pile up as well; words have more of them on a letter.
constexpr Range kPoints[] = {{0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5}, {0x05C7, 0x05C7},
                             {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4},
                             {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},
                             {0x0EB1, 0x0EB1}, {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECE}};
static_assert(ranges_in_order(kPoints));
constexpr int kMostAccents = 2, kMostPoints = 4;
constexpr char32_t kEmojiStyle = 0xFE0F;

// Beyond ASCII, what stands between words.
constexpr Range kBetween[] = {{0x0080, 0x00A9}, {0x00AB, 0x00B4},  {0x00B6, 0x00B9}, {0x00BB, 0x00BF}, {0x00D7, 0x00D7},
                              {0x00F7, 0x00F7}, {0x02B9, 0x02DF},  {0x02E5, 0x02FF}, {0x0589, 0x058A}, {0x05BE, 0x05BE},
                              {0x060C, 0x060D}, {0x061B, 0x061F},  {0x1680, 0x1680}, {0x2000, 0x206F}, {0x20A0, 0x20C0},
                              {0x2190, 0x2BFF}, {0x2E00, 0x2E7F},  {0x3000, 0x303F}, {0x30FB, 0x30FB}, {0xFE10, 0xFE19},
                              {0xFE30, 0xFE6F}, {0xFF00, 0xFF0F},  {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
                              {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF}};
static_assert(ranges_in_order(kBetween));

struct Sign {
  char32_t code = 0xFFFD;  // as it is where there is no UTF-8
  std::size_t size = 1;    // in bytes
};

Sign sign_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> char32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : U'\0';
  };
  const char32_t first = byte(at);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xF5 ? 0 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (size == 0) return {};
  char32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  const bool longer_than_needed = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  return longer_than_needed || code > 0x10FFFF ? Sign{} : Sign{code, size};
}

template <class Do>
void each_sign(std::string_view text, Do what) {
  for (std::size_t at = 0; at < text.size();) {
    const Sign sign = sign_at(text, at);
    what(sign.code, text.substr(at, sign.size));
    at += sign.size;
  }
}

bool unseen(char32_t sign) {
  return within(kUnseen, sign) || (sign & 0xFFFEU) == 0xFFFEU;
}

std::string code_name(char32_t sign) {
  std::string digits;
  for (char32_t rest = sign; rest > 0 || digits.size() < 4; rest /= 16)
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest % 16]);
  return "U+" + digits;
}

template <class Is>
std::optional<char32_t> find_sign(std::string_view text, Is is) {
  std::optional<char32_t> found;
  each_sign(text, [&](char32_t sign, std::string_view) {
    if (!found && is(sign)) found = sign;
  });
  return found;
}

// More accents in a row than a word has: the one that is too many.
std::optional<char32_t> find_pile(std::string_view text) {
  int accents = 0, all = 0;
  return find_sign(text, [&](char32_t sign) {
    const bool accent = within(kAccents, sign);
    if (!accent && !within(kPoints, sign)) {
      accents = all = 0;
      return false;
    }
    accents += accent ? 1 : 0;
    return accents > kMostAccents || ++all > kMostPoints;
  });
}

// How alike two strokes count.
enum class Strokes : std::uint8_t {
  as_l,  // i, l, 1 and a bar are one
  as_i,  // i, 1 and a bar are
};

char folded(char c, Strokes strokes) {
  const char stroke = strokes == Strokes::as_l ? 'l' : 'i';
  switch (c) {
    case '0':
      return 'o';
    case '1':
    case 'i':
    case '|':
      return stroke;
    case '5':
    case '$':
      return 's';
    case '@':
      return 'a';
    default:
      return c;
  }
}

// The words of what `latin_form` gave: letters and digits, and signs that stand for them.
std::vector<std::string> name_words(std::string_view plain) {
  std::vector<std::string> words(1);
  each_sign(plain, [&](char32_t sign, std::string_view bytes) {
    const bool part =
        sign < 0x80 ? is_letter(bytes[0]) || is_digit(bytes[0]) || bytes[0] == '|' || bytes[0] == '@' || bytes[0] == '$'
                    : !within(kBetween, sign);
    if (part)
      words.back() += bytes;
    else if (!words.back().empty())
      words.emplace_back();
  });
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string joined_pairs(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view pair = text.substr(i, 2);
    const char one = pair == "rn" ? 'm' : pair == "vv" ? 'w' : '\0';
    out += one == '\0' ? text[i] : one;
    i += one == '\0' ? 0 : 1;
  }
  return out;
}

std::string fold(std::string_view word, Strokes strokes) {
  std::string out(word);
  for (char& c : out) c = folded(c, strokes);
  return out;
}

std::string whole_form(const std::vector<std::string>& words) {
  return joined_pairs(fold(join(words, ""), Strokes::as_l));
}

std::string_view without_digits_around(std::string_view word) {
  while (!word.empty() && is_digit(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
  return word;
}

bool any_like(std::span<const std::string_view> reserved, std::string_view form) {
  return std::any_of(reserved.begin(), reserved.end(), [&](std::string_view one) { return skeleton(one) == form; });
}

// Of "rn" read as "m" the i shows whether it is "Cairn" or a plain "Calm".
bool begins_as_ours(const std::vector<std::string>& words) {
  if (words.empty()) return false;
  const std::string whole = fold(join(words, ""), Strokes::as_l);
  return whole.starts_with(fold(kOurs, Strokes::as_l)) ||
         joined_pairs(fold(words.front(), Strokes::as_i)) == joined_pairs(kOurs);
}

bool is_reserved(std::string_view name) {
  const auto words = name_words(latin_form(name));
  return begins_as_ours(words) || any_like(kReserved, whole_form(words));
}

std::string reserved_fault(std::string_view name) {
  return "the name " + shown(name) + " is reserved; choose another";
}

}  // namespace

std::string latin_form(std::string_view name) {
  std::string out;
  each_sign(name, [&](char32_t sign, std::string_view bytes) {
    if (within(kAccents, sign) || sign == kEmojiStyle) return;
    if (sign < 0x80)
      out += to_lower(bytes[0]);
    else if (const std::string_view like = looks_like(sign); !like.empty())
      out += like;
    else
      out += bytes;
  });
  return out;
}

std::string skeleton(std::string_view name) {
  return whole_form(name_words(latin_form(name)));
}

std::string unseen_sign_fault(std::string_view name) {
  if (const auto sign = find_sign(name, unseen))
    return "the name holds " + code_name(*sign) + ", an invisible or formatting character; leave it out";
  return {};
}

std::string name_signs_fault(std::string_view name) {
  if (auto error = unseen_sign_fault(name); !error.empty()) return error;
  if (const auto sign = find_sign(name, [](char32_t one) { return within(kBlanks, one); }))
    return "the name holds " + code_name(*sign) + ", an unusual space; leave it out, or write an ordinary one";
  if (const auto sign = find_pile(name))
    return "the name holds too many accents on one letter; leave out " + code_name(*sign);
  return {};
}

bool has_account_form(std::string_view name) {
  const auto letter_or_digit = [](char c) { return is_letter(c) || is_digit(c); };
  return name.size() >= kLeastAccountName && name.size() <= kMostAccountName && letter_or_digit(name.front()) &&
         letter_or_digit(name.back()) && std::all_of(name.begin(), name.end(), [&](char c) {
           return letter_or_digit(c) || c == '_' || c == '-' || c == '.';
         });
}

std::string account_name_fault(std::string_view name) {
  if (!has_account_form(name))
    return "a name has 2 to 24 letters (a to z), digits, _ - or . and begins and ends with a letter or a digit";
  if (is_reserved(name) || any_like(kReservedAccounts, skeleton(name))) return reserved_fault(name);
  return {};
}

std::string guest_name_fault(std::string_view name) {
  if (auto error = name_signs_fault(name); !error.empty()) return error;
  const auto reserved_word = [](std::string_view word) {
    return any_like(kReservedWords, skeleton(word)) || any_like(kReservedWords, skeleton(without_digits_around(word)));
  };
  const auto words = name_words(latin_form(name));
  if (is_reserved(name) || std::any_of(words.begin(), words.end(), reserved_word)) return reserved_fault(name);
  return {};
}

}  // namespace cairn
