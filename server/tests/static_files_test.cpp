// The built client as the server keeps it: what the build packed is sent as it is, and never what is of other bytes.
#include "server/net/static_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

class StaticFilesTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_.path() + "/" + name, std::ios::binary) << bytes;
  }
  StaticFile at(const std::string& path) {
    StaticFiles files;
    EXPECT_EQ(files.load(folder_.path()), "");
    const StaticFile* file = files.find(path);
    return file == nullptr ? StaticFile() : *file;
  }

  Folder folder_;
};

TEST_F(StaticFilesTest, WhatTheBuildPackedIsTakenAsItIs) {
  const std::string page(2'000, 'a');
  write("index.html", page);
  write("theme.js", page);
  std::string packed = at("/").packed;
  ASSERT_LT(packed.size(), 200U) << "nobody packed it before";
  ASSERT_GT(packed.size(), 18U);
  EXPECT_EQ(at("/theme.js").packed, packed);

  packed[4] = 1;  // the time in its header: another packed form of the same
  write("index.html.gz", packed);
  EXPECT_EQ(at("/").packed, packed);
  EXPECT_EQ(at("/").bytes, page);
  EXPECT_EQ(at("/index.html.gz").bytes, "") << "it is no page of its own";
  EXPECT_EQ(at("/theme.js").packed, "") << "the build found that packing does not help";
}

TEST_F(StaticFilesTest, APackedFormOfOtherBytesIsNotSent) {
  const std::string page(2'000, 'a');
  write("index.html", page);
  const std::string packed = at("/").packed;
  for (const std::string& wrong : {std::string(), packed.substr(0, 10), packed.substr(0, packed.size() - 1), page}) {
    write("index.html.gz", wrong);
    EXPECT_EQ(at("/").packed, packed);
  }
  write("index.html.gz", packed);
  std::string other = page;
  other[7] = 'b';
  write("index.html", other);
  EXPECT_NE(at("/").packed, packed);
  EXPECT_LT(at("/").packed.size(), 200U);
}

}  // namespace
}  // namespace cairn
