// Pictures of boards from outside: previews of links and other sites, which know nothing but an address.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "games/registry.h"
#include "notation/picture/board_picture.h"
#include "notation/text_board.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

std::string drawn(const Position& position, Viewer viewer, int size, bool svg = false) {
  const BoardSheet sheet = board_sheet(position.view(viewer), namer(position));
  return (svg ? svg_board(sheet, size) : png_board(sheet, size)).bytes;
}

TEST(ServerPictures, AreOfTheBoardAsItStands) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port()), bob(running.port()), anybody(running.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table =
      ann.create({{"game", "go"}, {"options", {{"size", 5}}}, {"opponent", "friend"}, {"seat", "first"}});
  EXPECT_EQ(bob.ask("POST", "/api/tables/" + table + "/join", "", {}).status, 200);
  Position position = find_game("go")->make({{{"size", "5"}}, std::nullopt}).position;

  const Response png = anybody.get("/game/" + table + ".png");
  EXPECT_EQ(png.status, 200);
  EXPECT_EQ(png.headers.at("content-type"), "image/png");
  EXPECT_EQ(png.headers.at("cross-origin-resource-policy"), "cross-origin");
  EXPECT_EQ(png.body, drawn(position, Viewer::spectator, kUsualPicture));
  const Response svg = anybody.get("/api/tables/" + table + "/board.svg?size=300");
  EXPECT_EQ(svg.headers.at("content-type"), "image/svg+xml");
  EXPECT_EQ(svg.headers.at("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  EXPECT_EQ(svg.body, drawn(position, Viewer::spectator, 300, true));
  EXPECT_EQ(anybody.get("/game/" + table + ".svg?size=300").body, svg.body);

  // Who has it is told so, until it changes.
  const std::string tag = png.headers.at("etag");
  EXPECT_EQ(anybody.ask("GET", "/game/" + table + ".png", "", {{"If-None-Match", tag}}).status, 304);
  EXPECT_EQ(ann.command(table, "r1", 1, "C3").status, 200);
  EventLog log;
  EXPECT_EQ(position.play(Seat{}, "C3", log), Reason::none);
  const Response moved = anybody.ask("GET", "/game/" + table + ".png", "", {{"If-None-Match", tag}});
  EXPECT_EQ(moved.status, 200);
  EXPECT_EQ(moved.body, drawn(position, Viewer::spectator, kUsualPicture));

  for (const char* wrong : {"?size=119", "?size=2001", "?size=big", "?size=300x"})
    EXPECT_EQ(anybody.get("/game/" + table + ".png" + wrong).code(), "bad-request") << wrong;
  EXPECT_EQ(anybody.get("/game/nosuchtable.png").code(), "not-found");
  EXPECT_EQ(anybody.get("/game/" + table + ".gif").status, 404);
  EXPECT_EQ(anybody.get("/game/" + table).status, 404);
  EXPECT_EQ(anybody.get("/game/.png").status, 404);
  EXPECT_EQ(anybody.ask("POST", "/game/" + table + ".png", "", {}).status, 405);
}

TEST(ServerPictures, ShowNoHiddenStone) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port()), bob(running.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table =
      ann.create({{"game", "phantom"}, {"options", {{"size", 9}}}, {"opponent", "friend"}, {"seat", "first"}});
  EXPECT_EQ(bob.ask("POST", "/api/tables/" + table + "/join", "", {}).status, 200);
  EXPECT_EQ(ann.command(table, "r1", 1, "E5").status, 200);
  Position position = find_game("phantom")->make({{{"size", "9"}}, std::nullopt}).position;
  EventLog log;
  EXPECT_EQ(position.play(Seat{}, "E5", log), Reason::none);
  // The picture has an address that all may know: it is the same for who plays as for who looks on.
  const std::string seen = drawn(position, Viewer::spectator, kUsualPicture);
  EXPECT_EQ(ann.get("/game/" + table + ".png").body, seen);
  EXPECT_EQ(bob.get("/game/" + table + ".png").body, seen);
  EXPECT_NE(seen, drawn(position, Viewer::referee, kUsualPicture));
}

TEST(ServerPictures, AreNamedByTheTablesPage) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.web = folder.path() + "/web";
  std::filesystem::create_directories(config.web);
  std::ofstream(config.web + "/index.html") << "<html><head></head><body></body></html>";
  config.public_url = "https://play.example.org";
  const Running running(config);
  Client ann(running.port()), anybody(running.port());
  ann.enter("<b>\"Ann\"</b>");
  const std::string table = ann.create({{"game", "margo"}, {"opponent", "friend"}});
  const Response page = anybody.get("/t/" + table);
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_NE(page.body.find(
                "<meta property=\"og:title\" content=\"Margo: &lt;b&gt;&quot;Ann&quot;&lt;/b&gt; - a free seat\" />"),
            std::string::npos)
      << page.body;
  EXPECT_NE(page.body.find("content=\"https://play.example.org/game/" + table + ".png?size=630\""), std::string::npos);
  EXPECT_NE(page.body.find("content=\"https://play.example.org/t/" + table + "\""), std::string::npos);
  // Of no table there is only the client, which says so.
  EXPECT_EQ(anybody.get("/t/nosuchtable").body, anybody.get("/").body);
}

}  // namespace
}  // namespace cairn::testing
