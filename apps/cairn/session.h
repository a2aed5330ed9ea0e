// A game being played at one terminal: the record, where it leads, and what each seat was not yet told. No I/O.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"
#include "core/position.h"
#include "games/registry.h"
#include "notation/record.h"

namespace cairn::cli {

struct Player {
  bool human = true;
  double seconds = 1;  // a bot's thinking time a move
  int level = 10;      // and strength (search/levels.h)
};

// A game to go on with: the main line of a file, from the last position that is set up on its way.
struct SavedGame {
  Message error{};                 // nothing can be gone on with; then all else is empty
  std::vector<Message> remarks{};  // what people must be told, the most important last
  Record record{};
  Refolded there{};
};
SavedGame read_saved(std::string_view text);

class Session {
 public:
  // `record` leads to `position`.
  Session(const GameInfo& info, Record record, Position position);

  const GameInfo& info() const { return *info_; }
  const Position& position() const { return position_; }
  const Record& record() const { return record_; }
  bool over() const { return position_.to_act().empty(); }
  bool hidden() const { return info_->hidden && !over(); }  // whether there is something that some seat may not know

  // Who acts now: in an agreement the one after who acted last.
  Seat next() const;
  // Nothing changes unless it returns none.
  Reason play(Seat seat, std::string_view word);
  // Back to before the last word of a seat in `humans`; false when there is none.
  bool undo(SeatSet humans);
  void restart();

  // What happened since this viewer was last told, in the language in use, one line a word; then it counts as told.
  std::vector<std::string> news(Viewer viewer);

 private:
  void refold_record();
  void forget_news();

  const GameInfo* info_;
  Record record_;
  Position position_;
  std::array<std::vector<std::string>, 6> news_;  // by viewer
};

}  // namespace cairn::cli
