#include "server/tournaments/tournament.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "core/text.h"
#include "notation/thread_work.h"
#include "server/tournaments/round_robin.h"
#include "server/tournaments/swiss.h"

namespace cairn {

namespace {

using EntryKind = TournamentEntry::Kind;

template <class T>
std::optional<T> number_in(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

constexpr MessageText kNoLadder("there-challenges-on-ladder", "challenges are only for a ladder that has started");

Message damaged(std::string_view what) {
  return "\"" + std::string(what) + "\" is not understood";
}

}  // namespace

std::string_view to_word(TournamentSetup::Kind kind) {
  constexpr std::array<std::string_view, 4> kWords = {"round-robin", "swiss", "knockout", "ladder"};
  const auto i = static_cast<std::size_t>(kind);
  return i < kWords.size() ? kWords[i] : std::string_view();
}

std::string_view to_word(TournamentSetup::Match match) {
  constexpr std::array<std::string_view, 3> kWords = {"single", "best-of", "two-games-and-tally"};
  const auto i = static_cast<std::size_t>(match);
  return i < kWords.size() ? kWords[i] : std::string_view();
}

std::string_view to_word(Tournament::State state) {
  constexpr std::array<std::string_view, 4> kWords = {"open", "running", "over", "cancelled"};
  const auto i = static_cast<std::size_t>(state);
  return i < kWords.size() ? kWords[i] : std::string_view();
}

int most_players(TournamentSetup::Kind kind) {
  using K = TournamentSetup::Kind;
  switch (kind) {
    case K::round_robin:
      return kMostRoundRobinPlayers;
    case K::swiss:
      return kMostSwissPlayers;
    case K::knockout:
      return kMostKnockoutPlayers;
    case K::ladder:
      return kMostLadderPlayers;
  }
  return 0;
}

MatchRule match_rule(const TournamentSetup& setup) {
  switch (setup.match) {
    case TournamentSetup::Match::single:
      return {};
    case TournamentSetup::Match::best_of:
      return best_of(setup.games);
    case TournamentSetup::Match::two_games_and_tally:
      return two_games_and_tally();
  }
  return {};
}

// --- the log

Tournament::Opened Tournament::open(TournamentSetup setup, const std::vector<TournamentEntry>& log) {
  Tournament out(std::move(setup));
  thread_work.entries += log.size();
  for (std::size_t i = 0; i < log.size(); ++i)
    if (auto error = out.fold(log[i]); !error.empty())
      return {std::nullopt, "entry " + std::to_string(i + 1) + " does not replay: " + error.english()};
  out.refresh();
  return {std::move(out), {}};
}

Message Tournament::take(const std::vector<TournamentEntry>& entries) {
  const auto goes_on = [](const TournamentEntry& entry) {
    return entry.kind == EntryKind::closed || entry.kind == EntryKind::appeal || entry.kind == EntryKind::upheld ||
           entry.kind == EntryKind::rated || entry.kind == EntryKind::end;  // of an appeal
  };
  if (state_ == State::cancelled && !std::all_of(entries.begin(), entries.end(), goes_on))
    return Message("tournament-was-ended-by", "the organiser ended the tournament");
  if (static_cast<std::size_t>(number_) + entries.size() > kMaxTournamentEntries)
    return Message("tournament-gone-on-for", "this tournament has reached the greatest length; create a new one");
  Tournament after = *this;
  for (const TournamentEntry& entry : entries) {
    auto error = after.not_theirs(entry);
    if (error.empty()) error = after.fold(entry);
    if (!error.empty()) return error;
  }
  after.refresh();
  *this = std::move(after);
  return {};
}

Message Tournament::fold(const TournamentEntry& entry) {
  const auto words = split_words(entry.words);
  const auto whole = [&](std::size_t i) { return i < words.size() ? number_in<int>(words[i]) : std::nullopt; };
  const auto person = [&] { return words.empty() ? std::nullopt : number_in<std::int64_t>(words[0]); };
  const std::int64_t at_ms = std::max(entry.at_ms, last_ms_);
  Message error;
  switch (entry.kind) {
    case EntryKind::enter:
      error = person() && whole(1) ? enter(*person(), *whole(1), at_ms) : damaged(entry.words);
      break;
    case EntryKind::withdraw:
      error = person() ? withdraw(*person(), entry.by, at_ms) : damaged(entry.words);
      break;
    case EntryKind::start:
      error = start(at_ms);
      break;
    case EntryKind::cancel:
      if (state_ == State::over) return Message("tournament-over", "the tournament is over");
      state_ = State::cancelled;
      break;
    case EntryKind::pair:
      error = pair(words, at_ms);
      break;
    case EntryKind::made: {
      const auto count = whole(0);
      if (!count || *count < 0 || *count > static_cast<int>(games_.size())) return damaged(entry.words);
      for (int i = 0; i < *count; ++i) {
        Game& game = games_[static_cast<std::size_t>(i)];
        if (game.made || game.table.empty()) continue;
        game.made = true;
        game.at_ms = at_ms;
      }
      break;
    }
    case EntryKind::shown:
    case EntryKind::closed:
    case EntryKind::rated: {
      const auto number = whole(0);
      if (!number || *number < 0 || *number >= static_cast<int>(games_.size())) return damaged(entry.words);
      Game& game = games_[static_cast<std::size_t>(*number)];
      (entry.kind == EntryKind::shown ? game.shown : entry.kind == EntryKind::closed ? game.closed : game.rated) = true;
      break;
    }
    case EntryKind::end:
      error = end(entry, at_ms);
      break;
    case EntryKind::appeal:
    case EntryKind::upheld:
      error = whole(0) ? appeal(entry, *whole(0), at_ms) : damaged(entry.words);
      break;
    case EntryKind::here: {
      const auto player = person() ? player_of(*person()) : std::nullopt;
      if (!player) return Message("only-who-plays-tournament", "only players of this tournament can check in");
      players_[static_cast<std::size_t>(*player)].seen_ms = at_ms;
      break;
    }
    case EntryKind::challenge: {
      if (!ladder_ || state_ != State::running) return kNoLadder;
      const auto from = whole(0), to = whole(1);
      if (!from || !to || challenger_ >= 0) return damaged(entry.words);
      error = ladder_->challenge(*from, *to, at_ms);
      if (error.empty()) challenger_ = *from;
      break;
    }
  }
  if (!error.empty()) return error;
  last_ms_ = at_ms;
  ++number_;
  return {};
}

Message Tournament::enter(std::int64_t person, int strength, std::int64_t at_ms) {
  const bool ladder = setup_.kind == TournamentSetup::Kind::ladder;
  if (state_ != State::open && !(ladder && state_ == State::running) && !takes_late())
    return Message("tournament-begun-takes-nobody", "this tournament has started; nobody can enter now");
  if (player_of(person)) return Message("you-entered-tournament-already", "you have entered this tournament already");
  if (here() >= setup_.most)
    return Message("tournament-full-takes-players", "this tournament is full; it has {n} places", {{"n", setup_.most}});
  const auto known =
      std::find_if(players_.begin(), players_.end(), [&](const Player& one) { return one.person == person; });
  if (known != players_.end() && !ladder)
    return Message("who-withdrawn-does-not", "a player who has withdrawn cannot return");
  if (known != players_.end())
    *known = {person, strength};
  else
    players_.push_back({person, strength, true, 0, ladder ? 0 : round()});
  if (!ladder_) return {};
  return ladder_->join(*player_of(person), at_ms);
}

bool Tournament::takes_late() const {
  return setup_.kind == TournamentSetup::Kind::swiss && state_ == State::running &&
         round() < std::min(setup_.late, rounds());
}

Message Tournament::withdraw(std::int64_t person, std::int64_t by, std::int64_t at_ms) {
  if (state_ == State::over || state_ == State::cancelled) return Message("tournament-over", "the tournament is over");
  const auto player = player_of(person);
  if (!player) return Message("you-do-not-play", "you are not a player of this tournament");
  if (state_ == State::open) {  // as if he had never come
    players_.erase(players_.begin() + *player);
    return {};
  }
  players_[static_cast<std::size_t>(*player)].here = false;
  if (by != 0 && by != person) judges_.push_back(by);
  if (!ladder_) return {};
  return ladder_->leave(*player, at_ms);
}

Message Tournament::start(std::int64_t at_ms) {
  if (state_ != State::open) return Message("tournament-begun-already", "the tournament has started already");
  if (static_cast<int>(players_.size()) < setup_.least)
    return Message("takes-players-begin-entered", "the tournament needs {n} players to start; {here} have entered",
                   {{"n", setup_.least}, {"here", players_.size()}});
  using K = TournamentSetup::Kind;
  if (setup_.kind == K::knockout || setup_.kind == K::ladder)
    std::stable_sort(players_.begin(), players_.end(),
                     [](const Player& a, const Player& b) { return a.strength > b.strength; });
  if (setup_.kind == K::swiss && setup_.rounds == 0)
    setup_.rounds = std::max(1, swiss_rounds(static_cast<int>(players_.size())));
  if (setup_.kind == K::ladder) {
    LadderRule rule;
    rule.reach = setup_.reach;
    rule.idle_ms = setup_.idle_ms;
    rule.patience_ms = 100LL * 365 * kDayMs;  // who does not come is found at his table
    ladder_.emplace(rule);
    for (std::size_t i = 0; i < players_.size(); ++i)
      if (auto error = ladder_->join(static_cast<int>(i), at_ms); !error.empty()) return error;
  }
  state_ = State::running;
  started_ms_ = at_ms;
  return {};
}

Message Tournament::pair(const std::vector<std::string_view>& words, std::int64_t at_ms) {
  if (state_ != State::running) return Message("tournament-does-not-run", "the tournament is not running");
  Game game;
  std::array<int, 5> numbers{};
  if (words.size() != numbers.size() + 1) return Message("pairing-has-six-words", "a pairing has six words");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto read = number_in<int>(words[i]);
    if (!read) return damaged(words[i]);
    numbers[i] = *read;
  }
  const auto count = static_cast<int>(players_.size());
  game.round = numbers[0];
  game.match = numbers[1];
  game.replay = numbers[2];
  game.players = {numbers[3], numbers[4]};
  game.at_ms = at_ms;
  if (words[5] != "-") game.table = words[5];
  const auto [first, second] = game.players;
  if (game.round < 1 || first < 0 || first >= count || second < -1 || second >= count || first == second)
    return Message("tournament-no-such-players", "these players do not exist");
  if ((second < 0 && !game.table.empty()) || (!game.table.empty() && game_at(game.table)))
    return Message("no-table-of-it", "no such table");
  for (const int player : {first, second})
    if (player >= 0 && open_game_of(player))
      return Message("player-plays-already", "player {player} plays already", {{"player", player}});
  if (second < 0) game.end = End{TournamentGame::How::bye, 0};
  game.challenger = challenger_;
  challenger_ = -1;
  games_.push_back(std::move(game));
  return {};
}

Message Tournament::read_end(const std::vector<std::string_view>& words, int& game, End& end) const {
  std::array<int, 6> numbers{};
  if (words.size() != numbers.size()) return Message("end-has-six-words", "an end has six words");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto read = number_in<int>(words[i]);
    if (!read) return damaged(words[i]);
    numbers[i] = *read;
  }
  if (numbers[0] < 0 || numbers[0] >= static_cast<int>(games_.size()))
    return Message("tournament-no-such-game", "this game does not exist");
  if (numbers[1] < 0 || numbers[1] > static_cast<int>(End::How::annulled) || numbers[2] < -2 || numbers[2] > 1)
    return Message("game-does-not-end", "a game cannot end in this way");
  game = numbers[0];
  end = End{static_cast<End::How>(numbers[1]), numbers[2], numbers[3] != 0, {numbers[4], numbers[5]}};
  return {};
}

Message Tournament::end(const TournamentEntry& entry, std::int64_t at_ms) {
  int number = 0;
  End now;
  if (auto error = read_end(split_words(entry.words), number, now); !error.empty()) return error;
  if (auto why = settled(number); !why.empty()) {
    // What others rest on stays; an appeal may still take from a ruling what it would do to ratings.
    if (now.how != End::How::annulled || open_appeal(number) == nullptr) return why;
    note_ruling(entry, number, now, at_ms);
    return {};
  }
  Game& game = games_[static_cast<std::size_t>(number)];
  const End before = game.end.value_or(End{End::How::open});
  game.end = now;
  if (game.players.second < 0 || game.end->how == End::How::open || game.end->how == End::How::bye) {
    game.end = before.how == End::How::open ? std::nullopt : std::optional(before);
    return Message("game-does-not-end", "a game cannot end in this way");
  }
  game.ended_ms = at_ms;
  if (before.how == End::How::open) {
    game.cut = !game.table.empty() && game.end->how == End::How::forfeit;
    game.closed = !game.cut;
  }
  game.given_away = entry.by != 0 && gives_away(entry, number, now);
  note_ruling(entry, number, now, at_ms);
  if (!ladder_ || game.challenger < 0) return {};
  const auto& challenges = ladder_->challenges();
  if (std::none_of(challenges.begin(), challenges.end(),
                   [&](const Ladder::Challenge& one) { return one.challenger == game.challenger; }))
    return {};  // it went with somebody who withdrew
  const int winner = game.end->winner == 0 ? game.players.first : game.players.second;
  return ladder_->result(game.challenger,
                         game.end->winner < 0        ? Ladder::Result::draw
                         : winner == game.challenger ? Ladder::Result::challenger
                                                     : Ladder::Result::challenged,
                         at_ms);
}

// --- ask

std::optional<int> Tournament::player_of(std::int64_t person) const {
  for (std::size_t i = 0; i < players_.size(); ++i)
    if (players_[i].person == person && players_[i].here) return static_cast<int>(i);
  return std::nullopt;
}

std::optional<int> Tournament::game_at(std::string_view table) const {
  for (std::size_t i = 0; i < games_.size(); ++i)
    if (!table.empty() && games_[i].table == table) return static_cast<int>(i);
  return std::nullopt;
}

std::optional<int> Tournament::open_game_of(int player) const {
  for (std::size_t i = games_.size(); i-- > 0;)
    if (!games_[i].end && (games_[i].players.first == player || games_[i].players.second == player))
      return static_cast<int>(i);
  return std::nullopt;
}

int Tournament::here() const {
  return static_cast<int>(
      std::count_if(players_.begin(), players_.end(), [](const Player& player) { return player.here; }));
}

int Tournament::round() const {
  int last = 0;
  for (const Game& game : games_) last = std::max(last, game.round);
  return last;
}

int Tournament::rounds() const {
  const auto count = static_cast<int>(players_.size());
  switch (setup_.kind) {
    case TournamentSetup::Kind::round_robin:
      return state_ == State::open ? 0 : setup_.cycles * (count % 2 == 0 ? count - 1 : count);
    case TournamentSetup::Kind::swiss:
      return setup_.rounds;
    case TournamentSetup::Kind::knockout:
      return state_ == State::open ? 0 : swiss_rounds(count);
    case TournamentSetup::Kind::ladder:
      return 0;
  }
  return 0;
}

Message Tournament::settled(int number) const {
  const Game& game = games_[static_cast<std::size_t>(number)];
  bool round_after = false, game_after = false;
  for (const Game& later : games_) {
    round_after |= later.round > game.round;
    game_after |= later.round == game.round && later.match == game.match && &later > &game;
  }
  return settled(game, round_after, game_after);
}

std::vector<bool> Tournament::settled_games() const {
  int last_round = 0;
  std::map<std::pair<int, int>, const Game*> last;  // of each match
  for (const Game& game : games_) {
    last_round = std::max(last_round, game.round);
    last[{game.round, game.match}] = &game;
  }
  std::vector<bool> out;
  out.reserve(games_.size());
  for (const Game& game : games_)
    out.push_back(!settled(game, last_round > game.round, last.at({game.round, game.match}) != &game).empty());
  return out;
}

// What came after it: a round, another game of the same match.
Message Tournament::settled(const Game& game, bool round_after, bool game_after) const {
  if (state_ == State::cancelled) return Message("tournament-was-ended-by", "the organiser ended the tournament");
  if (!game.end) return {};
  if (game.rated) return Message("what-was-ruled-game", "the ruling on this game is final, and the game is rated");
  if (game.end->how == End::How::bye) return Message("bye-is-no-game", "a bye is not a game");
  if (ladder_) return Message("ladder-moved-on-since", "the ladder has moved on since this game");
  if (game_after) return Message("two-gone-on-with", "these players have started another game in the meantime");
  if (setup_.kind == TournamentSetup::Kind::knockout && round_after)
    return Message("next-round-begun-what",
                   "the next round has started; the results that it was paired by cannot change");
  return {};
}

TournamentEntry Tournament::ending(int game, const End& end, std::int64_t by, std::int64_t now_ms) {
  std::string words = std::to_string(game);
  for (const int number : {static_cast<int>(end.how), end.winner, end.gives_up ? 1 : 0, end.tally[0], end.tally[1]})
    words += " " + std::to_string(number);
  return {EntryKind::end, now_ms, by, std::move(words)};
}

std::vector<TournamentEntry> Tournament::withdrawal(int player, std::int64_t by, std::int64_t now_ms) const {
  const std::int64_t person = players_[static_cast<std::size_t>(player)].person;
  std::vector<TournamentEntry> out = {{EntryKind::withdraw, now_ms, by, std::to_string(person)}};
  const auto open = state_ == State::running ? open_game_of(player) : std::nullopt;
  if (!open) return out;
  // From a ladder a challenge goes with him, without a result.
  const int winner = games_[static_cast<std::size_t>(*open)].players.first == player ? 1 : 0;
  out.push_back(
      ending(*open, ladder_ ? End{End::How::annulled, -1} : End{End::How::forfeit, winner, true}, by, now_ms));
  return out;
}

std::vector<TournamentEntry> Tournament::challenging(int challenger, int challenged, std::int64_t by,
                                                     std::int64_t now_ms, const NewTable& new_table) const {
  const auto firsts = [&](int player) {
    return std::count_if(games_.begin(), games_.end(), [&](const Game& game) { return game.players.first == player; });
  };
  // Who had the first move less often has it; else the challenged.
  const bool attacks = firsts(challenger) < firsts(challenged);
  const Pairing players = attacks ? Pairing{challenger, challenged} : Pairing{challenged, challenger};
  return {{EntryKind::challenge, now_ms, by, std::to_string(challenger) + " " + std::to_string(challenged)},
          {EntryKind::pair, now_ms, by,
           std::to_string(round() + 1) + " 0 0 " + std::to_string(players.first) + " " +
               std::to_string(players.second) + " " + new_table()}};
}

}  // namespace cairn
