// The file of a network: lines of text that say its shape, then its numbers, then a checksum. docs/networks.md tells it
// byte by byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/network/shape.h"

namespace cairn::network {

struct File {
  Weights weights{};
  std::vector<std::string> notes{};  // of who made it: one line each
};
struct ReadFile {
  std::optional<File> file{};
  std::string error{};  // why there is none, for people
};
ReadFile read_file(std::string_view bytes);
std::string write_file(const File& file);

std::uint32_t checksum(std::string_view bytes);  // CRC-32 as zlib, PNG and Ethernet have it

}  // namespace cairn::network
