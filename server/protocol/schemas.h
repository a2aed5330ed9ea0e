// The shape of every message (docs/protocol.md), as named schemas of the OpenAPI document. One function a message:
// whoever changes what to_client.cpp, people_to_client.cpp or a reader says changes it here too; the tests hold both to
// it.
#pragma once

#include <string_view>
#include <vector>

#include "server/protocol/schema.h"

namespace cairn {

struct NamedSchema {
  std::string_view name;
  Json (*make)();
};

// What a refusal (an Error, a RefusedMessage) with one of these codes has more than any: `stale` has the state, ...
Json refused_with(const std::vector<std::string_view>& codes);

Json account_name();  // of a new one
Json request_id();    // that names what is asked, so that it can be sent again

std::vector<NamedSchema> game_schemas();        // what is told of games and tables
std::vector<NamedSchema> people_schemas();      // what is told of people
std::vector<NamedSchema> request_schemas();     // what clients say
std::vector<NamedSchema> talk_schemas();        // both, of what people say to each other
std::vector<NamedSchema> pairing_schemas();     // both, of games that people want with each other
std::vector<NamedSchema> tournament_schemas();  // both, of tournaments
std::vector<NamedSchema> archive_schemas();     // of finished games, and of streams
std::vector<NamedSchema> library_schemas();     // of collections of games
std::vector<NamedSchema> study_schemas();       // both, of studies
std::vector<NamedSchema> hook_schemas();        // both, of what is sent to people who are not looking
std::vector<NamedSchema> mail_schemas();        // both, of what is mailed
std::vector<NamedSchema> puzzle_schemas();      // both, of the daily puzzles
std::vector<NamedSchema> feed_schemas();        // of feeds
std::vector<NamedSchema> analysis_schemas();    // both, of analyses, and of parts of them that workers take
std::vector<NamedSchema> moderation_schemas();  // both, of what moderators do about ratings
std::vector<NamedSchema> site_schemas();        // both, of who may join and what everybody is told
std::vector<NamedSchema> work_schemas();        // both, of the bots' turns that workers take

}  // namespace cairn
