// cairn verify: checks a strategy that `cairn solve --certificate` wrote.
#include <fmt/core.h>

#include <memory>

#include "apps/cairn/certificate_file.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/terminal.h"
#include "games/ai_exact.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

struct VerifyGiven {
  std::string file;
  bool json = false;
};

int run(const VerifyGiven& given) {
  interrupted();
  const auto wrong = [&](const std::string& text) {
    return refuse("bad certificate", given.file + ": " + text, given.json);
  };
  const auto bytes = read_file(given.file, kMaxGameFile);
  if (!bytes) return refuse("bad certificate", not_read(given.file, kMaxGameFile), given.json);
  CertificateFile file;
  if (auto fault = read_certificate(*bytes, file); !fault.empty()) return wrong(fault);
  const GameInfo* info = find_game(file.game);
  if (info == nullptr) return wrong(unknown_game(file.game));
  const Solving* solving = solving_of(*info);
  if (solving == nullptr) return wrong("there is no solver for " + std::string(info->title));
  Made made = info->make({file.options, {}});
  if (!made.error.empty()) return wrong(made.error);
  if (auto reason = solving->refusal(made.position); !reason.empty()) return wrong(reason);
  std::vector<Position> game{std::move(made.position)};
  for (const std::string& word : file.moves) {
    game.push_back(game.back());
    EventLog log;
    if (game.back().to_act().empty() || game.back().play(game.back().to_act().front(), word, log) != Reason::none)
      return wrong("move \"" + word.substr(0, 40) + "\" is illegal");
  }
  const std::string fault = solving->verify(game, file.strategy, [] { return !interrupted(); });
  if (interrupted()) return kInterrupted;
  if (given.json)
    fmt::print("{}\n", json_text({{"proven", fault.empty()}, {"fault", fault.empty() ? Json() : Json(fault)}}));
  else if (fault.empty())
    fmt::print(
        "proven: {}, with {} replies\n",
        claim_text(side_name(game.back().view(Viewer::referee), seat_at(file.strategy.winner)), file.strategy.aim),
        file.strategy.replies.size());
  else
    fmt::print("not proven: {}\n", fault);
  return fault.empty() ? kOk : kNegative;
}

}  // namespace

void add_verify(Command program, int& status) {
  auto given = std::make_shared<VerifyGiven>();
  Command command = program.subcommand("verify", "Check a winner's strategy");
  command.option("FILE", given->file, "Certificate that `cairn solve --certificate` wrote").required();
  command.flag("--json", given->json, "Print one line of JSON");
  command.footer(
      "Plays the strategy against every reply. Prints \"proven\", or where the strategy\nfails (exit code 1).\n\n  "
      "cairn verify win.proof");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
