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
#include "server/play/reserved_names.h"

namespace cairn {

namespace {

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

// What cannot be seen, changes how others look, or is seen differently everywhere: Default_Ignorable_Code_Point, the
// categories Cc, Cf, Co, Cs, Zl and Zp of Unicode, no characters, and what is blank.
constexpr Range kUnseen[] = {
    {0x0080, 0x009F},    // controls
    {0x00AD, 0x00AD},    // a hyphen that shows at the end of a line
    {0x034F, 0x034F},    // joins accents
    {0x0600, 0x0605},    // Arabic signs that change the digits behind them
    {0x061C, 0x061C},    // of the direction of writing
    {0x06DD, 0x06DD},    // as the Arabic ones above
    {0x070F, 0x070F},    // Syriac
    {0x0890, 0x0891},    // Arabic
    {0x08E2, 0x08E2},    // Arabic
    {0x115F, 0x1160},    // Korean fillers
    {0x17B4, 0x17B5},    // Khmer vowels that are not written
    {0x180B, 0x180F},    // Mongolian variants
    {0x200B, 0x200F},    // of no width, joiners, marks of direction
    {0x2028, 0x202E},    // ends of lines, overrides of direction
    {0x2060, 0x206F},    // more of both
    {0x3164, 0x3164},    // Korean fillers
    {0xD800, 0xF8FF},    // no characters; private use
    {0xFDD0, 0xFDEF},    // no characters
    {0xFE00, 0xFE0F},    // variants; see kEmojiStyle
    {0xFEFF, 0xFEFF},    // of no width
    {0xFFA0, 0xFFA0},    // Korean fillers
    {0xFFF0, 0xFFFC},    // kept for such; annotations, objects
    {0xFFFE, 0xFFFF},    // no characters
    {0x110BD, 0x110BD},  // Kaithi, as the Arabic ones above
    {0x110CD, 0x110CD},  // Kaithi
    {0x13430, 0x1345F},  // of hieroglyphs: joiners, blanks, what is lost
    {0x16FE4, 0x16FE4},  // a filler of Khitan
    {0x1BCA0, 0x1BCA3},  // of shorthand
    {0x1D159, 0x1D159},  // of music: a note without a head
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
// Phones type U+FE0F behind an emoji, and between a digit and what makes it a key. Elsewhere it is not seen.
constexpr char32_t kEmojiStyle = 0xFE0F, kKeycap = 0x20E3;
constexpr Range kEmoji[] = {{0x00A9, 0x00A9}, {0x00AE, 0x00AE},  {0x203C, 0x203C}, {0x2049, 0x2049}, {0x2122, 0x2122},
                            {0x2139, 0x2139}, {0x2194, 0x21AA},  {0x231A, 0x23FF}, {0x24C2, 0x24C2}, {0x25AA, 0x25FE},
                            {0x2600, 0x27BF}, {0x2934, 0x2935},  {0x2B05, 0x2B55}, {0x3030, 0x3030}, {0x303D, 0x303D},
                            {0x3297, 0x3299}, {0x1F000, 0x1FAFF}};
static_assert(ranges_in_order(kEmoji));

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

bool is_key(char32_t sign) {
  return sign == '#' || sign == '*' || (sign >= '0' && sign <= '9');
}

// The first sign that is not seen where it stands.
std::optional<char32_t> find_unseen(std::string_view text) {
  std::optional<char32_t> found;
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size() && !found;) {
    const Sign sign = sign_at(text, at);
    at += sign.size;
    const bool styles =
        sign.code == kEmojiStyle && (within(kEmoji, before) || (is_key(before) && sign_at(text, at).code == kKeycap));
    if (unseen(sign.code) && !styles) found = sign.code;
    before = sign.code;
  }
  return found;
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

// An accent on no letter: alone it may not show.
std::optional<char32_t> find_lone_accent(std::string_view text) {
  bool letter = false;
  return find_sign(text, [&](char32_t sign) {
    const bool lone = !letter && within(kAccents, sign);
    letter = sign != ' ';
    return lone;
  });
}

// Which signs count as one.
enum class Alike : std::uint8_t {
  much,  // i, l, 1 and a bar; o and 0; s and $; a and @
  more,  // and s and 5
  as_i,  // as `more`, but l is no i
};

char folded(char c, Alike alike) {
  const char stroke = alike == Alike::as_i ? 'i' : 'l';
  switch (c) {
    case '0':
      return 'o';
    case '1':
    case 'i':
    case '|':
      return stroke;
    case '5':
      return alike == Alike::much ? c : 's';
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

std::string fold(std::string_view word, Alike alike) {
  std::string out(word);
  for (char& c : out) c = folded(c, alike);
  return out;
}

std::string whole_form(const std::vector<std::string>& words, Alike alike = Alike::more) {
  return joined_pairs(fold(join(words, ""), alike));
}

std::string_view without_digits_around(std::string_view word) {
  while (!word.empty() && is_digit(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
  return word;
}

template <std::size_t Size>
std::vector<std::string> skeletons(const std::string_view (&names)[Size]) {
  std::vector<std::string> out;
  out.reserve(Size);
  for (const std::string_view name : names) out.push_back(skeleton(name));
  return out;
}

bool any_is(const std::vector<std::string>& reserved, std::string_view form) {
  return std::find(reserved.begin(), reserved.end(), form) != reserved.end();
}

// Of "rn" read as "m" the i shows whether it is "Cairn" or a plain "Calm".
bool speaks_as_ours(const std::vector<std::string>& words) {
  return fold(join(words, ""), Alike::more).starts_with(fold(kOurs, Alike::more)) ||
         std::any_of(words.begin(), words.end(), [](std::string_view word) {
           return joined_pairs(fold(without_digits_around(word), Alike::as_i)) == joined_pairs(kOurs);
         });
}

bool has_reserved_word(const std::vector<std::string>& words) {
  static const auto reserved = skeletons(reserved::kWords);
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return any_is(reserved, skeleton(word)) || any_is(reserved, skeleton(without_digits_around(word)));
  });
}

// Greek and Cyrillic capitals in small letters: of those that look like no Latin one `latin_form` leaves both.
std::string in_small_letters(std::string_view name) {
  std::string out;
  each_sign(name, [&](char32_t sign, std::string_view bytes) {
    const char32_t small = (sign >= 0x0391 && sign <= 0x03A9) || (sign >= 0x0410 && sign <= 0x042F) ? sign + 0x20
                           : sign >= 0x0400 && sign <= 0x040F                                       ? sign + 0x50
                                                                                                    : sign;
    if (small == sign) {
      out += bytes;
    } else {
      out += static_cast<char>(0xC0U | (small >> 6U));
      out += static_cast<char>(0x80U | (small & 0x3FU));
    }
  });
  return out;
}

// "BobAdmin" as "Bob Admin".
std::string apart_at_capitals(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && !out.empty() && ((out.back() >= 'a' && out.back() <= 'z') || is_digit(out.back()))) out += ' ';
    out += c;
  }
  return out;
}

bool is_reserved(std::string_view name) {
  static const auto names = skeletons(reserved::kNames), parts = skeletons(reserved::kParts);
  const std::string variants[] = {std::string(name), in_small_letters(name), apart_at_capitals(name)};
  return std::any_of(std::begin(variants), std::end(variants), [](std::string_view variant) {
    const auto words = name_words(latin_form(variant));
    const std::string whole = whole_form(words);
    return speaks_as_ours(words) || any_is(names, whole) || has_reserved_word(words) || has_reserved_word({whole}) ||
           std::any_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return whole.find(part) != std::string::npos; });
  });
}

Message reserved_fault(std::string_view name) {
  return Message("name-reserved-choose-another", "the name \"{name}\" is reserved; choose another",
                 {{"name", shortened(name)}});
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

std::string likeness(std::string_view name) {
  return whole_form(name_words(latin_form(name)), Alike::much);
}

Message unseen_sign_fault(std::string_view name) {
  if (const auto sign = find_unseen(name))
    return Message("name-holds-invisible-formatting",
                   "the name contains {sign}, an invisible or formatting character; leave it out",
                   {{"sign", code_name(*sign)}});
  return {};
}

Message name_signs_fault(std::string_view name) {
  if (auto error = unseen_sign_fault(name); !error.empty()) return error;
  if (const auto sign = find_sign(name, [](char32_t one) { return within(kBlanks, one); }))
    return Message("name-holds-unusual-space",
                   "the name contains {sign}, an unusual space; leave it out, or use an ordinary space",
                   {{"sign", code_name(*sign)}});
  if (const auto sign = find_lone_accent(name))
    return Message("name-holds-invisible-formatting",
                   "the name contains {sign}, an invisible or formatting character; leave it out",
                   {{"sign", code_name(*sign)}});
  if (const auto sign = find_pile(name))
    return Message("name-holds-too-many", "the name has too many accents on one letter; leave out {sign}",
                   {{"sign", code_name(*sign)}});
  return {};
}

bool has_account_form(std::string_view name) {
  const auto letter_or_digit = [](char c) { return is_letter(c) || is_digit(c); };
  return name.size() >= kLeastAccountName && name.size() <= kMostAccountName && letter_or_digit(name.front()) &&
         letter_or_digit(name.back()) && std::all_of(name.begin(), name.end(), [&](char c) {
           return letter_or_digit(c) || c == '_' || c == '-' || c == '.';
         });
}

Message account_name_fault(std::string_view name) {
  if (!has_account_form(name))
    return Message(
        "name-2-24-letters",
        "a name has 2 to 24 letters (a to z), digits, _ - or ., and begins and ends with a letter or a digit");
  static const auto accounts = skeletons(reserved::kAccounts);
  if (is_reserved(name) || any_is(accounts, skeleton(name))) return reserved_fault(name);
  return {};
}

Message guest_name_fault(std::string_view name) {
  if (auto error = name_signs_fault(name); !error.empty()) return error;
  if (is_reserved(name)) return reserved_fault(name);
  return {};
}

}  // namespace cairn
