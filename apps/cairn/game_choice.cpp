#include "apps/cairn/game_choice.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/cairn/commands.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

Started failed(std::string_view fault, Message message) {
  Started started;
  started.fault = fault;
  started.message = std::move(message);
  return started;
}

}  // namespace

void add_game_choice(Command command, GameChoice& choice, bool required) {
  command.option("GAME", choice.game, "Game; `cairn games` lists them").required(required);
  add_game_options(command, choice);
}

void add_game_options(Command command, GameChoice& choice) {
  command.option("-o,--option", choice.options, "Option of the game, may be repeated; `cairn games GAME` lists them")
      .type_name("KEY=VALUE")
      .one_value_each();
  command
      .option("--position", choice.position,
              R"(Start from a position: a file, or {"board":[...],"to_move":"SIDE"} in the form of `replay --json`)")
      .type_name("FILE|JSON");
}

Started start(const GameChoice& choice) {
  Started started;
  started.info = find_game(choice.game);
  if (!started.info) return failed("unknown game", unknown_game(choice.game));
  for (const std::string& option : choice.options) {
    const auto equals = option.find('=');
    started.config.options.emplace_back(trim(std::string_view(option).substr(0, equals)),
                                        equals == std::string::npos ? "" : option.substr(equals + 1));
  }
  if (const auto given = trim(choice.position); !given.empty()) {
    std::string text(given);
    if (given.front() != '{') {
      const auto content = read_file(text);
      if (!content) return failed("bad position", bad_position(not_read(text)));
      text = *content;
    }
    const Json json = parse_json(text);
    Setup setup;
    if (json.is_discarded())
      return failed(
          "bad position",
          bad_position(Message("cli-position-not-json",
                               "this is not JSON; a position is {\"board\":[\"...\",...],\"to_move\":\"SIDE\"}")));
    if (auto error = read_setup(json, setup); !error.empty()) return failed("bad position", std::move(error));
    started.config.setup = std::move(setup);
  }
  Made made = started.info->make(started.config);
  if (!made.error.empty()) {
    const bool options_good = started.config.setup && started.info->make({started.config.options, {}}).error.empty();
    return failed(options_good ? "bad position" : "bad option", std::move(made.error));
  }
  started.position = std::move(made.position);
  return started;
}

std::string options_text(const OptionValues& options) {
  std::string text;
  for (const auto& [name, value] : options)
    text += (text.empty() ? "" : " ") + name + (value.empty() ? "" : "=" + value);
  return text;
}

Message in_file(const std::string& file, const Message& why) {
  return Message("cli-in-file", "{file}: {why}", {{"file", file}, {"why", why}});
}

Message not_read(const std::string& file, std::size_t most) {
  const auto mib = static_cast<std::int64_t>(most >> 20);
  if (file == "-")
    return Message("cli-input-not-read", "standard input cannot be read, or is larger than {n} MiB", {{"n", mib}});
  std::error_code error;
  const auto there = std::filesystem::status(file, error);
  if (!std::filesystem::exists(there))
    return Message("cli-no-such-file", "there is no file \"{file}\"", {{"file", file}});
  if (std::filesystem::is_directory(there))
    return Message("cli-file-is-folder", "\"{file}\" is a folder; give a file", {{"file", file}});
  if (const auto size = std::filesystem::file_size(file, error); !error && size > most)
    return Message("cli-file-too-large", "the file \"{file}\" is larger than {n} MiB", {{"file", file}, {"n", mib}});
  return Message("cli-file-not-read", "the file \"{file}\" cannot be read; check its permissions", {{"file", file}});
}

Message not_written(const std::string& file) {
  return Message("cli-not-written", "{file} cannot be written", {{"file", file}});
}

Message no_board_size() {
  return Message("cli-no-board-size",
                 "--board must be one of auto, large, medium, small or plain (one grid per level)");
}

int refuse(std::string_view fault, const Message& message, bool json) {
  if (json) {
    const Json line = {{"error", fault}, {"message", message.english()}};
    std::printf("%s\n", json_text(line).c_str());
  }
  complain(said(message));
  return kBadUse;
}

namespace {

std::optional<std::string> read_all(std::istream& in, std::size_t most) {
  std::string content;
  char block[4096];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    content.append(block, static_cast<std::size_t>(in.gcount()));
    if (content.size() > most) return std::nullopt;
  }
  if (in.bad()) return std::nullopt;
  return content;
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t most) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return read_all(in, most);
}

std::optional<std::string> read_input(std::size_t most) {
  return read_all(std::cin, most);
}

bool write_file(const std::string& path, std::string_view content) {
  const std::string fresh = path + ".new";
  std::ofstream out(fresh, std::ios::binary);
  out << content;
  out.close();
  if (out && std::rename(fresh.c_str(), path.c_str()) == 0) return true;
  std::remove(fresh.c_str());
  return false;
}

}  // namespace cairn::cli
