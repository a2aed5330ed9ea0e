#include "server/protocol/libraries_from_client.h"

#include <algorithm>
#include <charconv>

#include "core/text.h"
#include "notation/view_json.h"
#include "server/base/days.h"
#include "server/protocol/libraries_to_client.h"
#include "server/protocol/query.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

Message read_library_day(LibraryQuery& query, std::string_view name, std::string_view value) {
  const auto digits = [&](std::size_t from, std::size_t count) {
    return std::all_of(value.begin() + static_cast<std::ptrdiff_t>(from),
                       value.begin() + static_cast<std::ptrdiff_t>(from + count), is_digit);
  };
  const bool day =
      value.size() == 10 && digits(0, 4) && value[4] == '-' && digits(5, 2) && value[7] == '-' && digits(8, 2);
  const std::int64_t number = day ? first_day(value) : kNoDay;
  if (number == kNoDay)
    return Message("filter-day", "\"{name}\" must be a day such as 2026-11-22", {{"name", shortened(name)}});
  (name == "since" ? query.since_day : query.until_day) = number;
  return {};
}

Message read_library_part(LibraryWish& out, const std::string& name, const std::string& value) {
  LibraryQuery& query = out.query;
  if (name == "player" || name == "against" || name == "event") {
    if (value.size() > kMostLibraryWord)
      return Message("library-word-long", "\"{name}\" can have at most {n} bytes",
                     {{"name", name}, {"n", kMostLibraryWord}});
    (name == "player" ? query.player : name == "against" ? query.against : query.event) = value;
    return {};
  }
  if (name == "since" || name == "until") return read_library_day(query, name, value);
  if (name == "result") {
    query.ending = ending_of_word(value);
    return query.ending ? Message()
                        : Message("library-result-one-of",
                                  "\"result\" must be first, second, third, fourth (the winner), drawn or unknown");
  }
  if (name == "after") {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), query.after);
    const bool good = error == std::errc{} && end == value.data() + value.size() && query.after >= 0;
    return good ? Message()
                : Message("library-after", "\"after\" must be the value of \"next\" in the previous response");
  }
  if (name == "position") {
    if (out.info == nullptr) return Message("library-position-game", "\"position\" needs a \"game\"");
    out.position = value;
    return {};
  }
  if (name == "pattern") {
    if (out.info == nullptr || query.game_class.empty())
      return Message("library-pattern-game", "\"pattern\" needs a \"game\" and a \"size\"");
    out.pattern = value;
    return {};
  }
  if (name == "place") {
    const auto found = std::find(kPatternPlaceWords.begin(), kPatternPlaceWords.end(), value);
    if (found == kPatternPlaceWords.end()) return Message("pattern-place", "\"place\" must be corner or side");
    out.place = static_cast<PatternPlace>(found - kPatternPlaceWords.begin());
    return {};
  }
  if (name == "game" || name == "size") return {};  // read before
  return Message(
      "library-filter-unknown", "\"{name}\" is not a known filter; the filters of a library are {list}",
      {{"name", shortened(name)},
       {"list", "player, against, event, game, size, since, until, result, position, pattern, place, after"}});
}

}  // namespace

std::variant<LibraryWish, Fault> read_library_wish(std::string_view library, std::string_view target,
                                                   std::span<const GameInfo> games) {
  const auto query = read_query(target);
  if (!query) return Fault{kNoQuery};
  LibraryWish out;
  out.query.library = library;
  if (const std::string* name = value_in(*query, "game"); name != nullptr) {
    out.info = find_game(*name, games);
    if (out.info == nullptr) return Fault{unknown_game(*name)};
    out.query.game = out.info->name;
  }
  if (const std::string* size = value_in(*query, "size"); size != nullptr) {
    if (out.info == nullptr) return Fault{Message("library-size-game", "\"size\" needs a \"game\"")};
    out.options = {{"size", *size}};
    if (const Made made = out.info->make({out.options, std::nullopt}); !made.error.empty()) return Fault{made.error};
    out.query.game_class = rating_class_of(out.query.game, out.info->complete(out.options));
  }
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : *query) {
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      return Fault{Message("filter-twice", "\"{name}\" is given twice", {{"name", shortened(name)}})};
    seen.emplace_back(name);
    if (auto wrong = read_library_part(out, name, value); !wrong.empty()) return Fault{std::move(wrong)};
  }
  if (!out.position.empty() && !out.pattern.empty())
    return Fault{Message("library-position-or-pattern", "a search can have a \"position\" or a \"pattern\", not both")};
  return out;
}

}  // namespace cairn
