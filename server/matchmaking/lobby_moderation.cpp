// What moderators see of ratings that look made, and take back.
#include "server/matchmaking/lobby.h"
#include "server/people/talk_replies.h"

namespace cairn {

namespace {

constexpr int kMostGains = 50, kMostAnnulments = 100;

}  // namespace

void Lobby::gains(const Person& moderator, Done<std::vector<RatingGain>> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  stores_.lists.rating_gains(world_.now_ms() - kGainMs, kMostGains, teller("reading gains of ratings", done));
}

void Lobby::annul(const Person& moderator, const std::string& name, const AnnulWish& wish, Done<Annulment> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  of_person(name, done, [=, this](const Person& person) {
    if (person.id == moderator.id)
      return done(Refusal{Code::not_for_you, Message("nobody-annuls-their-own",
                                                     "you cannot annul your own games; ask another moderator")});
    if (person.role >= moderator.role)
      return done(Refusal{Code::not_for_you,
                          Message("moderators-annul-games-players",
                                  "moderators can annul games of players; admins can annul those of moderators, too")});
    Annulment annulment;
    annulment.person = person.id;
    annulment.rating_class = wish.rating_class;
    annulment.since_ms = wish.since_ms;
    annulment.by = moderator.id;
    annulment.why = wish.why;
    annulment.at_ms = world_.now_ms();
    stores_.lists.annul(std::move(annulment), [this, whom = person.name, done](const Found<Annulment>& written) {
      if (!written.value) return done(unavailable("annulling games", written.error, kNothingDone));
      Annulment annulled = *written.value;
      annulled.name = whom;
      done(std::move(annulled));
    });
  });
}

void Lobby::annulments(const Person& moderator, Done<std::vector<Annulment>> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  stores_.lists.annulments(kMostAnnulments, teller("reading annulments", done));
}

}  // namespace cairn
