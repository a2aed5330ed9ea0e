#include <algorithm>
#include <set>

#include "core/text.h"
#include "tests/contract/laws.h"

namespace cairn::contract {

namespace {

constexpr std::size_t kSample = 64;  // words of a long list that are looked at

bool listed(const ActionList& sorted, Action action) {
  return std::binary_search(sorted.begin(), sorted.end(), action);
}

// Several words may mean one thing ("this stone's group"): what is allowed and not listed does what a listed one does.
bool does_as_listed(const Position& position, Seat seat, Action action, const ActionList& list) {
  const auto led_to = [&](Action chosen) {
    Position after = position;
    after.apply(seat, chosen, NoEvents{});
    return after.hash();
  };
  const std::uint64_t hash = led_to(action);
  return list.size() < 1000 &&
         std::any_of(list.begin(), list.end(), [&](Action other) { return led_to(other) == hash; });
}

// Whether a reason is one of all games, or of those that the game registers for itself.
bool is_known(const GameInfo& info, Reason reason) {
  const auto same = [&](const ReasonText& one) { return Reason(one) == reason; };
  return std::any_of(kReasonTexts.begin(), kReasonTexts.end(), same) ||
         std::find(info.reasons.begin(), info.reasons.end(), reason) != info.reasons.end();
}

// A word as a record can hold it: visible, without blanks, not too long.
bool clean(std::string_view word) {
  return !word.empty() && word.size() <= 64 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c > ' ' && c < '\x7F'; });
}

void check_round_trip(const Scene& scene, Seat seat, Action action) {
  const Position& position = scene.position;
  const std::string word = position.format(action);
  ++scene.report.words;
  if (!clean(word)) scene.fault("a word is short and visible", "\"" + word + "\"");
  for (const std::string& spelling : {word, lower(word), upper(word)}) {
    const Parsed parsed = position.parse(seat, spelling);
    if (parsed.refused != Reason::none || parsed.action != action)
      scene.fault("a word comes back as its action", spelling + " did not");
  }
}

}  // namespace

void check_words(const Scene& scene, const std::vector<std::pair<Seat, Action>>& foreign, Rng& rng) {
  const Position& position = scene.position;
  const SeatSet acting = position.to_act();
  ActionList list{Action{1}, Action{2}, Action{3}};
  for (int i = 0; i < position.seats(); ++i) {
    const Seat seat = seat_at(i);
    position.legal(seat, list);
    if (!acting.contains(seat)) {
      if (!list.empty()) scene.fault("only seats in to_act have moves", "seat " + std::to_string(i) + " has some");
      for (const auto& [owner, action] : foreign)
        if (position.check(seat, action) == Reason::none)
          scene.fault("only seats in to_act have moves", "check lets seat " + std::to_string(i) + " play");
      continue;
    }
    if (list.empty()) scene.fault("a seat to act has a legal action", "seat " + std::to_string(i) + " has none");
    for (std::size_t k = 0; k < std::min(list.size(), kSample); ++k) {
      const Action action = list.size() <= kSample ? list[k] : list[rng.below(static_cast<std::uint32_t>(list.size()))];
      if (const Reason reason = position.check(seat, action); reason != Reason::none)
        scene.fault("what is listed is allowed",
                    position.format(action) + " is listed and refused: " + std::string(to_word(reason)));
      check_round_trip(scene, seat, action);
    }
    if (list.size() <= 2000) {
      std::set<std::string> words;
      for (const Action action : list)
        if (!words.insert(position.format(action)).second)
          scene.fault("a word means one action", position.format(action) + " is listed twice");
    }
    std::sort(list.begin(), list.end());
    if (std::adjacent_find(list.begin(), list.end()) != list.end())
      scene.fault("an action is listed once", "an action is listed twice");
    for (const auto& [owner, action] : foreign) {
      const bool allowed = position.check(seat, action) == Reason::none;
      scene.report.refusals += allowed ? 0 : 1;
      if (allowed != listed(list, action) && !(allowed && does_as_listed(position, seat, action, list)))
        scene.fault("what is allowed is listed",
                    position.format(action) + (allowed ? " is allowed, not listed" : " is listed, not allowed"));
    }
  }
}

// Words of no game, and some of this one with a letter changed, doubled or lost.
std::vector<std::string> bad_words(const std::vector<Move>& record, Rng& rng) {
  std::vector<std::string> words = {"",
                                    " ",
                                    "a",
                                    "0",
                                    "zz99",
                                    "A1 A1",
                                    "pass",
                                    "swap",
                                    "accept",
                                    "resume",
                                    "a0",
                                    "@#$%",
                                    "A1x",
                                    "d2>d3",
                                    "\xFF\xFE",
                                    "a1;a2",
                                    "9999999999",
                                    "a-1",
                                    "dead:",
                                    ">",
                                    "a99999999x",
                                    "b2,b2,b2",
                                    std::string(3000, 'a'),
                                    std::string("A1\0B2", 5)};
  for (int i = 0; i < 8; ++i) {
    if (record.empty()) break;
    std::string word = record[rng.below(static_cast<std::uint32_t>(record.size()))].word;
    const auto at = rng.below(static_cast<std::uint32_t>(word.size()));
    switch (rng.below(4)) {
      case 0:
        word[at] = static_cast<char>(' ' + static_cast<int>(rng.below(95)));
        break;
      case 1:
        word.insert(at, 1, word[at]);
        break;
      case 2:
        word.erase(at, 1);
        break;
      default:
        break;
    }
    words.push_back(word);
  }
  return words;
}

void check_bad_words(const Scene& scene, Rng& rng) {
  const Position& position = scene.position;
  const std::vector<std::string> words = bad_words(scene.record, rng);
  const std::uint64_t hash = position.hash();
  const View view = position.view(Viewer::referee);
  ActionList list;
  for (int i = 0; i < position.seats(); ++i) {
    const Seat seat = seat_at(i);
    position.legal(seat, list);
    std::sort(list.begin(), list.end());
    for (const std::string& word : words) {
      const Parsed parsed = position.parse(seat, word);
      const bool fine = parsed.refused == Reason::none && listed(list, parsed.action);
      Position copy = position;
      EventLog log;
      const Reason reason = copy.play(seat, word, log);
      if ((reason == Reason::none) != fine &&
          !(reason == Reason::none && does_as_listed(position, seat, parsed.action, list)))
        scene.fault("the door and the list agree",
                    "\"" + word.substr(0, 80) + "\" is " + (fine ? "listed and refused" : "accepted and not listed"));
      if (reason == Reason::none) continue;
      ++scene.report.refusals;
      if (to_word(reason).empty()) scene.fault("a refusal has a reason", word.substr(0, 80));
      if (!is_known(scene.info, reason))
        scene.fault("a refusal of a game's own is registered", std::string(to_word(reason)));
      if (!log.empty() || copy.hash() != hash || !(copy.view(Viewer::referee) == view))
        scene.fault("a refused word changes nothing", "\"" + word.substr(0, 80) + "\" did");
    }
  }
}

void check_options(const GameInfo& info, Report& report) {
  const std::vector<Move> none;
  const Position empty;
  Config config;
  const Scene scene{info, config, none, empty, report};
  const auto error_of = [&](const std::string& name, const std::string& value) {
    config.options = {{name, value}};
    return info.make(config).error;
  };
  if (info.name.empty() || info.title.empty() || info.summary.empty() || !info.make || !info.complete)
    return scene.fault("a game is described", "name, title, summary, make or complete is missing");
  if (lower(info.name) != info.name) scene.fault("a game is described", "its name is not in lower case");
  if (info.variety.empty() || !info.variety.front().empty())
    scene.fault("a game has option sets worth testing", "`variety` must begin with \"\"");
  for (const OptionSpec& option : info.options) {
    if (option.name.empty() || option.values.empty() || option.help.empty())
      scene.fault("an option is described", option.name + ": name, values or help is missing");
    if (const auto error = error_of(option.name, option.fallback); !error.empty())
      scene.fault("a default is a good value", option.name + "=" + option.fallback + ": " + error);
    if (const auto error = error_of(option.name, "\x01wrong"); error.find(option.name) == std::string::npos)
      scene.fault("a wrong value is refused with the right ones", option.name + ": \"" + error + "\"");
    const std::string range = option.values.substr(0, option.values.find('['));  // "2..25[x2..25]": of either side
    const auto dots = range.find("..");
    const auto low = parse_int(range.substr(0, dots));
    const auto high = dots == std::string::npos ? std::nullopt : parse_int(range.substr(dots + 2));
    if (low && high)
      for (const int outside : {*low - 1, *high + 1, -999'999})
        if (error_of(option.name, std::to_string(outside)).find(range) == std::string::npos)
          scene.fault("a wrong value is refused with the right ones", option.name + "=" + std::to_string(outside));
  }
  std::set<std::string_view> reasons;
  for (const ReasonText& one : kReasonTexts) reasons.insert(one.word);
  for (const Reason own : info.reasons)
    if (own.text().empty() || own.text().back() == '.' || lower(own.word()) != own.word() ||
        !reasons.insert(own.word()).second)
      scene.fault("a refusal of a game's own is described", std::string(own.word()));
  const auto error = error_of("no-such-option", "1");
  for (const OptionSpec& option : info.options)
    if (error.find(option.name) == std::string::npos)
      scene.fault("a wrong option is refused with the right ones", "\"" + error + "\" lacks " + option.name);
  for (const auto words : info.variety) {
    config.options = parse_option_words(words);
    const OptionValues all = info.complete(config.options);
    if (all.size() != info.options.size()) scene.fault("complete() gives every option", std::string(words));
    const Made made = info.make(config), full = info.make({.options = all, .setup = std::nullopt});
    if (!made.error.empty() || !full.error.empty())
      scene.fault("the options of `variety` are good", made.error + full.error);
    else if (made.position.hash() != full.position.hash() ||
             !(made.position.view(Viewer::referee) == full.position.view(Viewer::referee)))
      scene.fault("complete() means the same game", std::string(words));
  }
}

}  // namespace cairn::contract
