// docs/players/mail.md: its mails are sent to a desk in their order, and what comes back is what the page says.
// A block of mails (```mail) is one of these:
//   - commands alone, each "Subject: ..." with what stands below it: every one is understood
//   - "From: ..." on top: it is sent; where its subject begins with "Re:" it answers the last mail of that subject
//   - "To: ..." on top: what the mail before it made us send. A line "..." stands for any lines.
// What we send is written anew by
//   CAIRN_WRITE_DOCS=1 build/release/server/server_test --gtest_filter='MailPage*'
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "core/text.h"
#include "server/tests/mail_commands_checks.h"

namespace cairn {
namespace {

const std::string kMailPage = std::string(CAIRN_SOURCE) + "/docs/players/mail.md";

struct PageMail {
  std::string from, to, subject, body;
};
struct PageBlock {
  std::size_t begin = 0, end = 0;  // its lines in the page, without the marks
  std::vector<PageMail> mails;     // one where it has a From or a To
};

std::vector<std::string> page_lines() {
  std::ifstream file(kMailPage, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  EXPECT_GT(lines.size(), 100U) << kMailPage;
  return lines;
}

std::string without_blank_ends(const std::string& text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    const auto end = line.find_last_not_of(' ');
    out.append(end == std::string_view::npos ? "" : line.substr(0, end + 1)).append("\n");
  }
  while (out.size() > 1 && out.substr(out.size() - 2) == "\n\n") out.pop_back();
  return out;
}

std::vector<PageBlock> mail_blocks(const std::vector<std::string>& lines) {
  std::vector<PageBlock> blocks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "```mail") continue;
    PageBlock block;
    block.begin = ++i;
    bool header = true;
    for (; i < lines.size() && lines[i] != "```"; ++i) {
      const std::string& line = lines[i];
      const auto value = [&](std::string_view name) {
        return line.rfind(name, 0) == 0 ? line.substr(name.size()) : "";
      };
      const std::string from = value("From: "), to = value("To: "), subject = value("Subject: ");
      const bool begins = !from.empty() || !to.empty() ||
                          (!subject.empty() && (!header || block.mails.empty() || !block.mails.back().subject.empty()));
      if (begins) {
        block.mails.push_back({});
        header = true;
      }
      if (block.mails.empty()) {
        ADD_FAILURE() << kMailPage << ":" << i + 1 << ": a mail begins with From, To or Subject";
        break;
      }
      PageMail& mail = block.mails.back();
      if (!from.empty()) mail.from = from;
      if (!to.empty()) mail.to = to;
      if (!subject.empty() && mail.subject.empty()) {
        mail.subject = subject;
      } else if (line.empty() && header) {
        header = false;
      } else if (!header) {
        mail.body += line + "\n";
      }
    }
    block.end = i;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

bool lines_match(const std::vector<std::string_view>& expected, std::size_t i,
                 const std::vector<std::string_view>& actual, std::size_t j) {
  if (i == expected.size()) return j == actual.size();
  if (expected[i] == "...") {
    for (std::size_t k = j; k <= actual.size(); ++k)
      if (lines_match(expected, i + 1, actual, k)) return true;
    return false;
  }
  return j < actual.size() && expected[i] == actual[j] && lines_match(expected, i + 1, actual, j + 1);
}

TEST(MailPage, EveryCommandHasAnExampleThatIsUnderstood) {
  std::set<MailDeed> shown;
  int commands = 0;
  const auto read = [&](std::string_view line) {
    const auto all = read_mail_command(line);
    ++commands;
    if (const auto* fault = std::get_if<MailFault>(&all))
      ADD_FAILURE() << line << ": " << fault->message;
    else
      shown.insert(std::get<MailCommand>(all).deed);
  };
  for (const PageBlock& block : mail_blocks(page_lines()))
    for (const PageMail& mail : block.mails) {
      if (!mail.to.empty()) continue;
      if (mail.subject.rfind("Re:", 0) == 0) {
        EXPECT_NE(read_mail_reply(own_text(mail.body), [](std::string_view) { return true; }).move, "")
            << mail.subject << "\n"
            << mail.body;
        continue;
      }
      read(plain_subject(mail.subject));
      if (mail.subject != "multiple") continue;
      const auto lines = read_mail_lines(mail.body);
      ASSERT_TRUE(std::holds_alternative<std::vector<MailLine>>(lines)) << mail.body;
      for (const MailLine& line : std::get<std::vector<MailLine>>(lines)) read(line.command);
    }
  EXPECT_GE(commands, 30);
  for (const MailRow& row : mail_rows()) EXPECT_TRUE(shown.contains(row.deed)) << row.name << " has no example";
}

struct MailPageDesk : MailCommandsTest {
  std::map<std::string, std::string> reply;  // where answers go, by receiver and subject
  std::vector<Sent> last;

  void send(const PageMail& mail) {
    Mail out;
    out.from = mail.from;
    out.subject = mail.subject;
    out.body = mail.body;
    if (mail.subject.rfind("Re: ", 0) == 0) {
      const auto found = reply.find(mail.from + " " + mail.subject.substr(4));
      ASSERT_NE(found, reply.end()) << mail.from << " had no mail \"" << mail.subject.substr(4) << "\"";
      out.to = found->second;
    }
    last = this->mail(out);
    for (const Sent& one : last) reply[one.to + " " + one.letter.subject] = one.letter.reply;
  }
  // The mail of ours that the page means, as the page would have it.
  std::string sent_text(const PageMail& expected) const {
    const Sent* found = nullptr;
    for (const Sent& one : last)
      if (one.to == expected.to && (found == nullptr || one.letter.subject == expected.subject)) found = &one;
    if (found == nullptr) return {};
    return without_blank_ends("To: " + found->to + "\nSubject: " + found->letter.subject + "\n\n" + found->letter.text);
  }
};

TEST_F(MailPageDesk, WhatThePageSaysIsWhatIsSent) {
  const auto lines = page_lines();
  const bool write = std::getenv("CAIRN_WRITE_DOCS") != nullptr;
  std::string fresh;
  std::size_t at = 0;
  int sent_by_us = 0;
  for (const PageBlock& block : mail_blocks(lines)) {
    for (; at < block.begin; ++at) fresh += lines[at] + "\n";
    std::string said;
    for (; at < block.end; ++at) said += lines[at] + "\n";
    const PageMail& mail = block.mails.front();
    if (!mail.from.empty()) send(mail);
    if (mail.to.empty()) {
      fresh += said;
      continue;
    }
    ++sent_by_us;
    const std::string actual = sent_text(mail), expected = without_blank_ends(said);
    const bool same = lines_match(split(expected, '\n'), 0, split(actual, '\n'), 0);
    if (!write) {
      EXPECT_TRUE(same) << kMailPage << ":" << block.begin << ": what is sent is\n" << actual;
    }
    fresh += same ? said : actual;
  }
  for (; at < lines.size(); ++at) fresh += lines[at] + "\n";
  EXPECT_GE(sent_by_us, 5);
  if (write) std::ofstream(kMailPage, std::ios::binary) << fresh;
}

}  // namespace
}  // namespace cairn
