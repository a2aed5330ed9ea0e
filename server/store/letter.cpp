#include "server/store/letter.h"

#include <array>
#include <utility>

#include "server/base/push.h"
#include "server/play/fields.h"

namespace cairn {

namespace {

constexpr std::array kFields = {std::pair("subject", &Letter::subject), std::pair("text", &Letter::text),
                                std::pair("thread", &Letter::thread),   std::pair("reply", &Letter::reply),
                                std::pair("alt", &Letter::alt),         std::pair("language", &Letter::language)};

}  // namespace

Notice letter_notice(std::int64_t person, std::string id, const Letter& letter, std::int64_t at_ms) {
  Json facts = Json::object();
  for (const auto& [name, field] : kFields)
    if (!(letter.*field).empty()) facts[name] = letter.*field;
  if (!letter.picture.empty()) facts["picture"] = to_base64url(letter.picture);
  return {person, NoticeKind::letter, std::move(id), json_text(facts), at_ms};
}

std::optional<Letter> letter_from(std::string_view facts) {
  const Json object = parse_json(facts);
  if (!object.is_object()) return std::nullopt;
  Letter out;
  for (const auto& [name, field] : kFields)
    if (const auto* text = text_at(object, name)) out.*field = *text;
  if (const auto* picture = text_at(object, "picture")) out.picture = from_base64url(*picture).value_or("");
  if (out.subject.empty()) return std::nullopt;
  return out;
}

}  // namespace cairn
