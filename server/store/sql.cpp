#include "server/store/sql.h"

#include <charconv>

namespace cairn {

namespace {

// An engine that answers in text is read as text.
template <class T>
T number(const SqlRows::Cell& cell) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return static_cast<T>(*integer);
  if (const auto* real = std::get_if<double>(&cell)) return static_cast<T>(*real);
  T value{};
  if (const auto* text = std::get_if<std::string>(&cell)) {
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc{} || end != text->data() + text->size())
      throw SqlError(SqlError::Kind::other, "a column holds text where a number belongs");
  }
  return value;
}

}  // namespace

const SqlRows::Cell& SqlRows::cell(std::size_t row, std::size_t column) const {
  if (column >= columns_ || row >= size()) throw SqlError(SqlError::Kind::other, "a row or column is missing");
  return cells_[row * columns_ + column];
}

std::int64_t SqlRows::integer(std::size_t row, std::size_t column) const {
  return number<std::int64_t>(cell(row, column));
}

double SqlRows::real(std::size_t row, std::size_t column) const {
  return number<double>(cell(row, column));
}

std::string SqlRows::text(std::size_t row, std::size_t column) const {
  const Cell& found = cell(row, column);
  if (const auto* text = std::get_if<std::string>(&found)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&found)) return std::to_string(*integer);
  return {};
}

namespace {
// Of a column `lower_name` with the name of an account, as play/names.h has it. The index of accounts is by just this,
// so another one needs another index.
constexpr std::string_view kLikeness =
    "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(lower_name, '_', ''), '-', ''), '.', ''), "
    "'0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')";
}  // namespace

namespace {

constexpr std::string_view kAppendOnly = "{append_only ";

// Triggers by which a table with the key `id` takes new rows and nothing else.
std::string append_only_sql(const std::string& table, bool postgres) {
  const std::string refused = "'" + table + " takes new rows alone'";
  if (postgres)
    return "CREATE FUNCTION " + table + "_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION " +
           refused + "; END $$;\nCREATE TRIGGER " + table + "_rows BEFORE UPDATE OR DELETE ON " + table +
           " FOR EACH ROW EXECUTE FUNCTION " + table + "_grows();\nCREATE TRIGGER " + table +
           "_all BEFORE TRUNCATE ON " + table + " FOR EACH STATEMENT EXECUTE FUNCTION " + table + "_grows();\n";
  std::string sql;
  for (const char* way : {"UPDATE", "DELETE"})
    sql += "CREATE TRIGGER " + table + "_" + way + " BEFORE " + way + " ON " + table + " BEGIN SELECT RAISE(ABORT, " +
           refused + "); END;\n";
  // INSERT OR REPLACE deletes without the trigger above.
  return sql + "CREATE TRIGGER " + table + "_REPLACE BEFORE INSERT ON " + table + " WHEN EXISTS (SELECT 1 FROM " +
         table + " WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, " + refused + "); END;\n";
}

}  // namespace

std::string in_dialect(std::string_view sql, const SqlDialect& dialect) {
  const std::pair<std::string_view, std::string_view> words[] = {
      {"{key}", dialect.key},       {"{blob}", dialect.blob},  {"{rowless}", dialect.rowless}, {"{now}", dialect.now},
      {"{unheld}", dialect.unheld}, {"{likeness}", kLikeness}, {"{json}", dialect.json}};
  std::string out;
  while (!sql.empty()) {
    if (sql.starts_with(kAppendOnly)) {
      const std::size_t end = sql.find('}');
      out += append_only_sql(std::string(sql.substr(kAppendOnly.size(), end - kAppendOnly.size())),
                             dialect.rowless.empty());
      sql.remove_prefix(end + 1);
      continue;
    }
    bool found = false;
    for (const auto& [name, word] : words)
      if (sql.substr(0, name.size()) == name) {
        out += word;
        sql.remove_prefix(name.size());
        found = true;
        break;
      }
    if (found) continue;
    out += sql.front();
    sql.remove_prefix(1);
  }
  return out;
}

}  // namespace cairn
