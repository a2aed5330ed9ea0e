#include "server/store/club_lines.h"

#include <sodium.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "notation/sgf_charset.h"
#include "notation/stored_json.h"

namespace cairn {

namespace {

constexpr std::string_view kFormat = "cairn-club", kBytes = "base64";
constexpr std::int64_t kFormatVersion = 1;
constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;
constexpr std::string_view kTypes[] = {"integer", "real", "text", "bytes"};  // by ColumnType

std::string_view type_name(ColumnType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

void append_bytes(std::string& line, const unsigned char* data, std::size_t size) {
  std::string text(sodium_base64_encoded_len(size, kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), data, size, kBase64);
  text.pop_back();  // its zero
  line += "{\"" + std::string(kBytes) + "\":\"" + text + "\"}";
}

void append_cell(std::string& line, const SqlCell& cell) {
  if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    line += std::to_string(*number);
  } else if (const auto* real = std::get_if<double>(&cell)) {
    if (!std::isfinite(*real)) throw SqlError(SqlError::Kind::other, "a number is not finite");
    line += Json(*real).dump();  // the shortest text that gives the same number
  } else if (const auto* text = std::get_if<std::string>(&cell)) {
    if (sgf::is_utf8(*text))
      append_quoted(line, *text);
    else
      append_bytes(line, reinterpret_cast<const unsigned char*>(text->data()), text->size());
  } else if (const auto* bytes = std::get_if<SqlBlob>(&cell)) {
    append_bytes(line, bytes->data(), bytes->size());
  } else {
    line += "null";
  }
}

// {"base64":"..."}; false: it is something else.
bool read_bytes(const Json& json, SqlBlob& bytes) {
  if (!json.is_object() || json.size() != 1 || !json.contains(kBytes) || !json.at(kBytes).is_string()) return false;
  const auto& text = json.at(kBytes).get_ref<const std::string&>();
  bytes.resize(text.size() / 4 * 3 + 1);  // what is empty may have no address
  std::size_t size = 0;
  if (sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size, nullptr, kBase64) != 0)
    return false;
  bytes.resize(size);
  return true;
}

bool read_integer(const Json& json, SqlCell& cell) {
  if (!json.is_number_integer()) return false;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) return false;
  cell = json.get<std::int64_t>();
  return true;
}

bool read_cell(const Json& json, ColumnType type, SqlCell& cell) {
  SqlBlob bytes;
  if (json.is_null()) {
    cell = std::monostate{};
    return true;
  }
  switch (type) {
    case ColumnType::integer:
      return read_integer(json, cell);
    case ColumnType::real:
      if (!json.is_number()) return false;
      cell = json.get<double>() + 0.0;  // SQLite knows no -0
      return true;
    case ColumnType::text:
      if (json.is_string()) {
        cell = json.get<std::string>();
        return true;
      }
      if (!read_bytes(json, bytes)) return false;
      cell = std::string(bytes.begin(), bytes.end());
      return true;
    case ColumnType::bytes:
      if (!read_bytes(json, bytes)) return false;
      cell = std::move(bytes);
      return true;
  }
  return false;
}

std::string_view wanted_value(ColumnType type) {
  switch (type) {
    case ColumnType::integer:
      return "a whole number of 64 bits";
    case ColumnType::real:
      return "a number";
    case ColumnType::text:
      return "a string, or {\"base64\":\"...\"}";
    case ColumnType::bytes:
      return "{\"base64\":\"...\"}";
  }
  return "";
}

Json columns_json(const MovedTable& table) {
  Json columns = Json::array();
  for (const MovedColumn& column : table.columns)
    columns.push_back({{"name", column.name}, {"type", type_name(column.type)}});
  return columns;
}

std::string text_of_key(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

// -1: there is none.
std::int64_t number_of_key(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  SqlCell cell;
  return found != json.end() && read_integer(*found, cell) ? std::get<std::int64_t>(cell) : -1;
}

std::string schema_difference(const ClubManifest& manifest, std::int64_t newest) {
  if (manifest.schema < kFirstClubSchema)
    return "the files have schema version " + std::to_string(manifest.schema) +
           "; this program reads files from version " + std::to_string(kFirstClubSchema) + " on";
  if (manifest.schema <= newest) return {};
  return "the files have schema version " + std::to_string(manifest.schema) + ", this program knows " +
         std::to_string(newest) + "; use cairn " + manifest.program + ", which wrote these files, or a newer version";
}

std::string column_difference(const Json& columns, const MovedTable& table) {
  if (!columns.is_array()) return "the table " + table.name + " has no list of columns";
  if (columns == columns_json(table)) return {};
  std::set<std::string> there;
  for (const Json& column : columns) there.insert(text_of_key(column, "name"));
  for (const MovedColumn& column : table.columns)
    if (there.erase(column.name) == 0) return "the table " + table.name + " lacks the column " + column.name;
  if (!there.empty()) return "the table " + table.name + " has an unknown column: " + *there.begin();
  return "the columns of the table " + table.name + " have another order or other types than in this program";
}

}  // namespace

std::string club_line(const MovedTable& table, const SqlRow& row) {
  std::string line = "{";
  for (std::size_t i = 0; i < row.size(); ++i) {
    line += (i == 0 ? "\"" : ",\"") + table.columns[i].name + "\":";
    append_cell(line, row[i]);
  }
  line += '}';
  if (line.size() > kMostClubLine)
    throw SqlError(SqlError::Kind::other, "a row of " + table.name + " is too large for a line");
  return line;
}

std::string read_club_line(const MovedTable& table, std::string_view line, SqlRow& row) {
  const Json json = parse_stored_json(line);
  if (!json.is_object()) return "this is not a JSON object";
  row.assign(table.columns.size(), {});
  for (std::size_t i = 0; i < row.size(); ++i) {
    const MovedColumn& column = table.columns[i];
    const auto found = json.find(column.name);
    if (found == json.end()) return "the column " + column.name + " is missing";
    if (!read_cell(*found, column.type, row[i]))
      return "the column " + column.name + " must be " + std::string(wanted_value(column.type)) + ", or null";
  }
  if (json.size() != row.size())
    for (const auto& [key, value] : json.items())
      if (std::none_of(table.columns.begin(), table.columns.end(), [&](const auto& one) { return one.name == key; }))
        return "unknown column: " + key;
  return {};
}

std::string club_manifest_text(const ClubManifest& manifest, const MovePlan& plan) {
  Json tables = Json::array();
  std::int64_t rows = 0;
  MoveDigest all;
  for (std::size_t i = 0; i < plan.tables.size(); ++i) {
    const ClubTable& table = manifest.tables[i];
    tables.push_back({{"name", plan.tables[i].name},
                      {"rows", table.rows},
                      {"digest", table.digest.text()},
                      {"columns", columns_json(plan.tables[i])}});
    rows += table.rows;
    all += table.digest;
  }
  const Json json = {{"format", kFormat},           {"version", kFormatVersion},           {"schema", manifest.schema},
                     {"program", manifest.program}, {"exported_ms", manifest.exported_ms}, {"rows", rows},
                     {"digest", all.text()},        {"tables", std::move(tables)}};
  return json.dump(1) + "\n";
}

std::string read_club_schema(std::string_view text, std::int64_t newest, ClubManifest& manifest) {
  const Json json = parse_stored_json(text);
  if (text_of_key(json, "format") != kFormat)
    return "this does not describe a club: its \"format\" is not \"cairn-club\"";
  if (number_of_key(json, "version") != kFormatVersion)
    return "this program reads \"version\": 1 of the format; use the version of cairn that wrote it, or a newer one";
  manifest.schema = number_of_key(json, "schema");
  manifest.program = text_of_key(json, "program");
  manifest.exported_ms = number_of_key(json, "exported_ms");
  if (manifest.schema < 0 || manifest.program.empty()) return "\"schema\" or \"program\" is missing";
  return schema_difference(manifest, newest);
}

std::string read_club_tables(std::string_view text, const MovePlan& plan, ClubManifest& manifest) {
  const Json json = parse_stored_json(text);
  if (!json.contains("tables") || !json.at("tables").is_array()) return "\"tables\" is missing";
  manifest.tables.assign(plan.tables.size(), {-1, {}});
  for (const Json& one : json.at("tables")) {
    const std::string name = text_of_key(one, "name");
    const auto table =
        std::find_if(plan.tables.begin(), plan.tables.end(), [&](const auto& t) { return t.name == name; });
    if (table == plan.tables.end()) return "unknown table: " + name;
    ClubTable& known = manifest.tables[static_cast<std::size_t>(table - plan.tables.begin())];
    if (known.rows >= 0) return "the table " + name + " is described twice";
    if (std::string why = column_difference(one.contains("columns") ? one.at("columns") : Json(), *table); !why.empty())
      return why;
    known.rows = number_of_key(one, "rows");
    if (known.rows < 0 || !known.digest.read(text_of_key(one, "digest")))
      return "the table " + name + " lacks \"rows\" or \"digest\"";
  }
  std::int64_t rows = 0;
  MoveDigest all;
  for (std::size_t i = 0; i < plan.tables.size(); ++i) {
    if (manifest.tables[i].rows < 0) return "the table " + plan.tables[i].name + " is missing";
    rows += manifest.tables[i].rows;
    all += manifest.tables[i].digest;
  }
  if (rows != number_of_key(json, "rows") || all.text() != text_of_key(json, "digest"))
    return "its \"rows\" or \"digest\" are not the sums of its tables";
  return {};
}

}  // namespace cairn
