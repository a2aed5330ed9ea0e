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
       {"work", "Take a bot's turn to think about; waits for one", "WorkWish"},
       {{200, "Work", "a turn, or that none came"}},
       {"other-rules"}},
      {{"POST", "/api/work/answer", "answer-work", Needs::work, tell<&BotScheduler::answer_work, read_work_answer>},
       {"work", "Play the move that was chosen, or give the turn back", "WorkAnswer"},
       {{200, "WorkDone", "the move is made, or others take the turn"}},
       {"no-lease", "illegal-move", "game-over", "too-long", "broken-record", "busy"}},
  };
}

std::vector<Endpoint> self_play_endpoints() {
  return {
      {{"POST", "/api/work/take-games", "take-games", Needs::work, tell<&SelfPlayJobs::take, read_selfplay_wish>},
       {"work", "Take games of self-play to play", "SelfPlayWish"},
       {{200, "SelfPlayWork", "games to play, or that none are wanted now"}},
       {"other-rules", "busy"}},
      {{"POST", "/api/work/answer-games", "answer-games", Needs::work, keep_games},
       {"work", "Hand in what such games teach", "SelfPlayAnswer"},
       {{200, "SelfPlayKept", "it is kept"}},
       {"busy"}},
      {{"GET", "/api/work/networks/{id}", "taught-network", Needs::work, ask<&SelfPlayJobs::network>},
       {"work", "The network that such games are played by"},
       {{200, "TaughtNetwork", "the file"}},
       {"busy"}},
  };
}

}  // namespace cairn::net
