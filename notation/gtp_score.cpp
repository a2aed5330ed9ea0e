// How a game stands when play stops: scores and the status of stones.
#include <algorithm>

#include "core/text.h"
#include "notation/agreement.h"
#include "notation/gtp_session.h"
#include "notation/words.h"

namespace cairn {

namespace {

bool play_word(Position& position, std::string_view word, Seat seat) {
  return play_for(position, seat, word, nullptr) == Reason::none;
}

// All pass until play stops; false where the game knows no passing.
bool stop_play(Position& position) {
  for (int i = 0; i < 2 * kMaxSeats && position.to_act().size() == 1; ++i)
    if (!play_word(position, "pass", position.to_act().front())) return false;
  return position.to_act().size() != 1;
}

const View::Mark* mark(const View& view, std::string_view kind) {
  for (const View::Mark& one : view.marks)
    if (one.kind == kind) return &one;
  return nullptr;
}

bool holds(const View::Mark* one, const Point& point) {
  return one != nullptr && std::find(one->points.begin(), one->points.end(), point) != one->points.end();
}

// Marks what is dead in an agreement, as far as it is not marked yet.
void mark_dead(Position& position, const std::vector<std::size_t>& dead) {
  const View view = position.view(Viewer::referee);
  const View::Mark* marked = mark(view, "dead");
  for (const std::size_t i : dead)
    if (const Point first = view.groups[i].pieces.front(); !holds(marked, first))
      play_word(position, std::string(kMarkDead) + position.name(first), position.to_act().front());
}

GtpReply final_score(GtpSession& session, const GtpLine&) {
  Position position = session.game.before_passes();
  if (!stop_play(position)) return gtp_error("cannot score: the game is not over");
  if (!position.to_act().empty()) {
    if (const auto standing = gtp_standing(session)) mark_dead(position, standing->dead);
    while (!position.to_act().empty()) {
      bool accepted = false;
      for (int seat = 0; seat < position.seats(); ++seat) accepted |= play_word(position, kConsent, seat_at(seat));
      if (!accepted) return gtp_error("cannot score: the game is not over");
    }
  }
  const std::string result = position.view(Viewer::referee).result;
  if (result.empty() || result == "Void") return gtp_error("cannot score: the game ended without a result");
  return {true, result};
}

// The points around a point, over the edges of a torus.
std::vector<Point> around(const View& view, const Point& point) {
  std::vector<Point> list;
  const bool torus = is_endless(view);
  constexpr std::array<std::array<int, 2>, 4> kSteps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  for (const auto& [dc, dr] : kSteps) {
    int column = point.column + dc, row = point.row + dr;
    if (torus) {
      column = (column + view.columns) % view.columns;
      row = (row + view.rows) % view.rows;
    }
    if (column >= 0 && row >= 0 && column < view.columns && row < view.rows)
      list.push_back({point.level, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
  }
  return list;
}

// Groups without points of their own that share a liberty with such an enemy group. Points are those of territory
// scoring, which gives none in seki.
std::vector<std::size_t> seki_groups(const GtpSession& session, const GtpStanding& standing) {
  Config config = session.game.config();
  config.setup = Setup{standing.view.board, {}};
  drop_value(config.options, "handicap");
  set_value(config.options, "scoring", "territory");
  set_value(config.options, "agreement", "yes");
  Made twin = session.game.info().make(config);
  if (!twin.error.empty() || !stop_play(twin.position)) return {};
  mark_dead(twin.position, standing.dead);
  const View view = twin.position.view(Viewer::referee);
  std::vector<std::size_t> without;
  for (std::size_t i = 0; i < view.groups.size(); ++i) {
    const View::Group& group = view.groups[i];
    const View::Mark* own = mark(view, view.sides[static_cast<std::size_t>(group.side)].name + "-points");
    const bool lives = std::any_of(group.pieces.begin(), group.pieces.end(), [&](const Point& piece) {
      const auto near = around(view, piece);
      return std::any_of(near.begin(), near.end(), [&](const Point& point) { return holds(own, point); });
    });
    const bool dead = std::find(standing.dead.begin(), standing.dead.end(), i) != standing.dead.end();
    if (!lives && !dead) without.push_back(i);
  }
  std::vector<std::size_t> seki;
  for (const std::size_t i : without)
    if (std::any_of(without.begin(), without.end(), [&](std::size_t j) {
          const auto& a = view.groups[i];
          const auto& b = view.groups[j];
          return a.side != b.side && std::any_of(a.freedoms.begin(), a.freedoms.end(), [&](const Point& point) {
                   return std::find(b.freedoms.begin(), b.freedoms.end(), point) != b.freedoms.end();
                 });
        }))
      seki.push_back(i);
  return seki;
}

GtpReply final_status_list(GtpSession& session, const GtpLine& line) {
  const std::string status = line.arguments.size() == 1 ? line.arguments[0] : "";
  if (status != "alive" && status != "dead" && status != "seki") return gtp_error(kSyntaxError);
  const auto standing = gtp_standing(session);
  if (!standing) return gtp_error("cannot tell the status of stones");
  const auto has = [](const std::vector<std::size_t>& list, std::size_t i) {
    return std::find(list.begin(), list.end(), i) != list.end();
  };
  const std::vector<std::size_t> seki = status == "dead" ? std::vector<std::size_t>{} : seki_groups(session, *standing);
  std::string text;
  for (std::size_t i = 0; i < standing->view.groups.size(); ++i) {
    const bool dead = has(standing->dead, i), in_seki = has(seki, i);
    if (status != (dead ? "dead" : in_seki ? "seki" : "alive")) continue;
    if (!text.empty()) text += '\n';
    std::vector<std::string> names;
    for (const Point& piece : standing->view.groups[i].pieces) names.push_back(session.game.position().name(piece));
    text += join(names, " ");
  }
  return {true, text};
}

}  // namespace

std::optional<GtpStanding> gtp_standing(GtpSession& session) {
  const GtpGame& game = session.game;
  Position position = game.before_passes();
  const std::uint64_t hash = position.hash();
  if (session.standing && session.standing->first == hash) return session.standing->second;
  if (!game.has_option("scoring") || !stop_play(position)) return std::nullopt;
  GtpStanding found{position.view(Viewer::referee), judge_dead(game.info(), position, session.settings.engine)};
  session.standing = {hash, found};
  return found;
}

std::span<const GtpCommand> gtp_score_commands() {
  static constexpr GtpCommand kCommands[]{
      {"final_score", final_score},
      {"final_status_list", final_status_list, "scoring"},
  };
  return kCommands;
}

}  // namespace cairn
