// The reader of SGF: one pass with an explicit stack of open variations.
#include <algorithm>
#include <array>

#include "core/text.h"
#include "notation/sgf.h"
#include "notation/sgf_ahead.h"
#include "notation/sgf_charset.h"

namespace cairn::sgf {

namespace {

constexpr std::size_t kMaxProperties = 1000;  // of one node
constexpr std::string_view kMark = "\xEF\xBB\xBF";

class Reader {
 public:
  // `decoded`: out of another charset, which CA still names; so many places were no letters there.
  Reader(std::string_view text, Strictness strictness, std::optional<std::size_t> decoded = std::nullopt)
      : text_(text), ahead_{text}, strict_(strictness == Strictness::strict), decoded_(decoded) {}

  Reading read() {
    if (text_.size() > kMostText) {
      fail(0, Message("text-longer-than-256", "the text is longer than 256 MiB"));
    } else if (text_.starts_with("\xFE\xFF") || text_.starts_with("\xFF\xFE")) {
      fail(0,
           Message("utf-16-utf-8", "this file is UTF-16; it must be UTF-8 (`iconv -f UTF-16 -t UTF-8` converts it)"));
    } else if (decoded_.value_or(0) == 0 ||
               mend(0,
                    Message("places-letters-text-character", "{n} places are not valid in the text's character set",
                            {{"n", *decoded_}}),
                    MessageText("replacement-stands-there", "{why}; each was replaced by U+FFFD"))) {
      marked_ = text_.starts_with(kMark);
      if (marked_) at_ = last_ = kMark.size();
      while (!out_.fault && find_game()) read_game();
    }
    return std::move(out_);
  }
  // Whether the root of a game named such a set, and not a word of a text.
  bool seven_bit() const { return seven_bit_; }

 private:
  // ---- places and complaints. Places are asked for in the order of the text, so that lines are counted once.
  Place place(std::size_t at) {
    for (; last_ < at; ++last_) {
      const char c = text_[last_];
      const bool ends = c == '\n' || (c == '\r' && (last_ + 1 == text_.size() || text_[last_ + 1] != '\n'));
      if (ends)
        here_ = {here_.line + 1, 1};
      else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U)
        ++here_.column;
    }
    return here_;
  }
  void remark(std::size_t at, Message text) { remark(place(at), std::move(text)); }
  void remark(Place at, Message text) {
    if (out_.remarks.size() < kMaxRemarks) out_.remarks.push_back({at, std::move(text)});
  }
  void fail(std::size_t at, Message text) { fail(place(at), std::move(text)); }
  void fail(Place at, Message text) {
    if (!out_.fault) out_.fault = Remark{at, std::move(text)};
  }
  // What the standard forbids: refused or remarked. `mended`: {why} and what was done about it. True: go on.
  bool mend(std::size_t at, const Message& wrong, const MessageText& mended) {
    if (strict_)
      fail(at, wrong);
    else
      remark(at, Message(mended.code, mended.text, {{"why", wrong}}));
    return !strict_;
  }

  // ---- the text
  bool more() const { return at_ < text_.size(); }
  void skip_blanks() {
    while (more() && Ahead::is_blank(text_[at_])) {
      if (text_[at_] == '\0' && !nul_told_) {
        nul_told_ = true;
        if (!mend(at_, Message("nul-byte-does-not", "a text cannot contain NUL bytes"),
                  MessageText("nul-passed-over", "{why}; NUL bytes were skipped")))
          return;
      }
      ++at_;
    }
  }
  // Whether at `at` a game begins: '(' and then ';', or, with that forgotten, a property.
  bool begins(std::size_t at, bool forgotten) const {
    if (text_[at] != '(') return false;
    std::size_t next = ahead_.past_blanks(at + 1);
    if (next < text_.size() && text_[next] == ';') return true;
    if (!forgotten) return false;
    const std::size_t name = next;
    while (next < text_.size() && is_letter(text_[next])) ++next;
    return next > name && ahead_.past_blanks(next) < text_.size() && text_[ahead_.past_blanks(next)] == '[';
  }
  std::size_t find_begin(bool forgotten) const {
    for (std::size_t at = at_; at < text_.size(); ++at) {
      if (!begins(at, forgotten)) continue;
      return at;
    }
    return text_.size();
  }
  bool find_game() {
    std::size_t found = none_left_ ? text_.size() : find_begin(false);
    if (found == text_.size()) {
      none_left_ = true;
      if (!strict_) found = find_begin(true);
    }
    const std::size_t junk = ahead_.past_blanks(at_);
    if (found < text_.size()) {
      if (junk < found)
        remark(junk, out_.games.empty()
                         ? Message("what-stands-before-first", "the text before the first \"(;\" was skipped")
                         : Message("what-stands-between-two", "the text between two games was skipped"));
      at_ = found;
      return true;
    }
    if (!out_.games.empty()) {
      if (junk < text_.size())
        remark(junk, Message("what-stands-behind-last", "the text after the last game was skipped"));
    } else if (const auto open = text_.find('('); open != std::string_view::npos) {
      fail(open, Message("sgf-node-game-begins", "this SGF file has no node; a game begins with \"(;\""));
    } else {
      fail(junk, Message("there-sgf-here-game", "this is not an SGF file; a game begins with \"(;\""));
    }
    return false;
  }

  // ---- one game
  struct Frame {  // an open '('
    NodeIndex before;
    std::size_t nodes = 0;
    bool branched = false;  // a variation was closed inside
  };

  void read_game() {
    tree_ = GameTree();
    node_ = kNoNode;
    frames_.clear();
    do {
      step();
      skip_blanks();
    } while (!out_.fault && !frames_.empty() && more());
    if (!out_.fault && !frames_.empty())
      mend(text_.size(),
           Message("variations-still-open",
                   "the text ends too soon: {n} variation is still open; close it with ')'|the text ends too soon: {n} "
                   "variations are still open; close each with ')'",
                   {{"n", frames_.size()}}),
           MessageText("they-are-closed", "{why}; they were closed here"));
    if (node_ == kNoNode && tree_.size() == 1 && tree_[kRoot].properties.empty() && !rooted_) return;
    if (!(out_.fault && strict_) && !unreadable_ && convert()) out_.games.push_back(std::move(tree_));
    rooted_ = false;
  }

  void step() {
    const char c = text_[at_];
    if (c == '(') return open();
    if (c == ')') return close();
    if (c == ';') {
      if (frames_.back().branched &&
          !mend(at_, Message("node-behind-variation-variations", "a node after a variation; variations come last"),
                MessageText("taken-as-variation", "{why}; it was read as one more variation")))
        return;
      add_node();
      ++at_;
      return;
    }
    if (c == '[') {
      fail(at_, Message("value-without-property-name",
                        "a value without a property; write a property in capitals first, such as C[text]"));
    } else if (is_letter(c)) {
      if (frames_.back().nodes == 0 || frames_.back().branched) {
        if (!mend(at_, Message("property-outside-node-node", "a property outside a node; a node begins with ';'"),
                  MessageText("node-is-begun", "{why}; a new node was started")))
          return;
        add_node();
      }
      read_property();
    } else if (mend(at_,
                    Message("does-not-belong-here",
                            "'{letter}' is unexpected; a node begins with ';', a property with a capital letter",
                            {{"letter", shown(at_)}}),
                    MessageText("it-is-passed-over", "{why}; it was skipped"))) {
      while (more() && !Ahead::is_blank(text_[at_]) &&
             std::string_view("();[").find(text_[at_]) == std::string_view::npos && !is_letter(text_[at_]))
        ++at_;
    }
  }
  std::string shown(std::size_t at) const {
    const char c = text_[at];
    return c > ' ' && c <= '~' ? std::string(1, c) : "?";
  }

  void open() {
    if (!frames_.empty() && frames_.back().nodes == 0 &&
        !mend(at_, Message("variation-without-node-comes", "a variation without a node; write ';' first"),
              MessageText("taken-as-inner-variation", "{why}; it was read as the variation inside it")))
      return;
    frames_.push_back({node_, 0, false});
    ++at_;
  }
  void close() {
    const Frame frame = frames_.back();
    if (frame.nodes == 0 && !frame.branched &&
        !mend(at_, Message("empty-variation-begins-one", "an empty variation; a variation begins with \"(;\""),
              MessageText("it-is-left-out", "{why}; it was left out")))
      return;
    ++at_;
    node_ = frame.before;
    frames_.pop_back();
    if (!frames_.empty()) frames_.back().branched |= frame.nodes > 0 || frame.branched;
  }
  void add_node() {
    Node fresh;
    fresh.at = place(at_);
    // "(;;GM[1]": the root is the first that says something.
    if (rooted_ && node_ == kRoot && tree_.size() == 1 && ahead_.past_blanks(root_at_ + 1) == at_ && !strict_) {
      remark(at_, Message("empty-node-before-first", "an empty node before the first one; it was skipped"));
      tree_[kRoot].at = fresh.at;
      root_at_ = at_;
      return;
    }
    ++frames_.back().nodes;
    frames_.back().branched = false;
    if (!rooted_) {
      rooted_ = true;
      root_at_ = at_;
      tree_ = GameTree(std::move(fresh));
      node_ = kRoot;
      return;
    }
    if (++nodes_ > kMostNodes) return fail(at_, Message("more-than-nodes", "more than {n} nodes", {{"n", kMostNodes}}));
    if (node_ == kNoNode) node_ = kRoot;  // a second trunk: "(;B[aa]" left and begun again
    node_ = tree_.add(node_, std::move(fresh));
  }

  void read_property() {
    const std::size_t begin = at_;
    Property property;
    property.at = place(at_);
    bool small = false, capital = false;
    for (; more() && (is_letter(text_[at_]) || is_digit(text_[at_])); ++at_) {
      const char c = text_[at_];
      small |= c >= 'a' && c <= 'z';
      capital |= c >= 'A' && c <= 'Z';
      if (is_digit(c) ? !property.name.empty() : c < 'a' || c > 'z') property.name += c;
    }
    const std::string written(text_.substr(begin, std::min<std::size_t>(at_ - begin, 40)));
    if (property.name.empty()) property.name = upper(text_.substr(begin, at_ - begin));
    if (small && !small_told_) {
      small_told_ = true;
      if (!mend(begin,
                Message("name-small-letters-names",
                        "the property {name} has small letters; properties are in capitals, such as {right}",
                        {{"name", written}, {"right", property.name.substr(0, 40)}}),
                MessageText("names-read-as-capitals", "{why}; only the capitals were read")))
        return;
    }
    skip_blanks();
    if (out_.fault) return;
    if (!more() || text_[at_] != '[') {
      mend(begin,
           Message("property-without-value",
                   "the property {name} has no value; write the value in brackets, such as {right}",
                   {{"name", written}, {"right", written + "[]"}}),
           MessageText("it-is-left-out", "{why}; it was left out"));
      return;
    }
    ahead_.small_names |= !capital;
    while (more() && text_[at_] == '[') {
      if (!read_value(property)) return;
      skip_blanks();
      if (out_.fault) return;
    }
    if (property.name == "CA" && tree_.size() == 1 && !readable(property)) return;
    keep(std::move(property), begin);
  }
  // In charsets of several bytes a letter may hold a '\\' or a ']': such a text must not be cut at all.
  bool readable(const Property& charset) {
    const std::string name = text_of(charset.values[0], true);
    if (decoded_ || trim(name).empty() || find_charset(name)) return true;
    if (!utf8_) utf8_ = is_utf8(text_);
    if (!*utf8_) fail_charset(charset.at, name);
    return *utf8_;
  }
  void fail_charset(Place at, const std::string& name) {
    unreadable_ = true;
    fail(at, Message("ca-character-set-understood",
                     "CA[{name}] is not a known character set; known are {list}; convert others with `iconv` and write "
                     "CA[UTF-8]",
                     {{"name", name.substr(0, 40)}, {"list", kCharsets}}));
  }
  bool read_value(Property& property) {
    const std::size_t begin = ++at_;
    bool nul = false;
    bool inner = false;    // a ']' of the text itself
    std::size_t open = 0;  // '[' of the text itself that wait for theirs
    for (; more() && (text_[at_] != ']' || goes_on(property, at_, open > 0)); ++at_) {
      inner |= text_[at_] == ']';
      nul |= text_[at_] == '\0';
      if (text_[at_] == '\\') ++at_;
      if (more() && text_[at_] == '[') ++open;
      if (more() && text_[at_] == ']' && open > 0) --open;
    }
    if (inner && !mend(begin,
                       Message("bracket-within-text-right", "a bracket within the text of {name}; write it as \"\\]\"",
                               {{"name", property.name}}),
                       MessageText("taken-as-text", "{why}; it was read as part of the text")))
      return false;
    if (at_ >= text_.size()) {
      at_ = text_.size();
      fail(begin - 1, Message("text-ends-too-soon",
                              "the text ends too soon: this value of {name} is never closed; close it with ']', and "
                              "write a bracket inside it as \"\\]\"",
                              {{"name", property.name.substr(0, 40)}}));
      return false;
    }
    std::string value(text_.substr(begin, at_ - begin));
    if (inner) value = with_escapes(value);
    if (nul) {
      if (!mend(begin, Message("nul-byte-does-not", "a text cannot contain NUL bytes"),
                MessageText("it-is-left-out", "{why}; it was left out")))
        return false;
      std::erase(value, '\0');
      if (!closes(value)) value += '\\';  // what a NUL was escaped for
    }
    property.values.push_back(std::move(value));
    ++at_;
    return true;
  }
  // Whether the ']' at `at` belongs to the text, which somebody has forgotten to escape: nothing of SGF stands behind
  // it. `bracketed`: it closes a bracket of the text, so that more has to speak for SGF.
  bool goes_on(const Property& property, std::size_t at, bool bracketed) const {
    constexpr std::array<std::string_view, 12> kTexts{"C",  "GC", "N",  "GN", "EV", "PC",
                                                      "PB", "PW", "SO", "AN", "CP", "US"};
    if (strict_ || std::find(kTexts.begin(), kTexts.end(), property.name) == kTexts.end()) return false;
    return !follows(property, at + 1, bracketed) && text_.find(']', at + 1) != std::string_view::npos;
  }
  // Whether at `at`, behind blanks, SGF goes on or ends.
  bool follows(const Property& property, std::size_t at, bool bracketed) const {
    at = ahead_.past_blanks(at);
    if (at >= text_.size() || text_[at] == '[') return at >= text_.size() || !bracketed || ahead_.goes_well(at, true);
    if (const std::size_t next = ahead_.past_signs(at); next != at)
      return ahead_.past_blanks(next) >= text_.size() || closes_all(at, next) ||
             ahead_.name_end(ahead_.past_blanks(next)) > 0;
    const std::size_t end = ahead_.name_end(at);
    if (end == 0) return false;
    std::string name(text_.substr(at, end - at));
    std::erase_if(name, [](char c) { return c >= 'a' && c <= 'z'; });
    const bool fits = !doubtful(property, name);
    return (fits || !bracketed) && ahead_.goes_well(at, bracketed || !fits);
  }
  // Whether the game ends between: what stands behind it is anything.
  bool closes_all(std::size_t at, std::size_t end) const {
    std::size_t closed = 0;
    for (; at < end && closed < frames_.size(); ++at) closed += text_[at] == ')' ? 1 : 0;
    return closed == frames_.size();
  }
  // A property that its node has already, or a second move.
  bool doubtful(const Property& property, std::string_view name) const {
    const bool moves = name == "B" || name == "W";
    return name == property.name ||
           (node_ != kNoNode &&
            (tree_[node_].find(name) != nullptr || (moves && (tree_[node_].find("B") || tree_[node_].find("W")))));
  }
  static std::string with_escapes(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ']') out += '\\';
      out += text[i];
      if (text[i] == '\\' && i + 1 < text.size()) out += text[++i];
    }
    return out;
  }
  // Whether a ']' behind this value would end it.
  static bool closes(std::string_view value) {
    std::size_t slashes = 0;
    while (slashes < value.size() && value[value.size() - 1 - slashes] == '\\') ++slashes;
    return slashes % 2 == 0;
  }
  void keep(Property property, std::size_t begin) {
    auto& properties = tree_[node_].properties;
    const auto old = std::find_if(properties.begin(), properties.end(),
                                  [&](const Property& other) { return other.name == property.name; });
    if (old == properties.end()) {
      if (properties.size() == kMaxProperties)
        return fail(begin, Message("more-than-properties-node", "a node has more than {n} properties",
                                   {{"n", kMaxProperties}}));
      properties.push_back(std::move(property));
    } else if (mend(begin,
                    Message("property-stands-twice-node", "a node has the property {name} twice; write it once",
                            {{"name", property.name.substr(0, 40)}}),
                    MessageText("values-are-joined", "{why}; its values were joined"))) {
      const bool text = property.name == "C" || property.name == "GC";  // has one value: lines below each other
      if (text) old->values.front() += "\n" + property.values.front();
      const auto rest = property.values.begin() + (text ? 1 : 0);
      old->values.insert(old->values.end(), std::make_move_iterator(rest),
                         std::make_move_iterator(property.values.end()));
    }
  }

  // ---- texts to UTF-8
  // False: no character set is understood in which the text could be written.
  bool convert() {
    bool ascii = true, utf8 = true;
    for (NodeIndex node = 0; node < tree_.size(); ++node)
      for (const Property& property : tree_[node].properties)
        for (const std::string& value : property.values)
          if (!is_ascii(value)) {
            ascii = false;
            utf8 = utf8 && is_utf8(value);
          }
    Property* said = nullptr;
    for (Property& property : tree_[kRoot].properties)
      if (property.name == "CA" && !property.values.empty()) said = &property;
    const std::string name = said ? text_of(said->values[0], true) : "";
    if (said && trim(name).empty()) {  // as if it were not there
      std::erase_if(tree_[kRoot].properties, [](const Property& one) { return one.name == "CA"; });
      said = nullptr;
    }
    seven_bit_ |= is_seven_bit(name);
    const auto known = said ? find_charset(name) : std::nullopt;
    if (known == Charset::utf8 && utf8) return true;
    if (!said && ascii) return true;
    const Message::Argument claim("name", name.substr(0, 40));
    Charset from = Charset::utf8;
    // Bytes that are UTF-8 throughout are no text of an old set: "Ã¼" nobody writes.
    if (ascii || (utf8 && (decoded_ || marked_ || !known || !strict_))) {
      if (!ascii && said && !decoded_)
        remark(said->at, Message("ca-text-is-utf-8", "CA[{name}] is wrong; the text is UTF-8", {claim}));
    } else if (known == Charset::utf8) {
      if (strict_) {
        fail(said->at, Message("ca-not-utf-8", "CA[{name}] is wrong; the file has bytes that are not UTF-8", {claim}));
        return false;
      }
      remark(said->at, Message("ca-taken-as-latin-1", "CA[{name}] is wrong; the text was read as Latin-1", {claim}));
      from = Charset::latin1;
    } else if (said && !known) {
      fail_charset(said->at, name);
      return false;
    } else {
      from = known.value_or(Charset::latin1);
    }
    if (from != Charset::utf8)
      for (NodeIndex node = 0; node < tree_.size(); ++node)
        for (Property& property : tree_[node].properties)
          for (std::string& value : property.values) value = to_utf8(value, from);
    if (said)
      said->values = {"UTF-8"};
    else
      tree_[kRoot].properties.push_back({"CA", {"UTF-8"}, {}});
    return true;
  }

  std::string_view text_;
  Ahead ahead_;
  bool strict_;
  std::optional<std::size_t> decoded_;
  std::size_t at_ = 0;
  std::size_t root_at_ = 0;  // its ';'
  std::size_t last_ = 0;     // where `here_` is
  Place here_{};
  bool marked_ = false, none_left_ = false, nul_told_ = false, small_told_ = false, rooted_ = false,
       unreadable_ = false, seven_bit_ = false;
  std::optional<bool> utf8_;  // the whole text
  std::size_t nodes_ = 0;
  GameTree tree_;
  NodeIndex node_ = kNoNode;
  std::vector<Frame> frames_;
  Reading out_;
};

Reading with_remark(Reading reading, Message text) {
  reading.remarks.insert(reading.remarks.begin(), Remark{{}, std::move(text)});
  return reading;
}

// Out of what the text is likely in. `why`: what makes a guess needed.
Reading read_guessed(std::string_view text, Strictness strictness, const Message& why) {
  const std::string_view escaped = escaped_charset(text);
  const std::string guess = escaped.empty() ? guess_charset(text) : std::string(escaped);
  const auto decoded = decode_any(text, guess).value_or(Decoded{to_utf8(text, Charset::windows1252), 0});
  return with_remark(Reader(decoded.text, strictness, decoded.wrong).read(), read_as_guessed(why, guess));
}

}  // namespace

Reading read(std::string_view text, Strictness strictness, std::string_view charset) {
  const bool wide = text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE");
  if (text.size() > kMostText) return Reader(text, strictness).read();
  if (!charset.empty()) {
    if (const auto decoded = decode_any(text, charset)) return Reader(decoded->text, strictness, decoded->wrong).read();
    return {{}, {}, Remark{{}, no_such_charset(charset)}};
  }
  const std::string_view said = wide ? "UTF-16" : said_charset(text);
  const Message::Argument claim("name", said.substr(0, 40));
  if (is_seven_bit(said) && is_ascii(text))
    if (const auto decoded = decode(text, said)) {
      Reader reader(decoded->text, strictness, 0);
      Reading reading = reader.read();
      if (reader.seven_bit() && decoded->wrong == 0) return reading;
      if (reader.seven_bit()) return Reader(decoded->text, strictness, decoded->wrong).read();
    }
  if (strictness == Strictness::lenient && !escaped_charset(text).empty())
    return read_guessed(text, strictness,
                        said.empty()
                            ? charset_not_named()
                            : Message("ca-has-escapes",
                                      "CA[{name}] is wrong: the file has escape sequences for other letters", {claim}));
  if (is_utf8(text)) return Reader(text, strictness).read();
  const auto known = find_charset(said);
  if (!said.empty() && !known)
    if (const auto decoded = decode(text, said)) return Reader(decoded->text, strictness, decoded->wrong).read();
  const bool right = known && *known != Charset::utf8;
  if (right || strictness == Strictness::strict) return Reader(text, strictness).read();
  return read_guessed(
      text, strictness,
      said.empty() ? charset_not_named()
      : known ? Message("ca-has-other-bytes", "CA[{name}] is wrong: the file has bytes that are not UTF-8", {claim})
              : Message("ca-unknown", "CA[{name}] is not a known character set", {claim}));
}

}  // namespace cairn::sgf
