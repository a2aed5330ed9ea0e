// The terminal player: shows the board, reads what people type, lets the bots move. One loop until the game is left.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "apps/cairn/bot_player.h"
#include "apps/cairn/session.h"
#include "apps/cairn/terminal.h"
#include "notation/text_board.h"

namespace cairn::cli {

class PlayLoop {
 public:
  // `players` by seat; seats beyond it are bots.
  PlayLoop(Session session, std::vector<Player> players, BoardSize size, std::uint64_t seed);
  // Returns the exit code.
  int run();

 private:
  bool is_human(Seat seat) const;
  SeatSet humans() const;
  Viewer viewer_for(Seat seat) const;  // whose eyes the screen serves
  void hand_over(Seat seat);
  std::vector<std::string> show(Seat seat);  // returns the messages it showed
  void tell(std::string_view text);          // at the next showing
  void page(const std::string& text);
  bool ask(const std::string& prompt, std::string& line);
  void obey(Seat seat, const std::string& line);
  bool command(Seat seat, const std::string& name, const std::string& argument);
  void play_words(Seat seat, const std::string& line);
  void tell_refused(std::string_view word, Reason refused, bool several);
  BotPlayer& bot(Seat seat);
  void let_bot_move(Seat seat);
  void hint(Seat seat, const std::string& argument);
  void list_legal(Seat seat);
  void list_moves();
  void undo();
  void save(const std::string& path);
  void load(const std::string& path);
  BoardStyle style(int rows_needed) const;

  Session session_;
  LineReader input_;
  std::vector<Player> players_;
  BoardSize size_;
  bool freedoms_ = false;
  bool leaving_ = false;
  Rng rng_;
  std::array<std::unique_ptr<BotPlayer>, kMaxSeats> bots_;  // by seat, made when first needed
  std::vector<std::string> messages_;
  int seen_by_ = -1;       // the human seat that looked last, where something is hidden
  std::string last_save_;  // where `save` without a name writes
};

}  // namespace cairn::cli
