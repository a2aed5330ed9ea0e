#include "notation/record.h"

#include "core/text.h"
#include "notation/thread_work.h"
#include "notation/words.h"

namespace cairn {

namespace {

constexpr int kPlainVersion = 1;

}  // namespace

Json record_json(const Record& record) {
  Json options = Json::object();
  for (const auto& [name, value] : record.config.options) options[name] = value;
  Json json = {
      {"format", kRecordFormat}, {"version", kPlainVersion}, {"game", record.game}, {"options", std::move(options)}};
  if (const auto& setup = record.config.setup)
    json["position"] = {{"board", setup->board}, {"to_move", setup->to_move}};
  Json moves = Json::array();
  for (const auto& [seat, word] : record.moves) moves.push_back(Json::array({index(seat), word}));
  json["moves"] = std::move(moves);
  return json;
}

Message read_record(std::string_view text, Record& out) {
  AnnotatedGame game;
  if (auto error = read_record(text, game); !error.empty()) return error;
  MainLine line = main_line(game.tree);
  if (!line.complete)
    return Message(
        "bad-record-field", "record: {why}",
        {{"why",
          Message("position-set-up-after",
                  "the file sets up a position after move {n}; to continue a game, its moves must begin at the start",
                  {{"n", line.moves.size()}})}});
  out = {std::move(game.game), std::move(game.config), std::move(line.moves)};
  return {};
}

Cut record_until(const AnnotatedGame& game, std::size_t moves) {
  Cut cut{{game.game, game.config, {}}};
  const GameInfo* info = find_game(game.game);
  for (const NodeIndex node : game.tree.main_line()) {
    const GameNode& now = game.tree[node];
    if (tells_move(now) && cut.played == moves) break;
    if (now.setup && info) {
      cut.record.config = set_up_config(*info, game.config, *now.setup);
      cut.record.moves.clear();
    }
    if (now.move) cut.record.moves.emplace_back(now.move->seat, now.move->word);
    cut.played += tells_move(now) ? 1 : 0;
  }
  return cut;
}

Refolded refold(const Record& record) {
  Refolded refolded;
  refolded.info = find_game(record.game);
  if (!refolded.info) {
    refolded.error = unknown_game(record.game);
    return refolded;
  }
  Made made = refolded.info->make(record.config);
  refolded.position = std::move(made.position);
  refolded.error = std::move(made.error);
  if (!refolded.error.empty()) return refolded;
  thread_work.entries += record.moves.size();
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const auto& [seat, word] = record.moves[i];
    const Reason reason = play_for(refolded.position, seat, word, nullptr);
    if (reason == Reason::none) continue;
    refolded.error = Message("move-by-seat-cannot", "move {n}, \"{word}\" by seat {seat}, cannot be played: {why}",
                             {{"n", i + 1}, {"word", word.substr(0, 80)}, {"seat", index(seat)}, {"why", reason}});
    return refolded;
  }
  return refolded;
}

}  // namespace cairn
