#include "games/margo/ai_book.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/carried_file.h"
#include "core/swap.h"

#if defined(CAIRN_CERTIFICATES)

CAIRN_CARRY(cairn_proof_spargo_centre, CAIRN_CERTIFICATES "/spargo-centre.proof");
CAIRN_CARRY(cairn_proof_spargo_corner, CAIRN_CERTIFICATES "/spargo-corner.proof");

#endif

namespace cairn::margo {

namespace {

constexpr int kSide = 4;

// A proof of one opening.
struct Proven {
  std::string_view name;  // the file's
  Point opening;          // White's
  int winner = 0;
};
constexpr std::array<Proven, 2> kProven{{{"spargo-centre.proof", {0, 1, 1}, 0}, {"spargo-corner.proof", {0, 0, 0}, 1}}};

struct Books {
  StateNames names{kSide};
  Geometry<WordBits> geo = Geometry<WordBits>::make(kSide, kSide, false);
  std::vector<int> points = points_in_order(kSide);
  std::array<std::unique_ptr<const ReplyBook>, kProven.size()> replies{};  // that were given; null: not there
};

ProofState opened(const Books& books, const Proven& proven) {
  ProofMoves moves;
  proof_moves({}, books.geo, moves);
  for (const ProofMove& move : moves)
    if (move.at == WordBits::index(proven.opening)) return move.after;
  return {};
}

// The replies of a file of `cairn solve --certificate --unpacked`, which stand after its first line; null where it is
// none.
std::unique_ptr<const ReplyBook> read_proof(const Books& books, const Proven& proven, std::string_view file) {
  const auto line = file.find('\n');
  if (line == std::string_view::npos) return nullptr;
  const Beginning beginning{kSide, false, books.geo, opened(books, proven), {ProofState{}}};
  auto replies = std::make_unique<ReplyBook>();
  if (!read_replies(beginning, {proven.winner, 1, std::string(file.substr(line + 1))}, *replies)) return nullptr;
  return replies;
}

Books& books() {
  static Books all;
  return all;
}

#if defined(CAIRN_CERTIFICATES)
// Of the program's own files, read when first asked for.
template <std::size_t kProof>
const ReplyBook* carried(const char* begin, const char* end) {
  static const std::unique_ptr<const ReplyBook> replies =
      read_proof(books(), kProven[kProof], {begin, static_cast<std::size_t>(end - begin)});
  return replies.get();
}
#endif

// null: not there.
const ReplyBook* replies_of(std::size_t proof) {
#if defined(CAIRN_CERTIFICATES)
  return proof == 0 ? carried<0>(cairn_proof_spargo_centre, cairn_proof_spargo_centre_end)
                    : carried<1>(cairn_proof_spargo_corner, cairn_proof_spargo_corner_end);
#else
  return books().replies[proof].get();
#endif
}

// The reply as a point of the state as it is.
int reply_of(const Books& all, const ReplyBook& replies, const ProofState& state) {
  const auto found = replies.find(all.names.name(state));
  if (found == replies.end()) return -1;
  const std::size_t turn = all.names.turn(state);
  const int image = all.points[found->second];
  const auto at = std::find_if(all.points.begin(), all.points.end(),
                               [&](int point) { return all.names.image(point, turn) == image; });
  return *at;
}

// The state after each move of the game, found again by the keys of its positions; empty where one is not found.
std::vector<ProofMove> moves_of(const Game<SmallBoard>& game) {
  std::vector<ProofMove> played;
  ProofState state;
  ProofMoves moves;
  for (std::size_t i = 1; i < game.history().size(); ++i) {
    proof_moves(state, game.geometry(), moves);
    const auto next = std::find_if(moves.begin(), moves.end(), [&](const ProofMove& move) {
      return game.key_of(move.after.board, move.after.mover) == game.history()[i];
    });
    if (next == moves.end()) return {};
    state = next->after;
    played.push_back(*next);
  }
  return played;
}

bool plain(const Game<SmallBoard>& game) {
  const Options& o = game.options();
  return o.size == kSide && o.players == 2 && o.levels() == kSide && o.ko == Ko::situational && !o.can_pass &&
         !o.all_freedoms && !o.beginner && !o.testing;
}

// Which proof is about the game: its index, or the number of proofs where none is.
std::size_t proof_about(const Books& all, const Game<SmallBoard>& game, const std::vector<ProofMove>& moves) {
  if (game.history().size() == 1) return game.options().swap ? kProven.size() : 0;  // White opens in the centre
  if (moves.empty()) return kProven.size();
  const std::uint64_t name = all.names.name(moves.front().after);
  const auto found = std::find_if(kProven.begin(), kProven.end(),
                                  [&](const Proven& proven) { return all.names.name(opened(all, proven)) == name; });
  return static_cast<std::size_t>(found - kProven.begin());
}

bool from_the_start(const Game<SmallBoard>& game) {
  return plain(game) && game.history().front() == game.key_of(SmallBoard{}, 0);
}

}  // namespace

std::optional<BookAnswer> book_answer(const Game<SmallBoard>& game) {
  if (!from_the_start(game)) return std::nullopt;
  const Books& all = books();
  const std::vector<ProofMove> moves = moves_of(game);
  const std::size_t proof = proof_about(all, game, moves);
  const ReplyBook* found = proof == kProven.size() ? nullptr : replies_of(proof);
  if (found == nullptr) return std::nullopt;
  const ReplyBook& replies = *found;
  const int winner = kProven[proof].winner;
  if (moves.empty()) return BookAnswer{Proof::win, WordBits::index(kProven[proof].opening)};
  for (std::size_t i = 1; i < moves.size(); ++i)
    if (const ProofState& before = moves[i - 1].after;
        before.mover == winner && reply_of(all, replies, before) != moves[i].at)
      return std::nullopt;
  const ProofState& now = moves.back().after;
  if (now.mover != winner) return BookAnswer{Proof::loss, -1};
  const int at = reply_of(all, replies, now);
  if (at < 0) return std::nullopt;
  return BookAnswer{Proof::win, at};
}

std::string_view proof_wanted(const Position& position) {
  const auto* swapping = position.get_if<Swap<Game<SmallBoard>>>();
  const Game<SmallBoard>* inner = swapping == nullptr ? position.get_if<Game<SmallBoard>>() : &swapping->inner();
  if (inner == nullptr || !from_the_start(*inner)) return {};
  const Game<SmallBoard>& game = *inner;
  const Books& all = books();
  const bool opening = game.history().size() == 1;  // any may be played
  const std::size_t proof = opening ? 0 : proof_about(all, game, moves_of(game));
  for (std::size_t i = 0; i < kProven.size(); ++i)
    if ((opening || i == proof) && replies_of(i) == nullptr) return kProven[i].name;
  return {};
}

std::string give_proof(std::string_view name, std::string_view bytes) {
  for (std::size_t i = 0; i < kProven.size(); ++i) {
    if (kProven[i].name != name) continue;
    auto replies = read_proof(books(), kProven[i], bytes);
    if (!replies) return std::string(name) + " is not the proof that this program knows";
    books().replies[i] = std::move(replies);
    return {};
  }
  return "there is no proof \"" + std::string(name) + "\"";
}

}  // namespace cairn::margo
