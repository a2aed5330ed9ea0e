#include "server/play/conditional_moves.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

namespace {

constexpr MessageText kForm(
    "write-plan-as-d4",
    "write conditional moves like (D4=E5(F6=G7))(E4=D5): answer D4 with E5, then F6 with G7; * means any move");

// Words with single blanks between them; "" where there are none.
std::string tidy(std::string_view text) {
  std::string out;
  for (const auto word : split_words(text)) out += (out.empty() ? "" : " ") + std::string(word);
  return out;
}

class PlanReader {
 public:
  explicit PlanReader(std::string_view text) : text_(text) {}

  ConditionalMovesRead read() {
    if (text_.size() > kMaxConditionalText)
      return {std::nullopt, Message("plan-may-at-most", "conditional moves can have at most {n} characters",
                                    {{"n", kMaxConditionalText}})};
    ConditionalTurns turns = list(1);
    if (error_.empty() && at_ < text_.size())
      fail(MessageText("plan-too-many-closed", "there is a \")\" too many; {why}"));
    if (!error_.empty()) return {std::nullopt, error_};
    return {std::move(turns), {}};
  }

 private:
  // `said`: {why} is what would be right.
  void fail(const MessageText& said, std::vector<Message::Argument> arguments = {}) {
    if (!error_.empty()) return;
    arguments.emplace_back("why", Message(kForm));
    error_ = Message(said.code, said.text, std::move(arguments));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  std::string words() {
    const std::size_t end = std::min(text_.find_first_of("()=", at_), text_.size());
    const std::string_view raw = text_.substr(at_, end - at_);
    const std::string out = tidy(raw);
    at_ = end;
    if (std::any_of(raw.begin(), raw.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
      fail(MessageText("plan-characters", "a move cannot have these characters; {why}"));
    return out;
  }
  bool take(char sign) {
    if (at_ < text_.size() && text_[at_] == sign) return ++at_, true;
    fail(MessageText("plan-sign-missing", "a \"{sign}\" is missing after \"{text}\"; {why}"),
         {{"sign", sign}, {"text", text_.substr(0, at_).substr(at_ > 20 ? at_ - 20 : 0)}});
    return false;
  }
  ConditionalTurns list(int depth) {
    ConditionalTurns turns;
    for (skip(); error_.empty() && at_ < text_.size() && text_[at_] == '('; skip()) {
      if (depth > kMaxConditionalDepth)
        fail(MessageText("plan-too-deep", "conditional moves can be at most {n} turns deep; {why}"),
             {{"n", kMaxConditionalDepth}});
      if (++count_ > kMaxConditionalTurns)
        fail(MessageText("plan-too-many-answers", "conditional moves can have at most {n} answers; {why}"),
             {{"n", kMaxConditionalTurns}});
      if (error_.empty()) turns.push_back(turn(depth));
    }
    if (error_.empty() && at_ < text_.size() && text_[at_] != ')')
      fail(MessageText("plan-not-opened", "a \"(\" is missing; {why}"));
    return turns;
  }
  ConditionalTurn turn(int depth) {
    ConditionalTurn out;
    take('(');
    out.on = words();
    if (!take('=')) return out;
    out.play = words();
    if (out.on.empty() || out.play.empty())
      fail(MessageText("plan-move-missing", "a move is missing before or after \"=\"; {why}"));
    out.then = list(depth + 1);
    take(')');
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int count_ = 0;
  Message error_;
};

}  // namespace

ConditionalMovesRead parse_conditional_moves(std::string_view text) {
  return PlanReader(text).read();
}

std::string conditional_moves_text(const ConditionalTurns& turns) {
  std::string text;
  for (const ConditionalTurn& turn : turns)
    text += "(" + turn.on + "=" + turn.play + conditional_moves_text(turn.then) + ")";
  return text;
}

const ConditionalTurn* ConditionalMoves::answer() const {
  if (!turns_) return nullptr;
  const auto found = std::find_if(turns_->begin(), turns_->end(), [&](const ConditionalTurn& turn) {
    return turn.on == "*" || equal_ignoring_case(turn.on, heard_);
  });
  return found == turns_->end() ? nullptr : &*found;
}

void ConditionalMoves::hear(std::string_view words) {
  if (turns_) heard_ += (heard_.empty() ? "" : " ") + std::string(words);
}

void ConditionalMoves::played(std::string_view words) {
  const ConditionalTurn* turn = answer();
  if (turn == nullptr || !equal_ignoring_case(turn->play, words)) {
    *this = ConditionalMoves();
    return;
  }
  *this = ConditionalMoves(ConditionalTurns(turn->then));
}

}  // namespace cairn
