// The exports for files: games with variations and comments, read from any form and written in any.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/wasm/face.h"
#include "notation/board_mail.h"
#include "notation/game_file.h"
#include "notation/record.h"

namespace {

using cairn::Json;
using cairn::Message;
using cairn::wasm::json_answer;
using cairn::wasm::last_error;
using cairn::wasm::text;

constexpr std::string_view kProgram = "Cairn:" CAIRN_VERSION;

const char* refuse(cairn::CodedMessage why) {
  last_error() = std::move(why);
  return nullptr;
}

const char* read_file(std::string_view wish_text) {
  const Json wish = cairn::parse_json(wish_text);
  if (!wish.is_object() || !wish.contains("text") || !wish["text"].is_string())
    return refuse(
        Message("form-of-file-wish", R"(to read a file, send {"text":"...","game":"...","options":{...},"number":1})"));
  cairn::FileChoice choice;
  choice.charset = "UTF-8";  // whoever reads the bytes has made Unicode of them
  if (wish.contains("number")) {
    if (!wish["number"].is_number_unsigned())
      return refuse(
          Message("number-counts-games-file", "\"number\" must be 1 or more: the first game of a file is number 1"));
    choice.number = wish["number"].get<std::size_t>();
  }
  const std::string words = wish["text"].get<std::string>();
  // The game is asked for where the file does not tell it.
  if (wish.contains("game") && cairn::form_of(words) == cairn::FileForm::text && !cairn::looks_like_board_mail(words)) {
    const std::string name = wish["game"].is_string() ? wish["game"].get<std::string>() : "";
    choice.info = cairn::find_game(name);
    if (!choice.info) return refuse(cairn::unknown_game(name));
    if (wish.contains("options")) {
      if (auto wrong = cairn::read_options(wish["options"], choice.options); !wrong.empty()) return refuse(wrong);
    }
  }
  const cairn::GameFile file = cairn::read_game_file(words, choice);
  if (!file.imported.error.empty()) return refuse(file.imported.error);
  Json remarks = cairn::messages_json(file.imported.remarks);
  if (const std::string assumed = cairn::assumed_text(file.imported.game); !assumed.empty())
    remarks.push_back(cairn::message_json(
        Message("file-does-not-tell", "the file leaves something out; assumed: {what}", {{"what", assumed}})));
  Json faults = Json::array();
  for (const cairn::TreeFault& fault : file.imported.faults) faults.push_back(cairn::message_json(fault.text));
  return json_answer(Json{{"games", file.games},
                          {"record", cairn::record_json(file.imported.game)},
                          {"remarks", std::move(remarks)},
                          {"faults", std::move(faults)},
                          {"cut", file.imported.cut}});
}

const char* write_file(std::string_view wish_text) {
  const Json wish = cairn::parse_json(wish_text);
  const auto form = wish.is_object() && wish.contains("form") && wish["form"].is_string()
                        ? cairn::find_form(wish["form"].get<std::string>())
                        : std::nullopt;
  if (!form || !wish.contains("record"))
    return refuse(
        Message("form-of-file-written", R"(to write a file, send {"form":"sgf" or "json" or "text","record":{...}})"));
  cairn::AnnotatedGame game;
  if (auto wrong = cairn::read_record(cairn::json_text(wish["record"]), game); !wrong.empty()) return refuse(wrong);
  cairn::Checked checked = cairn::check_and_cut(game);
  if (!checked.error.empty()) return refuse(checked.error);
  if (!checked.faults.empty()) return refuse(checked.faults.front().text);
  cairn::fill_result(game);
  if (*form == cairn::FileForm::json) return text(cairn::json_text(cairn::record_json(game)));
  if (*form == cairn::FileForm::sgf) return text(cairn::sgf::write(cairn::export_sgf(game, kProgram)));
  std::string words;
  if (auto wrong = cairn::write_text(game, words); !wrong.empty()) return refuse(wrong);
  return text(words);
}

}  // namespace

CAIRN_EXPORT(cairn_file_read) const char* cairn_file_read(const char* wish, std::uint32_t size) {
  return read_file({wish, size});
}
CAIRN_EXPORT(cairn_file_write) const char* cairn_file_write(const char* wish, std::uint32_t size) {
  return write_file({wish, size});
}
