#include "server/protocol/error_codes.h"

namespace cairn {

namespace {

constexpr ErrorCode kCodes[] = {
    {"bad-request", 400, "the message is not understood"},
    {"https-only", 400, "the address begins with https://"},
    {"unknown-game", 400, "there is no game of this name"},
    {"bad-options", 400, "the game has no such options"},
    {"no-bot", 400, "there is no bot for this game"},
    {"no-session", 401, "POST /api/guest first"},
    {"bad-token", 401, "the API token is not known or has run out"},
    {"blocked", 403, "somebody at this table blocks you"},
    {"not-seated", 403, "a spectator's command"},
    {"bad-origin", 403, "a page of another site"},
    {"no-account", 403, "guests cannot do that"},
    {"bad-scope", 403, "the token may not do that"},
    {"wrong-password", 403, "the name or the password is wrong"},
    {"bad-link", 403, "a mailed link that was used, has run out, or is none"},
    {"not-heard", 403, "that room is for others"},
    {"muted", 403, "nothing may be said until then", 0, "retry_after"},
    {"not-for-you", 403, "the host lets others ask this"},
    {"not-challenged", 403, "somebody takes no such challenge, or these people cannot play together"},
    {"other-host", 421, "this server does not go by the name that the request gives it"},
    {"not-found", 404, "no such table, person, session, token or address"},
    {"bad-method", 405, "the address takes other methods"},
    {"name-taken", 409, "choose another name"},
    {"has-account", 409, "sign out first"},
    {"no-address", 409, "the account has no address of mail that is still to be proven"},
    {"too-many-kept", 409, "so many tokens, blocks, studies or open games are there that no more can be kept"},
    {"stale", 409, "decided on an old version", 0, "state"},
    {"game-over", 409, "the game is over"},
    {"no-undo", 409, "nothing can be taken back now"},
    {"no-free-seat", 409, "every seat is taken"},
    {"too-long", 409, "the game has as many commands as can be kept"},
    {"no-offer", 409, "nothing of that kind is offered, or it may not be offered now"},
    {"plan", 409, "the plan cannot be understood, or not be made now"},
    {"clock", 409, "the clocks stand, or run already, or the table has none"},
    {"not-over", 409, "the record of a game that hides something is open when it is over"},
    {"no-analysis", 409, "this game is not analysed; the message says why"},
    {"no-text", 409, "the game cannot be told as text"},
    {"broken-record", 409, "the stored moves do not replay; the record is kept as it is"},
    {"not-open", 409, "the challenge is over, or the game has begun"},
    {"terms-changed", 409, "there is a counter-offer: look at it first"},
    {"tournament", 409, "the tournament does not allow that, or not now"},
    {"other-version", 409, "it was changed meanwhile: look at it first"},
    {"no-lease", 409, "the bot's turn, or the part of an analysis, is no longer the worker's"},
    {"other-rules", 409, "the worker knows other rules than the server"},
    {"bad-record", 422, "the file cannot be read or played; the message says where"},
    {"illegal-move", 422, "the rules forbid it", 0, "reason"},
    {"too-large", 413, "the body is too large, or with 431 the headers are", 431},
    {"bad-type", 415, "the body is not said to be JSON"},
    {"upgrade-required", 426, "the address speaks WebSocket"},
    {"too-many", 429, "too often, too much in a day, or too many wrong passwords", 0, "retry_after"},
    {"busy", 429, "too many commands wait at this table", 0, "retry_after"},
    {"internal", 500, "something went wrong in the server; it was noted"},
    {"no-room", 507, "the server's disk is nearly full: only moves are stored", 0, "retry_after"},
    {"no-mail", 503, "no mail goes out from this server"},
    {"unavailable", 503, "nothing was stored, or it is not known: send the same request again", 0, "retry_after"},
};

}  // namespace

std::span<const ErrorCode> error_codes() {
  return kCodes;
}

const ErrorCode* find_error_code(std::string_view code) {
  for (const ErrorCode& known : kCodes)
    if (known.code == code) return &known;
  return nullptr;
}

}  // namespace cairn
