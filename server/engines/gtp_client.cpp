#include "server/engines/gtp_client.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/text.h"
#include "server/base/spawn.h"
#include "server/engines/told_process.h"

namespace cairn::engines {

namespace {

constexpr std::size_t kLongestReply = std::size_t{1} << 20;
constexpr std::string_view kInterrupt = "protocol_version";
constexpr double kEnoughLook = 0.05;  // seconds between two looks at whether a stream is long enough
constexpr double kStreamEnd = 5;      // seconds for a streaming answer to end
const std::atomic<bool> kNotStopped{false};
constexpr MessageText kNotRunning("engine-not-running", "the program is not running");
constexpr double kLastWords = 0.5;  // seconds for a program that ended to be gone

}  // namespace

std::string GtpClient::start() {
  return child_.start(command_);
}

GtpReply GtpClient::fail(GtpReply::Kind kind, const CodedMessage& what, double began) {
  const double seconds = steady_seconds() - began;
  const std::string end = child_.end(kind == GtpReply::Kind::ended ? kLastWords : 0);
  CodedMessage said = what;
  if (kind == GtpReply::Kind::ended)
    said = Message("engine-ended-so", "{why} ({end})", {{"why", Message(what)}, {"end", Message(told_ending(end))}});
  if (const auto error = child_.last_error(); !error.empty() && kind != GtpReply::Kind::cancelled)
    said = with_last_words(said, printable(error));
  return {kind, said.english(), seconds, said};
}

// No line came.
GtpReply GtpClient::fail_to_read(Child::Said said, std::string_view command, double seconds, double began,
                                 bool cancelled) {
  using Kind = GtpReply::Kind;
  if (said == Child::Said::ended)
    return fail(Kind::ended,
                Message("engine-ended-at", "the program ended at {command}", {{"command", printable(command)}}), began);
  if (said == Child::Said::too_much)
    return fail(
        Kind::garbage,
        Message("engine-endless-line", "an endless line in answer to {command}", {{"command", printable(command)}}),
        began);
  if (cancelled) return fail(Kind::cancelled, Message("engine-interrupted", "interrupted"), began);
  return fail(Kind::late,
              Message("engine-late", "no answer to {command} within {seconds} s",
                      {{"command", printable(command)}, {"seconds", fmt::format("{:.4g}", seconds)}}),
              began);
}

GtpReply GtpClient::ask(std::string_view command, double seconds, const std::atomic<bool>& stop) {
  return send(command, seconds, stop, nullptr);
}

GtpReply GtpClient::ask(std::string_view command, double seconds, const std::atomic<bool>& stop, const Wanted& wanted) {
  return send(command, seconds, stop, nullptr, wanted);
}

GtpReply GtpClient::send(std::string_view command, double seconds, const std::atomic<bool>& stop,
                         const Streaming* streaming, const Wanted& while_wanted) {
  const double began = steady_seconds();
  if (!child_.running()) {
    const CodedMessage said = kNotRunning;
    return {GtpReply::Kind::ended, said.english(), 0, said};
  }
  const auto control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  if (std::any_of(command.begin(), command.end(), control))
    return {GtpReply::Kind::refused, "a command has one line", 0, {}};
  child_.write(std::string(command) + "\n");
  return read_reply(command, began, seconds, stop, streaming, while_wanted);
}

// The next line, as long as somebody wants it; `nothing` at once after the grace.
Child::Said GtpClient::read_wanted(std::string& line, double seconds, const std::atomic<bool>& stop,
                                   const Wanted& wanted, double& unwanted_since) {
  const double until = steady_seconds() + seconds;
  for (;;) {
    if (wanted.enough->load() && unwanted_since == 0) unwanted_since = steady_seconds();
    double left = until - steady_seconds();
    if (unwanted_since > 0) left = std::min(left, unwanted_since + wanted.grace - steady_seconds());
    const auto said = child_.read_line(line, std::clamp(left, 0.0, kEnoughLook), stop);
    if (said != Child::Said::nothing || stop.load() || left <= kEnoughLook) return said;
  }
}

GtpReply GtpClient::read_reply(std::string_view command, double began, double seconds, const std::atomic<bool>& stop,
                               const Streaming* streaming, const Wanted& while_wanted) {
  using Kind = GtpReply::Kind;
  GtpReply reply;
  std::string line;
  bool wanted = streaming != nullptr;
  const auto enough = [&] { return streaming->enough != nullptr && streaming->enough->load(); };
  double heard = began, unwanted_since = 0;
  for (bool first = true;;) {
    const double left = began + seconds - steady_seconds();
    const bool watched = streaming != nullptr && streaming->silence > 0;
    const double silent = watched ? heard + (wanted ? streaming->silence : kStreamEnd) - steady_seconds() : left;
    if (wanted && !first && (left <= 0 || silent <= 0 || stop.load() || enough())) {  // any line ends it
      wanted = false;
      child_.write(std::string(kInterrupt) + "\n");
      heard = steady_seconds();
      continue;
    }
    double patience = streaming == nullptr || wanted ? left : left + kStreamEnd;
    if (watched) patience = wanted && !first ? std::min(left, silent) : silent;
    // While a stream may be told that it is enough, that is looked for now and then.
    if (wanted && !first && streaming->enough != nullptr) patience = std::min(patience, kEnoughLook);
    patience = std::max(0.0, patience);
    const auto said = while_wanted.enough != nullptr
                          ? read_wanted(line, patience, stop, while_wanted, unwanted_since)
                          : child_.read_line(line, patience, wanted || streaming == nullptr ? stop : kNotStopped);
    if (said == Child::Said::nothing && wanted && !first) continue;
    if (said != Child::Said::line)
      return fail_to_read(said, command, seconds, began, stop.load() || unwanted_since > 0);
    if (wanted) heard = steady_seconds();
    if (first) {
      if (trim(line).empty()) continue;  // programs are free with empty lines
      if (line[0] != '=' && line[0] != '?')
        return fail(Kind::garbage,
                    Message("engine-no-gtp-answer", "\"{line}\" is not a GTP answer to {command}",
                            {{"line", printable(line)}, {"command", printable(command)}}),
                    began);
      reply.kind = line[0] == '=' ? Kind::ok : Kind::refused;
      reply.text = trim(std::string_view(line).substr(1));
      first = false;
      continue;
    }
    if (trim(line).empty()) break;
    if (streaming != nullptr) {
      if (wanted && !streaming->take(line)) seconds = std::min(seconds, steady_seconds() - began);
      continue;
    }
    reply.text += "\n" + line;
    if (reply.text.size() > kLongestReply)
      return fail(Kind::garbage,
                  Message("engine-endless-answer", "an endless answer to {command}", {{"command", printable(command)}}),
                  began);
  }
  reply.seconds = steady_seconds() - began;
  if (streaming == nullptr || reply.kind != Kind::ok) return reply;
  if (wanted) child_.write(std::string(kInterrupt) + "\n");  // it ended by itself
  const GtpReply ended = read_reply(kInterrupt, steady_seconds(), kStreamEnd, kNotStopped, nullptr);
  return ended.kind == Kind::ok || ended.kind == Kind::refused ? reply : ended;
}

GtpReply GtpClient::stream(std::string_view command, double seconds, const std::atomic<bool>& stop,
                           const Streaming& streaming) {
  return send(command, seconds, stop, &streaming);
}

CodedMessage GtpClient::look() {
  if (!child_.running()) return kNotRunning;
  if (child_.look()) return {};
  return fail(GtpReply::Kind::ended, Message("engine-ended", "the program ended"), steady_seconds()).said;
}

void GtpClient::quit(double seconds) {
  if (!child_.running()) return;
  child_.write("quit\n");
  child_.end(seconds);
}

}  // namespace cairn::engines
