#include "server/library/pictures.h"

#include <utility>
#include <vector>

#include "core/text.h"
#include "notation/text_board.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

// As that of a record. A PNG takes as long as it has pixels, one of the usual size as long as 250 entries.
double cost_of(const Pictures::Wish& wish) {
  const double size = static_cast<double>(wish.size) / kUsualPicture;
  return cost_of_record(0) + (wish.form == PictureForm::png ? 250 * size * size : 0);
}

}  // namespace

void Pictures::board(const Wish& wish, Done<File> done, const Asker& who) {
  const auto draw = [this, wish, done, who](const Table* table, bool later) {
    if (later) return done(table_unavailable());
    if (table == nullptr) return done(Refusal{Code::not_found, Message("no-such-table", "this table does not exist")});
    const auto form = static_cast<int>(wish.form);
    Files::Job job;
    job.key = wish.table + '/' + std::to_string(table->version(Viewer::spectator)) + '/' + std::to_string(form) + '/' +
              std::to_string(wish.size);
    job.cost = cost_of(wish);
    job.write = [this, wish, who, sheet = board_sheet(table->view(Viewer::spectator), namer(table->position()))](
                    const Done<File>& drawn) {
      painter_.draw(who, sheet, wish.form, wish.size, [wish, drawn](std::string bytes) {
        if (bytes.empty())
          return drawn(Refusal{Code::unavailable,
                               Message("too-many-pictures-being", "the server is drawing too many pictures; try again"),
                               1});
        std::string mark = public_id(hash_token(bytes));
        drawn(File{wish.form, std::move(bytes), std::move(mark)});
      });
    };
    files_.ask(
        who, [job] { return Result(job); }, done);
  };
  table_service_.look(wish.table, draw, who);
}

void Pictures::preview(const std::string& id, std::function<void(std::optional<Preview>)> done, const Asker& who) {
  const auto tell = [done = std::move(done)](const Table* table, bool) {
    if (table == nullptr) return done(std::nullopt);
    std::vector<std::string> names;
    for (const Occupant& occupant : table->occupants())
      names.push_back(occupant.name.empty() ? "a free seat" : occupant.name);
    const View view = table->view(Viewer::spectator);
    done(Preview{std::string(table->info().title) + ": " + join(names, " - "),
                 view.result.empty() ? "move " + std::to_string(view.turn.number) : "result " + view.result});
  };
  table_service_.look(id, tell, who);
}

}  // namespace cairn
