// The text of a club as files (club_files.h): a row as a line of JSON, and club.json, which says what the files hold.
// docs/club-files.md has the format. Reads nothing but text: any bytes give a row or a reason.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/move_plan.h"

namespace cairn {

inline constexpr std::size_t kMostClubLine = std::size_t{256} << 20;  // bytes
inline constexpr std::int64_t kFirstClubSchema = 48;                  // an import looks at tables that older ones lack

// {"id":1,"name":"Ann","code_hash":{"base64":"..."}}: all columns, in the order of the table. A text that is no UTF-8
// has {"base64":"..."}, too. SqlError where a number is not finite, or the line would be longer than kMostClubLine.
std::string club_line(const MovedTable& table, const SqlRow& row);
// "" or what is wrong.
std::string read_club_line(const MovedTable& table, std::string_view line, SqlRow& row);

struct ClubTable {
  std::int64_t rows = 0;
  MoveDigest digest;
};
struct ClubManifest {
  std::int64_t schema = 0;  // the number of migrations
  std::string program;      // that wrote it: "0.2.0"
  std::int64_t exported_ms = 0;
  std::vector<ClubTable> tables;  // in the order of the plan
};
std::string club_manifest_text(const ClubManifest& manifest, const MovePlan& plan);
// "" or what is wrong. First the schema, which is at most `newest`, then the tables, which must be those of its plan.
std::string read_club_schema(std::string_view text, std::int64_t newest, ClubManifest& manifest);
std::string read_club_tables(std::string_view text, const MovePlan& plan, ClubManifest& manifest);

}  // namespace cairn
