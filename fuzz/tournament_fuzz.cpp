// What a client may say of tournaments (server/protocol/tournaments_from_client.h), and logs as they may stand in a
// damaged store: the first byte chooses. A log is lines of a kind's number and its words.
#include <string>
#include <variant>

#include "core/text.h"
#include "fuzz/message.h"
#include "server/protocol/tournaments_from_client.h"

namespace {

using namespace cairn;

using fuzz::good;
using fuzz::require;

void check_setup(const TournamentSetup& setup) {
  require(setup.clock.kind != ClockRule::Kind::none, "every game comes to its end");
  require(setup.least >= 2 && setup.least <= setup.most && setup.most <= most_players(setup.kind),
          "players are bounded");
  require(setup.rounds >= 0 && setup.rounds <= kMostTournamentRounds, "rounds are bounded");
  require(setup.games % 2 == 1 && setup.games <= kMostMatchGames, "a match can be decided");
  const auto again = good(read_tournament_setup(parse_json(json_text(tournament_setup_json(setup)))));
  require(again && *again == setup, "what is stored is read as it was");
}

// Whatever the log says, it is taken or refused, and what was taken can be asked for everything. `ours`: games are
// paired as the tournament says, and then all that is to be done can be done.
void check_log(std::string_view text, TournamentSetup::Kind kind, bool ours) {
  using EntryKind = TournamentEntry::Kind;
  TournamentSetup setup;
  setup.kind = kind;
  setup.match = static_cast<TournamentSetup::Match>(text.size() % 3);
  setup.no_show_ms = 60'000;
  if (kind == TournamentSetup::Kind::ladder) setup.match = TournamentSetup::Match::single;
  std::vector<TournamentEntry> log;
  auto there = Tournament::open(setup, log).tournament;
  std::int64_t now = 1'000;
  int tables = 0;
  const auto new_table = [&] {
    std::string name;
    do name = "n" + std::to_string(++tables);
    while (there->game_at(name));
    return name;
  };
  for (const auto line : split(text, '\n')) {
    const auto blank = line.find(' ');
    const auto number = parse_int(line.substr(0, blank));
    if (!number || *number < 0 || *number >= kTournamentEntryKinds || log.size() > 60) continue;
    const std::string words(blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1));
    std::vector<TournamentEntry> entries = {{static_cast<EntryKind>(*number), ++now, 0, words}};
    const bool pairs = entries[0].kind == EntryKind::pair, challenges = entries[0].kind == EntryKind::challenge;
    if (ours && pairs) entries = there->next(now, new_table);
    if (ours && challenges) {
      if (words.size() != 3 || !is_digit(words[0]) || !is_digit(words[2])) continue;
      entries = there->challenging(words[0] - '0', words[2] - '0', 0, now, new_table);
    }
    const int before = there->number();
    const std::string refused = there->take(entries);
    if (refused.empty())
      log.insert(log.end(), entries.begin(), entries.end());
    else
      require(there->number() == before && !(ours && pairs), "what is refused changes nothing, what is due is taken");
  }
  const auto again = Tournament::open(setup, log).tournament;
  require(again.has_value(), "what was taken is taken again");
  require(again->state() == there->state() && again->due_ms() == there->due_ms(), "the log says all");
  const auto next = there->next(now, new_table);
  if (ours && !next.empty()) require(there->take(next).empty(), "what is to be done can be done");
  (void)there->bracket();
  if (there->started_ms() > 0) (void)there->table();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 4'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 8) {
    case 0:
      if (const auto wish = good(read_tournament_wish(text))) check_setup(wish->setup);
      break;
    case 1:
      if (const auto ruling = good(read_ruling(text)))
        require(ruling->game >= 0 && ruling->winner >= -2 && ruling->winner <= 1, "a ruling is of a game");
      break;
    case 2:
      if (const auto wish = good(read_player_wish(text))) require(wish->name.size() <= 64, "a name is bounded");
      break;
    case 3:
      if (const auto wish = good(read_rung_wish(text)))
        require(!wish->name.empty() && wish->name.size() <= 64, "a name is there and bounded");
      break;
    default:
      check_log(text, static_cast<TournamentSetup::Kind>(data[0] % 4), data[0] % 16 < 8);
  }
  return 0;
}
