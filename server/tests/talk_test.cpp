// Talk without sockets: who may hear and say what, and that nobody learns anything of the rest.
#include "server/people/talk.h"

#include "server/protocol/talk_from_client.h"
#include "server/protocol/talk_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct Hearing final : TalkListener {
  void hear(const VisibleRemark& remark, SharedText& text) override {
    received.push_back(to_client(remark));
    written = text.of([] { return std::string("once"); });
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (const Json& one : received) out.push_back(one.at("id").get<std::string>() + " " + one.value("text", "-"));
    return out;
  }
  std::vector<Json> received;
  std::shared_ptr<const std::string> written;  // of the last
};

using Texts = std::vector<std::string>;

struct TalkTest : AccountsTest {
  int last_table = 0;
  std::unique_ptr<Talk> talk = make_talk();
  Person ann = person("Ann"), bob = person("Bob"), cid = person("Cid"), dan = person("Dan");  // the first two play
  Person mod = moderator("Mod");
  std::string table = new_table();

  std::unique_ptr<Talk> make_talk() { return std::make_unique<Talk>(Talk::Stores{store.people, store.talk}, world()); }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  Person moderator(const std::string& name) {
    const Person made = person(name);
    wait_written([&](auto done) { store.people.set_role(name, Role::moderator, done); });
    Person out = made;
    out.role = Role::moderator;
    return out;
  }
  void wait_written(const std::function<void(Store::Done)>& ask) {
    bool done = false;
    ask([&](const Written& written) {
      EXPECT_EQ(written.how, Written::How::durable);
      done = true;
    });
    run_until([&] { return done; });
  }
  std::string new_table() {
    TableRow row;
    row.id = "t" + std::to_string(++last_table);
    row.setup.game = "hidden-row";
    row.occupants = {{SeatKind::guest, ann.id, "Ann"}, {SeatKind::guest, bob.id, "Bob"}};
    wait_written([&](auto done) { store.tables.add_table(row, done); });
    return row.id;
  }
  int entries = 0;
  void set_over(bool over) {
    Append append;
    append.table = table;
    append.number = ++entries;
    append.entry = {over ? Entry::Kind::resign : Entry::Kind::undo, seat_at(0), "", ""};
    append.over = over;
    wait_written([&](auto done) { store.tables.append(append, done); });
  }
  Reply say(const Person& who, const std::string& text, const std::string& request = "", bool patient = true) {
    if (patient) now_ms += 10'000;  // not too fast
    const std::string id = request.empty() ? "r" + std::to_string(++last_request) : request;
    Reply reply = wait([&](auto done) { talk->say(table, who, {id, text}, done); });
    settle();
    return reply;
  }
  int last_request = 0;
  Reply hear(const std::optional<Person>& who, std::optional<Room> room = {}, int after = 0) {
    return wait([&](auto done) { talk->hear(table, who, room, after, done); });
  }
  Texts heard(const std::optional<Person>& who, std::optional<Room> room = {}, int after = 0) {
    const Reply reply = hear(who, room, after);
    EXPECT_EQ(reply.status, 200) << reply.body;
    Texts out;
    const Json json = parse_json(reply.body);
    for (const Json& one : json.at("talk"))
      out.push_back(one.at("id").get<std::string>() + " " + one.value("text", "-"));
    return out;
  }
  void listen(const std::optional<Person>& who, Hearing& ear) {
    bool done = false;
    talk->listen(table, who, ear, [&](const Result<Unit>& listening) {
      EXPECT_TRUE(listening);
      done = true;
    });
    run_until([&] { return done; });
  }
  Reply remove(const Person& who, const std::string& id) {
    Reply reply = wait([&](auto done) { talk->remove(table, who, *remark_id(id), done); });
    settle();
    return reply;
  }
  Reply report(const Person& who, const std::string& id) {
    now_ms += 10'000;
    return wait([&](auto done) { talk->report(table, who, *remark_id(id), {"rude"}, done); });
  }
  static std::string code(const Reply& reply) {
    return reply.status < 400 ? "" : parse_json(reply.body).at("error").at("code").get<std::string>();
  }
};

TEST(MayHear, WhileAGameRunsPlayersAndSpectatorsAreApart) {
  const Hearer player{true, true}, guest_player{true, false}, spectator{false, true}, anybody{false, false};
  for (const Hearer& viewer : {player, guest_player, spectator, anybody}) {
    EXPECT_EQ(may_hear(viewer, Room::players, false), viewer.seated);
    EXPECT_EQ(may_hear(viewer, Room::spectators, false), !viewer.seated && viewer.account);
    EXPECT_FALSE(may_hear(viewer, Room::everybody, false)) << "said after an end that was taken back";
    for (const Room room : {Room::players, Room::spectators, Room::everybody})
      EXPECT_TRUE(may_hear(viewer, room, true));
    for (const bool over : {false, true}) {
      const auto room = room_to_say(viewer, over);
      EXPECT_TRUE(!room || may_hear(viewer, *room, over));
    }
  }
  EXPECT_EQ(room_to_say(guest_player, false), Room::players);
  EXPECT_EQ(room_to_say(guest_player, true), Room::everybody);
  EXPECT_EQ(room_to_say(spectator, false), Room::spectators);
  EXPECT_FALSE(room_to_say(anybody, false));
  EXPECT_FALSE(room_to_say(anybody, true));
}

TEST_F(TalkTest, RoomsAreApartUntilTheEnd) {
  Hearing ann_hears, bob_hears, cid_hears, anybody_hears;
  listen(ann, ann_hears);
  listen(bob, bob_hears);
  listen(cid, cid_hears);
  listen(std::nullopt, anybody_hears);
  EXPECT_EQ(say(ann, "good luck").status, 200);
  EXPECT_EQ(say(cid, "c3 is strong").status, 200);
  EXPECT_EQ(say(bob, "thanks").status, 200);
  EXPECT_EQ(ann_hears.texts(), (Texts{"p1 good luck", "p2 thanks"}));
  EXPECT_EQ(bob_hears.texts(), ann_hears.texts());
  EXPECT_EQ(bob_hears.written, ann_hears.written) << "written once for all";
  EXPECT_EQ(cid_hears.texts(), Texts{"s1 c3 is strong"});
  EXPECT_TRUE(anybody_hears.received.empty());
  EXPECT_EQ(ann_hears.received[1].at("seat"), 1);
  EXPECT_EQ(ann_hears.received[1].at("name"), "Bob");
  EXPECT_TRUE(cid_hears.received[0].at("seat").is_null());
  EXPECT_EQ(heard(ann), ann_hears.texts());
  EXPECT_EQ(heard(ann, Room::players, 1), Texts{"p2 thanks"});
  EXPECT_EQ(heard(dan), cid_hears.texts());
  EXPECT_TRUE(heard(std::nullopt).empty());
  EXPECT_EQ(code(hear(ann, Room::spectators)), "not-heard");
  EXPECT_EQ(code(hear(cid, Room::players)), "not-heard");
  EXPECT_EQ(code(hear(std::nullopt, Room::spectators)), "not-heard");

  set_over(true);
  EXPECT_EQ(say(cid, "well played").status, 200);
  for (const Hearing* ear : {&ann_hears, &cid_hears, &anybody_hears}) EXPECT_EQ(ear->texts().back(), "e1 well played");
  for (const std::optional<Person>& who : {std::optional(ann), std::optional(cid), std::optional<Person>()}) {
    EXPECT_EQ(heard(who, Room::players), (Texts{"p1 good luck", "p2 thanks"}));
    EXPECT_EQ(heard(who, Room::spectators), Texts{"s1 c3 is strong"});
    EXPECT_EQ(heard(who), Texts{"e1 well played"});
  }
  // Taken back: silent again.
  set_over(false);
  EXPECT_EQ(code(hear(ann, Room::spectators)), "not-heard");
  EXPECT_EQ(code(hear(ann, Room::everybody)), "not-heard");
  EXPECT_EQ(heard(ann).size(), 2U);
}

// Two worlds that differ in what one side says: the other side is given the same bytes in both.
TEST_F(TalkTest, NobodyGetsAByteOfChatThatTheyMayNotRead) {
  const auto world = [&](const Person& noisy, const std::vector<std::optional<Person>>& others, bool noise) {
    talk = make_talk();
    table = new_table();
    now_ms = 1'800'000'000'000;
    last_request = 0;
    std::vector<Hearing> ears(others.size());
    std::vector<std::string> received;
    for (std::size_t i = 0; i < others.size(); ++i) listen(others[i], ears[i]);
    const auto noise_now = [&](int i) {
      const std::string id = "noise" + std::to_string(i);
      now_ms += 10'000;
      if (noise) wait([&](auto done) { talk->say(table, noisy, {id, "secret " + id}, done); });
      settle();
    };
    const std::string quiet_room = noisy.id == cid.id ? "s" : "p";
    for (int i = 0; i < 4; ++i) {
      noise_now(i);
      if (noise && i == 2) {
        EXPECT_EQ(remove(noisy, quiet_room + "1").status, 200);
      }
      for (const auto& other : others) {
        if (other) received.push_back(say(*other, "hello").body);
        for (const char* id : {"p1", "s1", "p9", "s9", "e1"}) {
          if (!other || id[0] != quiet_room[0]) continue;
          received.push_back(remove(*other, id).body);
          received.push_back(report(*other, id).body);
        }
        for (const auto room : {std::optional<Room>(), std::optional(Room::players), std::optional(Room::spectators),
                                std::optional(Room::everybody)}) {
          const Reply reply = hear(other, room, i);
          received.push_back(std::to_string(reply.status) + reply.body);
        }
      }
      if (noise && i == 1) report(noisy.id == cid.id ? dan : bob, quiet_room + "2");
      if (!noise && i == 1) now_ms += 10'000;
      talk->tick();
      settle();
    }
    for (const Hearing& ear : ears)
      for (const Json& one : ear.received) received.push_back(one.dump());
    for (std::size_t i = 0; i < others.size(); ++i) talk->leave(table, ears[i]);
    const Texts own = heard(noisy);
    EXPECT_EQ(own.size(), noise ? 5U : 0U) << "four, and a removal";
    return received;
  };
  for (const bool players : {false, true}) {
    SCOPED_TRACE(players ? "players talk" : "spectators talk");
    const auto others = players ? std::vector<std::optional<Person>>{cid, std::nullopt}
                                : std::vector<std::optional<Person>>{ann, bob, std::nullopt};
    const auto loud = world(players ? ann : cid, others, true), silent = world(players ? ann : cid, others, false);
    EXPECT_EQ(loud, silent);
    for (const std::string& text : loud) EXPECT_EQ(text.find("secret"), std::string::npos) << text;
    EXPECT_GT(loud.size(), 40U);
  }
}

TEST_F(TalkTest, ARequestCountsOnce) {
  const Reply first = say(ann, "hello", "r"), again = say(ann, "another text", "r");
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(again.body, first.body);
  EXPECT_EQ(heard(ann), Texts{"p1 hello"});
  set_over(true);
  EXPECT_EQ(say(ann, "hello", "r").body, first.body) << "said where it was said";
  EXPECT_EQ(say(bob, "hello", "r").status, 200) << "of somebody else it is another";
  EXPECT_EQ(wait([&](auto done) { talk->say("none", ann, {"r", "x"}, done); }).status, 404);

  store.fail_writes = true;
  EXPECT_EQ(say(ann, "lost", "lost").status, 503);
  store.fail_writes = false;
  EXPECT_EQ(say(ann, "lost", "lost").status, 200);
  EXPECT_EQ(heard(ann).size(), 2U);
}

TEST_F(TalkTest, GuestsTalkWhereTheySit) {
  Person guest = ann;  // who sits there, without an account
  guest.account = false;
  EXPECT_EQ(say(guest, "hello").status, 200);
  guest.id = cid.id;
  EXPECT_EQ(code(say(guest, "hello")), "no-account");
  EXPECT_TRUE(heard(guest).empty());
  set_over(true);
  EXPECT_EQ(code(say(guest, "hello")), "no-account");
  EXPECT_EQ(heard(guest, Room::players), Texts{"p1 hello"});
}

TEST_F(TalkTest, FastTalkersWait) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(say(ann, "x", "", false).status, 200);
  const Reply wait = say(ann, "x", "", false);
  EXPECT_EQ(wait.status, 429);
  EXPECT_GE(wait.retry_after_s, 1);
  EXPECT_EQ(say(bob, "x", "", false).status, 200);
  now_ms += 2'000;
  EXPECT_EQ(say(ann, "x", "", false).status, 200);
  EXPECT_EQ(say(ann, "x", "", false).status, 429);
}

TEST_F(TalkTest, TheRemarksOfABlockedPersonAreHidden) {
  wait_written([&](auto done) { store.people.set_block(dan.id, cid.id, true, 5, done); });
  wait_written([&](auto done) { store.people.set_block(bob.id, ann.id, true, 5, done); });
  Hearing dan_hears, bob_hears, mod_hears;
  listen(dan, dan_hears);
  listen(bob, bob_hears);
  listen(mod, mod_hears);
  say(cid, "from Cid");
  say(dan, "from Dan");
  say(ann, "from Ann");
  EXPECT_EQ(dan_hears.texts(), Texts{"s2 from Dan"});
  EXPECT_EQ(mod_hears.texts(), (Texts{"s1 from Cid", "s2 from Dan"}));
  EXPECT_EQ(heard(cid), mod_hears.texts()) << "one way only";
  EXPECT_EQ(heard(dan), dan_hears.texts());
  EXPECT_TRUE(bob_hears.received.empty());
  EXPECT_EQ(report(dan, "s1").status, 404);
  set_over(true);
  EXPECT_EQ(heard(dan, Room::spectators), Texts{"s2 from Dan"});
  EXPECT_TRUE(heard(bob, Room::players).empty());
}

TEST_F(TalkTest, WhatWasSaidCanBeRemoved) {
  Hearing cid_hears, ann_hears;
  listen(cid, cid_hears);
  listen(ann, ann_hears);
  say(cid, "one");
  say(dan, "two");
  EXPECT_EQ(code(remove(cid, "s2")), "not-for-you");
  EXPECT_EQ(remove(ann, "s1").status, 404) << "she does not know of it";
  EXPECT_EQ(remove(cid, "s1").status, 200);
  EXPECT_EQ(remove(cid, "s1").status, 404);
  EXPECT_EQ(cid_hears.received.back().at("removes"), "s1");
  EXPECT_EQ(heard(cid), (Texts{"s1 -", "s2 two", "s3 -"}));
  EXPECT_EQ(heard(cid, Room::spectators, 2), Texts{"s3 -"}) << "whoever comes back learns of it";
  now_ms += 600'001;
  EXPECT_EQ(code(remove(dan, "s2")), "not-for-you");
  EXPECT_EQ(remove(mod, "s2").status, 200);
  say(ann, "three");
  EXPECT_EQ(remove(mod, "p1").status, 200) << "moderators reach both rooms";
  EXPECT_EQ(hear(cid).body.find("one"), std::string::npos);
  EXPECT_EQ(ann_hears.texts(), (Texts{"p1 three", "p2 -"}));
}

TEST_F(TalkTest, ModeratorsSeeWhatWasReported) {
  say(cid, "rude words");
  EXPECT_EQ(report(ann, "s1").status, 404);
  EXPECT_EQ(report(cid, "s1").status, 400);
  EXPECT_EQ(report(dan, "s1").status, 200);
  const auto list = [&](const Person& who) { return wait([&](auto done) { talk->reports(who, done); }); };
  EXPECT_EQ(code(list(dan)), "not-for-you");
  const Json reports = parse_json(list(mod).body).at("reports");
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].at("text"), "rude words");
  EXPECT_EQ(reports[0].at("said_by"), "Cid");
  EXPECT_EQ(reports[0].at("by"), "Dan");
  EXPECT_EQ(reports[0].at("message"), "s1");
  EXPECT_TRUE(reports[0].at("seat").is_null());
  // A moderator who plays is told nothing of the spectators' room.
  Person playing = ann;
  playing.role = Role::moderator;
  EXPECT_EQ(list(playing).body, R"({"reports":[]})");
  EXPECT_EQ(remove(playing, "s1").status, 404);
  set_over(true);
  EXPECT_EQ(parse_json(list(playing).body).at("reports").size(), 1U);
  const auto end = [&](const Person& who, const std::string& id) {
    return wait([&](auto done) { talk->end_report(who, id, done); });
  };
  EXPECT_EQ(code(end(dan, "1")), "not-for-you");
  EXPECT_EQ(end(mod, "x").status, 404);
  EXPECT_EQ(end(mod, reports[0].at("id")).status, 200);
  EXPECT_EQ(list(mod).body, R"({"reports":[]})");
}

TEST_F(TalkTest, AMutedPersonLearnsUntilWhen) {
  const auto mute = [&](const Person& by, const std::string& name, std::optional<MuteWish> wish) {
    return wait([&](auto done) { talk->mute(by, name, wish, done); });
  };
  EXPECT_EQ(code(mute(ann, "Bob", MuteWish{60, "rude"})), "not-for-you");
  EXPECT_EQ(code(mute(mod, "Mod", MuteWish{60, "rude"})), "not-for-you");
  EXPECT_EQ(mute(mod, "nobody", MuteWish{60, "rude"}).status, 404);
  EXPECT_EQ(say(bob, "before", "b").status, 200);
  const Reply muted = mute(mod, "bob", MuteWish{60, "rude"});
  EXPECT_EQ(parse_json(muted.body).at("muted_until"), now_ms + 3'600'000);
  now_ms += 600'000;
  const Reply refused = say(bob, "hello", "", false);
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(code(refused), "muted");
  EXPECT_EQ(refused.retry_after_s, 3'000);
  EXPECT_NE(refused.body.find("rude"), std::string::npos);
  EXPECT_EQ(say(bob, "before", "b").status, 200) << "that stands";
  EXPECT_EQ(say(ann, "hello").status, 200);
  now_ms += 3'000'000;
  EXPECT_EQ(say(bob, "hello").status, 200);
  mute(mod, "Bob", MuteWish{60, "again"});
  EXPECT_EQ(say(bob, "hello").status, 403);
  mute(mod, "Bob", std::nullopt);
  EXPECT_EQ(say(bob, "hello").status, 200);
}

TEST_F(TalkTest, AGuestIsMutedWhereHeSits) {
  const Person gus = who(enter("Gus"))->person;
  TableRow row;
  row.id = table = "g1";
  row.setup.game = "hidden-row";
  row.occupants = {{SeatKind::guest, gus.id, "Gus"}, {SeatKind::guest, ann.id, "Ann"}, {}};
  wait_written([&](auto done) { store.tables.add_table(row, done); });
  const auto mute = [&](const Person& by, int seat, std::optional<MuteWish> wish) {
    return wait([&](auto done) { talk->mute_seat(by, {table, seat}, wish, done); });
  };
  EXPECT_EQ(say(gus, "rude words").status, 200);
  EXPECT_EQ(report(ann, "p1").status, 200);
  const Json reports = parse_json(wait([&](auto done) { talk->reports(mod, done); }).body).at("reports");
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].at("seat"), 0) << "so that he can be muted";
  EXPECT_EQ(code(mute(ann, 0, MuteWish{10, "rest"})), "not-for-you");
  EXPECT_EQ(mute(mod, 2, MuteWish{10, "rest"}).status, 404);
  const Reply quiet = mute(mod, 0, MuteWish{10, "rest"});
  EXPECT_EQ(parse_json(quiet.body), (Json{{"seat", 0}, {"muted_until", now_ms + 600'000}}));
  EXPECT_EQ(code(say(gus, "more")), "muted");
  EXPECT_EQ(say(ann, "well").status, 200);
  EXPECT_EQ(mute(mod, 0, {}).status, 200);
  EXPECT_EQ(say(gus, "sorry").status, 200);
  // Rank counts there, too.
  wait_written([&](auto done) { store.people.set_role("Ann", Role::admin, done); });
  EXPECT_EQ(code(mute(mod, 1, MuteWish{10, "rest"})), "not-for-you");
}

TEST_F(TalkTest, ANoteIsItsOwners) {
  const auto note = [&](const Person& who) { return wait([&](auto done) { talk->note(table, who, done); }).body; };
  const auto set = [&](const Person& who, const std::string& text) {
    return wait([&](auto done) { talk->set_note(table, who, {text}, done); });
  };
  EXPECT_EQ(set(ann, "watch\nc3").status, 200);
  EXPECT_EQ(note(ann), R"({"text":"watch\nc3"})");
  set_over(true);
  for (const Person& who : {bob, cid, mod}) EXPECT_EQ(note(who), R"({"text":""})");
  Person guest = cid;
  guest.account = false;
  EXPECT_EQ(code(set(guest, "x")), "no-account");
  EXPECT_EQ(wait([&](auto done) { talk->note("none", ann, done); }).status, 404);
  EXPECT_EQ(wait([&](auto done) { talk->set_note("none", ann, {"x"}, done); }).status, 404);
}

TEST_F(TalkTest, RemarksOfOtherServersArriveWithinATick) {
  store.share();
  const auto other = make_talk();
  Hearing cid_hears, ann_hears;
  listen(cid, cid_hears);
  listen(ann, ann_hears);
  wait([&](auto done) { other->say(table, dan, {"r", "from there"}, done); });
  settle();
  EXPECT_TRUE(cid_hears.received.empty());
  talk->tick();
  settle();
  EXPECT_EQ(cid_hears.texts(), Texts{"s1 from there"});
  talk->tick();
  settle();
  EXPECT_EQ(cid_hears.received.size(), 1U);
  EXPECT_TRUE(ann_hears.received.empty());
}

TEST_F(TalkTest, ARemarkThatCouldNotBeReadComesLater) {
  Hearing cid_hears;
  listen(cid, cid_hears);
  now_ms += 10'000;
  bool done = false;
  talk->say(table, cid, {"r", "hello"}, [&](const Result<VisibleRemark>&) { done = true; });
  run_one();  // the speaker is read, the rest is not
  store.fail_reads = true;
  run_until([&] { return done; });
  settle();
  EXPECT_TRUE(cid_hears.received.empty());
  Hearing dan_hears;
  std::optional<Result<Unit>> listening;
  talk->listen("elsewhere", dan, dan_hears, [&](const Result<Unit>& result) { listening = result; });
  settle();
  ASSERT_TRUE(listening);
  EXPECT_TRUE(listening->refused_by(Code::unavailable));
  store.fail_reads = false;
  talk->tick();
  settle();
  EXPECT_EQ(cid_hears.texts(), Texts{"s1 hello"});
}

TEST(TalkFromClient, Messages) {
  const auto say = [](const std::string& text) { return read_say(Json{{"request", "r"}, {"text", text}}.dump()); };
  EXPECT_EQ(std::get<SayWish>(say("  Zo\xC3\xAB \xF0\x9F\x8E\xB2  ")).text, "Zo\xC3\xAB \xF0\x9F\x8E\xB2");
  EXPECT_TRUE(std::holds_alternative<SayWish>(say(std::string(500, 'x'))));
  for (const std::string& text : {std::string(), std::string("   "), std::string(501, 'x'), std::string("a\nb"),
                                  std::string("a\x1B[0m"), std::string("a\xC2\x9Bm"),
                                  std::string("a\xE2\x80\xAE"
                                              "b"),
                                  std::string("\xE2\x81\xA6"
                                              "b"),
                                  std::string("a\xE2\x80\xA8"
                                              "b")})
    EXPECT_TRUE(std::holds_alternative<Fault>(say(text))) << text;
  for (const char* text : {"", "[]", R"({"text":"x"})", R"({"request":"a b","text":"x"})",
                           R"({"request":"a","text":1})", R"({"request":"a","text":"x","room":"players"})"})
    EXPECT_TRUE(std::holds_alternative<Fault>(read_say(text))) << text;
  EXPECT_EQ(std::get<TableNote>(read_note_wish(R"({"text":"a\nb"})")).text, "a\nb");
  EXPECT_TRUE(std::holds_alternative<Fault>(read_note_wish(Json{{"text", std::string(4'001, 'x')}}.dump())));
  EXPECT_TRUE(std::holds_alternative<Fault>(read_report_wish(R"({"why":""})")));
  EXPECT_EQ(std::get<MuteWish>(read_mute_wish(R"({"minutes":60,"why":"rude"})")).minutes, 60);
  for (const char* minutes : {"0", "-1", "525601", "1.5", "\"60\"", "99999999999999999999"})
    EXPECT_TRUE(
        std::holds_alternative<Fault>(read_mute_wish("{\"minutes\":" + std::string(minutes) + ",\"why\":\"rude\"}")))
        << minutes;
  for (const char* id : {"p1", "s23", "e1000000000"}) EXPECT_EQ(to_text(remark_id(id).value_or(RemarkId{})), id);
  for (const char* id : {"", "p", "p0", "p01", "x1", "p-1", "p+1", "p1x", "p1000000001", "p99999999999"})
    EXPECT_FALSE(remark_id(id)) << id;
}

}  // namespace
}  // namespace cairn
