// What clients say: the same limits as the readers use. Where a reader counts bytes the schema lets fewer letters
// through, so that what fits here is understood.
#include "server/matchmaking/challenge_policy.h"
#include "server/play/from_client.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace requests_shapes {
namespace {

using namespace schema;

constexpr std::string_view kPlain = "^[^\\x00-\\x1f\\x7f]*$";  // no control characters

Json plain(std::size_t least, std::size_t most) {
  Json schema = text(least, most);
  schema["pattern"] = kPlain;
  return schema;
}

Json ascii(std::size_t least, std::size_t most) {
  return matching("^[ -~]{" + std::to_string(least) + "," + std::to_string(most) + "}$");
}

Json guest_wish() {
  return object({may("name", nullable(plain(0, kMaxName)))});
}

Json table_wish() {
  Json value = Json::object(), seconds = number();
  value["type"] = {"string", "number", "boolean"};
  seconds["minimum"] = kLeastSeconds;
  seconds["maximum"] = kMostSeconds;
  return object(
      {must("game", described(text(1, 64), "a `name` of GET /api/games")),
       may("options", described(nullable(map_of(value)), "as GET /api/games lists them")),
       may("opponent", words({"bot", "friend"})), may("seat", words({"first", "second", "random"})),
       may("seconds", described(seconds, "time of the bot for a move; not with a rated game")),
       may("level", described(whole(1, kLevels), "level of the bot; the highest is the strongest")),
       may("clock", described(text(), R"("none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...)")),
       may("rated", described(yes_no(),
                              "needs a time control, and on every seat an account or a level of the bot that "
                              "has a rank on this board")),
       may("listed", described(yes_no(), "anyone can find it and join")),
       may("request", described(request_id(), "repeating the same request gets the same table"))});
}

// A command, with what stands before it in a frame of the socket.
Json commands(const std::vector<Field>& before) {
  const Json word = matching("^[!-~]{1," + std::to_string(kMaxWord) + "}$");
  const auto form = [&](Json command, const std::vector<Field>& more) {
    std::vector<Field> fields = before;
    fields.push_back(must("request", request_id()));
    fields.push_back(must("version", whole(0, kMaxVersion)));
    fields.push_back(must("command", std::move(command)));
    fields.insert(fields.end(), more.begin(), more.end());
    return object(fields);
  };
  return one_of({form(schema::word("play"), {must("word", word)}),
                 form(schema::word("play"), {must("words", list_of(word, 1, kMaxWords))}),
                 form(words({"resign", "undo", "resume", "vacation", "back"}), {}),
                 form(words({"offer", "accept", "decline"}), {must("offer", ref("OfferKind"))}),
                 form(schema::word("plan"), {must("plan", text(0, kMaxConditionalText))})});
}

Json command() {
  return commands({});
}

Json socket_command() {
  return described(commands({must("type", word("command"))}), "A text frame from a client.");
}

Json password() {
  return described(ascii(kLeastPassword, kMostPassword), "length in bytes; any Unicode text");
}

Json email() {
  Json schema = matching("^$|^[!-?A-~]+@[!-?A-~]+$");
  schema["maxLength"] = kMostEmail;
  return schema;
}

Json new_account() {
  return object(
      {must("name", account_name()), must("password", password()), may("email", email()), may("bot", yes_no()),
       may("language", described(language(), "language of e-mails; default: from the request's Accept-Language")),
       may("invitation", described(ascii(1, kMostLinkToken), "the token of an invitation link")),
       may("note",
           described(plain(0, kMostShortNote), "to the moderators, where one of them has to approve accounts"))});
}

Field factor_code() {
  return may("code", described(ascii(1, kMostFactorCode),
                               "of two-factor authentication, where it is on: from the app, or a recovery code"));
}

Json credentials() {
  return object({must("name", ascii(1, kMostClaimedName)), must("password", ascii(1, kMostPassword)), factor_code()});
}

Json new_password() {
  return object({must("old", ascii(1, kMostPassword)), must("new", password()), factor_code()});
}

Json link_wish() {
  return one_of({object({must("name", ascii(1, kMostClaimedName))}), object({must("email", ascii(1, kMostEmail))})});
}

Json link_token() {
  return object({must("token", ascii(1, kMostLinkToken)), factor_code()});
}

Json password_by_link() {
  return object({must("token", ascii(1, kMostLinkToken)), must("password", password()), factor_code()});
}

Json delete_account() {
  return object({must("password", ascii(1, kMostPassword)), factor_code()});
}

Json begin_factor() {
  return object({must("password", ascii(1, kMostPassword))});
}

Json factor_code_wish() {
  return object({must("code", described(ascii(1, kMostFactorCode), "from the app, or a recovery code"))});
}

Json account_edit() {
  Json profile = text(0, kMostProfile);
  profile["pattern"] = "^[^\\x00-\\x09\\x0b-\\x1f\\x7f]*$";  // line ends may be
  Json edit = object({may("email", email()), may("profile", profile), may("bot", yes_no()), may("hidden", yes_no()),
                      may("zone", described(whole(GameClock::kMinZone, GameClock::kMaxZone), "minutes east of UTC")),
                      may("language", described(language(), "language of e-mails to you")), factor_code()});
  // A code alone changes nothing.
  Json some = Json::array();
  for (const char* name : {"email", "profile", "bot", "hidden", "zone", "language"})
    some.push_back(Json{{"required", Json::array({name})}});
  edit["anyOf"] = std::move(some);
  return edit;
}

Json preferences_wish() {
  const Json policy =
      one_of({object({must("from", words({"everybody", "accounts", "nobody"}))}),
              object({must("from", word("window")), must("window", whole(kLeastWindow, kMostWindow))})});
  Json any = map_of(true);
  any["properties"]["challenges"] = described(policy, "rating window of challengers");
  return described(any, "any object, of at most " + std::to_string(kMostPreferences) + " bytes");
}

Json token_wish() {
  const Json scope =
      words({scope_word(Scope::read), scope_word(Scope::play), scope_word(Scope::account), scope_word(Scope::bridge)});
  Json name = plain(1, kMostTokenName);
  name["pattern"] = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";  // not blanks alone
  return object({must("name", name), must("scopes", list_of(scope, 1, kMostScopesGiven)),
                 may("days", whole(1, kMostTokenDays)), factor_code()});
}

}  // namespace
}  // namespace requests_shapes

Json account_name() {
  return schema::matching("^[A-Za-z0-9][A-Za-z0-9_.-]{" + std::to_string(kLeastAccountName - 2) + "," +
                          std::to_string(kMostAccountName - 2) + "}[A-Za-z0-9]$");
}

Json request_id() {
  using namespace requests_shapes;
  return matching("^[A-Za-z0-9_-]{1," + std::to_string(kMaxRequest) + "}$");
}

std::vector<NamedSchema> request_schemas() {
  using namespace requests_shapes;
  return {{"GuestWish", guest_wish},
          {"TableWish", table_wish},
          {"Command", command},
          {"SocketCommand", socket_command},
          {"NewAccount", new_account},
          {"Credentials", credentials},
          {"NewPassword", new_password},
          {"LinkWish", link_wish},
          {"LinkToken", link_token},
          {"PasswordByLink", password_by_link},
          {"DeleteAccount", delete_account},
          {"BeginFactor", begin_factor},
          {"FactorCode", factor_code_wish},
          {"AccountEdit", account_edit},
          {"PreferencesWish", preferences_wish},
          {"TokenWish", token_wish}};
}

}  // namespace cairn
