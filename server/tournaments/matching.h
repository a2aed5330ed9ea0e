// The cheapest way to pair everybody: a minimum-cost perfect matching of a complete graph, by Edmonds' blossom
// algorithm with dual variables, in O(n^3). Exact: costs are integers, and sums of them must stay below 2^120.
#pragma once

#include <vector>

namespace cairn {

__extension__ typedef __int128 MatchingCost;  // wide enough for several criteria, one above the other

// `n` is even; cost[u * n + v] == cost[v * n + u] is what it costs to pair u with v; the diagonal is not read. Result:
// the partner of each. Of equally cheap matchings always the same one.
std::vector<int> cheapest_matching(int n, const std::vector<MatchingCost>& cost);

}  // namespace cairn
