#include "server/notifications/atom_text.h"

#include <cstdio>

#include "core/markup.h"
#include "server/base/days.h"
#include "server/play/clock_rule.h"

namespace cairn {

namespace {

std::string element(std::string_view name, std::string_view text) {
  return "<" + std::string(name) + ">" + xml_text(text) + "</" + std::string(name) + ">\n";
}

}  // namespace

std::string moment_text(std::int64_t at_ms) {
  const std::int64_t day = at_ms / kDayMs, rest = at_ms % kDayMs;
  char text[32];
  std::snprintf(text, sizeof text, "T%02d:%02d:%02d.%03dZ", static_cast<int>(rest / kHourMs),
                static_cast<int>(rest / kMinuteMs % 60), static_cast<int>(rest / kSecondMs % 60),
                static_cast<int>(rest % kSecondMs));
  return day_text(day) + text;
}

std::string atom_text(const AtomFeed& feed) {
  std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n";
  out += element("id", feed.id) + element("title", feed.title) + element("updated", moment_text(feed.updated_ms));
  out += "<author><name>" + xml_text(feed.author) + "</name></author>\n<link rel=\"alternate\" href=\"/\"/>\n";
  for (const AtomEntry& entry : feed.entries) {
    out += "<entry>\n" + element("id", entry.id) + element("title", entry.title) +
           element("updated", moment_text(entry.updated_ms));
    out += "<link rel=\"alternate\" href=\"" + xml_text(entry.link) + "\"/>\n<category term=\"" + xml_text(entry.kind) +
           "\"/>\n";
    if (!entry.summary.empty()) out += element("summary", entry.summary);
    out += "</entry>\n";
  }
  return out + "</feed>\n";
}

}  // namespace cairn
