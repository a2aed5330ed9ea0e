// What a worker may say (server/protocol/work_from_client.h, analysis_from_client.h, selfplay_messages.h): the first
// byte chooses.
#include <string>
#include <variant>

#include "fuzz/message.h"
#include "server/play/from_client.h"
#include "server/play/to_client.h"
#include "server/protocol/analysis_from_client.h"
#include "server/protocol/selfplay_messages.h"
#include "server/protocol/work_from_client.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size < 1 || size > 20'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  if (data[0] % 2 == 0) {
    if (const auto wish = fuzz::good(read_work_wish(text)))
      fuzz::require(wish->rules >= 0 && wish->wait >= 0 && wish->wait <= kMostWorkWait, "a worker waits a while");
  } else if (data[0] % 4 == 3) {
    if (const auto answer = fuzz::good(read_analysis_answer(text))) {
      fuzz::require(answer->lease > 0 && answer->from >= 0 && good_request(answer->table), "an answer names a part");
      fuzz::require(answer->found.evaluations.size() <= kPartEvaluations && answer->found.right.size() <= kMostSearches,
                    "in short");
      const auto again = read_analysis_answer(to_text(analysis_answer_json(*answer)));
      fuzz::require(std::holds_alternative<AnalysisAnswer>(again), "what is understood can be said again");
    }
  } else if (data[0] % 8 == 5) {
    if (const auto answer = fuzz::good(read_selfplay_answer(text, games())))
      fuzz::require(answer->count > 0 && answer->samples.size() <= text.size(), "an answer holds samples");
    std::vector<SelfPlayJob> jobs;
    if (read_selfplay_jobs(text, games(), jobs).empty())
      for (const SelfPlayJob& job : jobs) {
        SelfPlayWork again;
        fuzz::require(read_selfplay_work(selfplay_work_json({job, 1, {}}), again).empty(), "a job can be given");
      }
  } else if (const auto answer = fuzz::good(read_work_answer(text))) {
    fuzz::require(answer->lease > 0 && answer->number >= 0 && good_request(answer->table), "an answer names a turn");
    fuzz::require(answer->words.empty() || answer->failure.empty(), "a turn has a move or none");
    fuzz::require(answer->words.size() <= kMaxWords && answer->failure.size() <= kMostWorkFailure, "in short");
    for (const std::string& word : answer->words) fuzz::require(word.size() <= kMaxWord, "words are short");
  }
  return 0;
}
