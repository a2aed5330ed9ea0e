#include "server/net/club.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/markup.h"
#include "core/text.h"
#include "notation/sgf_charset.h"
#include "notation/view_json.h"
#include "server/base/tokens.h"
#include "server/play/fields.h"

namespace cairn::net {

namespace {

constexpr std::size_t kMostRules = std::size_t{64} << 10;  // bytes
constexpr double kSoftLight = 0.12, kSoftDark = 0.18;      // how much of the accent is in a soft ground

// The client's grounds: --page and --card of web/src/ui/base.css.
struct Grounds {
  Colour page, card, ink, towards;
  double soft;
};
constexpr Grounds kLight = {{0xF4, 0xEF, 0xE6}, {0xFF, 0xFD, 0xF9}, {0xFF, 0xFF, 0xFF}, {0, 0, 0}, kSoftLight};
constexpr Grounds kDark = {{0x17, 0x15, 0x13}, {0x21, 0x1E, 0x1B}, {0x0F, 0x0D, 0x0B}, {255, 255, 255}, kSoftDark};

Colour mixed(const Colour& one, const Colour& other, double of_other) {
  Colour out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<int>(std::lround(one[i] * (1 - of_other) + other[i] * of_other));
  return out;
}

// Relative luminance, by WCAG 2.2.
double luminance(const Colour& colour) {
  constexpr std::array<double, 3> kWeights = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < colour.size(); ++i) {
    const double part = colour[i] / 255.0;
    sum += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

std::string rule_of(const Accent& accent) {
  return "{--accent:" + colour_text(accent.accent) + ";--accent-ink:" + colour_text(accent.ink) +
         ";--accent-soft:" + colour_text(accent.soft) + "}";
}

void replace_first(std::string& text, std::string_view from, const std::string& to) {
  if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
}

}  // namespace

std::optional<Colour> read_colour(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  Colour out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const char* first = text.data() + 1 + 2 * i;
    const auto [end, error] = std::from_chars(first, first + 2, out[i], 16);
    if (error != std::errc{} || end != first + 2 || out[i] < 0) return std::nullopt;
  }
  return out;
}

std::string colour_text(const Colour& colour) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "#";
  for (const int part : colour) {
    out += kDigits[static_cast<std::size_t>(part / 16)];
    out += kDigits[static_cast<std::size_t>(part % 16)];
  }
  return out;
}

double contrast(const Colour& one, const Colour& other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

Accent accent_of(const Colour& colour, bool dark) {
  const Grounds& grounds = dark ? kDark : kLight;
  Accent out;
  constexpr int kSteps = 100;
  for (int step = 0; step <= kSteps; ++step) {
    out.accent = mixed(colour, grounds.towards, static_cast<double>(step) / kSteps);
    out.ink = grounds.ink;
    out.soft = mixed(grounds.card, out.accent, grounds.soft);
    const bool good =
        contrast(out.accent, grounds.page) >= kLeastContrast && contrast(out.accent, grounds.card) >= kLeastContrast &&
        contrast(out.accent, out.soft) >= kLeastContrast && contrast(out.accent, out.ink) >= kLeastContrast;
    if (good) break;
  }
  return out;
}

// Doubled, so that they count more than the client's own; not on paper, and not where somebody wants more contrast.
std::string accent_css(const Colour& colour) {
  const std::string light = rule_of(accent_of(colour, false)), dark = rule_of(accent_of(colour, true));
  const std::string usual = ":root:root:not([data-contrast=\"more\"])";
  return "@media screen{" + usual + light + usual + "[data-theme=\"dark\"]" + dark +
         "}@media screen and (prefers-color-scheme:dark){" + usual + ":not([data-theme=\"light\"])" + dark + "}\n";
}

std::string dressed_page(std::string html, const Club& club) {
  constexpr std::string_view kTitle = "<title>Cairn</title>", kEndOfHead = "</head>";
  std::string head;
  if (!club.name.empty()) {
    const std::string name = xml_text(club.name);
    replace_first(html, kTitle, "<title>" + name + "</title>");
    head += "<meta name=\"application-name\" content=\"" + name + "\" />";
  }
  if (const auto colour = read_colour(club.accent)) {
    const std::string css = accent_css(*colour);
    head += "<link rel=\"stylesheet\" href=\"" + std::string(kClubCss) + "?" + content_name(css) + "\" />";
  }
  replace_first(html, kEndOfHead, head + std::string(kEndOfHead));
  return html;
}

std::string dressed_manifest(const std::string& json, const Club& club) {
  if (club.name.empty()) return json;
  Json manifest = parse_json(json);
  if (!manifest.is_object()) return json;
  manifest["name"] = club.name;
  manifest["short_name"] = club.name;
  return json_text(manifest);
}

std::string read_club_rules(const std::string& path, std::string& error) {
  if (path.empty()) return {};
  if (std::error_code failed;
      std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed)) {
    error = "club-rules: " + path + " is not a file";
    return {};
  }
  std::ifstream in(path, std::ios::binary);
  std::string text;
  char byte = 0;
  while (text.size() <= kMostRules && in.get(byte))
    if (byte != '\r') text += byte;
  if (!in.eof()) {
    error = "club-rules: " + path + (text.size() > kMostRules ? " is larger than 64 KiB" : " cannot be read");
    return {};
  }
  if (sgf::is_utf8(text) && plain_text(text, kMostRules, true) && shows_as_it_is(text)) return text;
  error = "club-rules: " + path + " must be a text in UTF-8 without control characters";
  return {};
}

}  // namespace cairn::net
