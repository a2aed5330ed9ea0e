// When a list of one's games reminds that the time runs out.
#include <gtest/gtest.h>

#include "server/protocol/lists_to_client.h"

namespace cairn {
namespace {

Json card_of(const std::string& clock, std::int64_t left_ms, bool over = false, std::int64_t person = 1) {
  TableCard card;
  card.clock = clock;
  card.occupants = {{SeatKind::guest, 1, "Ann"}, {SeatKind::guest, 2, "Bob"}};
  card.to_act = SeatSet::of(seat_at(0));
  card.due_ms = left_ms == 0 ? 0 : 1'000 + left_ms;
  card.over = over;
  return card_json(card, nullptr, person, 1'000);
}

bool hurry(const std::string& clock, std::int64_t left_ms, std::int64_t person = 1) {
  return card_of(clock, left_ms, false, person).at("hurry").get<bool>();
}

TEST(Hurry, WhenLittleIsLeft) {
  EXPECT_FALSE(hurry("correspondence 3d", kDayMs + 1));
  EXPECT_TRUE(hurry("correspondence 3d", kDayMs));
  EXPECT_TRUE(hurry("correspondence 3d", -5)) << "the server is about to look";
  EXPECT_FALSE(hurry("correspondence 1d", kDayMs)) << "not from the start";
  EXPECT_TRUE(hurry("correspondence 1d", kDayMs / 5));
  EXPECT_FALSE(hurry("correspondence 3d nag 2h 30m", 2 * kHourMs + 1));
  EXPECT_TRUE(hurry("correspondence 3d nag 2h 30m", 2 * kHourMs));
  EXPECT_FALSE(hurry("correspondence 3d", kHourMs, 2)) << "it is not his turn";
  EXPECT_FALSE(hurry("correspondence 3d", kHourMs, 0)) << "who only looks";
  EXPECT_FALSE(hurry("correspondence 3d", 0)) << "the clocks stand";
  EXPECT_FALSE(hurry("fischer 5m+3s", 1'000));
  EXPECT_FALSE(hurry("none", 0));
}

TEST(Hurry, TheCardTellsWhen) {
  EXPECT_EQ(card_of("correspondence 3d", kHourMs).at("due"), 1'000 + kHourMs);
  EXPECT_TRUE(card_of("correspondence 3d", 0).at("due").is_null());
  EXPECT_TRUE(card_of("correspondence 3d", kHourMs, true).at("due").is_null());
}

}  // namespace
}  // namespace cairn
