#include "server/library/pictures.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text.h"
#include "notation/text_board.h"
#include "server/base/tokens.h"

namespace cairn {

void Pictures::board(const Wish& wish, Done<File> done) {
  club_.look(wish.table, [this, wish, done](const Table* table, bool later) {
    if (later) return done(Refusal{Code::unavailable, "the table cannot be read now; try again", 1});
    if (table == nullptr) return done(Refusal{Code::not_found, "there is no such table"});
    const int version = table->version(Viewer::spectator);
    const auto same = [&](const Drawn& one) {
      return one.version == version && one.wish.table == wish.table && one.wish.form == wish.form &&
             one.wish.size == wish.size;
    };
    if (const auto found = std::find_if(kept_.begin(), kept_.end(), same); found != kept_.end()) {
      kept_.splice(kept_.end(), kept_, found);
      return done(found->file);
    }
    painter_.draw(board_sheet(table->view(Viewer::spectator), namer(table->position())), wish.form, wish.size,
                  [this, wish, version, done](std::string bytes) {
                    if (bytes.empty())
                      return done(Refusal{Code::unavailable, "too many pictures are being drawn; try again", 1});
                    std::string mark = public_id(hash_token(bytes));
                    kept_.push_back({wish, version, {wish.form, std::move(bytes), std::move(mark)}});
                    if (kept_.size() > kMostKept) kept_.pop_front();
                    done(kept_.back().file);
                  });
  });
}

void Pictures::told(const std::string& id, std::function<void(std::optional<Told>)> done) {
  club_.look(id, [done = std::move(done)](const Table* table, bool) {
    if (table == nullptr) return done(std::nullopt);
    std::vector<std::string> names;
    for (const Chair& chair : table->chairs()) names.push_back(chair.name.empty() ? "a free seat" : chair.name);
    const View view = table->view(Viewer::spectator);
    done(Told{std::string(table->info().title) + ": " + join(names, " - "),
              view.result.empty() ? "move " + std::to_string(view.turn.number) : "result " + view.result});
  });
}

}  // namespace cairn
