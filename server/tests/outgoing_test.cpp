// Mails of ours, written and read again: by our own reader and by GMime.
#include "server/mail/outgoing.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/mail/message.h"
#include "server/mail/notice_letters.h"
#include "server/mail/relay.h"

namespace cairn {
namespace {

MailFrame frame_for_test() {
  MailFrame frame = {"Zo\xC3\xAB's Cairn <play@example.org>", "anna@example.net", "example.org", "hook notice",
                     1'763'780'001'000};
  frame.links = "https://example.org/";
  return frame;
}

// The headers as they stand there, unfolded; all of a name.
std::vector<std::string> headers_of(const std::string& mail, std::string_view name) {
  std::vector<std::string> out;
  bool of_it = false;
  for (auto line : split(std::string_view(mail).substr(0, mail.find("\r\n\r\n")), '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.substr(0, 1) == " " || line.substr(0, 1) == "\t") {
      if (of_it) out.back() += std::string(line);
      continue;
    }
    of_it = equal_ignoring_case(line.substr(0, line.find(':')), name);
    if (of_it) out.emplace_back(trim(line.substr(line.find(':') + 1)));
  }
  return out;
}
std::string header_of(const std::string& mail, std::string_view name) {
  const auto all = headers_of(mail, name);
  EXPECT_LE(all.size(), 1U) << name;
  return all.empty() ? "" : all[0];
}

MailIn read_back(const std::string& mail) {
  auto read = read_mail(mail);
  EXPECT_TRUE(std::holds_alternative<MailIn>(read));
  return std::get<MailIn>(std::move(read));
}

// What GMime finds as the content of a part: "1" the first, "2.1" the first within the second.
struct Part {
  std::string type, bytes, id;
};
std::vector<Part> parts_in(const std::string& mail) {
  std::vector<Part> out;
  GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(mail.data(), mail.size());
  GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
  GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr);
  const auto add = [](GMimeObject*, GMimeObject* part, gpointer into) {
    auto& list = *static_cast<std::vector<Part>*>(into);
    char* const type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(part));
    Part one{type, {}, {}};
    g_free(type);
    if (GMIME_IS_PART(part)) {
      GMimeStream* const to = g_mime_stream_mem_new();
      g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(part)), to);
      const GByteArray* const bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(to));
      one.bytes.assign(reinterpret_cast<const char*>(bytes->data), bytes->len);
      g_object_unref(to);
      if (const char* id = g_mime_object_get_content_id(part)) one.id = id;
    }
    list.push_back(std::move(one));
  };
  g_mime_message_foreach(message, add, &out);
  g_object_unref(message);
  g_object_unref(parser);
  g_object_unref(stream);
  return out;
}

std::string unix_text(std::string text) {
  std::erase(text, '\r');
  return text;
}

const std::string kBoardText =
    "Your move, Zo\xC3\xAB:\n\n  3 . O X\n  2 O X .   \n  1 . . .\n    a b c\n\n.\n..\nFrom here on: =3D & <b>\n\t| "
    "tab\n" +
    std::string(300, 'x') + " " + std::string(1'200, 'y') + "\nhttps://example.org/t/abc.\n";

// All bytes there are, behind the head of a picture of 200 by 200.
std::string picture_for_test() {
  std::string out = "\x89PNG\r\n\x1a\n";
  out.append({0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, '\xC8', 0, 0, 0, '\xC8'});
  for (int i = 0; i < 1024; ++i) out += static_cast<char>(i % 256);
  return out;
}

TEST(OutgoingMail, SaysItsLanguage) {
  Letter letter = {"\u5BFE\u5C40", "\u3042\u306A\u305F\u306E\u624B\u756A\u3067\u3059\u3002\n"};
  letter.language = "ja";
  const std::string mail = write_mail(letter, frame_for_test());
  EXPECT_EQ(header_of(mail, "Content-Language"), "ja");
  EXPECT_NE(parts_in(mail).at(2).bytes.find("<html lang=\"ja\">"), std::string::npos);
  EXPECT_EQ(read_back(mail).text, letter.text);
  EXPECT_EQ(read_back(mail).language, "ja");
  letter.language = "x\r\nBcc: someone";
  EXPECT_EQ(header_of(write_mail(letter, frame_for_test()), "Content-Language"), "en") << "what is none is not written";
}

TEST(OutgoingMail, IsReadBackAsItWasWritten) {
  const Letter letter = {"Margo Board 101 Zo\xC3\xAB **",          kBoardText, picture_for_test(), "margo.101", "m.abc",
                         "Margo board 101: \"Zo\xC3\xAB\" to move"};
  const std::string mail = write_mail(letter, frame_for_test());
  const MailIn read = read_back(mail);
  EXPECT_EQ(read.from, "play@example.org");
  EXPECT_EQ(read.subject, letter.subject);
  EXPECT_EQ(read.text, letter.text) << "every line as it was, blanks at their ends too";
  EXPECT_EQ(header_of(mail, "To"), "anna@example.net");
  EXPECT_EQ(header_of(mail, "Reply-To"), "m.abc@example.org");
  EXPECT_EQ(header_of(mail, "Date"), "Sat, 22 Nov 2025 02:53:21 +0000");
  EXPECT_EQ(header_of(mail, "Auto-Submitted"), "auto-generated");
  EXPECT_EQ(header_of(mail, "Content-Language"), "en");
  EXPECT_EQ(header_of(mail, "Precedence"), "");
  EXPECT_EQ(header_of(mail, "List-Unsubscribe"), "") << "a letter that was asked for";
  const auto parts = parts_in(mail);
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_EQ(parts[0].type, "multipart/alternative");
  EXPECT_EQ(parts[1].type, "text/plain");
  EXPECT_EQ(unix_text(parts[1].bytes), letter.text);
  EXPECT_EQ(parts[2].type, "multipart/related");
  EXPECT_EQ(parts[3].type, "text/html");
  EXPECT_EQ(parts[4].type, "image/png");
  EXPECT_EQ(parts[4].bytes, letter.picture);
  EXPECT_NE(parts[3].bytes.find("cid:" + parts[4].id + "\""), std::string::npos);
  EXPECT_NE(parts[3].bytes.find("alt=\"Margo board 101: &quot;Zo\xC3\xAB&quot; to move\" width=\"200\" height=\"200\""),
            std::string::npos)
      << parts[3].bytes;

  // Our own mail is known for what it is, whoever sends it back to us.
  MailTrust trust;
  trust.loop_mark = mail_loop_mark("example.org");
  EXPECT_NE(std::get<MailIn>(read_mail(mail, trust)).automatic, "");
}

TEST(OutgoingMail, IsPlainAsciiInShortLinesThatEndRightly) {
  const std::string mail =
      write_mail({std::string(90, 'w') + " \xC3\xA9\xC3\xA9", kBoardText, picture_for_test()}, frame_for_test());
  std::size_t at = 0;
  while (at < mail.size()) {
    const auto end = mail.find("\r\n", at);
    ASSERT_NE(end, std::string::npos) << "the last line ends, too";
    ASSERT_LE(end - at, 200U) << mail.substr(at, 80);
    for (std::size_t i = at; i < end; ++i)
      ASSERT_TRUE(mail[i] == '\t' || (mail[i] >= ' ' && mail[i] <= '~')) << "at " << i << ": " << int{mail[i]};
    at = end + 2;
  }
}

// Whoever calls himself so, whatever he writes: it is text, and stays where text is.
TEST(OutgoingMail, NothingOfATextBecomesAHeader) {
  MailFrame frame = frame_for_test();
  for (const std::string end :
       {"\r\n", "\n", "\r", "\r\n ", "\n\t", "\x0b", "\x0c", "\xC2\x85", "\xE2\x80\xA8", "\0"}) {
    const std::string bad = "Eve" + end + "Bcc: all@example.com" + end + "X-Evil: 1" + end + end + "<script>";
    Letter letter = {bad, bad, picture_for_test(), bad, bad, bad};
    frame.to = "anna@example.net" + end + "Bcc: all@example.com";
    frame.id = bad;
    const std::string mail = write_mail(letter, frame);
    for (const char* name : {"Bcc", "X-Evil"}) EXPECT_TRUE(headers_of(mail, name).empty()) << name;
    for (const char* name : {"Subject", "To", "From", "Message-ID", "References", "Date", "Content-Type"})
      EXPECT_EQ(headers_of(mail, name).size(), 1U) << name;
    EXPECT_EQ(header_of(mail, "To"), "undisclosed-recipients:;");
    EXPECT_EQ(header_of(mail, "Reply-To"), "") << "no address";
    const auto parts = parts_in(mail);
    ASSERT_EQ(parts.size(), 5U);
    EXPECT_EQ(parts[3].bytes.find("<script"), std::string::npos);
    EXPECT_NE(parts[3].bytes.find("&lt;script&gt;"), std::string::npos);
  }
  // A boundary in the text is none.
  const std::string first = write_mail({"s", "t\n"}, frame);
  const auto mark = first.find("boundary=\"") + 10;
  const std::string boundary = first.substr(mark, first.find('"', mark) - mark);
  const std::string mail =
      write_mail({"s", "--" + boundary + "--\n\n--" + boundary + "\nContent-Type: text/html\n\nhi\n"}, frame);
  EXPECT_EQ(parts_in(mail).size(), 3U);
  EXPECT_EQ(read_back(mail).text.find("--" + boundary), 0U);
}

TEST(OutgoingMail, LinksLeadToUsAlone) {
  const std::string text =
      "see https://example.org/t/a?b=1&c=\"2\", or https://evil.example/https://example.org/x.\n"
      "https://example.org.evil.example/\n";
  const std::string html = parts_in(write_mail({"s", text}, frame_for_test())).at(2).bytes;
  EXPECT_NE(html.find("<a href=\"https://example.org/t/a?b=1&amp;c=\">"), std::string::npos) << html;
  EXPECT_EQ(html.find("href=\"https://evil"), std::string::npos);
  EXPECT_EQ(html.find("href=\"https://example.org.evil"), std::string::npos);
  EXPECT_EQ(html.find("javascript"), std::string::npos);
}

TEST(OutgoingMail, StandsInItsThreadAndIsTheSameAtEachTry) {
  const Letter letter = {"Board", "x\n", picture_for_test(), "margo.101"};
  MailFrame frame = frame_for_test();
  const std::string first = write_mail(letter, frame);
  EXPECT_EQ(write_mail(letter, frame), first);
  frame.id = "hook another notice";
  const std::string second = write_mail(letter, frame);
  EXPECT_NE(header_of(first, "Message-ID"), header_of(second, "Message-ID"));
  EXPECT_EQ(header_of(first, "References"), header_of(second, "References"));
  EXPECT_EQ(header_of(first, "In-Reply-To"), header_of(first, "References"));
  EXPECT_EQ(header_of(first, "Message-ID").find("hook"), std::string::npos) << "ids are nobody's business";
  const std::string other = write_mail({"Board", "x\n", "", "margo.102"}, frame);
  EXPECT_NE(header_of(other, "References"), header_of(first, "References"));
  EXPECT_EQ(header_of(write_mail({"Board", "x\n"}, frame), "References"), "");
}

TEST(OutgoingMail, SaysHowToGetNoMore) {
  MailFrame frame = frame_for_test();
  frame.stop_url = "https://example.org/mail/unsubscribe/abc.def";
  frame.stop_address = "stop+abc.def@example.org";
  const std::string mail = write_mail({"s", "t\n"}, frame);
  EXPECT_EQ(header_of(mail, "List-Unsubscribe"),
            "<https://example.org/mail/unsubscribe/abc.def>, <mailto:stop+abc.def@example.org>");
  EXPECT_EQ(header_of(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
}

TEST(OutgoingMail, AddressesOfOursAreMadeByTheKeyAlone) {
  ASSERT_TRUE(init_tokens());
  const std::string key = "the key", hook = "aB-_9zZ012345678";
  const std::string bounce = bounce_local(key, hook), stop = stop_local(key, hook), token = stop_token(key, hook);
  for (const std::string& local : {bounce, stop}) {
    EXPECT_LE(local.size(), 64U) << local;
    EXPECT_TRUE(is_mail_address(local + "@example.org")) << local;
  }
  EXPECT_EQ(bounce_of(key, bounce), hook);
  EXPECT_EQ(bounce_of(key, upper(bounce)), hook) << "mail servers may change that";
  EXPECT_EQ(stop_of(key, stop), hook);
  EXPECT_EQ(hook_of_stop_token(key, token), hook);
  EXPECT_EQ(bounce_of("other key", bounce), std::nullopt);
  EXPECT_EQ(stop_of(key, "stop+" + bounce.substr(bounce.find('+') + 1)), std::nullopt) << "another purpose";
  EXPECT_EQ(bounce_of(key, "bounce+" + token), std::nullopt);
  EXPECT_EQ(bounce_of(key, stop), std::nullopt);
  for (std::size_t i = 7; i < bounce.size(); ++i) {
    std::string wrong = bounce;
    wrong[i] = wrong[i] == 'a' ? 'b' : 'a';
    EXPECT_EQ(bounce_of(key, wrong), std::nullopt) << wrong;
  }
  for (const char* none : {"", "bounce", "bounce+", "bounce+.", "bounce+a.b", "bounce+%.%", "anna"})
    EXPECT_EQ(bounce_of(key, none), std::nullopt) << none;
}

TEST(OutgoingMail, AddressesAreJudged) {
  for (const char* good : {"a@b", "anna+x@example.org", "o'neil@mail.example.org", "x@127-0.example"})
    EXPECT_TRUE(is_mail_address(good)) << good;
  for (const char* bad : {"", "a", "@b", "a@", "a@b@c", "a b@c", "a@b c", "<a@b>", "a@b>", "a@.b", "a@b.", "a@b..c",
                          "a\r\n@b", "a@b\n", "\"a\"@b", "a@[127.0.0.1]", "z\xC3\xB6@b", "a,b@c", "a@-b"})
    EXPECT_FALSE(is_mail_address(bad)) << bad;
  EXPECT_EQ(address_in("Cairn <play@example.org>"), "play@example.org");
  EXPECT_EQ(address_in(" play@example.org "), "play@example.org");
  for (const char* bad : {"", "Cairn", "Cairn <play@example.org", "Cairn <play@example.org> x", "<>", "a\n <b@c>"})
    EXPECT_EQ(address_in(bad), std::nullopt) << bad;
  EXPECT_EQ(header_of(write_mail({"s", "t"}, {"\"Cairn, Go\" <play@example.org>", "a@b", "example.org", "i"}), "From"),
            "\"Cairn, Go\" <play@example.org>");
}

TEST(MailRelay, WhatItSaysIsJudged) {
  const auto judged = [](bool to_address, const char* words) {
    const MailAnswer answer = judge_reply(to_address, words);
    return std::pair(answer.fault, answer.for_good);
  };
  EXPECT_EQ(judged(true, "550 5.1.1 no such user\r\n"), std::pair(RelayFault::address, true));
  EXPECT_EQ(judged(true, "451 4.7.1 greylisted"), std::pair(RelayFault::mail, false));
  EXPECT_EQ(judged(true, "450 mailbox busy"), std::pair(RelayFault::address, false));
  EXPECT_EQ(judged(true, "554 5.7.1 relay access denied"), std::pair(RelayFault::mail, false));
  EXPECT_EQ(judged(false, "554 5.6.0 no"), std::pair(RelayFault::mail, true));
  EXPECT_EQ(judge_reply(true, "550-a\r\nb\x1b[31m").words, "550-a  b [31m") << "one line, for people";
}

TEST(NoticeLetters, SayWhatHappenedAndWhere) {
  const auto letter = [](NoticeKind kind, const char* facts) {
    return notice_letter({1, kind, "id", facts, 5}, "https://example.org", Language::en);
  };
  const char* const table = R"({"table":"tab1","link":"/t/tab1","game":"go","title":"Go","clock":"correspondence 3d",)"
                            R"("seats":["Ann","Bob"],"seat":1,"version":4})";
  const auto turn = letter(NoticeKind::your_turn, table);
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->subject, "Your turn in Go: Ann - Bob");
  EXPECT_NE(turn->text.find("\nhttps://example.org/t/tab1\n"), std::string::npos);
  EXPECT_EQ(turn->thread, "tab1");
  const auto over = letter(NoticeKind::game_over, R"({"table":"tab1","link":"/t/tab1","title":"Go","clock":"none",)"
                                                  R"("seats":["Ann","Bob"],"result":{"text":"Ann wins by 3"}})");
  ASSERT_TRUE(over);
  EXPECT_NE(over->text.find("The game is over: Ann wins by 3."), std::string::npos) << over->text;
  const auto german = notice_letter({1, NoticeKind::game_over, "id",
                                     R"({"table":"tab1","link":"/t/tab1","title":"Go","clock":"none","seats":["Ann",)"
                                     R"("Bob"],"result":{"text":"White wins","how":"resigned","winner":"white"}})",
                                     5},
                                    "https://example.org", Language::de);
  ASSERT_TRUE(german);
  EXPECT_NE(german->text.find("Die Partie ist zu Ende: Weiß gewinnt durch Aufgabe."), std::string::npos)
      << german->text;
  const auto soon = letter(NoticeKind::reminder, R"({"table":"tab1","link":"/t/tab1","left":21600000})");
  ASSERT_TRUE(soon);
  EXPECT_NE(soon->text.find("you have 6 hours left"), std::string::npos) << soon->text;
  const auto challenge = letter(NoticeKind::challenge, R"({"challenge":"c1","offer":1,"from":"Ann","game":"go",)"
                                                       R"("title":"Go","clock":"fischer 5m+3s","rated":true})");
  ASSERT_TRUE(challenge);
  EXPECT_EQ(challenge->subject, "Ann challenges you: Go");
  EXPECT_NE(challenge->text.find("Rated  yes"), std::string::npos);
  const auto round = letter(NoticeKind::round, R"({"tournament":"t1","name":"Cup","round":2,"opponent":"Bob",)"
                                               R"("table":"tab2"})");
  ASSERT_TRUE(round);
  EXPECT_NE(round->text.find("Your opponent in round 2 of Cup is Bob."), std::string::npos);
  EXPECT_NE(round->text.find("https://example.org/t/tab2"), std::string::npos);
  const auto alone = letter(NoticeKind::round, R"({"tournament":"t1","name":"Cup","round":2,"opponent":null})");
  ASSERT_TRUE(alone);
  EXPECT_NE(alone->text.find("You have a bye in round 2 of Cup."), std::string::npos);
  EXPECT_TRUE(letter(NoticeKind::test, "{}"));
  for (const char* bad : {"", "[]", "{}"}) EXPECT_EQ(letter(NoticeKind::your_turn, bad), std::nullopt) << bad;

  const Letter both = digest_letter({*turn, *challenge}, 3, "https://example.org", Language::en);
  EXPECT_EQ(both.subject, "Your games: 5 notifications");
  EXPECT_LT(both.text.find(turn->subject), both.text.find(challenge->subject));
  EXPECT_NE(both.text.find("3 more notifications"), std::string::npos);
}

}  // namespace
}  // namespace cairn
