// What a worker found of a part of an analysis, read from JSON text. As in from_client.h: pure, and what is not
// understood is answered with what would be right.
#pragma once

#include <string_view>
#include <variant>

#include "server/play/analysis_work.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr int kMostAnalysedLine = 64;  // words behind the right move

std::variant<AnalysisAnswer, Fault> read_analysis_answer(std::string_view text);
Json analysis_answer_json(const AnalysisAnswer& answer);  // the same as a worker says it

}  // namespace cairn
