// A club's own name and colours in the client's files.
#include "server/net/club.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "notation/view_json.h"
#include "server/net/static_files.h"
#include "server/tests/store_checks.h"

namespace cairn::net {
namespace {

using Folder = cairn::testing::Folder;

TEST(Club, ReadsColours) {
  EXPECT_EQ(read_colour("#0a5FB8"), (Colour{0x0A, 0x5F, 0xB8}));
  for (const char* wrong : {"", "#0a5fb", "0a5fb8#", "#0a5fbg", "#0a5fb8a", "#-1-1-1", "blue"})
    EXPECT_FALSE(read_colour(wrong)) << wrong;
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.005);  // the example that everybody knows
}

// Whatever the host chooses can be read, in light and dark; what can be read already stays as it is.
TEST(Club, EveryColourCanBeRead) {
  const Colour light_page = {0xF4, 0xEF, 0xE6}, light_card = {0xFF, 0xFD, 0xF9}, dark_page = {0x17, 0x15, 0x13},
               dark_card = {0x21, 0x1E, 0x1B};
  for (int red = 0; red < 256; red += 51)
    for (int green = 0; green < 256; green += 51)
      for (int blue = 0; blue < 256; blue += 51)
        for (const bool dark : {false, true}) {
          const Accent made = accent_of({red, green, blue}, dark);
          for (const Colour& ground :
               {dark ? dark_page : light_page, dark ? dark_card : light_card, made.soft, made.ink})
            ASSERT_GE(contrast(made.accent, ground), kLeastContrast)
                << colour_text({red, green, blue}) << (dark ? " dark " : " light ") << colour_text(made.accent);
        }
  EXPECT_EQ(colour_text(accent_of(*read_colour("#0a4f98"), false).accent), "#0a4f98");
  EXPECT_NE(colour_text(accent_of(*read_colour("#0a4f98"), true).accent), "#0a4f98") << "too dark there";
}

TEST(Club, TheClientHasItsName) {
  const Folder folder;
  std::ofstream(folder.path() + "/index.html")
      << "<html><head><title>Cairn</title><link href=\"/a.css\"></head><body></body></html>";
  std::ofstream(folder.path() + "/cairn.webmanifest") << R"({"name":"Cairn","short_name":"Cairn","start_url":"/"})";
  StaticFiles plain, dressed;
  ASSERT_EQ(plain.load(folder.path()), "");
  ASSERT_EQ(dressed.load(folder.path(), {"Go & <Co>", "#0a5fb8"}), "");
  const std::string& page = dressed.find("/")->bytes;
  EXPECT_NE(page.find("<title>Go &amp; &lt;Co&gt;</title>"), std::string::npos) << page;
  EXPECT_NE(page.find("content=\"Go &amp; &lt;Co&gt;\""), std::string::npos) << page;
  EXPECT_LT(page.find("/a.css"), page.find("href=\"/club.css?")) << "it counts after the client's own";
  EXPECT_NE(dressed.find("/")->etag, plain.find("/")->etag);
  EXPECT_EQ(dressed.find("/club.css")->type, "text/css; charset=utf-8");
  EXPECT_NE(dressed.find("/club.css")->bytes.find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_EQ(plain.find("/club.css"), nullptr);
  const Json manifest = parse_json(dressed.find("/cairn.webmanifest")->bytes);
  EXPECT_EQ(manifest.at("name"), "Go & <Co>");
  EXPECT_EQ(manifest.at("start_url"), "/");
}

TEST(Club, RulesAreATextAndNotTooLong) {
  const Folder folder;
  const std::string path = folder.path() + "/rules.md";
  const auto read = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    std::string error, text = read_club_rules(path, error);
    return error.empty() ? text : "! " + error.substr(error.find(path) + path.size());
  };
  EXPECT_EQ(read("# Be kind\r\n\r\nNo engines.\r\n"), "# Be kind\n\nNo engines.\n");
  EXPECT_EQ(read(std::string(65'537, 'a')), "!  is larger than 64 KiB");
  EXPECT_EQ(read("\xFF\xFE"), "!  must be a text in UTF-8 without control characters");
  EXPECT_EQ(read("a\x01"), "!  must be a text in UTF-8 without control characters");
  std::string error;
  EXPECT_EQ(read_club_rules("", error) + error, "") << "no rules";
  EXPECT_EQ(read_club_rules(folder.path() + "/none", error), "");
  EXPECT_NE(error.find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace cairn::net
