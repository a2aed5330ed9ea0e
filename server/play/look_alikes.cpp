#include "server/play/look_alikes.h"

#include <algorithm>
#include <iterator>

namespace cairn {

namespace {

// What stands there from `first` on, a letter each; a blank where it looks like none.
struct LookAlikes {
  char32_t first;
  std::string_view letters;
};

// Letters with accents, hooks and strokes, small capitals, superscripts, letters in circles, squares and full width,
// and those of Greek, Cyrillic, Armenian, Coptic, Cherokee and Lisu that look like one of the Latin alphabet, whatever
// they sound like. Zeros of other scripts look like an o, and a bar and the signs of account names stand here in their
// other forms.
constexpr LookAlikes kLookAlikes[] = {
    {0x00AA,
     "a       23     1o     aaaaaa ceeeeiiii nooooo ouuuuy  aaaaaa ceeeeiiii nooooo ouuuuy yaaaaaaccccccccd"
     "dddeeeeeeeeeegggggggghhhhiiiiiiiiii  jjkk llllllllllnnnnnnnnnoooooo  rrrrrrssssssssttttttuuuuuuuuuuuu"
     "wwyyyzzzzzzsbbbb   ccdddd    ffg   ikkl  nnooo  pp     ttttuu vyyzz         l            aaiioouuuuuu"
     "uuuu aaaa  ggggkkoooo  j   gg  nnaa    aaaaeeeeiiiioooorrrruuuusstt  hh d    aaeeooooooooyylntj  accl"
     "tsz  bu eejjqqrryy a b cdd        ggg   h iiilll   mnnno      rrr r s     tu v   yzz       b ghj lq  "
     "             h jr   wy"},
    {0x02E1, "lsx"},
    {0x037F, "j      a ehi o y iab  ezh ik mn o p  ty x  iya niuaby   n ik  v o p otu x wiuouw b yyy       f"},
    {0x03F0,
     "kpcj     cm     ee   siij   k y a b  e 3  k mho pcty x      b   a6br e 3  k mhonpcty x      b   ee r "
     "siij   k y"},
    {0x0474, "vvvv"},
    {0x0492,
     "ff      kk    k hhh         yyyyxx      hh    l      hhh     laaaa  ee      33      oo      yyyyyy   "
     "         dd          gg            qqww"},
    {0x054D, "u s     o"},
    {0x0566, "q         h    j  n   nu   g   o"},
    {0x05E1, "o"},
    {0x0966, "o"},
    {0x09E6, "o"},
    {0x0A66, "o"},
    {0x0AE6, "o"},
    {0x0BE6, "o"},
    {0x0C66, "o"},
    {0x0CE6, "o"},
    {0x0D66, "o"},
    {0x0E50, "o"},
    {0x0ED0, "o"},
    {0x1040, "o"},
    {0x13A0, "drt  i    aje      w   m   h    g  z          4b  r ws   vs   lc  p   kd           gb"},
    {0x1D00,
     "a   cd e  jk m o        p  tu   vwz         a b de ghijklmn o prtuwa   bde   g km o   ptu  v      iru"
     "v"},
    {0x1D9C, "c   f"},
    {0x1DBB, "z"},
    {0x1E00,
     "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrsssss"
     "sssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy s    aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeii"
     "iioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy      aaaaaaaaaaaaaaaa        eeeeee  nnnnnnnnhhhhhhh"
     "hiiiiiiiiiiiiiiiioooooo  oooooo  uuuuuuuu y y y ywwwwwwww        aa  nniioouuww  aaaaaaaaaaaaaaaannnn"
     "nnnnhhhhhhhhwwwwwwww        aaaaa aaaaaaa i   nnn nneehhh   iiii  iiiiii    uuuuppuuyyyyp     www wwo"
     "o"},
    {0x2010, "----"},
    {0x2024, "."},
    {0x2070, "0i  456789     n0123456789      aeox hklmnpst"},
    {0x2102, "c       ghhhh iill n   pqrrr      z   z kabceeef mo    i           ddeij"},
    {0x2160, "i   v    x  lcdmi   v    x  lcdm"},
    {0x2212, "-"},
    {0x2223, "|    v"},
    {0x22C1, "v"},
    {0x2460, "123456789"},
    {0x249C, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0"},
    {0x2758, "|"},
    {0x2C7C, "jv  aabb          hh  iikk  mmnn  oo  ppccttyy  xx"},
    {0xA4D0, "bp dt gk jc zf mnlsr  vh  wxy a e iou"},
    {0xA730, "fs"},
    {0xA7AC, "g"},
    {0xA7F2, "cfq"},
    {0xFE63, "-"},
    {0xFF0D, "-. 0123456789       abcdefghijklmnopqrstuvwxyz    _ abcdefghijklmnopqrstuvwxyz |"},
    {0x1F110,
     "abcdefghijklmnopqrstuvwxyzscr   abcdefghijklmnopqrstuvwxyz      abcdefghijklmnopqrstuvwxyz      abcd"
     "efghijklmnopqrstuvwxyz"},
    {0x1F1E6, "abcdefghijklmnopqrstuvwxyz"},
};

// Those that look like several.
struct LooksLikeMany {
  char32_t sign;
  std::string_view letters;
};
constexpr LooksLikeMany kLooksLikeMany[] = {
    {0x00C6, "ae"}, {0x00DF, "ss"}, {0x00E6, "ae"},  {0x0132, "ij"},  {0x0133, "ij"}, {0x0152, "oe"},
    {0x0153, "oe"}, {0x01C4, "dz"}, {0x01C5, "dz"},  {0x01C6, "dz"},  {0x01C7, "lj"}, {0x01C8, "lj"},
    {0x01C9, "lj"}, {0x01CA, "nj"}, {0x01CB, "nj"},  {0x01CC, "nj"},  {0x01E2, "ae"}, {0x01E3, "ae"},
    {0x01F1, "dz"}, {0x01F2, "dz"}, {0x01F3, "dz"},  {0x01FC, "ae"},  {0x01FD, "ae"}, {0x04D4, "ae"},
    {0x04D5, "ae"}, {0x1E9E, "ss"}, {0x20A8, "rs"},  {0x2116, "no"},  {0xA733, "aa"}, {0xFB00, "ff"},
    {0xFB01, "fi"}, {0xFB02, "fl"}, {0xFB03, "ffi"}, {0xFB04, "ffl"}, {0xFB05, "st"}, {0xFB06, "st"}};

template <class Rows, class At>
constexpr bool in_order(const Rows& rows, At at) {
  return std::is_sorted(std::begin(rows), std::end(rows), [&](const auto& a, const auto& b) { return at(a) < at(b); });
}
static_assert(in_order(kLookAlikes, [](const LookAlikes& row) { return row.first; }));
static_assert(in_order(kLooksLikeMany, [](const LooksLikeMany& row) { return row.sign; }));

// Letters for formulas: 13 alphabets of capitals and small ones, then Greek ones in 5, then digits in 5.
constexpr char32_t kFormulas = 0x1D400, kGreekFormulas = 0x1D6A8, kDigitFormulas = 0x1D7CE, kFormulasEnd = 0x1D800;
constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz", kDigits = "0123456789";
constexpr std::string_view kGreek = "ab  ezh ik mn o p  ty x   a y   n ik  v o p otu x w   k p ";
static_assert(kGreek.size() == 58);

std::string_view looks_like_in_formulas(char32_t sign) {
  if (sign >= kDigitFormulas) return kDigits.substr((sign - kDigitFormulas) % kDigits.size(), 1);
  if (sign >= kGreekFormulas) {
    const auto letter = kGreek.substr((sign - kGreekFormulas) % kGreek.size(), 1);
    return letter == " " ? std::string_view() : letter;
  }
  if (sign >= kGreekFormulas - 4) return sign == kGreekFormulas - 4 ? "i" : "j";  // without dots
  return kAlphabet.substr((sign - kFormulas) % kAlphabet.size(), 1);
}

}  // namespace

std::string_view looks_like(char32_t sign) {
  if (sign < 0x80) return {};
  if (sign >= kFormulas && sign < kFormulasEnd) return looks_like_in_formulas(sign);
  const auto many = std::lower_bound(std::begin(kLooksLikeMany), std::end(kLooksLikeMany), sign,
                                     [](const LooksLikeMany& row, char32_t wanted) { return row.sign < wanted; });
  if (many != std::end(kLooksLikeMany) && many->sign == sign) return many->letters;
  const auto behind = std::upper_bound(std::begin(kLookAlikes), std::end(kLookAlikes), sign,
                                       [](char32_t wanted, const LookAlikes& row) { return wanted < row.first; });
  if (behind == std::begin(kLookAlikes)) return {};
  const LookAlikes& row = *std::prev(behind);
  const std::size_t at = sign - row.first;
  if (at >= row.letters.size() || row.letters[at] == ' ') return {};
  return row.letters.substr(at, 1);
}

}  // namespace cairn
