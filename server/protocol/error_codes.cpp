#include "server/protocol/error_codes.h"

namespace cairn {

namespace {

constexpr ErrorCode kCodes[] = {
    {Code::bad_request, 400, "the message is not understood"},
    {Code::https_only, 400, "the address begins with https://"},
    {Code::unknown_game, 400, "there is no game of this name"},
    {Code::bad_options, 400, "the game has no such options"},
    {Code::no_bot, 400, "there is no bot for this game"},
    {Code::no_session, 401, "POST /api/guest first"},
    {Code::bad_token, 401, "the API token is not known or has run out"},
    {Code::blocked, 403, "somebody at this table blocks you"},
    {Code::not_seated, 403, "a spectator's command"},
    {Code::bad_origin, 403, "a page of another site"},
    {Code::no_account, 403, "guests cannot do that"},
    {Code::bad_scope, 403, "the token may not do that"},
    {Code::wrong_password, 403, "the name or the password is wrong"},
    {Code::bad_link, 403, "a mailed link that was used, has run out, or is none"},
    {Code::not_heard, 403, "that room is for others"},
    {Code::muted, 403, "nothing may be said until then", 0, "retry_after"},
    {Code::suspended, 403, "the account is suspended or closed; the message says why and until when"},
    {Code::not_for_you, 403, "the host lets others ask this"},
    {Code::not_challenged, 403, "somebody takes no such challenge, or these people cannot play together"},
    {Code::other_host, 421, "this server does not go by the name that the request gives it"},
    {Code::not_found, 404, "no such table, person, session, token or address"},
    {Code::bad_method, 405, "the address takes other methods"},
    {Code::name_taken, 409, "choose another name"},
    {Code::has_account, 409, "sign out first"},
    {Code::no_address, 409, "the account has no address of mail that is still to be proven"},
    {Code::too_many_kept, 409, "so many tokens, blocks, studies or open games are there that no more can be kept"},
    {Code::stale, 409, "decided on an old version", 0, "state"},
    {Code::game_over, 409, "the game is over"},
    {Code::no_undo, 409, "nothing can be taken back now"},
    {Code::no_free_seat, 409, "every seat is taken"},
    {Code::too_long, 409, "the game has as many commands as can be kept"},
    {Code::no_offer, 409, "nothing of that kind is offered, or it may not be offered now"},
    {Code::plan, 409, "the plan cannot be understood, or not be made now"},
    {Code::clock, 409, "the clocks stand, or run already, or the table has none"},
    {Code::not_over, 409, "the record of a game that hides something is open when it is over"},
    {Code::no_analysis, 409, "this game is not analysed; the message says why"},
    {Code::no_text, 409, "the game cannot be told as text"},
    {Code::broken_record, 409, "the stored moves do not replay; the record is kept as it is"},
    {Code::not_open, 409, "the challenge is over, or the game has begun"},
    {Code::terms_changed, 409, "there is a counter-offer: look at it first"},
    {Code::tournament, 409, "the tournament does not allow that, or not now"},
    {Code::other_version, 409, "it was changed meanwhile: look at it first"},
    {Code::no_lease, 409, "the bot's turn, or the part of an analysis, is no longer the worker's"},
    {Code::other_rules, 409, "the worker knows other rules than the server"},
    {Code::bad_record, 422, "the file cannot be read or played; the message says where"},
    {Code::illegal_move, 422, "the rules forbid it", 0, "reason"},
    {Code::too_large, 413, "the body is too large, or with 431 the headers are", 431},
    {Code::bad_type, 415, "the body is not said to be JSON"},
    {Code::upgrade_required, 426, "the address speaks WebSocket"},
    {Code::too_many, 429, "too often, too much in a day, or too many wrong passwords", 0, "retry_after"},
    {Code::busy, 429, "too many commands wait at this table", 0, "retry_after"},
    {Code::internal, 500, "something went wrong in the server; it was noted"},
    {Code::no_room, 507, "the server's disk is nearly full: only moves are stored", 0, "retry_after"},
    {Code::no_mail, 503, "no mail goes out from this server"},
    {Code::unavailable, 503, "nothing was stored, or it is not known: send the same request again", 0, "retry_after"},
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
