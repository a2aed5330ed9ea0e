#include "apps/cairn/session.h"

#include <utility>

#include "apps/cairn/game_words.h"
#include "notation/game_file.h"
#include "notation/words.h"

namespace cairn::cli {

SavedGame read_saved(std::string_view text) {
  GameFile file = read_game_file(text, {});
  Imported& got = file.imported;
  SavedGame saved{.error = got.error};
  if (!got.faults.empty() && got.faults.front().main_line) saved.error = got.faults.front().text;
  if (!saved.error.empty()) return saved;
  saved.remarks = std::move(got.remarks);
  if (const std::string assumed = assumed_text(got.game); !assumed.empty())
    saved.remarks.push_back(
        Message("cli-rules-assumed", "not all rules are in the file; assumed: {what}", {{"what", assumed}}));
  Cut cut = record_until(got.game, kMaxNodes);
  if (const std::size_t before = cut.played - cut.record.moves.size(); before > 0)
    saved.remarks.push_back(Message("cli-position-after-move",
                                    "the file sets up a position after move {n}; the game starts there, without "
                                    "earlier moves",
                                    {{"n", before}}));
  saved.there = refold(cut.record);
  saved.error = saved.there.error;
  saved.record = std::move(cut.record);
  return saved;
}

Session::Session(const GameInfo& info, Record record, Position position)
    : info_(&info), record_(std::move(record)), position_(std::move(position)) {}

Seat Session::next() const {
  const SeatSet acting = position_.to_act();
  if (acting.size() < 2) return acting.empty() ? position_.turn().seat : acting.front();
  int seat = record_.moves.empty() ? index(position_.turn().seat) - 1 : index(record_.moves.back().first);
  do seat = (seat + 1) % position_.seats();
  while (!acting.contains(seat_at(seat)));
  return seat_at(seat);
}

Reason Session::play(Seat seat, std::string_view word) {
  EventLog events;
  std::string spelling = spelled(position_, seat, word);
  const View before = position_.view(Viewer::referee);
  if (const Reason refused = play_for(position_, seat, word, &events); refused != Reason::none) return refused;
  record_.moves.emplace_back(seat, std::move(spelling));
  for (std::size_t i = 0; i < news_.size(); ++i)
    if (auto text = events_said(events, position_, before, static_cast<Viewer>(i)); !text.empty())
      news_[i].push_back(std::move(text));
  return Reason::none;
}

bool Session::undo(SeatSet humans) {
  auto& moves = record_.moves;
  std::size_t keep = moves.size();
  while (keep > 0 && !humans.contains(moves[keep - 1].first)) --keep;
  if (keep == 0) return false;
  moves.resize(keep - 1);
  refold_record();
  return true;
}

void Session::restart() {
  record_.moves.clear();
  refold_record();
}

std::vector<std::string> Session::news(Viewer viewer) {
  return std::exchange(news_[static_cast<std::size_t>(viewer)], {});
}

void Session::refold_record() {
  position_ = refold(record_).position;
  forget_news();
}

void Session::forget_news() {
  for (auto& lines : news_) lines.clear();
}

}  // namespace cairn::cli
