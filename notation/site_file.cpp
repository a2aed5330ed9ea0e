#include "notation/site_file.h"

#include <algorithm>
#include <optional>

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::string_view kAbstractPlay = "AbstractPlay", kJocly = "Jocly";
constexpr std::size_t kMaxSiteMoves = 100'000, kMaxShown = 60;

// A member of an object; null where there is none.
const Json& at(const Json& json, const char* key) {
  static const Json kNone;
  if (!json.is_object()) return kNone;
  const auto found = json.find(key);
  return found == json.end() ? kNone : *found;
}
std::string text_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.is_number_integer() ? std::to_string(json.get<std::int64_t>()) : std::string();
}
std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> out;
  if (json.is_array())
    for (const Json& item : json) out.push_back(text_of(item));
  return out;
}

bool is_record(const Json& json) {
  return at(at(json, "header"), "game").is_object() && at(json, "moves").is_array();
}
bool is_state(const Json& json) {
  return at(json, "game").is_string() && at(json, "stack").is_array();
}
bool is_saved(const Json& json) {
  return at(json, "game").is_string() && at(json, "playedMoves").is_array();
}

// "1c5" or {"move":"1c5","result":[...]}.
void add_move(SiteGame& game, const Json& move) {
  if (move.is_null()) return;  // a turn that nobody took
  game.moves.push_back(text_of(move.is_object() ? at(move, "move") : move));
}

void read_record(const Json& json, SiteGame& game, Details& details) {
  const Json& header = at(json, "header");
  game.name = text_of(at(at(header, "game"), "name"));
  game.variants = texts_of(at(at(header, "game"), "variants"));
  for (const Json& round : at(json, "moves"))
    if (round.is_array()) {
      for (const Json& move : round) add_move(game, move);
    } else {
      add_move(game, round);
    }
  details.event = text_of(at(header, "event"));
  details.round = text_of(at(header, "round"));
  details.date = text_of(at(header, "date-start")).substr(0, std::string_view("2024-05-01").size());
  const Json& players = at(header, "players");
  for (std::size_t i = 0; players.is_array() && i < std::min(players.size(), details.players.size()); ++i)
    details.players[i].name = text_of(at(players[i], "name"));
  if (const std::string number = text_of(at(at(header, "site"), "gameid")); !number.empty())
    details.source = std::string(kAbstractPlay) + ", " + number;
}

void read_state(const Json& json, SiteGame& game) {
  game.name = text_of(at(json, "game"));
  game.variants = texts_of(at(json, "variants"));
  const Json& stack = at(json, "stack");
  for (std::size_t i = 1; i < stack.size(); ++i) game.moves.push_back(text_of(at(stack[i], "lastmove")));
}

// {"act":"+","pos":53,"clr":1}, or the same as Jocly prints it: "+53W".
void read_saved(const Json& json, SiteGame& game) {
  game.name = text_of(at(json, "game"));
  for (const Json& move : at(json, "playedMoves"))
    game.moves.push_back(move.is_object()
                             ? text_of(at(move, "act")) + text_of(at(move, "pos")) + (at(move, "clr") == 2 ? 'B' : 'W')
                             : text_of(move));
}

// The last move may say how the game ended, by whomever: who lost is told by the results of the players.
std::optional<TreeMove> take_end(const Json& json, SiteGame& game) {
  if (game.moves.empty()) return std::nullopt;
  const std::string word = lower(game.moves.back());
  if (word != "resign" && word != "timeout") return std::nullopt;
  game.moves.pop_back();
  std::size_t loser = game.moves.size() % 2;
  const Json& players = at(at(json, "header"), "players");
  if (players.is_array() && players.size() == 2) {
    const Json &first = at(players[0], "result"), &second = at(players[1], "result");
    if (first.is_number() && second.is_number() && first != second)
      loser = first.get<double>() < second.get<double>() ? 0 : 1;
  }
  return TreeMove{seat_at(static_cast<int>(loser)), word};
}

Message unknown_site_game(const SiteGame& game) {
  std::string variants;
  for (const std::string& variant : game.variants)
    if (!variant.starts_with('-')) variants += (variants.empty() ? "" : ", ") + variant;  // no settings of a challenge
  const std::string name = game.name + (variants.empty() ? "" : " (" + variants + ")");
  return Message("site-game-unknown", "this is a game of {site}, \"{name}\", that cannot be played here",
                 {{"site", game.site}, {"name", name.substr(0, kMaxShown)}});
}

}  // namespace

bool looks_like_site_file(const Json& json) {
  return is_record(json) || is_state(json) || is_saved(json);
}

Message read_site_file(const Json& json, AnnotatedGame& out, std::vector<Message>& remarks) {
  SiteGame game;
  game.site = is_saved(json) ? kJocly : kAbstractPlay;
  out.details.place = game.site;
  if (is_record(json))
    read_record(json, game, out.details);
  else if (is_state(json))
    read_state(json, game);
  else
    read_saved(json, game);
  if (game.moves.size() > kMaxSiteMoves)
    return Message("more-than-moves", "more than {n} moves", {{"n", kMaxSiteMoves}});
  if (is_saved(json) && !at(json, "initialBoard").is_null())
    return Message("site-game-start", "this game of {site} begins from a position of its own, which cannot be read",
                   {{"site", game.site}});
  if (at(at(json, "header"), "pie-invoked") == true)
    remarks.push_back(
        Message("site-pie", "the sides were swapped after the first move; the players are in the order after that"));
  const auto end = take_end(json, game);
  return take_site_game(game, end, out, remarks);
}

Message take_site_game(const SiteGame& game, const std::optional<TreeMove>& end, AnnotatedGame& out,
                       std::vector<Message>& remarks) {
  for (const GameInfo& info : games()) {
    auto read = info.read_site_game ? info.read_site_game(game) : std::nullopt;
    if (!read) continue;
    out.game = info.name;
    out.config = std::move(read->config);
    NodeIndex last = kRoot;
    const auto add = [&](TreeMove move) {
      GameNode node;
      node.move = std::move(move);
      last = out.tree.add(last, std::move(node));
    };
    for (const auto& [seat, word] : read->moves) add({seat, word});
    remarks.insert(remarks.end(), read->remarks.begin(), read->remarks.end());
    if (!read->fault.empty())
      remarks.push_back(read->fault);
    else if (end)
      add(*end);
    return {};
  }
  return unknown_site_game(game);
}

}  // namespace cairn
