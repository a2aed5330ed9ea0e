// Requests about studies.
#include "server/net/answers.h"

namespace cairn::net {

namespace {

using Done = Club::Done;
using To = Route::To;

Plan list_plan(Studies& studies, const Request& request, const Route& route, const std::optional<Person>& person) {
  const auto before = page_before(view(request.target()));
  if (!before) return refuse(400, "bad-request", kBadBefore);
  return Act([&studies, to = route.to, of = route.table, person, before = *before](Done done) {
    if (to == To::own_studies) return studies.own(*person, before, std::move(done));
    to == To::table_studies ? studies.of_table(of, person, before, std::move(done))
                            : studies.of_person(of, person, before, std::move(done));
  });
}

}  // namespace

Plan study_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person) {
  Studies& studies = *shared.studies;
  const std::string& id = route.table;
  switch (route.to) {
    case To::own_studies:
    case To::table_studies:
    case To::person_studies:
      return list_plan(studies, request, route, person);
    case To::add_study:
      return with(read_new_study(request.body()),
                  [&studies, person](const StudyWish& wish, const Done& done) { studies.add(*person, wish, done); });
    case To::set_study:
      return with(read_changed_study(request.body()), [&studies, id, person](const StudyWish& wish, const Done& done) {
        studies.replace(id, *person, wish, done);
      });
    case To::end_study:
      return Act([&studies, id, person](Done done) { studies.remove(id, *person, std::move(done)); });
    case To::report_study:
      return with(read_report_wish(request.body()), [&studies, id, person](const ReportWish& wish, const Done& done) {
        studies.report(id, *person, wish, done);
      });
    case To::study_reports:
      return Act([&studies, person](Done done) { studies.reports(*person, std::move(done)); });
    case To::end_study_report:
      return Act([&studies, id, person](Done done) { studies.end_report(*person, id, std::move(done)); });
    case To::hide_study:
    case To::unhide_study: {
      const bool hidden = route.to == To::hide_study;
      return Act([&studies, id, person, hidden](Done done) { studies.hide(*person, id, hidden, std::move(done)); });
    }
    case To::study:
      return Act([&studies, id, person](Done done) { studies.show(id, person, std::move(done)); });
    default: {
      const FileForm form = route.to == To::study_sgf    ? FileForm::sgf
                            : route.to == To::study_json ? FileForm::json
                                                         : FileForm::text;
      return Act([&studies, id, person, form](Done done) { studies.file(id, person, form, std::move(done)); });
    }
  }
}

}  // namespace cairn::net
