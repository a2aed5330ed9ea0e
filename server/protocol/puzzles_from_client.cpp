#include "server/protocol/puzzles_from_client.h"

#include <algorithm>

#include "server/play/from_client.h"

namespace cairn {

namespace {

constexpr MessageText kForm("form-of-puzzle-answer",
                            R"(an answer is {"word":"C3"}, or {"give_up":true} for the solution)");

}  // namespace

std::variant<PuzzleAnswer, Fault> read_puzzle_answer(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"word", "give_up"}, kForm); !error.empty()) return Fault{std::move(error)};
  PuzzleAnswer out;
  if (object.contains("word") == object.contains("give_up")) return Fault{kForm};
  if (const auto up = object.find("give_up"); up != object.end()) {
    if (!up->is_boolean() || !up->get<bool>())
      return Fault{Message("giveup-can-only-true", "\"give_up\" must be true")};
    return out;
  }
  const auto* word = text_at(object, "word");
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (word == nullptr || word->empty() || word->size() > kMaxWord || std::any_of(word->begin(), word->end(), blank))
    return Fault{Message("word-must-move-legal", "\"word\" must be a move from \"legal\", at most {most} bytes",
                         {{"most", kMaxWord}})};
  out.word = *word;
  return out;
}

}  // namespace cairn
