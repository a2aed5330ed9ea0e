#include "apps/cairn/gtp_client.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/cairn/terminal.h"
#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kLongestReply = std::size_t{1} << 20;
constexpr double kLastWords = 0.5;  // seconds for a program that ended to be gone

// As it may be shown: printable, not too long.
std::string shown(std::string_view text) {
  std::string safe(text.substr(0, 80));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return safe;
}

}  // namespace

std::string GtpClient::start() {
  return child_.start(command_);
}

GtpReply GtpClient::fail(GtpReply::Kind kind, const std::string& what, double began) {
  const double seconds = wall_seconds() - began;
  const std::string end = child_.end(kind == GtpReply::Kind::ended ? kLastWords : 0);
  std::string text = what;
  if (kind == GtpReply::Kind::ended) text += " (" + end + ")";
  if (const auto error = child_.last_error(); !error.empty() && kind != GtpReply::Kind::cancelled)
    text += ": " + shown(error);
  return {kind, text, seconds};
}

GtpReply GtpClient::ask(std::string_view command, double seconds, const std::atomic<bool>& stop) {
  using Kind = GtpReply::Kind;
  const double began = wall_seconds();
  if (!child_.running()) return {Kind::ended, "the program is not running", 0};
  child_.write(std::string(command) + "\n");
  GtpReply reply;
  std::string line;
  for (bool first = true;;) {
    switch (child_.read_line(line, std::max(0.0, began + seconds - wall_seconds()), stop)) {
      case Child::Said::nothing:
        if (stop.load()) return fail(Kind::cancelled, "interrupted", began);
        return fail(Kind::late, fmt::format("no answer to {} within {:.4g} s", shown(command), seconds), began);
      case Child::Said::ended:
        return fail(Kind::ended, fmt::format("the program ended at {}", shown(command)), began);
      case Child::Said::too_much:
        return fail(Kind::garbage, fmt::format("an endless line in answer to {}", shown(command)), began);
      case Child::Said::line:
        break;
    }
    if (first) {
      if (trim(line).empty()) continue;  // programs are free with empty lines
      if (line[0] != '=' && line[0] != '?')
        return fail(Kind::garbage, fmt::format("\"{}\" is not a GTP answer to {}", shown(line), shown(command)), began);
      reply.kind = line[0] == '=' ? Kind::ok : Kind::refused;
      reply.text = trim(std::string_view(line).substr(1));
      first = false;
      continue;
    }
    if (trim(line).empty()) break;
    reply.text += "\n" + line;
    if (reply.text.size() > kLongestReply)
      return fail(Kind::garbage, fmt::format("an endless answer to {}", shown(command)), began);
  }
  reply.seconds = wall_seconds() - began;
  return reply;
}

void GtpClient::quit(double seconds) {
  if (!child_.running()) return;
  child_.write("quit\n");
  child_.end(seconds);
}

}  // namespace cairn::cli
