// Board, komi, handicap and games from files.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "notation/gtp_session.h"
#include "notation/sgf_game.h"

namespace cairn {

namespace {

constexpr int kMostFixed = 9;

// Takes a new configuration with an empty board; "" or what was wrong.
std::string restart(GtpSession& session, const Config& config) {
  session.rest();
  std::string error = session.game.restart(config);
  if (!error.empty()) return error;
  session.forget_engine();
  session.hopeless.fill(0);
  for (GtpClock& clock : session.clocks) clock = {full_clock(session.control)};
  return {};
}

Config without_stones(const GtpGame& game) {
  Config config{game.config().options, {}};
  drop_value(config.options, "handicap");
  return config;
}

GtpReply board_size(GtpSession& session, const GtpLine& line) {
  if (line.arguments.empty() || line.arguments.size() > 2) return gtp_error(kSyntaxError);
  // Some programs write both sides in one word: "13:9".
  const std::string_view first = line.arguments[0];
  const auto colon = line.arguments.size() == 1 ? first.find(':') : std::string_view::npos;
  const auto columns = parse_int(first.substr(0, colon));
  const auto rows =
      colon == std::string_view::npos ? parse_int(line.arguments.back()) : parse_int(first.substr(colon + 1));
  if (!columns || !rows) return gtp_error(kSyntaxError);
  Config config = without_stones(session.game);
  if (session.game.has_option("size")) {
    set_value(config.options, "size", size_text({*columns, *rows}));
  } else {
    const View view = session.game.view();
    const int other = line.arguments.size() == 2 ? view.rows : view.columns;
    if (*columns != view.columns || *rows != other) return gtp_error("unacceptable size");
  }
  return restart(session, config).empty() ? GtpReply{} : gtp_error("unacceptable size");
}

GtpReply clear_board(GtpSession& session, const GtpLine&) {
  session.rest();
  session.game.clear();
  session.forget_engine();
  session.hopeless.fill(0);
  for (GtpClock& clock : session.clocks) clock = {full_clock(session.control)};
  return {};
}

GtpReply komi(GtpSession& session, const GtpLine& line) {
  const auto value = line.arguments.size() == 1 ? parse_number(line.arguments[0]) : std::nullopt;
  if (!value) {
    if (line.arguments.size() == 1) {
      std::string with_point = line.arguments[0];
      std::replace(with_point.begin(), with_point.end(), ',', '.');
      if (parse_number(with_point)) return gtp_error("komi is written with a point, not a comma: komi " + with_point);
    }
    return gtp_error(kSyntaxError);
  }
  if (!session.game.has_option("komi"))
    return *value == 0 ? GtpReply{} : gtp_error("there is no komi in " + std::string(session.game.info().title));
  const double half_points = *value * 2;
  if (std::abs(half_points) > 1e6 || half_points != std::floor(half_points))
    return gtp_error("komi must be a multiple of 0.5");
  Config config = session.game.config();
  set_value(config.options, "komi", half_points_text(static_cast<int>(half_points)));
  session.rest();
  if (auto error = session.game.change(config); !error.empty()) return gtp_error(error);
  session.forget_engine();
  return {};
}

GtpReply get_komi(GtpSession& session, const GtpLine&) {
  for (const View::Fact& fact : session.game.view().facts)
    if (fact.name == "komi")
      return {true, half_points_text(parse_half_points(fact.value).value_or(0) - 2 * session.game.bonus_points())};
  return {true, "0"};
}

// ---- handicap

bool board_is_empty(const GtpSession& session) {
  const View view = session.game.view();
  return session.game.turns().empty() && std::all_of(view.board.begin(), view.board.end(), [](const std::string& row) {
           return row.find_first_not_of('.') == std::string::npos;
         });
}

// The names of the pieces on the board, of whatever side.
std::string stones(const GtpSession& session) {
  std::string text;
  const View view = session.game.view();
  for (const View::Group& group : view.groups)
    for (const Point& point : group.pieces) text += (text.empty() ? "" : " ") + session.game.position().name(point);
  return text;
}

int most_fixed(const GtpSession& session) {
  const View view = session.game.view();
  const int shorter = std::min(view.columns, view.rows);
  if (!session.game.has_option("handicap") || shorter < 7 || view.columns % 2 == 0 || view.rows % 2 == 0) return 0;
  return shorter == 7 ? 4 : kMostFixed;
}

GtpReply fixed(GtpSession& session, int count) {
  Config config = without_stones(session.game);
  config.options.emplace_back("handicap", std::to_string(count));
  const std::string error = restart(session, config);
  return error.empty() ? GtpReply{true, stones(session)} : gtp_error("invalid number of stones");
}

// Stones of the first side on these points; the second side is to move.
GtpReply place(GtpSession& session, const std::vector<Point>& points) {
  View view = session.game.view();
  for (const Point& point : points)
    view.board[static_cast<std::size_t>(view.rows - 1 - point.row)][point.column] = view.sides[0].letter;
  Config config = without_stones(session.game);
  config.setup = Setup{view.board, view.sides[1].name};
  const std::string error = restart(session, config);
  return error.empty() ? GtpReply{} : gtp_error("bad vertex list");
}

GtpReply fixed_handicap(GtpSession& session, const GtpLine& line) {
  const auto count = line.arguments.size() == 1 ? parse_int(line.arguments[0]) : std::nullopt;
  if (!count) return gtp_error(kSyntaxError);
  if (!board_is_empty(session)) return gtp_error("board not empty");
  if (*count < 2 || *count > most_fixed(session)) return gtp_error("invalid number of stones");
  return fixed(session, *count);
}

// As many as asked, or fewer, which the standard allows: the usual points, or the corners where there are none.
GtpReply place_free_handicap(GtpSession& session, const GtpLine& line) {
  const auto count = line.arguments.size() == 1 ? parse_int(line.arguments[0]) : std::nullopt;
  if (!count) return gtp_error(kSyntaxError);
  if (!board_is_empty(session)) return gtp_error("board not empty");
  const View view = session.game.view();
  if (*count < 2 || *count >= view.columns * view.rows) return gtp_error("invalid number of stones");
  if (most_fixed(session) >= 2) return fixed(session, std::min(*count, most_fixed(session)));
  const auto near = [](int side) { return side >= 13 ? 3 : side >= 7 ? 2 : side >= 5 ? 1 : 0; };
  const auto far = [&near](int side) { return static_cast<std::uint8_t>(side - 1 - near(side)); };
  const auto left = static_cast<std::uint8_t>(near(view.columns)), low = static_cast<std::uint8_t>(near(view.rows));
  const std::uint8_t right = far(view.columns), high = far(view.rows);
  std::vector<Point> corners{{0, left, low}, {0, right, high}, {0, right, low}, {0, left, high}};
  corners.resize(static_cast<std::size_t>(std::min(*count, 4)));
  GtpReply reply = place(session, corners);
  if (reply.ok) reply.text = stones(session);
  return reply;
}

GtpReply set_free_handicap(GtpSession& session, const GtpLine& line) {
  if (line.arguments.empty()) return gtp_error(kSyntaxError);
  if (!board_is_empty(session)) return gtp_error("board not empty");
  const View view = session.game.view();
  std::vector<Point> points;
  for (const std::string& word : line.arguments) {
    // Where a word puts a piece is what the game says that it does.
    Position board = session.game.start();
    const std::size_t known = points.size();
    const Parsed parsed = board.parse(view.sides[0].seat, word);
    if (parsed.refused == Reason::none && board.check(view.sides[0].seat, parsed.action) == Reason::none)
      board.apply(view.sides[0].seat, parsed.action, [&](const Event& event) {
        if (event.kind == Event::Kind::placed) points.push_back(event.at);
      });
    if (points.size() != known + 1 || std::count(points.begin(), points.end(), points.back()) != 1)
      return gtp_error("bad vertex list");
  }
  if (points.size() < 2) return gtp_error("bad vertex list");
  return place(session, points);
}

GtpReply load_sgf(GtpSession& session, const GtpLine& line) {
  if (line.arguments.empty() || line.arguments.size() > 2) return gtp_error(kSyntaxError);
  int moves = 0;
  if (line.arguments.size() == 2) {
    const auto number = parse_int(line.arguments[1]);
    if (!number || *number < 1) return gtp_error(kSyntaxError);
    moves = *number;
  }
  const GtpSettings& settings = session.settings;
  const auto text = settings.read_file ? settings.read_file(line.arguments[0]) : std::nullopt;
  if (!text || !settings.read_record) return gtp_error("cannot load file");
  // "Before move N", so N - 1 moves are played.
  GtpLoaded loaded = settings.read_record(session.game.info(), *text,
                                          moves > 0 ? static_cast<std::size_t>(moves - 1) : std::string::npos);
  if (!loaded.error.empty()) return gtp_error("cannot load file: " + loaded.error);
  GtpGame game(session.game.info(), session.game.config());
  if (auto error = game.restart(loaded.config); !error.empty()) return gtp_error("cannot load file: " + error);
  for (const auto& [seat, word] : loaded.moves)
    if (game.play(seat, {word}) != Reason::none) return gtp_error("cannot load file: " + word + " is illegal");
  session.rest();
  session.game = std::move(game);
  session.forget_engine();
  const auto to_act = session.game.position().to_act();
  return {true, to_act.empty() ? "" : session.game.colour(to_act.front())};
}

// The game as SGF, in the answer or into a file. Points for handicap stones are part of its komi, so that the same
// score comes back by `loadsgf`.
GtpReply print_sgf(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() > 1) return gtp_error(kSyntaxError);
  AnnotatedGame game;
  game.game = session.game.info().name;
  game.config = session.game.counted();
  NodeIndex last = kRoot;
  for (const auto& turn : session.game.turns())
    for (const auto& [seat, word] : turn) {
      GameNode node;
      node.move = TreeMove{seat, word};
      last = game.tree.add(last, std::move(node));
    }
  if (auto checked = check_and_cut(game); !checked.error.empty()) return gtp_error("cannot write: " + checked.error);
  fill_result(game);
  const std::string text = sgf::write(export_sgf(game, session.settings.name + ":" + session.settings.version));
  if (line.arguments.empty()) return {true, std::string(trim(text))};
  const auto& write = session.settings.write_file;
  return write && write(line.arguments[0], text) ? GtpReply{} : gtp_error("cannot write file");
}

}  // namespace

std::span<const GtpCommand> gtp_setup_commands() {
  static constexpr GtpCommand kCommands[]{
      {"boardsize", board_size},
      {"rectangular_boardsize", board_size},
      {"clear_board", clear_board},
      {"komi", komi},
      {"get_komi", get_komi, "komi"},
      {"fixed_handicap", fixed_handicap, "handicap"},
      {"place_free_handicap", place_free_handicap, "scoring"},
      {"set_free_handicap", set_free_handicap, "scoring"},
      {"loadsgf", load_sgf},
      {"printsgf", print_sgf},
  };
  return kCommands;
}

}  // namespace cairn
