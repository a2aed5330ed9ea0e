// Analyses of games, and parts of them that workers take.
#include "server/net/answers.h"
#include "server/protocol/analysis_from_client.h"
#include "server/protocol/analysis_to_client.h"
#include "server/protocol/work_from_client.h"

namespace cairn::net {

std::vector<Endpoint> analysis_endpoints() {
  return {
      {{"GET", "/api/tables/{id}/analysis", "analysis", Needs::watch, ask<&Analyses::show>},
       {"analysis", "Get the progress and results of a game's analysis"},
       {{200, "Analysis", "the loss of every move, as far as known"}},
       {"broken-record"}},
      {{"POST", "/api/tables/{id}/analysis", "ask-analysis", Needs::play, ask<&Analyses::ask>},
       {"analysis", "Request the analysis of a finished game; repeating the request changes nothing"},
       {{200, "Analysis", "waiting, or its progress"}},
       {"not-over", "no-analysis", "no-account", "busy", "broken-record"}},
      {{"POST", "/api/work/take-analysis", "take-analysis", Needs::work, tell<&Analyses::take, read_work_wish>},
       {"work", "Take a part of an analysis to work on; the request waits for one", "WorkWish"},
       {{200, "AnalysisWork", "a part, or `null` if none came"}},
       {"other-rules", "busy"}},
      {{"POST", "/api/work/answer-analysis", "answer-analysis", Needs::work,
        tell<&Analyses::answer, read_analysis_answer>},
       {"work", "Submit the results of an analysis part, or return it", "AnalysisAnswer"},
       {{200, "AnalysisKept", "saved, or returned for others"}},
       {"no-lease"}},
  };
}

}  // namespace cairn::net
