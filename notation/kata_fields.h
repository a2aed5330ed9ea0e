// Inside of the reader of the analysis protocol (kata_query.h): fields of one JSON object, and what is told of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid_size.h"
#include "games/registry.h"
#include "notation/view_json.h"

namespace cairn {

// How deep arrays and objects lie in each other: a reader of JSON needs a place on its stack for each.
std::size_t json_depth(std::string_view text);
std::optional<std::size_t> kata_player(const Json& json);  // "b", "White": 0 Black, 1 White
std::optional<std::vector<std::int64_t>> kata_integers(const Json& json);
// A point as GTP names it, "pass", or "(3,15)": column and row from the upper left, from 0. In GTP's spelling.
std::optional<std::string> kata_vertex(std::string_view text, GridSize size);

class KataFields {
 public:
  explicit KataFields(const Json& json) : json_(json) {}

  std::vector<Json> notices{};  // errors and warnings, as they are told

 protected:
  bool has(const char* field) const { return json_.contains(field); }
  bool fail(const std::string& field, const std::string& text) {
    tell("error", field, text);
    return false;
  }
  void warn(const std::string& field, const std::string& text) { tell("warning", field, text); }

  // A field that may be missing. False, and told, where it is wrong; `right`: what it must be.
  bool read_truth(const char* field, bool& out);
  bool read_whole(const char* field, std::int64_t least, std::int64_t most, const std::string& right,
                  std::int64_t& out);
  bool read_real(const char* field, double least, double most, const std::string& right, double& out);

  const Json& json_;

 private:
  void tell(const char* kind, const std::string& field, const std::string& text) {
    notices.push_back(Json{{kind, text}, {"field", field}, {"id", json_["id"]}});
  }
};

// A query; one that is refused has an error as its last notice.
struct KataQuery;
struct KataUsual;
bool read_kata_query(const Json& json, const GameInfo& game, const KataUsual& usual, KataQuery& query,
                     std::vector<Json>& notices);

}  // namespace cairn
