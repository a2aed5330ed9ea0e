// Files of networks (search/network/file.h): what is read is written back as it was, and answers whatever its numbers
// are. The checksum is set right, or nothing would be read.
#include "search/network/file.h"

#include <cmath>
#include <cstring>
#include <memory>

#include "fuzz/fuzz.h"
#include "search/network/evaluator.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  using namespace cairn::network;
  std::string bytes(fuzz::text_of(data, size));
  if (bytes.size() > sizeof(std::uint32_t)) {
    const std::size_t end = bytes.size() - sizeof(std::uint32_t);
    const std::uint32_t sum = checksum(std::string_view(bytes).substr(0, end));
    std::memcpy(bytes.data() + end, &sum, sizeof sum);
  }
  const ReadFile read = read_file(bytes);
  fuzz::require(read.file.has_value() == read.error.empty(), "there is a network, or a reason why not");
  if (!read.file) return 0;
  const ReadFile again = read_file(write_file(*read.file));
  fuzz::require(again.file && again.file->weights == read.file->weights, "a network that is written comes back");
  const Shape& shape = read.file->weights.shape;
  if (shape.channels > 32 || shape.blocks > 2) return 0;
  const std::vector<std::uint8_t> planes(static_cast<std::size_t>(6 * shape.planes), 127);
  const std::vector<float> globals(static_cast<std::size_t>(shape.globals), 1.0F);
  Evaluator evaluator(std::make_shared<const Network>(read.file->weights));
  Reply reply;
  evaluator.evaluate({2, 3, true, planes, globals}, reply);
  fuzz::require(reply.policy.size() == static_cast<std::size_t>(6 * shape.policy + shape.extras),
                "a logit for each move");
  fuzz::require(reply.owner.size() == 6, "an owner of each point");
  return 0;
}
