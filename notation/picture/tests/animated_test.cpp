// Animated games: at every position just what a picture of that position holds, drawn once for as long as it lasts.
#include "notation/picture/animated.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "core/text.h"
#include "games/registry.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

// An animation taken apart.
struct Film {
  struct Element {
    std::string text{}, opacity{};  // with what it names in the place of names; "": always seen
  };
  std::map<std::string, std::string> definitions{}, rules{};
  std::vector<Element> elements{};

  explicit Film(const std::string& svg) {
    static const std::regex definition("^<(\\w+) id=\"(d\\d+)\" (.*)$"), rule("^\\.(t\\d+)\\{opacity:(.*)\\}$"),
        of_class(" class=\"(t\\d+)\" (?:opacity=\"0\" )?");
    for (const std::string_view view : split(svg, '\n')) {
      const std::string line(view);
      std::smatch found;
      if (std::regex_match(line, found, definition))
        definitions[found[2]] = found[1].str() + " " + spelled(found[3]);
      else if (std::regex_match(line, found, rule))
        rules[found[1]] = found[2];
      else if (std::regex_search(line, found, of_class))
        elements.push_back({spelled(found.prefix().str() + " " + found.suffix().str()), rules.at(found[1])});
      else if (line.starts_with("<") && line.ends_with(">") && line != "</defs>")
        elements.push_back({spelled(line), ""});
    }
  }

  std::string spelled(const std::string& text) const {
    static const std::regex name("#(d\\d+)\\b");
    std::string out;
    std::sregex_iterator it(text.begin(), text.end(), name), end;
    std::string rest = text;
    for (; it != end; rest = it->suffix(), ++it) out += it->prefix().str() + definitions.at((*it)[1]);
    return out + rest;
  }

  // What a browser makes of a rule at a position: one of its parts is 1 or more.
  static bool seen(const std::string& opacity, int position) {
    if (opacity.empty()) return true;
    static const std::regex until("calc\\((\\d+) - var\\(--p\\)\\)"), since("calc\\(var\\(--p\\) - (\\d+)\\)"),
        between("min\\(var\\(--p\\) - (\\d+),(\\d+) - var\\(--p\\)\\)");
    const auto any = [&](const std::regex& part, const auto& holds) {
      for (std::sregex_iterator it(opacity.begin(), opacity.end(), part), end; it != end; ++it)
        if (holds(*it)) return true;
      return false;
    };
    const auto number = [](const std::ssub_match& text) { return std::stoi(text.str()); };
    return any(until, [&](const std::smatch& at) { return number(at[1]) - position >= 1; }) ||
           any(since, [&](const std::smatch& at) { return position - number(at[1]) >= 1; }) ||
           any(between,
               [&](const std::smatch& at) { return position - number(at[1]) >= 1 && number(at[2]) - position >= 1; });
  }

  std::vector<std::string> at(int position) const {
    std::vector<std::string> out;
    for (const Element& element : elements)
      if (seen(element.opacity, position)) out.push_back(element.text);
    return out;
  }
};

Position begun(std::string_view name, std::string_view options = "") {
  Made made = find_game(name)->make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

BoardSheet seen_by(const Position& position, Viewer viewer = Viewer::referee) {
  return board_sheet(position.view(viewer), namer(position));
}

bool play_one(Position& position, Rng& rng) {
  for (int seat = 0; seat < position.seats(); ++seat) {
    if (!position.to_act().contains(seat_at(seat))) continue;
    ActionList list;
    position.legal(seat_at(seat), list);
    if (list.empty()) continue;
    position.apply(seat_at(seat), list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    return true;
  }
  return false;
}

void play_all(Position& position, const std::vector<std::string>& words, const std::function<void()>& after) {
  for (const std::string& word : words) {
    EventLog log;
    for (int seat = 0; seat < position.seats(); ++seat)
      if (position.to_act().contains(seat_at(seat))) {
        ASSERT_EQ(position.play(seat_at(seat), word, log), Reason::none) << word;
        break;
      }
    after();
  }
}

std::string film_of(std::string_view game, std::string_view options, const std::vector<std::string>& words,
                    Viewer viewer = Viewer::referee, double pace_s = kUsualPace) {
  Position position = begun(game, options);
  AnimatedBoard film;
  film.add(seen_by(position, viewer));
  play_all(position, words, [&] { film.add(seen_by(position, viewer)); });
  return film.svg(pace_s, game).bytes;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

// Every game, with other options and viewers, in the same order from below to above.
TEST(AnimatedBoard, ShowsAtEveryPositionWhatAPictureOfItHolds) {
  Rng rng(11);
  for (const GameInfo& game : games())
    for (int i = 0; i < (in_short_run() ? 1 : 4); ++i) {
      const auto variety = game.variety.empty() ? "" : game.variety[static_cast<std::size_t>(i) % game.variety.size()];
      Position position = begun(game.name, variety);
      const Viewer viewer = i % 2 == 0 ? Viewer::referee : viewer_of(seat_at(i % position.seats()));
      AnimatedBoard film;
      std::vector<std::vector<std::string>> pictures;
      do {
        const BoardSheet sheet = seen_by(position, viewer);
        film.add(sheet);
        AnimatedBoard still;
        still.add(sheet);
        pictures.push_back(Film(still.svg(1, game.title).bytes).at(0));
      } while (film.positions() < 60 && play_one(position, rng));
      const Film whole(film.svg(1, game.title).bytes);
      ASSERT_GT(pictures.size(), 5U) << game.name;
      ASSERT_GE(pictures.front().size(), 15U) << game.name;
      ASSERT_NE(pictures.front(), pictures.back()) << game.name;
      for (std::size_t at = 0; at < pictures.size(); ++at)
        ASSERT_EQ(whole.at(static_cast<int>(at)), pictures[at]) << game.name << ' ' << variety << ", position " << at;
    }
}

TEST(AnimatedBoard, DrawsWhatStaysOnce) {
  const std::string svg = film_of("go", "size=9", {"C3", "D3", "G7", "D4", "C5"});
  EXPECT_EQ(count_of(svg, "<use "), 5U);
  EXPECT_EQ(count_of(svg, "<text "), 18U);
  EXPECT_EQ(count_of(svg, "<line "), 18U);
  // The first stone is there from position 1 on; its ring at that one alone.
  EXPECT_EQ(count_of(svg, "{opacity:calc(var(--p) - 0)}"), 1U);
  EXPECT_EQ(count_of(svg, "{opacity:min(var(--p) - 0,2 - var(--p))}"), 1U);
  // A stone that is captured, and one that comes back to where it stood.
  const std::string ko = film_of("go", "size=5", {"B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2", "E5", "A5", "C2"});
  EXPECT_EQ(count_of(ko, "{opacity:max(min(var(--p) - 6,8 - var(--p)),calc(var(--p) - 10))}"), 1U);
}

TEST(AnimatedBoard, TellsTheTimeOfEveryPosition) {
  const std::vector<std::string> words{"C3", "G7", "E5"};
  const std::string usual = film_of("go", "size=9", words);
  EXPECT_NE(usual.find("svg{--p:3;animation:count 7s step-end infinite}"), std::string::npos);
  EXPECT_NE(usual.find("@keyframes count{0%{--p:0}14.2857%{--p:1}28.5714%{--p:2}42.8571%{--p:3}}"), std::string::npos);
  EXPECT_NE(usual.find("(prefers-reduced-motion:reduce){svg{animation:none}}"), std::string::npos);
  const std::string slow = film_of("go", "size=9", words, Viewer::referee, 4);
  EXPECT_NE(slow.find("animation:count 28s "), std::string::npos) << "four positions, and the last as long as four";
  EXPECT_NE(film_of("go", "size=9", {}).find("@keyframes count{0%{--p:0}}"), std::string::npos);
}

TEST(AnimatedBoard, IsSmallAndNeedsNothingElse) {
  Rng rng(3);
  Position position = begun("go", "size=19");
  AnimatedBoard film;
  do film.add(seen_by(position));
  while (film.positions() <= 250 && play_one(position, rng));
  EXPECT_EQ(film.positions(), 251);
  const BoardPicture picture = film.svg(1, "A < B & \"C\"\x01");
  EXPECT_LT(picture.bytes.size(), 200'000U);
  EXPECT_GT(picture.width, 400);
  EXPECT_EQ(count_of(picture.bytes, "script"), 0U);
  EXPECT_EQ(count_of(picture.bytes, "http"), 1U) << "the name of SVG alone";
  EXPECT_EQ(count_of(picture.bytes, "<title>A &lt; B &amp; &quot;C&quot;\xEF\xBF\xBD</title>"), 1U);
}

TEST(AnimatedBoard, ShowsNothingThatTheViewHides) {
  const auto black = viewer_of(seat_at(0)), white = viewer_of(seat_at(1));
  EXPECT_EQ(film_of("phantom", "size=9", {"C3", "G7", "D3"}, black),
            film_of("phantom", "size=9", {"C3", "E5", "D3"}, black));
  EXPECT_NE(film_of("phantom", "size=9", {"C3", "G7"}, white), film_of("phantom", "size=9", {"C3", "E5"}, white));
}

}  // namespace
}  // namespace cairn
