#include "notation/event_text.h"

#include <algorithm>
#include <vector>

namespace cairn {

namespace {

std::string_view phrase(Event::Kind kind) {
  using Kind = Event::Kind;
  switch (kind) {
    case Kind::passed:
      return "passes";
    case Kind::swapped:
      return "swaps the sides";
    case Kind::played:
      return "has played";
    case Kind::consented:
      return "accepts";
    case Kind::resumed:
      return "resumes play";
    case Kind::arranged:
      return "arranges its pieces";
    case Kind::forfeited:
      return "has no legal step and loses the turn";
    case Kind::retired:
      return "leaves the game";
    default:
      return "";
  }
}

class Sentence {
 public:
  // Starts a clause about a side; a clause of the same side goes on with a comma.
  void clause(const View& view, const Event& event) {
    const auto side = static_cast<std::size_t>(event.side);
    const std::string subject = event.side >= 0 && side < view.sides.size() ? view.sides[side].name : "";
    if (!text_.empty()) text_ += subject == subject_ ? ", " : "; ";
    if (subject != subject_ && !subject.empty()) text_.append(subject).append(" ");
    subject_ = subject;
  }
  void add(std::string_view words) { text_ += words; }
  const std::string& text() const { return text_; }

 private:
  std::string text_, subject_;
};

}  // namespace

std::string events_text(const EventLog& events, const Position& position, const View& view, Viewer viewer) {
  using Kind = Event::Kind;
  Sentence sentence;
  std::vector<std::string> removed, stayed;
  for (const Event& event : events) {
    if (!sees(event.seen_by, viewer)) continue;
    const std::string at = position.name(event.at);
    switch (event.kind) {
      case Kind::removed:
        removed.push_back(at);
        continue;
      case Kind::stayed:  // once for each piece that rests on it
        if (std::find(stayed.begin(), stayed.end(), at) == stayed.end()) stayed.push_back(at);
        continue;
      case Kind::withdrawn:
      case Kind::ended:
        continue;
      default:
        sentence.clause(view, event);
    }
    switch (event.kind) {
      case Kind::placed:
        sentence.add(at);
        break;
      case Kind::moved:
        sentence.add(position.name(event.from) + ">" + at);
        break;
      case Kind::scored:
        sentence.add(position.name(event.from) + " leaves the board and scores");
        break;
      case Kind::returned:
        sentence.add("a piece comes back to " + at);
        break;
      case Kind::refused:
        sentence.add(at + " is refused" +
                     (event.reason == Reason::none ? "" : ": " + std::string(event.reason.text())));
        break;
      case Kind::marked:
        sentence.add(at + " is marked dead");
        break;
      case Kind::unmarked:
        sentence.add(at + " is alive again");
        break;
      case Kind::atari:
        sentence.add(std::to_string(event.count) + " in atari");
        break;
      default:
        sentence.add(phrase(event.kind));
    }
  }
  std::string text = sentence.text();
  if (!removed.empty()) {
    std::sort(removed.begin(), removed.end());
    text.append(text.empty() ? "captured:" : ", captured:");
    for (const auto& name : removed) text.append(" ").append(name);
  }
  if (!stayed.empty()) {
    text.append(text.empty() ? "staying:" : ", staying:");
    for (const auto& name : stayed) text.append(" ").append(name);
  }
  return text;
}

}  // namespace cairn
