// Notes that people keep for themselves, reports, and what moderators do about them.
#include "server/people/talk_replies.h"

#include <algorithm>
#include <charconv>

namespace cairn {

namespace {

constexpr int kMostReports = 50;     // of one person that wait
constexpr int kReportsAtOnce = 100;  // that a moderator is shown
constexpr int kMostNotes = 1'000;    // of one person

}  // namespace

// --- reports

void Talk::report(const std::string& table, const Person& person, const RemarkId& id, const ReportWish& wish,
                  Done<RemarkReported> done) {
  if (const int wait = marks_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const auto take = [=, this](const Remark& remark) {
    if (remark.person == person.id)
      return done(
          Refusal{Code::bad_request, Message("your-own-you-may-remove", "this is your own; you can remove it")});
    Report report;
    report.table = table;
    report.room = id.room;
    report.number = id.number;
    report.by = person.id;
    report.why = wish.why;
    report.at_ms = world_.now_ms();
    const Refusal full = {Code::too_many_kept,
                          Message("50-reports-wait-moderator-just",
                                  "50 of your reports wait for a moderator, or the message was just removed")};
    stores_.talk.add_report(report, kMostReports, [=, this](const Written& written) {
      write("storing a report", written, RemarkReported{id}, full, done);
    });
  };
  find(table, person, id, false, take, done);
}

void Talk::reports(const Person& moderator, Done<std::vector<Report>> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  stores_.talk.reports(moderator.id, kReportsAtOnce, [this, moderator, done](const Found<std::vector<Report>>& found) {
    if (!found.value) return done(unavailable("reading reports", found.error));
    std::vector<Report> heard = *found.value;
    std::erase_if(heard, [&](const Report& one) {
      return one.seated && !may_hear({true, moderator.account}, one.room, one.over);
    });
    done(std::move(heard));
  });
}

void Talk::end_report(const Person& moderator, const std::string& id, Done<ReportEnded> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  std::int64_t number = 0;
  const auto [end, wrong] = std::from_chars(id.data(), id.data() + id.size(), number);
  const Refusal none = {Code::not_found, Message("no-such-report", "this report does not exist")};
  if (wrong != std::errc{} || end != id.data() + id.size()) return done(none);
  stores_.talk.end_report(number, moderator.id, [=, this](const Written& written) {
    write("ending a report", written, ReportEnded(), none, done);
  });
}

// --- mutes

void Talk::mute(const Person& moderator, const std::string& name, const std::optional<MuteWish>& wish,
                Done<Muted> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  stores_.people.account_named(name, [=, this](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (!found.value)
      return done(Refusal{Code::not_found, Message("nobody-name", "there is no player with this name")});
    const Person& person = found.value->person;
    mute_person(moderator, person.id, person.role, {person.name}, wish, done);
  });
}

// A guest has no name for himself: he is who sits there.
void Talk::mute_seat(const Person& moderator, const SeatAt& at, const std::optional<MuteWish>& wish, Done<Muted> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  stores_.talk.read_talk(at.table, {}, [=, this](const Found<TalkPlace>& found) {
    if (!found.error.empty()) return done(unavailable("reading a table", found.error));
    const auto person = found.value ? person_at(*found.value, at.seat) : std::nullopt;
    if (!person) return done(nobody_there());
    stores_.people.account_of(*person, [=, this](const Found<Account>& account) {
      if (!account.error.empty()) return done(unavailable("reading an account", account.error));
      mute_person(moderator, *person, account.value ? account.value->person.role : Role::player, {"", at.seat}, wish,
                  done);
    });
  });
}

void Talk::mute_person(const Person& moderator, std::int64_t person, Role role, Muted answer,
                       const std::optional<MuteWish>& wish, const Done<Muted>& done) {
  if (role >= moderator.role)
    return done(Refusal{Code::not_for_you, Message("moderators-mute-players-admins",
                                                   "moderators can mute players; admins can mute moderators, too")});
  const std::int64_t now = world_.now_ms();
  std::optional<Mute> mute;
  if (wish) mute = Mute{now + wish->minutes * std::int64_t{60'000}, moderator.id, now, wish->why};
  if (mute) answer.until_ms = mute->until_ms;
  stores_.talk.set_mute(person, mute, moderator.id, [this, answer, done](const Written& written) {
    write("storing a mute", written, answer, {}, done);
  });
}

// --- notes

void Talk::note(const std::string& table, const Person& person, Done<TableNote> done) {
  stores_.talk.read_note(table, person.id, [this, done](const Found<std::string>& found) {
    if (!found.error.empty()) return done(unavailable("reading a note", found.error));
    if (!found.value) return done(Refusal{Code::not_found, Message("no-such-table", "this table does not exist")});
    done(TableNote{*found.value});
  });
}

void Talk::set_note(const std::string& table, const Person& person, const TableNote& wish, Done<TableNote> done) {
  if (const int wait = marks_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const std::int64_t now = world_.now_ms();
  stores_.talk.read_speaker(table, person.id, {}, now, [=, this](const Found<Speaker>& found) {
    if (!found.error.empty()) return done(unavailable("reading a table", found.error));
    if (!found.value) return done(Refusal{Code::not_found, Message("no-such-table", "this table does not exist")});
    const Hearer viewer = hearer(found.value->place, person);
    if (!viewer.seated && !viewer.account)
      return done(
          Refusal{Code::no_account,
                  Message("guests-keep-notes-where",
                          "guests can keep notes only on their own games; create an account with POST /api/account")});
    const Refusal full = {Code::too_many_kept,
                          Message("keep-1000-notes-let", "you have 1,000 notes; delete one first")};
    stores_.talk.set_note(table, person.id, wish.text, now, kMostNotes,
                          [=, this](const Written& written) { write("storing a note", written, wish, full, done); });
  });
}

}  // namespace cairn
