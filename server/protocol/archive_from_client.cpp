#include "server/protocol/archive_from_client.h"

#include <algorithm>
#include <charconv>

#include "core/text.h"
#include "notation/view_json.h"
#include "server/base/days.h"
#include "server/play/clock_rule.h"
#include "server/protocol/query.h"

namespace cairn {

namespace {

constexpr std::string_view kSeatWords[] = {"first", "second", "third", "fourth"};
constexpr std::size_t kMostWords = 64;  // of an opening

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<bool> yes_no(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

std::optional<Outcome::How> how_of(std::string_view word) {
  for (int i = 1; !how_word(static_cast<Outcome::How>(i)).empty(); ++i)
    if (how_word(static_cast<Outcome::How>(i)) == word) return static_cast<Outcome::How>(i);
  return std::nullopt;
}

std::string hows() {
  std::string list;
  for (int i = 1; !how_word(static_cast<Outcome::How>(i)).empty(); ++i)
    list += (i == 1 ? "" : ", ") + std::string(how_word(static_cast<Outcome::How>(i)));
  return list;
}

// Reads one name; returns "" or what is wrong.
Message read_result(ArchiveWish& out, std::string_view value) {
  using Wanted = ArchiveQuery::Outcome;
  if (value == "won" || value == "lost") {
    if (out.player.empty())
      return Message("result-player-who-must", "\"result={word}\" needs a \"player\" before it", {{"word", value}});
    out.query.outcome = value == "won" ? Wanted::won : Wanted::lost;
    return {};
  }
  if (value == "drawn") out.query.winner = -1;
  for (int seat = 0; seat < kMaxSeats; ++seat)
    if (value == kSeatWords[seat]) out.query.winner = seat;
  return out.query.winner != ArchiveQuery::kAnyWinner ? Message()
                                                      : Message("result-won-lost-by",
                                                                "\"result\" must be won or lost (by the player), "
                                                                "drawn, or the winner: first, second, third, fourth");
}

Message read_days(ArchiveWish& out, std::string_view name, std::string_view value) {
  const auto day = day_of(value);
  if (!day) return Message("filter-day", "\"{name}\" must be a day such as 2026-11-22", {{"name", shortened(name)}});
  if (name == "since")
    out.query.since_ms = *day * kDayMs;
  else
    out.query.before = std::min(out.query.before, ArchivePlace{(*day + 1) * kDayMs, 0},
                                [](const ArchivePlace& a, const ArchivePlace& b) { return a.ended_ms < b.ended_ms; });
  return {};
}

// An option of the game, in the game's own spelling where the game takes the value.
Message read_option(ArchiveWish& out, const GameInfo* info, const std::string& name, const std::string& value) {
  if (info == nullptr)
    return Message("filter-unknown",
                   "\"{name}\" is not a known filter; options need a \"game\", the other filters are {list}",
                   {{"name", shortened(name)},
                    {"list", "player, against, seats, rated, bots, result, how, since, until, before"}});
  const std::string wanted = lower(name);
  if (std::none_of(info->options.begin(), info->options.end(),
                   [&](const OptionSpec& option) { return option.name == wanted; }))
    return unknown_option(name, info->options);
  if (out.query.options.size() == kArchiveOptions)
    return Message("at-most-options-can", "you can filter by at most {n} options at once", {{"n", kArchiveOptions}});
  const OptionValues given = {{wanted, value}};
  const Made made = info->make({given, std::nullopt});
  if (made.error.english().rfind("option " + wanted + ":", 0) == 0) return made.error;
  std::string spelt = lower(value);
  if (made.error.empty())
    for (const auto& [key, complete] : info->complete(given))
      if (key == wanted) spelt = complete;
  out.query.options.emplace_back(wanted, std::move(spelt));
  return {};
}

Message read_one(ArchiveWish& out, const GameInfo* info, const std::string& name, const std::string& value) {
  ArchiveQuery& query = out.query;
  if (name == "game") return {};  // read before
  if (name == "player" || name == "against") {
    if (value.empty() || value.size() > 100)
      return Message("filter-account-name", "\"{name}\" must be the name of an account", {{"name", shortened(name)}});
    (name == "player" ? out.player : out.against) = value;
    return {};
  }
  if (name == "seats") {
    query.seats = parse_int(value).value_or(0);
    return query.seats >= 2 && query.seats <= kMaxSeats
               ? Message()
               : Message("seats-range", "\"seats\" must be from 2 to {n}", {{"n", kMaxSeats}});
  }
  if (name == "rated" || name == "bots") {
    const auto word = yes_no(value);
    (name == "rated" ? query.rated : query.bots) = word;
    return word ? Message()
                : Message("filter-true-false", "\"{name}\" must be true or false", {{"name", shortened(name)}});
  }
  if (name == "result") return read_result(out, value);
  if (name == "how") {
    query.how = how_of(value);
    return query.how ? Message() : Message("how-one-of", "\"how\" must be one of {list}", {{"list", hows()}});
  }
  if (name == "since" || name == "until") return read_days(out, name, value);
  if (name == "before") {
    const auto place = archive_place(value);
    if (!place) return Message("before-is-next", "\"before\" must be the value of \"next\" in the previous response");
    if (place->ended_ms < query.before.ended_ms) query.before = *place;
    return {};
  }
  return read_option(out, info, name, value);
}

}  // namespace

std::string to_text(const ArchivePlace& place) {
  return std::to_string(place.ended_ms) + "-" + std::to_string(place.number);
}

std::optional<ArchivePlace> archive_place(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto ended = whole_number(text.substr(0, dash)), number = whole_number(text.substr(dash + 1));
  if (!ended || !number) return std::nullopt;
  return ArchivePlace{*ended, *number};
}

std::variant<ArchiveWish, Fault> read_archive_wish(std::string_view target, std::span<const GameInfo> games) {
  const auto query = read_query(target);
  if (!query) return Fault{kNoQuery};
  ArchiveWish out;
  const GameInfo* info = nullptr;
  if (const std::string* name = value_in(*query, "game"); name != nullptr) {
    info = find_game(*name, games);
    if (info == nullptr) return Fault{unknown_game(*name)};
    out.query.game = info->name;
  }
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : *query) {
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      return Fault{Message("filter-twice", "\"{name}\" is given twice", {{"name", shortened(name)}})};
    seen.emplace_back(name);
    if (auto wrong = read_one(out, info, name, value); !wrong.empty()) return Fault{std::move(wrong)};
  }
  if (!out.against.empty() && out.player.empty())
    return Fault{Message("against-needs-player", "\"against\" needs a \"player\"")};
  return out;
}

std::variant<OpeningWish, Fault> read_opening_wish(std::string_view game_class, std::string_view target,
                                                   std::span<const GameInfo> games) {
  const auto query = read_query(target);
  if (!query) return Fault{kNoQuery};
  OptionValues options;
  OpeningWish out;
  out.info = find_game(game_class, games);
  const auto dash = game_class.rfind('-');
  if (out.info == nullptr && dash != std::string_view::npos) {
    out.info = find_game(game_class.substr(0, dash), games);
    options.emplace_back("size", game_class.substr(dash + 1));
  }
  if (out.info == nullptr) return Fault{unknown_game(game_class.substr(0, dash))};
  if (out.info->hidden)
    return Fault{Message("openings-hidden", "this game has hidden information, so it has no opening explorer")};
  for (const auto& [name, value] : *query) {
    if (name == "library") continue;  // whose games are counted
    if (name != "moves") {
      options.emplace_back(name, value);
      continue;
    }
    for (const auto word : split_words(value)) out.words.emplace_back(word);
    if (out.words.size() > kMostWords)
      return Fault{Message("moves-at-most-words", "\"moves\" can have at most {n} moves with blanks between them",
                           {{"n", kMostWords}})};
  }
  if (auto made = out.info->make({options, std::nullopt}); !made.error.empty()) return Fault{std::move(made.error)};
  out.options = out.info->complete(options);
  return out;
}

}  // namespace cairn
