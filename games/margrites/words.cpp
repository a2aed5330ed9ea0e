#include "games/margrites/words.h"

#include "core/text.h"

namespace cairn::margrites {

namespace {

constexpr std::string_view kArrow = "\xE2\x86\x92";

// A cursor over the text; `skip` helpers never fail.
struct Reader {
  std::string_view text;
  std::size_t at = 0;

  char peek(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  void skip_blanks() {
    while (is_space(peek())) ++at;
  }
  bool take(std::string_view what) {
    if (text.substr(at, what.size()) != what) return false;
    at += what.size();
    return true;
  }
  void skip_between() {  // "d2>d3", "d2-d3", "d2 d3", "a1: W++"
    for (;;) {
      const char c = peek();
      if (is_space(c) || c == '>' || c == '-' || c == ':' || c == '=')
        ++at;
      else if (!take(kArrow))
        return;
    }
  }
  bool at_square() const { return is_letter(peek()) && is_digit(peek(1)) && !is_digit(peek(2)); }
};

// A square, or a side's "++". Any letter with a digit is meant as a square: off the board then.
Reason read_place(Reader& in, Side side, Square& out) {
  if (in.at_square()) {
    const auto square = read_square(in.text.substr(in.at, 2));
    in.at += 2;
    if (!square) return Reason::off_board;
    out = *square;
    return Reason::none;
  }
  std::size_t ahead = 0;
  if (to_upper(in.peek()) == letter(side)) ahead = 1;
  if (in.peek(ahead) != '+') return Reason::unknown_move;
  in.at += ahead;
  while (in.peek() == '+') ++in.at;
  out = kOff;
  return Reason::none;
}

// "(xd5, xe5)", "[d5]", "xd5"; a bracket left open ends with the text or with what cannot be a capture.
Reason read_captures(Reader& in, StepRead& step) {
  const char open = in.peek();
  const bool bracket = open == '(' || open == '[';
  if (!bracket && to_lower(open) != 'x') return Reason::none;
  if (bracket) ++in.at;
  step.tells_captures = true;
  for (;;) {
    while (is_space(in.peek()) || in.peek() == ',' || (bracket && in.peek() == ';')) ++in.at;
    if (bracket && (in.peek() == ')' || in.peek() == ']')) {
      ++in.at;
      return Reason::none;
    }
    if (to_lower(in.peek()) == 'x') ++in.at;
    if (!in.at_square())
      return in.peek() == '\0' || in.peek() == '.' || in.peek() == ';' ? Reason::none : Reason::unknown_move;
    const auto square = read_square(in.text.substr(in.at, 2));
    if (!square) return Reason::off_board;
    step.captures = step.captures | Squares::of(*square);
    in.at += 2;
    if (!bracket) {
      in.skip_blanks();
      if (to_lower(in.peek()) != 'x' && in.peek() != ',') return Reason::none;
    }
  }
}

}  // namespace

StepRead read_step(Side side, std::string_view text) {
  StepRead step;
  Reader in{text};
  in.skip_blanks();
  step.refused = read_place(in, side, step.from);
  if (step.refused == Reason::none || step.refused == Reason::off_board) {
    in.skip_between();
    const Reason target = read_place(in, side, step.to);
    if (target == Reason::unknown_move || step.refused == Reason::none) step.refused = target;
  }
  if (step.refused == Reason::none && step.from == kOff && step.to == kOff) step.refused = Reason::unknown_move;
  if (step.refused == Reason::none) {
    const std::size_t end = in.at;
    in.skip_blanks();
    step.refused = read_captures(in, step);
    if (!step.tells_captures) in.at = end;
  }
  step.length = in.at;
  return step;
}

std::string write_step(Side side, Square from, Square to) {
  const std::string off = std::string(1, letter(side)) + "++";
  return (from == kOff ? off : name(from)) + '>' + (to == kOff ? off : name(to));
}

}  // namespace cairn::margrites
