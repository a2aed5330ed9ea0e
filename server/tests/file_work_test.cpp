// Files that take a while to write: everybody's in turn, each once, kept, and charged by what it costs.
#include "server/tables/file_work.h"

#include <gtest/gtest.h>

#include <map>

namespace cairn {
namespace {

struct WrittenText {
  std::string text;
};
using Words = std::vector<std::string>;

struct FileWorkTest : ::testing::Test {
  using Work = FileWork<WrittenText, &WrittenText::text>;
  std::map<std::string, Done<WrittenText>> writing;  // by key
  Words begun, received;                             // keys; who was told what
  std::vector<std::pair<std::string, double>> charged;
  int wait = 0;
  Work work{world(), 2, 100};

  World world() {
    World out;
    out.charge = [this](const Asker& who, double cost) {
      charged.emplace_back(who.key, cost);
      return wait;
    };
    return out;
  }
  void ask(const std::string& who, const std::string& key, double cost = 1) {
    const auto write = [this, key](const Done<WrittenText>& done) {
      begun.push_back(key);
      writing[key] = done;
    };
    work.ask(
        Asker{who},
        [key, cost, write] {
          return Result(Work::Job{key, cost, write});
        },
        [this, who](const Result<WrittenText>& file) {
          received.push_back(who + ": " + (file ? file->text : std::string(to_word(file.refusal().code))));
        });
  }
  void end(const std::string& key, const Result<WrittenText>& file) {
    const Done<WrittenText> done = writing.at(key);
    writing.erase(key);
    done(file);
  }
  void end(const std::string& key) { end(key, WrittenText{"the text of " + key}); }
};

TEST_F(FileWorkTest, WhoAsksForManyWaitsForTheirOwn) {
  for (const char* key : {"f1", "f2", "f3", "f4"}) ask("flood", key);
  EXPECT_EQ(received, Words{"flood: too-many"}) << "one is written, two wait";
  ask("bob", "b1");
  EXPECT_EQ(begun, (Words{"f1", "b1"}));
  end("b1");
  EXPECT_EQ(received.back(), "bob: the text of b1");
  end("f1");
  EXPECT_EQ(begun.back(), "f2");
  // A crowd has all the places: whoever comes next is next.
  for (int i = 0; i < 7; ++i)
    for (const char* which : {"/1", "/2", "/3"}) ask("crowd " + std::to_string(i), std::to_string(i) + which);
  ask("bob", "b2");
  EXPECT_EQ(begun.size(), 3U + 7U);
  end("0/1");
  EXPECT_EQ(begun.back(), "b2");
}

TEST_F(FileWorkTest, TheSameIsWrittenOnce) {
  ask("ann", "a");
  ask("bob", "a");
  end("a");
  EXPECT_EQ(received, (Words{"ann: the text of a", "bob: the text of a"}));
  ask("cid", "a");
  EXPECT_EQ(received.back(), "cid: the text of a");
  EXPECT_EQ(begun, Words{"a"});
  EXPECT_EQ(charged, (std::vector<std::pair<std::string, double>>{{"ann", 1}}));
}

TEST_F(FileWorkTest, TheLatestAreKeptAndNotTooMany) {
  const auto write = [&](const std::string& key, std::size_t bytes) {
    ask("ann", key);
    if (writing.contains(key)) end(key, WrittenText{std::string(bytes, key[0])});
  };
  write("a", 40);
  write("b", 40);
  write("a", 40);
  write("c", 40);
  EXPECT_EQ(begun, (Words{"a", "b", "c"}));
  write("a", 40);
  EXPECT_EQ(begun.size(), 3U) << "asked for after b";
  write("b", 40);
  EXPECT_EQ(begun.back(), "b") << "there was no room for it";
  write("long", 200);
  write("long", 200);
  EXPECT_EQ(begun.size(), 6U) << "longer than all that is kept";
  write("b", 40);
  EXPECT_EQ(begun.size(), 6U) << "and it drove nothing out";
}

TEST_F(FileWorkTest, IsChargedByItsCost) {
  wait = 7;
  ask("ann", "a", 500);
  EXPECT_EQ(received, Words{"ann: too-many"});
  EXPECT_TRUE(begun.empty());
  wait = 0;
  ask("ann", "a", 500);
  end("a");
  EXPECT_EQ(received.back(), "ann: the text of a");
  EXPECT_EQ(charged, (std::vector<std::pair<std::string, double>>{{"ann", 500}, {"ann", 500}}));
}

TEST_F(FileWorkTest, WhatPassesIsTriedAgain) {
  ask("ann", "a");
  end("a", Refusal{Code::unavailable, Message("not-now", "not now")});
  ask("ann", "a");
  end("a", Refusal{Code::no_text, Message("never", "never")});
  ask("ann", "a");
  EXPECT_EQ(received, (Words{"ann: unavailable", "ann: no-text", "ann: no-text"}));
  EXPECT_EQ(begun.size(), 2U);
}

}  // namespace
}  // namespace cairn
