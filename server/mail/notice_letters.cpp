#include "server/mail/notice_letters.h"

#include <algorithm>

#include "core/text.h"
#include "notation/text_width.h"
#include "server/mail/mail_words.h"
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

Message round_message(const std::string& round, const std::string& name, const std::string& opponent) {
  if (opponent.empty())
    return Message("mail-bye", "You have a bye in round {round} of {name}.", {{"round", round}, {"name", name}});
  return Message("mail-round", "Your opponent in round {round} of {name} is {opponent}.",
                 {{"round", round}, {"name", name}, {"opponent", opponent}});
}

struct Words {
  Message subject, says;
};

Words table_words(NoticeKind kind, const Json& facts, const std::string& game, Language language) {
  if (kind == NoticeKind::your_turn)
    return {Message("mail-turn-subject", "Your turn in {game}", {{"game", game}}),
            Message("mail-your-turn", "It is your turn.")};
  if (kind == NoticeKind::reminder) {
    const std::int64_t left = facts.value("left", std::int64_t{0});
    return {Message("mail-time-subject", "Your time is running out: {game}", {{"game", game}}),
            Message("mail-time-left", "It is your turn, and you have {time} left.",
                    {{"time", duration_words(language, left)}})};
  }
  const auto result = facts.find("result");
  std::string text = result != facts.end() && result->is_object() ? text_of(*result, "text") : "";
  const Message subject("mail-over-subject", "Game over: {game}", {{"game", game}});
  if (text.empty()) return {subject, Message("mail-game-over", "The game is over.")};
  if (language != Language::en) text = ending_words(language, text_of(*result, "how"), text_of(*result, "winner"));
  return {subject, Message("mail-over-result", "The game is over: {text}.", {{"text", text}})};
}

// Labels in one column, their values in the next.
std::string rows_text(const std::vector<std::pair<Message, std::string>>& rows, Language language) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, display_width(translated(language, row.first)));
  std::string out;
  for (const auto& [label, value] : rows)
    out += "  " + pad_right(translated(language, label), width) + "  " + value + "\n";
  return out;
}

std::optional<Letter> table_letter(NoticeKind kind, const Json& facts, std::string_view url, Language language) {
  const std::string table = text_of(facts, "table"), link = text_of(facts, "link");
  if (table.empty() || link.empty()) return std::nullopt;
  const std::string title = page_text(language, text_of(facts, "title")), players = players_of(facts);
  const std::string game = translated(
      language, Message("mail-title-players", "{title}: {players}", {{"title", title}, {"players", players}}));
  const Words words = table_words(kind, facts, game, language);
  Letter out;
  out.subject = translated(language, words.subject);
  out.text = translated(language, words.says) + "\n\n" +
             rows_text({{Message("mail-label-game", "Game"), title},
                        {Message("mail-label-players", "Players"), players},
                        {Message("mail-label-clock", "Clock"), clock_words(language, text_of(facts, "clock"))}},
                       language) +
             "\n" + std::string(url) + link + "\n";
  out.thread = table;
  return out;
}

Message challenge_subject(bool changed, const std::string& from, const std::string& title) {
  if (changed)
    return Message("mail-counter-subject", "{name} makes a counter-offer: {title}", {{"name", from}, {"title", title}});
  return Message("mail-challenge-subject", "{name} challenges you: {title}", {{"name", from}, {"title", title}});
}

Message challenge_message(bool changed, const std::string& from, const std::string& title) {
  if (changed)
    return Message("mail-counter", "{name} makes a counter-offer for a game of {title} with you.",
                   {{"name", from}, {"title", title}});
  return Message("mail-challenge", "{name} would like to play a game of {title} with you.",
                 {{"name", from}, {"title", title}});
}

std::optional<Letter> challenge_letter(const Json& facts, std::string_view url, Language language) {
  const std::string from = text_of(facts, "from"), id = text_of(facts, "challenge");
  const std::string title = page_text(language, text_of(facts, "title"));
  if (id.empty() || title.empty()) return std::nullopt;
  const bool changed = facts.value("offer", 1) > 1;
  Letter out;
  out.subject = translated(language, challenge_subject(changed, from, title));
  out.text =
      translated(language, challenge_message(changed, from, title)) + "\n\n" +
      rows_text(
          {{Message("mail-label-clock", "Clock"), clock_words(language, text_of(facts, "clock"))},
           {Message("mail-label-rated", "Rated"), page_text(language, facts.value("rated", false) ? "yes" : "no")}},
          language) +
      "\n" + translated(language, Message("mail-challenge-do", "Accept, decline or make a counter-offer:")) + "\n" +
      std::string(url) + "/challenges\n";
  out.thread = id;
  return out;
}

std::optional<Letter> round_letter(const Json& facts, std::string_view url, Language language) {
  const std::string id = text_of(facts, "tournament"), name = text_of(facts, "name"),
                    opponent = text_of(facts, "opponent"), table = text_of(facts, "table");
  if (id.empty() || name.empty()) return std::nullopt;
  const std::string round = std::to_string(facts.value("round", 0));
  Letter out;
  out.subject =
      translated(language, Message("mail-round-subject", "{name}: round {round}", {{"name", name}, {"round", round}}));
  out.text = translated(language, round_message(round, name, opponent)) + "\n\n" + std::string(url) +
             (table.empty() ? "/tournaments/" + id : "/t/" + table) + "\n";
  out.thread = id;
  return out;
}

Letter test_letter(std::string_view url, Language language) {
  const Message says("mail-test",
                     "This is the test mail that you asked for. News of your games will arrive at this address.");
  return {translated(language, Message("mail-test-subject", "Test mail")),
          translated(language, says) + "\n\n" + std::string(url) + "/account\n"};
}

std::optional<Letter> letter_of(const Notice& notice, std::string_view url, Language language) {
  if (notice.kind == NoticeKind::test) return test_letter(url, language);
  const Json facts = parse_json(notice.facts);
  if (!facts.is_object()) return std::nullopt;
  if (notice.kind == NoticeKind::challenge) return challenge_letter(facts, url, language);
  if (notice.kind == NoticeKind::round) return round_letter(facts, url, language);
  return table_letter(notice.kind, facts, url, language);
}

}  // namespace

std::optional<Letter> notice_letter(const Notice& notice, std::string_view url, Language language) {
  if (notice.kind == NoticeKind::letter) return letter_from(notice.facts);
  auto letter = letter_of(notice, url, language);
  if (letter) letter->language = language_code(language);
  return letter;
}

Letter digest_letter(const std::vector<Letter>& letters, int more, std::string_view url, Language language) {
  const std::string line(64, '-');
  Letter out;
  const auto count = static_cast<std::int64_t>(letters.size()) + more;
  out.subject = translated(
      language,
      Message("mail-digest-subject", "Your games: {n} notification|Your games: {n} notifications", {{"n", count}}));
  out.language = language_code(language);
  for (const Letter& one : letters)
    out.text += one.subject + "\n\n" + std::string(trim(one.text)) + "\n\n" + line + "\n\n";
  if (more > 0)
    out.text +=
        translated(language, Message("mail-digest-more",
                                     "... and {n} more notification.|... and {n} more notifications.", {{"n", more}})) +
        "\n\n";
  out.text += std::string(url) + "/lobby\n";
  return out;
}

}  // namespace cairn
