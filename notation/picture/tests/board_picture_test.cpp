// Pictures of boards: PNG and SVG of every game, the same for the same view, and nothing that the view does not hold.
#include "notation/picture/board_picture.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <chrono>
#include <set>

#include "games/registry.h"

namespace cairn {
namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return out;
}

// The pixels of a PNG of ours as 0xRRGGBB; fails the test where it is none.
struct Decoded {
  int width = 0, height = 0;
  std::vector<std::uint32_t> rgb{};
  std::uint32_t at(int x, int y) const { return rgb.at(static_cast<std::size_t>(y * width + x)); }
};

Decoded decoded(const std::string& png) {
  Decoded out;
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::string palette, packed;
  std::vector<std::string> kinds;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t size = number_at(png, at);
    const std::string kind = png.substr(at + 4, 4), content = png.substr(at + 8, size), all = kind + content;
    EXPECT_EQ(crc32(0, reinterpret_cast<const Bytef*>(all.data()), static_cast<uInt>(all.size())),
              number_at(png, at + 8 + size));
    kinds.push_back(kind);
    if (kind == "IHDR") {
      out.width = static_cast<int>(number_at(content, 0));
      out.height = static_cast<int>(number_at(content, 4));
      EXPECT_EQ(content.substr(8), std::string({8, 3, 0, 0, 0}));
    }
    if (kind == "PLTE") palette = content;
    if (kind == "IDAT") packed += content;
    at += 12 + size;
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"IHDR", "PLTE", "IDAT", "IEND"}));
  std::string rows(static_cast<std::size_t>((out.width + 1) * out.height), '\0');
  uLongf size = static_cast<uLongf>(rows.size());
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())),
            Z_OK);
  EXPECT_EQ(size, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % static_cast<std::size_t>(out.width + 1) == 0) continue;
    const std::size_t colour = 3U * static_cast<unsigned char>(rows[i]);
    std::uint32_t rgb = 0;
    for (std::size_t part = 0; part < 3; ++part)
      rgb = rgb << 8U | static_cast<unsigned char>(palette.at(colour + part));
    out.rgb.push_back(rgb);
  }
  return out;
}

Position game_of(std::string_view name, std::string_view options = "") {
  Made made = find_game(name)->make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

void play_words(Position& position, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    EventLog log;
    for (int seat = 0; seat < position.seats(); ++seat)
      if (position.to_act().contains(seat_at(seat))) {
        ASSERT_EQ(position.play(seat_at(seat), word, log), Reason::none) << word;
        break;
      }
  }
}

BoardSheet sheet_of(const Position& position, Viewer viewer = Viewer::referee) {
  return board_sheet(position.view(viewer), namer(position));
}

std::string png_after(std::string_view game, std::string_view options, const std::vector<std::string>& words,
                      Viewer viewer = Viewer::referee) {
  Position position = game_of(game, options);
  play_words(position, words);
  return png_board(sheet_of(position, viewer)).bytes;
}

TEST(BoardPicture, IsAPngOfItsSize) {
  for (const int size : {kLeastPicture, 300, kUsualPicture, 640, kMostPicture}) {
    for (const GameInfo& game : games()) {
      const BoardPicture picture = png_board(sheet_of(game.make({}).position), size);
      const Decoded seen = decoded(picture.bytes);
      EXPECT_EQ(seen.width, picture.width);
      EXPECT_EQ(seen.height, picture.height);
      EXPECT_LE(std::max(seen.width, seen.height), size + (size < 300 ? 40 : 0)) << game.name;
      EXPECT_GE(std::max(seen.width, seen.height), size * 8 / 10) << game.name;
      EXPECT_GT(std::set<std::uint32_t>(seen.rgb.begin(), seen.rgb.end()).size(), 10U);
    }
  }
}

TEST(BoardPicture, RectanglesKeepTheirShape) {
  const auto of = [](std::string_view game, const std::string& options) {
    return png_board(sheet_of(game_of(game, options)));
  };
  const BoardPicture wide = of("go", "size=19x9"), high = of("go", "size=9x19"), flat = of("toroidal", "size=19x3");
  EXPECT_NEAR(static_cast<double>(wide.width) / wide.height, 19.0 / 9, 0.4);
  EXPECT_NEAR(static_cast<double>(high.height) / high.width, 19.0 / 9, 0.4);
  EXPECT_GT(flat.width, 3 * flat.height);
  // Star points are on the third line of nine, on the fourth of thirteen: filled curves, all others are lines.
  const auto dots = [](const std::string& options) {
    const std::string svg = svg_board(sheet_of(game_of("go", options))).bytes;
    const std::string filled = "fill-rule:nonzero";
    std::size_t count = 0;
    for (auto at = svg.find(filled); at != std::string::npos; at = svg.find(filled, at + 1))
      count += svg.substr(at, svg.find('>', at) - at).find(" C ") != std::string::npos ? 1 : 0;
    return count;
  };
  EXPECT_EQ(dots("size=19x8"), 0U);
  EXPECT_EQ(dots("size=13x9"), 7U);
  EXPECT_EQ(dots("size=19x13"), 9U + 1U);
  EXPECT_EQ(dots("size=10x12"), 4U);
}

TEST(BoardPicture, IsTheSameForTheSameAndElseNot) {
  const std::vector<std::pair<std::string, std::string>> games_with = {
      {"margo", "size=4"}, {"go", "size=9"}, {"toroidal", "size=9"}, {"phantom", "size=9"}};
  for (const auto& [game, options] : games_with) {
    const bool go = game != "margo";
    const std::string before = png_after(game, options, {}), after = png_after(game, options, {"C3"}),
                      elsewhere = png_after(game, options, {go ? "D3" : "E3"});
    EXPECT_EQ(png_after(game, options, {"C3"}), after) << game;
    EXPECT_EQ((std::set<std::string>{before, after, elsewhere}).size(), 3U) << game;
    Position position = game_of(game, options);
    const std::string svg = svg_board(sheet_of(position)).bytes;
    EXPECT_EQ(svg_board(sheet_of(position)).bytes, svg) << game;
    play_words(position, {"C3"});
    EXPECT_NE(svg_board(sheet_of(position)).bytes, svg) << game;
  }
}

TEST(BoardPicture, ShowsLevelsLastMovesAndDeadStones) {
  const std::vector<std::string> square{"C3", "E3", "C5", "E5"};
  std::vector<std::string> higher = square;
  higher.emplace_back("D4");
  EXPECT_NE(png_after("spargo", "", square), png_after("spargo", "", higher));
  // The same stones with another last move.
  EXPECT_NE(png_after("go", "size=9", {"C3", "G7", "D3"}), png_after("go", "size=9", {"D3", "G7", "C3"}));
  const std::vector<std::string> over{"C3", "G7", "pass", "pass"};
  std::vector<std::string> marked = over;
  marked.emplace_back("dead:C3");
  EXPECT_NE(png_after("go", "size=9", over), png_after("go", "size=9", marked));
}

TEST(BoardPicture, TellsSidesApartByMoreThanColour) {
  // A view of one's own, so that every side has a ball of the same surroundings.
  View view = game_of("margo", "size=4 players=4").view(Viewer::referee);
  std::vector<std::string> pictures;
  std::set<std::string> signs;
  for (const char letter : {'W', 'B', 'R', 'L', 'X'}) {
    view.board = {std::string("..../..../....") + "/" + letter + "..."};
    const Position names = game_of("margo", "size=4 players=4");
    const BoardPicture picture = png_board(board_sheet(view, namer(names)));
    const Decoded seen = decoded(picture.bytes);
    // The darkness along a line through the middle, as who sees no colours sees it: lighter or darker than its rim.
    std::string sign;
    const int margin = 20, step = (picture.width - 30) * 8 / 34;
    const int x = margin + step * 5 / 8, y = picture.height - margin - step * 5 / 8;
    for (int dy = -step / 6; dy <= step / 6; dy += std::max(1, step / 18)) {
      const std::uint32_t rgb = seen.at(x, y + dy);
      const auto grey = ((rgb >> 16U & 255U) * 3 + (rgb >> 8U & 255U) * 6 + (rgb & 255U)) / 10;
      sign += grey > 215 ? 'w' : grey < 70 ? 'b' : 'm';
    }
    signs.insert(sign);
    pictures.push_back(picture.bytes);
  }
  EXPECT_EQ(std::set<std::string>(pictures.begin(), pictures.end()).size(), 5U);
  EXPECT_GE(signs.size(), 4U);
}

TEST(BoardPicture, ShowsNothingThatTheViewHides) {
  Position alone = game_of("phantom", "size=9"), with = alone;
  play_words(alone, {"C3", "G7"});
  play_words(with, {"C3", "E5"});
  const auto black = viewer_of(seat_at(0)), white = viewer_of(seat_at(1));
  EXPECT_EQ(png_board(sheet_of(alone, black)).bytes, png_board(sheet_of(with, black)).bytes)
      << "Black knows nothing of where White is";
  EXPECT_NE(png_board(sheet_of(alone, white)).bytes, png_board(sheet_of(with, white)).bytes);
  EXPECT_NE(png_board(sheet_of(alone, black)).bytes, png_board(sheet_of(alone)).bytes);
  EXPECT_EQ(svg_board(sheet_of(alone, black)).bytes, svg_board(sheet_of(with, black)).bytes);
}

TEST(BoardPicture, DrawsOddViewsWithoutFault) {
  View view = game_of("go", "size=9").view(Viewer::referee);
  const PointNamer nameless = [](Point) { return std::string(); };
  view.board.resize(3);
  view.board[1] = "?!";
  EXPECT_GT(png_board(board_sheet(view, nameless)).bytes.size(), 100U);
  view.surface = "pyramid";
  view.board = {"W", "", "B/B"};
  EXPECT_GT(png_board(board_sheet(view, nameless)).bytes.size(), 100U);
  view.columns = view.rows = 1;
  view.levels = 1;
  EXPECT_GT(svg_board(board_sheet(view, nameless)).bytes.size(), 100U);
}

// Every game, at random times of random games, of every viewer: quickly, and small enough for a mail.
TEST(BoardPicture, DrawsEveryGame) {
  Rng rng(7);
  png_board(sheet_of(game_of("go")));  // the letters are read once
  for (const GameInfo& game : games()) {
    std::chrono::duration<double, std::milli> spent{};
    std::size_t largest = 0;
    for (int i = 0; i < 30; ++i) {
      const auto variety = game.variety.empty() ? "" : game.variety[static_cast<std::size_t>(i) % game.variety.size()];
      Position position = game_of(game.name, variety);
      ActionList list;
      for (int ply = 0; ply < 7 * i && !position.to_act().empty(); ++ply) {
        Seat seat = seat_at(0);
        for (int other = 0; other < position.seats(); ++other)
          if (position.to_act().contains(seat_at(other))) seat = seat_at(other);
        position.legal(seat, list);
        if (list.empty()) break;
        const Action action = list[static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(list.size())))];
        position.apply(seat, action, NoEvents{});
      }
      const Viewer viewer = i % 2 == 0 ? Viewer::referee : viewer_of(seat_at(i % position.seats()));
      const BoardSheet sheet = sheet_of(position, viewer);
      const auto begun = std::chrono::steady_clock::now();
      const BoardPicture picture = png_board(sheet);
      spent += std::chrono::steady_clock::now() - begun;
      ASSERT_GT(picture.bytes.size(), 500U) << game.name;
      ASSERT_FALSE(svg_board(sheet).bytes.empty()) << game.name;
      largest = std::max(largest, picture.bytes.size());
    }
    EXPECT_LT(largest, 48'000U) << game.name;
    RecordProperty(std::string(game.name) + "_us", static_cast<int>(spent.count() / 30 * 1000));
    RecordProperty(std::string(game.name) + "_bytes", static_cast<int>(largest));
  }
}

}  // namespace
}  // namespace cairn
