// Reading what workers say: what is right is understood, anything else is refused with what would be right.
#include "server/protocol/work_from_client.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

template <class Message>
std::string fault_of(const std::variant<Message, Fault>& read) {
  const auto* found = std::get_if<Fault>(&read);
  return found == nullptr ? std::string() : found->message.english();
}

TEST(WorkFromClient, Messages) {
  const auto wish = read_work_wish(R"({"rules":1,"wait":15})");
  ASSERT_EQ(fault_of(wish), "");
  EXPECT_EQ(std::get<WorkWish>(wish).rules, 1);
  EXPECT_EQ(std::get<WorkWish>(wish).wait, 15);
  const auto answer = read_work_answer(R"({"table":"aB-_9","lease":"9223372036854775807","number":12,"word":"A1"})");
  ASSERT_EQ(fault_of(answer), "");
  EXPECT_EQ(std::get<WorkAnswer>(answer).table, "aB-_9");
  EXPECT_EQ(std::get<WorkAnswer>(answer).lease, 9'223'372'036'854'775'807);
  EXPECT_EQ(std::get<WorkAnswer>(answer).number, 12);
  EXPECT_EQ(std::get<WorkAnswer>(answer).words, std::vector<std::string>{"A1"});
  const auto several = read_work_answer(R"({"table":"a","lease":"1","number":0,"words":["dead:A1","accept"]})");
  ASSERT_EQ(fault_of(several), "");
  EXPECT_EQ(std::get<WorkAnswer>(several).words, (std::vector<std::string>{"dead:A1", "accept"}));
  const auto failed = read_work_answer(R"({"table":"a","lease":"1","number":0,"failure":"no idea"})");
  ASSERT_EQ(fault_of(failed), "");
  EXPECT_EQ(std::get<WorkAnswer>(failed).failure, "no idea");
  EXPECT_EQ(fault_of(read_work_answer(R"({"table":"a","lease":"1","number":0})")), "") << "given back";
}

TEST(WorkFromClient, BadOnesAreRefused) {
  for (const char* text : {"", "{", "[]", "null", R"({"rules":1})", R"({"wait":1})", R"({"rules":"1","wait":1})",
                           R"({"rules":1,"wait":16})", R"({"rules":1,"wait":-1})", R"({"rules":1,"wait":1.5})",
                           R"({"rules":1,"wait":1,"more":1})"})
    EXPECT_NE(fault_of(read_work_wish(text)), "") << text;
  const std::string long_word(65, 'x'), long_failure(1'001, 'x');
  const auto with = [](const std::string& more) { return R"({"table":"a","lease":"1","number":0)" + more + "}"; };
  for (const std::string& text : {std::string("{}"),
                                  std::string(R"({"table":"","lease":"1","number":0})"),
                                  std::string(R"({"table":"a/b","lease":"1","number":0})"),
                                  std::string(R"({"table":"a","lease":1,"number":0})"),
                                  std::string(R"({"table":"a","lease":"0","number":0})"),
                                  std::string(R"({"table":"a","lease":"-1","number":0})"),
                                  std::string(R"({"table":"a","lease":"01","number":0})"),
                                  std::string(R"({"table":"a","lease":"","number":0})"),
                                  std::string(R"({"table":"a","lease":"9223372036854775808","number":0})"),
                                  std::string(R"({"table":"a","lease":"1","number":-1})"),
                                  std::string(R"({"table":"a","lease":"1"})"),
                                  with(R"(,"word":"")"),
                                  with(R"(,"word":7)"),
                                  with(R"(,"word":")" + long_word + "\""),
                                  with(R"(,"word":"a\nb")"),
                                  with(R"(,"failure":")" + long_failure + "\""),
                                  with(R"(,"word":"A1","failure":"x")"),
                                  with(R"(,"words":[])"),
                                  with(R"(,"words":["a b"])"),
                                  with(R"(,"words":"A1")"),
                                  with(R"(,"word":"A1","words":["A1"])"),
                                  with(R"(,"x":1)")}) {
    const std::string said = fault_of(read_work_answer(text));
    EXPECT_NE(said, "") << text.substr(0, 90);
    EXPECT_LT(said.size(), 400U) << text.substr(0, 90);
  }
}

}  // namespace
}  // namespace cairn
