// What mails do: a mail is read, who sent it is proven, its commands act as those of the web do, and one answer goes
// back (spec mail). Beside the table service, on the loop's thread, without a socket; the gateway hands mails over.
//
// A mail is done when its answer is stored. Until then the server before us keeps it and tries again: each command has
// a name made from the mail, so that what was done before is done once, and the answer has one, too, so that it is one.
//
// Passwords that mails set are kept in small letters, and compare without case (spec mail): see Accounts::claim.
//
// Who is not who he says gets no answer, but for one help mail a day: nobody learns here who exists. No answer repeats
// what a sender wrote: one of the words may be a password.
//
// What a machine sent by itself does nothing. Mails of lists, and those in bulk, have no answer: a clear move to the
// address of a seat is played, and all else of theirs is refused, so that their sender hears of it from his mail
// server.
//
// An address gets 60 answers within an hour. Its mails act all the same, and further answers are stored to be sent
// later; once they would come more than two hours late, mails of that address are to come again later. Mails that are
// proven, or go to the address of a seat, have four hours, for anybody may write the others in somebody's name.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "notation/mail_command.h"
#include "notation/text_board.h"
#include "notation/texts/catalogue.h"
#include "server/base/background_queue.h"
#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/mail/board_mail.h"
#include "server/mail/inbox.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/message.h"
#include "server/matchmaking/seeks.h"
#include "server/people/accounts.h"
#include "server/people/talk.h"
#include "server/store/letter.h"
#include "server/store/lists.h"
#include "server/store/mail.h"
#include "server/store/outbox.h"
#include "server/store/people.h"
#include "server/store/talk.h"
#include "server/tables/table_service.h"

namespace cairn {

class MailCommands {
 public:
  struct Stores {
    ListStore& lists;
    MailStore& mail;
    OutboxStore& outbox;
    PeopleStore& people;
    TalkStore& talk;
  };
  struct Settings {
    std::function<MailTrust()> trust;                                         // as of now
    std::function<std::string()> commands_to;                                 // the whole address that commands go to
    std::function<std::string()> public_url;                                  // where the web client is; "": nowhere
    std::function<std::string()> site = [] { return std::string("Cairn"); };  // its name
    // A mail of ours came back to this address (a local part), with its words; somebody wants no more mail. Both tell
    // what became of the mail.
    std::function<void(const std::string& local, const std::string& words, MailDone done)> bounced{};
    std::function<void(const std::string& local, MailDone done)> stopped{};
    // Draws a board elsewhere, and gives the PNG, "" for none, on the loop; without it is drawn at once.
    std::function<void(BoardSheet sheet, std::function<void(std::string)> done)> draw{};
  };
  MailCommands(const Stores& stores, TableService& table_service, Accounts& accounts, Talk& talk, Seeks& seeks,
               World world, Settings settings)
      : stores_(stores),
        table_service_(table_service),
        accounts_(accounts),
        talk_(talk),
        seeks_(seeks),
        world_(std::move(world)),
        settings_(std::move(settings)),
        queue_(world_.post, kMostReading, kMostReadingOfOne) {}
  MailCommands(const MailCommands&) = delete;
  MailCommands& operator=(const MailCommands&) = delete;

  void tick();  // about once a second: tables that somebody watches

  void receive(const MailEnvelope& envelope, const std::shared_ptr<const std::string>& bytes, MailDone done);

  // What goes to somebody of a table when it is his turn, when it is over, when his time runs out; the text that says
  // why nothing does.
  using Write = std::function<void(Composed)>;
  void compose(const Delivery& delivery, const Write& done);

 private:
  struct Answer {
    enum class How : std::uint8_t { said, unproven, later };
    std::string subject, text;  // no subject: another mail says it
    How how = How::said;
    std::string thread{}, reply{};  // of a letter
    BoardShotPtr shot{};
    std::string refused{};  // why nothing was done, in one line
  };
  using Then = std::function<void(Answer)>;
  struct Ask {  // one command
    MailCommand command;
    // That its sender reads. All asks of a mail share it: who is known only by a password is answered in his own.
    std::shared_ptr<Language> language = std::make_shared<Language>(Language::en);
    std::string id;                // the same when the mail comes again
    std::string from;              // the address
    bool proven = false;           // that it came from there
    std::vector<Account> owners;   // whose address it is
    std::optional<Account> known;  // who it is: the mail went to an address that only he has
    struct Reply {                 // to the address of a seat; its move is read at the board
      SeatAddress address;
      std::string text;
    };
    std::optional<Reply> reply{};
    std::string comment() const { return command.comment; }
    std::string say(const Message& message) const { return translated(*language, message); }
  };
  struct Mail;  // that is being worked at
  using MailPtr = std::shared_ptr<Mail>;
  struct Turn;  // a move that is being made
  using GoTable = std::function<void(const Table&, const std::string& id)>;

  // --- mail_commands.cpp: the way of a mail
  void with_key(const std::function<void(const std::string&)>& then, const std::function<void()>& fail);
  void once(const MailPtr& mail, const MailOutcome& before, const std::function<void()>& go);
  void take(const MailPtr& mail);
  static Answer fault_answer(const MailFault& fault, Language language);
  void take_commands(const MailPtr& mail);
  void take_nameless(const MailPtr& mail);
  void take_reply(const MailPtr& mail, const std::string& local);
  void take_proof(const MailPtr& mail, const std::string& local);
  void next(const MailPtr& mail);
  void finish(const MailPtr& mail);
  static void finish_unanswered(const MailPtr& mail);
  void send(const MailPtr& mail, const std::string& to, const std::string& id, Letter letter, bool only_once);
  void act(const Ask& ask, const Then& then);
  void act_at_board(const Ask& ask, const Then& then);
  void act_as_person(const Ask& ask, const Then& then);
  static Answer later() { return {{}, {}, Answer::How::later}; }
  static Answer unproven() { return {{}, {}, Answer::How::unproven}; }

  // --- mail_commands_asks.cpp: who asks, and about what
  void with_person(const Ask& ask, const std::function<void(const Account&)>& go, const Then& then);
  // Of what takes two factors, which a mail cannot show.
  Answer refuse_one_factor(const Ask& ask) const;
  void with_people(const Ask& ask, std::vector<std::string> names, const std::function<void(std::vector<Account>)>& go,
                   const Then& then);
  void with_table(const Ask& ask, int board, const std::function<void(const std::string& id)>& go, const Then& then);
  void with_board(const Ask& ask, const GoTable& go, const Then& then);
  void with_board(const Ask& ask, int board, const GoTable& go, const Then& then);
  Accounts::Visit visit(const Ask& ask, const Account* account = nullptr) const;
  Answer refused(const Ask& ask, const Refusal& refusal) const;
  template <class T>
  Answer answer_of(const Ask& ask, const Result<T>& result, const Message& good) const {
    return result ? done(ask, good) : refused(ask, result.refusal());
  }
  Answer done(const Ask& ask, const Message& what) const { return {own_title(ask), ask.say(what) + "\n"}; }
  // `more`: whole lines below it, in the reader's language.
  Answer error(const Ask& ask, const Message& why, const std::string& more = {}) const;
  Answer no_board(const Ask& ask, int board) const;
  std::string boards_subject(const Ask& ask) const;
  const GameInfo& game(const Ask& ask) const;
  std::string own_title(const Ask& ask) const;

  // --- mail_commands_play.cpp
  void move(const Ask& ask, const Account& person, const Then& then);
  std::optional<Answer> read_reply(Turn& turn, const Table& table, Seat seat) const;
  std::optional<Answer> decide(Turn& turn, const Table& table, Seat seat) const;
  void moved(const Turn& turn, const Table& table, const Then& then);
  Answer not_moved(const Turn& turn, const Table* table, const Refusal& refusal) const;
  void preview(const Ask& ask, const Then& then);
  void preview_new(const Ask& ask, const Then& then);
  void tell_preview(const Ask& ask, const Position& from, const Message& head, const Then& then);
  void show(const Ask& ask, std::size_t at, std::string text, const Then& then);
  void show_of(const Ask& ask, const Then& then);
  void chat(const Ask& ask, const Account& person, const Table& table, const std::string& id, const Then& then);
  Answer board_shown(const Ask& ask, const Account& person, const Table& table, const std::string& news) const;
  // `text`: the same for the reader, whole lines.
  Answer board_error(const Ask& ask, const Account& person, const Table& table, const Message& why,
                     const std::string& text) const;
  void show_cards(const Ask& ask, const std::vector<TableCard>& cards, const Then& then);
  void show_games(const Ask& ask, std::map<std::string, std::vector<MailBoard>> left, std::string text,
                  const Then& then);
  std::string how_to_reply(const Table& table, int board, Viewer viewer, Language language) const;

  static constexpr std::size_t kMostAnswer = 40'000;  // bytes; a longer answer has no more lists and boards
  static constexpr std::size_t kMostReading = 200, kMostReadingOfOne = 20;  // beside the loop: long mails, previews
  void act_on(const MailEnvelope& envelope, const std::string& bytes, ReadMail read, MailDone done);

  // --- mail_commands_people.cpp
  void sign_up(const Ask& ask, const Then& then);
  void change_address(const Ask& ask, const Then& then);
  void change_password(const Ask& ask, const Then& then);
  void delete_user(const Ask& ask, const Then& then);
  void message(const Ask& ask, const Then& then);
  void vacation(const Ask& ask, const Then& then);
  void prefer(const Ask& ask, const Account& person, const std::function<Message(Json&)>& change, const Then& then);
  void set_mail_address(const Ask& ask, const Account& person, const std::string& address, const std::string& said,
                        const Then& then);
  void prove_address(const Account& person, const std::string& address, const Ask& ask, const std::string& said,
                     const Then& then);
  void set_language(const Ask& ask, const Then& then);
  void set_preference(const Ask& ask, const Account& person, const Then& then);
  void send_message(const Ask& ask, const Account& person, const std::vector<std::int64_t>& people, const Then& then);
  using LetterIn = std::function<Letter(Language)>;  // the same for each of them in his own language
  void tell_people(std::vector<std::int64_t> people, const LetterIn& letter, const std::string& id,
                   const std::function<void(bool)>& done);

  // --- mail_commands_challenge.cpp
  void challenge(const Ask& ask, const Then& then);
  void challenge_people(const Ask& ask, const TableService::Arranged& wish, const std::vector<Account>& people,
                        std::size_t at, const Then& then);
  void begin(const Ask& ask, const TableService::Arranged& wish, const std::vector<Account>& people, const Then& then);
  void tell_beginning(const Ask& ask, const Table& table, int board, const std::vector<Account>& people, std::size_t at,
                      const Then& then);
  void say_at_beginning(const Ask& ask, const std::vector<Account>& people, const std::string& id,
                        const std::function<void(bool)>& done);
  static const Account* own_of(const Ask& ask, const std::vector<Account>& people);  // null: who asks does not play
  void answer_beginning(const Table& table, int board, const Account& own, const Then& then);
  void decline(const Ask& ask, const Account& person, const Table& table, const std::string& id, const Then& then);
  void end_declined(const std::string& id, std::vector<Account> people, const std::function<void(bool)>& done);
  std::string declined_by(const Table& table, const std::string& id) const;

  // --- mail_commands_tables.cpp
  void games(const Ask& ask, bool over, const Then& then);
  void standings(const Ask& ask, const Then& then);
  void seek(const Ask& ask, const Account& person, const Then& then);

  // --- mail_commands_watch.cpp
  struct BoardLetter {
    Letter letter;
    BoardShotPtr shot{};
  };
  void with_picture(BoardLetter from, const std::function<void(Letter)>& done) const;
  enum class Head : std::uint8_t { usual, begins, nag };  // what its subject begins with
  BoardLetter board_letter(const Table& table, int board, Seat seat, const Account& account, Head head,
                           const std::string& remarks = {}, const std::string& news = {}) const;
  static std::string new_subject(const std::string& subject, Language language);
  void compose_board(const Delivery& delivery, const std::string& id, const Write& done);
  void watch(const Ask& ask, const Account& person, const Then& then);
  void watch_next(const Ask& ask, const Account& person, std::size_t at, const std::function<void()>& done,
                  const Then& then);
  void set_mode(const Ask& ask, const Account& person, const Then& then);
  void tell_watchers(const std::shared_ptr<std::vector<Watch>>& left);

  const Stores stores_;
  TableService& table_service_;
  Accounts& accounts_;
  Talk& talk_;
  Seeks& seeks_;
  World world_;
  Settings settings_;
  std::string key_;  // of addresses; "": not read yet
  bool watching_ = false;
  RateLimit replies_{60.0 / 3600, 60};       // by address: a further answer is sent when its turn comes
  RateLimit beginnings_{10.0 / 86'400, 10};  // by address: games begun without a proof
  RateLimit proofs_{3.0 / 86'400, 3};        // by address: it is asked whose it is
  BackgroundQueue queue_;                    // last: its thread ends first
};

inline constexpr MessageText kNothingToSend("mail-nothing-to-send",
                                            "There was nothing to send: write the message in the body of the mail.");

// Options as written, by their whole names, and days; "" or what is wrong.
Message mail_options(const GameInfo& info, const MailCommand& command, OptionValues& out);
Message mail_clock(const MailCommand& command, ClockRule& out);

// How large somebody's boards are drawn, and how many games he wants at once (0: any number), as his preferences have
// it under "mail".
BoardSize mail_size(const std::string& preferences);
int mail_limit(const std::string& preferences);

}  // namespace cairn
