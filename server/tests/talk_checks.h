// What any store must do with talk.
#pragma once

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct TalkDesk : PeopleDesk {
  TalkPlace place(const std::string& table, TalkWish wish) {
    const auto found = loop.read<TalkPlace>([&](auto done) { store.talk.read_talk(table, wish, done); });
    EXPECT_EQ(found.error, "");
    EXPECT_TRUE(found.value);
    return found.value.value_or(TalkPlace{});
  }
  std::vector<Remark> room(Room room, int after = 0, int most = 100) {
    TalkWish wish;
    wish.after[static_cast<std::size_t>(room)] = after;
    wish.most = most;
    return place("t1", wish).said;
  }
  Speaker speaker(std::int64_t person, const std::string& request = "", std::int64_t now = 1'000) {
    return *loop.read<Speaker>([&](auto done) { store.talk.read_speaker("t1", person, request, now, done); }).value;
  }
  How say(std::int64_t person, Room room, const std::string& request, const std::string& text,
          const std::string& table = "t1") {
    return write([&](auto done) { store.talk.say(table, {room, 0, person, request, text, 700}, done); });
  }
  How remove(Room room, int number, std::int64_t by) {
    return write([&](auto done) { store.talk.remove_said("t1", room, number, by, 800, done); });
  }
  std::vector<Report> reports(std::int64_t reader) {
    return *loop.read<std::vector<Report>>([&](auto done) { store.talk.reports(reader, 10, done); }).value;
  }
  How report(std::int64_t by, Room room, int number, int most = 10) {
    Report one;
    one.table = "t1";
    one.room = room;
    one.number = number;
    one.by = by;
    one.why = "rude";
    one.at_ms = 900;
    return write([&](auto done) { store.talk.add_report(one, most, done); });
  }
  How note(std::int64_t person, const std::string& text, const std::string& table = "t1", int most = 1) {
    return write([&](auto done) { store.talk.set_note(table, person, text, 950, most, done); });
  }
  std::optional<std::string> noted(std::int64_t person, const std::string& table = "t1") {
    return loop.read<std::string>([&](auto done) { store.talk.read_note(table, person, done); }).value;
  }
};

inline std::vector<std::string> texts(const std::vector<Remark>& said) {
  std::vector<std::string> out;
  for (const Remark& one : said)
    out.push_back(std::to_string(one.number) + " " +
                  (one.removes != 0 ? "-" + std::to_string(one.removes) : one.name + ": " + one.text));
  return out;
}

inline void check_rooms(Store& store, Loop& loop) {
  using How = Written::How;
  using Texts = std::vector<std::string>;
  TalkDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  desk.write([&](auto done) { store.people.set_role("Ann", Role::moderator, done); });
  TableRow row = table_row("t1");
  row.occupants = {{SeatKind::guest, ann, "Ann"}, {}};
  desk.write([&](auto done) { store.tables.add_table(row, done); });
  EXPECT_EQ(desk.say(ann, Room::players, "a", "x", "t9"), How::conflict);
  EXPECT_FALSE(loop.read<TalkPlace>([&](auto done) { store.talk.read_talk("t9", {}, done); }).value);
  EXPECT_FALSE(loop.read<Speaker>([&](auto done) { store.talk.read_speaker("t9", ann, "a", 1, done); }).value);

  // Each room counts for itself; the same request stands once, whatever the room.
  EXPECT_EQ(desk.say(ann, Room::players, "a", "It's \xE2\x98\x83"), How::durable);
  EXPECT_EQ(desk.say(bob, Room::spectators, "a", "one"), How::durable);
  EXPECT_EQ(desk.say(bob, Room::spectators, "b", "two"), How::durable);
  EXPECT_EQ(desk.say(bob, Room::spectators, "a", "another"), How::durable);
  EXPECT_EQ(desk.say(bob, Room::everybody, "a", "another"), How::durable);
  EXPECT_EQ(texts(desk.room(Room::players)), Texts{"1 Ann: It's \xE2\x98\x83"});
  EXPECT_EQ(texts(desk.room(Room::spectators)), (Texts{"1 Bob: one", "2 Bob: two"}));
  EXPECT_EQ(texts(desk.room(Room::spectators, 1)), Texts{"2 Bob: two"});
  EXPECT_EQ(texts(desk.room(Room::spectators, 0, 1)), Texts{"1 Bob: one"});
  EXPECT_TRUE(desk.room(Room::everybody).empty());
  EXPECT_EQ(desk.room(Room::players)[0].at_ms, 700);
  const Speaker again = desk.speaker(bob, "b");
  ASSERT_TRUE(again.again);
  EXPECT_EQ(again.again->number, 2);
  EXPECT_EQ(again.again->room, Room::spectators);
  EXPECT_FALSE(desk.speaker(ann, "b").again);
  EXPECT_EQ(again.place.seats, (std::vector<std::int64_t>{ann, 0}));
  EXPECT_FALSE(again.place.over);
  EXPECT_EQ(loop.length(store, "t1"), 0U) << "no entry of the game";

  Append last = entry("t1", 1);
  last.over = true;
  desk.write([&](auto done) { store.tables.append(last, done); });
  EXPECT_TRUE(desk.speaker(bob).place.over);
  Append back = entry("t1", 2);
  desk.write([&](auto done) { store.tables.append(back, done); });
  EXPECT_FALSE(desk.speaker(bob).place.over) << "it was taken back";

  // Taken away: the text is gone, and that it is stands behind it.
  EXPECT_EQ(desk.remove(Room::spectators, 1, ann), How::durable);
  EXPECT_EQ(desk.remove(Room::spectators, 1, ann), How::conflict);
  EXPECT_EQ(desk.remove(Room::spectators, 3, ann), How::conflict) << "a removal is no text";
  EXPECT_EQ(desk.remove(Room::everybody, 1, ann), How::conflict);
  EXPECT_EQ(texts(desk.room(Room::spectators)), (Texts{"1 Bob: ", "2 Bob: two", "3 -1"}));
  EXPECT_TRUE(desk.room(Room::spectators)[0].removed);
  const auto news = *loop.read<std::vector<TalkNews>>([&](auto done) { store.talk.talk_news(60'000, done); }).value;
  std::vector<int> numbers(kRooms);
  for (const TalkNews& one : news) numbers[static_cast<std::size_t>(one.room)] = one.number;
  EXPECT_EQ(numbers, (std::vector<int>{1, 3, 0}));

  const auto counted = [&](const std::string& table) {
    return loop.read<TalkNumbers>([&](auto done) { store.talk.talk_numbers(table, done); }).value;
  };
  EXPECT_EQ(counted("t1"), (TalkNumbers{1, 3, 0}));
  EXPECT_FALSE(counted("t9"));

  desk.write([&](auto done) { store.people.set_block(ann, bob, true, 5, done); });
  EXPECT_EQ(desk.room(Room::spectators)[1].blocked_by, std::vector<std::int64_t>{ann});
  EXPECT_TRUE(desk.room(Room::spectators)[0].blocked_by.empty()) << "nothing is left to hear";
  EXPECT_TRUE(desk.room(Room::players)[0].blocked_by.empty());

  desk.write([&](auto done) { store.people.delete_account(bob, done); });
  EXPECT_EQ(texts(desk.room(Room::spectators, 1, 1)), Texts{"2 deleted player: two"});
}

inline void check_reports(TalkDesk& desk, std::int64_t ann, std::int64_t bob, std::int64_t cid) {
  using How = Written::How;
  for (const char* text : {"one", "two"}) desk.say(bob, Room::spectators, text, text);
  EXPECT_EQ(desk.report(cid, Room::spectators, 1), How::durable);
  EXPECT_EQ(desk.report(cid, Room::spectators, 1), How::durable) << "said twice, noted once";
  EXPECT_EQ(desk.report(cid, Room::spectators, 3), How::conflict);
  EXPECT_EQ(desk.report(cid, Room::players, 1), How::conflict);
  EXPECT_EQ(desk.report(cid, Room::spectators, 2, 1), How::conflict) << "one may wait here";
  EXPECT_EQ(desk.report(ann, Room::spectators, 2), How::durable);
  desk.remove(Room::spectators, 1, bob);
  EXPECT_EQ(desk.report(ann, Room::spectators, 1), How::conflict) << "it is gone";
  auto reports = desk.reports(ann);
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_EQ(reports[0].text, "two");
  EXPECT_EQ(reports[1].text, "one") << "as it was";
  EXPECT_EQ(reports[1].table, "t1");
  EXPECT_EQ(reports[1].number, 1);
  EXPECT_EQ(reports[1].room, Room::spectators);
  EXPECT_EQ(reports[1].by_name, "Cid");
  EXPECT_EQ(reports[1].said_by_name, "Bob");
  EXPECT_EQ(reports[1].why, "rude");
  EXPECT_TRUE(reports[1].seated);
  EXPECT_EQ(reports[1].seat, -1) << "who said it does not sit there";
  EXPECT_FALSE(reports[1].over);
  EXPECT_FALSE(desk.reports(cid)[0].seated);
  EXPECT_EQ(desk.write([&](auto done) { desk.store.talk.end_report(reports[0].id, cid, done); }), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { desk.store.talk.end_report(reports[0].id, cid, done); }), How::conflict);
  ASSERT_EQ(desk.reports(ann).size(), 1U);
}

inline void check_mutes(TalkDesk& desk, std::int64_t ann, std::int64_t bob, std::int64_t cid) {
  desk.write([&](auto done) { desk.store.talk.set_mute(bob, Mute{2'000, ann, 900, "rude"}, ann, done); });
  desk.write([&](auto done) { desk.store.talk.set_mute(bob, Mute{3'000, cid, 950, "again"}, cid, done); });
  ASSERT_TRUE(desk.speaker(bob, "", 2'999).mute);
  EXPECT_EQ(desk.speaker(bob, "", 2'999).mute->why, "again");
  EXPECT_EQ(desk.speaker(bob, "", 2'999).mute->until_ms, 3'000);
  EXPECT_FALSE(desk.speaker(bob, "", 3'000).mute);
  EXPECT_FALSE(desk.speaker(ann).mute);
  desk.write([&](auto done) { desk.store.talk.set_mute(bob, std::nullopt, cid, done); });
  EXPECT_FALSE(desk.speaker(bob).mute);
}

inline void check_notes(TalkDesk& desk, std::int64_t ann, std::int64_t bob) {
  using How = Written::How;
  EXPECT_EQ(desk.noted(ann), "");
  EXPECT_FALSE(desk.noted(ann, "t9"));
  EXPECT_EQ(desk.note(ann, "watch D4"), How::durable);
  EXPECT_EQ(desk.note(ann, "watch\nE5"), How::durable);
  EXPECT_EQ(desk.note(ann, "more", "t2"), How::conflict) << "one may be kept here";
  EXPECT_EQ(desk.note(ann, "x", "t9", 5), How::conflict);
  EXPECT_EQ(desk.noted(ann), "watch\nE5");
  EXPECT_EQ(desk.noted(bob), "");
  const auto own = [&](std::int64_t person) {
    return *desk.loop.read<OwnTalk>([&](auto done) { desk.store.talk.own_talk(person, 10, done); }).value;
  };
  ASSERT_EQ(own(bob).said.size(), 1U);
  EXPECT_EQ(own(bob).said[0].text, "two");
  EXPECT_EQ(own(bob).said[0].table, "t1");
  ASSERT_EQ(own(ann).notes.size(), 1U);
  EXPECT_EQ(own(ann).notes[0].text, "watch\nE5");
  EXPECT_TRUE(own(ann).said.empty());
  EXPECT_EQ(desk.note(ann, ""), How::durable);
  EXPECT_EQ(desk.noted(ann), "");
  EXPECT_EQ(desk.note(bob, "mine"), How::durable);
  desk.write([&](auto done) { desk.store.talk.set_mute(bob, Mute{2'000, ann, 900, "rude"}, ann, done); });
  desk.write([&](auto done) { desk.store.people.delete_account(bob, done); });
  EXPECT_EQ(desk.noted(bob), "");
  EXPECT_FALSE(desk.speaker(bob).mute);
}

inline void check_moderation(Store& store, Loop& loop) {
  TalkDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key,
                     cid = desk.register_as("Cid", 3).key;
  for (const char* moderator : {"Ann", "Cid"})
    desk.write([&](auto done) { store.people.set_role(moderator, Role::moderator, done); });
  for (const char* id : {"t1", "t2"}) {
    TableRow row = table_row(id);
    row.occupants = {{SeatKind::guest, ann, "Ann"}, {}};
    desk.write([&](auto done) { store.tables.add_table(row, done); });
  }
  check_reports(desk, ann, bob, cid);
  check_mutes(desk, ann, bob, cid);
  check_notes(desk, ann, bob);
}

inline void check_talk(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  for (const auto check : {check_rooms, check_moderation}) {
    Loop loop;
    const auto store = fresh(loop);
    check(*store, loop);
  }
}

}  // namespace cairn::testing
