#include "apps/cairn/play_loop.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/game_words.h"
#include "apps/cairn/play_help.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/replay.h"
#include "notation/text_width.h"
#include "notation/words.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kMessages = 3;  // shown under the board

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

// Whether `save` may write over a file: it is a list of moves, as `save` writes it. Another would lose its comments and
// variations.
bool may_replace(const std::string& path) {
  if (std::error_code fault; !std::filesystem::exists(path, fault)) return true;
  const auto old = read_file(path);
  Record record;
  return old && (old->empty() || (read_record(*old, record).empty() && parse_json(*old)["version"] == 1));
}

}  // namespace

PlayLoop::PlayLoop(Session session, std::vector<Player> players, BoardSize size, std::uint64_t seed)
    : session_(std::move(session)), players_(std::move(players)), size_(size), rng_(seed) {}

int PlayLoop::run() {
  tell(say("{game}. Type a move, or `help`.", {{"game", session_.info().title}}));
  while (!leaving_ && !interrupted()) {
    const Seat seat = session_.next();
    if (!session_.over() && !is_human(seat)) {
      let_bot_move(seat);
      continue;
    }
    if (!session_.over()) hand_over(seat);
    if (leaving_ || interrupted()) break;
    show(seat);
    if (session_.over() && humans().empty() && !stdin_is_terminal()) break;
    std::string line;
    const std::string prompt = session_.over() ? say("over##of a game")
                                               : side_said(side_name(session_.position().view(viewer_for(seat)), seat));
    if (!ask(prompt + "> ", line)) break;
    obey(seat, line);
  }
  if (interrupted()) fmt::print("\n");
  return interrupted() ? kInterrupted : kOk;
}

bool PlayLoop::is_human(Seat seat) const {
  const auto i = static_cast<std::size_t>(index(seat));
  return i < players_.size() && players_[i].human;
}

SeatSet PlayLoop::humans() const {
  SeatSet set;
  for (int i = 0; i < session_.position().seats(); ++i)
    if (is_human(seat_at(i))) set.insert(seat_at(i));
  return set;
}

Viewer PlayLoop::viewer_for(Seat seat) const {
  const SeatSet people = humans();
  if (people.empty()) return Viewer::referee;  // nobody here plays: nothing is told to anyone who should not know
  return viewer_of(people.contains(seat) ? seat : people.front());
}

// Where something is hidden and several people share the keyboard nobody sees another's board.
void PlayLoop::hand_over(Seat seat) {
  if (!session_.hidden() || humans().size() < 2 || !is_human(seat)) return;
  if (seen_by_ == index(seat)) return;
  const std::string name = side_with_capital(side_name(session_.position().view(viewer_of(seat)), seat));
  std::string line;
  if (seen_by_ >= 0) {
    show(seat_at(seen_by_));
    if (!ask(say("Press Enter, then hand over to {name}.", {{"name", name}}) + " ", line)) return;
  }
  if (stdout_is_terminal()) fmt::print("\033[H\033[2J\033[3J");
  if (!ask(say("{name}: press Enter when you are alone at the screen.", {{"name", name}}) + " ", line)) return;
  seen_by_ = index(seat);
}

BoardStyle PlayLoop::style(int rows_needed) const {
  const TerminalSize room = terminal_size();
  BoardStyle style;
  style.size = size_;
  style.colours = colours_wanted();
  style.columns = room.columns;
  style.rows = room.rows - rows_needed;
  style.playable = true;
  style.freedoms = freedoms_;
  return style;
}

std::vector<std::string> PlayLoop::show(Seat seat) {
  const Viewer viewer = viewer_for(seat);
  const View view = session_.position().view(viewer);
  // Where nothing is hidden all look at one screen, and nothing is told twice.
  for (auto& line : session_.news(session_.info().hidden ? viewer : Viewer::spectator))
    messages_.push_back(std::move(line));
  if (messages_.size() > kMessages) messages_.erase(messages_.begin(), messages_.end() - kMessages);
  const BoardStyle look = style(static_cast<int>(kMessages) + 3);
  std::string board = text_board(view, namer(session_.position()), look);
  std::string status = status_said(view, chosen_size(view, look));
  std::string notes;
  for (const auto& message : messages_) notes += wrap(message, static_cast<std::size_t>(look.columns), "");
  if (stdout_is_terminal()) {
    // What does not fit scrolls away at the top, so the notes give way to the board.
    const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
    const auto room = terminal_size().rows - 1 - lines(board) - lines(status);
    while (!notes.empty() && lines(notes) > std::max<long>(room, 1)) notes.erase(0, notes.find('\n') + 1);
    fmt::print("\033[H\033[2J");
  }
  fmt::print("{}{}{}", board, status, notes);
  std::fflush(stdout);
  return std::exchange(messages_, {});
}

void PlayLoop::tell(std::string_view text) {
  messages_.emplace_back(text);
}

void PlayLoop::page(const std::string& text) {
  if (!stdin_is_terminal() || !stdout_is_terminal()) {
    fmt::print("{}", text);
    return;
  }
  fmt::print("\033[H\033[2J");
  const int rows = std::max(terminal_size().rows - 1, 2);
  int shown = 0;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    fmt::print("{}", text.substr(at, end - at));
    at = end;
    if (++shown % rows == 0 && at < text.size() && !ask(say("-- Enter for more --"), line)) return;
  }
  ask(say("-- Enter to go back --"), line);
}

// False at the end of the input or when interrupted.
bool PlayLoop::ask(const std::string& prompt, std::string& line) {
  fmt::print("{}", prompt);
  std::fflush(stdout);
  if (!input_.read(line)) {
    if (!interrupted()) fmt::print("\n");
    leaving_ = true;
    return false;
  }
  if (!stdin_is_terminal()) fmt::print("\n");
  return !interrupted();
}

void PlayLoop::obey(Seat seat, const std::string& line) {
  const auto words = split_words(line);
  if (words.empty()) return;
  const std::string name = lower(words[0]);
  const auto rest = trim(std::string_view(line).substr(line.find(words[0]) + words[0].size()));
  if (!command(seat, name, std::string(rest))) play_words(seat, line);
}

bool PlayLoop::command(Seat seat, const std::string& name, const std::string& argument) {
  if (name == "help" || name == "?") {
    page(play_help(session_.info()));
  } else if (name == "quit" || name == "exit") {
    leaving_ = true;
  } else if (name == "undo") {
    undo();
  } else if (name == "hint") {
    hint(seat, argument);
  } else if (name == "legal") {
    list_legal(seat);
  } else if (name == "moves") {
    list_moves();
  } else if (name == "save") {
    save(argument);
  } else if (name == "load") {
    load(argument);
  } else if (name == "new") {
    session_.restart();
    seen_by_ = -1;
    tell(say("New game."));
  } else if (name == "board") {
    if (const auto size = board_size(argument))
      size_ = *size;
    else
      tell(say("board: the sizes are auto, large, medium, small or plain (one grid per level)."));
  } else if (name == "freedoms") {
    freedoms_ = !freedoms_;
    tell(freedoms_ ? say("Now * marks the last freedom of a threatened group.")
                   : say("Last freedoms are no longer marked."));
  } else {
    return false;
  }
  return true;
}

// Several words are played one after the other, all or none. Where something is hidden only one is taken: a refused
// second would tell what the first found out.
void PlayLoop::play_words(Seat seat, const std::string& line) {
  if (session_.over()) {
    tell(say("The game is over: type `undo`, `new`, `save FILE` or `quit`."));
    return;
  }
  const auto words = read_words(line);
  if (words.size() > 1 && session_.hidden()) {
    tell(say("Type one move at a time: this game has hidden information."));
    return;
  }
  Session trial = session_;
  Seat mover = seat;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i];
    const View view = trial.position().view(viewer_for(mover));
    for (const auto& side : view.sides) {  // "white:accept"
      if (!lower(word).starts_with(side.name + ":") || !is_human(side.seat)) continue;
      mover = side.seat;
      word = word.substr(side.name.size() + 1);
    }
    if (!is_human(mover)) {
      tell(say("{word}: it would be {side}'s turn by then. Nothing was played.",
               {{"word", word}, {"side", side_name(view, mover)}}));
      return;
    }
    if (equal_ignoring_case(word, kDraw) && humans().size() < session_.position().seats()) {
      tell(say("Bots do not agree to draws. Nothing was played."));
      return;
    }
    if (const Reason refused = trial.play(mover, word); refused != Reason::none) {
      tell_refused(word, refused, words.size() > 1);
      return;
    }
    mover = trial.next();
  }
  session_ = std::move(trial);
}

// `several`: other words were typed with it.
void PlayLoop::tell_refused(std::string_view word, Reason refused, bool several) {
  std::string text = say("{word}: {why}.", {{"word", word.substr(0, 40)}, {"why", Message(refused)}});
  if (refused == Reason::unknown_move) text += " " + say("`legal` lists the moves, `help` the commands.");
  if (several) text += " " + say("Nothing was played.");
  tell(text);
}

// A person's seat has one for hints.
BotPlayer& PlayLoop::bot(Seat seat) {
  const auto i = static_cast<std::size_t>(index(seat));
  const int level = is_human(seat) || i >= players_.size() ? Player{}.level : players_[i].level;
  if (!bots_[i]) bots_[i] = std::make_unique<BotPlayer>(session_.info(), session_.position(), level, rng_());
  return *bots_[i];
}

void PlayLoop::let_bot_move(Seat seat) {
  const auto i = static_cast<std::size_t>(index(seat));
  const double seconds = i < players_.size() ? players_[i].seconds : Player{}.seconds;
  const std::string name = side_name(session_.position().view(Viewer::referee), seat);
  const bool watched = humans().empty();
  const bool shared = session_.hidden() && humans().size() > 1;  // whose board would it be?
  if (stdout_is_terminal() && !shared) {
    auto messages = show(seat);
    if (!watched) messages_ = std::move(messages);  // they stay until it is a person's turn
  }
  BotMove move;
  {
    Progress progress;
    progress.show(say("{name} is thinking ...", {{"name", side_with_capital(name)}}));
    move = bot(seat).move(session_.position(), session_.record().moves, seat, seconds);
  }
  if (interrupted()) return;
  for (const std::string& word : move.words) session_.play(seat, word);
  if (watched && !stdout_is_terminal()) show(seat);
}

void PlayLoop::hint(Seat seat, const std::string& argument) {
  if (session_.over()) {
    tell(say("The game is over."));
    return;
  }
  const auto seconds = argument.empty() ? std::optional<int>(1) : parse_int(argument);
  if (!seconds || *seconds < 1 || *seconds > 600) {
    tell(say("hint: needs 1 to 600 seconds, as in `hint 5`."));
    return;
  }
  BotMove move;
  {
    Progress progress;
    progress.show(say("Thinking ..."));
    move = bot(seat).hint(session_.position(), session_.record().moves, seat, *seconds);
  }
  const std::string words = join(move.words, " ");
  if (move.proof == Proof::win)
    tell(say("Hint: {moves} wins. This is proven.", {{"moves", words}}));
  else if (move.proof == Proof::draw)
    tell(say("Hint: {moves} draws, and no move wins. This is proven.", {{"moves", words}}));
  else if (move.proof == Proof::loss)
    tell(say("Hint: {moves}. Every move loses against best play. This is proven.", {{"moves", words}}));
  else if (move.win_rate)
    tell(say("Hint: {moves} (win rate {percent}, {n} playouts).",
             {{"moves", words}, {"percent", percent(*move.win_rate)}, {"n", move.playouts}}));
  else
    tell(say("Hint: {moves}.", {{"moves", words}}));
}

void PlayLoop::list_legal(Seat seat) {
  ActionList actions;
  if (session_.position().to_act().contains(seat)) session_.position().legal(seat, actions);
  if (actions.size() > kMaxListedWords) {
    std::string some;
    for (std::size_t i = 0; i < 5; ++i) some += session_.position().format(actions[i]) + "\n";
    page(say("{n} legal moves, such as", {{"n", actions.size()}}) + "\n" + some);
    return;
  }
  const auto words = session_.over() ? std::vector<std::string>() : session_.position().legal_words(seat);
  page(say("{n} legal move|{n} legal moves", {{"n", words.size()}}) + "\n" +
       wrap(join(words, " "), static_cast<std::size_t>(terminal_size().columns)));
}

void PlayLoop::list_moves() {
  if (session_.hidden()) {
    tell(say("You can see the moves when the game is over."));
    return;
  }
  std::vector<std::string> words;
  for (const auto& [seat, word] : session_.record().moves) words.push_back(word);
  page(say("{n} move|{n} moves", {{"n", words.size()}}) + "\n" +
       wrap(join(words, " "), static_cast<std::size_t>(terminal_size().columns)));
}

void PlayLoop::undo() {
  if (session_.hidden())
    tell(say("You cannot take back a move here: this game has hidden information."));
  else if (session_.undo(humans().empty() ? SeatSet::first(kMaxSeats) : humans()))
    tell(say("Taken back."));
  else
    tell(say("No move to take back."));
}

void PlayLoop::save(const std::string& path) {
  const std::string target = path.empty() ? last_save_ : path;
  if (target.empty()) {
    tell(say("save: needs the name of a file, as in `save game.json`."));
    return;
  }
  if (!may_replace(target)) {
    tell(say("save: {file} exists and contains more than a saved game of `cairn play`; it was not changed.",
             {{"file", target}}));
    return;
  }
  if (!write_file(target, json_text(record_json(session_.record())) + "\n")) {
    tell(say("save: cannot write {file}.", {{"file", target}}));
    return;
  }
  last_save_ = target;
  tell(say("Saved to {file}.", {{"file", target}}));
}

void PlayLoop::load(const std::string& path) {
  const auto content = path.empty() ? std::nullopt : read_file(path, kMaxGameFile);
  if (!content) {
    tell(path.empty() ? say("load: needs the name of a file, as in `load game.json`.")
                      : say("load: {file} cannot be read.", {{"file", path}}));
    return;
  }
  SavedGame saved = read_saved(*content);
  if (!saved.error.empty()) {
    tell(say("load: {why}. Your game has not changed.", {{"why", saved.error}}));
    return;
  }
  session_ = Session(*saved.there.info, std::move(saved.record), std::move(saved.there.position));
  if (saved.remarks.size() > kMessages - 1) {  // there is room for so many
    tell(say("load: this file has problems; `cairn play --load {file}` shows them.", {{"file", path}}));
    saved.remarks.erase(saved.remarks.begin(), saved.remarks.end() - 1);
  }
  for (const Message& remark : saved.remarks) tell(say("load: {why}.", {{"why", remark}}));
  seen_by_ = -1;
  bots_ = {};  // it may be another game
  tell(say("Loaded {file}: {game}, {n} moves.",
           {{"file", path}, {"game", session_.info().title}, {"n", session_.record().moves.size()}}));
}

}  // namespace cairn::cli
