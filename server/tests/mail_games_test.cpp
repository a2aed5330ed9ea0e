// Every registered game by mail: begun, played for some turns, drawn as text and as a picture each time, and resigned.
#include "core/rng.h"
#include "server/mail/board_mail.h"
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

struct MailGamesTest : MailCommandsTest {
  // Any turn of a seat, of all its steps; where several seats act at once, of one word.
  static std::string any_turn(Position& position, Seat seat, Rng& rng) {
    std::string turn;
    ActionList list;
    EventLog log;
    do {
      position.legal(seat, list);
      const std::string word = position.format(list[rng.below(static_cast<std::uint32_t>(list.size()))]);
      EXPECT_EQ(to_word(position.play(seat, word, log)), "") << word;
      turn += (turn.empty() ? "" : ";") + word;
    } while (position.to_act() == SeatSet::of(seat));
    return turn;
  }
  // The board in one of the sizes that text has, as this viewer may see it.
  static bool draws(const Letter& letter, const Position& position, Viewer viewer) {
    const View view = position.view(viewer);
    for (const BoardSize size : {BoardSize::automatic, BoardSize::large, BoardSize::medium, BoardSize::small})
      if (letter.text.find(view_text(position, view, size, Language::en)) != std::string::npos) return true;
    return false;
  }
};

TEST_F(MailGamesTest, EveryGameIsPlayedAndDrawn) {
  const std::vector<std::string> everybody = {"anna", "bob", "zoe", "max"};
  std::size_t joined = 0;
  for (const GameInfo& info : games()) {
    SCOPED_TRACE(info.name);
    Position position = info.make({}).position;
    while (joined < static_cast<std::size_t>(position.seats())) join(everybody[joined++]);
    const std::vector<std::string> names(everybody.begin(), everybody.begin() + position.seats());
    const auto begun = mail(of("anna", std::string(info.name) + " challenge " + cairn::join(names, " ")));
    std::vector<std::string> reply;
    for (const std::string& name : names) {
      ASSERT_NE(to(begun, name), nullptr) << name;
      for (const Sent& one : begun)
        if (one.to == name + "@example.org" && !one.letter.reply.empty() && reply.size() < names.size()) {
          reply.push_back(one.letter.reply);
          break;
        }
    }
    ASSERT_EQ(reply.size(), names.size());
    Rng rng(3);
    for (int turn = 0; turn < 4 && !position.to_act().empty(); ++turn) {
      const Seat seat = position.to_act().front();
      const auto who = static_cast<std::size_t>(index(seat));
      const std::string words = any_turn(position, seat, rng);
      const auto moved = mail({names[who] + "@example.org", "Re:", words, false, reply[who]});
      ASSERT_NE(to(moved, names[who]), nullptr) << words;
      for (const Sent& one : moved) {
        EXPECT_TRUE(one.letter.picture.starts_with("\x89PNG\r\n\x1a\n")) << words;
        EXPECT_TRUE(one.letter.subject.starts_with(std::string(info.title) + " Board ")) << one.letter.subject;
      }
      EXPECT_TRUE(draws(to(moved, names[who])->letter, position, viewer_of(seat)))
          << words << "\n"
          << to(moved, names[who])->letter.text;
    }
    ASSERT_FALSE(position.to_act().empty()) << "a game of four turns";
    const auto who = static_cast<std::size_t>(index(position.to_act().front()));
    const auto over = mail({names[who] + "@example.org", "Re:", "resign", false, reply[who]});
    ASSERT_NE(to(over, names[who]), nullptr);
    if (names.size() == 2) {
      EXPECT_NE(to(over, names[who])->letter.text.find(" wins"), std::string::npos)
          << to(over, names[who])->letter.text;
    }
  }
}

}  // namespace
}  // namespace cairn
