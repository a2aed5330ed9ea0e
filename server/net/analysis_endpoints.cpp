// Requests about analyses of games, and of workers that take parts of them.
#include "server/net/answers.h"

namespace cairn::net {

Plan analysis_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person) {
  using To = Route::To;
  using Done = Club::Done;
  Analyses& analyses = *shared.analyses;
  switch (route.to) {
    case To::analysis:
      return Act([&analyses, table = route.table](Done done) { analyses.show(table, std::move(done)); });
    case To::ask_analysis:
      return Act([&analyses, table = route.table, person = *person](Done done) {
        analyses.ask(table, person, std::move(done));
      });
    case To::take_analysis:
      return with(read_work_wish(request.body()),
                  [&analyses](const WorkWish& wish, Done done) { analyses.take(wish, std::move(done)); });
    default:
      return with(read_analysis_answer(request.body()),
                  [&analyses](const AnalysisAnswer& answer, Done done) { analyses.answer(answer, std::move(done)); });
  }
}

}  // namespace cairn::net
