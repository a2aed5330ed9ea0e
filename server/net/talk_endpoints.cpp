// Requests about what people say, about notes and moderation.
#include <charconv>

#include "server/net/answers.h"

namespace cairn::net {

namespace {

using Done = Club::Done;

Plan hear_plan(Talk& talk, const Request& request, const std::string& table, const std::optional<Person>& person) {
  const std::string_view target = view(request.target()), text = query_value(target, "after"),
                         word = query_value(target, "room");
  int after = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), after);
  if (!text.empty() && (error != std::errc{} || end != text.data() + text.size() || after < 0))
    return refuse(400, "bad-request", "\"after\" must be the last number of the room that you know, or 0");
  const auto room = room_of(word);
  if (!word.empty() && !room) return refuse(400, "bad-request", R"("room" must be players, spectators or everybody)");
  return Act(
      [&talk, table, person, room, after](Done done) { talk.hear(table, person, room, after, std::move(done)); });
}

Plan remark_plan(Talk& talk, const Request& request, const Route& route, const Person& person) {
  const auto id = remark_id(route.item);
  if (!id) return refuse(404, "not-found", "what was said is named as p3, s3 or e3");
  const std::string& table = route.table;
  if (route.to == Route::To::remove_said)
    return Act([&talk, table, person, id](Done done) { talk.remove(table, person, *id, std::move(done)); });
  return with(read_report_wish(request.body()), [&talk, table, person, id](const ReportWish& wish, const Done& done) {
    talk.report(table, person, *id, wish, done);
  });
}

}  // namespace

Plan talk_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person) {
  using To = Route::To;
  Talk& talk = *shared.talk;
  const std::string& id = route.table;
  const std::string& body = request.body();
  switch (route.to) {
    case To::hear:
      return hear_plan(talk, request, id, person);
    case To::say:
      return with(read_say(body),
                  [&talk, id, person](const SayWish& wish, const Done& done) { talk.say(id, *person, wish, done); });
    case To::note:
      return Act([&talk, id, person](Done done) { talk.note(id, *person, std::move(done)); });
    case To::set_note:
      return with(read_note_wish(body), [&talk, id, person](const NoteWish& wish, const Done& done) {
        talk.set_note(id, *person, wish, done);
      });
    case To::reports:
      return Act([&talk, person](Done done) { talk.reports(*person, std::move(done)); });
    case To::end_report:
      return Act([&talk, id, person](Done done) { talk.end_report(*person, id, std::move(done)); });
    case To::mute:
      return with(read_mute_wish(body),
                  [&talk, id, person](const MuteWish& wish, const Done& done) { talk.mute(*person, id, wish, done); });
    case To::unmute:
      return Act([&talk, id, person](Done done) { talk.mute(*person, id, std::nullopt, std::move(done)); });
    case To::mute_seat:
    case To::unmute_seat: {
      const auto at = seat_of(route);
      if (!at) return refuse(404, "not-found", "a seat is a number from 0 on");
      if (route.to == To::unmute_seat)
        return Act([&talk, at, person](Done done) { talk.mute_seat(*person, *at, std::nullopt, std::move(done)); });
      return with(read_mute_wish(body), [&talk, at, person](const MuteWish& wish, const Done& done) {
        talk.mute_seat(*person, *at, wish, done);
      });
    }
    default:  // remove_said, report
      return remark_plan(talk, request, route, *person);
  }
}

}  // namespace cairn::net
