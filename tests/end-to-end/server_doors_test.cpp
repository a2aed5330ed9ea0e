// Every piece of input is acted on, answered, or asked to come again: a counted stream through each door. Play by mail:
// MailGuards.EveryMoveIsPlayedHoweverManyMailsCome; the Go Text Protocol: GtpProtocol.GarbageGetsAnAnswerALine.
#include <gtest/gtest.h>

#include "core/rng.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

const Json kFriendly = {{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}};

// A message that a client might send at its worst; each has an id where it can have one.
std::string some_message(Rng& rng, const std::string& id, int version) {
  const std::string head = R"({"type":"command","request":")" + id + R"(","version":)" + std::to_string(version);
  switch (rng.below(9)) {
    case 0:
      return head + R"(,"command":"play","word":"A1"})";
    case 1:
      return head + R"(,"command":"play","word":"Z99"})";
    case 2:
      return head + R"(,"command":"offer","offer":"draw"})";
    case 3:
      return head + R"x(,"command":"plan","plan":"(C3=C5)"})x";
    case 4:
      return head + R"(,"command":"sing"})";
    case 5:
      return "{";
    case 6:
      return R"({"type":"greeting","request":")" + id + "\"}";
    case 7:
      return "";
    default:
      return "[" + std::string(rng.below(2'000), 'x') + "]";
  }
}

void expect_an_answer_to_each(bool limited) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = limited;
  const Running running(config);
  Client ann(running.port()), bob(running.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create(kFriendly);
  ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  TableEar ear(ann, table);
  ASSERT_EQ(ear.next().at("type"), "state");
  Rng rng(11);
  constexpr int kSent = 600;
  int sent = 0, answered = 0;
  const auto hear = [&](int until) {
    while (answered < until) {
      const Json message = ear.next();
      ASSERT_FALSE(message.is_null()) << answered << " of " << sent;
      const std::string type = message.at("type");
      answered += type == "reply" || type == "refused" ? 1 : 0;
    }
  };
  for (; sent < kSent; ++sent) {
    const int version = static_cast<int>(rng.below(4));
    ear.send_frame(rng.below(12) == 0 ? 0x2 : 0x1, some_message(rng, "r" + std::to_string(rng.below(300)), version));
    if (sent % 50 == 49) hear(sent - 20);  // many are on their way at once
  }
  hear(kSent);
  EXPECT_EQ(answered, kSent);
  EXPECT_TRUE(ear.next(std::chrono::milliseconds(300)).is_null()) << "and none twice";
}

TEST(ServerDoors, ASocketAnswersEveryMessage) {
  expect_an_answer_to_each(false);
}

TEST(ServerDoors, ASocketAnswersEveryMessageThatComesTooFast) {
  expect_an_answer_to_each(true);
}

// Without waiting for the answers between.
TEST(ServerDoors, AConnectionAnswersEveryRequest) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  const Running running(config);
  constexpr int kSent = 300;
  std::string all;
  for (int i = 0; i < kSent; ++i) {
    const std::string head = std::string("Host: localhost\r\n") + (i + 1 == kSent ? "Connection: close\r\n" : "");
    const std::string body = i % 3 == 0 ? "{}" : i % 3 == 1 ? "{\"name\":7}" : "not JSON";
    all += i % 2 == 0 ? "GET /healthz HTTP/1.1\r\n" + head + "\r\n"
                      : "POST /api/guest HTTP/1.1\r\n" + head +
                            "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                            "\r\n\r\n" + body;
  }
  const std::string answers = exchange(running.port(), all, false, std::chrono::seconds(20));
  int count = 0;
  for (auto at = answers.find("HTTP/1.1 "); at != std::string::npos; at = answers.find("HTTP/1.1 ", at + 1)) ++count;
  EXPECT_EQ(count, kSent);
}

}  // namespace
}  // namespace cairn::testing
