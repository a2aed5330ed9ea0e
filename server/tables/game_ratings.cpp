#include "server/tables/game_ratings.h"

#include "server/tables/rated_game.h"

namespace cairn {

namespace {
constexpr int kRatedAtOnce = 100;
}

void GameRatings::write(RatedGame game, std::function<void(bool)> done) {
  game.one_address = one_address_();
  store_.rate(std::move(game), [this, done = std::move(done)](const Written& written) {
    if (written.how == Written::How::failed) world_.log("writing ratings: " + written.message);
    done(written.how != Written::How::failed);
  });
}

void GameRatings::rate(const RunningTable& at) {
  if (at.table->setup().rated && at.table->over()) write(rated_game(at.row.id, *at.table), [](bool) {});
}

void GameRatings::rate_missed() {
  if (looking_) return;
  looking_ = true;
  store_.unrated(kRatedAtOnce + runner_.unreadable(), [this](const Found<std::vector<std::string>>& found) {
    looking_ = false;
    if (found.value) runner_.visit(*found.value, [this](const RunningTablePtr& at) { rate(*at); });
  });
}

void GameRatings::rate_ruled(const std::string& id, int winner, std::function<void(bool)> done) {
  const auto rate = [this, winner, done](const RunningTablePtr& at) {
    if (!at->table->over()) return done(true);  // its own end will be rated
    RatedGame game = rated_game(at->row.id, *at->table);
    game.held = true;
    game.at_ms = world_.now_ms();
    if (winner < 0) game.people.clear();
    game.ranks.clear();
    for (std::size_t i = 0; i < game.people.size(); ++i) game.ranks.push_back(static_cast<int>(i) == winner ? 1 : 2);
    write(std::move(game), done);
  };
  runner_.with(id, TableRunner::From::store, rate,
               [done](const Refusal& refusal) { done(refusal.code != Code::unavailable); });
}

}  // namespace cairn
