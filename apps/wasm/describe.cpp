#include "apps/wasm/describe.h"

#include <optional>
#include <set>
#include <utility>

#include "notation/game_tree.h"
#include "notation/words.h"

namespace cairn::wasm {

namespace {

// The letter that the view shows at a point; '.' for the empty levels that it leaves out.
char letter_at(const View& view, Point point) {
  const auto row = static_cast<std::size_t>(point.row), column = static_cast<std::size_t>(point.column);
  if (!has_levels(view)) return view.board[view.board.size() - 1 - row][column];
  if (point.level >= view.board.size()) return '.';
  const std::string& level = view.board[point.level];
  const auto side = static_cast<std::size_t>(view.columns - point.level);
  return level[(side - 1 - row) * (side + 1) + column];
}

}  // namespace

Game make_game(std::string_view config, CodedMessage& error) {
  const Json json = parse_json(config);
  if (!json.is_object() || !json.contains("game") || !json["game"].is_string()) {
    error = MessageText("form-of-game", R"(to choose a game, send {"game":"...","options":{...}})");
    return {};
  }
  const std::string name = json["game"];
  const GameInfo* info = find_game(name);
  if (!info) {
    error = unknown_game(name);
    return {};
  }
  Config made_of;
  if (json.contains("options")) error = read_options(json["options"], made_of.options);
  if (error.empty() && json.contains("position")) {
    made_of.setup.emplace();
    error = read_setup(json["position"], *made_of.setup);
  }
  std::optional<Setup> later;
  if (error.empty() && json.contains("later")) error = read_setup(json["later"], later.emplace());
  if (!error.empty()) return {};
  Made made = later ? set_up(*info, made_of, *later) : info->make(made_of);
  error = std::move(made.error);
  return error.empty() ? Game{info, std::move(made.position)} : Game{};
}

Json play(Position& position, Seat seat, std::string_view word) {
  EventLog log;
  const Reason reason = play_for(position, seat, word, &log);
  if (reason != Reason::none) return {{"reason", to_word(reason)}};
  const Viewer viewer = viewer_of(seat);
  std::string events;
  append_events(events, log, position, position.view(viewer), viewer);
  return {{"reason", ""}, {"events", parse_json(events)}};
}

Json check(const Position& position, Seat seat, std::string_view word) {
  Position next = position;
  Json answer = play(next, seat, word);
  if (answer.contains("events")) {
    answer["view"] = view_json(next.view(viewer_of(seat)));
  } else if (const Parsed parsed = position.parse(seat, word); parsed.refused == Reason::none) {
    Json shown = Json::object();
    for (const View::Mark& mark : position.refusal_marks(seat, parsed.action))
      shown[mark.kind] = points_json(mark.points);
    if (!shown.empty()) answer["shown"] = std::move(shown);
  }
  return answer;
}

Json places(const Position& position, Seat seat) {
  const View view = position.view(viewer_of(seat));
  const bool pyramid = has_levels(view);
  Json list = Json::array();
  std::set<std::string> named;  // a name may stand for a column of points: its lowest empty one is meant
  for (int level = 0; level < view.levels; ++level) {
    const int shrunk = pyramid ? level : 0;
    for (int row = 0; row < view.rows - shrunk; ++row) {
      for (int column = 0; column < view.columns - shrunk; ++column) {
        const Point point{static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column),
                          static_cast<std::uint8_t>(row)};
        if (letter_at(view, point) != '.') continue;
        std::string word = position.name(point);
        if (pyramid && !named.insert(word).second) continue;
        const Parsed parsed = position.parse(seat, word);
        const Reason reason = parsed.refused != Reason::none ? parsed.refused : position.check(seat, parsed.action);
        if (reason == Reason::unsupported || reason == Reason::off_board || reason == Reason::unknown_move) continue;
        list.push_back({{"at", {level, column, row}}, {"word", std::move(word)}, {"reason", to_word(reason)}});
      }
    }
  }
  return list;
}

}  // namespace cairn::wasm
