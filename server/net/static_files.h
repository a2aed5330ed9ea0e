// The built web client, read once and kept: a request can only name what is in the map, so no path leads elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "server/net/club.h"

namespace cairn {

struct StaticFile {
  std::string bytes;
  std::string packed;    // by gzip; "" where that does not help much
  std::string type;      // "text/html; charset=utf-8"
  std::string etag;      // quoted
  bool forever = false;  // the name holds a hash of the content: a browser may keep it
};

class StaticFiles {
 public:
  // Reads a folder (at most 64 MiB in 2,000 files; no links). NAME.gz is the packed form of NAME, which the web build
  // makes; a folder without these is packed here, which takes a second. Returns "" or what is wrong.
  // In a club's own clothes (club.h).
  std::string load(const std::string& folder, const net::Club& club = {});
  // "/" is index.html. nullptr: there is none.
  const StaticFile* find(std::string_view path) const;
  bool empty() const { return files_.empty(); }

 private:
  void dress(const net::Club& club);
  std::unordered_map<std::string, StaticFile> files_;
};

}  // namespace cairn
