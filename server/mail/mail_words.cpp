#include "server/mail/mail_words.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/text.h"
#include "notation/text_canvas.h"
#include "notation/text_width.h"
#include "notation/view_json.h"
#include "server/base/days.h"
#include "server/play/clock_rule.h"

namespace cairn {

namespace {

constexpr std::size_t kStatusWidth = 76;

bool is_cjk(Language language) {
  return language == Language::ja || language == Language::zh;
}

std::string capital_word(std::string text) {
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text;
}

std::string side_name(Language language, const View::Side& side) {
  return capital_word(page_text(language, side.name));
}

// As web/src/state/words.ts says it.
std::string result_words(Language language, const View& view) {
  const int won = winner(view.outcome, static_cast<int>(view.sides.size()));
  std::string name;
  int own = 0, best = -1'000'000;
  for (const View::Side& side : view.sides)
    if (index(side.seat) == won) {
      name = side.name;
      own = side.half_points;
    } else {
      best = std::max(best, side.half_points);
    }
  if (won < 0 || view.outcome.how != Outcome::How::count)
    return ending_words(language, how_word(view.outcome.how), name);
  return page_text(language, "{winner} wins by {lead}, {own} to {best}",
                   {{"winner", capital_word(page_text(language, name))},
                    {"lead", half_points(language, own - best)},
                    {"own", half_points(language, own)},
                    {"best", half_points(language, best)}});
}

const std::string* fact_of(const View& view, std::string_view name) {
  for (const View::Fact& fact : view.facts)
    if (fact.name == name) return &fact.value;
  return nullptr;
}

std::string acting_words(Language language, const View& view) {
  const std::string* phase = fact_of(view, "phase");
  const std::string* accepted = fact_of(view, "accepted");
  if (phase != nullptr && *phase == "agreement") {
    if (accepted == nullptr) return page_text(language, "Both players passed. Neither has accepted the score yet.");
    std::string side, other;
    for (const View::Side& one : view.sides) (one.name == *accepted ? side : other) = side_name(language, one);
    return page_text(language, "{side} has accepted the score. {other} has not yet.",
                     {{"side", side}, {"other", other}});
  }
  std::vector<std::string> names;
  for (const View::Side& side : view.sides)
    if (view.to_act.contains(side.seat)) names.push_back(side_name(language, side));
  return page_text(language, "{name} to move", {{"name", list_text(language, names)}});
}

std::string side_words(Language language, const View& view, std::size_t at, BoardSize size) {
  const View::Side& side = view.sides[at];
  const char letter = size != BoardSize::plain ? glyph_of_side(view, static_cast<int>(at)) : side.letter;
  std::string out =
      std::string(1, letter) + " " + page_text(language, side.name) + " " + half_points(language, side.half_points);
  if (side.captures >= 0)
    out += translated(language, Message("mail-captured", " ({n} captured)", {{"n", side.captures}}));
  if (side.retired) out += translated(language, Message("mail-side-left", " (left)"));
  return out;
}

// The sentences that the pages have for refusals whose message has no code (web/src/lang/core_text.ts).
std::string_view refusal_sentence(Refusal::Code code) {
  using Code = Refusal::Code;
  switch (code) {
    case Code::unknown_game:
      return "The server does not have this game.";
    case Code::no_bot:
      return "There is no bot for this game; invite a friend.";
    case Code::blocked:
      return "One of you has blocked the other.";
    case Code::not_seated:
      return "Only the players of this game can move; you are watching.";
    case Code::no_account:
      return "You need an account for this.";
    case Code::wrong_password:
      return "Wrong name or password.";
    case Code::not_heard:
      return "You cannot read this chat.";
    case Code::muted:
      return "A moderator has stopped you from writing here for now.";
    case Code::not_for_you:
      return "You are not allowed to do this.";
    case Code::not_challenged:
      return "These players cannot play each other now.";
    case Code::not_found:
      return "Not found. It may have been removed.";
    case Code::name_taken:
      return "This name, or one that looks like it, is taken. Choose another.";
    case Code::game_over:
      return "The game is over.";
    case Code::no_undo:
      return "You cannot take back a move now.";
    case Code::no_free_seat:
      return "Every seat is taken.";
    case Code::too_long:
      return "The game has reached the greatest number of moves.";
    case Code::no_offer:
      return "There is no such offer, or it cannot be made now.";
    case Code::clock:
      return "The clock does not allow this now.";
    case Code::not_over:
      return "You can do this when the game is over.";
    case Code::broken_record:
      return "The stored game cannot be replayed. It is kept unchanged.";
    case Code::not_open:
      return "The challenge has ended, or the game has started.";
    case Code::terms_changed:
      return "The terms have changed. Check them first.";
    case Code::other_version:
      return "It has changed since you opened it. Check it first.";
    case Code::illegal_move:
      return "This move is illegal.";
    case Code::too_large:
      return "This is too large for the server.";
    case Code::too_many:
      return "Too many requests. Try again in a moment.";
    case Code::busy:
      return "The server is busy. Try again in a moment.";
    case Code::internal:
      return "Something went wrong on the server. The error was logged.";
    case Code::no_mail:
      return "This server does not send email.";
    case Code::unavailable:
      return "The server cannot do this right now. Try again.";
    default:
      return {};
  }
}

std::string without_full_stop(std::string text) {
  for (const std::string_view stop : {".", "。"})
    if (text.ends_with(stop)) text.resize(text.size() - stop.size());
  return text;
}

Message second_count(std::int64_t n) {
  return Message("mail-seconds", "{n} second|{n} seconds", {{"n", n}});
}

// All of a duration, the longest unit first: "1 hour 30 minutes".
std::string whole_duration(Language language, std::int64_t ms) {
  std::vector<std::string> parts;
  const auto add = [&](std::int64_t n, std::string_view text) {
    if (n > 0) parts.push_back(page_text(language, text, {{"n", n}}));
  };
  add(ms / kDayMs, "{n} day|{n} days");
  add(ms % kDayMs / kHourMs, "{n} hour|{n} hours");
  add(ms % kHourMs / kMinuteMs, "{n} minute|{n} minutes");
  const std::int64_t seconds = ms % kMinuteMs / kSecondMs;
  if (seconds > 0 || parts.empty()) parts.push_back(translated(language, second_count(seconds)));
  return join(parts, sentence_gap(language));
}

}  // namespace

Language language_of(std::string_view stored) {
  return find_language(stored).value_or(Language::en);
}

std::string title_text(Language language, const GameInfo& info) {
  return page_text(language, info.title);
}

std::string occupant_text(const Occupant& occupant, Language language) {
  constexpr std::string_view kBot = "Cairn bot", kLevel = "Cairn bot, level ";
  if (occupant.name.empty()) return translated(language, Message("mail-free-seat", "a free seat"));
  const std::string_view name = occupant.name;
  if (occupant.kind == SeatKind::bot && name.starts_with(kLevel))
    return page_text(language, "Cairn bot, level {level}", {{"level", name.substr(kLevel.size())}});
  if ((occupant.kind == SeatKind::bot && name == kBot) || (occupant.kind == SeatKind::guest && name == "Guest"))
    return page_text(language, name);
  return occupant.name;
}

std::string_view versus(Language language) {
  return language == Language::en   ? " v "
         : language == Language::ja ? " 対 "
         : language == Language::zh ? " 对 "
                                    : " – ";
}

std::string_view sentence_gap(Language language) {
  return is_cjk(language) ? "" : " ";
}

std::string status_words(Language language, const View& view, BoardSize size) {
  if (language == Language::en) return status_text(view, size);
  std::string text;
  for (std::size_t i = 0; i < view.sides.size(); ++i)
    text += (i == 0 ? "" : "   ") + side_words(language, view, i, size);
  return text + "\n" +
         wrap(view.outcome.over ? result_words(language, view) : acting_words(language, view), kStatusWidth);
}

std::string ending_words(Language language, std::string_view how, std::string_view winner) {
  if (how == "no-result") return page_text(language, "No result");
  if (winner.empty()) return page_text(language, how == "agreed" ? "A draw by agreement" : "A draw");
  const std::string name = capital_word(page_text(language, winner));
  if (how == "resigned") return page_text(language, "{winner} wins by resignation", {{"winner", name}});
  if (how == "timed-out") return page_text(language, "{winner} wins on time", {{"winner", name}});
  if (how == "forfeit") return page_text(language, "{winner} wins by forfeit", {{"winner", name}});
  if (how == "capture") return page_text(language, "{winner} wins by the first capture", {{"winner", name}});
  return page_text(language, "{name} won by score", {{"name", name}});
}

std::string date_words(Language language, std::int64_t day) {
  if (language == Language::en) return day_text(day);
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  const int year = static_cast<int>(date.year());
  const unsigned month = static_cast<unsigned>(date.month()), of_month = static_cast<unsigned>(date.day());
  char text[32];
  if (is_cjk(language))
    std::snprintf(text, sizeof text, "%d年%u月%u日", year, month, of_month);
  else
    std::snprintf(text, sizeof text, language == Language::de ? "%02u.%02u.%04d" : "%02u/%02u/%04d", of_month, month,
                  year);
  return text;
}

std::string duration_words(Language language, std::int64_t ms) {
  const std::int64_t minutes = std::max<std::int64_t>(ms, 0) / kMinuteMs;
  if (minutes < 120) return page_text(language, "{n} minute|{n} minutes", {{"n", minutes}});
  if (minutes < 2'880) return page_text(language, "{n} hour|{n} hours", {{"n", minutes / 60}});
  return page_text(language, "{n} day|{n} days", {{"n", minutes / 1'440}});
}

std::string clock_words(Language language, std::string_view written) {
  const auto read = parse_clock_rule(written);
  if (language == Language::en || !read.rule) return std::string(written);
  const ClockRule& rule = *read.rule;
  using Kind = ClockRule::Kind;
  const std::string time = whole_duration(language, rule.main_ms), period = whole_duration(language, rule.period_ms);
  std::string out;
  switch (rule.kind) {
    case Kind::none:
      return page_text(language, "No time limit");
    case Kind::absolute:
      out = page_text(language, "{time} each", {{"time", time}});
      break;
    case Kind::byoyomi:
      out = page_text(language, "{time} + {count} × {period} byo-yomi",
                      {{"time", time}, {"count", rule.periods}, {"period", period}});
      break;
    case Kind::canadian:
      out = page_text(language, "{time}, then {count} turns per {period}",
                      {{"time", time}, {"count", rule.stones}, {"period", period}});
      break;
    default:
      out = rule.increment_ms == 0 ? page_text(language, "{time} per turn", {{"time", time}})
                                   : page_text(language, "{time} + {more} per turn",
                                               {{"time", time}, {"more", whole_duration(language, rule.increment_ms)}});
  }
  if (rule.weekends) out += (is_cjk(language) ? "、" : ", ") + page_text(language, "paused at weekends");
  return out;
}

std::string refusal_words(Language language, const Refusal& refusal) {
  if (language == Language::en) return refusal.message.english();
  if (refusal.code == Refusal::Code::illegal_move && !refusal.reason.word().empty())
    return without_full_stop(reason_text(language, refusal.reason.word()));
  const std::string_view known = refusal_sentence(refusal.code);
  if (!refusal.message.code().empty() || known.empty()) return translated(language, refusal.message);
  return without_full_stop(page_text(language, known));
}

}  // namespace cairn
