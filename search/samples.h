// The file of what self-play teaches: lines of text that say the sizes, an empty line, then records of one size each.
// train/samples.py reads it; docs/networks.md tells it byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/network/feature_spec.h"
#include "search/self_play.h"

namespace cairn {

// `boards`: what every sample that is written behind it is of.
std::string samples_header(const network::FeatureSpec& spec, const network::Boards& boards, const std::string& note);
// Of each point its planes, one bit each; globals; which logits are legal, one bit each; shares of the logits, 0 to 255
// for the greatest; the owners; then value, score, root as floats and the ply in 16 bits.
void write_sample(const network::FeatureSpec& spec, const Sample& sample, std::string& out);

struct SampleRecord {
  std::vector<std::uint8_t> planes{};  // as in network::Question
  std::vector<float> globals{};
  std::vector<bool> legal{};    // by logit
  std::vector<float> policy{};  // by logit: shares of 1
  std::vector<std::int8_t> owners{};
  float value = 0, score = 0, root = 0;
  int ply = 0;
};
struct SamplesFile {
  std::string features{};
  int columns = 0, rows = 0, torus = 0, planes = 0, globals = 0, policy = 0, extras = 0;
  std::vector<SampleRecord> records{};
};
// Returns "" or what is wrong with the file: its shape, or numbers that cannot be meant.
std::string read_samples(std::string_view bytes, SamplesFile& out);

}  // namespace cairn
