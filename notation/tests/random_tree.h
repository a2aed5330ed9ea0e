// Random annotated games for the tests of records and SGF: legal moves with variations, remarks of every kind.
#pragma once

#include <string>
#include <string_view>

#include "core/rng.h"
#include "notation/game_tree.h"
#include "notation/words.h"

namespace cairn::test {

inline std::string random_text(Rng& rng) {
  constexpr std::string_view kPieces[] = {"a",  "]",        "\\",           ":",  "\n", "\"", "[",
                                          "(;", "\xC3\xA9", "\xE7\xA2\x81", " b", "z"};
  std::string text = "t";
  for (auto count = rng.below(12); count > 0; --count) text += kPieces[rng.below(std::size(kPieces))];
  return text + ".";
}
// One line, as SGF's names are.
inline std::string random_line(Rng& rng) {
  std::string text = random_text(rng);
  for (char& c : text)
    if (c == '\n') c = '_';
  return text;
}

inline void annotate(GameNode& node, Rng& rng) {
  if (rng.below(3) == 0) node.comment = random_text(rng);
  if (rng.below(8) == 0) node.name = random_line(rng);
  if (node.move && rng.below(5) == 0) node.mark = static_cast<MoveMark>(rng.below(7));
  if (rng.below(5) == 0) node.evaluation.win_percent = static_cast<double>(rng.below(1001)) / 10;
  if (rng.below(5) == 0) node.evaluation.score = static_cast<double>(rng.below(400)) / 4 - 50;
  if (rng.below(5) == 0) node.evaluation.visits = static_cast<std::int64_t>(rng.below(1'000'000));
  if (rng.below(6) == 0) node.properties.push_back({"LB", {"aa:one\\]", "bb:\\:"}});
  if (rng.below(9) == 0) node.properties.push_back({"XYZ", {""}});
}

// A random legal move after `node`; false when there is none.
inline bool grow(GameTree& tree, NodeIndex& node, Position& position, Rng& rng) {
  const SeatSet acting = position.to_act();
  if (acting.empty()) return false;
  Seat seat = seat_at(static_cast<int>(rng.below(kMaxSeats)));
  while (!acting.contains(seat)) seat = seat_at((index(seat) + 1) % kMaxSeats);
  ActionList list;
  position.legal(seat, list);
  std::string word(kResign);
  if (!list.empty() && rng.below(60) != 0)
    word = position.format(list[rng.below(static_cast<std::uint32_t>(list.size()))]);
  if (play_for(position, seat, word, nullptr) != Reason::none) return false;
  GameNode fresh;
  fresh.move = TreeMove{seat, std::move(word)};
  annotate(fresh, rng);
  node = tree.add(node, std::move(fresh));
  if (rng.below(12) == 0) {  // a remark between two moves
    GameNode remark;
    remark.comment = random_text(rng);
    node = tree.add(node, std::move(remark));
  }
  return true;
}

inline AnnotatedGame random_game(const GameInfo& info, std::string_view options, Rng& rng, int plies) {
  AnnotatedGame game;
  game.game = info.name;
  game.config.options = parse_option_words(options);
  Position position = info.make(game.config).position;
  for (int seat = 0; seat < position.seats(); ++seat) {
    Player& player = game.details.players[static_cast<std::size_t>(seat)];
    player = {random_line(rng), random_line(rng), rng.below(2) == 0 ? "" : random_line(rng)};
  }
  for (const DetailField& field : kDetailFields)
    if (rng.below(2) == 0) game.details.*field.member = random_line(rng);
  game.details.result = "Void";
  annotate(game.tree[kRoot], rng);
  NodeIndex node = kRoot;
  for (int i = 0; i < plies; ++i) {
    const Position before = position;
    const NodeIndex here = node;
    if (!grow(game.tree, node, position, rng)) break;
    for (auto variations = rng.below(6) == 0 ? 1 + rng.below(2) : 0; variations > 0; --variations) {
      Position other = before;
      NodeIndex branch = here;
      for (auto length = 1 + rng.below(6); length > 0 && grow(game.tree, branch, other, rng); --length) {
      }
    }
  }
  return game;
}

}  // namespace cairn::test
