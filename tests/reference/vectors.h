// Reads the test vectors: whole JSON files and files of one JSON object a line.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace cairn::reference {

using nlohmann::json;

inline std::ifstream open_vectors(const std::string& file) {
  std::ifstream in(std::string(CAIRN_VECTORS) + "/" + file);
  if (!in) throw std::runtime_error("missing vectors: " + file);
  return in;
}

inline json read_vectors(const std::string& file) {
  std::ifstream in = open_vectors(file);
  return json::parse(in);
}

inline std::vector<json> read_vector_lines(const std::string& file) {
  std::ifstream in = open_vectors(file);
  std::vector<json> cases;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) cases.push_back(json::parse(line));
  return cases;
}

}  // namespace cairn::reference
