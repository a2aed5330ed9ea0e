// Every mail in its reader's language: accounts have one, strangers say one, and everybody at a board gets his own.
#include <gtest/gtest.h>

#include <regex>

#include "core/text.h"
#include "notation/text_width.h"
#include "server/mail/help.h"
#include "server/mail/mail_words.h"
#include "server/mail/notice_letters.h"
#include "server/people/link_letters.h"
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

const std::string kGerman = "Content-Language: de-DE, en\r\n", kJapanese = "Content-Language: ja\r\n";

// A line with a word that is English alone; "": there is none. What is typed is: commands and addresses.
std::string english_in(const std::string& text) {
  static const std::regex words(R"(\b(the|your|you|of|with|is|are|this|and|to)\b)", std::regex::icase);
  for (const auto line : split(text, '\n')) {
    const std::string one(line);
    const bool usage = one.starts_with("  ") && !one.starts_with("   ");
    if (!usage && one.find('@') == std::string::npos && std::regex_search(one, words)) return one;
  }
  return {};
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct MailLanguages : MailCommandsTest {
  // Signed up by a mail with such a header.
  Letter join_in(const std::string& name, const std::string& header) {
    Mail mail = of(name, "signup " + name + " secret-of-" + name);
    mail.more = header;
    return answer(mail);
  }
};

TEST_F(MailLanguages, AnAccountHasTheLanguageOfTheMailThatMadeIt) {
  const Letter welcome = join_in("anna", kGerman);
  EXPECT_EQ(welcome.subject, "Willkommen bei Cairn");
  EXPECT_EQ(welcome.language, "de");
  EXPECT_TRUE(has(welcome.text, "Willkommen, anna: Dein Konto ist fertig."));
  EXPECT_TRUE(has(welcome.text, "  GAME move BOARD USER PASSWORD MOVE[#K]\n")) << "commands stay as they are";
  const Letter later = answer(of("anna", "margo limit anna secret-of-anna 3"));
  EXPECT_EQ(later.text, "Herausforderungen können dir höchstens 3 Partien zugleich bringen.\n");
  EXPECT_EQ(later.language, "de") << "without any header now";
}

TEST_F(MailLanguages, AStrangerIsAnsweredInTheLanguageOfTheirMail) {
  Mail mail = of("carl", "help");
  mail.more = kJapanese;
  EXPECT_EQ(answer(mail).subject, "Cairn のヘルプ");
  mail.more = "Content-Language: tlh\r\n";
  mail.subject = "list";
  EXPECT_EQ(answer(mail).subject, "List of games") << "a language that is not spoken here";
}

TEST_F(MailLanguages, ACommandSetsTheLanguage) {
  join("bob");
  const Letter set = answer(of("bob", "language bob secret-of-bob fr"));
  EXPECT_EQ(set.text, "Vos courriels sont désormais en français.\n");
  EXPECT_EQ(set.language, "fr");
  EXPECT_EQ(answer(of("bob", "go list")).subject, "Erreur");
  EXPECT_TRUE(
      has(answer(of("bob", "language bob secret-of-bob nl")).text, "les langues sont en, de, fr, es, ja et zh"));
}

TEST_F(MailLanguages, WhoWritesFromElsewhereWithAPasswordIsAnsweredInTheirOwn) {
  join_in("anna", kGerman);
  Mail mail = of("elsewhere", "margo accept anna secret-of-anna");
  mail.proven = false;
  const Letter said = answer(mail);
  EXPECT_EQ(said.text, "Andere können dich jetzt herausfordern.\n");
  EXPECT_EQ(said.language, "de");
}

TEST_F(MailLanguages, EachPlayerGetsTheBoardInTheirOwn) {
  join_in("anna", kGerman);
  join("bob");
  join_in("chie", kJapanese);
  auto letters = mail(of("anna", "go challenge -size=5 chie anna"));
  const Sent* chie = to(letters, "chie");
  const Sent* anna = to(letters, "anna");
  ASSERT_TRUE(chie != nullptr && anna != nullptr);
  EXPECT_TRUE(chie->letter.subject.starts_with("新しい対局：")) << chie->letter.subject;
  EXPECT_TRUE(chie->letter.subject.ends_with(" **")) << "the token is that of every language";
  EXPECT_TRUE(has(chie->letter.text, "あなたの手番です。")) << chie->letter.text;
  EXPECT_TRUE(anna->letter.subject.starts_with("Neue Partie: Go, Brett 101: chie")) << anna->letter.subject;
  for (const Sent* one : {chie, anna}) EXPECT_EQ(english_in(one->letter.text), "") << one->letter.text;

  letters = mail({"chie@example.org", "Re", "c3\n", true, chie->letter.reply});
  anna = to(letters, "anna");
  ASSERT_NE(anna, nullptr);
  EXPECT_TRUE(has(anna->letter.text, "chie (Schwarz) hat C3 gespielt.")) << anna->letter.text;
  EXPECT_TRUE(has(anna->letter.alt, "Go, Brett 101: ")) << anna->letter.alt;

  const Letter wrong = answer({"anna@example.org", "Re", "c3\n", true, anna->letter.reply});
  EXPECT_EQ(wrong.subject, "Go, Brett 101: Fehler");
  EXPECT_TRUE(has(wrong.text, "Es wurde nichts gespielt: Da steht schon etwas.")) << wrong.text;
  EXPECT_TRUE(has(wrong.text, "Du kannst zum Beispiel spielen: ")) << wrong.text;
  EXPECT_EQ(english_in(wrong.text), "") << wrong.text;
}

TEST_F(MailLanguages, RefusalsAreSaidByTheirCodes) {
  join_in("anna", kGerman);
  join_in("chie", kJapanese);
  const Letter german = answer(of("anna", "go challenge -size=99 anna chie"));
  EXPECT_EQ(german.subject, "Ungültige Herausforderung");
  EXPECT_TRUE(has(german.text, "Option size")) << german.text;
  EXPECT_EQ(english_in(german.text), "") << german.text;
  const Letter days = answer(of("chie", "go challenge --nagtime=0 anna chie"));
  EXPECT_EQ(days.text, "対局は始まりませんでした：--nagtime は 1 から 365 までの日数です。\n");
  EXPECT_EQ(answer(of("chie", "go show 999")).text, "このゲームに盤999はありません。\n");
  EXPECT_TRUE(has(answer(of("chie", "vacation chie secret-of-chie 2")).text, "時計を 2 日間止めました"));
  EXPECT_EQ(receive({"chie@example.org", "go move 101 chie secret-of-chie c3", "", true, "nobody"}).message,
            std::string(kNoMailbox))
      << "a mail server is answered in English";
}

TEST_F(MailLanguages, ListsStandInColumns) {
  join_in("chie", kJapanese);
  join("bob");
  mail(of("chie", "go challenge -size=5 chie bob"));
  const Letter list = answer(of("chie", "go games"));
  const auto lines = split(list.text, '\n');
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(display_width(lines[0].substr(0, lines[0].find("手番"))),
            display_width(lines[1].substr(0, lines[1].rfind("chie"))))
      << list.text;
  EXPECT_TRUE(has(list.text, "chie 対 bob")) << list.text;
}

TEST_F(MailLanguages, MessagesAreFramedInTheReadersLanguage) {
  join_in("anna", kGerman);
  join_in("chie", kJapanese);
  join("bob");
  const auto letters = mail(of("bob", "message bob secret-of-bob anna chie", "Hello to you both\n"));
  ASSERT_TRUE(to(letters, "anna") != nullptr && to(letters, "chie") != nullptr);
  EXPECT_EQ(to(letters, "anna")->letter.subject, "Nachricht von bob");
  EXPECT_EQ(to(letters, "chie")->letter.subject, "bob からのメッセージ");
  EXPECT_EQ(to(letters, "chie")->letter.language, "ja");
}

TEST(MailTexts, HelpFitsTheWidthOfAMailInEveryLanguage) {
  for (const Language language : kLanguages) {
    for (const std::string_view subject : {"", "move", "margo", "go", "margrites"}) {
      const std::string help = help_text(subject, games(), language);
      for (const auto line : split(help, '\n'))
        if (!line.starts_with("  -")) EXPECT_LE(display_width(line), 78U) << language_code(language) << ": " << line;
    }
    if (language == Language::en) continue;
    EXPECT_EQ(english_in(help_text("", games(), language)), "");
    EXPECT_NE(help_text("go", games(), language), help_text("go", games(), Language::en));
  }
}

TEST(MailTexts, ColumnsHaveRoomForTheirHeads) {
  const std::vector<std::pair<Message, std::size_t>> heads = {{Message("mail-column-board", "board"), 7},
                                                              {Message("mail-column-players", "players"), 34},
                                                              {Message("mail-column-player", "player"), 28}};
  for (const Language language : kLanguages)
    for (const auto& [head, width] : heads)
      EXPECT_LT(display_width(translated(language, head)), width + 1) << language_code(language) << head;
}

TEST(MailTexts, TheStateOfEveryGameIsSaidInEveryLanguage) {
  for (const GameInfo& info : games()) {
    const Position position = info.make({{}, {}}).position;
    const View view = position.view(viewer_of(seat_at(0)));
    EXPECT_EQ(status_words(Language::en, view, BoardSize::plain), status_text(view, BoardSize::plain));
    for (const Language language : kLanguages) {
      if (language == Language::en) continue;
      const std::string said = status_words(language, view, BoardSize::plain);
      EXPECT_EQ(english_in(said), "") << info.name;
      EXPECT_EQ(said.find("to move"), std::string::npos) << said;
    }
  }
}

TEST(MailTexts, TimesAreThoseOfTheLanguage) {
  EXPECT_EQ(duration_words(Language::de, 2 * kDayMs + kHourMs), "2 Tage");
  EXPECT_EQ(duration_words(Language::fr, 2 * kHourMs), "2 heures");
  EXPECT_EQ(duration_words(Language::en, kMinuteMs), "1 minute");
  EXPECT_EQ(date_words(Language::en, 20'000), "2024-10-04");
  EXPECT_EQ(date_words(Language::de, 20'000), "04.10.2024");
  EXPECT_EQ(date_words(Language::es, 20'000), "04/10/2024");
  EXPECT_EQ(date_words(Language::ja, 20'000), "2024年10月4日");
  EXPECT_EQ(clock_words(Language::en, "fischer 5m+3s"), "fischer 5m+3s");
  EXPECT_EQ(clock_words(Language::de, "fischer 5m+3s"), "5 Minuten + 3 Sekunden pro Zug");
  EXPECT_EQ(clock_words(Language::ja, "none"), page_text(Language::ja, "No time limit"));
  EXPECT_EQ(clock_words(Language::de, "of a newer server"), "of a newer server");
}

TEST(MailTexts, LettersOfAccountsSayWhoAndWhere) {
  const std::string base = "https://play.example.org";
  for (const Language language : kLanguages) {
    for (const LinkKind kind : {LinkKind::address, LinkKind::session, LinkKind::password}) {
      const Letter letter = link_letter(kind, "anna", base, "token", language);
      EXPECT_TRUE(has(letter.text, "anna")) << letter.text;
      EXPECT_TRUE(has(letter.text, "\n" + link_url(base, kind, "token") + "\n")) << letter.text;
      EXPECT_EQ(letter.language, language_code(language));
      if (language != Language::en) EXPECT_EQ(english_in(letter.subject + "\n" + letter.text), "");
    }
    for (const Letter& letter : {moved_letter("anna", base, language), password_letter("anna", base, language)})
      EXPECT_TRUE(has(letter.text, base)) << letter.text;
  }
}

TEST(MailTexts, NoticesAndTheirDigestAreInOneLanguage) {
  const char* const facts = R"({"challenge":"c1","offer":1,"from":"Ann","game":"go","title":"Go",)"
                            R"("clock":"fischer 5m+3s","rated":true})";
  const auto challenge = [&](Language language) {
    return notice_letter({1, NoticeKind::challenge, "id", facts, 5}, "https://example.org", language);
  };
  const auto german = challenge(Language::de);
  ASSERT_TRUE(german);
  EXPECT_EQ(german->subject, "Ann fordert dich heraus: Go");
  EXPECT_TRUE(has(german->text, "  Uhr       5 Minuten + 3 Sekunden pro Zug\n  Gewertet  ja\n")) << german->text;
  const auto japanese = challenge(Language::ja);
  ASSERT_TRUE(japanese);
  const auto lines = split(japanese->text, '\n');
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(display_width(lines[2].substr(0, lines[2].rfind("  "))),
            display_width(lines[3].substr(0, lines[3].rfind("  "))))
      << japanese->text;
  const Letter digest = digest_letter({*german, *german}, 1, "https://example.org", Language::de);
  EXPECT_EQ(digest.subject, "Deine Partien: 3 Benachrichtigungen");
  EXPECT_TRUE(has(digest.text, "… und 1 weitere Benachrichtigung.")) << digest.text;
  EXPECT_EQ(digest.language, "de");
}

}  // namespace
}  // namespace cairn
