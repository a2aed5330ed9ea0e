#include "notation/mail_command.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/rng.h"
#include "core/text.h"

namespace cairn {
namespace {

MailCommand read(std::string_view line, bool authenticated = false) {
  auto all = read_mail_command(line, authenticated);
  if (const auto* fault = std::get_if<MailFault>(&all)) {
    ADD_FAILURE() << line << ": " << fault->message;
    return {};
  }
  return std::get<MailCommand>(std::move(all));
}
std::string fault_of(std::string_view line, bool authenticated = false) {
  auto all = read_mail_command(line, authenticated);
  const auto* fault = std::get_if<MailFault>(&all);
  return fault ? fault->message : "(none)";
}

TEST(MailCommand, OfTheServer) {
  EXPECT_EQ(read("help").word, "");
  EXPECT_EQ(read(" HELP Margo ").word, "margo");
  MailCommand command = read("signup Anna SeCret anna@example.org");
  EXPECT_EQ(command.deed, MailDeed::signup);
  EXPECT_EQ(command.user, "anna");
  EXPECT_EQ(command.password, "SeCret");
  EXPECT_EQ(command.address, "anna@example.org");
  EXPECT_EQ(read("add anna secret").deed, MailDeed::signup);
  EXPECT_EQ(read("Change Address anna secret b@c.d").deed, MailDeed::change_address);
  command = read("change password anna old new");
  EXPECT_EQ(command.deed, MailDeed::change_password);
  EXPECT_EQ(command.password, "old");
  EXPECT_EQ(command.new_password, "new");
  EXPECT_EQ(read("delete anna secret").deed, MailDeed::delete_user);
  EXPECT_EQ(read("list").deed, MailDeed::list);
  command = read("message anna secret bob carl");
  EXPECT_EQ(command.users, (std::vector<std::string>{"bob", "carl"}));
  EXPECT_EQ(read("multiple").deed, MailDeed::multiple);
  EXPECT_EQ(read("all show anna next").word, "next");
  EXPECT_EQ(read("vacation anna secret 14").number, 14);
  EXPECT_EQ(read("vacation anna secret off").word, "off");
}

TEST(MailCommand, OfAGame) {
  MailCommand command = read("margo challenge --nagtime=3 --forfeittime=9 -size=6 -can_pass --totaltime=30 anna bob");
  EXPECT_EQ(command.game, "margo");
  EXPECT_EQ(command.users, (std::vector<std::string>{"anna", "bob"}));
  using Options = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(command.server_options, (Options{{"nagtime", "3"}, {"forfeittime", "9"}, {"totaltime", "30"}}));
  EXPECT_EQ(command.game_options, (Options{{"size", "6"}, {"can_pass", "yes"}}));
  command = read("go challenge -size=13x9 anna bob");
  EXPECT_EQ(command.game_options, (Options{{"size", "13x9"}}));
  command = read("MARGO MOVE 101 Anna secret A7#12");
  EXPECT_EQ(command.deed, MailDeed::move);
  EXPECT_EQ(command.boards.at(0).number, 101);
  EXPECT_EQ(command.moves, (std::vector<std::string>{"A7"}));
  EXPECT_EQ(command.number, 12);
  command = read("margrites move 101 anna secret d2>d3; d3>d4 ;e2>e3;e3>e4");
  EXPECT_EQ(command.moves, (std::vector<std::string>{"d2>d3;d3>d4;e2>e3;e3>e4"}));
  EXPECT_EQ(read("go qmove 102 anna secret d4").deed, MailDeed::queue_move);
  command = read("margo preview 101#7 a1 b2");
  EXPECT_EQ(command.deed, MailDeed::preview);
  EXPECT_EQ(command.boards.at(0).after, 7);
  EXPECT_EQ(command.moves.size(), 2U);
  command = read("margo preview new 2 -size=4 a1 b2");
  EXPECT_EQ(command.deed, MailDeed::preview_new);
  EXPECT_EQ(command.number, 2);
  EXPECT_EQ(command.game_options.size(), 1U);
  command = read("margo show 101 102#5");
  EXPECT_EQ(command.deed, MailDeed::show_boards);
  EXPECT_EQ(command.boards.at(1).after, 5);
  command = read("margo show anna inactive");
  EXPECT_EQ(command.deed, MailDeed::show_user);
  EXPECT_EQ(command.word, "inactive");
  EXPECT_EQ(read("phantom showas anna secret 101").deed, MailDeed::show_as);
  EXPECT_EQ(read("margo games").users.size(), 0U);
  EXPECT_EQ(read("margo history anna bob").users.size(), 2U);
  EXPECT_EQ(read("go standings").deed, MailDeed::standings);
  EXPECT_EQ(read("go chat 101 anna secret").deed, MailDeed::chat);
  EXPECT_EQ(read("go subscribe 101 anna secret").deed, MailDeed::subscribe);
  EXPECT_EQ(read("go unsubscribe 101 anna secret").deed, MailDeed::unsubscribe);
  EXPECT_EQ(read("go notify anna secret").boards.size(), 0U);
  EXPECT_EQ(read("go notify anna secret 101 102").boards.size(), 2U);
  EXPECT_EQ(read("go accept anna secret").deed, MailDeed::accept);
  EXPECT_EQ(read("go reject anna secret").deed, MailDeed::reject);
  EXPECT_EQ(read("go limit anna secret 5").number, 5);
  EXPECT_EQ(read("go seek anna secret 1").number, 1);
  EXPECT_EQ(read("go set anna secret small").word, "small");
}

TEST(MailCommand, WhoIsKnownNeedsNoPassword) {
  MailCommand command = read("margo move 101 anna a7#3", true);
  EXPECT_EQ(command.user, "anna");
  EXPECT_EQ(command.password, "");
  EXPECT_EQ(command.moves, (std::vector<std::string>{"a7"}));
  EXPECT_EQ(command.number, 3);
  EXPECT_EQ(read("margo move 101 anna secret a7#3", true).password, "secret") << "and may say it";
  EXPECT_EQ(read("change password anna new", true).new_password, "new");
  EXPECT_EQ(read("message anna - bob", true).password, "");
  EXPECT_EQ(read("message anna - bob", true).users.size(), 1U);
  EXPECT_NE(fault_of("margo move 101 anna a7#3"), "(none)");
}

TEST(MailCommand, FaultsSayWhatIsRight) {
  for (const auto& [line, says] : std::vector<std::pair<std::string, std::string>>{
           {"", "help"},
           {"chess move 101 anna secret a7", "margo, spargo"},
           {"margo", "challenge, move"},
           {"margo mvoe 101 anna secret a7", "challenge, move"},
           {"margo move anna 101 secret a7", "such as 101. The command is: margo move BOARD USER PASSWORD MOVE[#K]"},
           {"margo move 101 anna secret", "missing"},
           {"margo move 101 anna secret a7 b8", "one move at a time"},
           {"margo move 101 anna secret a7#x", "a7#3"},
           {"margo challenge anna", "two, three or four"},
           {"margo challenge a b c d e", "two, three or four"},
           {"margo challenge -=6 anna bob", "-name=value"},
           {"margo show 101#", "101#7"},
           {"margo show anna sometimes", "next, active, inactive or all"},
           {"vacation anna secret long", "a number, or off"},
           {"signup anna secret nowhere", "anna@example.org"},
           {"delete anna secret now", "too many words"},
           {"go set anna secret huge", "large, medium, small or plain"},
           {std::string(3'000, 'x'), "2000"},
           {"message anna secret" + std::string(100, ' ') + join(std::vector<std::string>(70, "b"), " "), "64 words"}})
    EXPECT_NE(fault_of(line).find(says), std::string::npos) << line << ": " << fault_of(line);
}

// Each command by its own usage, with and without what may be missing.
TEST(MailCommand, EveryCommandReadsItsOwnUsage) {
  const auto example = [](MailSlot slot) -> std::string {
    switch (slot) {
      case MailSlot::none:
        return "";
      case MailSlot::subject:
      case MailSlot::game:
        return "margo";
      case MailSlot::players:
        return "anna bob";
      case MailSlot::address:
        return "anna@example.org";
      case MailSlot::days:
      case MailSlot::count:
        return "3";
      case MailSlot::board:
      case MailSlot::boards:
      case MailSlot::some_boards:
        return "101";
      case MailSlot::move:
      case MailSlot::moves:
        return "a7";
      case MailSlot::which:
        return "all";
      case MailSlot::size:
        return "large";
      case MailSlot::language:
        return "de";
      default:
        return "word";
    }
  };
  for (const MailRow& row : mail_rows()) {
    std::string line = (row.of_game ? "margo " : "") + std::string(row.name), shorter = line;
    for (const MailSlot slot : row.slots) {
      shorter = line;
      if (slot == MailSlot::none) break;
      line += " " + example(slot);
    }
    EXPECT_EQ(read(line).deed, row.deed) << line;
    EXPECT_EQ(usage(row).substr(0, row.name.size()), row.name);
    if (!row.optional) continue;
    shorter = line.substr(0, line.rfind(' '));
    EXPECT_EQ(read(shorter).deed, row.deed) << shorter;
  }
}

// Whatever a sender gets wrong, no word of his comes back.
TEST(MailCommand, NoFaultRepeatsAPassword) {
  const std::vector<std::string> words = {"margo",   "move",     "101",    "anna",    "show",   "challenge",
                                          "-size=6", "--nag=3",  "change", "a7#3",    "set",    "all",
                                          "-",       "password", "#",      ";",       "signup", "preview",
                                          "new",     "limit",    "x@y",    "message", "a:b"};
  Rng rng(7);
  int faults = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string line;
    const int count = 1 + static_cast<int>(rng.below(7));
    const int secret = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
    for (int k = 0; k < count; ++k)
      line +=
          (k == secret ? std::string("zweZw3rge") : words[rng.below(static_cast<std::uint32_t>(words.size()))]) + " ";
    const std::string fault = lower(fault_of(line, rng.below(2) == 1));
    faults += fault != "(none)";
    ASSERT_EQ(fault.find("zwezw3rge"), std::string::npos) << line;
  }
  EXPECT_GT(faults, 10'000);
}

TEST(MailSubject, ProgramsPrefixesGo) {
  for (const char* subject :
       {"margo move 101 anna x a7", "Re: margo move 101 anna x a7", "RE: Re: ** margo move 101 anna x a7",
        "AW: Fwd: margo move 101 anna x a7 **", "Re[2]: margo move 101 anna x a7", "回复：margo move 101 anna x a7",
        "Отв: margo move 101 anna x a7", "  Antw:margo move 101 anna x a7  ", "SV: VS: margo move 101 anna x a7"})
    EXPECT_EQ(plain_subject(subject), "margo move 101 anna x a7") << subject;
  for (const char* mark : {"[EXTERNAL]",      "{EXT}",
                           "(External)",      "<EXT>",
                           "***SPAM***",      "*** SPAM ***",
                           "*EXT*",           "**EXTERNAL**",
                           "[go-club]",       "[EXT]:",
                           "EXTERNAL:",       "Ext:",
                           "EXT -",           "Spam |",
                           "External",        "\u3010EXT\u3011",
                           "\uFF3BEXT\uFF3D", "\uFF32\uFF45\uFF1A",
                           "\u00A0Re:\u00A0", "Re: [EXTERNAL] AW: [go-club]",
                           "[EXTERNAL] Re:",  "***SPAM*** Fwd: {EXT}",
                           "** [EXT]"})
    EXPECT_EQ(plain_subject(std::string(mark) + " margo move 101 anna x *e5*"), "margo move 101 anna x *e5*") << mark;
  EXPECT_EQ(plain_subject("** margo move 101 anna x *e5* **"), "margo move 101 anna x *e5*");
  EXPECT_EQ(plain_subject("[EXTERNAL]"), "[EXTERNAL]");
  EXPECT_EQ(plain_subject("external"), "external");
  EXPECT_EQ(plain_subject("[unclosed margo"), "[unclosed margo");
  EXPECT_EQ(plain_subject("Hello: margo"), "Hello: margo");
  EXPECT_EQ(plain_subject("Re:"), "");
  EXPECT_EQ(plain_subject("****"), "");
}

TEST(MailLines, CommandsAndTheirComments) {
  const auto all = read_mail_lines(" stray\n\nmargo move 101 anna x a7\r\n  good luck\n\tand thanks\n\ngo show 101\n");
  const auto& lines = std::get<std::vector<MailLine>>(all);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].command, "margo move 101 anna x a7");
  EXPECT_EQ(lines[0].comment, "good luck\nand thanks");
  EXPECT_EQ(lines[1].comment, "");
  const auto wide = read_mail_lines("\uFEFFgo show 101\n\u3000a comment\n\u00A0\n\u00A0and more\n");
  ASSERT_EQ(std::get<std::vector<MailLine>>(wide).size(), 1U) << "blanks of any kind indent";
  EXPECT_TRUE(std::holds_alternative<MailFault>(read_mail_lines("  nothing\n")));
  std::string many;
  for (int i = 0; i < 101; ++i) many += "list\n";
  EXPECT_TRUE(std::holds_alternative<MailFault>(read_mail_lines(many)));
}

}  // namespace
}  // namespace cairn
