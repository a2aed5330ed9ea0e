#include "server/play/coded_message.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "server/play/fields.h"
#include "server/play/refusal.h"
#include "server/play/to_client.h"

namespace cairn {
namespace {

// A refusal of a plain text does not compile, so that none can come in that other languages cannot say.
template <class Text>
concept Refuses = requires(Text text) {
  Refusal{Code::not_found, text};
};
template <class Text>
concept Faults = requires(Text text) {
  Fault{text};
};
static_assert(Refuses<Message> && Refuses<MessageText> && Refuses<Reason>);
static_assert(!Refuses<const char*> && !Refuses<std::string> && !Refuses<std::string_view>);
static_assert(Faults<Message> && Faults<MessageText>);
static_assert(!Faults<const char*> && !Faults<std::string>);

TEST(CodedMessage, KeepsCodeAndArguments) {
  const Refusal refusal{Code::too_many, Message("streams", "you have {n} streams already", {{"n", 3}}), 5};
  EXPECT_EQ(refusal.message, "you have 3 streams already");
  EXPECT_EQ(error_text(refusal), R"({"error":{"code":"too-many","message":"you have 3 streams already",)"
                                 R"("detail":"streams","arguments":{"n":3},"retry_after":5}})");
}

TEST(CodedMessage, IsASentenceForAReason) {
  const Refusal refusal{Code::illegal_move, Reason::occupied, 0, Reason::occupied, {}};
  EXPECT_EQ(refusal.message, "there is already a piece there");
  EXPECT_EQ(refusal.message.code(), "occupied");
}

TEST(CodedMessage, MayBeEmpty) {
  EXPECT_TRUE(CodedMessage().empty());
  EXPECT_TRUE(CodedMessage(Message()).empty());
}

#if !defined(NDEBUG)
TEST(CodedMessageDeathTest, AssertsThatATextHasACode) {
  EXPECT_DEATH(CodedMessage(Message("plain English")), "code");
}
#endif

}  // namespace
}  // namespace cairn
