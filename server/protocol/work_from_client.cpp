#include "server/protocol/work_from_client.h"

#include <charconv>

#include "server/play/from_client.h"

namespace cairn {

namespace {

constexpr MessageText kTakeForm("form-of-take", R"(to take a turn, send {"rules":1,"wait":5})");
constexpr MessageText kTurnForm(
    "form-of-turn", R"(an answer is {"table":"...","lease":"...","number":12,"word":"A1"}, or has "words" or )"
                    R"("failure" instead of "word", or none of them)");

}  // namespace

Message read_count(const Json& object, const char* key, int most, int& out) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer() || *found < 0 || *found > most)
    return Message("must-whole-number-from", "\"{key}\" must be a whole number from {least} to {most}",
                   {{"key", shortened(key)}, {"least", 0}, {"most", most}});
  out = found->get<int>();
  return {};
}

bool read_lease_id(std::string_view text, std::int64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() && out > 0 && text.front() != '0';
}

std::variant<WorkWish, Fault> read_work_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"rules", "wait"}, kTakeForm); !error.empty()) return Fault{std::move(error)};
  WorkWish out;
  if (auto error = read_count(object, "rules", kMaxVersion, out.rules); !error.empty()) return Fault{std::move(error)};
  if (auto error = read_count(object, "wait", kMostWorkWait, out.wait); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<WorkAnswer, Fault> read_work_answer(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"table", "lease", "number", "word", "words", "failure"}, kTurnForm);
      !error.empty())
    return Fault{std::move(error)};
  WorkAnswer out;
  const auto* table = text_at(object, "table");
  if (table == nullptr || !good_request(*table))
    return Fault{Message("table-must-name-came-turn", "\"table\" must be the name that you got with the turn")};
  out.table = *table;
  const auto* lease = text_at(object, "lease");
  if (lease == nullptr || !read_lease_id(*lease, out.lease))
    return Fault{Message("lease-must-text-came-turn", "\"lease\" must be the text that you got with the turn")};
  if (auto error = read_count(object, "number", kMaxVersion, out.number); !error.empty())
    return Fault{std::move(error)};
  if (object.contains("word") || object.contains("words"))
    if (auto error = read_command_words(object, out.words); !error.empty()) return Fault{std::move(error)};
  if (object.contains("failure")) {
    const auto* given = text_at(object, "failure");
    if (given == nullptr || given->empty() || given->size() > kMostWorkFailure || !plain_text(*given, kMostWorkFailure))
      return Fault{Message("failure-must-text-most-letters", "\"failure\" must be a text of 1 to {most} letters",
                           {{"most", kMostWorkFailure}})};
    out.failure = *given;
  }
  if (!out.words.empty() && !out.failure.empty())
    return Fault{Message("turn-words-failure", "a turn has words or a failure; {why}", {{"why", kTurnForm}})};
  return out;
}

}  // namespace cairn
