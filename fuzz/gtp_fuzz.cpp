// The Go Text Protocol: the first byte chooses the game and its options, the rest is what a controller sends. Every
// line gets one answer, and nothing ends the session before `quit` or the end of the input.
#include <algorithm>
#include <sstream>
#include <string>

#include "core/text.h"
#include "fuzz/fuzz.h"
#include "notation/gtp.h"
#include "notation/gtp_line.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size < 1 || size > 600) return -1;
  const fuzz::Choice& choice = fuzz::choose(data[0]);
  const std::string sent(fuzz::text_of(data + 1, size - 1));
  // A search of any length is no fault: limits that would make one are left to the tests.
  for (const auto* word : {"kata-set-param", "genmove", "search", "analyze", "cairn-", "final_"})
    if (sent.find(word) != std::string::npos && std::count(sent.begin(), sent.end(), '\n') > 12) return -1;
  if (sent.find("kata-set-param") != std::string::npos) return -1;
  std::size_t expected = 0;
  for (const auto line : split(sent, '\n')) {
    const GtpLine read = read_gtp_line(line);
    expected += read.empty() ? 0U : 1U;
    if (read.command == "quit") break;
  }
  GtpSettings settings;
  settings.playouts = 2;
  settings.engine.memory = std::size_t{16} << 20;
  std::istringstream in(sent);
  std::ostringstream out;
  run_gtp(*choice.info, {parse_option_words(choice.options), {}}, settings, in, out);
  const std::string output = out.str();
  std::size_t answers = 0;
  for (std::size_t at = 0; at < output.size(); ++answers) {
    fuzz::require(output[at] == '=' || output[at] == '?', "an answer begins with = or ?");
    const auto end = output.find("\n\n", at);
    fuzz::require(end != std::string::npos, "an answer ends with an empty line");
    at = end + 2;
  }
  fuzz::require(answers == expected, "every line gets one answer");
  return 0;
}
