// Answers of KataGo's analysis protocol: what an engine thinks of a position, in that protocol's fields. What our
// engines do not measure (scoreStdev, ownership by move) is left out, never made up.
#pragma once

#include <cstddef>
#include <vector>

#include "notation/kata_query.h"

namespace cairn {

// What was thought of the moves before any search, for all legal ones: `prior` of each.
using KataPolicy = std::vector<Candidate>;

// `analysis` with all candidates, of `position`; `policy` is told where the query wants it.
Json kata_answer(const KataQuery& query, std::size_t turn, const Position& position, const Analysis& analysis,
                 const KataPolicy& policy, bool during_search);
// Of a turn that was terminated before anything was known.
Json kata_no_answer(const KataQuery& query, std::size_t turn);

}  // namespace cairn
