// What is decided about games by others than their players, who may decide it, and appeals against it.
#include <algorithm>

#include "core/text.h"
#include "server/tournaments/tournament.h"

namespace cairn {

bool Tournament::plays(int game, std::int64_t person) const {
  const Pairing& players = games_[static_cast<std::size_t>(game)].players;
  const auto is = [&](int player) {
    return player >= 0 && players_[static_cast<std::size_t>(player)].person == person;
  };
  return is(players.first) || is(players.second);
}

bool Tournament::is_partial(std::int64_t person, std::optional<int> game) const {
  if (setup_.rated)
    return std::any_of(players_.begin(), players_.end(), [&](const Player& one) { return one.person == person; });
  return game && plays(*game, person);
}

// Who leaves a tournament or declines a challenge decides against themselves alone.
bool Tournament::gives_away(const TournamentEntry& entry, int game, const End& end) const {
  if (!plays(game, entry.by)) return false;
  if (end.how == End::How::annulled) return ladder_ && !player_of(entry.by);
  const Pairing& players = games_[static_cast<std::size_t>(game)].players;
  const int own = players_[static_cast<std::size_t>(players.first)].person == entry.by ? 0 : 1;
  return end.how == End::How::forfeit && end.winner == 1 - own;
}

// Why somebody may not do this. Asked of what is new alone: what stands in a log from before stays, and is told of.
Message Tournament::not_theirs(const TournamentEntry& entry) const {
  const Message theirs("who-plays-played-does", "players of this tournament cannot decide this");
  const auto words = split_words(entry.words);
  if (entry.by == 0 || words.empty()) return {};
  const auto game = parse_int(words[0]);
  const bool there = game && *game >= 0 && *game < static_cast<int>(games_.size());
  switch (entry.kind) {
    case TournamentEntry::Kind::enter:
      if (setup_.rated && std::find(judges_.begin(), judges_.end(), entry.by) != judges_.end())
        return Message("judge-does-not-play", "a person who has ruled on a rated tournament cannot play in it");
      return {};
    case TournamentEntry::Kind::withdraw:
      return state_ == State::running && words[0] != std::to_string(entry.by) && is_partial(entry.by) ? theirs
                                                                                                      : Message();
    case TournamentEntry::Kind::end: {
      int number = 0;
      End end;
      if (!read_end(words, number, end).empty()) return {};
      return is_partial(entry.by, number) && !gives_away(entry, number, end) ? theirs : Message();
    }
    case TournamentEntry::Kind::upheld:
      return there && is_partial(entry.by, game) ? theirs : Message();
    default:
      return {};
  }
}

// The server's own findings are none, nor is what a player gives away.
void Tournament::note_ruling(const TournamentEntry& entry, int game, const End& end, std::int64_t at_ms) {
  if (entry.by == 0 || end.how == End::How::played || gives_away(entry, game, end)) return;
  rulings_.push_back({game, entry.by, at_ms, end});
  judges_.push_back(entry.by);
}

Message Tournament::appeal(const TournamentEntry& entry, int game, std::int64_t at_ms) {
  if (game < 0 || game >= static_cast<int>(games_.size()))
    return Message("tournament-no-such-game", "this game does not exist");
  const auto last =
      std::find_if(rulings_.rbegin(), rulings_.rend(), [&](const Ruled& one) { return one.game == game; });
  if (last == rulings_.rend()) return Message("nobody-ruled-on-game", "there is no ruling on this game");
  if (entry.kind == TournamentEntry::Kind::upheld) {
    if (open_appeal(game) == nullptr)
      return Message("nobody-appealed-against-ruling", "there is no appeal against this ruling, or it was decided");
    last->upheld_by = entry.by;
    judges_.push_back(entry.by);
    return {};
  }
  if (!plays(game, entry.by))
    return Message("only-who-plays-game", "only a player of this game can appeal against a ruling on it");
  if (last->appealed_by != 0) return Message("there-was-appeal-against", "this ruling has had an appeal already");
  if (at_ms - last->at_ms > kAppealMs)
    return Message("ruling-older-than-seven", "this ruling is older than seven days; write to the host");
  last->appealed_by = entry.by;
  last->appealed_ms = at_ms;
  const std::size_t blank = entry.words.find(' ');
  if (blank != std::string::npos) last->why = entry.words.substr(blank + 1);
  return {};
}

const Tournament::Ruled* Tournament::ruling_on(int game) const {
  const auto last =
      std::find_if(rulings_.rbegin(), rulings_.rend(), [&](const Ruled& one) { return one.game == game; });
  return last == rulings_.rend() ? nullptr : &*last;
}

const Tournament::Ruled* Tournament::open_appeal(int game) const {
  const Ruled* last = ruling_on(game);
  return last != nullptr && last->appealed_by != 0 && last->upheld_by == 0 ? last : nullptr;
}

int Tournament::open_appeals() const {
  return static_cast<int>(
      std::count_if(rulings_.begin(), rulings_.end(), [&](const Ruled& one) { return open_appeal(one.game) == &one; }));
}

// When what was ruled of a game is final; 0: nobody knows yet, nothing was ruled, or its table's own end is rated.
std::int64_t Tournament::final_ms(int number) const {
  const Game& game = games_[static_cast<std::size_t>(number)];
  const Ruled* last = ruling_on(number);
  if (!setup_.rated || !game.cut || !game.closed || game.rated || last == nullptr) return 0;
  if (last->upheld_by != 0) return std::max<std::int64_t>(last_ms_, 1);
  return last->appealed_by != 0 ? 0 : last->at_ms + kAppealMs + 1;
}

std::vector<int> Tournament::to_rate(std::int64_t now_ms) const {
  std::vector<int> out;
  for (int i = 0; i < static_cast<int>(games_.size()); ++i)
    if (const std::int64_t at = final_ms(i); at != 0 && at <= now_ms) out.push_back(i);
  return out;
}

TournamentEntry Tournament::appealing(int game, const std::string& why, std::int64_t by, std::int64_t now_ms) {
  return {TournamentEntry::Kind::appeal, now_ms, by, std::to_string(game) + " " + why};
}

}  // namespace cairn
