#include "server/play/table.h"
#include "tests/contract/laws.h"

namespace cairn::contract {

// A whole game through the server's table: every word of the record as a command, with stale versions, wrong words and
// repeated requests in between; what stands at the end must be what stood here, and what the table's log refolds to.
void check_table(const Scene& scene, Rng& rng) {
  TableSetup setup{
      .game = std::string(scene.info.name), .options = scene.info.complete(scene.config.options), .seed = 1};
  std::vector<Occupant> occupants;
  for (int i = 0; i < scene.position.seats(); ++i)
    occupants.push_back({SeatKind::guest, i + 1, "guest " + std::to_string(i + 1)});
  auto [opened, error] = Table::open(scene.info, setup, occupants, {});
  if (!opened) return scene.fault("a table opens", error);
  Table& table = *opened;
  ++scene.report.tables;
  int request = 0;
  for (const Move& move : scene.record) {
    const int version = table.version(viewer_of(move.seat));
    const Command command{"r" + std::to_string(++request), version, Command::Kind::play, {move.word}};
    const bool closely = rng.below(16) == 0;
    const std::uint64_t hash = table.position().hash();
    if (closely) {
      Command wrong = command;
      wrong.request += "w";
      wrong.words = {"no-such-word"};
      const Answer refused = table.prepare(move.seat, wrong);
      if (const auto* refusal = std::get_if<Refusal>(&refused); !refusal || refusal->code != Code::illegal_move)
        scene.fault("a table refuses what is no move", "no-such-word was not");
      wrong = command;
      ++wrong.version;
      const Answer stale = table.prepare(move.seat, wrong);
      if (const auto* refusal = std::get_if<Refusal>(&stale); !refusal || refusal->code != Code::stale)
        scene.fault("a table refuses a wrong version", move.word + " was taken");
      wrong = command;
      wrong.words = {move.word, "no-such-word"};  // all or nothing, but words up to a piece of news stand
      const Answer half = table.prepare(move.seat, wrong);
      if (std::holds_alternative<Change>(half) && !scene.info.hidden)
        scene.fault("a table takes all words or none", move.word + " was taken alone");
    }
    Answer answer = table.prepare(move.seat, command);
    if (table.position().hash() != hash) scene.fault("preparing changes nothing", move.word + " did");
    auto* change = std::get_if<Change>(&answer);
    if (!change || change->repeated)
      return scene.fault("a table takes a legal word", move.word + ": " + std::get<Refusal>(answer).message);
    const int number = change->number;
    const int seat_version = change->version;
    table.commit(std::move(*change));
    if (table.version(viewer_of(move.seat)) != seat_version)
      scene.fault("an answer names the version that follows", move.word);
    if (!closely) continue;
    const std::uint64_t after = table.position().hash();
    const Answer again = table.prepare(move.seat, command);
    const auto* repeated = std::get_if<Change>(&again);
    if (!repeated || !repeated->repeated || repeated->number != number || repeated->version != seat_version)
      scene.fault("a repeated request gets the same answer", move.word);
    if (table.position().hash() != after) scene.fault("a repeated request changes nothing", move.word);
  }
  if (table.position().hash() != scene.position.hash())
    scene.fault("a table plays the same game", "it came to another hash");
  const auto [refolded, why] = Table::open(scene.info, setup, occupants, table.log());
  if (!refolded) return scene.fault("a table's log replays", why);
  if (refolded->position().hash() != table.position().hash())
    scene.fault("a table's log refolds to the same hash", "another hash");
  for (const Viewer viewer : onlookers(scene.position)) {
    if (!(refolded->position().view(viewer) == scene.position.view(viewer)))
      scene.fault("a table's log refolds to the same views", "a viewer sees something else");
    if (refolded->version(viewer) != table.version(viewer))
      scene.fault("a table's log refolds to the same versions", "a viewer counts another version");
  }
}

}  // namespace cairn::contract
