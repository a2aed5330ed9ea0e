#include "server/protocol/analysis_from_client.h"

#include <algorithm>

#include "server/play/from_client.h"
#include "server/protocol/work_from_client.h"

namespace cairn {

namespace {

constexpr MessageText kPartForm(
    "form-of-part",
    R"(an answer is {"table":"...","lease":"...","from":0,"looks":[...]}, or has "check", "right" and "line", or "failure", or none of them)");

Message read_word_list(const Json& object, const char* key, std::size_t most, std::vector<std::string>& out) {
  const auto found = object.find(key);
  const auto good = [](const Json& one) {
    return one.is_string() && !one.get_ref<const std::string&>().empty() &&
           one.get_ref<const std::string&>().size() <= kMaxWord;
  };
  if (found == object.end() || !found->is_array() || found->size() > most ||
      !std::all_of(found->begin(), found->end(), good))
    return Message("must-list-of-words", "\"{key}\" must be a list of at most {n} moves",
                   {{"key", shortened(key)}, {"n", most}});
  out = found->get<std::vector<std::string>>();
  return {};
}

Message read_evaluations(const Json& object, AnalysisAnswer& out) {
  if (auto error = read_count(object, "from", kMostAnalysed, out.from); !error.empty()) return error;
  const Json& evaluations = object["looks"];
  if (!evaluations.is_array() || evaluations.size() > static_cast<std::size_t>(kPartEvaluations))
    return Message("looks-list", "\"looks\" must be a list of at most {n}", {{"n", kPartEvaluations}});
  for (const Json& one : evaluations) {
    auto look = read_look(one);
    if (!look)
      return Message("form-of-look",
                     "a look is {\"first_wins\",\"best_wins\",\"score\",\"visits\",\"best\",\"line\",\"first_proof\"}; "
                     "the first two are from 0 to 1");
    out.found.evaluations.push_back(std::move(*look));
  }
  return {};
}

Message read_check(const Json& object, AnalysisAnswer& out) {
  if (auto error = read_count(object, "check", kMostAnalysed, out.check); !error.empty()) return error;
  if (auto error = read_word_list(object, "right", kMostSearches, out.found.right); !error.empty()) return error;
  out.found.checked = true;
  return read_word_list(object, "line", kMostAnalysedLine, out.found.line);
}

}  // namespace

std::variant<AnalysisAnswer, Fault> read_analysis_answer(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error =
          check_object(object, {"table", "lease", "from", "looks", "check", "right", "line", "failure"}, kPartForm);
      !error.empty())
    return Fault{std::move(error)};
  AnalysisAnswer out;
  const auto* table = text_at(object, "table");
  if (table == nullptr || !good_request(*table))
    return Fault{Message("table-must-name-came", "\"table\" must be the name that you got with the part")};
  out.table = *table;
  const auto* lease = text_at(object, "lease");
  if (lease == nullptr || !read_lease_id(*lease, out.lease))
    return Fault{Message("lease-must-text-came", "\"lease\" must be the text that you got with the part")};
  Message error;
  if (object.contains("looks")) {
    if (object.size() != 4) return Fault{kPartForm};
    error = read_evaluations(object, out);
  } else if (object.contains("check")) {
    if (object.size() != 5) return Fault{kPartForm};
    error = read_check(object, out);
  } else if (object.contains("failure")) {
    const auto* why = text_at(object, "failure");
    if (object.size() != 3) return Fault{kPartForm};
    if (why == nullptr || why->empty() || !plain_text(*why, kMostWorkFailure))
      return Fault{Message("failure-must-text-most", "\"failure\" must be a text of at most {most} letters",
                           {{"most", kMostWorkFailure}})};
    out.found.failure = *why;
  } else if (object.size() != 2) {
    return Fault{kPartForm};
  }
  if (!error.empty()) return Fault{std::move(error)};
  return out;
}

Json analysis_answer_json(const AnalysisAnswer& answer) {
  const AnalysisFound& found = answer.found;
  Json json = {{"table", answer.table}, {"lease", std::to_string(answer.lease)}};
  if (!found.failure.empty()) {
    json["failure"] = found.failure.substr(0, kMostWorkFailure);
  } else if (found.checked) {
    json["check"] = answer.check;
    json["right"] = found.right;
    json["line"] = found.line;
  } else if (!found.evaluations.empty()) {
    json["from"] = answer.from;
    json["looks"] = Json::array();
    for (const PositionEvaluation& look : found.evaluations) json["looks"].push_back(evaluation_json(look));
  }
  return json;
}

}  // namespace cairn
