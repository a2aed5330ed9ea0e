// What is asked of the archive (server/protocol/archive_from_client.h): the query of an address.
#include "server/protocol/archive_from_client.h"

#include <string>

#include "fuzz/message.h"
#include "server/protocol/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size > 20'000) return -1;
  const auto text = fuzz::text_of(data, size);
  if (const auto query = read_query(text))
    for (const auto& [name, value] : *query)
      fuzz::require(name.size() + value.size() <= kMostQuery, "a query is bounded");
  if (const auto wish = fuzz::good(read_archive_wish(text, games()))) {
    fuzz::require(wish->query.options.size() <= kArchiveOptions, "options are bounded");
    fuzz::require(wish->query.options.empty() || !wish->query.game.empty(), "options are of a game");
    fuzz::require(wish->player.size() <= 100 && wish->against.size() <= 100, "names are bounded");
    const auto place = archive_place(to_text(wish->query.before));
    fuzz::require(place && place->ended_ms == wish->query.before.ended_ms, "a place has one text");
  }
  return 0;
}
