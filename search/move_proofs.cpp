#include "search/move_proofs.h"

#include <algorithm>

namespace cairn {

namespace {

// Among moves that are worth the same, the order of the search stays.
int proof_order(const Candidate& one) {
  return one.proof == Proof::win ? 0 : one.proof == Proof::loss ? 2 : 1;
}

}  // namespace

void add_proofs(const MoveProver& prover, Analysis& analysis) {
  for (Candidate& one : analysis.candidates) {
    if (one.proof != Proof::none) continue;
    one.proof = prover.after(one.action);
    if (one.proof != Proof::none) one.win_rate = one.proof == Proof::win ? 1 : one.proof == Proof::loss ? 0 : 0.5;
  }
  if (analysis.candidates.empty()) return;
  std::stable_sort(analysis.candidates.begin(), analysis.candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return proof_order(a) < proof_order(b); });
  const Candidate& best = analysis.candidates.front();
  analysis.best = best.action;
  analysis.win_rate = best.win_rate;
  analysis.score = best.score;
}

Proof proof_of(const Analysis& analysis) {
  Proof proof = Proof::loss;
  for (const Candidate& one : analysis.candidates) {
    if (one.proof == Proof::win) return Proof::win;
    if (one.proof == Proof::none) proof = Proof::none;
    if (one.proof == Proof::draw && proof == Proof::loss) proof = Proof::draw;
  }
  return analysis.candidates.empty() ? Proof::none : proof;
}

}  // namespace cairn
