// Clocks, in the words of the standard, of KGS and of KataGo.
#include "core/text.h"
#include "notation/gtp_session.h"

namespace cairn {

namespace {

using Kind = TimeControl::Kind;

constexpr double kMostSeconds = 1e9;

// Numbers from an argument on; nullopt where one is missing, none, or out of range.
std::optional<std::vector<double>> numbers(const GtpLine& line, std::size_t from, std::size_t count) {
  if (line.arguments.size() != from + count) return std::nullopt;
  std::vector<double> values;
  for (std::size_t i = from; i < from + count; ++i) {
    const auto value = parse_number(line.arguments[i]);
    if (!value || *value < 0 || *value > kMostSeconds) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

GtpReply set(GtpSession& session, const TimeControl& control) {
  session.control = control;
  for (GtpClock& clock : session.clocks) clock.face = full_clock(control);
  return {};
}

GtpReply time_settings(GtpSession& session, const GtpLine& line) {
  const auto given = numbers(line, 0, 3);
  if (!given) return gtp_error(kSyntaxError);
  const double main = (*given)[0], period = (*given)[1];
  const int stones = static_cast<int>((*given)[2]);
  if (period > 0 && stones == 0) return set(session, {});
  if (period <= 0) return set(session, {.kind = Kind::absolute, .main = main});
  return set(session, {.kind = Kind::canadian, .main = main, .period = period, .stones = stones});
}

GtpReply named_settings(GtpSession& session, const GtpLine& line) {
  if (line.arguments.empty()) return gtp_error(kSyntaxError);
  const bool kgs = line.command.substr(0, 3) == "kgs";
  const std::string kind = lower(line.arguments[0]);
  if (kind == "none") return set(session, {});
  if (kind == "absolute") {
    const auto given = numbers(line, 1, 1);
    return given ? set(session, {.kind = Kind::absolute, .main = (*given)[0]}) : gtp_error(kSyntaxError);
  }
  if (kind == "fischer" && !kgs) {
    const auto given = numbers(line, 1, 2);
    return given ? set(session, {.kind = Kind::fischer, .main = (*given)[0], .increment = (*given)[1]})
                 : gtp_error(kSyntaxError);
  }
  if (kind == "canadian" || kind == "byoyomi") {
    const auto given = numbers(line, 1, 3);
    if (!given || (*given)[2] < 1) return gtp_error(kSyntaxError);
    const int count = static_cast<int>((*given)[2]);
    if (kind == "canadian")
      return set(session, {.kind = Kind::canadian, .main = (*given)[0], .period = (*given)[1], .stones = count});
    return set(session, {.kind = Kind::byo_yomi, .main = (*given)[0], .period = (*given)[1], .periods = count});
  }
  return gtp_error("unknown time control; the kinds are none, absolute, byoyomi, canadian" +
                   std::string(kgs ? "" : ", fischer"));
}

// time_left COLOUR SECONDS STONES: with stones the time is of a period. For byo-yomi they are the periods left.
GtpReply time_left(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() != 3) return gtp_error(kSyntaxError);
  const auto seat = gtp_seat(session, line.arguments);
  const auto given = numbers(line, 1, 2);
  if (!seat || !given) return gtp_error(kSyntaxError);
  // A controller that says nothing but what is left means a clock without more.
  if (session.control.kind == Kind::none) {
    if ((*given)[1] < 1)
      set(session, {.kind = Kind::absolute, .main = (*given)[0]});
    else
      set(session, {.kind = Kind::canadian, .period = (*given)[0], .stones = static_cast<int>((*given)[1])});
  }
  ClockFace& face = session.clocks[static_cast<std::size_t>(index(*seat))].face;
  const int count = static_cast<int>((*given)[1]);
  const bool periods = session.control.kind == Kind::byo_yomi || session.control.kind == Kind::canadian;
  face.left = (*given)[0];
  face.overtime = session.control.kind == Kind::per_move || (periods && count > 0);
  face.periods = count > 0 ? count : session.control.periods;
  face.stones = count > 0 ? count : session.control.stones;
  return {};
}

}  // namespace

std::span<const GtpCommand> gtp_time_commands() {
  static constexpr GtpCommand kCommands[]{
      {"time_settings", time_settings},
      {"kgs-time_settings", named_settings},
      {"kata-time_settings", named_settings},
      {"kata-list_time_settings",
       [](GtpSession&, const GtpLine&) {
         return GtpReply{true, "none absolute byoyomi canadian fischer"};
       }},
      {"time_left", time_left},
  };
  return kCommands;
}

}  // namespace cairn
