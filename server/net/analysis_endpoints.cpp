// Analyses of games, and parts of them that workers take.
#include "server/net/answers.h"
#include "server/protocol/analysis_from_client.h"
#include "server/protocol/analysis_to_client.h"
#include "server/protocol/work_from_client.h"

namespace cairn::net {

std::vector<Endpoint> analysis_endpoints() {
  return {
      {{"GET", "/api/tables/{id}/analysis", "analysis", Needs::watch, ask<&Analyses::show>},
       {"analysis", "How far the analysis of a game is, and what it found"},
       {{200, "Analysis", "of every move what it gave away, as far as it is known"}},
       {"broken-record"}},
      {{"POST", "/api/tables/{id}/analysis", "ask-analysis", Needs::play, ask<&Analyses::ask>},
       {"analysis", "Have a finished game analysed; the same again changes nothing"},
       {{200, "Analysis", "it waits, or how far it is"}},
       {"not-over", "no-analysis", "no-account", "busy", "broken-record"}},
      {{"POST", "/api/work/take-analysis", "take-analysis", Needs::work, tell<&Analyses::take, read_work_wish>},
       {"work", "Take a part of an analysis to work at; waits for one", "WorkWish"},
       {{200, "AnalysisWork", "a part, or that none came"}},
       {"other-rules", "busy"}},
      {{"POST", "/api/work/answer-analysis", "answer-analysis", Needs::work,
        tell<&Analyses::answer, read_analysis_answer>},
       {"work", "Say what was found, or give the part back", "AnalysisAnswer"},
       {{200, "AnalysisKept", "it is kept, or others take the part"}},
       {"no-lease"}},
  };
}

}  // namespace cairn::net
