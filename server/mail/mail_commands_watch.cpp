// Mail that nobody asked for just now: when it is somebody's turn, and of tables that he watches.
#include <algorithm>

#include "core/text.h"
#include "server/mail/board_mail.h"
#include "server/mail/mail_addresses.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_words.h"
#include "server/mail/notice_letters.h"
#include "server/play/fields.h"

namespace cairn {

namespace {

constexpr int kRemarksRead = 50;
constexpr int kDueAtOnce = 50;

// What the others said since this player's last move.
std::string remarks_text(const TalkPlace& place, const Table& table, std::int64_t person, Seat seat,
                         Language language) {
  std::int64_t since = 0;
  for (const Entry& entry : table.log()) {
    if (entry.seat == seat && entry.kind == Entry::Kind::play) since = entry.at_ms;
    if (entry.kind == Entry::Kind::set_clock) since = std::min(since, entry.at_ms);  // it was ahead
  }
  std::string out;
  for (const Remark& one : place.said) {
    const bool blocked = std::count(one.blocked_by.begin(), one.blocked_by.end(), person) > 0;
    if (one.person != person && !one.removed && !one.text.empty() && one.at_ms >= since && !blocked)
      out += comment_text(one.name, one.text, language);
  }
  return out;
}

}  // namespace

// Drawing takes longer than the loop has.
void MailCommands::with_picture(BoardLetter from, const std::function<void(Letter)>& done) const {
  if (!from.shot) return done(std::move(from.letter));
  const auto put = [letter = std::move(from.letter), alt = from.shot->alt, done](std::string png) {
    Letter out = letter;
    if (!png.empty()) out.alt = alt;
    out.picture = std::move(png);
    done(std::move(out));
  };
  if (settings_.draw) return settings_.draw(from.shot->sheet, put);
  put(png_board(from.shot->sheet, kMailPicture).bytes);
}

MailCommands::BoardLetter MailCommands::board_letter(const Table& table, int board, Seat seat, const Account& account,
                                                     Head head, const std::string& remarks,
                                                     const std::string& news) const {
  const std::string& game = table.setup().game;
  BoardShown how;
  how.board = board;
  how.viewer = viewer_of(seat);
  how.size = mail_size(account.preferences);
  how.language = language_of(account.language);
  how.reply = how_to_reply(table, board, how.viewer, how.language);
  how.remarks = remarks;
  how.news = news;
  std::string subject = board_subject(table, board, how.viewer, how.language);
  if (head == Head::begins) subject = new_subject(subject, how.language);
  if (head == Head::nag)
    subject =
        translated(how.language, Message("mail-nag", "Reminder:")) + std::string(sentence_gap(how.language)) + subject;
  BoardLetter out = {{subject, board_text(table, how)}, board_shot(table, how)};
  out.letter.language = language_code(how.language);
  out.letter.thread = game + "." + std::to_string(board);
  out.letter.reply = seat_address(key_, {game, board, account.person.id}, table.over());
  return out;
}

std::string MailCommands::new_subject(const std::string& subject, Language language) {
  return translated(language, Message("mail-new-subject", "New {subject}", {{"subject", subject}}));
}

void MailCommands::compose(const Delivery& delivery, const Write& done) {
  const NoticeKind kind = delivery.notice.kind;
  if (kind != NoticeKind::your_turn && kind != NoticeKind::game_over && kind != NoticeKind::reminder) {
    auto letter = notice_letter(delivery.notice, settings_.public_url(), language_of(delivery.hook.language));
    return letter ? done(std::move(*letter)) : done(std::string("it cannot be read"));
  }
  const Json facts = parse_json(delivery.notice.facts);
  const std::string* id = facts.is_object() ? text_at(facts, "table") : nullptr;
  if (id == nullptr) return done(std::string("the notice names no table"));
  const auto fail = [done] { done(NotNow{"the database cannot be read"}); };
  with_key(
      [=, this, table = *id](const std::string&) {
        stores_.mail.watch_of(delivery.hook.person, table, [=, this](const Found<Watch>& watch) {
          if (!watch.error.empty()) return fail();
          if (watch.value && watch.value->end_only && delivery.notice.kind != NoticeKind::game_over)
            return done(std::string("mail of this table is wanted when it is over"));
          compose_board(delivery, table, done);
        });
      },
      fail);
}

void MailCommands::compose_board(const Delivery& delivery, const std::string& id, const Write& done) {
  const auto fail = [done] { done(NotNow{"the database cannot be read"}); };
  stores_.mail.number_boards({id}, true, [=, this](const Found<std::vector<int>>& numbers) {
    if (!numbers.value) return fail();
    const int board = numbers.value->front();
    stores_.people.account_of(delivery.hook.person, [=, this](const Found<Account>& account) {
      if (!account.error.empty()) return fail();
      if (!account.value) return done(std::string("the account is gone"));
      TalkWish wish;
      wish.after[static_cast<std::size_t>(Room::players)] = 0;
      wish.most = kRemarksRead;
      stores_.talk.read_talk(id, wish, [=, this, person = *account.value](const Found<TalkPlace>& talk) {
        if (!talk.error.empty()) return fail();
        table_service_.look(id, [=, this](const Table* table, bool busy) {
          const auto seat = table == nullptr ? std::nullopt : table->seat_of(person.person.id);
          if (!seat) return busy ? fail() : done(std::string("the table does not exist"));
          const bool begins = moves_played(*table, viewer_of(*seat)) == 0 && !table->over();
          const Head head = delivery.notice.kind == NoticeKind::reminder ? Head::nag
                            : begins                                     ? Head::begins
                                                                         : Head::usual;
          const Language language = language_of(person.language);
          const std::string remarks =
              talk.value ? remarks_text(*talk.value, *table, person.person.id, *seat, language) : "";
          const std::string who = table->over() ? declined_by(*table, id) : "";
          const Message declined =
              table->occupants().size() > 2
                  ? Message("mail-other-declined-anew",
                            "{name} declined: this game will not be played. The others start again on a new board.",
                            {{"name", who}})
                  : Message("mail-other-declined", "{name} declined: this game will not be played.", {{"name", who}});
          const std::string news = who.empty() ? "" : translated(language, declined) + "\n\n";
          with_picture(board_letter(*table, board, *seat, person, head, remarks, news), done);
        });
      });
    });
  });
}

// --- watching

void MailCommands::watch(const Ask& ask, const Account& person, const Then& then) {
  const MailDeed deed = ask.command.deed;
  if (ask.command.boards.empty()) {  // notify, of all
    return set_mode(ask, person, then);
  }
  watch_next(
      ask, person, 0,
      [=, this] {
        then(done(ask, deed == MailDeed::subscribe
                           ? Message("mail-subscribed", "You get mail about every move on that board.")
                       : deed == MailDeed::unsubscribe
                           ? Message("mail-unsubscribed", "You no longer get mail about that board as a spectator.")
                           : Message("mail-notified", "You get mail when that game is over.")));
      },
      then);
}

void MailCommands::watch_next(const Ask& ask, const Account& person, std::size_t at, const std::function<void()>& done,
                              const Then& then) {
  if (at == ask.command.boards.size()) return done();
  const auto stored = [=, this](const Written& written) {
    if (written.how != Written::How::durable) return then(later());
    watch_next(ask, person, at + 1, done, then);
  };
  with_board(
      ask, ask.command.boards[at].number,
      [=, this](const Table& table, const std::string& id) {
        const bool plays = table.seat_of(person.person.id).has_value();
        const bool ends = ask.command.deed == MailDeed::unsubscribe ||
                          (ask.command.deed == MailDeed::subscribe && plays);  // who plays has his mail anyway
        if (ends) return stores_.mail.end_watch(person.person.id, id, stored);
        stores_.mail.set_watch({person.person.id, id, ask.command.deed == MailDeed::notify, table.number(),
                                table.version(Viewer::spectator)},
                               stored);
      },
      then);
}

// Of all of one's own tables: mail at their end alone.
void MailCommands::set_mode(const Ask& ask, const Account& person, const Then& then) {
  stores_.outbox.hooks_of(person.person.id, [=, this](const Found<std::vector<Hook>>& found) {
    if (!found.value) return then(later());
    const auto hook = std::find_if(found.value->begin(), found.value->end(), [](const Hook& one) { return one.mail; });
    if (hook == found.value->end())
      return then(error(ask, Message("mail-no-address", "You get no mail, because you have no confirmed address.")));
    stores_.outbox.set_hook(
        person.person.id, hook->id, bit_of(NoticeKind::game_over), [=, this](const Written& written) {
          if (written.how != Written::How::durable) return then(later());
          then(done(ask, Message("mail-only-ends", "You get mail about your games only when they are over.")));
        });
  });
}

void MailCommands::tick() {
  if (watching_) return;
  watching_ = true;
  stores_.mail.due_watches(kDueAtOnce, [this](const Found<std::vector<Watch>>& found) {
    if (!found.value) {
      world_.log("looking for watched tables: " + found.error);
      watching_ = false;
      return;
    }
    tell_watchers(std::make_shared<std::vector<Watch>>(*found.value));
  });
}

void MailCommands::tell_watchers(const std::shared_ptr<std::vector<Watch>>& left) {
  if (left->empty()) {
    watching_ = false;
    return;
  }
  Watch watch = left->back();
  left->pop_back();
  const auto proceed = [this, left](const Written&) { tell_watchers(left); };
  const auto stored = [=, this](bool, const Table* table) {
    if (table == nullptr || table->over()) return stores_.mail.end_watch(watch.person, watch.table, proceed);
    Watch seen = watch;
    seen.number = table->number();
    seen.version = table->version(Viewer::spectator);
    stores_.mail.set_watch(seen, proceed);
  };
  table_service_.look(watch.table, [=, this](const Table* table, bool busy) {
    if (table == nullptr && busy) return proceed({});
    // What spectators are not told of makes no mail. A player has his own of the end.
    const bool plays = table != nullptr && table->seat_of(watch.person).has_value();
    const bool news = table != nullptr && !plays && table->version(Viewer::spectator) > watch.version;
    if (!news) return stored(true, table);
    stores_.mail.number_boards(
        {watch.table}, true,
        [=, this, kept = std::make_shared<const Table>(*table)](const Found<std::vector<int>>& numbers) {
          if (!numbers.value) return proceed({});
          stores_.people.account_of(watch.person, [=, this](const Found<Account>& account) {
            if (!account.value) return proceed({});
            BoardShown how;
            how.board = numbers.value->front();
            how.language = language_of(account.value->language);
            BoardLetter from = {
                {board_subject(*kept, how.board, Viewer::spectator, how.language), board_text(*kept, how)},
                board_shot(*kept, how)};
            from.letter.thread = kept->setup().game + "." + std::to_string(how.board);
            const std::string id = "watch." + watch.table + "." + std::to_string(kept->version(Viewer::spectator));
            with_picture(from, [=, this](const Letter& letter) {
              tell_people(
                  {watch.person}, [letter](Language) { return letter; }, id,
                  [=](bool version) { version ? stored(true, kept.get()) : proceed({}); });
            });
          });
        });
  });
}

}  // namespace cairn
