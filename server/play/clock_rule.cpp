#include "server/play/clock_rule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/text.h"

namespace cairn {
namespace {

using Kind = ClockRule::Kind;

struct Form {
  Kind kind;
  std::string_view name, example;
};
constexpr std::array kForms = {
    Form{Kind::none, "none", "none"},
    Form{Kind::absolute, "absolute", "absolute 15m"},
    Form{Kind::fischer, "fischer", "fischer 5m+3s"},
    Form{Kind::byoyomi, "byoyomi", "byoyomi 10m+3x30s"},
    Form{Kind::canadian, "canadian", "canadian 10m+20/5m"},
    Form{Kind::move, "move", "move 30s"},
    Form{Kind::correspondence, "correspondence", "correspondence 3d"},
};
const Form& form_of(Kind kind) {
  return kForms[static_cast<std::size_t>(kind)];
}

struct TimeUnit {
  std::string_view name;
  std::int64_t ms;
};
constexpr std::array kUnits = {TimeUnit{"d", kDayMs}, TimeUnit{"h", kHourMs}, TimeUnit{"m", kMinuteMs},
                               TimeUnit{"s", kSecondMs}, TimeUnit{"ms", 1}};

// The words of a rule, read one after the other; the first fault stays.
class ClockRuleReader {
 public:
  explicit ClockRuleReader(std::string_view text) : text_(text), words_(split_words(text)) {}

  ClockRuleRead read() {
    if (words_.empty())
      return fail(Message("clock-kind-missing", "name the kind of clock: {list}", {{"list", all_kinds()}}));
    const Form* form = nullptr;
    for (const Form& one : kForms)
      if (equal_ignoring_case(one.name, words_[0])) form = &one;
    if (form == nullptr)
      return fail(Message("clock-kind-unknown", "there is no kind \"{name}\" of clock; the kinds are {list}",
                          {{"name", words_[0]}, {"list", all_kinds()}}));
    rule_.kind = form->kind;
    if (rule_.kind == Kind::none) {
      if (words_.size() > 1) return fail(Message("nothing-can-follow-none", "nothing can follow \"none\""));
      return {rule_, {}};
    }
    if (words_.size() < 2 || !times(words_[1]))
      return fail(Message("clock-form", "write it as \"{example}\"", {{"example", form->example}}));
    for (next_ = 2; next_ < words_.size() && error_.empty();) option(words_[next_++]);
    if (error_.empty()) check();
    if (!error_.empty()) return fail(error_);
    return {std::move(rule_), {}};
  }

 private:
  static std::string all_kinds() {
    std::string all;
    for (const Form& form : kForms) all += (all.empty() ? "\"" : ", \"") + std::string(form.example) + "\"";
    return all;
  }
  ClockRuleRead fail(const Message& why) const {
    return {{}, Message("clock-rule", "clock \"{text}\": {why}", {{"text", text_}, {"why", why}})};
  }

  static bool number(std::string_view text, int& into) {
    const auto value = parse_int(text);
    if (!value || text.empty() || !is_digit(text[0])) return false;
    into = *value;
    return true;
  }
  static bool duration(std::string_view text, std::int64_t& into) {
    const auto value = parse_duration(text);
    if (value) into = *value;
    return value.has_value();
  }

  // The second word: 10m, 5m+3s, 10m+3x30s, 10m+20/5m.
  bool times(std::string_view word) {
    const std::size_t plus = word.find('+');
    if (!duration(word.substr(0, plus), rule_.main_ms)) return false;
    const std::string_view rest = plus == std::string_view::npos ? std::string_view() : word.substr(plus + 1);
    const bool more = plus != std::string_view::npos;
    switch (rule_.kind) {
      case Kind::fischer:
        return more && duration(rest, rule_.increment_ms) && rule_.increment_ms > 0;
      case Kind::correspondence:
        return !more || (duration(rest, rule_.increment_ms) && rule_.increment_ms > 0);
      case Kind::byoyomi:
        return more && parts(rest, 'x', rule_.periods);
      case Kind::canadian:
        return more && parts(rest, '/', rule_.stones);
      default:
        return !more;
    }
  }
  bool parts(std::string_view text, char separator, int& count) {
    const std::size_t at = text.find(separator);
    return at != std::string_view::npos && number(text.substr(0, at), count) &&
           duration(text.substr(at + 1), rule_.period_ms);
  }

  void option(std::string_view word) {
    const std::string name = lower(word);
    if (std::find(seen_.begin(), seen_.end(), name) != seen_.end()) {
      error_ = Message("stands-twice", "\"{name}\" is given twice", {{"name", name}});
      return;
    }
    seen_.push_back(name);
    const bool by_mail = rule_.kind == Kind::correspondence;
    if (name == "cap" && rule_.increment_ms > 0) return value("cap", "20m", rule_.cap_ms);
    if (name == "lag" && !by_mail) return value("lag", "300ms", rule_.lag_ms);
    if (name == "vacation" && by_mail) return value("vacation", "30d", rule_.vacation_ms);
    if (name == "weekends" && by_mail) {
      rule_.weekends = true;
      return;
    }
    if (name == "nag" && by_mail) return nags();
    std::string list = by_mail ? "" : R"("lag 300ms")";
    if (rule_.increment_ms > 0) list += by_mail ? R"("cap 14d", )" : R"(, "cap 20m")";
    if (by_mail) list += R"("weekends", "vacation 30d" and "nag 1d")";
    error_ = Message("clock-word-misplaced", "\"{name}\" does not fit here; {list} can follow",
                     {{"name", word}, {"list", list}});
  }
  void value(std::string_view name, std::string_view example, std::int64_t& into) {
    if (next_ < words_.size() && duration(words_[next_], into) && into > 0) {
      ++next_;
      return;
    }
    error_ = Message("clock-time-missing", "after \"{name}\" write a time, such as \"{example}\"",
                     {{"name", name}, {"example", std::string(name) + " " + std::string(example)}});
  }
  void nags() {
    for (std::int64_t ms = 0; next_ < words_.size() && duration(words_[next_], ms); ++next_)
      rule_.nags_ms.push_back(ms);
    std::sort(rule_.nags_ms.begin(), rule_.nags_ms.end(), std::greater<>());
    const auto& nags = rule_.nags_ms;
    if (nags.empty() || nags.size() > kMaxNags || nags.back() <= 0)
      error_ = Message("behind-nag-stand-one", "after \"nag\" write one to four times left, such as \"nag 1d 6h\"");
    else if (std::adjacent_find(nags.begin(), nags.end()) != nags.end())
      error_ = Message("time-behind-nag-stands", "a time after \"nag\" is given twice");
  }

  void limit(bool right, const Message& why) {
    if (error_.empty() && !right) error_ = why;
  }
  void check() {
    const bool overtime = rule_.kind == Kind::byoyomi || rule_.kind == Kind::canadian;
    const Message times("time-lies-between-1s", "a time must be from 1s to 365d");
    limit(rule_.main_ms >= (overtime ? 0 : kSecondMs) && rule_.main_ms <= kMaxClockMs, times);
    limit(rule_.increment_ms <= kMaxClockMs, times);
    if (overtime) limit(rule_.period_ms >= kSecondMs && rule_.period_ms <= kMaxClockMs, times);
    if (rule_.kind == Kind::byoyomi)
      limit(rule_.periods >= 1 && rule_.periods <= kMaxPeriods,
            Message("there-1-100-periods", "the number of periods must be from 1 to 100"));
    if (rule_.kind == Kind::canadian)
      limit(rule_.stones >= 1 && rule_.stones <= kMaxStones,
            Message("there-1-100-turns", "the number of turns per period must be from 1 to 100"));
    if (rule_.cap_ms > 0)
      limit(rule_.cap_ms >= rule_.main_ms && rule_.cap_ms <= kMaxClockMs,
            Message("cap-at-least-time", "the cap must be from the starting time, {time}, to 365d",
                    {{"time", duration_text(rule_.main_ms)}}));
    limit(rule_.lag_ms <= kMaxLagMs, Message("at-most-lag-2s", "the lag compensation is at most \"lag 2s\" per turn"));
    limit(rule_.vacation_ms <= kMaxVacationMs,
          Message("vacation-at-most-120d", "a vacation can have at most 120d per year"));
    for (const std::int64_t nag : rule_.nags_ms)
      limit(nag < rule_.main_ms,
            Message("nag-not-before-end", "\"nag {time}\" is longer than the whole time, {end}; choose a shorter one",
                    {{"time", duration_text(nag)}, {"end", duration_text(rule_.main_ms)}}));
  }

  std::string_view text_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
  std::vector<std::string> seen_;
  ClockRule rule_;
  Message error_;
};

}  // namespace

ClockRuleRead parse_clock_rule(std::string_view text) {
  constexpr std::size_t kMaxText = 200;
  if (text.size() > kMaxText)
    return {{}, Message("clock-told-at-most", "a time control has at most 200 characters, such as \"fischer 5m+3s\"")};
  return ClockRuleReader(text).read();
}

Message in_clock(Message why) {
  return Message("in-clock", "\"clock\": {why}", {{"why", std::move(why)}});
}

std::int64_t usual_turn_ms(const ClockRule& rule) {
  const std::int64_t main_ms = rule.main_ms / kUsualTurns;
  switch (rule.kind) {
    case Kind::none:
      return 0;
    case Kind::absolute:
      return main_ms;
    case Kind::fischer:
      return main_ms + rule.increment_ms;
    case Kind::byoyomi:
      return std::max(main_ms, rule.period_ms);
    case Kind::canadian:
      return std::max(main_ms, rule.period_ms / std::max(1, rule.stones));
    case Kind::move:
      return rule.main_ms;
    case Kind::correspondence:
      return rule.increment_ms > 0 ? main_ms + rule.increment_ms : rule.main_ms;
  }
  return 0;
}

std::string to_text(const ClockRule& rule) {
  std::string text(form_of(rule.kind).name);
  if (rule.kind == Kind::none) return text;
  text += " " + duration_text(rule.main_ms);
  if (rule.increment_ms > 0) text += "+" + duration_text(rule.increment_ms);
  if (rule.kind == Kind::byoyomi) text += "+" + std::to_string(rule.periods) + "x" + duration_text(rule.period_ms);
  if (rule.kind == Kind::canadian) text += "+" + std::to_string(rule.stones) + "/" + duration_text(rule.period_ms);
  if (rule.cap_ms > 0) text += " cap " + duration_text(rule.cap_ms);
  if (rule.lag_ms > 0) text += " lag " + duration_text(rule.lag_ms);
  if (rule.weekends) text += " weekends";
  if (rule.vacation_ms > 0) text += " vacation " + duration_text(rule.vacation_ms);
  if (!rule.nags_ms.empty()) text += " nag";
  for (const std::int64_t nag : rule.nags_ms) text += " " + duration_text(nag);
  return text;
}

std::optional<std::int64_t> parse_duration(std::string_view text) {
  constexpr std::int64_t kMost = 1'000'000'000;  // of one unit: nothing overflows
  std::int64_t sum = 0;
  std::size_t unit = 0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::int64_t count = 0;
    if (!is_digit(text[0])) return std::nullopt;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (fault != std::errc() || count > kMost) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::size_t letters = 0;
    while (letters < text.size() && is_letter(text[letters])) ++letters;
    while (unit < kUnits.size() && !equal_ignoring_case(kUnits[unit].name, text.substr(0, letters))) ++unit;
    if (unit == kUnits.size()) return std::nullopt;
    sum += count * kUnits[unit++].ms;
    text.remove_prefix(letters);
  }
  return sum;
}

std::string duration_text(std::int64_t ms) {
  if (ms == 0) return "0s";
  std::string text;
  for (const TimeUnit& unit : kUnits) {
    if (ms >= unit.ms) text += std::to_string(ms / unit.ms) + std::string(unit.name);
    ms %= unit.ms;
  }
  return text;
}

}  // namespace cairn
