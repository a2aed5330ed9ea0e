#include "search/network/file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "search/network/tests/random_network.h"

namespace cairn::network {
namespace {

const Shape kShape{"test-1", 8, 2, 16, 2, 2, 1, 1, 16};

File some_file() {
  Rng rng(5);
  return {random_weights(kShape, rng), {"made by a test", "of random numbers"}};
}

std::string error_of(const std::string& bytes) {
  const ReadFile read = read_file(bytes);
  EXPECT_EQ(read.file.has_value(), read.error.empty());
  return read.error;
}

TEST(NetworkFile, ComesBackAsItWas) {
  const File file = some_file();
  const std::string bytes = write_file(file);
  EXPECT_TRUE(bytes.starts_with("cairn network 1\nfeatures test-1\nplanes 8\nglobals 2\nchannels 16\nblocks 2\n"));
  const ReadFile read = read_file(bytes);
  ASSERT_EQ(read.error, "");
  EXPECT_EQ(read.file->weights, file.weights);
  EXPECT_EQ(read.file->notes, file.notes);
  EXPECT_EQ(write_file(*read.file), bytes);
}

TEST(NetworkFile, SaysWhatIsWrongWithIt) {
  const std::string bytes = write_file(some_file());
  EXPECT_EQ(error_of(""), "it is no network: one begins with the line \"cairn network 1\"");
  EXPECT_EQ(error_of("PNG"), "it is no network: one begins with the line \"cairn network 1\"");
  EXPECT_EQ(error_of("cairn network 2\n"),
            "it is a network of another version: this program reads those that begin with \"cairn network 1\"");
  EXPECT_EQ(error_of("cairn network 1\nplanes 8\n"), "its header has no end: an empty line should close it");
  EXPECT_EQ(error_of("cairn network 1\n\n"), "planes is 0, not 4 to 64");
  EXPECT_EQ(error_of("cairn network 1\nplanes many\n\n"),
            "its header says \"planes many\" where a number should stand");
  EXPECT_EQ(error_of("cairn network 1\ncolour red\n\n"),
            "its header says \"colour red\", which this version does not know");
  EXPECT_EQ(error_of(bytes.substr(0, bytes.size() - 1)),
            "it has " + std::to_string(bytes.size() - 1) + " bytes, and one of its shape has " +
                std::to_string(bytes.size()) + ": it is cut off, or was changed on its way");
  std::string changed = bytes;
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  EXPECT_EQ(error_of(changed), "its checksum is wrong: it was changed on its way; fetch it again");
}

TEST(NetworkFile, RefusesNumbersThatAreNone) {
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    File file = some_file();
    file.weights.value_out.weight[3] = wrong;
    EXPECT_EQ(error_of(write_file(file)), "some of its numbers are none, or a step is not above 0");
  }
  File file = some_file();
  file.weights.blocks[1].second.step = 0;
  EXPECT_EQ(error_of(write_file(file)), "some of its numbers are none, or a step is not above 0");
}

TEST(NetworkFile, RefusesEveryFlippedBitAndEveryLength) {
  const std::string bytes = write_file(some_file());
  for (std::size_t i = 0; i < bytes.size(); i += i < 200 ? 1 : 97) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    EXPECT_NE(error_of(changed), "") << i;
    EXPECT_NE(error_of(bytes.substr(0, i)), "") << i;
  }
}

TEST(NetworkShape, IsHeldToItsBounds) {
  EXPECT_EQ(check(kShape), "");
  Shape shape = kShape;
  shape.channels = 24;
  EXPECT_EQ(check(shape), "channels is not a multiple of 16");
  shape = kShape;
  shape.blocks = 41;
  EXPECT_EQ(check(shape), "blocks is 41, not 1 to 40");
  shape = kShape;
  shape.features = "";
  EXPECT_EQ(check(shape), "the name of its features is empty or longer than 32 letters");
}

}  // namespace
}  // namespace cairn::network
