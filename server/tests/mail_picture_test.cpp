// Pictures of boards in mails: who gets one, of what, and how large a mail becomes.
#include <atomic>
#include <future>
#include <thread>

#include "server/library/painter.h"
#include "server/mail/message.h"
#include "server/mail/outgoing.h"
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

int big_endian_at(const std::string& bytes, std::size_t at) {
  int out = 0;
  for (std::size_t i = at; i < at + 4; ++i) out = out * 256 + static_cast<unsigned char>(bytes.at(i));
  return out;
}

struct MailPictureTest : MailCommandsTest {
  // The picture that this viewer may have of the one table.
  std::string picture_of(Viewer viewer) {
    std::string out;
    std::optional<std::string> id;
    store.lists.tables_of(1, false, now_ms + 1'000'000'000, 10, [&](const Found<std::vector<TableCard>>& found) {
      id = found.value && !found.value->empty() ? found.value->front().id : "";
    });
    run_until([&] { return id.has_value(); });
    bool seen = false;
    all->look(*id, [&](const Table* table, bool) {
      seen = true;
      if (table != nullptr)
        out = png_board(board_sheet(table->view(viewer), namer(table->position())), kMailPicture).bytes;
    });
    run_until([&] { return seen; });
    EXPECT_NE(out, "");
    return out;
  }
};

TEST_F(MailPictureTest, ABoardMailHasOne) {
  join("anna");
  join("bob");
  const auto begun = mail(of("anna", "margo challenge -size=4 anna bob"));
  ASSERT_EQ(begun.size(), 2U) << "both players";
  for (const Sent& one : begun) {
    EXPECT_TRUE(one.letter.picture.starts_with("\x89PNG\r\n\x1a\n")) << one.letter.subject;
    EXPECT_EQ(one.letter.alt, "Margo board 101: White to move");
  }
  const auto moved = mail(of("anna", "margo move 101 anna c3"));
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(to(moved, "bob")->letter.alt, "Margo board 101: Black to move");
  EXPECT_EQ(to(moved, "bob")->letter.picture, to(moved, "anna")->letter.picture) << "nothing is hidden here";
  EXPECT_NE(to(moved, "bob")->letter.picture, to(begun, "bob")->letter.picture);
  EXPECT_EQ(answer(of("anna", "margo show 101")).picture, to(moved, "bob")->letter.picture);
  EXPECT_EQ(answer(of("anna", "margo show 101#0")).picture, to(begun, "bob")->letter.picture);
  EXPECT_NE(answer(of("anna", "margo preview 101 e3")).picture, "");

  // As it goes out, and as it comes back when it is read.
  const Letter& letter = to(moved, "bob")->letter;
  const std::string bytes =
      write_mail(letter, {"Games <play@example.org>", "bob@example.org", "example.org", "id", now_ms});
  EXPECT_LT(bytes.size(), 60'000U);
  const std::string width = std::to_string(big_endian_at(letter.picture, 16)),
                    height = std::to_string(big_endian_at(letter.picture, 20));
  EXPECT_LE(std::stoi(width), kMailPicture);
  EXPECT_GT(std::stoi(width), kMailPicture - 40);
  EXPECT_EQ(width, height);
  EXPECT_NE(bytes.find("Content-Type: image/png"), std::string::npos);
  EXPECT_NE(bytes.find("Content-Disposition: inline"), std::string::npos);
  const auto read = read_mail(bytes);
  ASSERT_TRUE(std::holds_alternative<MailIn>(read));
  EXPECT_EQ(std::get<MailIn>(read).text, letter.text);
  EXPECT_EQ(std::get<MailIn>(read).subject, letter.subject);
}

TEST_F(MailPictureTest, WhoReadsPlainBoardsGetsNone) {
  join("anna");
  join("bob");
  mail(of("anna", "margo set anna plain"));
  const auto begun = mail(of("anna", "margo challenge -size=4 bob anna"));
  EXPECT_EQ(to(begun, "bob")->letter.picture.empty(), false);
  const auto moved = mail(of("bob", "margo move 101 bob c3"));
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(to(moved, "anna")->letter.picture, "");
  EXPECT_EQ(to(moved, "anna")->letter.alt, "");
  EXPECT_NE(to(moved, "bob")->letter.picture, "");
}

TEST_F(MailPictureTest, ShowsWhatItsReaderMaySeeAlone) {
  join("anna");
  join("bob");
  mail(of("anna", "phantom challenge -size=5 anna bob"));
  const auto moved = mail(of("anna", "phantom move 101 anna c3"));
  ASSERT_EQ(moved.size(), 2U);
  const std::string hers = to(moved, "anna")->letter.picture, his = to(moved, "bob")->letter.picture;
  EXPECT_EQ(hers, picture_of(viewer_of(seat_at(0))));
  EXPECT_EQ(his, picture_of(viewer_of(seat_at(1))));
  EXPECT_NE(his, hers);
  EXPECT_NE(his, picture_of(Viewer::referee));
  EXPECT_EQ(answer(of("eve", "phantom show 101")).picture, picture_of(Viewer::spectator));
  EXPECT_NE(picture_of(Viewer::spectator), picture_of(Viewer::referee));
}

TEST(Painter, DrawsElsewhereWhatPngBoardDraws) {
  const Position position = find_game("go")->make({}).position;
  const BoardSheet sheet = board_sheet(position.view(Viewer::referee), namer(position));
  std::promise<std::pair<std::string, std::thread::id>> painted;
  {
    Painter painter([](const std::function<void()>& act) { act(); }, 8);
    painter.draw(Asker{}, sheet, PictureForm::png, 300, [&](std::string png) {
      painted.set_value({std::move(png), std::this_thread::get_id()});
    });
    const auto [png, where] = painted.get_future().get();
    EXPECT_EQ(png, png_board(sheet, 300).bytes);
    EXPECT_NE(where, std::this_thread::get_id());
  }
  // What still waits when it ends is dropped; the end waits for one picture at most.
  std::atomic<int> drawn = 0;
  {
    Painter painter([](const std::function<void()>& act) { act(); }, 8);
    for (int i = 0; i < 100; ++i)
      painter.draw(Asker{}, sheet, PictureForm::png, 2'000,
                   [&](const std::string& png) { drawn += png.empty() ? 0 : 1; });
  }
  EXPECT_LT(drawn, 100);
}

TEST(Painter, GivesNoPictureWhereVeryManyWait) {
  const Position position = find_game("go")->make({}).position;
  const BoardSheet sheet = board_sheet(position.view(Viewer::referee), namer(position));
  std::atomic<int> none = 0;
  Painter painter([](const std::function<void()>& act) { act(); }, 8);
  for (int i = 0; i < 260; ++i)
    painter.draw(Asker{}, sheet, PictureForm::png, 2'000, [&](const std::string& png) { none += png.empty() ? 1 : 0; });
  EXPECT_GE(none, 50);
}

}  // namespace
}  // namespace cairn
