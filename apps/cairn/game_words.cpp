#include "apps/cairn/game_words.h"

#include <algorithm>
#include <vector>

#include "apps/cairn/speech.h"
#include "core/text.h"
#include "notation/event_text.h"
#include "notation/text_canvas.h"
#include "notation/text_width.h"
#include "notation/texts/catalogue.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

using EventKind = Event::Kind;

// What a side did, for an event that tells of no point.
std::string_view deed_of(EventKind kind) {
  switch (kind) {
    case EventKind::passed:
      return "passes##of a side";
    case EventKind::swapped:
      return "swaps the sides";
    case EventKind::played:
      return "has played";
    case EventKind::consented:
      return "accepts";
    case EventKind::resumed:
      return "resumes play";
    case EventKind::arranged:
      return "arranges its pieces";
    case EventKind::forfeited:
      return "has no legal step and loses the turn";
    case EventKind::retired:
      return "leaves the game";
    default:
      return "";
  }
}

std::string refused_said(const Event& event, const std::string& at) {
  if (event.reason == Reason::none) return say("{point} is refused", {{"point", at}});
  return say("{point} is refused: {why}", {{"point", at}, {"why", Message(event.reason)}});
}

std::string deed_said(const Event& event, const Position& position) {
  const std::string at = position.name(event.at);
  switch (event.kind) {
    case EventKind::placed:
      return at;
    case EventKind::moved:
      return position.name(event.from) + ">" + at;
    case EventKind::scored:
      return say("{point} leaves the board and scores", {{"point", position.name(event.from)}});
    case EventKind::returned:
      return say("a piece comes back to {point}", {{"point", at}});
    case EventKind::refused:
      return refused_said(event, at);
    case EventKind::marked:
      return say("{point} is marked dead", {{"point", at}});
    case EventKind::unmarked:
      return say("{point} is alive again", {{"point", at}});
    case EventKind::atari:
      return say("{n} in atari", {{"n", event.count}});
    default:
      return say(deed_of(event.kind));
  }
}

// "name: what" by the punctuation of the language.
std::string labelled(const std::string& name, const std::string& what) {
  return say("{name}: {what}##a label", {{"name", name}, {"what", what}});
}

void add_clause(std::string& text, const std::string& clause) {
  if (!text.empty()) text += "; ";
  text += clause;
}

std::string facts_said(const View& view) {
  std::string text;
  for (const auto& fact : view.facts) {
    if (fact.value.empty() || fact.value == "no") continue;
    std::string name = fact.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    text += ", ";
    const std::string shown = say(name + "##of a position");
    text += fact.value == "yes" ? shown : labelled(shown, say(fact.value + "##of a position"));
  }
  return text;
}

std::string ending_said(const View& view) {
  const int won = winner(view.outcome, static_cast<int>(view.sides.size()));
  for (const auto& side : view.sides)
    if (index(side.seat) == won)
      return labelled(say("{winner} wins", {{"winner", side_with_capital(side.name)}}), view.result);
  return labelled(say(view.outcome.how == Outcome::How::no_result ? "No result" : "Drawn"), view.result);
}

std::string acting_said(const View& view) {
  std::vector<std::string> names;
  for (const auto& side : view.sides)
    if (view.to_act.contains(side.seat)) names.push_back(side_with_capital(side.name));
  return say("{name} to move", {{"name", list_text(language(), names)}}) + facts_said(view);
}

std::string score_said(const View::Side& side) {
  std::string text = half_points(language(), side.half_points);
  if (side.captures >= 0) text += " " + say("({n} captured)", {{"n", side.captures}});
  return text;
}

}  // namespace

std::string side_said(const std::string& name) {
  return say(name);
}

std::string side_with_capital(const std::string& name) {
  std::string text = say(name);
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text;
}

std::string events_said(const EventLog& events, const Position& position, const View& view, Viewer viewer) {
  if (language() == Language::en) return events_text(events, position, view, viewer);
  std::string text, subject;
  std::vector<std::string> removed, stayed;
  for (const Event& event : events) {
    if (!sees(event.seen_by, viewer) || event.kind == EventKind::withdrawn || event.kind == EventKind::ended) continue;
    if (event.kind == EventKind::removed || event.kind == EventKind::stayed) {
      std::vector<std::string>& names = event.kind == EventKind::removed ? removed : stayed;
      std::string at = position.name(event.at);
      if (std::find(names.begin(), names.end(), at) == names.end()) names.push_back(std::move(at));
      continue;
    }
    const auto side = static_cast<std::size_t>(event.side);
    const std::string actor = event.side >= 0 && side < view.sides.size() ? view.sides[side].name : "";
    const std::string deed = deed_said(event, position);
    if (actor == subject || actor.empty())
      text += (text.empty() ? "" : ", ") + deed;
    else
      add_clause(text, labelled(side_with_capital(actor), deed));
    subject = actor;
  }
  std::sort(removed.begin(), removed.end());
  if (!removed.empty()) add_clause(text, labelled(say("captured"), join(removed, " ")));
  if (!stayed.empty()) add_clause(text, labelled(say("staying"), join(stayed, " ")));
  return text;
}

std::string status_said(const View& view, BoardSize size) {
  if (language() == Language::en) return status_text(view, size);
  std::string text;
  for (std::size_t i = 0; i < view.sides.size(); ++i) {
    const auto& side = view.sides[i];
    const char letter = size != BoardSize::plain ? glyph_of_side(view, static_cast<int>(i)) : side.letter;
    if (!text.empty()) text += "   ";
    text += letter;
    text += ' ' + side_said(side.name) + ' ' + score_said(side) + (side.retired ? " " + say("(left)") : "");
  }
  return text + "\n" + wrap(view.outcome.over ? ending_said(view) : acting_said(view), 80);
}

}  // namespace cairn::cli
