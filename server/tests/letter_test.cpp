#include "server/store/letter.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(MailLetter, IsTheFactsOfItsNotice) {
  const Letter full = {"Zo\xC3\xAB \"moves\"", "a\nb\n", std::string("\x89PNG\0\xff", 6), "board.101", "m.1",
                       "White to move"};
  const Notice notice = letter_notice(7, "l1", full, 5);
  EXPECT_EQ(notice.person, 7);
  EXPECT_EQ(notice.kind, NoticeKind::letter);
  EXPECT_EQ(notice.id, "l1");
  EXPECT_EQ(notice.at_ms, 5);
  EXPECT_EQ(letter_from(notice.facts), full);
  const Letter plain = {"Hello", "you\n"};
  EXPECT_EQ(letter_from(letter_notice(7, "l2", plain, 5).facts), plain);
  for (const char* facts : {"", "[]", "{}", R"({"text":"x"})", R"({"subject":5})"})
    EXPECT_EQ(letter_from(facts), std::nullopt) << facts;
}

}  // namespace
}  // namespace cairn
