#include "notation/move_report.h"

#include <cmath>

#include "games/ai_exact.h"
#include "search/knowledge.h"
#include "search/move_proofs.h"

namespace cairn {

namespace {

constexpr std::uint64_t kProofStep = 10'000;  // positions

// A search tries bad moves too. So the worth of a position is a little low for the side to move, and that of a move,
// seen from before it, a little high for its mover. A move is therefore compared with what the search before it thought
// of the best one by the mean of the search after it: both err alike, and a move that is as good costs nothing.
double mean_wins(const Analysis& found) {
  if (found.candidates.front().proof != Proof::none) return found.win_rate;
  double sum = 0, visits = 0;
  for (const Candidate& one : found.candidates) {
    sum += one.win_rate * static_cast<double>(one.visits);
    visits += static_cast<double>(one.visits);
  }
  return visits > 0 ? sum / visits : found.win_rate;
}

Proof for_other(Proof proof) {
  return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof;
}
Proof for_seat(Proof first, Seat seat) {
  return index(seat) == 0 ? first : for_other(first);
}

Proof proof_of_end(const Outcome& outcome) {
  if (outcome.rank[0] == outcome.rank[1]) return outcome.how == Outcome::How::count ? Proof::draw : Proof::none;
  return outcome.rank[0] < outcome.rank[1] ? Proof::win : Proof::loss;
}

MoveMark mark_of(double loss) {
  if (loss >= kVeryBad) return MoveMark::very_bad;
  if (loss >= kBad) return MoveMark::bad;
  return loss >= kDoubtful ? MoveMark::doubtful : MoveMark::none;
}

}  // namespace

std::optional<PositionEvaluation> known_look(const Position& position) {
  const SeatSet acting = position.to_act();
  if (acting.size() == 1) return std::nullopt;
  PositionEvaluation looked;
  if (acting.empty()) {
    looked.first_wins = seat_value(position.outcome(), position.seats(), seat_at(0));
    if (position.seats() == 2) looked.first_proof = proof_of_end(position.outcome());
  }
  return looked;
}

PositionEvaluation look_of(const Analysed& of, const Analysis& found) {
  PositionEvaluation looked;
  if (found.candidates.empty()) return looked;
  const bool first = index(found.seat) == 0;
  const double wins = mean_wins(found);
  looked.first_wins = first ? wins : 1 - wins;
  looked.best_wins = found.win_rate;
  if (of.position.seats() == 2) looked.first_proof = for_seat(proof_of(found), found.seat);
  if (found.has_score) looked.score = first ? found.score : -found.score;
  looked.visits = found.visits;
  looked.best = of.position.format(found.best);
  looked.line = line_words(of, found.seat, found.candidates.front());
  Position after = of.position;
  for (const std::string& word : looked.line) {
    const Seat mover = after.to_act().front();
    EventLog log;
    if (after.play(mover, word, log) != Reason::none) break;
    looked.line_seats.push_back(mover);
    if (after.to_act().empty()) break;
  }
  looked.line.resize(looked.line_seats.size());
  return looked;
}

PositionEvaluation look_at(const Analysed& of, const Engine& engine, const std::function<void(Seat)>& think) {
  if (auto known = known_look(of.position)) return *std::move(known);
  think(of.position.to_act().front());
  Analysis found = engine.analysis(0, kReportedLine);
  if (const auto prover = move_prover(of.position)) {
    while (prover->work(kProofStep)) {
    }
    add_proofs(*prover, found);
  }
  return look_of(of, found);
}

void judge(const PositionEvaluation& before, const PositionEvaluation& after, ReportedMove& move) {
  move.first_wins = after.first_wins;
  move.score = after.score;
  move.visits = after.visits;
  move.proof = for_seat(after.first_proof, move.seat);
  const Proof had = for_seat(before.first_proof, move.seat);
  if (move.proof != Proof::none && move.proof < had) move.gave_away = had;  // loss, draw, win
  if (!before.best_wins || !after.first_wins) return;
  move.loss = *before.best_wins - (index(move.seat) == 0 ? *after.first_wins : 1 - *after.first_wins);
  if (before.best == move.word) return;
  move.best = before.best;
  move.mark = move.gave_away != Proof::none ? MoveMark::very_bad : mark_of(*move.loss);
  move.line = before.line;
  move.line_seats = before.line_seats;
}

Json move_json(const ReportedMove& move) {
  const auto number = [](const std::optional<double>& value, double unit) {
    return value ? Json(std::round(*value * unit) / unit) : Json(nullptr);
  };
  const auto word = [](Proof proof) { return proof == Proof::none ? Json(nullptr) : Json(proof_word(proof)); };
  return {{"ply", move.ply},
          {"move", move.word},
          {"by", move.side},
          {"first_wins", number(move.first_wins, 1e4)},
          {"score", number(move.score, 1e2)},
          {"visits", move.visits},
          {"loss", number(move.loss, 1e4)},
          {"proof", word(move.proof)},
          {"gave_away", word(move.gave_away)},
          {"mark", kMoveMarkWords[static_cast<std::size_t>(move.mark)]},
          {"best", move.best.empty() ? Json(nullptr) : Json(move.best)},
          {"line", move.line}};
}

}  // namespace cairn
