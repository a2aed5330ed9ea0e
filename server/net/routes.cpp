#include "server/net/routes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text.h"

namespace cairn {

namespace {

bool is_id_letter(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_';
}

// Of a table, a session, a token, or a person's name.
bool good_id(std::string_view id) {
  return !id.empty() && id.size() <= kMostIdLetters && is_id_letter(id.front()) &&
         std::all_of(id.begin(), id.end(), [](char c) { return is_id_letter(c) || c == '.'; });
}

using To = Route::To;
constexpr ApiRow kRows[] = {
    {"GET", "games", To::games, Needs::nothing},
    {"POST", "guest", To::enter, Needs::door, true},
    {"POST", "tables", To::create, Needs::play, true},
    {"GET", "tables/*", To::state, Needs::watch},
    {"GET", "tables/*/game.sgf", To::game_sgf, Needs::watch},
    {"GET", "tables/*/game.json", To::game_json, Needs::watch},
    {"GET", "tables/*/game.txt", To::game_text, Needs::watch},
    {"GET", "tables/*/board.png", To::board_png, Needs::nothing},
    {"GET", "tables/*/board.svg", To::board_svg, Needs::nothing},
    {"POST", "tables/*/join", To::join, Needs::play},
    {"POST", "tables/*/commands", To::command, Needs::play, true},
    {"GET", "tables/*/socket", To::socket, Needs::watch},

    {"GET", "lobby", To::lobby, Needs::watch},
    {"GET", "tables", To::own_tables, Needs::read},
    {"GET", "leaders/*", To::leaders, Needs::nothing},
    {"GET", "people/*/ratings", To::ratings, Needs::nothing},

    {"GET", "people", To::online, Needs::nothing},
    {"GET", "people/*", To::profile, Needs::nothing},
    {"POST", "account", To::sign_up, Needs::door, true},
    {"GET", "account", To::account, Needs::read},
    {"PUT", "account", To::edit_account, Needs::manage, true},
    {"POST", "account/delete", To::delete_account, Needs::session, true},
    {"PUT", "account/password", To::password, Needs::session, true},
    {"GET", "account/preferences", To::preferences, Needs::owner},
    {"PUT", "account/preferences", To::set_preferences, Needs::manage, true},
    {"GET", "account/export", To::take_out, Needs::session},
    {"POST", "session", To::sign_in, Needs::door, true},
    {"DELETE", "session", To::sign_out, Needs::door},
    {"GET", "sessions", To::sessions, Needs::session},
    {"DELETE", "sessions", To::end_sessions, Needs::session},
    {"DELETE", "sessions/*", To::end_session, Needs::session},
    {"GET", "tokens", To::api_tokens, Needs::session},
    {"POST", "tokens", To::add_api_token, Needs::session, true},
    {"DELETE", "tokens/*", To::end_api_token, Needs::session},
    {"GET", "blocks", To::blocks, Needs::owner},
    {"PUT", "blocks/*", To::block, Needs::manage},
    {"DELETE", "blocks/*", To::unblock, Needs::manage},

    {"GET", "openapi.json", To::openapi, Needs::nothing},
    {"GET", "tables/*/talk", To::hear, Needs::watch},
    {"POST", "tables/*/talk", To::say, Needs::play, true},
    {"DELETE", "tables/*/talk/*", To::remove_said, Needs::play},
    {"POST", "tables/*/talk/*/report", To::report, Needs::play, true},
    {"GET", "tables/*/note", To::note, Needs::read},
    {"PUT", "tables/*/note", To::set_note, Needs::play, true},
    {"GET", "reports", To::reports, Needs::session},
    {"DELETE", "reports/*", To::end_report, Needs::session},
    {"POST", "people/*/mute", To::mute, Needs::session, true},
    {"DELETE", "people/*/mute", To::unmute, Needs::session},

    {"GET", "challenges", To::challenges, Needs::read},
    {"POST", "challenges", To::make_challenge, Needs::play, true},
    {"GET", "challenges/*", To::challenge, Needs::read},
    {"POST", "challenges/*/accept", To::accept_challenge, Needs::play, true},
    {"POST", "challenges/*/decline", To::decline_challenge, Needs::play, true},
    {"POST", "challenges/*/counter", To::counter_challenge, Needs::play, true},
    {"DELETE", "challenges/*", To::withdraw_challenge, Needs::play},
    {"PUT", "seek", To::put_seek, Needs::play, true},
    {"GET", "seek", To::seek, Needs::read},
    {"DELETE", "seek", To::end_seek, Needs::play},
    {"GET", "tournaments", To::tournaments, Needs::nothing},
    {"GET", "tournaments/*", To::tournament, Needs::watch},
    {"POST", "tournaments", To::add_tournament, Needs::play, true},
    {"POST", "tournaments/*/enter", To::enter_tournament, Needs::play},
    {"POST", "tournaments/*/withdraw", To::leave_tournament, Needs::play, true},
    {"POST", "tournaments/*/here", To::attend, Needs::play},
    {"POST", "tournaments/*/start", To::start_tournament, Needs::play},
    {"POST", "tournaments/*/cancel", To::cancel_tournament, Needs::play},
    {"POST", "tournaments/*/rulings", To::rule_game, Needs::play, true},
    {"POST", "tournaments/*/challenge", To::challenge_rung, Needs::play, true},
    {"POST", "tournaments/*/decline", To::decline_rung, Needs::play},
    {"GET", "tables/*/stream", To::table_stream, Needs::watch},
    {"GET", "stream", To::own_stream, Needs::read},

    {"GET", "openings/*", To::openings, Needs::watch},
    {"GET", "archive", To::archive, Needs::watch},
    {"GET", "archive/games.sgf", To::archive_sgf, Needs::watch},
    {"GET", "archive/games.jsonl", To::archive_lines, Needs::watch},

    {"GET", "studies", To::own_studies, Needs::read},
    {"GET", "tables/*/studies", To::table_studies, Needs::watch},
    {"GET", "people/*/studies", To::person_studies, Needs::watch},
    {"POST", "studies", To::add_study, Needs::play, true},
    {"GET", "studies/*", To::study, Needs::watch},
    {"PUT", "studies/*", To::set_study, Needs::play, true},
    {"DELETE", "studies/*", To::end_study, Needs::play},
    {"GET", "studies/*/game.sgf", To::study_sgf, Needs::watch},
    {"GET", "studies/*/game.json", To::study_json, Needs::watch},
    {"GET", "studies/*/game.txt", To::study_text, Needs::watch},
    {"GET", "hooks", To::hooks, Needs::session},
    {"POST", "hooks", To::add_hook, Needs::session, true},
    {"PUT", "hooks/*", To::edit_hook, Needs::session, true},
    {"DELETE", "hooks/*", To::end_hook, Needs::session},
    {"POST", "hooks/*/test", To::test_hook, Needs::session},
    {"GET", "hooks/*/deliveries", To::deliveries, Needs::session},
    {"GET", "push-key", To::push_key, Needs::session},
    {"GET", "mail", To::own_mail, Needs::session},
    {"PUT", "mail", To::set_mail, Needs::session, true},
    {"POST", "mail/test", To::test_mail, Needs::session},
    {"GET", "puzzles", To::puzzles, Needs::watch},
    {"GET", "puzzles/*", To::puzzle, Needs::watch},
    {"POST", "puzzles/*", To::answer_puzzle, Needs::play, true},
    {"GET", "feed", To::own_feed, Needs::session},
    {"POST", "feed", To::renew_feed, Needs::session},
    {"DELETE", "feed", To::end_feed, Needs::session},
    {"GET", "feed/*", To::feed, Needs::nothing},
    {"POST", "work/take", To::take_work, Needs::work, true},
    {"POST", "work/answer", To::answer_work, Needs::work, true},
    {"GET", "vacation", To::vacation, Needs::owner},
    {"PUT", "vacation", To::set_vacation, Needs::manage},
    {"DELETE", "vacation", To::end_vacation, Needs::manage},
    {"POST", "session/link", To::mail_session, Needs::door, true},
    {"POST", "session/link/use", To::sign_in_by, Needs::door, true},
    {"POST", "password/link", To::mail_password, Needs::door, true},
    {"POST", "password/link/use", To::reset_password, Needs::door, true},
    {"POST", "address/link", To::mail_proof, Needs::session},
    {"POST", "address/link/use", To::prove_address, Needs::door, true},
    {"PUT", "tables/*/seats/*/block", To::block_seat, Needs::manage},
    {"DELETE", "blocks/guests/*", To::unblock_guest, Needs::manage},
    {"POST", "tables/*/seats/*/mute", To::mute_seat, Needs::session, true},
    {"DELETE", "tables/*/seats/*/mute", To::unmute_seat, Needs::session},
    {"POST", "studies/*/report", To::report_study, Needs::play, true},
    {"GET", "study-reports", To::study_reports, Needs::session},
    {"DELETE", "study-reports/*", To::end_study_report, Needs::session},
    {"PUT", "studies/*/hidden", To::hide_study, Needs::session},
    {"DELETE", "studies/*/hidden", To::unhide_study, Needs::session},
    {"GET", "tables/*/analysis", To::analysis, Needs::watch},
    {"POST", "tables/*/analysis", To::ask_analysis, Needs::play},
    {"POST", "work/take-analysis", To::take_analysis, Needs::work, true},
    {"POST", "work/answer-analysis", To::answer_analysis, Needs::work, true},
    {"POST", "work/take-games", To::take_games, Needs::work, true},
    {"POST", "work/answer-games", To::answer_games, Needs::work, true},
    {"GET", "work/networks/*", To::taught_network, Needs::work},
    {"POST", "tournaments/*/appeals", To::appeal_ruling, Needs::play, true},
    {"DELETE", "tournaments/*/appeals/*", To::uphold_ruling, Needs::session},
    {"GET", "appeals", To::appeals, Needs::session},
    {"GET", "moderation/ratings", To::rating_gains, Needs::session},
    {"GET", "moderation/annulments", To::annulments, Needs::session},
    {"POST", "people/*/annulments", To::annul, Needs::session, true},
    {"DELETE", "lobby/*", To::take_back, Needs::play},
};

constexpr std::string_view kUnsubscribe = "/mail/unsubscribe/", kTable = "/t/", kEmbed = "/embed/";

using Ids = std::array<std::string_view, 2>;

// Whether a path fits a row, and what stands at its *s.
bool fits(std::string_view row, std::string_view path, Ids& ids) {
  std::size_t stars = 0;
  while (true) {
    const auto wanted = row.substr(0, row.find('/')), given = path.substr(0, path.find('/'));
    const bool star = wanted == "*";
    if (star ? !good_id(given) : wanted != given) return false;
    if (star) ids[stars++] = given;
    const bool row_ends = wanted.size() == row.size(), path_ends = given.size() == path.size();
    if (row_ends || path_ends) return row_ends && path_ends;
    row.remove_prefix(wanted.size() + 1);
    path.remove_prefix(given.size() + 1);
  }
}

// The pages that the client draws itself, from one file: each alone or with an id, or both.
struct Page {
  std::string_view name;
  bool alone, with_id;
};
constexpr Page kPages[] = {
    {"t", false, true},         {"local", false, true},  // games that the browser keeps itself
    {"account", true, false},   {"link", false, true},       {"puzzle", true, true},   {"lobby", true, false},
    {"people", true, true},     {"leaders", true, true},     {"archive", true, false}, {"openings", true, true},
    {"challenges", true, true}, {"tournaments", true, true}, {"studies", true, true},  {"analysis", true, true},
    {"learn", true, true},      {"settings", true, false},   {"admin", true, false},   {"api-docs", true, false},
    {"embed", false, true},  // a board for pages of other sites
};

// Nothing where the path is not one of theirs; otherwise whether it is well formed.
std::optional<bool> page_of_client(std::string_view path) {
  const std::string_view rest = path.substr(1), name = rest.substr(0, rest.find('/'));
  for (const Page& page : kPages)
    if (page.name == name)
      return name.size() == rest.size() ? page.alone : page.with_id && good_id(rest.substr(name.size() + 1));
  return {};
}

// "/game/ID.png": a table's picture, by an address to be linked to.
std::optional<Route> short_picture(std::string_view path) {
  constexpr std::string_view kGame = "/game/";
  if (path.substr(0, kGame.size()) != kGame) return {};
  const std::string_view file = path.substr(kGame.size()), id = file.substr(0, file.find('.'));
  const std::string_view ending = file.substr(id.size());
  if ((ending != ".png" && ending != ".svg") || !good_id(id)) return Route{};
  return Route{ending == ".png" ? To::board_png : To::board_svg, std::string(id), {}, {}, Needs::nothing};
}

Route api_route(std::string_view method, std::string_view path) {
  std::string allow;
  for (const ApiRow& row : kRows) {
    Ids ids;
    if (!fits(row.path, path, ids)) continue;
    if (row.method == method) return {row.to, std::string(ids[0]), {}, {}, row.needs, row.body, std::string(ids[1])};
    allow += (allow.empty() ? "" : ", ") + std::string(row.method == "GET" ? "GET, HEAD" : row.method);
  }
  if (allow.empty()) return {};
  return {To::not_this_method, {}, {}, std::move(allow)};
}

}  // namespace

std::span<const ApiRow> api_rows() {
  return kRows;
}

std::string_view route_name(Route::To to) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(To::not_this_method) + 1> kNames = {
      "health",
      "ready",
      "metrics",
      "games",
      "enter",
      "create",
      "state",
      "game-sgf",
      "game-json",
      "game-text",
      "board-png",
      "board-svg",
      "join",
      "command",
      "socket",
      "lobby",
      "own-tables",
      "ratings",
      "leaders",
      "sign-up",
      "account",
      "edit-account",
      "delete-account",
      "password",
      "preferences",
      "set-preferences",
      "take-out",
      "sign-in",
      "sign-out",
      "sessions",
      "end-sessions",
      "end-session",
      "api-tokens",
      "add-api-token",
      "end-api-token",
      "profile",
      "blocks",
      "block",
      "unblock",
      "openapi",
      "hear",
      "say",
      "remove-said",
      "report",
      "note",
      "set-note",
      "reports",
      "end-report",
      "mute",
      "unmute",
      "challenges",
      "make-challenge",
      "challenge",
      "accept-challenge",
      "decline-challenge",
      "counter-challenge",
      "withdraw-challenge",
      "put-seek",
      "seek",
      "end-seek",
      "tournaments",
      "tournament",
      "add-tournament",
      "enter-tournament",
      "leave-tournament",
      "attend",
      "start-tournament",
      "cancel-tournament",
      "rule-game",
      "challenge-rung",
      "decline-rung",
      "table-stream",
      "own-stream",
      "openings",
      "archive",
      "archive-sgf",
      "archive-lines",
      "own-studies",
      "table-studies",
      "person-studies",
      "add-study",
      "study",
      "set-study",
      "end-study",
      "study-sgf",
      "study-json",
      "study-text",
      "hooks",
      "add-hook",
      "edit-hook",
      "end-hook",
      "test-hook",
      "deliveries",
      "push-key",
      "online",
      "puzzles",
      "puzzle",
      "answer-puzzle",
      "own-feed",
      "renew-feed",
      "end-feed",
      "feed",
      "take-work",
      "answer-work",
      "vacation",
      "set-vacation",
      "end-vacation",
      "mail-session",
      "sign-in-by",
      "mail-password",
      "reset-password",
      "mail-proof",
      "prove-address",
      "block-seat",
      "unblock-guest",
      "mute-seat",
      "unmute-seat",
      "report-study",
      "study-reports",
      "end-study-report",
      "hide-study",
      "unhide-study",
      "analysis",
      "ask-analysis",
      "take-analysis",
      "answer-analysis",
      "take-games",
      "answer-games",
      "taught-network",
      "appeal-ruling",
      "uphold-ruling",
      "appeals",
      "own-mail",
      "set-mail",
      "test-mail",
      "rating-gains",
      "annul",
      "annulments",
      "unsubscribe-page",
      "unsubscribe",
      "take-back",
      "page",
      "unknown",
      "not-this-method"};
  return kNames[static_cast<std::size_t>(to)];
}

Route find_route(std::string_view method, std::string_view target) {
  const std::string_view path = target.substr(0, target.find_first_of("?#"));
  const bool get = method == "GET" || method == "HEAD";
  if (path.empty() || path[0] != '/') return {};
  if (path.substr(0, 5) == "/api/") return api_route(get ? "GET" : method, path.substr(5));
  if (path.substr(0, kUnsubscribe.size()) == kUnsubscribe && (get || method == "POST")) {
    // Whatever stands there: nobody is told whether it is a token.
    Route route;
    route.to = get ? To::unsubscribe_page : To::unsubscribe;
    route.table = path.substr(kUnsubscribe.size());
    return route;
  }
  if (!get) return {To::not_this_method, {}, {}, "GET, HEAD"};
  if (path == "/healthz") return {To::health, {}, {}, {}};
  if (path == "/readyz") return {To::ready, {}, {}, {}};
  if (path == "/metrics") return {To::metrics, {}, {}, {}};
  if (const auto picture = short_picture(path)) return *picture;
  if (const std::optional<bool> good = page_of_client(path)) {
    const bool table = path.substr(0, kTable.size()) == kTable;
    if (!*good) return {};
    Route route{To::page, std::string(table ? path.substr(kTable.size()) : ""), "/", {}};
    route.framed = path.substr(0, kEmbed.size()) == kEmbed;
    return route;
  }
  return {To::page, {}, std::string(path), {}};
}

std::string_view query_value(std::string_view target, std::string_view name) {
  const std::string_view before = target.substr(0, target.find('#'));
  const auto mark = before.find('?');
  if (mark == std::string_view::npos) return {};
  for (const auto pair : split(before.substr(mark + 1), '&')) {
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return {};
}

std::string_view bearer_token(std::string_view header) {
  constexpr std::string_view kScheme = "Bearer ";
  if (!equal_ignoring_case(header.substr(0, kScheme.size()), kScheme)) return {};
  return trim(header.substr(kScheme.size()));
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  for (const auto part : split(header, ';')) {
    const std::string_view pair = trim(part);
    const auto equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return {};
}

bool same_origin(std::string_view origin, std::string_view host) {
  const auto scheme = origin.find("://");
  if (scheme == std::string_view::npos || host.empty()) return false;
  const std::string_view name = origin.substr(0, scheme);
  return (name == "http" || name == "https") && equal_ignoring_case(origin.substr(scheme + 3), host);
}

}  // namespace cairn
