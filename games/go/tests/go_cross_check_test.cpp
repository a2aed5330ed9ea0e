// The fast Go against the slow one: legal moves, reasons, captures, boards, results and counts along random games.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "games/go/scoring.h"
#include "games/go/tests/go_helpers.h"
#include "tests/reference/effort.h"
#include "tests/reference/go_reference.h"

namespace cairn::go {
namespace {

struct Case {
  std::string game, options;
  int plies;  // in the short run
};

reference::Go slow_game(const Case& c) {
  const OptionValues all = find_game(c.game)->complete(parse_option_words(c.options));
  const auto option = [&](std::string_view name) {
    for (const auto& [key, value] : all)
      if (key == name) return value;
    return std::string("0");
  };
  reference::GoOptions options;
  const GridSize size = *parse_size(option("size"));
  options.columns = size.columns;
  options.rows = size.rows;
  options.torus = c.game == "toroidal";
  options.ko = option("ko");
  options.handicap = *parse_int(option("handicap"));
  options.scoring = option("scoring");
  options.suicide_allowed = option("suicide") == "yes";
  return reference::Go(options);
}

// Half points of black and white with everything alive, as the reference counts; no group is in seki.
std::string half_points(const reference::Go& slow, const std::string& scoring) {
  if (scoring == "area") return std::to_string(2 * slow.area() - slow.komi_half());
  const auto points = slow.territory();
  return std::to_string(
      2 * (points.at("black") - points.at("white") + slow.prisoners("black") - slow.prisoners("white")) -
      slow.komi_half());
}

bool any_seki(const Position& fast) {
  const View view = look(fast);
  Picture picture;
  picture.size = {view.columns, view.rows};
  picture.topology = view.surface == "torus" ? Topology::torus : Topology::flat;
  for (int point = 0; point < picture.points(); ++point) {
    const char letter = view.board[static_cast<std::size_t>(view.rows - 1 - point / view.columns)]
                                  [static_cast<std::size_t>(point % view.columns)];
    picture.at[static_cast<std::size_t>(point)] = letter == 'B'   ? Colour::black
                                                  : letter == 'W' ? Colour::white
                                                                  : Colour::empty;
  }
  const Count count = territory(picture, {});
  for (const Region& region : regions(picture).list)
    if (region.colour == Colour::empty && region.touches[1] != region.touches[2] &&
        count.owner[static_cast<std::size_t>(region.points[0])] == Colour::empty)
      return true;
  return false;
}

std::string any_word(Rng& rng, int size) {
  static const std::vector<std::string> odd{"pass", "accept", "resume", "dead:A1", "A0", "Z99", "I3", "", "B02", "7"};
  if (rng.below(8) == 0) return odd[rng.below(static_cast<std::uint32_t>(odd.size()))];
  const auto bound = static_cast<std::uint32_t>(size + 1);
  return std::string(1, "abcdefghjklmnopqrstuvwxyzz"[rng.below(bound)]) + std::to_string(rng.below(bound) + 1);
}

// Two passes: resumes now and then, else agrees on nothing dead. Whether the game goes on.
bool resumes(Position& fast, reference::Go& slow, const std::string& scoring, Rng& rng) {
  if (fast.to_act().empty()) {  // no second dispute
    EXPECT_FALSE(slow.may_resume());
    return false;
  }
  EXPECT_TRUE(slow.may_resume());
  EventLog log;
  const Seat resumer = seat_at(static_cast<int>(rng.below(2)));
  if (rng.below(2) == 0) {
    EXPECT_EQ(fast.play(resumer, "resume", log), Reason::none);
    slow.resume(index(resumer) == 0 ? "black" : "white");
    return true;
  }
  if (scoring == "territory" && any_seki(fast)) return false;
  EXPECT_EQ(play(fast, "accept accept"), Reason::none);
  slow.settle({});
  EXPECT_EQ(look(fast).result, slow.result());
  return false;
}

void compare_views(const Case& c, const Position& fast, const View& view, const reference::Go& slow) {
  EXPECT_EQ(view.sides[static_cast<std::size_t>(index(fast.turn().seat))].name, slow.to_move());
  EXPECT_EQ(view.board, slow.board());
  EXPECT_EQ(view.sides[0].captures, slow.prisoners("black"));
  EXPECT_EQ(view.sides[1].captures, slow.prisoners("white"));
  const std::string scoring = fact(view, "scoring");
  if (scoring == "area" || !any_seki(fast)) {
    EXPECT_EQ(std::to_string(view.sides[0].half_points - view.sides[1].half_points), half_points(slow, scoring));
  }
  if (c.options.find("ko=") == std::string::npos) {
    EXPECT_EQ(marked(fast, "ko"), slow.ko_point().empty() ? Words{} : Words{slow.ko_point()});
  }
}

void compare_reasons(const Position& fast, const reference::Go& slow, const std::string& odd) {
  std::string fast_says(to_word(try_word(fast, fast.turn().seat, odd)));
  const std::string slow_says = slow.reason(odd);
  const bool of_agreement = odd == "accept" || odd == "resume" || odd == "dead:A1";
  if (of_agreement && slow_says == "unknown-move") fast_says = fast_says.empty() ? "legal?" : slow_says;
  EXPECT_EQ(fast_says, slow_says) << odd;
}

void play_both(Position& fast, reference::Go& slow, const std::string& word) {
  EventLog log;
  EXPECT_EQ(fast.play(fast.turn().seat, word, log), Reason::none);
  Words captured;
  for (const Event& event : log)
    if (event.kind == Event::Kind::removed) captured.push_back(fast.name(event.at));
  std::sort(captured.begin(), captured.end());
  EXPECT_EQ(captured, slow.play(word));
}

// Plays random games until `plies` were compared; returns how many were.
int cross_check(const Case& c, int plies, std::uint64_t seed) {
  Rng rng(seed);
  const Position first = start(c.game, c.options);
  const reference::Go slow_first = slow_game(c);
  const std::string scoring = fact(look(first), "scoring");
  int compared = 0;
  while (compared < plies) {
    Position fast = first;
    reference::Go slow = slow_first;
    const std::uint32_t pass_rate = 1 + rng.below(20);
    for (int ply = 0; ply < 400 && compared < plies; ++ply) {
      if (slow.stopped() && !slow.over()) {
        if (resumes(fast, slow, scoring, rng)) continue;
        break;
      }
      const View view = look(fast);
      if (slow.over() || fast.to_act().empty()) {
        EXPECT_EQ(slow.over(), fast.to_act().empty());
        EXPECT_EQ(view.result, slow.result());
        break;
      }
      compare_views(c, fast, view, slow);
      const Words legal = fast.legal_words(fast.turn().seat);
      EXPECT_EQ(legal, slow.legal());
      compare_reasons(fast, slow, any_word(rng, std::max(view.columns, view.rows)));
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << c.game << " " << c.options << " seed " << seed << " ply " << ply;
        return compared;
      }
      const bool pass = legal.size() == 1 || rng.below(100) < pass_rate;
      play_both(fast, slow, pass ? "pass" : legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      ++compared;
    }
  }
  return compared;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all{{"go", "size=2", 2000},
                                     {"go", "size=2 ko=situational", 1500},
                                     {"go", "size=2 ko=positional", 1500},
                                     {"go", "size=3", 1500},
                                     {"go", "size=3 ko=situational", 1500},
                                     {"go", "size=3 ko=positional scoring=territory", 1500},
                                     {"go", "size=4 scoring=territory", 1200},
                                     {"go", "size=4 ko=positional", 1200},
                                     {"go", "size=5", 1000},
                                     {"go", "size=5 ko=situational", 1000},
                                     {"go", "size=5 ko=positional", 1000},
                                     {"go", "size=6 scoring=territory", 600},
                                     {"go", "size=7 handicap=6", 400},
                                     {"go", "size=9", 300},
                                     {"go", "size=9 ko=positional handicap=9", 300},
                                     {"go", "size=13", 100},
                                     {"go", "size=19", 60},
                                     {"go", "size=25 ko=situational", 20},
                                     {"go", "size=2 suicide", 1500},
                                     {"go", "size=3 ko=positional suicide", 1500},
                                     {"go", "size=3 ko=situational suicide", 1500},
                                     {"go", "size=4 suicide scoring=territory", 1000},
                                     {"go", "size=5 ko=positional suicide", 800},
                                     {"toroidal", "size=3 suicide", 1000},
                                     {"toroidal", "size=4 ko=situational suicide", 800},
                                     {"toroidal", "size=3", 1500},
                                     {"toroidal", "size=3 ko=situational scoring=territory", 1500},
                                     {"toroidal", "size=3 ko=positional", 1500},
                                     {"toroidal", "size=4", 1000},
                                     {"toroidal", "size=4 ko=positional", 1000},
                                     {"toroidal", "size=5 scoring=territory", 800},
                                     {"toroidal", "size=7 ko=situational", 400},
                                     {"toroidal", "", 100},
                                     {"toroidal", "size=14", 50},
                                     {"go", "size=2x5", 1500},
                                     {"go", "size=5x2 ko=positional suicide", 1000},
                                     {"go", "size=2x3 ko=situational", 1500},
                                     {"go", "size=7x3", 1000},
                                     {"go", "size=3x7 ko=situational scoring=territory", 1000},
                                     {"go", "size=13x9 handicap=7", 150},
                                     {"go", "size=9x13 ko=positional", 150},
                                     {"go", "size=19x2 scoring=territory", 400},
                                     {"go", "size=2x25 suicide", 300},
                                     {"toroidal", "size=3x5", 1000},
                                     {"toroidal", "size=6x3 ko=positional suicide", 800},
                                     {"toroidal", "size=4x9 scoring=territory", 500}};
  return all;
}

TEST(GoCrossCheck, FastAgreesWithReference) {
  int compared = 0;
  for (const Case& c : cases()) compared += cross_check(c, as_many(c.plies), 1);
  EXPECT_GE(compared, as_many(20'000));
}

TEST(GoCrossCheck, LongFastAgreesWithReference) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  int compared = 0;
  for (const Case& c : cases()) {
    compared += cross_check(c, 45 * c.plies, 2);
    std::fprintf(stderr, "%s %s: %d positions so far\n", c.game.c_str(), c.options.c_str(), compared);
    if (HasFailure()) return;
  }
  EXPECT_GE(compared, 1'000'000);
}

}  // namespace
}  // namespace cairn::go
