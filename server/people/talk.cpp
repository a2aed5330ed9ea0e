#include "server/people/talk.h"

#include <algorithm>
#include <limits>

#include "server/people/talk_replies.h"

namespace cairn {

namespace {

constexpr std::size_t kMostRead = 200;           // entries of a room that are read at once
constexpr std::int64_t kOwnRemovalMs = 600'000;  // how long an author may take back what was said

constexpr MessageText kWhoHears("while-game-runs-players",
                                "until the game ends, only players can read the players' chat, and only spectators "
                                "with an account the spectators' chat");

Refusal no_table() {
  return {Code::not_found, Message("no-such-table", "this table does not exist")};
}

VisibleRemark visible_remark(const Remark& remark, const std::vector<std::int64_t>& seats) {
  const auto seat = std::find(seats.begin(), seats.end(), remark.person);
  return {remark, seat == seats.end() ? -1 : static_cast<int>(seat - seats.begin())};
}

}  // namespace

bool may_hear(const Hearer& viewer, Room room, bool over) {
  if (over) return true;
  switch (room) {
    case Room::players:
      return viewer.seated;
    case Room::spectators:
      return !viewer.seated && viewer.account;
    case Room::everybody:
      return false;
  }
  return false;
}

std::optional<Room> room_to_say(const Hearer& viewer, bool over) {
  if (!viewer.seated && !viewer.account) return std::nullopt;
  if (over) return Room::everybody;
  return viewer.seated ? Room::players : Room::spectators;
}

Hearer hearer(const TalkPlace& place, const std::optional<Person>& person) {
  if (!person) return {};
  const bool seated = std::find(place.seats.begin(), place.seats.end(), person->id) != place.seats.end();
  return {seated, person->account};
}

bool blocked(const Remark& remark, const std::optional<Person>& person) {
  return person && std::find(remark.blocked_by.begin(), remark.blocked_by.end(), person->id) != remark.blocked_by.end();
}

Talk::Talk(const Stores& stores, World world) : stores_(stores), world_(std::move(world)) {}

Refusal Talk::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

// --- those who listen

void Talk::listen(const std::string& table, const std::optional<Person>& person, TalkListener& listener,
                  Done<Unit> done) {
  Place& place = places_[table];
  if (place.sent) {
    place.subscribers.push_back({&listener, person});
    return done(Unit());
  }
  place.waiting.emplace_back(Subscriber{&listener, person}, std::move(done));
  if (!place.reading) count(table);
}

void Talk::leave(const std::string& table, const TalkListener& listener) {
  const auto found = places_.find(table);
  if (found == places_.end()) return;
  std::erase_if(found->second.subscribers,
                [&](const Subscriber& subscriber) { return subscriber.listener == &listener; });
  if (found->second.subscribers.empty() && !found->second.reading) places_.erase(found);
}

// All that is there when the first listener comes counts as told.
void Talk::count(const std::string& table) {
  places_.at(table).reading = true;
  stores_.talk.talk_numbers(table, [this, table](const Found<TalkNumbers>& found) { counted(table, found); });
}

void Talk::counted(const std::string& table, const Found<TalkNumbers>& found) {
  Place& place = places_.at(table);
  place.reading = false;
  place.sent = found.value;
  Result<Unit> listening = Unit();
  if (!found.value) listening = found.error.empty() ? no_table() : unavailable("reading talk", found.error);
  const auto waiting = std::move(place.waiting);
  place.waiting.clear();
  if (listening)
    for (const auto& [subscriber, done] : waiting) place.subscribers.push_back(subscriber);
  const bool again = place.again;
  if (place.subscribers.empty()) places_.erase(table);
  for (const auto& [subscriber, done] : waiting) done(listening);
  if (again) deliver(table);
}

// Reads on behind what was told.
void Talk::deliver(const std::string& table) {
  const auto found = places_.find(table);
  if (found == places_.end()) return;
  Place& place = found->second;
  place.again = place.reading || !place.sent;
  if (place.again) return;
  place.reading = true;
  TalkWish wish;
  for (std::size_t room = 0; room < kRooms; ++room) wish.after[room] = (*place.sent)[room];
  wish.most = static_cast<int>(kMostRead);
  stores_.talk.read_talk(table, wish, [this, table](const Found<TalkPlace>& read) { delivered(table, read); });
}

void Talk::delivered(const std::string& table, const Found<TalkPlace>& found) {
  Place& place = places_.at(table);
  if (found.value) tell(place, *found.value);  // `reading`: it stays, whoever leaves
  place.reading = false;
  if (place.subscribers.empty() && place.waiting.empty()) {
    places_.erase(table);
    return;
  }
  if (!found.value) {
    world_.log("reading talk: " + found.error);
    place.again = true;  // the next tick
    return;
  }
  if (place.again || found.value->said.size() >= kMostRead) deliver(table);
}

void Talk::tell(Place& place, const TalkPlace& found) {
  const std::vector<Subscriber> subscribers = place.subscribers;  // a listener may leave when it is told
  for (const Remark& remark : found.said) {
    int& sent = (*place.sent)[static_cast<std::size_t>(remark.room)];
    if (remark.number <= sent) continue;
    sent = remark.number;
    const VisibleRemark news = visible_remark(remark, found.seats);
    SharedText text;
    for (const Subscriber& subscriber : subscribers)
      if (may_hear(hearer(found, subscriber.person), remark.room, found.over) && !blocked(remark, subscriber.person))
        subscriber.listener->hear(news, text);
  }
}

void Talk::tick() {
  std::vector<std::string> late;
  for (const auto& [table, place] : places_)
    if (!place.reading && place.again) late.push_back(table);
  for (const std::string& table : late) deliver(table);
  if (!stores_.talk.shared() || reading_news_ || places_.empty()) return;
  reading_news_ = true;
  const double now = world_.seconds();
  // Nothing was asked while nobody listened: who came since has the numbers of when he came.
  const auto since = news_at_ ? static_cast<std::int64_t>((now - *news_at_) * 1000) : 0;
  stores_.talk.talk_news(since + kOverlapMs, [this, now](const Found<std::vector<TalkNews>>& found) {
    reading_news_ = false;
    if (!found.value) return world_.log("looking for what was said: " + found.error);
    news_at_ = now;
    for (const TalkNews& one : *found.value) {
      const auto place = places_.find(one.table);
      if (place == places_.end() || !place->second.sent) continue;
      if ((*place->second.sent)[static_cast<std::size_t>(one.room)] < one.number) deliver(one.table);
    }
  });
}

// --- saying and hearing

void Talk::hear(const std::string& table, const std::optional<Person>& person, std::optional<Room> room, int after,
                Done<HeardTalk> done) {
  TalkWish wish;  // what is not to be heard is not told
  for (std::size_t i = 0; i < kRooms; ++i)
    if (!room || static_cast<std::size_t>(*room) == i) wish.after[i] = after;
  wish.most = static_cast<int>(kMostRead);
  stores_.talk.read_talk(table, wish, [this, person, room, done](const Found<TalkPlace>& found) {
    if (!found.error.empty()) return done(unavailable("reading talk", found.error));
    if (!found.value) return done(no_table());
    const TalkPlace& place = *found.value;
    const Hearer viewer = hearer(place, person);
    const auto say = room_to_say(viewer, place.over);
    std::optional<Room> wanted = room ? room : say;
    if (!wanted && place.over) wanted = Room::everybody;
    if (wanted && !may_hear(viewer, *wanted, place.over)) return done(Refusal{Code::not_heard, kWhoHears});
    HeardTalk heard;
    for (const Room one : {Room::players, Room::spectators, Room::everybody})
      if (may_hear(viewer, one, place.over)) heard.rooms.push_back(one);
    heard.say = say;
    heard.room = wanted;
    std::size_t read = 0;
    for (const Remark& remark : place.said) {
      if (!wanted || remark.room != *wanted) continue;
      if (++read == kMostRead) heard.next = remark.number;
      if (!blocked(remark, person)) heard.said.push_back(visible_remark(remark, place.seats));
    }
    done(std::move(heard));
  });
}

void Talk::say(const std::string& table, const Person& person, const SayWish& wish, Done<VisibleRemark> done) {
  if (const int wait = sayings_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const std::int64_t now = world_.now_ms();
  // What was said is answered as it stands in the store.
  const auto answer = [this, done](const Found<Speaker>& found) {
    if (!found.value || !found.value->again) return done(unavailable("reading talk", found.error));
    done(visible_remark(*found.value->again, found.value->place.seats));
  };
  stores_.talk.read_speaker(table, person.id, wish.request, now, [=, this](const Found<Speaker>& found) {
    if (!found.error.empty()) return done(unavailable("reading talk", found.error));
    if (!found.value) return done(no_table());
    const Speaker& speaker = *found.value;
    if (speaker.again) return answer(found);
    const auto room = room_to_say(hearer(speaker.place, person), speaker.place.over);
    if (!room)
      return done(
          Refusal{Code::no_account,
                  Message("guests-talk-tables-where",
                          "guests can chat only in their own games; create an account with POST /api/account")});
    if (speaker.mute) return done(muted(*speaker.mute, now));
    Remark remark;
    remark.room = *room;
    remark.person = person.id;
    remark.request = wish.request;
    remark.text = wish.text;
    remark.at_ms = now;
    stores_.talk.say(table, remark, [=, this](const Written& written) {
      if (written.how == Written::How::conflict) return done(no_table());
      if (written.how == Written::How::failed) return done(unavailable("storing talk", written.message));
      stores_.talk.read_speaker(table, person.id, wish.request, now, answer);
      deliver(table);
    });
  });
}

void Talk::find(const std::string& table, const Person& person, const RemarkId& id, bool moderator,
                std::function<void(const Remark&)> then, Refused refused) {
  TalkWish wish;
  wish.after[static_cast<std::size_t>(id.room)] = id.number - 1;
  wish.most = 1;
  stores_.talk.read_talk(table, wish, [=, this](const Found<TalkPlace>& found) {
    if (!found.error.empty()) return refused(unavailable("reading talk", found.error));
    if (!found.value) return refused(no_table());
    const TalkPlace& place = *found.value;
    const Hearer viewer = hearer(place, person);
    const bool there = !place.said.empty() && place.said[0].number == id.number && place.said[0].removes == 0 &&
                       !place.said[0].removed;
    // A moderator who plays is a player.
    const bool heard = there && (place.said[0].person == person.id || (moderator && !viewer.seated) ||
                                 (may_hear(viewer, id.room, place.over) && !blocked(place.said[0], person)));
    if (!heard) return refused(no_remark());
    then(place.said[0]);
  });
}

void Talk::remove(const std::string& table, const Person& person, const RemarkId& id, Done<RemarkRemoved> done) {
  const bool moderator = may_moderate(person);
  const auto take = [=, this](const Remark& remark) {
    const std::int64_t now = world_.now_ms();
    if (!moderator && remark.person != person.id)
      return done(not_theirs(
          person,
          {Code::not_for_you, Message("only-who-said-moderators",
                                      "only the author and moderators can remove a message; you can report it")}));
    if (!moderator && now - remark.at_ms > kOwnRemovalMs)
      return done(not_theirs(
          person,
          {Code::not_for_you, Message("what-said-can-removed",
                                      "a message can be removed within ten minutes, after that only by a moderator")}));
    stores_.talk.remove_said(table, id.room, id.number, person.id, now, [=, this](const Written& written) {
      write("removing talk", written, RemarkRemoved{id}, no_remark(), done);
      deliver(table);
    });
  };
  // A moderator without the second factor that they need is told so, also of what they would otherwise hear of.
  const auto refuse = [person, done](const Refusal& refusal) {
    done(refusal.code == Code::not_found ? not_theirs(person, refusal) : refusal);
  };
  find(table, person, id, moderator, take, refuse);
}

}  // namespace cairn
