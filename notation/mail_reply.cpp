// The move in a reply that people wrote by hand: "e5", "e5, thanks", "I play e5", or a greeting and the move below it.
// What is not clear is not played: a sentence that names a move may say that it is a bad one.
#include <algorithm>
#include <array>

#include "core/text.h"
#include "notation/mail_command.h"
#include "notation/mail_reply_words.h"

namespace cairn {

namespace {

using namespace mail_reply_words;
using WordList = std::vector<std::string>;

constexpr MessageText kNotAMove("mail-reply-no-move", "the first line of your mail is not a move");
constexpr MessageText kSeveral("mail-reply-several", "your mail names more than one move");
constexpr MessageText kNoText("mail-reply-no-text", "your mail has no text of its own");
constexpr MessageText kGreetingAlone("mail-reply-greeting", "your mail has a greeting, and there is no move below it");
constexpr MessageText kBannerAlone(
    "mail-reply-banner",
    "the first lines of your mail look like the warning of a mail server, and there is no move below them");
// Lines of greetings and of warnings that may stand above the move.
constexpr int kMostOpening = 20;
constexpr std::size_t kMostLooked = 500;  // lines below the first that may hold the move

struct Verb {
  std::string_view said, means, needs;  // `needs`: a word that must stand in the line, too
};
constexpr Verb kVerbs[] = {{"resign", "resign", ""},    {"pass", "pass", ""},     {"swap", "swap", ""},
                           {"accept", "accept", ""},    {"reject", "reject", ""}, {"decline", "reject", ""},
                           {"undo", "undo", ""},        {"takeback", "undo", ""}, {"propose", "propose", ""},
                           {"offer", "propose", "draw"}};

const Verb* verb_of(std::string_view word, const WordList& line) {
  for (const Verb& verb : kVerbs)
    if (word == verb.said && (verb.needs.empty() || std::find(line.begin(), line.end(), verb.needs) != line.end()))
      return &verb;
  return nullptr;
}

// Behind the number of a move, as in "12.e5" and "12...e5"; 0: there is none.
std::size_t behind_number(std::string_view word) {
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto end = std::min(word.find_first_not_of('.', digits), word.size());
  return digits > 0 && end > digits ? end : 0;
}

// "1.", "12..." and "12)", which number a move.
bool numbers(std::string_view word) {
  const bool bracket = word.size() > 1 && word.back() == ')';
  if (bracket) return std::all_of(word.begin(), word.end() - 1, is_digit);
  return !word.empty() && behind_number(word) == word.size();
}

// "12.e5" without its number.
std::string_view without_number(std::string_view word) {
  const auto at = behind_number(word);
  return at < word.size() && !is_digit(word[at]) ? word.substr(at) : word;
}

// "-", "!!!", ":)", a warning sign or another picture: no word.
bool is_decoration(std::string_view word) {
  const auto first = static_cast<unsigned char>(bare_move(word).empty() ? 0 : bare_move(word).front());
  const auto says = [](char c) { return is_letter(c) || is_digit(c) || c == '?' || c == '#'; };
  if (std::any_of(word.begin(), word.end(), says)) return false;
  return first < 0x80 || first == 0xE2 || first == 0xF0;
}

struct Found {
  enum class How : std::uint8_t { nothing, clear, several } how = How::nothing;
  std::string move{};
  bool alone = false;  // nothing else stands in the line
};

// A move in one line.
class LineReader {
 public:
  LineReader(std::string_view line, const MoveForm& is_move) : is_move_(is_move) {
    const std::string letters = plain_letters(line.substr(0, kMostMailLine));  // more is no move
    for (const std::string& joined : join_steps(split_words(letters)))
      if (is_turn(joined))
        add(joined);
      else  // "e5; thanks"
        for (const std::string_view part : split(joined, ';'))
          if (!part.empty()) add(std::string(part) + ",");
  }

  Found read() const {
    if (words_.empty()) return {};
    if (const Found steps = all_steps(); steps.how == Found::How::clear) return steps;
    std::size_t at = 0;
    while (at < bare_.size() && !names_move(at) && verb_of(bare_[at], bare_) == nullptr && one_of(bare_[at], kBefore))
      ++at;
    if (at == bare_.size()) return {};
    if (const Verb* const verb = verb_of(bare_[at], bare_)) return said(*verb, at);
    return names_move(at) ? point(at) : Found{};
  }
  // Whether a move stands in it, or an answer such as "accept", clear or not.
  bool names_a_move() const {
    return std::any_of(bare_.begin(), bare_.end(), [this](const std::string& word) {
      const auto end = word.find_first_of("?#;");
      return end != 0 && is_move_(std::string_view(word).substr(0, end)) && verb_of(word, bare_) == nullptr;
    });
  }
  bool names_any() const {
    return names_a_move() || std::any_of(bare_.begin(), bare_.end(),
                                         [this](const std::string& word) { return verb_of(word, bare_) != nullptr; });
  }

 private:
  void add(std::string_view word) {
    if (is_decoration(word)) {
      if (!ends_.empty()) ends_.back() = true;
      return;
    }
    if (words_.empty() && numbers(word)) return;
    words_.emplace_back(word);
    ends_.push_back(std::string_view(".!,:)").find(word.back()) != std::string_view::npos);
    written_.emplace_back(bare_move(without_number(word)));
    bare_.push_back(lower(written_.back()));
  }

  // One step, or several that are all moves.
  bool is_turn(std::string_view word) const {
    if (word.find(';') == std::string_view::npos) return true;
    const auto steps = split(bare_move(without_number(word)), ';');
    return std::all_of(steps.begin(), steps.end(),
                       [this](std::string_view step) { return is_move_(lower(step.substr(0, step.find('#')))); });
  }

  bool names_move(std::size_t i) const {
    const std::string_view word = bare_[i];
    return is_move_(word.substr(0, word.find_first_of("#;")));  // of several steps the first
  }

  // "e5?" asks, "e5 ?" and "is e5 good?"; "e5, how are you?" does not.
  bool asks(std::size_t i) const {
    for (; i < words_.size(); ++i) {
      if (words_[i].find('?') != std::string::npos) return true;
      if (ends_[i]) return false;
    }
    return false;
  }

  Found point(std::size_t at) const {
    if (asks(at)) return {};
    if (!ends_[at] && at + 1 < bare_.size() && one_of(bare_[at + 1], kOfPoint)) return {};
    for (std::size_t i = 0; i < bare_.size(); ++i) {
      if (i != at && (names_move(i) || verb_of(bare_[i], bare_) != nullptr)) return {Found::How::several};
      if (one_of(bare_[i], kDoubt)) return {};
    }
    return {Found::How::clear, written_[at], bare_.size() == 1};
  }

  Found said(const Verb& verb, std::size_t at) const {
    if (asks(at)) return {};
    for (std::size_t i = at + 1; i < bare_.size(); ++i) {
      if (names_move(i)) return {Found::How::several};
      if (!bare_[i].empty() && !one_of(bare_[i], kBehind)) return {};
      if (asks(i)) return {};
    }
    return {Found::How::clear, std::string(verb.means), bare_.size() == 1};
  }

  // All words are steps of one turn: "d2>d3 d3>d4".
  Found all_steps() const {
    if (bare_.size() < 2) return {};
    for (std::size_t i = 0; i < bare_.size(); ++i)
      if (bare_[i].find('>') == std::string::npos || !names_move(i)) return {};
    return {Found::How::clear, join(written_, ";"), true};
  }

  const MoveForm& is_move_;
  WordList words_, written_, bare_;  // as they stand there; without marks around them; and in small letters
  std::vector<bool> ends_{};         // of each whether a part of a sentence ends with it
};

struct Line {
  std::string_view text;  // without blanks around it
  std::size_t from = 0, to = 0;
};

std::vector<Line> lines_of(std::string_view body) {
  std::vector<Line> out;
  for (std::size_t at = 0; at <= body.size();) {
    const auto end = std::min(body.find('\n', at), body.size());
    out.push_back({trim(body.substr(at, end - at)), at, std::min(end + 1, body.size())});
    at = end + 1;
  }
  return out;
}

bool is_empty(const Line& line) {
  if (!line.text.empty() && line.text.front() > ' ' && line.text.front() <= '~') return false;
  return trim(plain_letters(line.text)).empty();
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.substr(0, word.size()) == word && (text.size() == word.size() || !is_letter(text[word.size()]));
}

// What mail servers of companies put above a mail: "CAUTION: This mail came from outside the organisation."
bool tells_where_from(std::string_view small) {
  return std::any_of(std::begin(kFromWhere), std::end(kFromWhere),
                     [small](std::string_view word) { return small.find(word) != std::string_view::npos; });
}

bool is_banner(std::string_view line) {
  const std::string small = lower(line);
  std::string_view text = small;
  for (const std::string_view word : split_words(small)) {
    text = std::string_view(small).substr(static_cast<std::size_t>(word.data() - small.data()));
    if (!is_decoration(word)) break;
  }
  text = text.substr(std::min(text.find_first_not_of("*_\"'`([{<-:=|!~#"), text.size()));
  const auto begins = [text](std::string_view word) { return begins_with_word(text, word); };
  return std::any_of(std::begin(kBannerWords), std::end(kBannerWords), begins) ||
         std::any_of(std::begin(kBannerWordings), std::end(kBannerWordings), begins) ||
         (std::any_of(std::begin(kOfMail), std::end(kOfMail), begins) && tells_where_from(text));
}

// "Bob": where a name may stand, it is one.
bool looks_like_a_name(std::string_view word) {
  const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  const auto small = [foreign](char c) { return foreign(c) || (is_letter(c) && c == to_lower(c)); };
  const std::string_view bare = bare_move(word);
  if (bare.size() < 2 || one_of(lower(bare), kDoubt)) return false;
  return (foreign(bare.front()) || (is_letter(bare.front()) && !small(bare.front()))) &&
         std::all_of(bare.begin() + 1, bare.end(), small);
}

// What stands above the move: greetings, and what mail servers put there.
class Opening {
 public:
  explicit Opening(const MoveForm& is_move) : is_move_(is_move) {}

  // What of the next line, in plain letters and not empty, may be a move; "": it is of the opening.
  std::string_view behind(std::string_view line) {
    if (lines_ == kMostOpening) return line;
    std::string_view text = behind_marks(line);
    const bool marked = text.size() != line.size();
    const bool banner = !text.empty() && (is_banner(text) || (marked && tells_where_from(lower(text))));
    text = banner ? behind_banner(text) : behind_greeting(text);
    // The lines below a banner are of it until one is empty, would be understood alone, or names a move.
    if (in_banner_ && !understood(text) && !LineReader(text, is_move_).names_a_move()) text = {};
    in_banner_ = text.empty() && (in_banner_ || banner);
    if (!text.empty()) return text;
    ++lines_;
    warned_ = warned_ || in_banner_ || marked;
    return {};
  }
  void behind_empty() { in_banner_ = false; }
  // What of it was said to the players.
  const std::string& remarks() const { return remarks_; }
  // Why there is no move where all was opening.
  MessageText nothing_else() const { return lines_ == 0 ? kNoText : warned_ ? kBannerAlone : kGreetingAlone; }

 private:
  bool understood(std::string_view text) const {
    return !text.empty() && LineReader(text, is_move_).read().how != Found::How::nothing;
  }
  bool names_any(std::string_view text) const { return LineReader(text, is_move_).names_any(); }

  // "[EXTERNAL] e5". "[e5]" is a move.
  static std::string_view behind_marks(std::string_view text) {
    for (MailMark mark = mail_mark(text); mark.bytes > 0 && is_banner(mark.said); mark = mail_mark(text))
      text = trim(text.substr(mark.bytes));
    return text;
  }
  // "WARNING: e5", "External e5", "External email: e5".
  std::string_view behind_banner(std::string_view text) const {
    const auto blank = text.find(' ');
    if (blank == std::string_view::npos) return {};
    const std::string_view rest = text.substr(std::min(text.find_first_not_of(":-|!., ", blank), text.size()));
    if (understood(rest)) return rest;
    const auto end = text.find_last_of(".:!", text.find_last_of(' '));
    const std::string_view last = end == std::string_view::npos ? std::string_view() : trim(text.substr(end + 1));
    const LineReader reader(last, is_move_);
    if (reader.names_a_move()) return reader.read().alone ? last : text;
    return LineReader(text, is_move_).names_a_move() ? text : std::string_view();
  }
  // "Hi Bob, e5", "Hello e5". A line without a comma is a greeting if it has four words at most, and no move.
  std::string_view behind_greeting(std::string_view line) {
    const auto words = split_words(line);
    if (words.empty()) return line;
    const std::string first = lower(bare_move(words[0].substr(0, words[0].find_first_of(",!.:;"))));
    const bool good = one_of(first, kGoods);
    if (!good && !one_of(first, kGreetings)) return line;
    const bool remark = good && (words.size() < 2 || !one_of(lower(bare_move(words[1])), kGreeted));  // "Good game!"
    const auto rest_from = [&](std::size_t i) {
      return line.substr(static_cast<std::size_t>(words[i].data() - line.data()));
    };
    for (auto end = line.find_first_of(",!.:;"); end != std::string_view::npos;
         end = line.find_first_of(",!.:;", end + 1)) {
      const std::string_view head = line.substr(0, end);
      const auto said = split_words(head);
      if (said.size() > 4 || names_any(head)) break;
      if (line[end] == '.' && one_of(lower(said.back()), kTitles)) continue;
      if (remark) remarks_.append(line.substr(0, end + 1)).append("\n");
      return trim(line.substr(end + 1));
    }
    if (!remark)
      for (std::size_t i = 1; i < words.size() && i <= 3; ++i) {
        if (understood(rest_from(i))) return rest_from(i);
        if (!is_decoration(words[i]) && !one_of(lower(bare_move(words[i])), kGreeted) && !looks_like_a_name(words[i]))
          break;
      }
    if (words.size() > 4 || names_any(line)) return line;
    if (remark) remarks_.append(line).append("\n");
    return {};
  }

  const MoveForm& is_move_;
  int lines_ = 0;
  bool in_banner_ = false, warned_ = false;
  std::string remarks_{};
};

// "e5#12": the number goes out of the move. False where it is none.
bool take_number(MailReply& reply) {
  const auto mark = reply.move.find('#');
  if (mark == std::string::npos) return true;
  const auto number = parse_int(std::string_view(reply.move).substr(mark + 1));
  if (!number || *number < 0 || mark == 0) return false;
  reply.number = number;
  reply.move.resize(mark);
  return true;
}

MailReply nothing(MessageText why) {
  MailReply out;
  out.unclear = why;
  return out;
}

// What is put for the character that begins at `at`, and its bytes; {0, ""} for one that stays.
struct Put {
  std::size_t bytes = 0;
  std::string_view text{};
};
Put plain_at(std::string_view text, std::size_t at, bool blanks_only) {
  static constexpr std::string_view kAscii =
      "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at), second = byte(at + 1);
  if (first == 0xC2) {
    if (second == 0xA0 || second == 0x85) return {2, " "};
    if (second == 0xAD) return {2, ""};                                        // a soft hyphen
    if (!blanks_only && (second == 0xAB || second == 0xBB)) return {2, "\""};  // « »
    return {};
  }
  if (first < 0xE1 || first > 0xEF) return {};
  const unsigned code = (first & 0x0FU) << 12U | (second & 0x3FU) << 6U | (byte(at + 2) & 0x3FU);
  const auto within = [code](unsigned from, unsigned to) { return code >= from && code <= to; };
  constexpr std::array<unsigned, 9> kBlanks{0x1680, 0x180E, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000, 0x3164};
  if (within(0x2000, 0x200A) || std::find(kBlanks.begin(), kBlanks.end(), code) != kBlanks.end()) return {3, " "};
  if (code == 0x200B || code == 0x2060 || code == 0xFEFF || within(0xFE00, 0xFE0F)) return {3, ""};  // of no width
  if (within(0x200E, 0x200F) || within(0x202A, 0x202E) || within(0x2066, 0x2069)) return {3, ""};    // of direction
  if (blanks_only) return {};
  // Behind these no blank is usual.
  if (within(0x3001, 0x3002)) return {3, code == 0x3001 ? ", " : ". "};
  if (code == 0xFF01 || code == 0xFF0C) return {3, code == 0xFF01 ? "! " : ", "};
  if (within(0x3008, 0x300F)) return {3, "\""};
  if (code == 0x2026) return {3, "..."};
  if (within(0x2010, 0x2015)) return {3, "-"};
  if (within(0x2018, 0x201A) || code == 0x2032) return {3, "'"};
  if (within(0x201C, 0x201E) || code == 0x2033) return {3, "\""};
  if (within(0xFF01, 0xFF5E)) return {3, kAscii.substr(code - 0xFF01, 1)};
  return {};
}

std::string plain(std::string_view text, bool blanks_only) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Put put = plain_at(text, i, blanks_only);
    out += put.bytes > 0 ? put.text : text.substr(i, 1);
    i += std::max<std::size_t>(put.bytes, 1);
  }
  return out;
}

}  // namespace

std::string plain_letters(std::string_view text) {
  return plain(text, false);
}

std::string plain_blanks(std::string_view text) {
  return plain(text, true);
}

std::string_view bare_move(std::string_view word) {
  const auto in = [](char c, std::string_view set) { return set.find(c) != std::string_view::npos; };
  while (!word.empty() && in(word.front(), "*_\"'`([{-:,.")) word.remove_prefix(1);
  while (!word.empty() && in(word.back(), "*_\"'`)]}.,!:-")) word.remove_suffix(1);
  return word;
}

MailReply read_mail_reply(std::string_view body, const MoveForm& is_move) {
  using How = Found::How;
  const std::vector<Line> lines = lines_of(body);
  const auto ends_paragraph = [&](std::size_t i) { return i + 1 >= lines.size() || is_empty(lines[i + 1]); };
  Opening opening(is_move);
  std::size_t at = 0;
  std::string line;
  std::string_view text;
  for (; at < lines.size(); ++at) {
    line = plain_letters(lines[at].text.substr(0, kMostMailLine));
    text = trim(line);
    if (text.empty())
      opening.behind_empty();
    else if (text = opening.behind(text); !text.empty())
      break;
  }
  if (at == lines.size()) return nothing(opening.nothing_else());

  Found found = LineReader(text, is_move).read();
  std::string comment(trim(body.substr(found.alone ? lines[at].to : lines[at].from)));
  if (found.how == How::nothing) {
    // A move that stands alone between empty lines further down.
    for (std::size_t i = at + 1; i < std::min(lines.size(), at + kMostLooked); ++i) {
      if (is_empty(lines[i]) || !is_empty(lines[i - 1]) || !ends_paragraph(i)) continue;
      const Found other = LineReader(lines[i].text, is_move).read();
      if (other.how != How::clear || !other.alone) continue;
      if (found.how == How::clear) return nothing(kSeveral);
      found = other;
      comment = trim(body.substr(lines[at].from, lines[i].from - lines[at].from));
      comment += "\n\n";
      comment += trim(body.substr(lines[i].to));
    }
  }
  if (found.how == How::several) return nothing(kSeveral);
  MailReply reply;
  reply.move = std::move(found.move);
  if (found.how == How::nothing || !take_number(reply)) return nothing(kNotAMove);
  reply.comment = trim(opening.remarks() + comment);
  return reply;
}

}  // namespace cairn
