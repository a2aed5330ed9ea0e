// Mails as they come in: those of tests/mail, written for this, and what is too long to be kept as a file.
#include "server/mail/message.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/rng.h"
#include "notation/mail_command.h"
#include "notation/sgf_charset.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

const std::string kFolder = std::string(CAIRN_SOURCE) + "/tests/mail/";
const MailTrust kTrust{"mx.cairn.example", 1, "cairn.example"};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

bool has_control(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) return true;
  return false;
}

// What holds of every mail, whatever it is.
void check_any(const std::string& bytes, const std::string& name) {
  const auto read = read_mail(bytes, kTrust);
  if (const auto* refusal = std::get_if<MailRefusal>(&read)) {
    EXPECT_FALSE(refusal->message.empty()) << name;
    EXPECT_FALSE(has_control(refusal->message)) << name;
    return;
  }
  const MailIn& mail = std::get<MailIn>(read);
  for (const std::string* line : {&mail.subject, &mail.from, &mail.message_id}) {
    EXPECT_FALSE(has_control(*line)) << name;
    EXPECT_TRUE(sgf::is_utf8(*line)) << name;
  }
  EXPECT_TRUE(sgf::is_utf8(mail.text)) << name;
  EXPECT_EQ(mail.text.find('\r'), std::string::npos) << name;
  EXPECT_TRUE(!mail.proven || !mail.from.empty()) << name;
  EXPECT_LE(own_text(mail.text).size(), mail.text.size()) << name;
}

TEST(MailMessage, EveryKeptMailIsReadAsExpected) {
  const Json all = parse_json(text_of(kFolder + "expected.json"));
  ASSERT_GE(all.size(), 150U);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) files += entry.path().extension() == ".eml";
  EXPECT_EQ(files, all.size());
  for (const auto& [name, wanted] : all.items()) {
    const std::string bytes = text_of(kFolder + name + ".eml");
    check_any(bytes, name);
    if (wanted.contains("any")) continue;
    const auto read = read_mail(bytes, kTrust);
    const auto* refusal = std::get_if<MailRefusal>(&read);
    if (wanted.contains("refused")) {
      ASSERT_NE(refusal, nullptr) << name;
      EXPECT_NE(refusal->message.find(wanted.at("refused").get<std::string>()), std::string::npos) << name;
      continue;
    }
    ASSERT_EQ(refusal, nullptr) << name << ": " << refusal->message;
    const MailIn& mail = std::get<MailIn>(read);
    const auto expected = [&](const char* key, const std::string& found) {
      if (wanted.contains(key)) {
        EXPECT_EQ(found, wanted.at(key).get<std::string>()) << name << "\n" << mail.text;
      }
    };
    expected("says", std::string(plain_subject(mail.subject)));
    expected("own", own_text(mail.text));
    expected("from", mail.from);
    EXPECT_EQ(!mail.automatic.empty(), wanted.value("automatic", false)) << name << ": " << mail.automatic;
    EXPECT_EQ(!mail.list.empty() && mail.automatic.empty(), wanted.value("list", false)) << name << ": " << mail.list;
    EXPECT_EQ(mail.proven, wanted.value("proven", false)) << name;
  }
}

TEST(MailMessage, TheFirstServerThatTookItNamesIt) {
  const auto taken_as = [](const std::string& received) {
    return std::get<MailIn>(read_mail(received + "From: anna@example.org\nSubject: list\n\n", kTrust)).taken_as;
  };
  EXPECT_EQ(taken_as(""), "");
  EXPECT_EQ(taken_as("Received: from there by here; Sun, 22 Nov 2026 18:00:00 +0000\n"), "") << "no name";
  const std::string first =
      "Received: from ann.example (ann.example [192.0.2.7])\n\tby out.example.org (Postfix) with ESMTPS id "
      "4Xy7;\n\tSun, 22 "
      "Nov 2026 18:00:00 +0000\n";
  EXPECT_NE(taken_as(first).find(" id 4Xy7; Sun"), std::string::npos) << taken_as(first);
  EXPECT_EQ(taken_as("Received: from out.example.org by mx.cairn.example with ESMTPS id 99; Sun\n" + first),
            taken_as(first));
}

// Programs that answer in somebody's absence are no persons, though their mail looks as that of a list.
TEST(MailMessage, AnAbsenceIsNoList) {
  const auto read = [](const std::string& header) {
    return std::get<MailIn>(read_mail("From: anna@example.org\n" + header + "\na1\n", kTrust));
  };
  for (const char* subject :
       {"Out of office: New Go Board 101 anna", "Automatic reply: New Go Board 101 anna", "Auto: Re: New Go Board 101",
        "Abwesenheitsnotiz", "Undelivered Mail Returned to Sender"}) {
    EXPECT_NE(read("Precedence: bulk\nSubject: " + std::string(subject) + "\n").automatic, "") << subject;
    EXPECT_EQ(read("Subject: " + std::string(subject) + "\n").automatic, "") << subject;
  }
  for (const char* header :
       {"Precedence: bulk\n", "Precedence: list\n", "List-Id: <a.example.org>\n", "List-Unsubscribe: <https://a>\n"}) {
    EXPECT_EQ(read(header + std::string("Subject: Re: New Go Board 101 anna\n")).automatic, "") << header;
    EXPECT_NE(read(header + std::string("Subject: Re: New Go Board 101 anna\n")).list, "") << header;
    EXPECT_NE(read(header + std::string("Auto-Submitted: auto-replied\nSubject: Re: x\n")).automatic, "") << header;
  }
}

TEST(MailMessage, TooMuchIsRefused) {
  const std::string head = "From: anna@example.org\nSubject: list\n";
  const auto refused = [](const std::string& bytes) {
    const auto read = read_mail(bytes, kTrust);
    const auto* refusal = std::get_if<MailRefusal>(&read);
    return refusal ? refusal->message : "";
  };
  EXPECT_NE(refused(head + "\n" + std::string(1'000'000, 'x')).find("256 KiB"), std::string::npos);
  EXPECT_EQ(refused(head + "\n" + std::string(200'000, 'x')), "");
  EXPECT_NE(refused(head + "X-Long: " + std::string(70'000, 'x') + "\n\nx\n").find("64 KiB"), std::string::npos);
  EXPECT_NE(refused(head + "X-Long: " + std::string(70'000, 'x')).find("64 KiB"), std::string::npos);
  std::string many = head + "Content-Type: multipart/mixed; boundary=b\n\n", deep = head;
  for (int i = 0; i < 40; ++i) many += "--b\nContent-Type: text/plain\n\nx\n";
  EXPECT_NE(refused(many + "--b--\n").find("32 parts"), std::string::npos);
  for (const int depth : {9, 4'000}) {
    std::string nested = deep;
    for (int i = 0; i < depth; ++i) {
      const std::string boundary = "b" + std::to_string(i);
      nested += "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n";
    }
    nested += "Content-Type: text/plain\n\nx\n";
    EXPECT_NE(refused(nested).find("8 deep"), std::string::npos) << depth;
  }
}

// Mails with parts of them changed, doubled, taken out or cut: read or refused, never more.
TEST(MailMessage, SpoiledMailsAreReadOrRefused) {
  std::vector<std::string> mails;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".eml") mails.push_back(text_of(entry.path()));
  ASSERT_GE(mails.size(), 150U);
  Rng rng(11);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(n))); };
  const int count = std::getenv("CAIRN_LONG") ? 100'000 : 3'000;
  for (int i = 0; i < count; ++i) {
    std::string bytes = mails[below(mails.size())];
    for (int k = 1 + static_cast<int>(below(4)); k > 0 && !bytes.empty(); --k) {
      const std::size_t at = below(bytes.size()), size = std::min(bytes.size() - at, 1 + below(60));
      const std::string& other = mails[below(mails.size())];
      switch (below(5)) {
        case 0:
          bytes[at] = static_cast<char>(below(256));
          break;
        case 1:
          bytes.erase(at, size);
          break;
        case 2:
          bytes.insert(at, bytes.substr(at, size));
          break;
        case 3:
          bytes.resize(at);
          break;
        default:
          if (!other.empty()) bytes.insert(at, other.substr(below(other.size()), 200));
      }
    }
    check_any(bytes, std::to_string(i));
    if (::testing::Test::HasFailure()) FAIL() << bytes;
  }
}

}  // namespace
}  // namespace cairn
