#include "notation/mail_command.h"

#include <algorithm>
#include <span>

#include "core/text.h"
#include "games/registry.h"

namespace cairn {

namespace {

using Words = std::vector<std::string_view>;

// Of users and passwords.
constexpr std::size_t kMostName = 40, kMostPassword = 200, kMostMove = 400;

bool is_number(std::string_view word) {
  return !word.empty() && word.size() <= 9 && std::all_of(word.begin(), word.end(), is_digit);
}

bool is_user(std::string_view word) {
  return word.size() <= kMostName && word.find_first_of("\"':,;<>@#") == std::string_view::npos && word != "-";
}

bool is_address(std::string_view word) {
  const auto at = word.find('@');
  return word.size() <= 254 && at != std::string_view::npos && at > 0 && at + 1 < word.size() &&
         word.find('@', at + 1) == std::string_view::npos &&
         word.find_first_of("\"'<>,;:\\()[]") == std::string_view::npos;
}

// "a7#3": what is before the mark, and the number behind it. Nothing where there is a mark and no number.
struct Marked {
  std::string_view word;
  std::optional<int> number;
};
std::optional<Marked> read_marked(std::string_view word) {
  const auto mark = word.find('#');
  if (mark == std::string_view::npos) return Marked{word, {}};
  const std::string_view behind = word.substr(mark + 1);
  if (mark == 0 || !is_number(behind)) return {};
  return Marked{word.substr(0, mark), parse_int(behind)};
}

struct Reading {
  MailCommand command;
  Message fault;

  bool fits(bool good, const Message& why) {
    if (!good) fault = why;
    return good;
  }
};

bool take_user(MailSlot slot, std::string_view word, Reading& reading) {
  MailCommand& command = reading.command;
  if (slot == MailSlot::user)
    command.user = lower(word);
  else
    command.users.push_back(lower(word));
  return reading.fits(is_user(word), Message("mail-user-form",
                                             "a player's name has no quotes, colons or commas and at most 40 letters"));
}

bool take_password(MailSlot slot, std::string_view word, Reading& reading) {
  MailCommand& command = reading.command;
  if (slot == MailSlot::new_password) {
    command.new_password = word;
    return reading.fits(word.size() <= kMostPassword,
                        Message("mail-new-password-long", "the new password is longer than 200 letters"));
  }
  if (plain_letters(word) != "-") command.password = word;
  return reading.fits(word.size() <= kMostPassword,
                      Message("mail-password-long", "the password is longer than 200 letters"));
}

bool take_count(MailSlot slot, std::string_view word, Reading& reading) {
  if (slot == MailSlot::days && equal_ignoring_case(word, "off")) {
    reading.command.word = "off";
    return true;
  }
  if (is_number(word)) reading.command.number = parse_int(word);
  return reading.fits(is_number(word), slot == MailSlot::days
                                           ? Message("mail-days-form", "the days must be a number, or off")
                                           : Message("mail-number-form", "a number has only digits"));
}

bool take_board(MailSlot slot, std::string_view word, Reading& reading) {
  MailCommand& command = reading.command;
  if (slot == MailSlot::board) {
    if (is_number(word)) command.boards.push_back({parse_int(word).value_or(0), {}});
    return reading.fits(is_number(word), Message("mail-board-form", "a board is a number, such as 101"));
  }
  const auto marked = read_marked(word);
  const bool good = marked && is_number(marked->word);
  if (good) command.boards.push_back({parse_int(marked->word).value_or(0), marked->number});
  return reading.fits(good, Message("mail-boards-form",
                                    "a board is a number, such as 101, or 101#7 for what it was after seven moves"));
}

bool take_move(MailSlot slot, std::string_view word, Reading& reading) {
  MailCommand& command = reading.command;
  if (slot == MailSlot::moves) {
    command.moves.emplace_back(bare_move(word));
    return reading.fits(word.size() <= kMostMove, Message("mail-move-long", "a move has at most 400 letters"));
  }
  const auto marked = read_marked(bare_move(word));
  if (marked) {
    command.moves.emplace_back(marked->word);
    command.number = marked->number;
  }
  return reading.fits(marked && word.size() <= kMostMove,
                      Message("mail-move-number", "after # write how many moves were played before, such as a7#3"));
}

// One of a few words.
bool take_choice(MailSlot slot, std::string_view word, Reading& reading) {
  constexpr std::string_view kWhich[] = {"next", "active", "inactive", "all"};
  constexpr std::string_view kSizes[] = {"large", "medium", "small", "plain"};
  constexpr std::string_view kLanguageWords[] = {"en", "de", "fr", "es", "ja", "zh"};
  const bool which = slot == MailSlot::which, language = slot == MailSlot::language;
  using Known = std::span<const std::string_view>;
  const Known known = which ? Known(kWhich) : language ? Known(kLanguageWords) : Known(kSizes);
  const std::string& said = reading.command.word = lower(word);
  return reading.fits(std::find(known.begin(), known.end(), said) != known.end(),
                      which      ? Message("mail-which-form", "write next, active, inactive or all")
                      : language ? Message("mail-language-form", "the languages are en, de, fr, es, ja and zh")
                                 : Message("mail-size-form", "a board size is large, medium, small or plain"));
}

// One word into its slot; false with `fault` where it does not fit.
bool take(MailSlot slot, std::string_view word, Reading& reading) {
  switch (slot) {
    case MailSlot::user:
    case MailSlot::users:
    case MailSlot::players:
    case MailSlot::some_users:
      return take_user(slot, word, reading);
    case MailSlot::password:
    case MailSlot::old_password:
    case MailSlot::new_password:
      return take_password(slot, word, reading);
    case MailSlot::address:
      reading.command.address = word;
      return reading.fits(is_address(word), Message("mail-address-form", "an address looks like anna@example.org"));
    case MailSlot::subject:
    case MailSlot::game:
      reading.command.word = lower(word);
      return true;
    case MailSlot::days:
    case MailSlot::count:
      return take_count(slot, word, reading);
    case MailSlot::board:
    case MailSlot::boards:
    case MailSlot::some_boards:
      return take_board(slot, word, reading);
    case MailSlot::move:
    case MailSlot::moves:
      return take_move(slot, word, reading);
    case MailSlot::which:
    case MailSlot::language:
    case MailSlot::size:
      return take_choice(slot, word, reading);
    case MailSlot::none:
      break;
  }
  return false;
}

bool takes_many(MailSlot slot) {
  return slot == MailSlot::users || slot == MailSlot::players || slot == MailSlot::some_users ||
         slot == MailSlot::boards || slot == MailSlot::some_boards || slot == MailSlot::moves;
}
// Of words where the password is left out.
bool is_password(MailSlot slot) {
  return slot == MailSlot::password || slot == MailSlot::old_password;
}

// The words of a line in plain letters, and as they stand there, which passwords do.
struct Said {
  Words plain, written;
  void drop(std::size_t count) {
    for (Words* const words : {&plain, &written})
      words->erase(words->begin(), words->begin() + static_cast<std::ptrdiff_t>(count));
  }
};

// All words into the slots in their order. `leave_out`: the password is not among them.
bool fill(const MailRow& row, const Said& said, bool leave_out, Reading& reading) {
  const Words& words = said.plain;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 4 && row.slots[i] != MailSlot::none; ++i) {
    const MailSlot slot = row.slots[i];
    const bool last = i == 3 || row.slots[i + 1] == MailSlot::none;
    if (leave_out && is_password(slot)) continue;
    if (at == words.size()) {
      if (row.optional && last) return true;
      reading.fault = Message("mail-words-missing", "some words are missing");
      return false;
    }
    if (slot == MailSlot::boards && !last) {  // of a preview: one
      if (!take(slot, words[at++], reading)) return false;
    } else if (takes_many(slot)) {
      const auto rest = join_steps(Words(words.begin() + static_cast<std::ptrdiff_t>(at), words.end()));
      if (slot == MailSlot::players && (rest.size() < 2 || rest.size() > 4)) {
        reading.fault = Message("mail-players-form", "a game has two, three or four players");
        return false;
      }
      for (const std::string& word : rest)
        if (!take(slot, word, reading)) return false;
      return true;
    } else if (slot == MailSlot::move) {
      const auto rest = join_steps(Words(words.begin() + static_cast<std::ptrdiff_t>(at), words.end()));
      if (rest.size() != 1) {
        reading.fault = Message("mail-one-move", "play one move at a time; a comment goes into the body of the mail");
        return false;
      }
      return take(slot, rest.front(), reading);
    } else {
      const bool secret = is_password(slot) || slot == MailSlot::new_password;
      if (!take(slot, secret ? said.written[at] : words[at], reading)) return false;
      ++at;
    }
  }
  if (at == words.size()) return true;
  reading.fault = Message("mail-words-many", "the command has too many words");
  return false;
}

// The rows that the words begin with; how many words their name has.
std::size_t named(const MailRow& row, const Words& words) {
  const Words name = split_words(row.name);
  if (words.size() < name.size()) return 0;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (!equal_ignoring_case(name[i], words[i])) return 0;
  return name.size();
}

std::string all_names(bool of_game) {
  std::vector<std::string> names;
  for (const MailRow& row : mail_rows())
    if (row.of_game == of_game && std::find(names.begin(), names.end(), row.name) == names.end())
      names.emplace_back(row.name);
  return join(names, ", ");
}

MailFault not_so(const MailRow& row, std::string_view game, const Message& why) {
  const std::string form = (game.empty() ? "" : std::string(game) + " ") + usage(row);
  return {Message("mail-command-form", "{why}. The command is: {usage}", {{"why", why}, {"usage", form}})};
}

// Words that are options, taken out. Where programs make a long dash of "--" it is one.
Message take_options(Said& said, MailCommand& command) {
  Said rest;
  for (std::size_t i = 0; i < said.plain.size(); ++i) {
    const std::string_view word = said.plain[i];
    const bool two = word.substr(0, 2) == "--", of_server = two || said.written[i].substr(0, 3) == "\u2014";
    if (word.front() != '-' || word == "-" || word == "--") {
      rest.plain.push_back(word);
      rest.written.push_back(said.written[i]);
      continue;
    }
    const std::string_view option = word.substr(two ? 2 : 1);
    const auto equals = option.find('=');
    const std::string_view value = equals == std::string_view::npos ? "yes" : option.substr(equals + 1);
    if (equals == 0 || value.empty()) return Message("mail-option-form", "an option is written -name or -name=value");
    (of_server ? command.server_options : command.game_options)
        .emplace_back(lower(option.substr(0, equals)), std::string(value));
  }
  said = std::move(rest);
  return {};
}

}  // namespace

std::vector<std::string> join_steps(const std::vector<std::string_view>& words) {
  std::vector<std::string> out;
  bool open = false;
  for (const std::string_view word : words) {
    if (open || (!out.empty() && word.front() == ';'))
      out.back() += word;
    else
      out.emplace_back(word);
    open = out.back().back() == ';';
  }
  return out;
}

MailRead read_mail_command(std::string_view line, bool authenticated) {
  if (line.size() > kMostMailLine) return MailFault{Message("mail-command-long", "a command has at most 2000 letters")};
  const std::string written = plain_blanks(line), plain = plain_letters(written);
  Said said = {split_words(plain), split_words(written)};
  const Words& words = said.plain;
  if (words.size() > kMostMailWords) return MailFault{Message("mail-command-words", "a command has at most 64 words")};
  if (words.empty())
    return MailFault{Message("mail-command-none", "the mail has no command. Send help for a list of commands")};
  const GameInfo* const game = find_game(words.front());
  if (game) said.drop(1);
  if (words.empty())
    return MailFault{Message("mail-game-alone", "after the game write a command: {list}", {{"list", all_names(true)}})};

  std::size_t longest = 0;  // "change password" goes before what is shorter
  for (const MailRow& row : mail_rows())
    if (row.of_game == (game != nullptr)) longest = std::max(longest, named(row, words));
  if (longest == 0 && game != nullptr)
    return MailFault{Message("mail-not-of-game", "this is not a command of a game; the commands are {list}",
                             {{"list", all_names(true)}})};
  if (longest == 0) {
    std::vector<std::string> games_there;
    for (const GameInfo& one : games()) games_there.emplace_back(one.name);
    return MailFault{Message("mail-no-command",
                             "this is not a command. A command begins with a game ({games}) or is one of these: {list}",
                             {{"games", join(games_there, ", ")}, {"list", all_names(false)}})};
  }

  std::optional<MailFault> fault;
  for (const MailRow& row : mail_rows()) {
    if (row.of_game != (game != nullptr) || named(row, words) != longest) continue;
    Reading reading;
    reading.command.deed = row.deed;
    if (game) reading.command.game = game->name;
    Said rest = said;
    rest.drop(longest);
    if (row.options) reading.fault = take_options(rest, reading.command);
    if (reading.fault.empty()) {
      const Reading before = reading;
      if (fill(row, rest, false, reading)) return std::move(reading.command);
      const bool open_end = std::any_of(std::begin(row.slots), std::end(row.slots), takes_many);
      const bool secret = std::any_of(std::begin(row.slots), std::end(row.slots), is_password);
      if (Reading without = before; authenticated && secret && !open_end && fill(row, rest, true, without))
        return std::move(without.command);
    }
    // Of two commands of one name the first tells; "show" takes boards where a number comes first.
    if (!fault || (!rest.plain.empty() && !is_digit(rest.plain.front().front())))
      fault = not_so(row, reading.command.game, reading.fault);
  }
  return *fault;
}

}  // namespace cairn
