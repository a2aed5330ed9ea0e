// Lists of tables by mail, and seeks.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "notation/text_width.h"
#include "server/base/tokens.h"
#include "server/mail/board_mail.h"
#include "server/mail/help.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_words.h"
#include "server/protocol/challenges_to_client.h"
#include "server/tables/new_table.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr int kMostTables = 100;
constexpr int kMostLines = 100;  // of a leader board
constexpr std::size_t kRatingColumn = 9;

std::string days_left(std::int64_t ms, Language language) {
  if (ms <= 0) return translated(language, Message("mail-no-days-left", "no time left"));
  return translated(language, Message("mail-days-left", "{n}d left", {{"n", ms / kDayMs}}));
}

// One column at least stands free behind it.
std::string column(const std::string& text, std::size_t width) {
  return pad_right(text + " ", width);
}

std::string card_line(const Board& board, std::int64_t now_ms, Language language) {
  std::string players, turn;
  for (std::size_t i = 0; i < board.card.occupants.size(); ++i) {
    const Occupant& occupant = board.card.occupants[i];
    const std::string name = occupant.name.empty() ? "?" : occupant_text(occupant, language);
    players += (i == 0 ? "" : std::string(versus(language))) + name;
    if (!board.card.over && board.card.to_act.contains(seat_at(static_cast<int>(i))))
      turn += (turn.empty() ? "" : " ") + name;
  }
  std::string out = column(std::to_string(board.number), 7) + column(players, 34);
  if (board.card.over) return out + translated(language, Message("mail-over", "over"));
  return out + column(turn, 16) + (board.card.due_ms == 0 ? "" : days_left(board.card.due_ms - now_ms, language));
}

std::string games_head(bool over, Language language) {
  const auto say = [&](MessageText text) { return translated(language, Message(text)); };
  const std::string board = column(say(MessageText("mail-column-board", "board")), 7);
  const std::string players = say(MessageText("mail-column-players", "players"));
  if (over) return board + players + "\n";
  return board + column(players, 34) + say(MessageText("mail-column-turn", "to move")) + "\n";
}

}  // namespace

void MailCommands::games(const Ask& ask, bool over, const Then& then) {
  std::string name = ask.command.game;
  if (ask.command.deed == MailDeed::list && !ask.command.word.empty()) {
    const GameInfo* info = find_game(ask.command.word, world_.games);
    if (info == nullptr)
      return then(
          error(ask, Message("mail-no-game", "This game does not exist."), games_text(world_.games, *ask.language)));
    name = info->name;
  }
  if (name.empty())
    return then({ask.say(Message("mail-list-subject", "List of games")), games_text(world_.games, *ask.language)});
  const GameInfo* info = find_game(name, world_.games);
  const std::string title = title_text(*ask.language, *info);
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
      if (wanted) out += card_line(board, world_.now_ms(), *ask.language) + "\n";
    }
    if (out.empty())
      out = ask.say(over ? Message("mail-none-finished", "There are no such finished games.")
                         : Message("mail-none-running", "There are no such running games.")) +
            "\n";
    if (found.value->size() == kMostTables)
      out += ask.say(Message("mail-newest-searched", "Only the newest {most} games were searched.",
                             {{"most", kMostTables}})) +
             "\n";
    const Message subject = over ? Message("mail-history-subject", "History of {title} games", {{"title", title}})
                                 : Message("mail-games-subject", "List of {title} games", {{"title", title}});
    then({ask.say(subject), games_head(over, *ask.language) + out});
  });
}

void MailCommands::standings(const Ask& ask, const Then& then) {
  const GameInfo& info = game(ask);
  const std::string rating_class = rating_class_of(std::string(info.name), info.complete({}));
  stores_.lists.leaders(
      rating_class, world_.now_ms(), kMostLines, [=, this](const Found<std::vector<LeaderLine>>& found) {
        if (!found.value) return then(later());
        std::string out = column(ask.say(Message("mail-column-player", "player")), 28) +
                          column(ask.say(Message("mail-column-rating", "rating")), kRatingColumn) +
                          ask.say(Message("mail-column-games", "games")) + "\n";
        for (const LeaderLine& line : *found.value)
          out += column(line.name, 28) + column(std::to_string(std::lround(line.rating.rating)), kRatingColumn) +
                 std::to_string(line.rating.games) + "\n";
        if (found.value->empty()) out += page_text(*ask.language, "No rated players yet.") + "\n";
        then({ask.say(Message("mail-standings-subject", "{title} Standings", {{"title", own_title(ask)}})), out});
      });
}

void MailCommands::seek(const Ask& ask, const Account& person, const Then& then) {
  const int count = ask.command.number.value_or(0);
  if (count == 0)
    return seeks_.end(person.person, [=, this](const Result<SeekShown>& result) {
      then(answer_of(ask, result, Message("mail-seek-ended", "You are no longer looking for an opponent.")));
    });
  if (count > 1)
    return then(
        error(ask, Message("mail-seek-one", "You can look for one opponent at a time: write 1, or 0 to stop.")));
  SeekWish wish;
  wish.request = "m" + ask.id;
  wish.terms.game = ask.command.game;
  Message fault = mail_options(game(ask), ask.command, wish.terms.options);
  if (fault.empty()) fault = mail_clock(ask.command, wish.terms.clock);
  if (!fault.empty())
    return then(error(ask, Message("mail-not-done", "The command was not carried out: {why}.", {{"why", fault}})));
  seeks_.put(person.person, wish, [=, this](const Result<SeekShown>& result) {
    then(answer_of(ask, result,
                   Message("mail-seek-begun", "Looking for an opponent. You get mail when the game starts.")));
  });
}

}  // namespace cairn
