#include "server/mail/notice_letters.h"

#include "core/text.h"
#include "server/play/clock_rule.h"
#include "server/play/fields.h"

namespace cairn {

namespace {

std::string text_of(const Json& facts, const char* key) {
  const auto* text = text_at(facts, key);
  return text == nullptr ? "" : *text;
}

// "Ann - Bob"
std::string players_of(const Json& facts) {
  std::string out;
  if (const auto seats = facts.find("seats"); seats != facts.end() && seats->is_array())
    for (const Json& one : *seats)
      if (const auto* name = one.get_ptr<const std::string*>()) out.append(out.empty() ? "" : " - ").append(*name);
  return out;
}

std::string plural(std::int64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string left_text(std::int64_t ms) {
  if (ms >= 2 * kDayMs) return plural(ms / kDayMs, "day");
  if (ms >= 2 * kHourMs) return plural(ms / kHourMs, "hour");
  return plural(ms / kMinuteMs, "minute");
}

struct Words {
  std::string subject, says;
};

std::optional<Words> table_words(NoticeKind kind, const Json& facts) {
  const std::string game = text_of(facts, "title") + ": " + players_of(facts);
  if (kind == NoticeKind::your_turn) return Words{"Your turn in " + game, "It is your turn."};
  if (kind == NoticeKind::reminder) {
    const std::int64_t left = facts.value("left", std::int64_t{0});
    return Words{"Your time is running out: " + game, "It is your turn, and you have " + left_text(left) + " left."};
  }
  const auto result = facts.find("result");
  const std::string text = result != facts.end() && result->is_object() ? text_of(*result, "text") : "";
  return Words{"Game over: " + game, text.empty() ? "The game is over." : "The game is over: " + text + "."};
}

std::optional<Letter> table_letter(NoticeKind kind, const Json& facts, std::string_view url) {
  const std::string table = text_of(facts, "table"), link = text_of(facts, "link");
  const auto words = table_words(kind, facts);
  if (table.empty() || link.empty() || !words) return std::nullopt;
  Letter out;
  out.subject = words->subject;
  out.text = words->says + "\n\n  Game     " + text_of(facts, "title") + "\n  Players  " + players_of(facts) +
             "\n  Clock    " + text_of(facts, "clock") + "\n\n" + std::string(url) + link + "\n";
  out.thread = table;
  return out;
}

std::optional<Letter> challenge_letter(const Json& facts, std::string_view url) {
  const std::string from = text_of(facts, "from"), title = text_of(facts, "title"), id = text_of(facts, "challenge");
  if (id.empty() || title.empty()) return std::nullopt;
  const bool changed = facts.value("offer", 1) > 1;
  Letter out;
  out.subject = from + (changed ? " makes a counter-offer: " : " challenges you: ") + title;
  out.text = from + (changed ? " makes a counter-offer for a game of " : " would like to play a game of ") + title +
             " with you.\n\n  Clock  " + text_of(facts, "clock") + "\n  Rated  " +
             (facts.value("rated", false) ? "yes" : "no") + "\n\nAccept, decline or make a counter-offer:\n" +
             std::string(url) + "/challenges\n";
  out.thread = id;
  return out;
}

std::optional<Letter> round_letter(const Json& facts, std::string_view url) {
  const std::string id = text_of(facts, "tournament"), name = text_of(facts, "name"),
                    opponent = text_of(facts, "opponent"), table = text_of(facts, "table");
  if (id.empty() || name.empty()) return std::nullopt;
  const std::string round = std::to_string(facts.value("round", 0));
  Letter out;
  out.subject = name + ": round " + round;
  out.text = opponent.empty() ? "You have a bye in round " + round + " of " + name + ".\n\n"
                              : "Your opponent in round " + round + " of " + name + " is " + opponent + ".\n\n";
  out.text += std::string(url) + (table.empty() ? "/tournaments/" + id : "/t/" + table) + "\n";
  out.thread = id;
  return out;
}

}  // namespace

std::optional<Letter> notice_letter(const Notice& notice, std::string_view url) {
  if (notice.kind == NoticeKind::letter) return letter_from(notice.facts);
  if (notice.kind == NoticeKind::test)
    return Letter{"Test mail",
                  "This is the test mail that you asked for. News of your games will arrive at this address.\n\n" +
                      std::string(url) + "/account\n"};
  const Json facts = parse_json(notice.facts);
  if (!facts.is_object()) return std::nullopt;
  if (notice.kind == NoticeKind::challenge) return challenge_letter(facts, url);
  if (notice.kind == NoticeKind::round) return round_letter(facts, url);
  return table_letter(notice.kind, facts, url);
}

Letter digest_letter(const std::vector<Letter>& letters, int more, std::string_view url) {
  const std::string line(64, '-');
  Letter out;
  const auto count = static_cast<std::int64_t>(letters.size()) + more;
  out.subject = "Your games: " + plural(count, "notification");
  for (const Letter& one : letters)
    out.text += one.subject + "\n\n" + std::string(trim(one.text)) + "\n\n" + line + "\n\n";
  if (more > 0) out.text += "... and " + plural(more, "more notification") + ".\n\n";
  out.text += std::string(url) + "/lobby\n";
  return out;
}

}  // namespace cairn
