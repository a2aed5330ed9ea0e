// Reading what clients say of themselves: what is right is understood, anything else is refused with what would be
// right.
#include "server/protocol/people_from_client.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

template <class Message>
std::string people_fault(const std::variant<Message, Fault>& read) {
  const auto* found = std::get_if<Fault>(&read);
  return found == nullptr ? std::string() : found->message.english();
}

TEST(PeopleFromClient, Names) {
  for (const char* name : {"Ann", "ab", "a1", "A.b-c_D", "012345678901234567890123"})
    EXPECT_EQ(account_name_fault(name), "") << name;
  for (const char* name : {"", "a", "0123456789012345678901234", "-ann", "ann.", "an n", "Zo\xC3\xAB", "a/b", "admin",
                           "ADMIN", "Bot", "cairn", "CairnTeam", "Guest", "..", "deleted player", "a\nb", "Cairn bot"})
    EXPECT_NE(account_name_fault(name), "") << name;
  for (const char* name : {"adm1n", "a.d.m.i.n", "r00t", "gue5t"}) EXPECT_NE(account_name_fault(name), "") << name;
}

TEST(PeopleFromClient, Messages) {
  const auto up = read_sign_up(R"({"name":"Ann","password":"a good one","email":"a@b.example","bot":true})");
  ASSERT_EQ(people_fault(up), "");
  EXPECT_EQ(std::get<SignUp>(up).name, "Ann");
  EXPECT_EQ(std::get<SignUp>(up).email, "a@b.example");
  EXPECT_TRUE(std::get<SignUp>(up).bot);
  EXPECT_EQ(std::get<SignIn>(read_sign_in(R"({"name":"x y","password":"1"})")).name, "x y");
  EXPECT_EQ(std::get<ChangePassword>(read_change_password(R"({"old":"1","new":"something"})")).password, "something");
  EXPECT_EQ(std::get<DeleteAccount>(read_delete_account(R"({"password":"1"})")).password, "1");
  const auto edit = read_account_edit("{\"profile\":\"Zo\xC3\xAB\\nplays\",\"email\":\"\"}");
  ASSERT_EQ(people_fault(edit), "");
  EXPECT_EQ(std::get<AccountEdit>(edit).profile, "Zo\xC3\xAB\nplays");
  EXPECT_EQ(std::get<AccountEdit>(edit).email, "");
  EXPECT_FALSE(std::get<AccountEdit>(edit).bot);
  EXPECT_EQ(std::get<Preferences>(read_preferences(R"( {"a" : {"b":[1, null]}} )")).json, R"({"a":{"b":[1,null]}})");
  const auto token = read_new_api_token(R"({"name":" my bot ","scopes":["play","read","play"],"days":7})");
  ASSERT_EQ(people_fault(token), "");
  EXPECT_EQ(std::get<NewApiToken>(token).name, "my bot");
  EXPECT_EQ(std::get<NewApiToken>(token).scopes, 3);
  EXPECT_EQ(std::get<NewApiToken>(token).days, 7);
}

TEST(PeopleFromClient, BadOnesAreRefused) {
  const std::string deep(50'000, '['), long_text = "\"" + std::string(3'000, 'x') + "\"";
  const std::vector<std::string> no_object = {"",      "{",    "[]", "null",           "7",
                                              "\"x\"", "\xff", deep, "{\"a\":" + deep, "{\"name\":\"\xff\"}"};
  const auto refuse = [&](const auto& read, const std::vector<std::string>& others) {
    for (const auto* list : {&no_object, &others})
      for (const std::string& text : *list) {
        const std::string said = people_fault(read(text));
        EXPECT_NE(said, "") << text.substr(0, 80);
        EXPECT_LT(said.size(), 400U) << text.substr(0, 80);
      }
  };
  refuse(
      read_sign_up,
      {"{}", R"({"name":"Ann"})", R"({"name":"Ann","password":"short"})",
       R"({"name":"Anna-Maria","password":"anna-maria"})", R"({"name":7,"password":"a good one"})",
       R"({"name":"root","password":"a good one"})", R"({"name":"Ann","password":7})",
       R"({"name":"Ann","password":"a good one","email":"nowhere"})",
       R"({"name":"Ann","password":"a good one","email":"a@b@c"})",
       R"({"name":"Ann","password":"a good one","email":"a@b c"})",
       R"({"name":"Ann","password":"a good one","email":7})", R"({"name":"Ann","password":"a good one","bot":"yes"})",
       R"({"name":"Ann","password":"a good one","role":"admin"})", R"({"name":"Ann","password":)" + long_text + "}",
       R"({"password":"a good one","name":)" + long_text + "}"});
  refuse(read_sign_in,
         {"{}", R"({"name":"Ann"})", R"({"password":"x"})", R"({"name":"","password":"x"})",
          R"({"name":"Ann","password":""})", R"({"name":null,"password":"x"})",
          R"({"name":"Ann","password":"x","remember":true})", R"({"name":"Ann","password":)" + long_text + "}",
          R"({"password":"x","name":)" + long_text + "}"});
  refuse(read_change_password, {"{}", R"({"old":"x"})", R"({"new":"something"})", R"({"old":"x","new":"short"})",
                                R"({"old":1,"new":"something"})", R"({"old":"x","new":)" + long_text + "}"});
  refuse(read_delete_account, {"{}", R"({"password":""})", R"({"password":1})", R"({"password":"x","sure":true})"});
  const auto zone = read_account_edit(R"({"zone":-720})");
  ASSERT_TRUE(std::holds_alternative<AccountEdit>(zone));
  EXPECT_EQ(std::get<AccountEdit>(zone).zone_minutes, -720);
  const auto language = read_account_edit(R"({"language":"ja"})");
  ASSERT_TRUE(std::holds_alternative<AccountEdit>(language));
  EXPECT_EQ(std::get<AccountEdit>(language).language, "ja");
  refuse(read_account_edit,
         {R"({"language":"nl"})", R"({"language":"DE"})", R"({"language":1})", R"({"language":null})"});
  refuse(read_sign_up, {R"({"name":"Ann","password":"a long one","language":"xx"})"});
  refuse(read_account_edit, {R"({"zone":841})", R"({"zone":-721})", R"({"zone":"Europe/Berlin"})", R"({"zone":1.5})"});
  refuse(read_account_edit, {"{}", R"({"name":"Bob"})", R"({"role":"admin"})", R"({"profile":7})", R"({"bot":1})",
                             R"({"profile":"a\u0000b"})", R"({"profile":"a\u202eb"})",
                             R"({"profile":)" + long_text + "}", R"({"email":null})"});
  refuse(read_preferences, {R"({"a":)" + std::string("\"") + std::string(9'000, 'x') + "\"}"});
  refuse(read_new_api_token,
         {"{}", R"({"name":"x"})", R"({"name":"","scopes":["play"]})", R"({"name":"  ","scopes":["play"]})",
          R"({"name":"a\u200bb","scopes":["play"]})", R"({"name":"x","scopes":[]})", R"({"name":"x","scopes":"play"})",
          R"({"name":"x","scopes":["admin"]})", R"({"name":"x","scopes":[1]})",
          R"({"name":"x","scopes":["play"],"days":0})", R"({"name":"x","scopes":["play"],"days":1e9})",
          R"({"name":"x","scopes":["play"],"days":"7"})", R"({"scopes":["play"],"name":)" + long_text + "}"});
}

}  // namespace
}  // namespace cairn
