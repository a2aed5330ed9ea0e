#include "server/library/puzzles.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "core/hash.h"
#include "core/text.h"
#include "games/solved.h"
#include "notation/record.h"
#include "server/base/days.h"
#include "server/library/record_board.h"
#include "server/play/clock_rule.h"

namespace cairn {

namespace {

using State = PuzzleTry::State;

constexpr int kPuzzlesListed = 100;

std::string id_of(const std::string& record) {
  std::uint64_t hash = 1;
  for (const char c : record) hash = mix(hash, static_cast<unsigned char>(c));
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// The moves of a solved position with their seats.
std::optional<Puzzle> puzzle_from(const SolvedPosition& solved) {
  Record record;
  record.game = solved.game;
  record.config.options = parse_option_words(solved.options);
  const GameInfo* info = find_game(solved.game);
  Made made = info == nullptr ? Made{} : info->make(record.config);
  if (!made.position) return std::nullopt;
  EventLog log;
  for (const auto word : split_words(solved.moves)) {
    if (made.position.to_act().empty()) return std::nullopt;
    const Seat seat = made.position.to_act().front();
    record.moves.emplace_back(seat, spelled(made.position, seat, word));
    if (made.position.play(seat, word, log) != Reason::none) return std::nullopt;
  }
  const std::string text = to_text(record_json(record));
  Puzzle puzzle{id_of(text), record.game, text, {std::string(solved.right)}, {}, {}};
  for (const auto word : split_words(solved.line)) puzzle.line.emplace_back(word);
  return puzzle;
}

// The puzzles that the program brings, each played once.
struct Shipped {
  std::vector<std::pair<Puzzle, const SolvedPosition*>> all;
  std::unordered_map<std::string, const SolvedPosition*> by_id;
};
const Shipped& shipped() {
  static const Shipped found = [] {
    Shipped out;
    for (const SolvedPosition& solved : solved_positions()) {
      auto puzzle = puzzle_from(solved);
      if (!puzzle) continue;
      out.by_id.emplace(puzzle->id, &solved);
      out.all.emplace_back(std::move(*puzzle), &solved);
    }
    return out;
  }();
  return found;
}

// What the program that runs knows of a puzzle; nullptr: it does not bring this one along.
const SolvedPosition* shipped_of(const std::string& id) {
  const auto found = shipped().by_id.find(id);
  return found == shipped().by_id.end() ? nullptr : found->second;
}

bool settled(const PuzzleTry& tried) {
  return tried.state != State::open;
}

}  // namespace

Puzzle puzzle_of_game(const std::string& record, std::vector<std::string> right, std::vector<std::string> line,
                      const std::string& table) {
  Record read;
  read_record(record, read);
  return {id_of(record), read.game, record, std::move(right), std::move(line), table};
}

std::vector<Puzzle> solved_puzzles(std::span<const GameInfo> games) {
  std::vector<Puzzle> out;
  for (const auto& [puzzle, solved] : shipped().all) {
    const auto here = [name = solved->game](const GameInfo& info) { return info.name == name; };
    if (std::any_of(games.begin(), games.end(), here)) out.push_back(puzzle);
  }
  return out;
}

PuzzleScore puzzle_score(std::span<const PuzzleTry> tries, std::int64_t today) {
  PuzzleScore score;
  int run = 0;
  std::int64_t expected = 0;  // the day that would go on the run
  bool now = false;           // the run reaches up to today, or to yesterday
  for (const PuzzleTry& one : tries) {
    ++score.tried;
    const bool solved = one.state == State::solved;
    score.solved += solved ? 1 : 0;
    score.at_once += solved && one.moves.size() == 1 ? 1 : 0;
    if (!solved || !one.on_day) continue;
    if (run == 0 || one.day != expected) {
      run = 0;
      now = one.day >= today - 1;
    }
    ++run;
    expected = one.day - 1;
    score.longest = std::max(score.longest, run);
    if (now) score.streak = run;
  }
  return score;
}

Puzzles::Puzzles(PuzzleStore& store, World world)
    : store_(store), world_(std::move(world)), queue_(world_.post, kMostWaiting, kMostOfOne) {
  shipped();
}

std::int64_t Puzzles::today() const {
  return world_.now_ms() / kDayMs;
}

Refusal Puzzles::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNotDoneNow);
}

void Puzzles::tick() {
  const std::int64_t day = today();
  if (busy_ || (filled_ && chosen_ == day)) return;
  busy_ = true;
  if (filled_)
    return store_.propose_puzzle(day, [this, day](const Written& written) {
      busy_ = false;
      if (written.how == Written::How::durable)
        chosen_ = day;
      else
        world_.log("choosing a puzzle: " + written.message);
    });
  fill([this](const Written& written) {
    busy_ = false;
    if (written.how != Written::How::durable) world_.log("storing puzzles: " + written.message);
  });
}

// What is there already stays as it is.
void Puzzles::fill(std::function<void(const Written&)> then) {
  if (filled_) return then({});
  store_.add_puzzles(solved_puzzles(world_.games), [this, then = std::move(then)](const Written& written) {
    filled_ = written.how == Written::How::durable;
    then(written);
  });
}

// Chooses the puzzle of today where nobody has; of other days there is one or none.
void Puzzles::find(std::int64_t day, std::function<void(const Posed&)> go, const Done<ShownPuzzle>& done) {
  if (day > today()) return done(Refusal{Code::not_found, Message("day-not-come", "that day is in the future")});
  const auto take = [this, day, go = std::move(go), done](const Found<Puzzle>& found) {
    if (!found.error.empty()) return done(unavailable("reading a puzzle", found.error));
    if (found.value) return open(day, *found.value, go, done);
    done(Refusal{Code::not_found, Message("no-puzzle-day", "there is no puzzle for that day")});
  };
  store_.puzzle_of(day, [this, day, take, done](const Found<Puzzle>& found) {
    if (found.value || !found.error.empty() || day != today()) return take(found);
    const auto chosen = [this, day, take, done](const Written& written) {
      if (written.how != Written::How::durable) return done(unavailable("choosing a puzzle", written.message));
      store_.puzzle_of(day, take);
    };
    fill([this, day, chosen](const Written& written) {  // the server has just begun
      written.how == Written::How::durable ? store_.propose_puzzle(day, chosen) : chosen(written);
    });
  });
}

void Puzzles::open(std::int64_t day, const Puzzle& puzzle, const std::function<void(const Posed&)>& go,
                   const Done<ShownPuzzle>& done) {
  Record record;
  const std::string wrong = read_record(puzzle.record, record);
  Refolded played = wrong.empty() ? refold(record) : Refolded{};
  if (!wrong.empty() || !played.error.empty() || played.position.to_act().empty()) {
    world_.log("puzzle " + puzzle.id + " cannot be opened: " + wrong + played.error);
    return done(
        Refusal{Code::broken_record, Message("puzzle-moves-do-not", "the moves of this puzzle cannot be replayed")});
  }
  const Seat seat = played.position.to_act().front();
  go({played.info, day, puzzle, std::move(played.position), seat});
}

ShownPuzzle Puzzles::visible_part(const Posed& posed, const std::optional<PuzzleTry>& tried) {
  const Puzzle& puzzle = posed.puzzle;
  ShownPuzzle out{posed.day, posed.info, !puzzle.table.empty(), puzzle.record, posed.position, posed.seat, {}, tried};
  const SolvedPosition* shipped = shipped_of(puzzle.id);
  if (shipped != nullptr) out.found_by = shipped->found_by;
  if (!tried || !settled(*tried)) return out;
  out.solution = {puzzle.right, puzzle.line, puzzle.table};
  for (const auto theme : split(shipped == nullptr ? std::string_view() : shipped->themes, ','))
    if (!theme.empty()) out.solution->themes.emplace_back(theme);
  return out;
}

void Puzzles::show(std::optional<std::int64_t> day, const std::optional<Person>& person, Done<ShownPuzzle> done) {
  const auto go = [this, person, done](const Posed& posed) {
    if (!person) return done(visible_part(posed, std::nullopt));
    store_.puzzle_tried(person->id, posed.day, [this, posed, done](const Found<PuzzleTry>& found) {
      if (!found.error.empty()) return done(unavailable("reading a puzzle", found.error));
      done(visible_part(posed, found.value));
    });
  };
  find(day.value_or(today()), go, done);
}

void Puzzles::answer(std::int64_t day, const Person& person, const PuzzleAnswer& answer, Done<ShownPuzzle> done) {
  const auto go = [this, person, answer, done](const Posed& posed) {
    store_.puzzle_tried(person.id, posed.day, [this, posed, person, answer, done](const Found<PuzzleTry>& found) {
      if (!found.error.empty()) return done(unavailable("reading a puzzle", found.error));
      PuzzleTry none;
      none.day = posed.day;
      judge(posed, person, answer, found.value.value_or(none), done);
    });
  };
  find(day, go, done);
}

// What was tried before is answered as it was then, and counts once: the move itself is the request's id.
void Puzzles::judge(const Posed& posed, const Person& person, const PuzzleAnswer& answer, const PuzzleTry& before,
                    Done<ShownPuzzle> done) {
  PuzzleTry now = before;
  if (!answer.word.empty()) {
    const Parsed move = posed.position.parse(posed.seat, answer.word);
    const Reason refused = move.refused != Reason::none ? move.refused : posed.position.check(posed.seat, move.action);
    if (refused != Reason::none) {
      Refusal reply{Code::illegal_move, Message("cannot-played", "\"{word}\" cannot be played there: {why}",
                                                {{"word", shortened(answer.word)}, {"why", refused}})};
      reply.reason = refused;
      return done(reply);
    }
    const std::string word = posed.position.format(move.action);
    const auto& right = posed.puzzle.right;
    if (settled(before) || std::find(before.moves.begin(), before.moves.end(), word) != before.moves.end())
      return done(visible_part(posed, before));
    now.moves.push_back(word);
    if (std::find(right.begin(), right.end(), word) != right.end())
      now.state = State::solved;
    else if (now.moves.size() >= kPuzzleTries)
      now.state = State::failed;
  } else {
    if (settled(before)) return done(visible_part(posed, before));
    now.state = State::given_up;
  }
  now.at_ms = world_.now_ms();
  now.on_day = settled(now) && now.at_ms / kDayMs == posed.day;
  const int known = static_cast<int>(before.moves.size());
  store_.try_puzzle(person.id, now, known, [this, posed, person, answer, now, done](const Written& written) {
    if (written.how == Written::How::failed) return done(unavailable("storing a try", written.message));
    // Another try came between, of which there are few: this one comes after it, or is the same.
    if (written.how == Written::How::conflict) return this->answer(posed.day, person, answer, done);
    done(visible_part(posed, now));
  });
}

void Puzzles::boards(PuzzleDays days, Done<SmallBoardList> done, const Asker& who) {
  static_assert(kMostBoards <= kMostPuzzlesRead);
  if (const int wait = world_.charge(who, 2 * kCostOfBoard * static_cast<double>(days.size())); wait > 0)
    return done(much_at_once(wait));
  std::erase_if(days, [last = today()](std::int64_t day) { return day > last; });
  const auto take = [this, days, done, who](const Found<std::vector<PuzzleOfDay>>& found) {
    if (!found.value) return done(unavailable("reading puzzles", found.error));
    const auto draw = [days, puzzles = *found.value] {
      SmallBoardList list;
      for (const std::int64_t day : days)
        for (const PuzzleOfDay& one : puzzles)
          if (one.day == day)
            if (auto board = board_of_record(day_text(day), 0, one.puzzle.record, Viewer::spectator))
              list.boards.push_back(*std::move(board));
      return list;
    };
    if (!queue_.run(who, draw, done)) done(much_at_once(1));
  };
  store_.puzzles_of(days, take);
}

void Puzzles::list(std::int64_t before, const std::optional<Person>& person, Done<PuzzleList> done) {
  const auto tell = [this, before, done](const std::vector<PuzzleTry>& tries, bool known) {
    const auto take = [this, tries, known, done](const Found<std::vector<PuzzleDay>>& found) {
      if (!found.value) return done(unavailable("reading puzzles", found.error));
      PuzzleList list;
      for (const PuzzleDay& day : *found.value) {
        const auto of_day = [&](const PuzzleTry& one) { return one.day == day.day; };
        const auto mine = std::find_if(tries.begin(), tries.end(), of_day);
        list.lines.push_back({day, mine == tries.end() ? std::nullopt : std::optional(*mine)});
      }
      if (found.value->size() == static_cast<std::size_t>(kPuzzlesListed)) list.next = found.value->back().day;
      if (known) list.score = puzzle_score(tries, today());
      done(std::move(list));
    };
    store_.puzzle_days(std::min(before, today() + 1), kPuzzlesListed, take);
  };
  if (!person) return tell({}, false);
  store_.puzzles_tried(person->id, [this, tell, done](const Found<std::vector<PuzzleTry>>& found) {
    if (!found.value) return done(unavailable("reading puzzles", found.error));
    tell(*found.value, true);
  });
}

}  // namespace cairn
