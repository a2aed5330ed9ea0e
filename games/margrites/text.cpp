#include "games/margrites/text.h"

#include "core/text.h"
#include "games/margrites/actions.h"
#include "games/margrites/words.h"
#include "games/margrites/written.h"
#include "games/registry.h"

namespace cairn::margrites {

namespace {

constexpr std::size_t kShown = 24;  // letters of what was not understood
constexpr std::size_t kNear = 6;    // steps offered instead of a refused one

// ---- reading

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  Written read() {
    while (!written_.fault && skip_to_something()) {
      if (is_digit(peek())) {
        if (!read_score()) read_number();
      } else if (!read_head() && !read_score()) {
        read_one_step();
      }
    }
    return std::move(written_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  std::string_view rest() const { return text_.substr(at_); }
  void skip_blanks() {
    while (is_space(peek())) ++at_;
  }
  void skip_past(char end) {
    while (at_ < text_.size() && text_[at_] != end) ++at_;
    if (at_ < text_.size()) ++at_;
  }
  // Over blanks, separators and comments; false at the end.
  bool skip_to_something() {
    for (; at_ < text_.size();) {
      const char c = peek();
      if (c == '#')
        skip_past('\n');
      else if (c == '{')
        skip_past('}');
      else if (is_space(c) || c == '.' || c == ';' || c == ',' || c == '-')
        ++at_;
      else
        return true;
    }
    return false;
  }
  void fail(Message text) {
    const bool head = written_.steps.empty() && turn_ == 0;
    written_.fault = Remark{head ? 0 : turn_, head ? 0 : step_ + 1, std::move(text)};
  }
  std::string shown() const {
    const std::string_view word = split(rest().substr(0, kShown), '\n')[0];
    std::string text;
    for (const char c : trim(word)) text += c >= ' ' && c <= '~' ? c : '?';
    return '"' + text + '"';
  }

  // "12." or "12"
  void read_number() {
    int number = 0;
    for (; is_digit(peek()); ++at_) number = number < 100'000 ? number * 10 + (peek() - '0') : number;
    turn_ = number;
    step_ = 0;
    numbered_ = true;
  }
  std::optional<int> digits(std::size_t& at) const {
    const std::size_t first = at;
    int number = 0;
    for (; at < text_.size() && is_digit(text_[at]) && at < first + 3; ++at) number = number * 10 + (text_[at] - '0');
    return at == first ? std::nullopt : std::optional(number);
  }
  // "1(0)-2(3)", "R1(3) - 2(3)"; nothing is read when it is none.
  bool read_score() {
    Score score;
    std::size_t at = at_;
    const auto skip = [&](std::string_view any) {
      while (at < text_.size() && any.find(text_[at]) != std::string_view::npos) ++at;
    };
    for (const Side side : {Side::black, Side::white}) {
      if (side == Side::white) skip(" -:");
      if (at < text_.size() && to_upper(text_[at]) == 'R') {
        score.resigned = side;
        ++at;
      }
      const auto points = digits(at);
      skip(" ");
      if (!points || at >= text_.size() || text_[at] != '(') return false;
      ++at;
      const auto captures = digits(at);
      if (!captures || at >= text_.size() || text_[at] != ')') return false;
      ++at;
      score.points[index(side)] = *points;
      score.captures[index(side)] = *captures;
    }
    at_ = at;
    written_.score = score;
    return true;
  }
  // "B: a2 b2 ...", "White = ...", "Options: ..."
  bool read_head() {
    std::size_t letters = 0;
    while (is_letter(peek(letters))) ++letters;
    const std::string word = lower(rest().substr(0, letters));
    std::size_t mark = letters;
    while (peek(mark) == ' ' || peek(mark) == '\t') ++mark;
    if (peek(mark) != ':' && peek(mark) != '=') return false;
    const bool black = word == "b" || word == "black", white = word == "w" || word == "white";
    if (!black && !white && word != "options" && word != "variation" && word != "variations") return false;
    const std::size_t here = at_;
    at_ += mark + 1;
    if (black || white) {
      if (!read_formation_of(black ? Side::black : Side::white)) at_ = here;
    } else {
      const std::string_view line = split(rest(), '\n')[0];
      at_ += line.size();
      const std::string words(line.substr(0, line.find('#')));
      if (const Message error = set_some(words); !error.empty()) fail(error);
    }
    return true;
  }
  Message set_some(const std::string& words) {
    std::string plain;
    for (const char c : words) plain += c == ';' || c == '.' ? ' ' : c;
    for (const auto& [name, value] : parse_option_words(plain))
      if (auto error = set_option(written_.options, trim_comma(name), trim_comma(value)); !error.empty()) return error;
    if (!written_.options.two_for_three) return {};
    written_.options.two_for_three = false;
    return Message("match-written-as-its", "write a match as its two games, without two_for_three");
  }
  static std::string_view trim_comma(std::string_view text) {
    while (!text.empty() && text.back() == ',') text.remove_suffix(1);
    return text;
  }
  bool read_formation_of(Side side) {
    std::string squares;
    int count = 0;
    std::size_t at = at_;
    for (;;) {
      while (at < text_.size() && (is_space(text_[at]) || text_[at] == ',' || text_[at] == ';')) ++at;
      if (at + 1 >= text_.size() || !is_letter(text_[at]) || !is_digit(text_[at + 1]) || count == kPieces) break;
      squares += std::string(text_.substr(at, 2)) + ' ';
      at += 2;
      ++count;
    }
    const FormationRead given = read_formation(side, squares);
    if (given.refused == Reason::none) {
      (side == Side::black ? written_.options.black : written_.options.white) = given.formation;
      at_ = at;
      return true;
    }
    const Message::Argument text("text", shown());
    const Message why =
        given.refused == Reason::off_board
            ? Message("square-not-home", "a square is outside the player's own two rows: {text}", {text})
        : given.refused == Reason::occupied ? Message("square-twice", "a square is named twice: {text}", {text})
        : count == kPieces ? Message("no-square", "one of these is not a square of the board: {text}", {text})
                           : Message("eight-squares", "a formation has eight squares: {text}", {text});
    fail(side == Side::black ? Message("formation-of-black", "Black's formation: {why}", {{"why", why}})
                             : Message("formation-of-white", "White's formation: {why}", {{"why", why}}));
    return false;
  }
  void read_one_step() {
    const Side likely = turn_ % 2 == 0 && turn_ != 0 ? Side::white : Side::black;
    StepRead read = read_step(likely, rest());
    if (read.refused != Reason::none)
      if (const StepRead again = read_step(other(likely), rest()); again.refused == Reason::none) read = again;
    if (read.refused != Reason::none)
      return fail(Message("not-a-step-why", "{text} is not a step: {why}", {{"text", shown()}, {"why", read.refused}}));
    if (read.length == 0) return fail(Message("not-a-step", "{text} is not a step", {{"text", shown()}}));
    if (turn_ == 0) turn_ = 1;
    written_.steps.push_back({{read.from, read.to}, read.tells_captures, read.captures, turn_, ++step_, numbered_});
    numbered_ = false;
    at_ += read.length;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int turn_ = 0, step_ = 0;
  bool numbered_ = false;
  Written written_;
};

// ---- playing it

// Captured pieces of both sides.
Squares play(Margrites& game, Step step) {
  const Squares before = game.board().occupied();
  game.apply(game.turn().seat, make_step(step.from, step.to), NoEvents{});
  Squares gone = before ^ (before & game.board().occupied());
  if (step.from != kOff) gone = gone ^ (gone & Squares::of(step.from));
  return gone;
}

std::string near_text(const Margrites& game, Step wanted) {
  ActionList list;
  game.legal(game.turn().seat, list);
  std::string text;
  std::size_t count = 0;
  for (const Action action : list) {
    const bool near = from_of(action) == wanted.from || to_of(action) == wanted.to;
    if (near && count++ < kNear) text += (text.empty() ? "" : ", ") + game.format(action);
  }
  return text;
}

std::string word_of(const Margrites& game, Step step) {
  return write_step(game.board().mover(), step.from, step.to);
}

// Why the next written step cannot be played, or nothing.
Message refusal(const Margrites& game, const WrittenStep& written, bool in_turn) {
  const Seat mover = game.turn().seat;
  if (in_turn && written.opens_turn && !game.to_act().empty())
    return Message("turn-before-not-over", "the previous turn is not over: {n} more steps to play",
                   {{"n", game.board().steps_left()}});
  const Reason reason = game.check(mover, make_step(written.step.from, written.step.to));
  if (reason == Reason::none) return {};
  Message text("word-why", "{word}: {why}", {{"word", word_of(game, written.step)}, {"why", reason}});
  const std::string near = reason == Reason::game_over ? "" : near_text(game, written.step);
  if (near.empty()) return text;
  return Message("steps-near", "{why}; near it: {list}", {{"why", std::move(text)}, {"list", near}});
}

// Plays `steps` (the written ones or the corrected) and remarks what differs from the text.
void play_through(const Written& written, const std::vector<Step>& steps, Reading& out) {
  Margrites game = out.game.start();
  int turn = 0, step = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const WrittenStep& said = written.steps[i];
    const bool in_turn = turn == game.turn_number() && step > 0;
    step = in_turn ? step + 1 : 1;
    turn = game.turn_number();
    const auto remark = [&](Message text) { out.remarks.push_back({turn, step, std::move(text)}); };
    WrittenStep now = said;
    now.step = steps[i];
    if (const Message why = refusal(game, now, in_turn); !why.empty()) {
      out.fault = Remark{said.opens_turn ? said.turn : turn, said.opens_turn ? said.number : step, why};
      return;
    }
    if (said.opens_turn && said.turn != turn)
      remark(Message("text-calls-turn", "the text numbers it as turn {n}", {{"n", said.turn}}));
    if (steps[i] != said.step) {
      remark(Message("step-corrected", "{word} instead of {other}",
                     {{"word", word_of(game, steps[i])}, {"other", word_of(game, said.step)}}));
      ++out.corrections;
    }
    const std::string word = word_of(game, steps[i]);
    const Squares fell = play(game, steps[i]);
    if (said.tells_captures && fell != said.captures)
      remark(Message("captures-others", "{word} captures {squares}, not {other}",
                     {{"word", word},
                      {"squares", (fell.empty() ? "nothing" : squares_text(fell))},
                      {"other", (said.captures.empty() ? "nothing" : squares_text(said.captures))}}));
    out.game.steps.push_back(steps[i]);
  }
  if (written.fault || !written.score) return;
  if (written.score->resigned && game.to_act().empty()) {
    out.remarks.push_back({turn, 0, Message("game-over-before-resigned", "the game ended before the player resigned")});
  } else {
    out.game.resigned = written.score->resigned;
  }
  if (!reaches(game, *written.score))
    out.remarks.push_back({turn, 0, Message("score-is", "the score is {score}", {{"score", game.score_text()}})});
}

}  // namespace

bool reaches(const Margrites& game, const Score& score) {
  for (const Side side : {Side::black, Side::white})
    if (game.board().points(side) != score.points[index(side)] ||
        game.board().captures(side) != score.captures[index(side)])
      return false;
  return true;
}

std::string squares_text(Squares squares) {
  std::string text;
  for (; !squares.empty(); squares.drop_front()) text += (text.empty() ? "x" : ", x") + name(squares.front());
  return text;
}

Message to_text(const Remark& remark) {
  if (remark.turn == 0) return remark.text;
  if (remark.step == 0) return Message("in-turn", "turn {turn}: {why}", {{"turn", remark.turn}, {"why", remark.text}});
  return Message("in-step", "turn {turn} step {step}: {why}",
                 {{"turn", remark.turn}, {"step", remark.step}, {"why", remark.text}});
}

Margrites GameText::end() const {
  Margrites game = start();
  for (const Step step : steps) play(game, step);
  if (resigned) game.retire(game.seat_of(*resigned), Leave::resigned, NoEvents{});
  return game;
}

Reading read_game(std::string_view text, Slips slips, std::size_t ways) {
  Reading out;
  if (text.size() > kMostText) {
    out.fault =
        Remark{0, 0, Message("text-longer-than-letters", "the text is longer than {n} letters", {{"n", kMostText}})};
    return out;
  }
  const Written written = Scanner(text).read();
  out.game.options = written.options;
  out.fault = written.fault;
  if (!written.options.black || !written.options.white) {
    if (!out.fault)
      out.fault =
          Remark{0, 0,
                 written.options.black
                     ? Message("no-formation-of-white", "White's formation is missing: \"W: \" and eight squares")
                     : Message("no-formation-of-black", "Black's formation is missing: \"B: \" and eight squares")};
    return out;
  }
  std::vector<Step> steps;
  steps.reserve(written.steps.size());
  for (const WrittenStep& step : written.steps) steps.push_back(step.step);
  Reading plain = out;
  play_through(written, steps, plain);
  const bool clean = !plain.fault && plain.remarks.empty();
  if (slips == Slips::refuse || clean) return plain;
  Reading best = plain;
  for (const std::size_t room : {ways / 3 + 1, ways}) {  // most are mended by fewer
    const auto mended = correct(out.game.start(), written, room);
    if (!mended) break;
    Reading attempt = out;
    play_through(written, *mended, attempt);
    best = std::move(attempt);
    if (static_cast<int>(best.remarks.size()) == best.corrections) break;  // all that is printed comes true
  }
  return best;
}

// ---- writing

std::string write_game(const GameText& game) {
  const Options& options = game.options;
  std::string text = "B: " + options.black.text(Side::black) + "\nW: " + options.white.text(Side::white) + '\n';
  for (char& c : text)
    if (c == ',') c = ' ';
  std::string variations;
  for (const auto& [name, value] : option_values(options))
    if (value != "no" && name != "black" && name != "white") variations += ' ' + name + '=' + value;
  if (!variations.empty()) text += "Options:" + variations + '\n';
  text += game.end().score_text() + '\n';
  Margrites now = game.start();
  int turn = 0;
  for (const Step step : game.steps) {
    if (now.turn_number() != turn) {
      text += (turn == 0 ? "" : ".\n") + std::to_string(now.turn_number()) + ". ";
      turn = now.turn_number();
    } else {
      text += "; ";
    }
    text += word_of(now, step);
    if (const Squares fell = play(now, step); !fell.empty()) text += '(' + squares_text(fell) + ')';
  }
  return game.steps.empty() ? text : text + ".\n";
}

}  // namespace cairn::margrites
