// What workers take: bots' turns, and games of self-play.
#include "server/net/answers.h"
#include "server/protocol/selfplay_messages.h"
#include "server/protocol/work_from_client.h"
#include "server/protocol/work_to_client.h"

namespace cairn::net {

namespace {

Response keep_games(const Asked& asked) {
  return Act([&asked](const Answered& done) {
    const auto read = [body = asked.request.body()](std::span<const GameInfo> games) {
      return read_selfplay_answer(body, games);
    };
    call(&SelfPlayJobs::keep, asked, done, SelfPlayJobs::ReadAnswer(read));
  });
}

}  // namespace

std::vector<Endpoint> work_endpoints() {
  return {
      {{"POST", "/api/work/take", "take-work", Needs::work, tell<&BotScheduler::take_work, read_work_wish>},
       {"work", "Take a bot's turn to work on; the request waits for one", "WorkWish"},
       {{200, "Work", "a turn, or `null` if none came"}},
       {"other-rules"}},
      {{"POST", "/api/work/answer", "answer-work", Needs::work, tell<&BotScheduler::answer_work, read_work_answer>},
       {"work", "Submit the bot's move, or return the turn", "WorkAnswer"},
       {{200, "WorkDone", "the move is played, or the turn is returned for others"}},
       {"no-lease", "illegal-move", "game-over", "too-long", "broken-record", "busy"}},
  };
}

std::vector<Endpoint> self_play_endpoints() {
  return {
      {{"POST", "/api/work/take-games", "take-games", Needs::work, tell<&SelfPlayJobs::take, read_selfplay_wish>},
       {"work", "Take self-play games to play", "SelfPlayWish"},
       {{200, "SelfPlayWork", "games to play, or `null` if none are needed"}},
       {"other-rules", "busy"}},
      {{"POST", "/api/work/answer-games", "answer-games", Needs::work, keep_games},
       {"work", "Upload the samples of self-play games", "SelfPlayAnswer"},
       {{200, "SelfPlayKept", "saved"}},
       {"busy"}},
      {{"GET", "/api/work/networks/{id}", "taught-network", Needs::work, ask<&SelfPlayJobs::network>},
       {"work", "Download the network for self-play games"},
       {{200, "TaughtNetwork", "the file"}},
       {"busy"}},
  };
}

}  // namespace cairn::net
