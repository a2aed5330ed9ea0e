#include "notation/board_mail.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text.h"
#include "notation/site_file.h"

namespace cairn {

namespace {

using MailLines = std::vector<std::string_view>;

constexpr std::size_t kMostHeader = 64 * 1024;  // bytes of a mail before the line that names its board
constexpr std::size_t kMostMailMoves = 100'000, kMostMailPlayers = 4;
constexpr std::size_t kMostGap = 4;  // lines between moves and moves that go on
constexpr std::array<std::string_view, 3> kMailKinds{"Summary", "Preview", "Notification"};
constexpr std::string_view kPlayByMail = "pbmserv@gamerz.net", kAuto = "(Auto)";
constexpr std::string_view kWonBy = "Game won by ", kTie = "Game was a tie.";

struct MailHeading {
  std::string game{}, board{};
};

// "Summary of GAME Board 311", also "Preview of" and "Notification of"; "A new GAME board (311) has been started".
std::optional<MailHeading> heading_of(std::string_view line) {
  if (line.find("oard") == std::string_view::npos) return std::nullopt;  // which most lines end with
  const auto words = split_words(line);
  if (words.size() == 8 && words[0] == "A" && words[1] == "new" && words[3] == "board" && words[5] == "has" &&
      words[7] == "started" && words[4].starts_with('(') && words[4].ends_with(')'))
    return MailHeading{std::string(words[2]), std::string(words[4].substr(1, words[4].size() - 2))};
  const auto count = words.size();
  if (count < 5 || count > 6 || words[count - 4] != "of" || words[count - 2] != "Board") return std::nullopt;
  if (std::find(kMailKinds.begin(), kMailKinds.end(), words[count - 5]) == kMailKinds.end()) return std::nullopt;
  if (!std::all_of(words[0].begin(), words[0].end(), is_letter)) return std::nullopt;
  return MailHeading{std::string(words[count - 3]), std::string(words[count - 1])};
}

// What a mail tells, read from top to bottom.
class BoardMail {
 public:
  explicit BoardMail(std::string_view text) : lines_(split(text, '\n')) {}

  Message read() {
    if (auto wrong = find_heading(); !wrong.empty()) return wrong;
    if (auto wrong = find_moves(); !wrong.empty()) return wrong;
    read_moves();
    if (error_.empty() && moves_.size() > kMostMailMoves)
      return Message("more-than-moves", "more than {n} moves", {{"n", kMostMailMoves}});
    count_further_boards();
    return error_;
  }

  const MailHeading& heading() const { return heading_; }
  const std::vector<std::string>& players() const { return players_; }
  const std::vector<std::string>& moves() const { return moves_; }
  std::size_t further() const { return further_; }
  // Of a game that is over: the winner's id, or "" where nobody won.
  const std::optional<std::string>& winner() const { return winner_; }

 private:
  Message find_heading() {
    for (; at_ < lines_.size(); ++at_)
      if (auto found = heading_of(lines_[at_])) {
        heading_ = std::move(*found);
        ++at_;
        return {};
      }
    return Message("board-mail-without-heading", "no line names a board, such as \"Summary of GAME Board 311\"");
  }

  // "  1 C5": the number of a move, and the move.
  static std::optional<int> number_at(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 2 || words[0].size() > 6 || !std::all_of(words[0].begin(), words[0].end(), is_digit))
      return std::nullopt;
    return parse_int(words[0]);
  }
  // "Ohs (o) Move 1: C5": the number of a move, and the move.
  struct Listed {
    int number = 0;
    std::string_view word;
  };
  static std::optional<Listed> listed_at(std::string_view line) {
    const auto words = split_words(line);
    for (std::size_t i = 0; i + 2 < words.size(); ++i)
      if (words[i] == "Move" && words[i + 1].ends_with(':'))
        if (const auto number = parse_int(words[i + 1].substr(0, words[i + 1].size() - 1)))
          return Listed{*number, words[i + 2]};
    return std::nullopt;
  }

  // The line above the first row has the players; where moves are listed, lines "Ohs (o): anna" above them.
  Message find_moves() {
    std::string_view above;
    std::size_t from = at_;
    for (; at_ < lines_.size(); ++at_) {
      const std::string_view line = trim(lines_[at_]);
      if (heading_of(line)) break;
      read_status(line);
      std::optional<int> first = number_at(line);
      if (const auto listed = listed_at(line); listed && !first) {
        first = listed->number;
        listed_ = true;
      }
      if (first && (*first == 1 || lines_[at_].starts_with(' ') || listed_)) return begin(*first, above, from);
      if (!line.empty()) above = line;
    }
    return Message("board-mail-without-moves", "line {line}: board {board} has no moves",
                   {{"line", std::min(at_, lines_.size())}, {"board", heading_.board}});
  }

  // "Game won by anna by 3 points.", "Game won by anna.", "Game was a tie."
  void read_status(std::string_view line) {
    if (line == kTie) winner_ = "";
    if (!line.starts_with(kWonBy)) return;
    auto id = split_words(line.substr(kWonBy.size()));
    if (id.empty()) return;
    if (id.size() == 1 && id[0].ends_with('.')) id[0].remove_suffix(1);
    winner_ = std::string(id[0]);
  }

  Message begin(int first, std::string_view above, std::size_t from) {
    if (first != 1)
      return Message("board-mail-without-first",
                     "line {line}: the moves begin with number {n}; a mail has all of them when its game is over, or "
                     "where the server was asked to show the board",
                     {{"line", at_ + 1}, {"n", first}});
    if (listed_) {
      for (std::size_t i = from; i < at_ && players_.size() <= kMostMailPlayers; ++i) {
        const auto colon = lines_[i].rfind(": ");
        const auto id = colon == std::string_view::npos ? std::string_view() : trim(lines_[i].substr(colon + 1));
        if (!id.empty() && split_words(id).size() == 1) players_.emplace_back(id);
      }
    } else {
      for (const std::string_view id : split_words(above))
        if (players_.size() <= kMostMailPlayers) players_.emplace_back(id);
    }
    if (players_.size() >= 2 && players_.size() <= kMostMailPlayers) return {};
    return Message("board-mail-without-players", "line {line}: the line above the moves must name 2 to {n} players",
                   {{"line", at_ + 1}, {"n", kMostMailPlayers}});
  }

  // Moves that go on below a blank line are read; below anything else they would be lost, and it is said.
  void read_moves() {
    for (;;) {
      for (; at_ < lines_.size() && error_.empty() && !trim(lines_[at_]).empty(); ++at_) {
        if (trim(lines_[at_]) == kAuto) continue;  // a line was broken in two
        if (!(listed_ ? listed_move(lines_[at_]) : row(lines_[at_]))) break;
      }
      const bool more = error_.empty() && moves_.size() <= kMostMailMoves;
      const auto next = more ? further_moves() : std::nullopt;
      if (!next) return;
      for (; at_ < *next; ++at_)
        if (const auto line = trim(lines_[at_]); !line.empty()) {
          wrong_number(line);
          return;
        }
    }
  }

  // The line near by that has the next move. A row of the board's drawing has no such word.
  std::optional<std::size_t> further_moves() const {
    const auto names_point = [](std::string_view word) {
      return std::any_of(word.begin(), word.end(), is_digit) && std::any_of(word.begin(), word.end(), is_letter) &&
             std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || is_letter(c); });
    };
    for (std::size_t i = at_; i < std::min(lines_.size(), at_ + kMostGap) && !heading_of(lines_[i]); ++i) {
      const auto listed = listed_ ? listed_at(lines_[i]) : std::nullopt;
      const auto number = listed ? std::optional(listed->number) : number_at(lines_[i]);
      if (!number || *number != static_cast<int>(moves_.size()) + 1 || (listed_ && !listed)) continue;
      if (listed || names_point(split_words(lines_[i])[1])) return i;
    }
    return std::nullopt;
  }

  bool wrong_number(std::string_view found) {
    error_ = Message("board-mail-move-missing", "line {line}: move {n} is expected here, not \"{found}\"",
                     {{"line", at_ + 1}, {"n", moves_.size() + 1}, {"found", std::string(found.substr(0, 60))}});
    return false;
  }

  // "   1 C5          2 C3 (Auto)": one move for each player, then perhaps a remark of the server.
  bool row(std::string_view line) {
    const auto words = split_words(line);
    for (std::size_t i = 0; i < words.size() && moves_.size() <= kMostMailMoves;) {
      const auto number = parse_int(words[i]);
      const bool next = number && *number == static_cast<int>(moves_.size()) + 1;
      if (!next && number) return wrong_number(line);
      if (!next) return i > 0;
      if (i + 1 == words.size()) return wrong_number(line);
      moves_.emplace_back(words[i + 1]);
      i += i + 2 < words.size() && words[i + 2] == kAuto ? 3 : 2;
    }
    return moves_.size() <= kMostMailMoves;
  }

  bool listed_move(std::string_view line) {
    const auto listed = listed_at(line);
    if (!listed) return false;
    if (listed->number != static_cast<int>(moves_.size()) + 1) return wrong_number(trim(line));
    moves_.emplace_back(listed->word);
    return moves_.size() <= kMostMailMoves;
  }

  void count_further_boards() {
    further_ =
        static_cast<std::size_t>(std::count_if(lines_.begin() + static_cast<std::ptrdiff_t>(at_), lines_.end(),
                                               [](std::string_view line) { return heading_of(line).has_value(); }));
  }

  MailLines lines_;
  std::size_t at_ = 0, further_ = 0;
  MailHeading heading_{};
  std::vector<std::string> players_{}, moves_{};
  std::optional<std::string> winner_{};
  bool listed_ = false;
  Message error_{};
};

// "W+" for the seat of the winner, "0" of a tie; "" where the text says nothing that fits.
std::string mailed_result(const BoardMail& mail, const AnnotatedGame& game) {
  if (!mail.winner() || mail.moves().empty()) return {};
  const std::string last = lower(mail.moves().back());
  if (last == "resign" || last == "forfeit") return {};  // which tells who won, and how
  if (mail.winner()->empty()) return "0";
  const auto found = std::find(mail.players().begin(), mail.players().end(), *mail.winner());
  const GameInfo* info = find_game(game.game);
  if (found == mail.players().end() || info == nullptr) return {};
  const Made made = info->make(game.config);
  if (!made.error.empty()) return {};
  const auto seat = static_cast<std::size_t>(found - mail.players().begin());
  const View view = made.position.view(Viewer::referee);
  for (const View::Side& side : view.sides)
    if (index(side.seat) == static_cast<int>(seat)) return std::string(1, side.letter) + '+';
  return {};
}

}  // namespace

bool looks_like_board_mail(std::string_view text) {
  std::string_view rest = text.substr(0, kMostHeader);
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (line.find("(;") != std::string_view::npos) return false;  // SGF, in which anything may be written
    if (line.size() < 200 && heading_of(line)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

Message read_board_mail(std::string_view text, const OptionValues& options, AnnotatedGame& out,
                        std::vector<Message>& remarks) {
  BoardMail mail(text);
  if (auto wrong = mail.read(); !wrong.empty()) return wrong;
  SiteGame game;
  game.site = kPlayByMail;
  game.name = mail.heading().game;
  game.moves = mail.moves();
  game.variants.push_back("-players=" + std::to_string(mail.players().size()));
  for (const auto& [key, value] : options) game.variants.push_back('-' + key + (value.empty() ? "" : '=' + value));
  if (mail.further() > 0)
    remarks.push_back(
        Message("file-games-first", "the file has {games} games; this is the first", {{"games", mail.further() + 1}}));
  Details& details = out.details;
  for (std::size_t i = 0; i < std::min(mail.players().size(), details.players.size()); ++i)
    details.players[i].name = mail.players()[i];
  details.place = game.site;
  details.source = std::string(kPlayByMail) + ", " + mail.heading().game + ' ' + mail.heading().board;
  if (auto wrong = take_site_game(game, std::nullopt, out, remarks); !wrong.empty()) return wrong;
  details.result = mailed_result(mail, out);
  return {};
}

}  // namespace cairn
