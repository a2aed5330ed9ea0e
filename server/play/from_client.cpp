#include "server/play/from_client.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.h"
#include "server/play/fields.h"
#include "server/play/names.h"

namespace cairn {

namespace {

constexpr MessageText kCommandForm(
    "form-of-command", R"(a command is {"request":"...","version":3,"command":"play","word":"..."}, or without "word" )"
                       R"(one of undo, resign, offer, accept, decline (with "offer":"draw" or "undo" or "pause" or )"
                       R"("rematch"), resume, vacation, back)");
constexpr std::array<std::pair<std::string_view, Command::Kind>, 9> kCommands = {{{"undo", Command::Kind::undo},
                                                                                  {"resign", Command::Kind::resign},
                                                                                  {"offer", Command::Kind::offer},
                                                                                  {"accept", Command::Kind::accept},
                                                                                  {"decline", Command::Kind::decline},
                                                                                  {"resume", Command::Kind::resume},
                                                                                  {"vacation", Command::Kind::vacation},
                                                                                  {"back", Command::Kind::back},
                                                                                  {"plan", Command::Kind::plan}}};
constexpr MessageText kTableForm(
    "form-of-table",
    R"(a table is {"game":"...","options":{...},"opponent":"bot" or "friend","seat":"first" or "second" or "random","seconds":1,"level":10,"clock":"fischer 5m+3s","rated":false,"listed":false})");
constexpr MessageText kGuestForm("form-of-guest", R"(a guest is {"name":"..."} or {})");

bool good_word(std::string_view word) {
  return !word.empty() && word.size() <= kMaxWord &&
         std::none_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

Message fill_command(const Json& object, Command& out) {
  if (auto error = check_object(object, {"type", "request", "version", "command", "word", "words", "offer", "plan"},
                                kCommandForm);
      !error.empty())
    return error;
  const auto* request = text_at(object, "request");
  if (request == nullptr || !good_request(*request))
    return Message("request-new-for-command",
                   "\"request\" must be 1 to 64 letters, digits, - or _, new for every command");
  out.request = *request;
  const auto version = object.find("version");
  if (version == object.end() || !version->is_number_integer() || *version < 0 || *version > kMaxVersion)
    return Message("version-of-last-state", "\"version\" must be the number in the last state that you received");
  out.version = version->get<int>();
  const auto* command = text_at(object, "command");
  if (command == nullptr) return kCommandForm;
  if (*command == "play") {
    out.kind = Command::Kind::play;
    if (object.contains("offer") || object.contains("plan"))
      return Message("play-takes-words", "the command play needs \"words\" and nothing else");
    return read_command_words(object, out.words);
  }
  std::string all = "play";
  for (const auto& [name, kind] : kCommands) {
    if (name == *command) out.kind = kind;
    all += ", " + std::string(name);
  }
  if (out.kind == Command::Kind::play)
    return Message("command-none-of", "\"{name}\" is not a command; the commands are {list}",
                   {{"name", shortened(*command)}, {"list", all}});
  if (object.contains("word") || object.contains("words"))
    return Message("only-play-takes-words", "\"words\" is only for the command play");
  using Kind = Command::Kind;
  const bool offers = out.kind == Kind::offer || out.kind == Kind::accept || out.kind == Kind::decline;
  const auto* offer = text_at(object, "offer");
  if (!offers && object.contains("offer"))
    return Message("only-offers-say-offer", "\"offer\" is only for the commands offer, accept and decline");
  const auto kind = offer == nullptr ? std::nullopt : offer_kind(*offer);
  if (offers && !kind) return Message("offer-one-of", "\"offer\" must be \"draw\", \"undo\", \"pause\" or \"rematch\"");
  if (kind) out.offer = *kind;
  const auto* plan = text_at(object, "plan");
  if (out.kind == Kind::plan ? plan == nullptr : object.contains("plan"))
    return out.kind == Kind::plan
               ? Message("plan-form", "\"plan\" must be a text such as (D4=E5(F6=G7))(E4=D5), or empty")
               : Message("only-plan-takes-plan", "\"plan\" is only for the command plan");
  if (plan != nullptr && plan->size() > kMaxConditionalText)
    return Message("plan-may-at-most", "conditional moves can have at most {n} characters",
                   {{"n", kMaxConditionalText}});
  if (plan != nullptr) out.plan = *plan;
  return {};
}

// How the bot thinks.
Message read_bot(const Json& object, CreateTable& out) {
  if (object.contains("seconds")) {
    const Json& seconds = object.at("seconds");
    if (!seconds.is_number() || !(seconds.get<double>() >= kLeastSeconds && seconds.get<double>() <= kMostSeconds))
      return Message("seconds-must-number-01", "\"seconds\" must be a number from 0.1 to 10");
    out.seconds = seconds.get<double>();
  }
  if (object.contains("level")) {
    const Json& level = object.at("level");
    if (!level.is_number_integer() || level < 1 || level > kLevels)
      return Message("level-must-whole-number", "\"level\" must be a whole number from 1 to {most} (the strongest)",
                     {{"most", kLevels}});
    out.level = level.get<int>();
  }
  return {};
}

// Of a rated game against the bot, whose clock is read.
Message read_rated_bot(const Json& object, CreateTable& out) {
  if (object.contains("seconds"))
    return Message("rated-bot-seconds",
                   "in a rated game the bot takes the time that its level needs; leave \"seconds\" out");
  out.seconds = kMostSeconds;
  if (out.clock.kind == ClockRule::Kind::none || usual_turn_ms(out.clock) >= kRatedBotTurnMs) return {};
  return Message(
      "rated-bot-clock",
      "in a rated game against the bot the clock must give about {time} for each turn of a game of {n} turns: "
      "\"fischer 5m+5s\", \"byoyomi 10m+3x30s\", \"correspondence 3d\"",
      {{"time", duration_text(kRatedBotTurnMs)}, {"n", kUsualTurns}});
}

}  // namespace

Message read_command_words(const Json& object, std::vector<std::string>& words) {
  if (const auto* word = text_at(object, "word")) {
    words.push_back(*word);
  } else if (const auto list = object.find("words"); list != object.end() && list->is_array()) {
    for (const auto& item : *list) {
      const auto* text = item.get_ptr<const std::string*>();
      if (text == nullptr) return Message("words-are-texts", "every entry of \"words\" must be a text");
      words.push_back(*text);
    }
  }
  if (words.empty() || words.size() > kMaxWords || (object.contains("word") && object.contains("words")))
    return Message("play-word-or-words", "the command play needs either a \"word\" or 1 to {n} \"words\"",
                   {{"n", kMaxWords}});
  for (const auto& word : words)
    if (!good_word(word))
      return Message("word-has-characters", "a move has 1 to {n} characters and no blanks", {{"n", kMaxWord}});
  return {};
}

std::variant<CreateGuest, Fault> read_create_guest(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name"}, kGuestForm); !error.empty()) return Fault{std::move(error)};
  if (!object.contains("name") || object.at("name").is_null()) return CreateGuest{};
  const auto* name = text_at(object, "name");
  if (name == nullptr || !plain_text(trim(*name), kMaxName))
    return Fault{Message("must-text-at-most-letters",
                         "\"{key}\" must be a text of at most {n} letters without control characters",
                         {{"key", "name"}, {"n", kMaxName}})};
  if (auto error = guest_name_fault(trim(*name)); !error.empty()) return Fault{std::move(error)};
  return CreateGuest{std::string(trim(*name))};
}

std::variant<CreateTable, Fault> read_create_table(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(
          object, {"game", "options", "opponent", "seat", "seconds", "level", "clock", "rated", "listed", "request"},
          kTableForm);
      !error.empty())
    return Fault{std::move(error)};
  CreateTable out;
  const auto* game = text_at(object, "game");
  if (game == nullptr || game->empty())
    return Fault{Message("game-missing", "\"game\" is missing; {why}", {{"why", kTableForm}})};
  out.game = *game;
  if (object.contains("options"))
    if (auto error = read_options(object.at("options"), out.options); !error.empty()) return Fault{std::move(error)};
  if (object.contains("opponent")) {
    const auto* opponent = text_at(object, "opponent");
    if (opponent == nullptr || (*opponent != "bot" && *opponent != "friend"))
      return Fault{Message("opponent-must-bot-friend", "\"opponent\" must be \"bot\" or \"friend\"")};
    out.opponent = *opponent == "bot" ? CreateTable::Opponent::bot : CreateTable::Opponent::friends;
  }
  if (object.contains("seat")) {
    const auto* seat = text_at(object, "seat");
    if (seat == nullptr || (*seat != "first" && *seat != "second" && *seat != "random"))
      return Fault{Message("seat-must-first-second", "\"seat\" must be \"first\", \"second\" or \"random\"")};
    using Wish = CreateTable::SeatWish;
    out.seat = *seat == "first" ? Wish::first : (*seat == "second" ? Wish::second : Wish::random);
  }
  if (auto error = read_bot(object, out); !error.empty()) return Fault{std::move(error)};
  if (object.contains("clock")) {
    const auto* clock = text_at(object, "clock");
    if (clock == nullptr)
      return Fault{Message("clock-must-text",
                           "\"clock\" must be a text, such as \"none\", \"fischer 5m+3s\" or \"correspondence 3d\"")};
    auto read = parse_clock_rule(*clock);
    if (!read.rule) return Fault{in_clock(read.error)};
    out.clock = std::move(*read.rule);
  }
  for (const auto& [key, into] : {std::pair{"rated", &out.rated}, std::pair{"listed", &out.listed}}) {
    if (!object.contains(key)) continue;
    if (!object.at(key).is_boolean())
      return Fault{Message("must-true-false", "\"{key}\" must be true or false", {{"key", key}})};
    *into = object.at(key).get<bool>();
  }
  if (object.contains("request")) {
    const auto* request = text_at(object, "request");
    if (request == nullptr || !good_request(*request))
      return Fault{
          Message("request-new-for-table", "\"request\" must be 1 to 64 letters, digits, - or _, new for every table")};
    out.request = *request;
  }
  if (out.listed && out.opponent == CreateTable::Opponent::bot)
    return Fault{Message("game-against-bot-listed",
                         "a game against the bot cannot be listed; for that \"opponent\" must be \"friend\"")};
  if (auto error = out.rated && out.opponent == CreateTable::Opponent::bot ? read_rated_bot(object, out) : Message();
      !error.empty())
    return Fault{std::move(error)};
  if (out.rated && out.clock.kind == ClockRule::Kind::none)
    return Fault{
        Message("rated-game-needs-clock",
                "a rated game needs a \"clock\", so that it always ends: \"fischer 5m+5s\", \"correspondence 3d\"")};
  return out;
}

std::variant<Command, Fault> read_command(std::string_view text) {
  const Json object = parse_json(text);
  Command command;
  if (object.is_object() && object.contains("type")) return Fault{kCommandForm};
  if (auto error = fill_command(object, command); !error.empty()) return Fault{std::move(error)};
  return command;
}

std::variant<Command, SocketFault> read_socket_message(std::string_view text) {
  const Json object = parse_json(text);
  Command command;
  if (object.is_object()) {
    const auto* type = text_at(object, "type");
    if (type == nullptr || *type != "command")
      return SocketFault{{}, Message("message-has-type", "a message has \"type\":\"command\"")};
  }
  if (auto error = fill_command(object, command); !error.empty()) return SocketFault{command.request, std::move(error)};
  return command;
}

}  // namespace cairn
