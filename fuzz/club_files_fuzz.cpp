// The files of a club (server/store/club_lines.h): a line of a table, or club.json where the text has a line feed. What
// is read is written as a text that gives the same again.
#include "fuzz/fuzz.h"
#include "server/store/club_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  static const MovePlan plan = [] {
    MovedTable table;
    table.name = "t";
    table.columns = {
        {"i", ColumnType::integer}, {"r", ColumnType::real}, {"t", ColumnType::text}, {"b", ColumnType::bytes}};
    return MovePlan{49, {table}, {}};
  }();
  if (size > 20'000) return -1;
  const auto text = fuzz::text_of(data, size);
  if (text.find('\n') != std::string_view::npos) {
    ClubManifest manifest, again;
    if (read_club_schema(text, 99, manifest).empty() && read_club_tables(text, plan, manifest).empty()) {
      fuzz::require(manifest.tables.size() == 1 && manifest.tables[0].rows >= 0, "each table has its number of rows");
      const std::string written = club_manifest_text(manifest, plan);
      const std::string why = read_club_schema(written, 99, again) + read_club_tables(written, plan, again);
      fuzz::require(why.empty() && again.tables[0].digest == manifest.tables[0].digest,
                    "a manifest is read as written");
    }
    return 0;
  }
  SqlRow row, again;
  if (!read_club_line(plan.tables[0], text, row).empty()) return 0;
  const std::string line = club_line(plan.tables[0], row);
  fuzz::require(line.find('\n') == std::string::npos, "a row is one line");
  fuzz::require(read_club_line(plan.tables[0], line, again).empty() && again == row, "a row is read as written");
  return 0;
}
