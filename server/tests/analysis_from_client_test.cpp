// Reading what workers found: what is right is understood and comes back as it was said, anything else is refused with
// what would be right.
#include "server/protocol/analysis_from_client.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

const std::string kLook = R"({"first_wins":0.5,"best_wins":null,"score":null,"visits":7,"best":"A1","line":["A1"]})";

std::string with(const std::string& more) {
  return R"({"table":"aB-_9","lease":"9223372036854775807")" + more + "}";
}
std::string fault_of(const std::string& text) {
  const auto read = read_analysis_answer(text);
  const auto* found = std::get_if<Fault>(&read);
  return found == nullptr ? std::string() : found->message.english();
}

TEST(AnalysisFromClient, MessagesComeBack) {
  for (const std::string& more :
       {std::string(R"(,"from":3,"looks":[)") + kLook + "," + kLook + "]",
        std::string(R"(,"check":12,"right":["A1","B2"],"line":["A1","C3"])"),
        std::string(R"(,"check":0,"right":[],"line":[])"), std::string(R"(,"failure":"no")"), std::string()}) {
    ASSERT_EQ(fault_of(with(more)), "") << more;
    const auto read = read_analysis_answer(with(more));
    EXPECT_EQ(analysis_answer_json(std::get<AnalysisAnswer>(read)).dump(), with(more));
  }
  const auto none = read_analysis_answer(with(R"(,"from":0,"looks":[])"));
  EXPECT_TRUE(std::get<AnalysisAnswer>(none).found.evaluations.empty()) << "given back";
}

TEST(AnalysisFromClient, BadOnesAreRefused) {
  std::string many = kLook;
  for (int i = 0; i < kPartEvaluations; ++i) many += "," + kLook;
  for (const std::string& more :
       {std::string(R"(,"from":0)"), R"(,"looks":[])" + std::string(), R"(,"from":-1,"looks":[])" + std::string(),
        R"(,"from":1001,"looks":[])" + std::string(), R"(,"from":0,"looks":{})" + std::string(),
        R"(,"from":0,"looks":[1])" + std::string(), R"(,"from":0,"looks":[)" + many + "]",
        R"(,"check":1,"right":["A1"])" + std::string(), R"(,"check":1,"right":[""],"line":[])" + std::string(),
        R"(,"check":1,"right":"A1","line":[])" + std::string(), R"(,"check":1001,"right":[],"line":[])" + std::string(),
        R"(,"check":1,"right":["A","B","C","D","E"],"line":[])" + std::string(),
        R"(,"check":1,"right":[],"line":[],"failure":"no")" + std::string(), R"(,"failure":"")" + std::string(),
        R"(,"failure":")" + std::string(1'001, 'x') + "\"", R"(,"more":1)" + std::string()})
    EXPECT_NE(fault_of(with(more)), "") << more;
  for (const char* text :
       {"", "[]", "{}", R"({"table":"","lease":"1"})", R"({"table":"a"})", R"({"lease":"1"})",
        R"({"table":"a","lease":"0"})", R"({"table":"a","lease":"01"})", R"({"table":"a","lease":1})"})
    EXPECT_NE(fault_of(text), "") << text;
}

}  // namespace
}  // namespace cairn
