// How a JSON schema is written in C++: the words that the descriptions of our messages need. Each gives a schema as
// OpenAPI 3.1 has it (JSON Schema 2020-12). An object has what is named and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/view_json.h"

namespace cairn::schema {

struct Field {
  std::string name;
  Json schema;
  bool required = true;
};
Field must(std::string_view name, Json schema);
Field may(std::string_view name, Json schema);
Json object(const std::vector<Field>& fields);
Json ref(std::string_view name);  // a named schema of the document
Json text();
Json text(std::size_t least, std::size_t most);  // letters
Json matching(std::string_view pattern);         // a text, an ECMAScript pattern
Json word(std::string_view only);
Json words(const std::vector<std::string_view>& any);
Json language();  // "de", of those spoken here (notation/texts/language.h)
Json whole(std::int64_t least);
Json whole(std::int64_t least, std::int64_t most);
Json number();
Json time();  // milliseconds since 1970
Json yes_no();
Json always(bool value);
Json null();
Json list_of(Json item);
Json list_of(Json item, std::size_t least, std::size_t most);
Json map_of(Json value);  // an object with any names
Json nullable(const Json& schema);
Json any_of(const std::vector<Json>& schemas);
Json one_of(const std::vector<Json>& schemas);
Json described(Json schema, std::string_view description);

// The words of a closed list, from the `first` on, as long as there are some.
template <class Kind>
std::vector<std::string_view> words_of(std::string_view (*word_of)(Kind), int first = 0) {
  std::vector<std::string_view> list;
  for (int i = first; !word_of(static_cast<Kind>(i)).empty(); ++i) list.push_back(word_of(static_cast<Kind>(i)));
  return list;
}

}  // namespace cairn::schema
