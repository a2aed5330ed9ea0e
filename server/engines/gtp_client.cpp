#include "server/engines/gtp_client.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/text.h"
#include "server/base/spawn.h"

namespace cairn::engines {

namespace {

constexpr std::size_t kLongestReply = std::size_t{1} << 20;
constexpr std::string_view kInterrupt = "protocol_version";
constexpr double kStreamEnd = 5;  // seconds for a streaming answer to end
const std::atomic<bool> kNotStopped{false};
constexpr double kLastWords = 0.5;  // seconds for a program that ended to be gone

}  // namespace

std::string GtpClient::start() {
  return child_.start(command_);
}

GtpReply GtpClient::fail(GtpReply::Kind kind, const std::string& what, double began) {
  const double seconds = steady_seconds() - began;
  const std::string end = child_.end(kind == GtpReply::Kind::ended ? kLastWords : 0);
  std::string text = what;
  if (kind == GtpReply::Kind::ended) text += " (" + end + ")";
  if (const auto error = child_.last_error(); !error.empty() && kind != GtpReply::Kind::cancelled)
    text += ": " + printable(error);
  return {kind, text, seconds};
}

GtpReply GtpClient::ask(std::string_view command, double seconds, const std::atomic<bool>& stop) {
  const double began = steady_seconds();
  if (!child_.running()) return {GtpReply::Kind::ended, "the program is not running", 0};
  child_.write(std::string(command) + "\n");
  return read_reply(command, began, seconds, stop, nullptr);
}

GtpReply GtpClient::read_reply(std::string_view command, double began, double seconds, const std::atomic<bool>& stop,
                               const std::function<bool(const std::string&)>* take) {
  using Kind = GtpReply::Kind;
  GtpReply reply;
  std::string line;
  bool wanted = take != nullptr;
  for (bool first = true;;) {
    const double left = began + seconds - steady_seconds();
    if (wanted && !first && (left <= 0 || stop.load())) {  // any line ends it
      wanted = false;
      child_.write(std::string(kInterrupt) + "\n");
    }
    const double patience = take == nullptr || wanted ? left : left + kStreamEnd;
    switch (child_.read_line(line, std::max(0.0, patience), wanted || take == nullptr ? stop : kNotStopped)) {
      case Child::Said::nothing:
        if (wanted && !first) continue;
        if (stop.load()) return fail(Kind::cancelled, "interrupted", began);
        return fail(Kind::late, fmt::format("no answer to {} within {:.4g} s", printable(command), seconds), began);
      case Child::Said::ended:
        return fail(Kind::ended, fmt::format("the program ended at {}", printable(command)), began);
      case Child::Said::too_much:
        return fail(Kind::garbage, fmt::format("an endless line in answer to {}", printable(command)), began);
      case Child::Said::line:
        break;
    }
    if (first) {
      if (trim(line).empty()) continue;  // programs are free with empty lines
      if (line[0] != '=' && line[0] != '?')
        return fail(Kind::garbage, fmt::format("\"{}\" is not a GTP answer to {}", printable(line), printable(command)),
                    began);
      reply.kind = line[0] == '=' ? Kind::ok : Kind::refused;
      reply.text = trim(std::string_view(line).substr(1));
      first = false;
      continue;
    }
    if (trim(line).empty()) break;
    if (take != nullptr) {
      if (wanted && !(*take)(line)) seconds = 0;
      continue;
    }
    reply.text += "\n" + line;
    if (reply.text.size() > kLongestReply)
      return fail(Kind::garbage, fmt::format("an endless answer to {}", printable(command)), began);
  }
  reply.seconds = steady_seconds() - began;
  if (take == nullptr || reply.kind != Kind::ok) return reply;
  if (wanted) child_.write(std::string(kInterrupt) + "\n");  // it ended by itself
  const GtpReply ended = read_reply(kInterrupt, steady_seconds(), kStreamEnd, kNotStopped, nullptr);
  return ended.kind == Kind::ok || ended.kind == Kind::refused ? reply : ended;
}

GtpReply GtpClient::stream(std::string_view command, double seconds, const std::atomic<bool>& stop,
                           const std::function<bool(const std::string&)>& take) {
  const double began = steady_seconds();
  if (!child_.running()) return {GtpReply::Kind::ended, "the program is not running", 0};
  child_.write(std::string(command) + "\n");
  return read_reply(command, began, seconds, stop, &take);
}

std::string GtpClient::look() {
  if (!child_.running()) return "the program is not running";
  if (child_.look()) return {};
  return fail(GtpReply::Kind::ended, "the program ended", steady_seconds()).text;
}

void GtpClient::quit(double seconds) {
  if (!child_.running()) return;
  child_.write("quit\n");
  child_.end(seconds);
}

}  // namespace cairn::engines
