#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/game_file.h"
#include "notation/record.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kFileForms = "sgf|json|text", kReadFileForms = "sgf|json|text|gib|ngf|ugf|zip";
constexpr std::size_t kMostShown = 20;  // remarks, and moves that cannot be played

struct ConvertGiven {
  std::string file, from, to, output, game, charset;
  std::vector<std::string> options;
  std::size_t number = 0;
  bool info = false, strict = false;
};

std::optional<FileForm> form_to_write(const ConvertGiven& given) {
  if (!given.to.empty()) return find_form(given.to);
  const auto dot = given.output.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : lower(given.output.substr(dot + 1));
  return ending == "txt" ? FileForm::text : find_form(ending).value_or(FileForm::json);
}

template <class List, class Text>
void tell_some(const List& list, std::size_t all, std::string_view file, Text&& text) {
  for (std::size_t i = 0; i < std::min(list.size(), kMostShown); ++i)
    complain(said(in_file(std::string(file), text(list[i]))));
  if (all > kMostShown)
    complain(said(Message("cli-more-of-this-kind", "{file}: and {n} more of this kind",
                          {{"file", file}, {"n", all - kMostShown}})));
}

void print_info(const GameFile& file) {
  const AnnotatedGame& game = file.imported.game;
  const GameInfo& info = *find_game(game.game);
  constexpr std::string_view kNames[] = {"sgf", "json", "text", "gib", "ngf", "ugf", "zip"};
  const auto line = [](std::string_view name, std::string_view value) {
    if (!value.empty()) fmt::print("{:<11} {}\n", name, safe_text(value));
  };
  line("form", kNames[static_cast<std::size_t>(file.form)]);
  line("games", std::to_string(file.games));
  line("game", info.title);
  line("options", options_text(complete_options(info, game.config)));
  line("assumed", assumed_text(game));
  if (game.config.setup) line("start", "a position, " + game.config.setup->to_move + " to move");
  const View view = info.make(game.config).position.view(Viewer::referee);
  for (const auto& side : view.sides) {
    const Player& player = game.details.players[static_cast<std::size_t>(index(side.seat))];
    std::string text = player.name;
    if (!player.rank.empty()) text += (text.empty() ? "" : ", ") + player.rank;
    if (!player.team.empty()) text += (text.empty() ? "" : ", ") + player.team;
    line(side.name, text);
  }
  for (const DetailField& field : kDetailFields)
    if (field.key != "comment") line(field.key, game.details.*field.member);
  std::size_t moves = 0, variations = 0, comments = 0;
  for (const NodeIndex node : game.tree.main_line()) moves += tells_move(game.tree[node]) ? 1 : 0;
  for (NodeIndex node = 0; node < game.tree.size(); ++node) {
    variations += std::max<std::size_t>(game.tree.children(node).size(), 1) - 1;
    comments += game.tree[node].comment.empty() ? 0 : 1;
  }
  line("moves", std::to_string(moves));
  line("variations", std::to_string(variations));
  line("comments", std::to_string(comments));
  line("nodes", std::to_string(game.tree.size()));
}

int run(const ConvertGiven& given) {
  FileChoice choice;
  if (!given.from.empty()) {
    choice.form = find_read_form(given.from);
    if (!choice.form) return refuse("bad use", fmt::format("--from must be one of {}", kReadFileForms), false);
  }
  const auto to = form_to_write(given);
  if (!to) return refuse("bad use", fmt::format("--to must be one of {}", kFileForms), false);
  if (!given.game.empty()) {
    choice.info = find_game(given.game);
    if (!choice.info) return refuse("unknown game", unknown_game(given.game), false);
  }
  if (!given.options.empty() && !choice.info) return refuse("bad use", "--option needs --of GAME", false);
  if (choice.info && choice.form && choice.form != FileForm::text)
    return refuse("bad use", "--of GAME is for text only; SGF files and records name their game", false);
  for (const std::string& option : given.options) {
    const auto equals = option.find('=');
    choice.options.emplace_back(option.substr(0, equals), equals == std::string::npos ? "" : option.substr(equals + 1));
  }
  if (given.number > 0) choice.number = given.number;
  choice.charset = given.charset;
  choice.strictness = given.strict ? sgf::Strictness::strict : sgf::Strictness::lenient;

  const auto content = given.file == "-" ? read_input(kMaxGameFile) : read_file(given.file, kMaxGameFile);
  const std::string name = given.file == "-" ? "standard input" : given.file;
  if (!content) return refuse("bad file", not_read(given.file, kMaxGameFile), false);
  const GameFile file = read_game_file(*content, choice);
  const Imported& got = file.imported;
  if (!got.error.empty()) return refuse("bad file", in_file(name, got.error), false);
  tell_some(got.remarks, got.remarks.size(), name, [](const Message& text) { return text; });
  tell_some(got.faults, got.cut, name, [](const TreeFault& fault) { return fault.text; });

  std::string text;
  if (given.info) {
    print_info(file);
  } else if (*to == FileForm::text) {
    if (auto error = write_text(got.game, text); !error.empty()) return refuse("bad file", in_file(name, error), false);
  } else if (*to == FileForm::json) {
    text = json_text(record_json(got.game)) + "\n";
  } else {
    text = sgf::write(export_sgf(got.game, "Cairn:" CAIRN_VERSION));
  }
  if (given.output.empty() || given.output == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else if (!given.info && !write_file(given.output, text)) {
    return refuse("bad file", not_written(given.output), false);
  }
  return got.cut > 0 ? kNegative : kOk;
}

}  // namespace

void add_convert(Command program, int& status) {
  auto given = std::make_shared<ConvertGiven>();
  Command command = program.subcommand("convert", "Convert a game file: SGF, JSON, text, GIB, NGF, UGF, zip");
  command.option("FILE", given->file, "File to read; - is standard input").required();
  command.option("--to", given->to, "Format to write; default: the ending of -o, or json")
      .type_name(std::string(kFileForms));
  command.option("-o,--output", given->output, "File to write; default: standard output").type_name("FILE");
  command
      .option("--game", given->number,
              "Number of the game in an SGF collection or zip archive, from 1; default: the first")
      .type_name("N")
      .range(std::uint64_t{1}, std::uint64_t{1'000'000});
  command.flag("--info", given->info, "Show what the file contains instead of converting it");
  command.option("--from", given->from, "Format of the file; default: detected").type_name(std::string(kReadFileForms));
  command.option("--of", given->game, "For text: game whose moves these are").type_name("GAME");
  command.option("--option", given->options, "For text: option of the game, may be repeated")
      .type_name("KEY=VALUE")
      .one_value_each();
  command.option("--charset", given->charset, "Character set of the file; default: as the file declares, or detected")
      .type_name("NAME");
  command.flag("--strict", given->strict,
               "Refuse what the SGF standard forbids, instead of repairing and reporting it");
  command.footer(
      "Every move is checked. An illegal move and all moves after it are left out and\n"
      "reported on standard error (exit code 1). If the file cannot be read at all, the\n"
      "exit code is 2. Text contains the main line only, in the game's own notation or,\n"
      "for games without one, as moves for `cairn replay`.\n"
      "\n"
      "  cairn convert game.sgf -o game.json\n"
      "  cairn convert game.json --to sgf\n"
      "  cairn convert moves.txt --of GAME --option size=9 -o game.sgf");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
