// Moves by mail, and boards as somebody may see them.
#include <algorithm>
#include <limits>

#include "core/text.h"
#include "notation/event_text.h"
#include "notation/stored_json.h"
#include "notation/words.h"
#include "server/mail/board_mail.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_words.h"
#include "server/play/fields.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

constexpr std::size_t kMostBoards = 20;  // in one answer
constexpr int kMostOwnTables = 200;      // of one player

std::vector<std::string> played_words(const std::string& move) {
  return read_words(move);
}

std::optional<OfferKind> offered_by_others(const Table& table, Seat seat) {
  for (const Offer& offer : table.terms().offers)
    if (!offer.agreed.contains(seat)) return offer.kind;
  return std::nullopt;
}

// No word of the sender: one who left out his move has written his password in its place.
std::string why_not(Language language, const Refusal& refusal) {
  if (language != Language::en) return refusal_words(language, refusal);
  return refusal.code == Code::illegal_move ? std::string(refusal.reason.text()) : refusal.message.english();
}

Message unclear_message(const MailReply& reply) {
  return Message(
      "mail-unclear",
      "Nothing was played, and nobody else received your text: {why}. Write only the move in the first line, "
      "and a comment below it.",
      {{"why", reply.unclear}});
}

// What somebody asks for with a word.
Command command_of(const Table& table, Seat seat, const std::string& move) {
  using Kind = Command::Kind;
  Command out;
  const std::string word = lower(move);
  const auto offer = offered_by_others(table, seat);
  const auto is_move = [&] { return table.position().parse(seat, word).refused == Reason::none; };
  if (word == kResign) {
    out.kind = Kind::resign;
  } else if (word == "propose" && !is_move()) {
    out.kind = Kind::offer;
    out.offer = OfferKind::draw;
  } else if (word == "undo") {
    out.kind = Kind::undo;
  } else if ((word == "accept" || word == "reject") && offer) {
    out.kind = word == "accept" ? Kind::accept : Kind::decline;
    out.offer = *offer;
  } else {
    out.words = played_words(move);
  }
  return out;
}

// A move that is kept until it is somebody's turn.
Command plan_of(const std::string& move) {
  Command out;
  out.kind = Command::Kind::plan;
  out.plan = "(*=" + join(played_words(move), " ") + ")";
  return out;
}

// Whether these very words were this seat's move after `moves` others.
bool was_played(const Table& table, Seat seat, int moves, const std::string& move) {
  const auto words = played_words(move);
  const auto visible = visible_moves(table, viewer_of(seat));
  std::size_t at = 0;
  for (const VisibleMove& one : visible) {
    if (one.number <= moves) continue;
    if (at == words.size()) return true;
    if (one.step->seat != seat || !equal_ignoring_case(one.step->word, words[at])) return false;
    ++at;
  }
  return at == words.size() && at > 0;
}

}  // namespace

BoardSize mail_size(const std::string& preferences) {
  const Json json = parse_stored_json(preferences);
  if (!json.is_object() || !json.contains("mail") || !json["mail"].is_object()) return BoardSize::medium;
  const std::string* size = text_at(json["mail"], "size");
  return size == nullptr ? BoardSize::medium : board_size(*size).value_or(BoardSize::medium);
}

std::string MailCommands::how_to_reply(const Table& table, int board, Viewer viewer, Language language) const {
  const Seat seat = seat_at(static_cast<int>(viewer));
  const bool left = std::any_of(table.steps().begin(), table.steps().end(),
                                [&](const Step& step) { return step.seat == seat && step.left; });
  if (table.over() || left) return {};
  const bool own = table.position().to_act().contains(seat);
  const std::string address = settings_.commands_to();
  const Message how =
      own ? Message("mail-reply-now",
                    "To play, reply to this mail with your move in the first line.\nOr write to {address} with the "
                    "subject:",
                    {{"address", address}})
          : Message("mail-reply-later",
                    "You get mail when it is your turn. To choose a move in advance,\nwrite to {address} with the "
                    "subject:",
                    {{"address", address}});
  return wrap(translated(language, how), 76) + "  " + table.setup().game + (own ? " move " : " qmove ") +
         std::to_string(board) + " USER PASSWORD MOVE\n";
}

MailCommands::Answer MailCommands::board_shown(const Ask& ask, const Account& person, const Table& table,
                                               const std::string& news) const {
  const int board = ask.command.boards.front().number;
  const auto seat = table.seat_of(person.person.id);
  BoardShown how;
  how.board = board;
  how.viewer = seat ? viewer_of(*seat) : Viewer::spectator;
  how.size = mail_size(person.preferences);
  how.news = news;
  how.language = *ask.language;
  Answer answer;
  answer.subject = board_subject(table, board, how.viewer, how.language);
  answer.thread = ask.command.game + "." + std::to_string(board);
  if (seat) {
    how.reply = how_to_reply(table, board, how.viewer, how.language);
    answer.reply = seat_address(key_, {ask.command.game, board, person.person.id}, table.over());
  }
  answer.text = board_text(table, how);
  answer.shot = board_shot(table, how);
  return answer;
}

MailCommands::Answer MailCommands::board_error(const Ask& ask, const Account& person, const Table& table,
                                               const Message& why, const std::string& text) const {
  Answer out = board_shown(ask, person, table, text);
  out.refused = why.english();
  out.subject = ask.say(
      Message("mail-board-error", "{title} Board {board} Error",
              {{"title", title_text(*ask.language, table.info())}, {"board", ask.command.boards.front().number}}));
  return out;
}

// --- moves

struct MailCommands::Turn {
  Ask ask;  // of a reply: as it was read at the board
  Account person;
  std::string table;
  std::optional<Command> command{};  // as it was decided last
};

// The table is looked up once: what is asked for is decided there, when it is its turn.
void MailCommands::move(const Ask& ask, const Account& person, const Then& then) {
  const auto go = [=, this](const std::string& id) {
    const auto turn = std::make_shared<Turn>(Turn{ask, person, id});
    TableService::Act act;
    act.request = "m" + ask.id;
    act.decide = [=, this](const Table& table, Seat seat) -> std::optional<Command> {
      const auto instead = decide(*turn, table, seat);
      if (!instead) return turn->command;
      then(*instead);
      return std::nullopt;
    };
    // The comment is said before the move that will be taken: it stands in the next mail with it.
    act.first = [=, this](const Done<Unit>& did) {
      const bool plans = turn->command->kind == Command::Kind::plan;
      const std::string said = plans ? "" : talk_of(turn->ask.comment());
      if (said.empty()) return did(Unit{});
      talk_.say(id, person.person, {"m" + ask.id, said}, [did](const Result<VisibleRemark>& posted) {
        posted.refused_by(Code::unavailable) ? did(posted.refusal()) : did(Unit{});  // who may not speak may play
      });
    };
    table_service_.act(id, person.person, std::move(act),
                       [=, this](const Table* table, const Result<CommandAnswer>& answer) {
                         if (!answer) return then(not_moved(*turn, table, answer.refusal()));
                         table == nullptr ? then(later()) : moved(*turn, *table, then);
                       });
  };
  with_table(ask, ask.command.boards.front().number, go, then);
}

// A reply's move; where none is clear, the answer says so.
std::optional<MailCommands::Answer> MailCommands::read_reply(Turn& turn, const Table& table, Seat seat) const {
  if (!holds(key_, turn.ask.reply->address, table.over())) return unproven();  // of the time before its end
  const auto is_move = [&](std::string_view word) {
    return table.position().parse(seat, word).refused != Reason::unknown_move;
  };
  const MailReply reply = read_mail_reply(turn.ask.reply->text, is_move);
  if (reply.move.empty()) {
    const std::string examples = examples_text(table, viewer_of(seat), *turn.ask.language);
    const std::string text = wrap(turn.ask.say(unclear_message(reply)), 76) + examples + "\n";
    return board_error(turn.ask, turn.person, table, "nothing was played: " + reply.unclear, text);
  }
  turn.ask.command.moves = {reply.move};
  turn.ask.command.number = reply.number;
  turn.ask.command.comment = reply.comment;
  return std::nullopt;
}

// What a turn asks for as the table stands; or what is answered instead.
std::optional<MailCommands::Answer> MailCommands::decide(Turn& turn, const Table& table, Seat seat) const {
  turn.command.reset();
  if (turn.ask.reply)
    if (auto instead = read_reply(turn, table, seat)) return instead;
  const MailCommand& asked = turn.ask.command;
  const std::string& word = asked.moves.front();
  if (asked.deed == MailDeed::queue_move && !table.position().to_act().contains(seat)) {
    turn.command = plan_of(word);
  } else {
    const int played = moves_played(table, viewer_of(seat));
    if (asked.number && *asked.number < played && was_played(table, seat, *asked.number, word))
      return board_shown(turn.ask, turn.person, table,
                         turn.ask.say(Message("mail-done-already", "That was already done.")) + "\n\n");
    if (asked.number && *asked.number != played) {
      const Message late(
          "mail-other-number",
          "Nothing was played: the move was meant to follow {after} moves, but {played} have been played.",
          {{"after", *asked.number}, {"played", played}});
      return board_error(turn.ask, turn.person, table, late, turn.ask.say(late) + "\n\n");
    }
    turn.command = command_of(table, seat, word);
  }
  turn.command->version = table.version(viewer_of(seat));
  return std::nullopt;
}

// What the record has of it tells what was done, also when the mail comes again.
void MailCommands::moved(const Turn& turn, const Table& table, const Then& then) {
  const Seat seat = *table.seat_of(turn.person.person.id);
  const auto at = table.entries_before(seat, "m" + turn.ask.id);
  if (!at) return then(later());  // the database went back meanwhile
  const Entry::Kind did = table.log()[static_cast<std::size_t>(*at)].kind;
  if (did == Entry::Kind::resign && declined_by(table, turn.table) == turn.person.person.name)
    return decline(turn.ask, turn.person, table, turn.table, then);
  const Message saved("mail-move-saved", "Your move is saved. It is played at your next turn, if it is legal then.");
  const std::string kept = turn.ask.say(saved) + "\n\n";
  then(board_shown(turn.ask, turn.person, table, did == Entry::Kind::plan ? kept : ""));
}

MailCommands::Answer MailCommands::not_moved(const Turn& turn, const Table* table, const Refusal& refusal) const {
  const bool plans = turn.command && turn.command->kind == Command::Kind::plan;
  const bool full =
      turn.command && !plans && refusal.code == Code::too_many;  // of offers: that passes when more was played
  if (refusal.passes() && !full) return later();
  if (table == nullptr) return no_board(turn.ask, turn.ask.command.boards.front().number);
  const auto seat = table->seat_of(turn.person.person.id);
  const auto nothing = [](const std::string& why) {
    return Message("mail-nothing-played", "Nothing was played: {why}.", {{"why", why}});
  };
  std::string text;
  Message why = nothing(why_not(Language::en, refusal));
  if (!seat) {
    why = Message("mail-not-a-player", "You are not a player at this board, but you can watch it.");
    text = turn.ask.say(why) + "\n";
  } else if (plans) {
    const Answer not_done = refused(turn.ask, refusal);
    why = not_done.refused;
    text = not_done.text;
  } else {
    const bool of_move = turn.command && turn.command->kind == Command::Kind::play;
    const bool to_move = table->position().to_act().contains(*seat);
    const Language language = *turn.ask.language;
    text = turn.ask.say(nothing(why_not(language, refusal))) + "\n" +
           (of_move && to_move ? examples_text(*table, viewer_of(*seat), language) : "");
  }
  return board_error(turn.ask, turn.person, *table, why, text + "\n");
}

void MailCommands::chat(const Ask& ask, const Account& person, const Table& table, const std::string& id,
                        const Then& then) {
  const std::string said = talk_of(ask.comment());
  if (said.empty()) return then(error(ask, kNothingToSend));
  const int board = ask.command.boards.front().number;
  std::vector<std::int64_t> others;
  for (const Occupant& occupant : table.occupants())
    if (occupant.person > 0 && occupant.person != person.person.id) others.push_back(occupant.person);
  talk_.say(id, person.person, {"m" + ask.id, said}, [=, this](const Result<VisibleRemark>& posted) {
    if (!posted) return then(refused(ask, posted.refusal()));
    const auto letter = [=, this, name = person.person.name](Language language) {
      const Message subject("mail-chat-subject", "{title} chat {board} {name}",
                            {{"title", title_text(language, game(ask))}, {"board", board}, {"name", name}});
      Letter out = {translated(language, subject), comment_text(name, said, language)};
      out.thread = ask.command.game + "." + std::to_string(board);
      return out;
    };
    tell_people(others, letter, "chat." + ask.id, [ask, then, this](bool stored) {
      if (!stored) return then(later());
      then(done(ask, Message("mail-chat-sent", "Your message goes to the players of the board.")));
    });
  });
}

// --- boards

// One board after the other into one answer.
void MailCommands::show(const Ask& ask, std::size_t at, std::string text, const Then& then) {
  const bool all = at == ask.command.boards.size(), full = at == kMostBoards || text.size() > kMostAnswer;
  if (!all && full)
    text += "\n" +
            ask.say(Message("mail-boards-left-out", "The other boards were left out because the answer is long.")) +
            "\n";
  if (all || full) return then({boards_subject(ask), std::move(text)});
  const MailBoard wanted = ask.command.boards[at];
  const auto drawn = [=, this](const Table& table, const std::string&) {
    BoardShotPtr shot;
    std::string own = text.empty() ? "" : text + "\n";
    if (!wanted.after) {
      BoardShown how;
      how.board = wanted.number;
      how.language = *ask.language;
      own += board_text(table, how);
      shot = board_shot(table, how);
    } else if (const auto view = view_after(table, *wanted.after, Viewer::spectator)) {
      const Message after(
          "mail-board-after", "{title} board {board} after {moves} moves",
          {{"title", title_text(*ask.language, table.info())}, {"board", wanted.number}, {"moves", *wanted.after}});
      const std::string title = ask.say(after);
      own += title + "\n\n" + view_text(table.position(), *view, BoardSize::medium, *ask.language);
      shot = view_shot(table.position(), *view, title, *ask.language);
    } else {
      const Message fewer("mail-fewer-moves", "Board {board} does not have {moves} moves yet.",
                          {{"moves", *wanted.after}, {"board", wanted.number}});
      own += ask.say(fewer) + "\n";
    }
    if (ask.command.boards.size() == 1) {
      Answer one = {board_subject(table, wanted.number, Viewer::spectator, *ask.language), std::move(own)};
      one.thread = ask.command.game + "." + std::to_string(wanted.number);
      one.shot = std::move(shot);
      return then(std::move(one));
    }
    show(ask, at + 1, std::move(own), then);
  };
  with_board(ask, wanted.number, drawn, [=, this](Answer answer) {
    if (answer.how == Answer::How::later || ask.command.boards.size() == 1) return then(std::move(answer));
    show(ask, at + 1, text + answer.text, then);
  });
}

// Boards of a player that have numbers. "next": where it is his turn; "active": he still plays.
void MailCommands::show_of(const Ask& ask, const Then& then) {
  const std::string which = ask.command.word.empty() ? "active" : ask.command.word;
  with_people(
      ask, {ask.command.user},
      [=, this](const std::vector<Account>& people) {
        const std::int64_t person = people.front().person.id;
        const auto listed = [=, this](std::vector<TableCard> cards) {
          std::erase_if(cards, [&](const TableCard& card) {
            if (!ask.command.game.empty() && card.game != ask.command.game) return true;
            if (which != "next") return false;
            for (std::size_t i = 0; i < card.occupants.size(); ++i)
              if (card.occupants[i].person == person) return !card.to_act.contains(seat_at(static_cast<int>(i)));
            return true;
          });
          show_cards(ask, cards, then);
        };
        const auto read = [=, this](bool over, std::vector<TableCard> before, const auto& go) {
          stores_.lists.tables_of(person, over, std::numeric_limits<std::int64_t>::max(), kMostOwnTables,
                                  [then, go, before](const Found<std::vector<TableCard>>& found) {
                                    if (!found.value) return then(later());
                                    std::vector<TableCard> all = before;
                                    all.insert(all.end(), found.value->begin(), found.value->end());
                                    go(std::move(all));
                                  });
        };
        if (which == "inactive") return read(true, {}, listed);
        if (which != "all") return read(false, {}, listed);
        read(false, {}, [read, listed](std::vector<TableCard> running) { read(true, std::move(running), listed); });
      },
      then);
}

void MailCommands::show_cards(const Ask& ask, const std::vector<TableCard>& cards, const Then& then) {
  std::vector<std::string> ids;
  ids.reserve(cards.size());
  for (const TableCard& card : cards) ids.push_back(card.id);
  stores_.mail.number_boards(ids, false, [=, this](const Found<std::vector<int>>& found) {
    if (!found.value) return then(later());
    std::map<std::string, std::vector<MailBoard>> boards;  // by game
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (const int number = (*found.value)[i]; number > 0) boards[cards[i].game].push_back({number, {}});
    if (boards.empty())
      return then({boards_subject(ask), ask.say(Message("mail-no-boards", "These boards do not exist.")) + "\n"});
    show_games(ask, std::move(boards), {}, then);
  });
}

void MailCommands::show_games(const Ask& ask, std::map<std::string, std::vector<MailBoard>> left, std::string text,
                              const Then& then) {
  if (left.empty()) return then({boards_subject(ask), std::move(text)});
  Ask one = ask;
  one.command.game = left.begin()->first;
  one.command.boards = left.begin()->second;
  left.erase(left.begin());
  show(one, 0, std::move(text), [=, this](Answer answer) {
    if (answer.how != Answer::How::said) return then(std::move(answer));
    show_games(ask, left, answer.text + "\n", then);
  });
}

// --- what if

namespace {

// What a position would be after some moves: played and drawn on a thread.
struct Preview {
  Message fault{};  // why one of them cannot be played
  std::string text{};
  BoardShotPtr shot{};
};

// Plays words for whoever is to move; nothing, or why one of them cannot be played.
Message play_all(Position& position, const std::vector<std::string>& moves, Language language) {
  int count = 0;
  for (const std::string& move : moves)
    for (const std::string& word : read_words(move)) {
      EventLog log;
      ++count;
      const Attempt tried = play_word(position, position.view(Viewer::referee), word, log);
      if (tried.refused != Reason::none)
        return Message("mail-move-refused", "move {n} cannot be played: {why}",
                       {{"n", count}, {"why", why_not(language, {Code::illegal_move, {}, 0, tried.refused})}});
    }
  return {};
}

Preview preview_of(Position position, const std::vector<std::string>& moves, const std::string& title,
                   Language language) {
  Preview out;
  out.fault = play_all(position, moves, language);
  if (!out.fault.empty()) return out;
  const View view = position.view(Viewer::spectator);
  out.text = view_text(position, view, BoardSize::medium, language);
  out.shot = view_shot(position, view, title, language);
  return out;
}

}  // namespace

void MailCommands::tell_preview(const Ask& ask, const Position& from, const Message& head, const Then& then) {
  const std::string title = ask.say(Message("mail-preview-subject", "{title} preview", {{"title", own_title(ask)}}));
  const auto draw = [from, moves = ask.command.moves, title, language = *ask.language] {
    return preview_of(from, moves, title, language);
  };
  const auto tell = [=, this](const Preview& drawn) {
    if (!drawn.fault.empty())
      return then(error(ask, Message("mail-no-preview", "There is no preview: {why}.", {{"why", drawn.fault}})));
    Answer out = {title, ask.say(head) + "\n\n" + drawn.text};
    out.shot = drawn.shot;
    then(std::move(out));
  };
  if (!queue_.run(Asker{ask.from}, draw, tell)) then(later());
}

void MailCommands::preview(const Ask& ask, const Then& then) {
  with_board(
      ask,
      [=, this](const Table& table, const std::string&) {
        const MailBoard& board = ask.command.boards.front();
        if (table.info().hidden)
          return then(error(ask, Message("mail-no-preview-hidden",
                                         "A hidden game has no preview, because it would give hidden moves away.")));
        auto from = board.after ? position_after(table, *board.after, Viewer::spectator) : table.position();
        if (!from)
          return then(error(ask, Message("mail-fewer-moves", "Board {board} does not have {moves} moves yet.",
                                         {{"moves", *board.after}, {"board", board.number}})));
        tell_preview(ask, *from,
                     Message("mail-preview-board", "Board {board} if these moves were played. Nothing was played.",
                             {{"board", board.number}}),
                     then);
      },
      then);
}

void MailCommands::preview_new(const Ask& ask, const Then& then) {
  const GameInfo& info = game(ask);
  OptionValues options;
  const Message fault = mail_options(info, ask.command, options);
  if (!fault.empty()) return then(error(ask, fault));
  const Made made = info.make({options, {}});
  if (!made.error.empty())
    return then(error(ask, Message("mail-no-such-options", "This game does not exist: {why}.", {{"why", made.error}})));
  if (info.hidden && !ask.command.moves.empty())
    return then(error(ask, Message("mail-no-preview-moves", "A hidden game has no preview with moves.")));
  tell_preview(ask, made.position, Message("mail-preview-new", "A new board after these moves."), then);
}

}  // namespace cairn
