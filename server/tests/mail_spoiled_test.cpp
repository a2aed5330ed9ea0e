// Spoiled mails through the whole way, from bytes to what they do: none brings the desk down, none plays a move that
// its sender did not write, none that a machine sent is answered.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/rng.h"
#include "core/text.h"
#include "server/tests/mail_commands_checks.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

struct SpoiledMails : MailCommandsTest {
  struct Kept {
    std::string to, bytes;
  };
  Rng rng{17};
  std::vector<Kept> mails_kept;
  std::map<std::string, std::string> ids;  // of tables, by game

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(n))); }

  void keep_files() {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(CAIRN_SOURCE) + "/tests/mail")) {
      if (entry.path().extension() != ".eml") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << file.rdbuf();
      std::string bytes = text.str();
      for (auto at = bytes.find("mx.cairn.example"); at != std::string::npos;
           at = bytes.find("mx.cairn.example", at + 1))
        bytes.replace(at, 16, "mx.example.net");
      mails_kept.push_back({"games", std::move(bytes)});
    }
  }
  // Mails that do something: of each player, to the address of his seat and as commands.
  void begin(const std::string& played) {
    std::erase_if(mails_kept,
                  [&](const Kept& one) { return one.bytes.find("X-Of: " + played + "\r\n") != std::string::npos; });
    mail(of("anna", played + " challenge anna bob"));
    const auto boards = wait_for_boards(played);
    ids[played] = boards.back().card.id;
    const std::string number = std::to_string(boards.back().number);
    for (const char* name : {"anna", "bob"}) {
      const Letter shown = answer(of(name, played + " showas " + name + " " + number));
      const auto with = [&](const std::string& to, const std::string& subject, const std::string& body, bool proven) {
        Mail one = of(name, subject, body);
        one.proven = proven;
        one.more = "X-Of: " + played + "\r\n";
        mails_kept.push_back({to, bytes(one, 100'000 + static_cast<int>(mails_kept.size()))});
      };
      for (const char* move : {"a1", "c3", "e5", "pass", "d2>d3;d3>d4", "undo", "propose"}) {
        with(shown.reply, "Re: " + shown.subject, std::string(move) + "\r\n\r\nA comment\r\n> a quote b2", false);
        with("games", played + " move " + number + " " + name + " " + move, "A comment", true);
        with("games", played + " move " + number + " " + name + " secret-of-" + name + " " + move + "#0", "", false);
      }
    }
  }
  std::vector<Board> wait_for_boards(const std::string& played) {
    std::optional<std::vector<Board>> out;
    store.mail.boards_of(played, false, 10, [&](const Found<std::vector<Board>>& found) { out = *found.value; });
    run_until([&] { return out.has_value(); });
    return {out->rbegin(), out->rend()};  // the newest last
  }
  std::vector<Entry> entries(const std::string& table) {
    std::optional<std::vector<Entry>> out;
    store.tables.load(table, 0, [&](const Found<StoredTable>& found) { out = found.value->log; });
    run_until([&] { return out.has_value(); });
    return *out;
  }
  std::string spoiled(std::string text) {
    for (auto k = below(4); k > 0 && !text.empty(); --k) {
      const std::size_t at = below(text.size()), size = std::min(text.size() - at, 1 + below(60));
      const std::string& other = mails_kept[below(mails_kept.size())].bytes;
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, size);
          break;
        case 2:
          text.insert(at, text.substr(at, size));
          break;
        case 3:
          text.resize(at);
          break;
        default:
          if (!other.empty()) text.insert(at, other.substr(below(other.size()), 200));
      }
    }
    return text;
  }
};

TEST_F(SpoiledMails, DoNothingThatTheirSendersDidNotWrite) {
  join("anna");
  join("bob");
  keep_files();
  const std::vector<std::string> names = {"go", "phantom", "margo", "margrites"};
  for (const std::string& played : names) begin(played);
  const int count = in_long_run() ? 100'000 : as_many(2'000);
  int moves = 0, automatic = 0, answered = 0, refused = 0;
  for (int i = 0; i < count; ++i) {
    const Kept& kept = mails_kept[below(mails_kept.size())];
    const std::string text = spoiled(kept.bytes);
    const auto read = read_mail(text, {"mx.example.net", 1, "cairn"});
    const MailIn* in = std::get_if<MailIn>(&read);
    std::map<std::string, std::size_t> before;
    for (const std::string& played : names) before[played] = entries(ids[played]).size();

    now_ms += 60'000;
    std::optional<MailOutcome> outcome;
    desk->receive({"anna@example.org", kept.to + "@play.example.net"}, std::make_shared<const std::string>(text),
                  [&](MailOutcome one) { outcome = std::move(one); });
    run_until([&] { return outcome.has_value(); });
    ASSERT_NE(outcome->verdict, MailVerdict::later) << outcome->message << "\n" << text;
    refused += outcome->verdict == MailVerdict::refused ? 1 : 0;
    const auto letters = sent();
    answered += letters.empty() ? 0 : 1;
    if (in == nullptr || !in->automatic.empty()) {
      ASSERT_TRUE(letters.empty()) << text;
      automatic += in == nullptr ? 0 : 1;
    }
    bool moved = false;
    for (const std::string& played : names) {
      const auto log_of = entries(ids[played]);
      if (log_of.size() == before[played]) continue;
      ++moves;
      moved = true;
      ASSERT_TRUE(in != nullptr && in->automatic.empty()) << text;
      const std::string said = lower(in->subject + "\n" + in->text);
      for (std::size_t at = before[played]; at < log_of.size(); ++at) {
        if (log_of[at].kind != Entry::Kind::play) continue;
        const std::string words = lower(log_of[at].words);
        for (const auto word : split(words, ' ')) {
          ASSERT_NE(said.find(word), std::string::npos) << word << "\n" << text;
        }
      }
      std::optional<bool> over;
      all->look(ids[played], [&](const Table* table, bool) { over = table != nullptr && table->over(); });
      run_until([&] { return over.has_value(); });
      if (*over || log_of.size() > 40) begin(played);
    }
    if (in != nullptr && !in->list.empty() && !moved) {
      ASSERT_TRUE(letters.empty()) << text;
    }
  }
  EXPECT_GT(moves, count / 400);
  EXPECT_GT(automatic, count / 100);
  EXPECT_GT(answered, count / 10);
  EXPECT_GT(refused, 0);
  std::printf("of %d mails: %d entries, %d of machines, %d answered, %d refused\n", count, moves, automatic, answered,
              refused);
}

}  // namespace
}  // namespace cairn
