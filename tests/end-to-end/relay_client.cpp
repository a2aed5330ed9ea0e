#include "relay_client.h"

#include "server_process.h"

namespace cairn::testing {

const Words& own_gtp() {
  static const Words words = {CAIRN_PROGRAM, "gtp", "--game", "go", "--threads", "1", "--memory", "64"};
  return words;
}

Words odd_words(const Words& ways) {
  Words command = {programs::tool("python3", "python3"), CAIRN_SOURCE "/server/tests/odd_engine.py"};
  command.insert(command.end(), ways.begin(), ways.end());
  return command;
}

}  // namespace cairn::testing
