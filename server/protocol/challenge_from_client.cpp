#include "server/protocol/challenge_from_client.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace cairn {

namespace {

constexpr MessageText kChallengeForm(
    "form-of-challenge",
    R"(a challenge is {"request":"...","people":["Bob"],"game":"...","options":{...},"clock":"fischer 5m+3s","rated":false,"seat":"first" or "second" or "random","note":"...","minutes":10}; with more people "order":["me","Bob","Cid"] instead of "seat")");
constexpr MessageText kCounterForm(
    "form-of-counter",
    R"(a counter-offer is )"
    R"({"request":"...","offer":1,"game":"...","options":{...},"clock":"...","rated":false,"seat":"first" )"
    R"(or "second" or "random","note":"...","minutes":10}; "offer" is the number of the terms that it )"
    R"(answers)");
constexpr MessageText kAcceptForm("form-of-accept",
                                  R"(to accept, send {"offer":1} with the number of the terms that you have seen)");
constexpr MessageText kDeclineForm("form-of-decline", R"(to decline, send {"offer":1,"reason":"not-now"})");

constexpr MessageText kSeekForm(
    "form-of-seek",
    R"(a seek is {"request":"...","game":"...","options":{...},"clock":"fischer 5m+3s","rated":false,"handicap":false})");

constexpr std::array<std::string_view, kDeclineReasons> kReasons = {
    "not-now",   "not-this-game", "not-these-terms", "not-with-this-clock",
    "not-rated", "only-rated",    "enough-games",    "other"};
constexpr std::array<std::string_view, kChallengeStates> kStates = {"open", "made", "declined", "withdrawn", "expired"};

Message read_offer(const Json& object, int& out) {
  const auto offer = object.find("offer");
  if (offer == object.end() || !offer->is_number_integer() || *offer < 1 || *offer > kMostOffers)
    return Message("offer-number-of-terms", "\"offer\" must be the number of the terms in the challenge");
  out = offer->get<int>();
  return {};
}

Message read_names(const Json& object, const char* key, std::size_t most, std::vector<std::string>& out) {
  const Json& list = object.at(key);
  if (!list.is_array() || list.empty() || list.size() > most)
    return Message("must-list-1-names", "\"{key}\" must be a list of 1 to {n} names",
                   {{"key", shortened(key)}, {"n", most}});
  for (const Json& item : list) {
    const auto* name = item.get_ptr<const std::string*>();
    if (name == nullptr || name->empty() || !plain_text(*name, 40))
      return Message("name-in-must-text", "a name in \"{key}\" must be a text", {{"key", shortened(key)}});
    const bool twice =
        std::any_of(out.begin(), out.end(), [&](const std::string& one) { return equal_ignoring_case(one, *name); });
    if (twice)
      return Message("named-twice", "\"{name}\" is named twice in \"{key}\"",
                     {{"name", shortened(*name)}, {"key", shortened(key)}});
    out.push_back(*name);
  }
  return {};
}

Message read_seat(const Json& object, ChallengeWish& out) {
  if (object.contains("seat") && object.contains("order"))
    return Message("seat-or-order", "give either \"seat\" or \"order\"");
  if (object.contains("order")) return read_names(object, "order", kMostChallenged + 1, out.order);
  if (!object.contains("seat")) return {};
  const auto* seat = text_at(object, "seat");
  if (seat == nullptr || (*seat != "first" && *seat != "second" && *seat != "random"))
    return Message("seat-must-first-second", "\"seat\" must be \"first\", \"second\" or \"random\"");
  using Seat = ChallengeWish::Seat;
  out.seat = *seat == "first" ? Seat::first : (*seat == "second" ? Seat::second : Seat::random);
  return {};
}

// What a challenge and a counter-offer have alike.
Message read_wish(const Json& object, MessageText form, ChallengeWish& out) {
  const auto* request = text_at(object, "request");
  if (request == nullptr || !good_request(*request))
    return Message("request-new-for-challenge",
                   "\"request\" must be 1 to 64 letters, digits, - or _, new for every challenge");
  out.request = *request;
  if (auto error = read_play_terms(object, form, out.terms); !error.empty()) return error;
  if (auto error = read_seat(object, out); !error.empty()) return error;
  if (object.contains("note")) {
    const auto* note = text_at(object, "note");
    if (note == nullptr || !plain_text(*note, kMostChallengeNote) || !shows_as_it_is(*note))
      return Message("must-text-at-most-letters",
                     "\"{key}\" must be a text of at most {n} letters without control characters",
                     {{"key", "note"}, {"n", kMostChallengeNote}});
    out.note = trim(*note);
  }
  if (object.contains("minutes")) {
    const Json& minutes = object.at("minutes");
    if (!minutes.is_number_integer() || minutes < 1 || minutes > kMostChallengeMinutes)
      return Message("minutes-must-whole-number",
                     "\"minutes\" must be a whole number from 1 to {n}: the time until the challenge expires",
                     {{"n", kMostChallengeMinutes}});
    out.minutes = minutes.get<int>();
  }
  return {};
}

}  // namespace

std::string_view to_word(DeclineReason reason) {
  const auto at = static_cast<std::size_t>(reason);
  return at < kReasons.size() ? kReasons[at] : std::string_view();
}

std::string_view to_word(ChallengeState state) {
  const auto at = static_cast<std::size_t>(state);
  return at < kStates.size() ? kStates[at] : std::string_view();
}

Message read_play_terms(const Json& object, MessageText form, PlayTerms& out) {
  const auto* game = text_at(object, "game");
  if (game == nullptr || game->empty() || game->size() > 64)
    return Message("game-missing", "\"game\" is missing; {why}", {{"why", form}});
  out.game = *game;
  if (object.contains("options"))
    if (auto error = read_options(object.at("options"), out.options); !error.empty()) return error;
  if (object.contains("clock")) {
    const auto* clock = text_at(object, "clock");
    if (clock == nullptr)
      return Message("clock-must-text",
                     "\"clock\" must be a text, such as \"none\", \"fischer 5m+3s\" or \"correspondence 3d\"");
    auto read = parse_clock_rule(*clock);
    if (!read.rule) return in_clock(read.error);
    out.clock = std::move(*read.rule);
  }
  if (object.contains("rated")) {
    if (!object.at("rated").is_boolean())
      return Message("must-true-false", "\"{key}\" must be true or false", {{"key", "rated"}});
    out.rated = object.at("rated").get<bool>();
  }
  if (out.rated && out.clock.kind == ClockRule::Kind::none)
    return Message("rated-game-needs-clock",
                   "a rated game needs a \"clock\", so that it always ends: \"fischer 5m+5s\", \"correspondence 3d\"");
  return {};
}

std::variant<ChallengeWish, Fault> read_challenge_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(
          object, {"request", "people", "game", "options", "clock", "rated", "seat", "order", "note", "minutes"},
          kChallengeForm);
      !error.empty())
    return Fault{std::move(error)};
  ChallengeWish out;
  if (!object.contains("people"))
    return Fault{Message("people-missing", "\"people\" is missing; {why}", {{"why", kChallengeForm}})};
  if (auto error = read_names(object, "people", kMostChallenged, out.people); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_wish(object, kChallengeForm, out); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<ChallengeWish, Fault> read_counter_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(
          object, {"request", "offer", "game", "options", "clock", "rated", "seat", "order", "note", "minutes"},
          kCounterForm);
      !error.empty())
    return Fault{std::move(error)};
  ChallengeWish out;
  if (auto error = read_offer(object, out.offer); !error.empty()) return Fault{std::move(error)};
  if (auto error = read_wish(object, kCounterForm, out); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<AcceptWish, Fault> read_accept_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"offer"}, kAcceptForm); !error.empty()) return Fault{std::move(error)};
  AcceptWish out;
  if (auto error = read_offer(object, out.offer); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<DeclineWish, Fault> read_decline_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"offer", "reason"}, kDeclineForm); !error.empty())
    return Fault{std::move(error)};
  DeclineWish out;
  if (auto error = read_offer(object, out.offer); !error.empty()) return Fault{std::move(error)};
  const auto* reason = text_at(object, "reason");
  const auto found = reason == nullptr ? kReasons.end() : std::find(kReasons.begin(), kReasons.end(), *reason);
  if (found == kReasons.end()) {
    std::string all;
    for (const auto word : kReasons) all += (all.empty() ? "" : ", ") + std::string(word);
    return Fault{Message("reason-must-one", "\"reason\" must be one of {list}", {{"list", all}})};
  }
  out.reason = static_cast<DeclineReason>(found - kReasons.begin());
  return out;
}

std::variant<SeekWish, Fault> read_seek_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"request", "game", "options", "clock", "rated", "handicap"}, kSeekForm);
      !error.empty())
    return Fault{std::move(error)};
  SeekWish out;
  const auto* request = text_at(object, "request");
  if (request == nullptr || !good_request(*request))
    return Fault{
        Message("request-new-for-seek", "\"request\" must be 1 to 64 letters, digits, - or _, new for every seek")};
  out.request = *request;
  if (auto error = read_play_terms(object, kSeekForm, out.terms); !error.empty()) return Fault{std::move(error)};
  if (const auto found = object.find("handicap"); found != object.end()) {
    if (!found->is_boolean()) return Fault{Message("handicap-must-true-false", "\"handicap\" must be true or false")};
    out.handicap = found->get<bool>();
  }
  return out;
}

}  // namespace cairn
