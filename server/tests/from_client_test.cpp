// Reading what clients say: what is right is understood, anything else is refused with what would be right.
#include "server/play/from_client.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

template <class Message>
std::string fault(const std::variant<Message, Fault>& read) {
  const auto* found = std::get_if<Fault>(&read);
  return found == nullptr ? std::string() : found->message.english();
}

TEST(FromClient, Commands) {
  const auto play = read_command(R"({"request":"r-1_A","version":3,"command":"play","word":"C3"})");
  ASSERT_EQ(fault(play), "");
  EXPECT_EQ(std::get<Command>(play).words, std::vector<std::string>{"C3"});
  EXPECT_EQ(std::get<Command>(play).version, 3);
  const auto steps = read_command(R"({"request":"r","version":0,"command":"play","words":["a","b"]})");
  EXPECT_EQ(std::get<Command>(steps).words.size(), 2U);
  EXPECT_EQ(std::get<Command>(read_command(R"({"request":"r","version":0,"command":"undo"})")).kind,
            Command::Kind::undo);
  EXPECT_EQ(std::get<Command>(read_command(R"({"request":"r","version":0,"command":"resign"})")).kind,
            Command::Kind::resign);
}

TEST(FromClient, BadCommandsAreRefused) {
  for (const char* text : {"",
                           "{",
                           "[]",
                           "null",
                           "3",
                           "\"play\"",
                           R"({"version":3,"command":"play","word":"C3"})",
                           R"({"request":"","version":3,"command":"undo"})",
                           R"({"request":"a b","version":3,"command":"undo"})",
                           R"({"request":7,"version":3,"command":"undo"})",
                           R"({"request":"a","command":"undo"})",
                           R"({"request":"a","version":"3","command":"undo"})",
                           R"({"request":"a","version":-1,"command":"undo"})",
                           R"({"request":"a","version":3.5,"command":"undo"})",
                           R"({"request":"a","version":99999999999999999999,"command":"undo"})",
                           R"({"request":"a","version":3,"command":"cheat"})",
                           R"({"request":"a","version":3,"command":null})",
                           R"({"request":"a","version":3,"command":"play"})",
                           R"({"request":"a","version":3,"command":"play","word":""})",
                           R"({"request":"a","version":3,"command":"play","word":"a b"})",
                           R"({"request":"a","version":3,"command":"play","word":7})",
                           R"({"request":"a","version":3,"command":"play","words":[]})",
                           R"({"request":"a","version":3,"command":"play","words":["a",1]})",
                           R"({"request":"a","version":3,"command":"play","words":["a"],"word":"a"})",
                           R"({"request":"a","version":3,"command":"undo","word":"a"})",
                           R"({"request":"a","version":3,"command":"undo","extra":1})",
                           R"({"type":"command","request":"a","version":3,"command":"undo"})",
                           "{\"request\":\"a\",\"version\":3,\"command\":\"play\",\"word\":\"\xff\"}"})
    EXPECT_NE(fault(read_command(text)), "") << text;
  EXPECT_NE(fault(read_command(std::string(100'000, '['))), "");
  EXPECT_NE(fault(read_command(R"({"request":")" + std::string(65, 'a') + R"(","version":3,"command":"undo"})")), "");
}

TEST(FromClient, SocketMessages) {
  EXPECT_TRUE(std::holds_alternative<Command>(
      read_socket_message(R"({"type":"command","request":"a","version":3,"command":"undo"})")));
  const auto bad = read_socket_message(R"({"type":"command","request":"a","version":3,"command":"cheat"})");
  ASSERT_TRUE(std::holds_alternative<SocketFault>(bad));
  EXPECT_EQ(std::get<SocketFault>(bad).request, "a");
  for (const char* text : {"", "[]", "{}", R"({"type":1})", R"({"type":"chat"})"})
    EXPECT_TRUE(std::holds_alternative<SocketFault>(read_socket_message(text))) << text;
}

TEST(FromClient, Tables) {
  const auto read = read_create_table(
      R"({"game":"g","options":{"size":4,"flag":true,"ko":"simple"},"opponent":"friend","seat":"random","seconds":0.5,"level":3})");
  ASSERT_EQ(fault(read), "");
  const auto& table = std::get<CreateTable>(read);
  EXPECT_EQ(table.options, (OptionValues{{"size", "4"}, {"flag", "yes"}, {"ko", "simple"}}));
  EXPECT_EQ(table.opponent, CreateTable::Opponent::friends);
  EXPECT_EQ(table.seat, CreateTable::SeatWish::random);
  EXPECT_DOUBLE_EQ(table.seconds, 0.5);
  EXPECT_EQ(table.level, 3);
  EXPECT_EQ(std::get<CreateTable>(read_create_table(R"({"game":"g"})")).level, 10);
  for (const char* text :
       {"", "{}", R"({"game":""})", R"({"game":4})", R"({"game":"g","options":[1]})",
        R"({"game":"g","options":{"a":[]}})", R"({"game":"g","opponent":"me"})", R"({"game":"g","seat":1})",
        R"({"game":"g","seconds":0})", R"({"game":"g","seconds":10.1})", R"({"game":"g","seconds":"1"})",
        R"({"game":"g","level":0})", R"({"game":"g","level":11})", R"({"game":"g","level":2.5})",
        R"({"game":"g","level":"3"})", R"({"game":"g","colour":"white"})"})
    EXPECT_NE(fault(read_create_table(text)), "") << text;
}

TEST(FromClient, RatedTablesAgainstTheBot) {
  const auto read = [](const std::string& more) {
    return read_create_table(R"({"game":"g","opponent":"bot","level":3,"rated":true)" + more + "}");
  };
  const auto good = read(R"(,"clock":"fischer 5m+3s")");
  ASSERT_EQ(fault(good), "");
  EXPECT_TRUE(std::get<CreateTable>(good).rated);
  EXPECT_EQ(std::get<CreateTable>(good).seconds, kMostSeconds) << "what its level needs";
  EXPECT_NE(fault(read(R"(,"clock":"fischer 5m+3s","seconds":10)")).find("seconds"), std::string::npos);
  EXPECT_NE(fault(read("")).find("clock"), std::string::npos);
  EXPECT_NE(fault(read(R"(,"clock":"fischer 5m+3s","listed":true)")).find("listed"), std::string::npos);
}

TEST(FromClient, Guests) {
  EXPECT_EQ(std::get<CreateGuest>(read_create_guest("{}")).name, "");
  EXPECT_EQ(std::get<CreateGuest>(read_create_guest(R"({"name":"  Zoë "})")).name, "Zoë");
  const std::string long_name = R"({"name":")" + std::string(33, 'a') + R"("})";
  for (const std::string& text : {std::string(R"({"name":5})"), std::string(R"({"name":"a\nb"})"), long_name,
                                  std::string(R"({"name":"admin"})"), std::string(R"({"name":"Ann\u200b"})")})
    EXPECT_NE(fault(read_create_guest(text)), "") << text;
}

}  // namespace
}  // namespace cairn
