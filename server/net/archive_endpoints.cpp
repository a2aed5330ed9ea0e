// Requests about finished games and openings.
#include "server/net/answers.h"

namespace cairn::net {

Plan archive_plan(Shared& shared, const Request& request, const Route& route) {
  using To = Route::To;
  if (route.to == To::openings) {
    Openings& openings = *shared.openings;
    return with(read_opening_wish(route.table, view(request.target()), openings.games()),
                [&openings](const OpeningWish& asked, const Club::Done& done) { openings.find(asked, done); });
  }
  Archive& archive = *shared.archive;
  const auto wish = read_archive_wish(view(request.target()), archive.games());
  return with(wish, [&archive, to = route.to](const ArchiveWish& asked, const Club::Done& done) {
    if (to == To::archive) return archive.find(asked, done);
    archive.file(asked, to == To::archive_sgf ? FileForm::sgf : FileForm::json, done);
  });
}

}  // namespace cairn::net
