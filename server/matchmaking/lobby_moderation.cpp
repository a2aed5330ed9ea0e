// What moderators see of ratings that look made, and take back.
#include "server/matchmaking/lobby.h"
#include "server/people/talk_replies.h"
#include "server/protocol/lists_to_client.h"

namespace cairn {

namespace {

constexpr int kMostGains = 50, kMostAnnulments = 100;

}  // namespace

void Lobby::gains(const Person& moderator, Done done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  store_.rating_gains(world_.now_ms() - kGainMs, kMostGains,
                      [this, done = std::move(done)](const Found<std::vector<RatingGain>>& found) {
                        if (!found.value) return done(unavailable("reading gains of ratings", found.error));
                        done(good({{"gains", list_json(*found.value, rating_gain_json)}}));
                      });
}

void Lobby::annul(const Person& moderator, const std::string& name, const AnnulWish& wish, Done done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  store_.account_named(name, [=, this](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (!found.value) return done(Refusal{Code::not_found, "nobody here has this name"});
    const Person person = found.value->person;
    if (person.id == moderator.id)
      return done(Refusal{Code::not_for_you, "nobody annuls their own games; another moderator does"});
    if (person.role >= moderator.role)
      return done(Refusal{Code::not_for_you, "moderators annul games of players, admins also those of moderators"});
    Annulment annulment;
    annulment.person = person.id;
    annulment.rating_class = wish.rating_class;
    annulment.since_ms = wish.since_ms;
    annulment.by = moderator.id;
    annulment.why = wish.why;
    annulment.at_ms = world_.now_ms();
    store_.annul(std::move(annulment), [this, whom = person.name, done](const Found<Annulment>& written) {
      if (!written.value)
        return done(log_unavailable(world_.log, "annulling games", written.error, "done just now and was not done"));
      const Annulment& done_now = *written.value;
      done(good({{"name", whom},
                 {"class", done_now.rating_class},
                 {"games", done_now.games},
                 {"refunded", done_now.refunded},
                 {"left", done_now.left}}));
    });
  });
}

void Lobby::annulments(const Person& moderator, Done done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  store_.annulments(kMostAnnulments, [this, done = std::move(done)](const Found<std::vector<Annulment>>& found) {
    if (!found.value) return done(unavailable("reading annulments", found.error));
    done(good({{"annulments", list_json(*found.value, annulment_json)}}));
  });
}

}  // namespace cairn
