// `cairn mail receive`: for mail servers that hand a mail over to a program. The mail goes on to the server that runs,
// and the exit code tells what became of it. `cairn mail help`: what the help mail says.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/mail_handover.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "games/registry.h"
#include "server/mail/help.h"
#include "server/mail/lmtp_session.h"

namespace cairn::cli {

namespace {

struct MailGiven {
  explicit MailGiven(Command command) : choice(command, {"mail-socket"}) {}
  ConfigChoice choice;
  Option sender_option, recipient_option;
  std::string sender, recipient;
};

// Standard input to its end, so that nobody is left with what he wanted to write; of too long a mail the beginning.
std::string read_mail_input(std::size_t most) {
  std::string mail;
  char piece[16 * 1024];
  for (std::size_t size = 0; (size = std::fread(piece, 1, sizeof piece, stdin)) > 0;)
    mail.append(piece, std::min(size, most + 1 - std::min(most + 1, mail.size())));
  return mail;
}

// From the command line, else from the environment, as mail servers set it. Whether there is one.
bool address_of(const Option& option, const char* variable, std::string& address) {
  if (option.given()) return true;
  const char* given = std::getenv(variable);
  if (given == nullptr) return false;
  address = given;
  return true;
}

bool is_line(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= ' '; });
}

int fail(int status, const std::string& what) {
  complain(what);
  return status;
}

int receive(MailGiven& given) {
  if (!address_of(given.recipient_option, "RECIPIENT", given.recipient) || given.recipient.empty())
    return fail(kMailUsage, "no recipient: give --recipient, or set RECIPIENT");
  if (!address_of(given.sender_option, "SENDER", given.sender))
    return fail(kMailUsage, "no sender: give --sender (\"\" for a bounce), or set SENDER");
  if (given.sender == "<>" || given.sender == "MAILER-DAEMON") given.sender.clear();  // as mail servers say "nobody"
  if (!is_line(given.sender) || !is_line(given.recipient))
    return fail(kMailBad, "an address cannot have control characters");
  const auto config = given.choice.read_or_complain();
  if (!config) return kMailLater;  // the host puts it right, and the mail is not lost
  const auto place = net::read_mail_place(config->mail_socket);
  if (!place) return fail(kMailLater, "no server: give --mail-socket, or set mail-socket in the settings");
  const std::size_t most = LmtpSession::Limits{}.mail;
  const std::string mail = read_mail_input(most);
  if (mail.size() > most) return fail(kMailBad, fmt::format("the mail is longer than {} KiB", most / 1024));
  const HandedOver done = hand_over(*place, {given.sender, given.recipient}, mail);
  if (done.status == kMailTaken) return kMailTaken;
  const char* what = done.status == kMailLater ? "the mail is deferred" : "the mail is refused";
  return fail(done.status, fmt::format("{}: {}: {}", config->mail_socket, what, done.why));
}

}  // namespace

void add_mail(Command program, int& status) {
  Command mail = program.subcommand("mail", "Play by e-mail: show the commands, or deliver a mail");
  mail.require_subcommand();
  mail.before_words([&status] { status = kMailUsage; });  // of what is not understood
  Command command = mail.subcommand("receive", "Deliver one mail from standard input, for mail servers that use pipes");
  auto given = std::make_shared<MailGiven>(command);
  given->sender_option =
      command.option("--sender", given->sender, "Return path, \"\" for a bounce; default: the variable SENDER");
  given->recipient_option =
      command.option("--recipient", given->recipient, "Recipient; default: the variable RECIPIENT");
  command.footer(
      "Exit codes, as mail servers know them: 0 accepted; 75 try again later (no\n"
      "server, wrong settings, ...); 65 refused, too long or no mail address; 67\n"
      "refused, not in this server's domain; 69 refused by the server; 64 bad usage.\n"
      "\n"
      "In Postfix' master.cf:\n"
      "  cairn unix - n n - - pipe user=cairn argv=/usr/bin/cairn mail receive\n"
      "    --mail-socket /run/cairn/lmtp --sender ${sender} --recipient ${recipient}");
  command.callback([given, &status] { status = receive(*given); });

  Command help = mail.subcommand("help", "Print the help mail: how to play by e-mail, and all commands");
  auto subject = std::make_shared<std::string>();
  help.option("SUBJECT", *subject, "Command or game to explain");
  help.callback([subject, &status] {
    const std::string text = help_text(*subject, games(), language());
    if (!subject->empty() && text == help_text("", games(), language())) {
      status =
          fail(kMailUsage, said(Message("cli-no-mail-command",
                                        "there is no mail command or game \"{word}\"; `cairn mail help` lists them",
                                        {{"word", *subject}})));
      return;
    }
    fmt::print("{}", text);
    status = 0;
  });
}

}  // namespace cairn::cli
