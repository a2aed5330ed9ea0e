#include "server/protocol/error_codes.h"

namespace cairn {

namespace {

constexpr ErrorCode kCodes[] = {
    {Code::bad_request, 400, "the server cannot read the request; the message says why"},
    {Code::https_only, 400, "use an address that begins with https://"},
    {Code::unknown_game, 400, "there is no game of this name"},
    {Code::bad_options, 400, "the game has no such options"},
    {Code::no_bot, 400, "there is no bot for this game"},
    {Code::no_session, 401, "POST /api/guest first"},
    {Code::bad_token, 401, "the API token is unknown or has expired"},
    {Code::blocked, 403, "a player at this table blocks you"},
    {Code::not_seated, 403, "only players at this table can do this"},
    {Code::bad_origin, 403, "the request came from a page of another site"},
    {Code::no_account, 403, "guests cannot do that"},
    {Code::bad_scope, 403, "the token lacks the scope for this"},
    {Code::wrong_password, 403, "the name or the password is wrong"},
    {Code::needs_code, 403, "the account uses two-factor authentication: repeat the request with \"code\""},
    {Code::wrong_code, 403, "the code of two-factor authentication is wrong, or was used before"},
    {Code::bad_link, 403, "the link was used before, has expired or is wrong"},
    {Code::not_heard, 403, "you cannot read this chat"},
    {Code::muted, 403, "you are muted until then", 0, "retry_after"},
    {Code::suspended, 403, "the account is suspended or closed; the message says why and until when"},
    {Code::waiting, 403, "the account waits for a moderator, or was not approved; the message says so"},
    {Code::no_registration, 403, "the server creates no such account, or has no guests; the message says how to join"},
    {Code::not_for_you, 403, "you are not allowed to do this"},
    {Code::not_challenged, 403, "a player accepts no such challenge, or these players cannot play each other"},
    {Code::other_host, 421, "the request names a host that this server does not serve"},
    {Code::not_found, 404, "there is no such table, player, session, token or address"},
    {Code::bad_method, 405, "this address does not support the method"},
    {Code::name_taken, 409, "choose another name"},
    {Code::has_account, 409, "sign out first"},
    {Code::no_address, 409, "the account has no e-mail address that needs confirmation"},
    {Code::too_many_kept, 409, "you have reached the limit of tokens, blocks, studies or open games"},
    {Code::stale, 409, "the table has changed since the version that the command names", 0, "state"},
    {Code::game_over, 409, "the game is over"},
    {Code::no_undo, 409, "no move can be taken back now"},
    {Code::no_free_seat, 409, "every seat is taken"},
    {Code::too_long, 409, "the game has reached the limit of commands"},
    {Code::no_offer, 409, "there is no such offer, or you cannot make it now"},
    {Code::plan, 409, "the conditional moves cannot be read, or cannot be set now"},
    {Code::clock, 409, "the clocks are already paused or running, or the table has no clock"},
    {Code::not_over, 409, "the record of a game with hidden information is available after its end"},
    {Code::no_analysis, 409, "this game cannot be analysed; the message says why"},
    {Code::no_text, 409, "the game cannot be written as text"},
    {Code::broken_record, 409, "the stored moves cannot be replayed; the record is kept unchanged"},
    {Code::not_open, 409, "the challenge has ended, or the game has started"},
    {Code::terms_changed, 409, "there is a newer counter-offer; read it first"},
    {Code::tournament, 409, "the tournament does not allow this, or not now"},
    {Code::other_version, 409, "it has changed since you read it; read it again first"},
    {Code::no_lease, 409, "the worker's lease of the turn or the analysis part has ended"},
    {Code::other_rules, 409, "the worker has another version of the rules than the server"},
    {Code::bad_record, 422, "the file cannot be read or played; the message says where"},
    {Code::illegal_move, 422, "the move is illegal", 0, "reason"},
    {Code::too_large, 413, "the body is too large; with 431: the headers are too large", 431},
    {Code::bad_type, 415, "the Content-Type must be application/json"},
    {Code::upgrade_required, 426, "this address needs a WebSocket connection"},
    {Code::too_many, 429, "too many requests, too much data in a day, or too many wrong passwords", 0, "retry_after"},
    {Code::busy, 429, "too many commands are waiting at this table", 0, "retry_after"},
    {Code::internal, 500, "an internal error; the server has logged it"},
    {Code::no_room, 507, "the server's disk is nearly full; it stores only moves", 0, "retry_after"},
    {Code::no_mail, 503, "this server sends no e-mail"},
    {Code::unavailable, 503, "the request was not stored, or the server cannot tell; repeat the same request", 0,
     "retry_after"},
};

}  // namespace

std::span<const ErrorCode> error_codes() {
  return kCodes;
}

const ErrorCode* find_error_code(std::string_view word) {
  for (const ErrorCode& known : kCodes)
    if (known.word() == word) return &known;
  return nullptr;
}

int status_of(Code code) {
  for (const ErrorCode& known : kCodes)
    if (known.code == code) return known.status;
  return 500;
}

}  // namespace cairn
