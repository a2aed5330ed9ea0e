// A feed as Atom 1.0 (RFC 4287). Pure. Whatever the texts in it are, it is well-formed: what XML has no place for is
// replaced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {

struct AtomEntry {
  std::string id;               // the same for the same event: an IRI
  std::string title, summary;   // summary: "" for none
  std::string link;             // of the server, from its root: "/t/x7Kq"
  std::string kind;             // a word for programs
  std::int64_t updated_ms = 0;  // since 1970
};

struct AtomFeed {
  std::string id, title;
  std::string author = "Cairn";  // the site
  std::int64_t updated_ms = 0;
  std::vector<AtomEntry> entries;
};

std::string atom_text(const AtomFeed& feed);
std::string moment_text(std::int64_t at_ms);  // "2026-11-22T14:03:00.125Z"

}  // namespace cairn
