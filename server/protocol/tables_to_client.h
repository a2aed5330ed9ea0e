// Tables as the wire has them: answers, frames of a socket, lines of a stream. What is said of a game itself stands in
// server/play/to_client.h.
#pragma once

#include <span>
#include <string>

#include "server/protocol/replies.h"
#include "server/tables/streams.h"
#include "server/tables/table_service.h"

namespace cairn {

std::string game_list_text(std::span<const GameInfo> games);  // GameList

std::string to_client(const TableView& view);        // State
std::string to_client(const CreatedTable& created);  // CreatedTable
std::string to_client(const CommandAnswer& answer);  // Reply
Reply to_client(const GameExport& file);

// Frames of a socket: {"type":"refused",...} with the request's name, {"type":"reply",...}.
std::string refused_frame(const std::string& request, const Refusal& refusal);
std::string reply_frame(const CommandAnswer& answer);

Json to_client(const TableNews& news);              // {"type":"table",...}
std::string lines_text(const Streams::Part& part);  // with {"type":"ready",...} behind the last part

}  // namespace cairn
