#include "notation/kata_answer.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "notation/gtp_analyze.h"

namespace cairn {

namespace {

// Two numbers of 64 bits by FNV-1a from different starts, as 32 digits.
std::string hash_text(std::string_view text) {
  constexpr std::uint64_t kPrime = 0x100000001B3;
  std::uint64_t a = 0xCBF29CE484222325, b = 0x84222325CBF29CE4;
  for (const char c : text) {
    a = (a ^ static_cast<unsigned char>(c)) * kPrime;
    b = (b ^ static_cast<unsigned char>(c) ^ (b >> 32U)) * kPrime;
  }
  return fmt::format("{:016X}{:016X}", a, b);
}

using Board = std::vector<std::string>;

Board turned(const Board& board) {
  const std::size_t rows = board.size(), columns = board.front().size();
  Board out(columns, std::string(rows, '.'));
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) out[column][rows - 1 - row] = board[row][column];
  return out;
}

std::string text_of(const Board& board) {
  std::string text;
  for (const std::string& row : board) text += row + '/';
  return text;
}

// Stones, the point that a simple ko forbids, and who is to move: `thisHash`, and the same of all symmetries.
std::pair<std::string, std::string> hashes(const View& view, char mover) {
  Board board = view.board;
  for (const View::Mark& mark : view.marks)
    if (mark.kind == "ko")
      for (const Point& point : mark.points)
        board[static_cast<std::size_t>(view.rows - 1 - point.row)][point.column] = 'k';
  const std::string own = text_of(board);
  std::string least = own;
  for (int mirror = 0; mirror < 2; ++mirror) {
    for (int turn = 0; turn < 4; ++turn) {
      board = turned(board);
      least = std::min(least, text_of(board));
    }
    for (std::string& row : board) std::reverse(row.begin(), row.end());
  }
  return {hash_text(own + mover), hash_text(least + mover)};
}

// Numbers for whom the query asks.
struct Told {
  bool other = false;  // than the side to move
  double rate(double own) const { return other ? 1 - own : own; }
  double signed_value(double own) const { return other ? -own : own; }
};

void put_score(Json& json, const Told& told, bool known, double score) {
  if (!known) return;
  const double lead = told.signed_value(score);
  json["scoreLead"] = lead;
  json["scoreSelfplay"] = lead;
}

Json move_info(const Candidate& candidate, std::size_t order, const Position& position, const KataQuery& query,
               const Told& told, bool has_score) {
  const double bound = lower_bound(candidate);
  Json info{{"move", position.format(candidate.action)},
            {"visits", candidate.visits},
            {"edgeVisits", candidate.visits},  // moves are chosen by their visits, each of which counts 1
            {"weight", candidate.visits},
            {"edgeWeight", candidate.visits},
            {"playSelectionValue", candidate.visits},
            {"winrate", told.rate(candidate.win_rate)},
            {"utility", told.signed_value(2 * candidate.win_rate - 1)},
            {"prior", candidate.prior},
            {"lcb", told.rate(bound)},
            {"utilityLcb", told.signed_value(2 * bound - 1)}};
  put_score(info, told, has_score, candidate.score);
  if (has_score) info["scoreMean"] = info["scoreLead"];
  info["order"] = order;
  info["pv"] = Json::array();
  for (const Action action : candidate.line) info["pv"].push_back(position.format(action));
  if (query.line_visits) info["pvVisits"] = info["pvEdgeVisits"] = candidate.line_visits;
  return info;
}

// Row by row from the top, then the pass: -1 what is illegal.
Json policy_json(const View& view, const Position& position, const KataPolicy& policy) {
  std::map<std::string, double> priors;
  for (const Candidate& candidate : policy) priors.emplace(position.format(candidate.action), candidate.prior);
  const auto prior = [&](const std::string& word) {
    const auto found = priors.find(word);
    return found != priors.end() ? found->second : -1.0;
  };
  Json list = Json::array();
  for (int row = view.rows - 1; row >= 0; --row)
    for (int column = 0; column < view.columns; ++column)
      list.push_back(prior(position.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)})));
  list.push_back(prior("pass"));
  return list;
}

}  // namespace

Json kata_answer(const KataQuery& query, std::size_t turn, const Position& position, const Analysis& analysis,
                 const KataPolicy& policy, bool during_search) {
  const View view = position.view(Viewer::referee);
  const bool black = view.sides[0].seat == analysis.seat;
  const Told told{query.perspective == KataPerspective::black ? !black
                                                              : query.perspective == KataPerspective::white && black};
  Json json{{"id", query.id}, {"turnNumber", turn}, {"isDuringSearch", during_search}};
  json["moveInfos"] = Json::array();
  std::size_t order = 0;
  for (const Candidate& candidate : analysis.candidates)
    if (candidate.visits > 0) {
      json["moveInfos"].push_back(move_info(candidate, order, position, query, told, analysis.has_score));
      ++order;
    }
  const auto [own, symmetric] = hashes(view, black ? 'B' : 'W');
  Json root{{"currentPlayer", black ? "B" : "W"},
            {"visits", analysis.visits},
            {"weight", analysis.visits},
            {"winrate", told.rate(analysis.win_rate)},
            {"utility", told.signed_value(2 * analysis.win_rate - 1)}};
  put_score(root, told, analysis.has_score, analysis.score);
  root["thisHash"] = own;
  root["symHash"] = symmetric;
  json["rootInfo"] = std::move(root);
  if (query.ownership && !analysis.ownership.empty()) {
    const bool negated =
        query.perspective == KataPerspective::white || (query.perspective == KataPerspective::side_to_move && !black);
    const float sign = (index(view.sides[0].seat) == 0) == negated ? -1.0F : 1.0F;
    json["ownership"] = Json::array();
    for (const float owner : analysis.ownership) json["ownership"].push_back(sign * owner);
  }
  if (query.policy) json["policy"] = policy_json(view, position, policy);
  return json;
}

Json kata_no_answer(const KataQuery& query, std::size_t turn) {
  return {{"id", query.id}, {"turnNumber", turn}, {"isDuringSearch", false}, {"noResults", true}};
}

}  // namespace cairn
