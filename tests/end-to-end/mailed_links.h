// What a mailed link holds, read where its letter waits: in the database of a server.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "server/store/letter.h"
#include "server/store/sqlite_connection.h"

namespace cairn::testing {

// What stands behind the # of the last letter to an address; "": there is none.
inline std::string token_mailed_to(const std::string& address, const std::string& data) {
  const auto db = connect_sqlite(data + "/cairn.db");
  const SqlRows rows = db->run(
      "SELECT o.facts FROM outbox o JOIN hooks h ON h.key = o.hook WHERE h.url = $1 ORDER BY o.key DESC LIMIT 1",
      {"mailto:" + address});
  if (rows.empty()) return {};
  const std::string text = letter_from(rows.text(0, 0)).value_or(Letter{}).text;
  const auto begin = text.find("https://play.example.org/link/"), hash = text.find('#');
  EXPECT_NE(begin, std::string::npos) << text;
  return hash == std::string::npos ? "" : text.substr(hash + 1, text.find('\n', hash) - hash - 1);
}

}  // namespace cairn::testing
