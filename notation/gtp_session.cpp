#include "notation/gtp_session.h"

#include <algorithm>
#include <thread>

#include "core/text.h"

namespace cairn {

namespace {

constexpr double kStepShare = 0.4;  // of the time of a turn that is left, for one step

template <class Visit>
void for_tables(Visit&& visit) {
  for (const auto table :
       {gtp_admin_commands(), gtp_setup_commands(), gtp_play_commands(), gtp_analyze_commands(), gtp_time_commands(),
        gtp_score_commands(), gtp_rules_commands(), gtp_param_commands(), gtp_overlay_commands()})
    for (const GtpCommand& command : table) visit(command);
}

// Places for pieces: of a pyramid, on all levels.
int cells(const View& view) {
  int sum = 0;
  for (int level = 0; level < std::max(view.levels, 1); ++level)
    sum += std::max(view.columns - level, 0) * std::max(view.rows - level, 0);
  return sum;
}

int pieces(const View& view) {
  int sum = 0;
  for (const std::string& row : view.board) sum += static_cast<int>(std::count_if(row.begin(), row.end(), is_letter));
  return sum;
}

}  // namespace

GtpSession::GtpSession(const GameInfo& info, Config config, GtpSettings given, GtpInput& lines, std::ostream& stream)
    : settings(std::move(given)), game(info, std::move(config)), input(lines), out_(stream) {
  if (!settings.engine.clock) settings.engine.clock = steady_seconds;
}

const GtpCommand* GtpSession::find(std::string_view name) const {
  const GtpCommand* found = nullptr;
  for_tables([&](const GtpCommand& command) {
    if (command.name == name && (command.needs.empty() || game.has_option(command.needs))) found = &command;
  });
  return found;
}

std::vector<std::string_view> GtpSession::names() const {
  std::vector<std::string_view> names;
  for_tables([&](const GtpCommand& command) {
    if (find(command.name) != nullptr) names.push_back(command.name);
  });
  return names;
}

bool GtpSession::answer(const GtpInput::Line& given) {
  const GtpLine line = read_gtp_line(given.text);
  if (given.too_long) {
    out_ << gtp_answer(false, line.id, "line too long; at most " + std::to_string(GtpInput::kMaxLine) + " bytes")
         << std::flush;
    return true;
  }
  if (line.empty()) return true;
  id_ = line.id;
  const GtpCommand* command = find(line.command);
  const GtpReply reply = command != nullptr ? command->run(*this, line) : gtp_error("unknown command");
  if (reply.written)
    out_ << '\n' << std::flush;
  else
    out_ << gtp_answer(reply.ok, id_, reply.text) << std::flush;
  return line.command != "quit";
}

void GtpSession::begin_stream() {
  out_ << '=' << id_ << '\n' << std::flush;
}

void GtpSession::stream_line(std::string_view text) {
  out_ << gtp_body(text) << '\n' << std::flush;
}

Thinker& GtpSession::thinker() {
  if (!engine_)
    engine_ = std::make_unique<Thinker>(make_engine(game.info(), game.position(), settings.engine), settings.threads);
  return *engine_;
}

void GtpSession::rest() {
  if (!engine_) return;
  engine_->stop();
  engine_->wait();
}

SearchLimits GtpSession::limits(const Position& from, Seat seat, int step) const {
  SearchLimits limits{.seconds = settings.seconds, .playouts = settings.playouts};
  const View view = from.view(Viewer::referee);
  const auto planned = plan_time(control, clocks[static_cast<std::size_t>(index(seat))].face,
                                 expected_turns(cells(view), pieces(view)), settings.lag);
  if (planned) limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, *planned) : *planned;
  if (limits.seconds <= 0 && limits.playouts == 0) limits.seconds = kGtpUsualSeconds;
  bool steps = false;
  for (const View::Fact& fact : view.facts) steps |= fact.name == "steps_left" && fact.value != "1";
  if (steps || step > 0)
    for (int i = 0; i <= step; ++i) limits.seconds *= i < step ? 1 - kStepShare : kStepShare;
  return limits;
}

std::optional<Seat> gtp_seat(const GtpSession& session, const std::vector<std::string>& arguments, std::size_t at) {
  return at < arguments.size() ? session.game.seat(arguments[at]) : std::nullopt;
}

void run_gtp(const GameInfo& info, Config config, GtpSettings settings, std::istream& in, std::ostream& out) {
  GtpInput input;
  GtpSession session(info, std::move(config), std::move(settings), input, out);
  // The reading thread ends at `quit` or the end of the stream, as this loop does.
  std::thread reader([&] { read_gtp_lines(in, input); });
  while (const auto line = input.next())
    if (!session.answer(*line)) break;
  session.rest();
  reader.join();
}

}  // namespace cairn
