#include "server/store/move_plan.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <set>

#include "core/text.h"
#include "notation/sgf_charset.h"
#include "server/base/tokens.h"
#include "server/store/migrations.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

constexpr std::string_view kStayBehind[] = {"instances", "tried_writes", "moving", "moved_tables", "replica_marks"};
constexpr std::size_t kManyBytes = 4 << 20, kFewBytes = 1 << 20;  // of the rows that are read at once
constexpr std::int64_t kMostRows = 2'000;

std::string in_quotes(const std::string& name) {
  return '"' + name + '"';
}

ColumnType type_of(const std::string& table, const std::string& column, const std::string& declared) {
  if (declared == "INTEGER" || declared == "BIGINT") return ColumnType::integer;
  if (declared == "DOUBLE PRECISION") return ColumnType::real;
  if (declared == "TEXT") return ColumnType::text;
  if (declared == "BLOB") return ColumnType::bytes;
  throw SqlError(SqlError::Kind::other,
                 "a move cannot copy a column of the type of " + table + "." + column + ": \"" + declared + "\"");
}

MovedTable read_moved_table(SqlConnection& db, const std::string& name) {
  MovedTable table;
  table.name = name;
  const SqlRows rows = db.run("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", {name});
  std::map<std::int64_t, std::size_t> key;  // by its place there
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.columns.push_back({rows.text(i, 0), type_of(name, rows.text(i, 0), rows.text(i, 1))});
    if (rows.integer(i, 2) > 0) key[rows.integer(i, 2)] = i;
  }
  for (const auto& [place, column] : key) table.key.push_back(column);
  return table;
}

// "a", "b" or $3, $4
std::string listed(std::size_t count, const auto& what) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + what(i);
  return text;
}

void write_statements(MovedTable& table) {
  const auto column = [&](std::size_t i) { return in_quotes(table.columns[i].name); };
  const auto key = [&](std::size_t i) { return column(table.key[i]); };
  const auto value = [](std::size_t i) { return "$" + std::to_string(i + 1); };
  const std::size_t keys = table.key.size();
  const std::string name = in_quotes(table.name), columns = listed(table.columns.size(), column),
                    all = "SELECT " + columns + " FROM " + name;
  table.count_sql = "SELECT COUNT(*) FROM " + name;
  table.insert_sql = "INSERT INTO " + name + " (" + columns + ") VALUES (" + listed(table.columns.size(), value) + ")";
  if (keys == 0) {
    table.first_sql = all;
    return;
  }
  const std::string order = " ORDER BY " + listed(keys, key) + " LIMIT ";
  table.first_sql = all + order + "$1";
  table.next_sql = all + " WHERE (" + listed(keys, key) + ") > (" + listed(keys, value) + ")" + order + value(keys);
}

// Those that it refers to, first.
void put(SqlConnection& db, const std::string& name, std::set<std::string>& seen, std::vector<std::string>& order) {
  if (!seen.insert(name).second) return;
  const SqlRows others = db.run(R"(SELECT "table" FROM pragma_foreign_key_list($1))", {name});
  for (std::size_t i = 0; i < others.size(); ++i) put(db, others.text(i, 0), seen, order);
  order.push_back(name);
}

std::size_t bytes_of_row(const SqlRow& row) {
  std::size_t bytes = 0;
  for (const SqlCell& cell : row) {
    bytes += 16;
    if (const auto* text = std::get_if<std::string>(&cell)) bytes += text->size();
    if (const auto* blob = std::get_if<SqlBlob>(&cell)) bytes += blob->size();
  }
  return bytes;
}

// PostgreSQL takes no zero bytes and nothing but UTF-8. Other bytes are read as Windows-1252, which loses none of them.
bool mend_text(std::string& text) {
  bool mended = false;
  if (!sgf::is_utf8(text)) {
    text = sgf::to_utf8(text, sgf::Charset::windows1252);
    mended = true;
  }
  for (auto at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) {
    text.replace(at, 1, "\xEF\xBF\xBD");
    mended = true;
  }
  return mended;
}

// A number of a column, which PostgreSQL told as a text.
template <class Number>
void read_number(const MovedTable& table, SqlCell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  if (text == nullptr) return;
  Number number{};
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc{} || end != text->data() + text->size())
    throw SqlError(SqlError::Kind::other, "the table " + table.name + " holds text where a number belongs");
  cell = number;
}

// A cell as its column has it.
void give_type(const MovedTable& table, ColumnType type, SqlCell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return;
  if (type == ColumnType::integer) read_number<std::int64_t>(table, cell);
  if (type == ColumnType::real) {
    read_number<double>(table, cell);
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) cell = static_cast<double>(*integer);
    if (auto* real = std::get_if<double>(&cell)) *real += 0.0;  // SQLite knows no -0
  }
  if (type == ColumnType::bytes)
    if (const auto* text = std::get_if<std::string>(&cell)) cell = SqlBlob(text->begin(), text->end());
  if (type == ColumnType::text)
    if (const auto* blob = std::get_if<SqlBlob>(&cell)) cell = std::string(blob->begin(), blob->end());
  constexpr std::size_t kHeld[] = {1, 2, 3, 4};
  if (cell.index() != kHeld[static_cast<std::size_t>(type)])
    throw SqlError(SqlError::Kind::other, "the table " + table.name + " holds a value of another type");
}

// A key as a text: i12,t6162,b00ff.
std::string key_text(const MovedTable& table, const SqlRow& row) {
  std::string out;
  for (const std::size_t column : table.key) {
    if (!out.empty()) out += ',';
    if (const auto* number = std::get_if<std::int64_t>(&row[column])) out += 'i' + std::to_string(*number);
    if (const auto* text = std::get_if<std::string>(&row[column]))
      out += 't' + hex_of({reinterpret_cast<const unsigned char*>(text->data()), text->size()});
    if (const auto* blob = std::get_if<SqlBlob>(&row[column])) out += 'b' + hex_of(*blob);
  }
  return out;
}

SqlRow read_key(std::string_view text) {
  SqlRow key;
  for (const std::string_view part : split(text, ',')) {
    const std::string_view rest = part.substr(1);
    if (part.front() == 'i') {
      std::int64_t number = 0;
      std::from_chars(rest.data(), rest.data() + rest.size(), number);
      key.emplace_back(number);
      continue;
    }
    SqlBlob held(rest.size() / 2);
    sodium_hex2bin(held.data(), held.size(), rest.data(), rest.size(), nullptr, nullptr, nullptr);
    if (part.front() == 'b')
      key.emplace_back(std::move(held));
    else
      key.emplace_back(std::string(held.begin(), held.end()));
  }
  return key;
}

void put_number(std::string& into, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) into += static_cast<char>((number >> shift) & 0xFF);
}

std::uint64_t taken_number(const unsigned char* from) {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number |= std::uint64_t{from[i]} << (8 * i);
  return number;
}

}  // namespace

bool stays_behind(std::string_view table) {
  return std::find(std::begin(kStayBehind), std::end(kStayBehind), table) != std::end(kStayBehind);
}

bool is_postgres(const SqlConnection& db) {
  return db.dialect().rowless.empty();
}

MovePlan move_plan(std::int64_t schema) {
  const auto db = connect_sqlite(":memory:");
  migrate(*db, schema);
  const SqlRows names =
      db->run("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name");
  std::set<std::string> seen;
  std::vector<std::string> order;
  for (std::size_t i = 0; i < names.size(); ++i) put(*db, names.text(i, 0), seen, order);
  MovePlan plan;
  plan.schema = schema;
  plan.tables.reserve(order.size());
  for (const std::string& name : order) {
    if (!stays_behind(name)) plan.tables.push_back(read_moved_table(*db, name));
    if (!stays_behind(name) || name == "tried_writes") plan.guarded.push_back(name);
  }
  for (MovedTable& table : plan.tables) {
    write_statements(table);
    table.seeded = count_rows(*db, table);
  }
  return plan;
}

std::string plan_difference(SqlConnection& db, const MovePlan& plan) {
  const SqlRows rows = is_postgres(db)
                           ? db.run(
                                 "SELECT table_name, column_name FROM information_schema.columns "
                                 "WHERE table_schema = current_schema() AND table_name IN (SELECT table_name "
                                 "FROM information_schema.tables WHERE table_type = 'BASE TABLE' "
                                 "AND table_schema = current_schema())")
                           : db.run(
                                 "SELECT m.name, c.name FROM sqlite_master m "
                                 "JOIN pragma_table_info(m.name) c WHERE m.type = 'table'");
  std::set<std::string> there, wanted;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string table = rows.text(i, 0);
    if (!stays_behind(table) && table != "schema_version" && !table.starts_with("sqlite_"))
      there.insert(table + "." + rows.text(i, 1));
  }
  for (const MovedTable& table : plan.tables)
    for (const MovedColumn& column : table.columns) wanted.insert(table.name + "." + column.name);
  for (const std::string& one : there)
    if (!wanted.contains(one)) return "it has an unknown column: " + one;
  for (const std::string& one : wanted)
    if (!there.contains(one)) return "it lacks the column " + one;
  return {};
}

std::int64_t count_rows(SqlConnection& db, const MovedTable& table) {
  SqlCell count = lists_of(db).run_list(table.count_sql.c_str(), {}).at(0).at(0);
  give_type(table, ColumnType::integer, count);
  return std::get<std::int64_t>(count);
}

std::vector<SqlRow> MovedRows::ask() const {
  if (table_.key.empty()) return db_.run_list(table_.first_sql.c_str(), {});
  SqlRow values = key_.empty() ? SqlRow() : read_key(key_);
  values.emplace_back(most_);
  return db_.run_list(key_.empty() ? table_.first_sql.c_str() : table_.next_sql.c_str(), values);
}

int mend_texts(SqlRow& row) {
  int mended = 0;
  for (SqlCell& cell : row)
    if (auto* text = std::get_if<std::string>(&cell); text != nullptr && mend_text(*text)) ++mended;
  return mended;
}

std::vector<SqlRow> MovedRows::next() {
  if (ended_) return {};
  std::vector<SqlRow> rows = ask();
  ended_ = table_.key.empty() || rows.size() < static_cast<std::size_t>(most_);
  std::size_t bytes = 0;
  for (SqlRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) give_type(table_, table_.columns[i].type, row[i]);
    bytes += bytes_of_row(row);
  }
  if (!rows.empty() && !table_.key.empty()) key_ = key_text(table_, rows.back());
  if (mend_)
    for (SqlRow& row : rows) mended_ += mend_texts(row);
  if (bytes > kManyBytes)
    most_ = std::max<std::int64_t>(most_ / 4, 8);
  else if (bytes < kFewBytes)
    most_ = std::min(most_ * 2, kMostRows);
  return rows;
}

void MoveDigest::add(const MovedTable& table, const SqlRow& row) {
  std::string bytes = table.name;
  for (const SqlCell& cell : row) {
    bytes += static_cast<char>('0' + cell.index());
    if (const auto* number = std::get_if<std::int64_t>(&cell)) put_number(bytes, static_cast<std::uint64_t>(*number));
    if (const auto* real = std::get_if<double>(&cell)) put_number(bytes, std::bit_cast<std::uint64_t>(*real));
    if (const auto* text = std::get_if<std::string>(&cell)) {
      put_number(bytes, text->size());
      bytes += *text;
    }
    if (const auto* blob = std::get_if<SqlBlob>(&cell)) {
      put_number(bytes, blob->size());
      bytes.append(blob->begin(), blob->end());
    }
  }
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                     nullptr, 0);
  sums[0] += taken_number(hash.data());
  sums[1] += taken_number(hash.data() + 8);
}

MoveDigest& MoveDigest::operator+=(const MoveDigest& other) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
  return *this;
}

bool MoveDigest::read(const std::string& text) {
  std::array<unsigned char, 16> bytes{};
  std::size_t size = 0;
  if (sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size, nullptr) != 0 ||
      size != bytes.size())
    return false;
  sums = {taken_number(bytes.data()), taken_number(bytes.data() + 8)};
  return true;
}

std::string MoveDigest::text() const {
  std::array<unsigned char, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<unsigned char>(sums[i / 8] >> (8 * (i % 8)) & 0xFF);
  return hex_of(bytes);
}

std::string database_digest(SqlConnection& db, const MovePlan& plan, const std::function<bool()>& stop) {
  if (const std::string why = plan_difference(db, plan); !why.empty()) throw SqlError(SqlError::Kind::other, why);
  MoveDigest digest;
  for (const MovedTable& table : plan.tables) {
    MovedRows rows(db, table, false);
    for (auto some = rows.next(); !some.empty(); some = rows.next()) {
      if (stop()) return {};
      for (const SqlRow& row : some) digest.add(table, row);
      if (table.key.empty()) break;  // all at once
    }
  }
  return digest.text();
}

}  // namespace cairn
