// What is written as text by hand is what the values of JSON say.
#include <gtest/gtest.h>

#include "core/rng.h"
#include "games/registry.h"
#include "notation/stored_json.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

TEST(ViewText, SaysTheSameAsTheValue) {
  Rng rng(1);
  ActionList actions;
  for (const GameInfo& info : games()) {
    Position position = info.make({}).position;
    for (int move = 0; move < 120 && !position.to_act().empty(); ++move) {
      for (const Viewer viewer : {Viewer::seat0, Viewer::spectator}) {
        const View view = position.view(viewer);
        ASSERT_EQ(view_text(view), json_text(view_json(view))) << info.name;
      }
      const Seat seat = position.to_act().front();
      position.legal(seat, actions);
      position.apply(seat, actions[rng.below(static_cast<std::uint32_t>(actions.size()))], NoEvents{});
    }
  }
}

// One seat, where any may act: whoever the game asks first, else whoever has the turn, else the first.
TEST(ViewText, TellsWhoIsNext) {
  View view;
  const auto next = [&view] { return view_json(view)["next"]; };
  EXPECT_TRUE(next().is_null());
  view.to_act.insert(seat_at(1));
  view.to_act.insert(seat_at(2));
  EXPECT_EQ(next(), 1);
  view.turn.seat = seat_at(2);
  EXPECT_EQ(next(), 2);
  view.next = seat_at(1);
  EXPECT_EQ(next(), 1);
  EXPECT_EQ(view_text(view), json_text(view_json(view)));
}

TEST(EventText, SaysOfEachWhatItsKindHas) {
  const Position position = find_game("margo")->make({}).position;
  const View view = position.view(Viewer::spectator);
  const auto text = [&](const Event& event, Viewer viewer = Viewer::spectator) {
    std::string out;
    append_events(out, {event}, position, view, viewer);
    EXPECT_FALSE(parse_json(out).is_discarded()) << out;
    return out;
  };
  using Kind = Event::Kind;
  const Point at{0, 1, 2}, from{1, 0, 3};
  const std::string where = R"("at":[0,1,2],"name":"C5")";
  EXPECT_EQ(text({.kind = Kind::placed, .side = 0, .at = at}), R"([{"kind":"placed","side":"white",)" + where + "}]");
  EXPECT_EQ(text({.kind = Kind::moved, .side = 1, .at = at, .from = from}),
            R"([{"kind":"moved","side":"black",)" + where + R"(,"from":[1,0,3]}])");
  EXPECT_EQ(text({.kind = Kind::stayed, .side = 1, .at = at, .from = from}),
            R"([{"kind":"stayed","side":"black",)" + where + R"(,"from":[1,0,3]}])");
  EXPECT_EQ(text({.kind = Kind::returned, .side = 1, .at = at, .from = from}),
            R"([{"kind":"returned","side":"black",)" + where + "}]");
  EXPECT_EQ(text({.kind = Kind::scored, .side = 1, .from = from}),
            R"([{"kind":"scored","side":"black","from":[1,0,3]}])");
  EXPECT_EQ(text({.kind = Kind::atari, .count = 2}), R"([{"kind":"atari","count":2}])");
  EXPECT_EQ(text({.kind = Kind::removed, .side = 0, .at = at, .stage = 2, .enemies = 3, .friends = 1}),
            R"([{"kind":"removed","side":"white",)" + where + R"(,"stage":2,"enemies":3,"friends":1}])");
  EXPECT_EQ(text({.kind = Kind::refused, .side = 0, .reason = Reason::occupied, .at = at}),
            R"([{"kind":"refused","side":"white",)" + where + R"(,"reason":"occupied"}])");
  const Event secret{.kind = Kind::placed, .side = 0, .seen_by = only(seat_at(0)), .at = at};
  EXPECT_EQ(text(secret), "[]");
  EXPECT_EQ(text(secret, Viewer::seat0), R"([{"kind":"placed","side":"white",)" + where + "}]");
  std::string two;
  append_events(two, {{.kind = Kind::passed, .side = 0}, {.kind = Kind::ended}}, position, view, Viewer::spectator);
  EXPECT_EQ(two, R"([{"kind":"passed","side":"white"},{"kind":"ended"}])");
}

TEST(ViewText, QuotesWhatMustBeQuoted) {
  for (const std::string text : {"a1", "", "a\"b", "back\\slash", "line\nend", "\xC3\xA4", "\xFF broken", "\x7F"}) {
    std::string out;
    append_quoted(out, text);
    EXPECT_EQ(out, json_text(Json(text)));
  }
}

// Every key is compared with those before it: of very many that takes seconds.
TEST(ParseJson, RefusesAnObjectOfVeryManyKeys) {
  const auto keys = [](std::size_t count) {
    std::string text = "{";
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":"{\":\\")";
    return text + "}";
  };
  EXPECT_EQ(parse_json(keys(kMostJsonKeys)).size(), kMostJsonKeys);
  EXPECT_TRUE(parse_json(keys(kMostJsonKeys + 1)).is_discarded());
  EXPECT_TRUE(parse_json("{\"a\":[" + keys(kMostJsonKeys + 1) + "]}").is_discarded());
  EXPECT_EQ(parse_stored_json(keys(kMostJsonKeys + 1)).size(), kMostJsonKeys + 1) << "ours may have more";
  EXPECT_EQ(parse_json("[" + keys(kMostJsonKeys) + "," + keys(kMostJsonKeys) + "]").size(), 2U) << "each for itself";
  std::string colons(2'000, ':');
  EXPECT_EQ(parse_json("{\"a\":\"\\\"" + colons + "\"}").at("a"), "\"" + colons);
  for (const std::string broken : {"{", "}", "}:", "\"", "\"\\", "{\"a\":", ":::", ""})
    EXPECT_TRUE(parse_json(broken).is_discarded()) << broken;
}

}  // namespace
}  // namespace cairn
