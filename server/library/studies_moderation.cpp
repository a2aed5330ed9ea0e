// Studies that others may read, and moderators: what was reported, and what is hidden.
#include <charconv>

#include "server/library/studies.h"
#include "server/people/talk_replies.h"

namespace cairn {

namespace {

constexpr int kMostStudyReports = 50;     // of one person that wait
constexpr int kStudyReportsAtOnce = 100;  // that a moderator is shown

}  // namespace

void Studies::report(const std::string& id, const Person& person, const ReportWish& wish, Done<StudyReported> done) {
  if (const int wait = writes_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const auto go = [this, person, wish, done](const Study& study) {
    if (study.owner == person.id)
      return done(Refusal{Code::bad_request, Message("your-own-you-may", "this is your own; you can delete it")});
    const StudyReport report = {0, study.id, person.id, wish.why, world_.now_ms()};
    stores_.studies.add_study_report(report, kMostStudyReports, [this, study, done](const Written& written) {
      if (written.how == Written::How::failed) return done(unavailable("storing a report", written.message));
      if (written.how == Written::How::durable) return done(StudyReported{study.id});
      done(Refusal{Code::too_many_kept,
                   Message("50-reports-wait-moderator",
                           "50 of your reports wait for a moderator, or the message was just deleted")});
    });
  };
  find(id, person, go, done);
}

void Studies::reports(const Person& moderator, Done<std::vector<StudyReport>> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  stores_.studies.study_reports(kStudyReportsAtOnce, [this, done](const Found<std::vector<StudyReport>>& found) {
    if (!found.value) return done(unavailable("reading reports", found.error));
    done(*found.value);
  });
}

void Studies::end_report(const Person& moderator, const std::string& id, Done<StudyEnded> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  std::int64_t number = 0;
  const auto [end, wrong] = std::from_chars(id.data(), id.data() + id.size(), number);
  const Refusal none{Code::not_found, Message("no-such-report", "this report does not exist")};
  if (wrong != std::errc{} || end != id.data() + id.size()) return done(none);
  stores_.studies.end_study_report(number, moderator.id, [this, none, done](const Written& written) {
    if (written.how == Written::How::failed) return done(unavailable("ending a report", written.message));
    if (written.how != Written::How::durable) return done(none);
    done(StudyEnded{});
  });
}

void Studies::hide(const Person& moderator, const std::string& id, bool hidden, Done<StudyHidden> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  const auto go = [this, id, hidden, by = moderator.id, done](const Study&) {
    stores_.studies.hide_study(id, hidden, by, [this, id, hidden, done](const Written& written) {
      if (written.how != Written::How::durable) return done(unavailable("hiding a study", written.message));
      done(StudyHidden{id, hidden});
    });
  };
  find(id, moderator, go, done);
}

}  // namespace cairn
