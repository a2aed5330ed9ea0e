// A club's own name and colour in the files of the client, and the text of its rules. Pure but for reading that file.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::net {

using Colour = std::array<int, 3>;                         // red, green, blue: 0 to 255
std::optional<Colour> read_colour(std::string_view text);  // "#0a5fb8"
std::string colour_text(const Colour& colour);             // the same
double contrast(const Colour& one, const Colour& other);   // 1 to 21, by WCAG 2.2 ("contrast ratio")

// The colours of links and buttons on one ground.
struct Accent {
  Colour accent{};  // of words; can be read on the page, on cards and on `soft`
  Colour ink{};     // of words on it
  Colour soft{};    // of a ground that stands out a little
};
inline constexpr double kLeastContrast = 4.5;  // WCAG 2.2, 1.4.3, level AA
// As near to the colour as can be read; `dark`: on the client's dark ground.
Accent accent_of(const Colour& colour, bool dark);
// A stylesheet that gives the client these colours where it uses its usual ones.
std::string accent_css(const Colour& colour);

struct Club {
  std::string name, accent;  // "": as usual
  bool changes_nothing() const { return name.empty() && accent.empty(); }
};
inline constexpr std::string_view kClubCss = "/club.css";
// The client's page with the club's name, and with a link to its stylesheet where it has one.
std::string dressed_page(std::string html, const Club& club);
std::string dressed_manifest(const std::string& json, const Club& club);  // as it was where that cannot be read

// What stands in the file that the setting club-rules names; "" of no name. `error`: what is wrong, then the text is
// "".
std::string read_club_rules(const std::string& path, std::string& error);

}  // namespace cairn::net
