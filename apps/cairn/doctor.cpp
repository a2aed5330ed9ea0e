// `cairn doctor`: looks at everything that a server needs, and says what is wrong and what to do.
#include "server/net/doctor.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/text_width.h"
#include "notation/view_json.h"
#include "server/base/tokens.h"

namespace cairn::cli {

namespace {

struct DoctorGiven {
  explicit DoctorGiven(Command command) : choice(command) {}
  ConfigChoice choice;
  bool json = false, quick = false;
};

std::string_view word_of(net::Health health) {
  switch (health) {
    case net::Health::ok:
      return "ok";
    case net::Health::warning:
      return "warning";
    case net::Health::fault:
      return "fault";
  }
  return "";
}

// The lines of a text, the first behind `lead`, the others below.
void print_under(const std::string& lead, const std::string& text) {
  std::string before = lead;
  for (const auto line : split(text, '\n')) {
    if (!line.empty()) fmt::print("{}{}\n", before, line);
    before.assign(lead.size(), ' ');
  }
}

void print_finding(const net::Finding& finding) {
  constexpr std::size_t kColumns = 80;
  constexpr std::string_view kIndent = "                   ";
  const auto lines = [&](const std::string& text) { return wrap(text, kColumns - kIndent.size()); };
  const std::string lead = fmt::format("{:8} {:10}", word_of(finding.health), finding.subject);
  print_under(lead, lines(finding.found));
  const bool wrong = finding.health != net::Health::ok;
  if (finding.advice.empty()) return;
  print_under(std::string(kIndent.substr(3)) + (wrong ? "-> " : "   "), lines(finding.advice));
}

int run_doctor(const DoctorGiven& given) {
  if (!init_tokens()) {
    complain("this machine provides no random numbers");
    return kBadUse;
  }
  net::DoctorWish wish;
  wish.read = given.choice.read();
  wish.file = given.choice.file();
  wish.version = CAIRN_VERSION;
  wish.whole_database = !given.quick;
  int faults = 0, warnings = 0;
  const auto heard = [&](const net::Finding& finding) {
    faults += finding.health == net::Health::fault ? 1 : 0;
    warnings += finding.health == net::Health::warning ? 1 : 0;
    if (given.json)
      fmt::print("{}\n", json_text({{"state", word_of(finding.health)},
                                    {"subject", finding.subject},
                                    {"found", finding.found},
                                    {"advice", finding.advice}}));
    else
      print_finding(finding);
    std::fflush(stdout);  // some parts take long
  };
  net::examine(wish, heard);
  if (!given.json)
    fmt::print("{} fault{}, {} warning{}.\n", faults, faults == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
  return faults == 0 ? kOk : kNegative;
}

}  // namespace

void add_doctor(Command program, int& status) {
  Command command =
      program.subcommand("doctor", "Check everything that a server needs; show what is wrong and how to fix it");
  auto given = std::make_shared<DoctorGiven>(command);
  command.flag("--json", given->json, "Print one JSON object per line");
  command.flag("--quick", given->quick, "Do not read the whole database for damage");
  command.footer(
      "Pass the settings of `cairn serve`. The check changes nothing, prints no secret,\n"
      "and works while the server runs. Exit code 1: it found a fault.\n"
      "See docs/hosting.md.");
  command.callback([given, &status] { status = run_doctor(*given); });
}

}  // namespace cairn::cli
