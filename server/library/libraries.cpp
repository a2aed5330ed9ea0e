#include "server/library/libraries.h"

#include <algorithm>
#include <map>
#include <utility>

#include "notation/words.h"

namespace cairn {

namespace {

// As of World::charge: ten thousand are about a second.
constexpr double kCostOfList = 50, kCostOfSearch = 500, kCostOfFile = 2'000;
constexpr std::size_t kMostOpenings = 100;

Refusal no_library() {
  return {Code::not_found, Message("no-such-library", "there is no library with this name")};
}

bool asks_much(const LibraryWish& wish) {
  const LibraryQuery& query = wish.query;
  return !wish.position.empty() || !wish.pattern.empty() || !query.player.empty() || !query.against.empty() ||
         !query.event.empty();
}

ShownGame shown_game(LibraryGame game, std::span<const GameInfo> games) {
  ShownGame out{std::move(game), {}};
  const GameInfo* info = find_game(out.game.game, games);
  if (info == nullptr) return out;
  if (const Made made = info->make({out.game.options, std::nullopt}); made.error.empty()) {
    out.view = made.position.view(Viewer::spectator);
    out.view.board = out.game.board;
  }
  return out;
}

// The query of a wish with a position or a pattern.
Result<LibraryQuery> board_query(const LibraryWish& wish) {
  LibraryQuery query = wish.query;
  std::uint64_t key = 0;
  Message wrong;
  if (!wish.pattern.empty()) {
    wrong = read_pattern(*wish.info, wish.options, wish.pattern, wish.place, query);
  } else {
    wrong = read_position_key(*wish.info, wish.options, wish.position, key);
    query.position = key;
  }
  if (!wrong.empty()) return Refusal{Code::bad_request, std::move(wrong)};
  return query;
}

Result<PositionCodes> codes_asked(const OpeningWish& wish) {
  const Result<Position> played = played_position(wish);
  if (!played) return played.refusal();
  const Position& position = *played;
  PositionCodes codes = position_codes(*wish.info, position);
  const View view = position.view(Viewer::spectator);
  for (MoveCode& move : codes.moves) move.word = move_word(view, move.seat, move.word);
  return codes;
}

}  // namespace

Refusal Libraries::unavailable(const std::string& why) const {
  return log_unavailable(world_.log, "reading a library", why, "read just now");
}

template <class T, class Job>
void Libraries::beside(const Asker& who, Job job, Done<T> done) {
  if (!queue_.run(who, std::move(job), [done](Result<T> result) { done(std::move(result)); })) done(many_records());
}

void Libraries::list(Done<LibraryNames> done, Freshness fresh) {
  const auto tell = [this, done = std::move(done)](cairn::Found<std::vector<Library>> found) {
    if (!found.value) return done(unavailable(found.error));
    done(LibraryNames{std::move(*found.value)});
  };
  store_.libraries(tell, fresh);
}

void Libraries::search(LibraryWish wish, const Search& how, Found found) {
  const Asker& who = how.who;
  if (const int wait = world_.charge(who, how.cost); wait > 0) return found(much_at_once(wait));
  const auto ask = [this, who, fresh = how.fresh](LibraryQuery query, const Found& then) {
    const auto begin = [this, who, fresh, query = std::move(query), then] {
      const auto tell = [this, who, then](cairn::Found<LibraryList> list) {
        turns_.end(who);
        if (!list.error.empty()) return then(unavailable(list.error));
        if (!list.value) return then(no_library());
        then(std::move(*list.value));
      };
      store_.games(query, tell, fresh);
    };
    if (!turns_.run(who, begin)) then(many_records());
  };
  if (wish.position.empty() && wish.pattern.empty()) return ask(std::move(wish.query), found);
  const auto read = [wish] { return board_query(wish); };
  beside<LibraryQuery>(who, read, [ask, found](Result<LibraryQuery> query) {
    query ? ask(std::move(*query), found) : found(query.refusal());
  });
}

void Libraries::find(LibraryWish wish, Done<LibraryPart> done, Asker who, Freshness fresh) {
  wish.query.most = kMostListedGames;
  const double cost = asks_much(wish) ? kCostOfSearch : kCostOfList;
  search(std::move(wish), {who, cost, fresh}, [this, who, done = std::move(done)](Result<LibraryList> found) {
    if (!found) return done(found.refusal());
    const auto show = [games = world_.games, list = std::move(*found)]() -> Result<LibraryPart> {
      LibraryPart part{{}, list.next, list.through};
      for (const LibraryGame& game : list.games) part.games.push_back(shown_game(game, games));
      return part;
    };
    beside<LibraryPart>(who, show, done);
  });
}

void Libraries::game(const std::string& library, std::int64_t number, Done<ShownGame> done, const Asker& who,
                     Freshness fresh) {
  if (const int wait = world_.charge(who, kCostOfList); wait > 0) return done(much_at_once(wait));
  const auto tell = [this, done = std::move(done)](cairn::Found<LibraryGame> found) {
    if (!found.error.empty()) return done(unavailable(found.error));
    if (!found.value)
      return done(Refusal{Code::not_found, Message("no-such-library-game", "this game is not in the library")});
    done(shown_game(std::move(*found.value), world_.games));
  };
  store_.game(library, number, tell, fresh);
}

void Libraries::file(LibraryWish wish, LibraryForm form, Done<LibraryFile> done, const Asker& who, Freshness fresh) {
  wish.query.most = kMostFiledGames;
  wish.query.records = true;
  search(std::move(wish), {who, kCostOfFile, fresh},
         [this, who, form, done = std::move(done)](Result<LibraryList> found) {
           if (!found) return done(found.refusal());
           const auto write = [form, list = std::move(*found)]() -> Result<LibraryFile> {
             return LibraryFile{form, library_file(list.games, form)};
           };
           beside<LibraryFile>(who, write, done);
         });
}

void Libraries::openings(const std::string& library, const OpeningWish& wish, const Asker& who, Done<LibraryMoves> done,
                         Freshness fresh) {
  if (const int wait = world_.charge(who, kCostOfList); wait > 0) return done(much_at_once(wait));
  beside<PositionCodes>(
      who, [wish] { return codes_asked(wish); },
      [this, library, fresh, done = std::move(done)](const Result<PositionCodes>& codes) {
        if (!codes) return done(codes.refusal());
        played(library, *codes, fresh, done);
      });
}

void Libraries::played(const std::string& library, const PositionCodes& codes, Freshness fresh,
                       const Done<LibraryMoves>& done) {
  const auto tell = [this, codes, done](const cairn::Found<std::vector<PlayedThere>>& found) {
    if (!found.error.empty()) return done(unavailable(found.error));
    if (!found.value) return done(no_library());
    std::map<std::uint32_t, const MoveCode*> words;  // of moves that are alike the first stands for all
    for (const MoveCode& move : codes.moves) words.try_emplace(move.code, &move);
    LibraryMoves lines;
    for (const PlayedThere& line : *found.value)
      if (const auto move = words.find(line.move); move != words.end()) {
        const std::int64_t won = line.won[static_cast<std::size_t>(index(move->second->seat))];
        const std::int64_t decided = line.won[0] + line.won[1] + line.won[2] + line.won[3];
        lines.push_back({move->second->word, line.games, won, line.drawn, decided - won});
      }
    std::sort(lines.begin(), lines.end(), [](const LibraryMove& a, const LibraryMove& b) {
      return a.games != b.games ? a.games > b.games : a.word < b.word;
    });
    if (lines.size() > kMostOpenings) lines.resize(kMostOpenings);
    done(std::move(lines));
  };
  store_.played(library, codes.key, tell, fresh);
}

}  // namespace cairn
