// Lists of tables by mail, and seeks.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/mail/board_mail.h"
#include "server/mail/help.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/protocol/challenges_to_client.h"
#include "server/tables/new_table.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr int kMostTables = 100;
constexpr int kMostLines = 100;  // of a leader board

std::string day_text(std::int64_t ms) {
  return ms <= 0 ? "-" : std::to_string(ms / kDayMs) + "d";
}

std::string left(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

std::string card_line(const Board& board, std::int64_t now_ms) {
  std::string players, turn;
  for (std::size_t i = 0; i < board.card.occupants.size(); ++i) {
    const Occupant& occupant = board.card.occupants[i];
    players += (i == 0 ? "" : " v ") + (occupant.name.empty() ? "?" : occupant.name);
    if (!board.card.over && board.card.to_act.contains(seat_at(static_cast<int>(i))))
      turn += (turn.empty() ? "" : " ") + occupant.name;
  }
  std::string out = left(std::to_string(board.number), 7) + left(players, 34);
  if (board.card.over) return out + "over";
  return out + left(turn, 16) + (board.card.due_ms == 0 ? "" : day_text(board.card.due_ms - now_ms) + " left");
}

}  // namespace

void MailCommands::games(const Ask& ask, bool over, const Then& then) {
  std::string name = ask.command.game;
  if (ask.command.deed == MailDeed::list && !ask.command.word.empty()) {
    const GameInfo* info = find_game(ask.command.word, world_.games);
    if (info == nullptr) return then(error(ask, "There is no such game. " + games_text(world_.games)));
    name = info->name;
  }
  if (name.empty()) return then({"List of games", games_text(world_.games)});
  const GameInfo* info = find_game(name, world_.games);
  const std::string title(info->title);
  stores_.mail.boards_of(name, over, kMostTables, [=, this](const Found<std::vector<Board>>& found) {
    if (!found.value) return then(later());
    std::string out;
    for (const Board& board : *found.value) {
      const bool wanted =
          ask.command.users.empty() ||
          std::any_of(board.card.occupants.begin(), board.card.occupants.end(), [&](const Occupant& occupant) {
            return std::any_of(ask.command.users.begin(), ask.command.users.end(),
                               [&](const std::string& user) { return equal_ignoring_case(user, occupant.name); });
          });
      if (wanted) out += card_line(board, world_.now_ms()) + "\n";
    }
    if (out.empty()) out = over ? "No such finished games.\n" : "No such running games.\n";
    if (found.value->size() == kMostTables)
      out += "Only the newest " + std::to_string(kMostTables) + " games were searched.\n";
    then({(over ? "History of " : "List of ") + title + " games",
          left("board", 7) + (over ? "players" : left("players", 34) + "to move") + "\n" + out});
  });
}

void MailCommands::standings(const Ask& ask, const Then& then) {
  const GameInfo& info = game(ask);
  const std::string rating_class = rating_class_of(std::string(info.name), info.complete({}));
  stores_.lists.leaders(rating_class, world_.now_ms(), kMostLines,
                        [=, this](const Found<std::vector<LeaderLine>>& found) {
                          if (!found.value) return then(later());
                          std::string out = left("player", 28) + left("rating", 9) + "games\n";
                          for (const LeaderLine& line : *found.value)
                            out += left(line.name, 28) + left(std::to_string(std::lround(line.rating.rating)), 9) +
                                   std::to_string(line.rating.games) + "\n";
                          if (found.value->empty()) out += "No rated players yet.\n";
                          then({own_title(ask) + " Standings", out});
                        });
}

void MailCommands::seek(const Ask& ask, const Account& person, const Then& then) {
  const int count = ask.command.number.value_or(0);
  if (count == 0)
    return seeks_.end(person.person, [=, this](const Result<SeekShown>& result) {
      then(answer_of(ask, result, "You are no longer looking for an opponent.\n"));
    });
  if (count > 1) return then(error(ask, "You can look for one opponent at a time: write 1, or 0 to stop.\n"));
  SeekWish wish;
  wish.request = "m" + ask.id;
  wish.terms.game = ask.command.game;
  std::string fault = mail_options(game(ask), ask.command, wish.terms.options);
  if (fault.empty()) fault = mail_clock(ask.command, wish.terms.clock);
  if (!fault.empty()) return then(error(ask, fault + ".\n"));
  seeks_.put(person.person, wish, [=, this](const Result<SeekShown>& result) {
    then(answer_of(ask, result, "Looking for an opponent. You get mail when the game starts.\n"));
  });
}

}  // namespace cairn
