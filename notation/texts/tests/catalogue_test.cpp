#include "notation/texts/catalogue.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace cairn {
namespace {

const Message kOption("bad-option", "option {name}: {why}",
                      {{"name", "size"},
                       {"why", Message("option-value", "\"{value}\" is not one of {values}",
                                       {{"value", "99"}, {"values", "2..19"}})}});

TEST(Catalogue, SaysMessagesByTheirCodes) {
  EXPECT_EQ(translated(Language::en, kOption), "option size: \"99\" is not one of 2..19");
  const std::string german = translated(Language::de, kOption);
  EXPECT_NE(german.find("Option size: "), std::string::npos) << german;
  EXPECT_NE(german.find("99"), std::string::npos) << german;
  EXPECT_EQ(german.find("is not"), std::string::npos) << "the message within is German, too: " << german;
}

TEST(Catalogue, HasAFormForOneAndForMany) {
  const auto open = [](int n) {
    return Message("variations-still-open",
                   "the text ends too soon: {n} variation is still open; close it with ')'|{n}", {{"n", n}});
  };
  EXPECT_NE(translated(Language::de, open(1)).find("1 Variante ist"), std::string::npos);
  EXPECT_NE(translated(Language::de, open(3)).find("3 Varianten sind"), std::string::npos);
}

TEST(Catalogue, SaysEnglishWhereItHasNothing) {
  EXPECT_EQ(translated(Language::ja, Message("of-a-newer-server", "something {what}", {{"what", "new"}})),
            "something new");
  EXPECT_EQ(translated(Language::ja, Message("plain English")), "plain English");
  EXPECT_EQ(page_text(Language::fr, "no such {thing}##here", {{"thing", "text"}}), "no such text");
  EXPECT_EQ(page_text(Language::en, "{n} egg|{n} eggs", {{"n", 2}}), "2 eggs");
  EXPECT_TRUE(translated(Language::de, Message()).empty());
}

TEST(Catalogue, HasTheTextsOfThePages) {
  EXPECT_EQ(page_text(Language::de, "Offer draw"), "Remis anbieten");
  EXPECT_EQ(page_text(Language::de, "{n} move|{n} moves", {{"n", 1}}), "1 Zug");
  EXPECT_EQ(page_text(Language::fr, "{n} move|{n} moves", {{"n", 0}}), "0 coup") << "none is one, in French";
  EXPECT_EQ(page_text(Language::ja, "white"), "白");
}

TEST(Catalogue, HasASentenceForEveryReasonInEveryLanguage) {
  std::vector<Reason> reasons;
  for (const ReasonText& one : kReasonTexts) reasons.emplace_back(one);
  for (const GameInfo& game : games()) reasons.insert(reasons.end(), game.reasons.begin(), game.reasons.end());
  for (const Reason reason : reasons) {
    const std::string english = reason_text(Language::en, reason.word());
    EXPECT_TRUE(english.ends_with(".")) << reason.word();
    for (const Language language : kLanguages)
      if (language != Language::en) EXPECT_TRUE(has_text(language, english)) << language_code(language) << english;
  }
  EXPECT_EQ(translated(Language::de, Message(Reason::occupied)), "Da steht schon etwas");
  EXPECT_EQ(reason_text(Language::de, "no-such-reason"), "");
}

TEST(Catalogue, JoinsListsAndHalves) {
  EXPECT_EQ(list_text(Language::en, {"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(list_text(Language::ja, {"a", "b"}), "a、b");
  EXPECT_EQ(list_text(Language::zh, {"a", "b", "c"}), "a、b和c");
  EXPECT_EQ(list_text(Language::es, {"a"}), "a");
  EXPECT_EQ(half_points(Language::de, 13), "6,5");
  EXPECT_EQ(half_points(Language::zh, 13), "6.5");
}

TEST(Languages, AreFoundByTheirTags) {
  EXPECT_EQ(find_language("de-AT"), Language::de);
  EXPECT_EQ(find_language("ZH_hant.UTF-8"), Language::zh);
  EXPECT_EQ(find_language("den"), std::nullopt);
  EXPECT_EQ(find_language(""), std::nullopt);
  EXPECT_EQ(language_name(Language::ja), "日本語");
}

TEST(Languages, AreThoseThatAReaderAccepts) {
  EXPECT_EQ(accepted_language("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"), Language::fr);
  EXPECT_EQ(accepted_language("nl, it;q=0.9, es;q=0.2, de;q=0.35"), Language::de);
  EXPECT_EQ(accepted_language("de;q=0, ja;q=0.001"), Language::ja);
  EXPECT_EQ(accepted_language("en;q=1.5, de;q=x, zh;q=0.5"), Language::zh) << "what is no weight is none";
  EXPECT_EQ(accepted_language("nl"), std::nullopt);
  EXPECT_EQ(accepted_language(""), std::nullopt);
  EXPECT_EQ(accepted_language(std::string(100'000, ',') + "de"), std::nullopt) << "not all of it is read";
}

}  // namespace
}  // namespace cairn
