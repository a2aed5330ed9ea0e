// Whole games by mail with real parts: people's mails go by swaks to Postfix, Postfix hands them to the server, and the
// server's mails go through Postfix to people's Maildirs.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <regex>

#include "core/text.h"
#include "games/registry.h"
#include "postfix.h"
#include "server/mail/message.h"
#include "server_client.h"
#include "server_process.h"
#include "tests/reference/effort.h"

namespace cairn::testing {
namespace {

constexpr const char* kPlayed = "play.example";

struct MailIntoBox {
  std::string subject, text, reply, id;
};

class ServerMailGames : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = Postfix::why_not(); !why.empty()) GTEST_SKIP() << why;
    postfix = std::make_unique<Postfix>(folder.path);
    start();
  }
  void start() {
    server = std::make_unique<Process>(std::vector<std::string>{
        "--data", folder.path + "/club", "--mail-socket", postfix->lmtp_socket(), "--mail-domain", kPlayed,
        "--mail-authserv-id", "mx.play.example", "--mail-hops", "0", "--mail-relay",
        "smtp://127.0.0.1:" + std::to_string(postfix->smtp_port()), "--mail-relay-tls", "never", "--mail-from",
        "Cairn <cairn@play.example>", "--public-url", "http://127.0.0.1"});
    ASSERT_NE(server->port(), 0) << server->said();
  }
  std::vector<MailIntoBox> box(const std::string& name) const {
    static const std::regex kReply("\nReply-To: <?([^@\n>]+)@"), kId("\nMessage-ID: ?<([^>\n]+)>", std::regex::icase);
    std::vector<MailIntoBox> out;
    for (std::string bytes : postfix->mails_of(name)) {
      std::erase(bytes, '\r');
      const auto read = read_mail(bytes, {"none", 0, "nobody's"});
      if (!std::holds_alternative<MailIn>(read)) {
        ADD_FAILURE() << bytes;
        continue;
      }
      MailIntoBox one = {std::get<MailIn>(read).subject, std::get<MailIn>(read).text, {}, {}};
      std::smatch found;
      if (std::regex_search(bytes, found, kReply)) one.reply = found[1];
      if (std::regex_search(bytes, found, kId)) one.id = found[1];
      out.push_back(std::move(one));
    }
    return out;
  }
  // Mails of this name whose subject is so, when there are as many.
  std::vector<MailIntoBox> mails(const std::string& name, const std::string& subject, std::size_t least = 1) const {
    std::vector<MailIntoBox> out;
    const bool there = wait_for([&] {
      out = box(name);
      std::erase_if(out, [&](const MailIntoBox& one) { return !std::regex_match(one.subject, std::regex(subject)); });
      return out.size() >= least;
    });
    if (!there) {
      std::string all;
      for (const MailIntoBox& one : box(name)) all += one.subject + "\n" + one.text + "\n";
      ADD_FAILURE() << name << " has no mail \"" << subject << "\", but:\n" << all << postfix->log();
      out.resize(std::max<std::size_t>(out.size(), 1));
    }
    return out;
  }
  // Where answers go to a mail of this subject; who began the game is told that by a mail without such, sooner or
  // later.
  std::string seat_of(const std::string& name, const std::string& subject) const {
    std::string out;
    wait_for([&] {
      for (const MailIntoBox& one : box(name))
        if (!one.reply.empty() && std::regex_match(one.subject, std::regex(subject))) out = one.reply;
      return !out.empty();
    });
    EXPECT_NE(out, "") << name << " " << subject;
    return out;
  }
  void send(const std::string& name, const std::string& subject, const std::string& body = "",
            const std::string& to = "cairn") const {
    EXPECT_EQ(postfix->send(name + "@proven.example", to + "@" + kPlayed, subject, body), 0);
  }
  void join(const std::vector<std::string>& names) const {
    for (const std::string& name : names) send(name, "signup " + name + " secret-of-" + name);
    for (const std::string& name : names) mails(name, "Welcome to Cairn");
  }

  // Plays by mail until it is over, or for so many turns, and then somebody resigns. What each player is sent is the
  // board as he may see it and names no move that he does not know.
  void play(const std::string& game, const std::string& options, const std::vector<std::string>& names, int turns) {
    const GameInfo& info = *find_game(game);
    OptionValues chosen = parse_option_words(options);
    std::string words = game + " challenge";
    for (const auto& [name, value] : chosen) words += " -" + name + "=" + value;
    if (names.size() > 2) chosen.emplace_back("players", std::to_string(names.size()));
    send(names[0], words + " " + join_words(names));
    const std::string title(info.title);
    Position position = info.make({chosen, {}}).position;
    std::vector<std::string> reply;
    for (const std::string& name : names) reply.push_back(seat_of(name, "New " + title + " Board 101 .*"));
    std::mt19937 rng(7);
    std::vector<std::vector<std::string>> own(names.size());
    std::vector<std::size_t> answers(names.size());
    const std::string board = "(New )?" + title + " Board 101.*";
    for (std::size_t i = 0; i < names.size(); ++i) answers[i] = mails(names[i], board).size();
    int turn = 0;
    for (; turn < turns && !position.to_act().empty(); ++turn) {
      std::size_t seat = 0;
      while (!position.to_act().contains(seat_at(static_cast<int>(seat)))) ++seat;
      const std::string move = turn_of(position, seat_at(static_cast<int>(seat)), rng, own[seat]);
      send(names[seat], "Re: " + title + " Board 101", move + "\n\n> what was quoted", reply[seat]);
      for (std::size_t i = 0; i < names.size(); ++i)
        if (i == seat) answers[i] = mails(names[i], board, answers[i] + 1).size();
    }
    if (!position.to_act().empty()) {
      std::size_t seat = 0;
      while (!position.to_act().contains(seat_at(static_cast<int>(seat)))) ++seat;
      for (std::size_t left = 0; left + 1 < names.size(); ++left) {
        send(names[(seat + left) % names.size()], "Re:", "resign", reply[(seat + left) % names.size()]);
        mails(names[(seat + left) % names.size()], board, answers[(seat + left) % names.size()] + 1);
      }
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto last = mails(names[i], title + " Board 101");  // nobody is to move: it is over
      ASSERT_FALSE(last.empty()) << names[i];
      EXPECT_TRUE(std::regex_search(last.back().text, std::regex("wins|won|draw|drawn", std::regex::icase)))
          << last.back().text;
      for (const MailIntoBox& one : box(names[i])) EXPECT_EQ(one.text.find("secret-of"), std::string::npos);
    }
    if (!info.hidden) return;
    for (std::size_t i = 0; i < names.size(); ++i)
      for (const MailIntoBox& one : box(names[i])) {
        if (one.subject == title + " Board 101") continue;  // when it is over all is open
        for (std::size_t other = 0; other < names.size(); ++other)
          for (const std::string& word : own[other])
            if (other != i && std::find(own[i].begin(), own[i].end(), word) == own[i].end()) {
              EXPECT_FALSE(std::regex_search(one.text, std::regex("\\b" + word + "\\b"))) << word << "\n" << one.text;
            }
      }
  }
  static std::string join_words(const std::vector<std::string>& words) { return cairn::join(words, " "); }

  // A whole turn of this seat, any; each step in `own`.
  static std::string turn_of(Position& position, Seat seat, std::mt19937& rng, std::vector<std::string>& own) {
    std::vector<std::string> turn;
    do {
      std::vector<std::string> words = position.legal_words(seat);
      std::shuffle(words.begin(), words.end(), rng);
      std::stable_partition(words.begin(), words.end(), [](const std::string& word) { return word != "pass"; });
      bool played = false;
      for (const std::string& word : words) {
        EventLog log;
        if (position.check(seat, position.parse(seat, word).action) != Reason::none) continue;
        if (position.play(seat, word, log) != Reason::none) continue;
        turn.push_back(word);
        own.push_back(word);
        played = true;
        break;
      }
      if (!played) {
        ADD_FAILURE() << "nothing can be played";
        return "resign";
      }
    } while (position.to_act().contains(seat) && turn.size() < 12 && !position.to_act().empty());
    return cairn::join(turn, ";");
  }

  PostfixFolder folder;
  std::unique_ptr<Postfix> postfix;
  std::unique_ptr<Process> server;
};

TEST_F(ServerMailGames, TwoPlayOnAPyramid) {
  join({"anna", "bob"});
  play("margo", "size=3", {"anna", "bob"}, 100);
}

TEST_F(ServerMailGames, ThreePlay) {
  join({"anna", "bob", "zoe"});
  play("margo", "size=3", {"anna", "bob", "zoe"}, 9);
}

TEST_F(ServerMailGames, NobodyIsMailedWhatIsHidden) {
  join({"anna", "bob"});
  play("phantom", "size=5", {"anna", "bob"}, 14);
}

TEST_F(ServerMailGames, TurnsOfSeveralSteps) {
  join({"anna", "bob"});
  play("margrites", "", {"anna", "bob"}, 8);
}

// One plays by mail, the other in a browser: the same game.
TEST_F(ServerMailGames, ByMailAgainstABrowser) {
  join({"anna", "bob"});
  send("anna", "go challenge -size=5 anna bob");
  const std::string reply = seat_of("anna", "New Go Board 101 anna \\*\\*");
  send("anna", "Re:", "c3\n\nYour turn, by whatever way.", reply);
  const MailIntoBox his = mails("bob", "Go Board 101 bob \\*\\*")[0];
  EXPECT_NE(his.text.find("anna (black) played C3."), std::string::npos) << his.text;
  EXPECT_NE(his.text.find("anna writes:\n\nYour turn, by whatever way."), std::string::npos) << his.text;

  Client browser(server->port());
  ASSERT_EQ(browser.post("/api/session", {{"name", "bob"}, {"password", "secret-of-bob"}}).status, 200);
  const Json own = browser.get("/api/tables").json();
  ASSERT_TRUE(own.contains("tables")) << own.dump();
  const std::string table = own["tables"][0].value("id", "");
  const int version = browser.state(table).value("version", -1);
  ASSERT_EQ(browser.command(table, "r1", version, "d3").status, 200);
  const MailIntoBox hers = mails("anna", "Go Board 101 anna \\*\\*")[0];
  EXPECT_NE(hers.text.find("bob (white) played D3."), std::string::npos) << hers.text;
  send("anna", "Re:", "resign", reply);
  mails("anna", "Go Board 101");
  mails("bob", "Go Board 101");
}

// The server is killed while mails are under way: every move is played once, and every answer comes once.
TEST_F(ServerMailGames, KilledInBetweenItLosesAndDoublesNothing) {
  join({"anna", "bob"});
  send("anna", "go challenge -size=5 anna bob");
  const std::vector<std::string> names = {"anna", "bob"};
  std::vector<std::string> reply;
  for (const std::string& name : names) reply.push_back(seat_of(name, "New Go Board 101 anna( \\*\\*)?"));
  std::mt19937 rng(3);
  Position position = find_game("go")->make({parse_option_words("size=5"), {}}).position;
  std::vector<std::string> played;
  const int kMoves = in_short_run() ? 4 : 12;
  for (int move = 0; move < kMoves; ++move) {
    const auto seat = static_cast<std::size_t>(move % 2);
    const std::size_t before = mails(names[seat], "(New )?Go Board 101.*").size();
    played.push_back(turn_of(position, seat_at(static_cast<int>(seat)), rng, played));
    played.pop_back();
    send(names[seat], "Re:", played.back() + "#" + std::to_string(move), reply[seat]);
    std::this_thread::sleep_for(std::chrono::milliseconds(rng() % 120));
    server->end(SIGKILL);
    start();
    postfix->flush();
    const auto answers = [&] {
      auto all = box(names[seat]);
      return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const MailIntoBox& one) {
        return one.subject.find("Go Board 101") != std::string::npos;
      }));
    };
    ASSERT_TRUE(wait_for([&] {
      if (answers() > before) return true;
      postfix->flush();
      std::this_thread::sleep_for(std::chrono::milliseconds(300));  // each flush is a process of Postfix
      return false;
    })) << postfix->log();
  }
  std::map<std::string, int> ids;
  for (const std::string& name : names)
    for (const MailIntoBox& one : box(name)) {
      EXPECT_EQ(one.subject.find("Error"), std::string::npos) << one.text;
      ids[name + " " + one.id + one.subject]++;
    }
  send("anna", "go show 101");
  const MailIntoBox shown = mails("anna", "Go Board 101 anna").back();
  for (int i = 0; i < kMoves; ++i) {
    const std::string word = std::to_string(i + 1) + "." + played[static_cast<std::size_t>(i)];
    EXPECT_NE(shown.text.find(word), std::string::npos) << word << "\n" << shown.text;
  }
  const std::string moves = shown.text.substr(0, shown.text.find("\n\n", shown.text.find("Moves: ")));  // no komi
  EXPECT_EQ(moves.find(" " + std::to_string(kMoves + 1) + "."), std::string::npos) << shown.text;
}

// The relay is away for a while: all that happened meanwhile is told once when it is back.
TEST_F(ServerMailGames, WhatTheRelayDidNotTakeArrivesOnce) {
  join({"anna", "bob"});
  send("anna", "go challenge -size=5 anna bob");
  mails("bob", "New Go Board 101 anna");
  Client browser(server->port());
  ASSERT_EQ(browser.post("/api/session", {{"name", "anna"}, {"password", "secret-of-anna"}}).status, 200);
  const std::string table = browser.get("/api/tables").json()["tables"][0].value("id", "");
  postfix->stop();
  ASSERT_EQ(browser.command(table, "r1", browser.state(table).value("version", -1), "c3").status, 200);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  postfix->start();
  EXPECT_EQ(mails("bob", "Go Board 101 bob \\*\\*").size(), 1U);
}

}  // namespace
}  // namespace cairn::testing
