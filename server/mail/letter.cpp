#include "server/mail/letter.h"

#include <array>
#include <utility>

#include "server/protocol/fields.h"

namespace cairn {

namespace {

constexpr std::array kFields = {std::pair("subject", &Letter::subject), std::pair("text", &Letter::text),
                                std::pair("svg", &Letter::svg), std::pair("thread", &Letter::thread),
                                std::pair("reply", &Letter::reply)};

}  // namespace

Notice letter_notice(std::int64_t person, std::string id, const Letter& letter, std::int64_t at_ms) {
  Json facts = Json::object();
  for (const auto& [name, field] : kFields)
    if (!(letter.*field).empty()) facts[name] = letter.*field;
  return {person, NoticeKind::letter, std::move(id), json_text(facts), at_ms};
}

std::optional<Letter> letter_from(std::string_view facts) {
  const Json object = parse_json(facts);
  if (!object.is_object()) return std::nullopt;
  Letter out;
  for (const auto& [name, field] : kFields)
    if (const auto* text = text_at(object, name)) out.*field = *text;
  if (out.subject.empty()) return std::nullopt;
  return out;
}

}  // namespace cairn
