// Which request is meant, and who may ask for it: method and target to a route. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cairn {

// Who may ask. A browser comes with its session, a program with an API token that has one of the scopes named here.
enum class Needs : unsigned char {
  nothing,
  watch,    // anybody; a token: read or play
  play,     // a person; a token: play
  read,     // a person; a token: read
  owner,    // an account; a token: read
  manage,   // an account; a token: account
  session,  // an account and a session: no token
  work,     // a token: work
  door,     // anybody without a token: it is about sessions
};

struct Route {
  enum class To : unsigned char {
    health,
    ready,
    metrics,
    games,
    enter,
    create,
    state,
    game_sgf,
    game_json,
    game_text,
    board_png,
    board_svg,
    join,
    command,
    socket,
    lobby,
    own_tables,
    ratings,
    leaders,
    sign_up,
    account,
    edit_account,
    delete_account,
    password,
    preferences,
    set_preferences,
    take_out,
    sign_in,
    sign_out,
    sessions,
    end_sessions,
    end_session,
    api_tokens,
    add_api_token,
    end_api_token,
    profile,
    blocks,
    block,
    unblock,
    openapi,
    hear,
    say,
    remove_said,
    report,
    note,
    set_note,
    reports,
    end_report,
    mute,
    unmute,
    challenges,
    make_challenge,
    challenge,
    accept_challenge,
    decline_challenge,
    counter_challenge,
    withdraw_challenge,
    put_seek,
    seek,
    end_seek,
    tournaments,
    tournament,
    add_tournament,
    enter_tournament,
    leave_tournament,
    attend,
    start_tournament,
    cancel_tournament,
    rule_game,
    challenge_rung,
    decline_rung,
    table_stream,
    own_stream,
    openings,
    archive,
    archive_sgf,
    archive_lines,
    own_studies,
    table_studies,
    person_studies,
    add_study,
    study,
    set_study,
    end_study,
    study_sgf,
    study_json,
    study_text,
    hooks,
    add_hook,
    edit_hook,
    end_hook,
    test_hook,
    deliveries,
    push_key,
    online,
    puzzles,
    puzzle,
    answer_puzzle,
    own_feed,
    renew_feed,
    end_feed,
    feed,
    take_work,
    answer_work,
    vacation,
    set_vacation,
    end_vacation,
    mail_session,
    sign_in_by,
    mail_password,
    reset_password,
    mail_proof,
    prove_address,
    block_seat,
    unblock_guest,
    mute_seat,
    unmute_seat,
    report_study,
    study_reports,
    end_study_report,
    hide_study,
    unhide_study,
    analysis,
    ask_analysis,
    take_analysis,
    answer_analysis,
    take_games,
    answer_games,
    taught_network,
    appeal_ruling,
    uphold_ruling,
    appeals,
    own_mail,
    set_mail,
    test_mail,
    rating_gains,
    annul,
    annulments,
    unsubscribe_page,
    unsubscribe,
    take_back,
    page,             // a file of the client
    unknown,          // 404
    not_this_method,  // 405
  };
  To to = To::unknown;
  std::string table;  // of state, join, command, socket, a table's page; elsewhere the name or id that is meant
  std::string path;   // of page, without the query
  std::string allow;  // of not_this_method
  Needs needs = Needs::nothing;
  bool body = false;    // a JSON body belongs to it
  std::string item{};   // of remove_said, report: what was said at the table; of seats, which
  bool framed = false;  // a page that other sites may show in a frame
};

// A row of the API: what is asked how, where, by whom.
struct ApiRow {
  std::string_view method, path;  // behind /api/; * is an id or a name
  Route::To to;
  Needs needs;
  bool body = false;
};
std::span<const ApiRow> api_rows();
inline constexpr std::size_t kMostIdLetters = 40;  // of what may stand at a *

// How logs, metrics and the OpenAPI document call it; never what stood in the address, which may be secret.
std::string_view route_name(Route::To to);
Route find_route(std::string_view method, std::string_view target);
// The value of a name in the query of a target, as it stands there; "" where it is not.
std::string_view query_value(std::string_view target, std::string_view name);
// The value of a cookie in a Cookie header; "" where it is not.
std::string_view cookie_value(std::string_view header, std::string_view name);
// The token in an Authorization header: "Bearer ..."; "" where there is none.
std::string_view bearer_token(std::string_view header);
// Whether an Origin header ("https://host:port") names the host of the Host header.
bool same_origin(std::string_view origin, std::string_view host);

}  // namespace cairn
