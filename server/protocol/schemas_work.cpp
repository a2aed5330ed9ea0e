// The turns of bots and the games of self-play that workers take, as schemas: bot_leases.cpp, work_from_client.cpp,
// selfplay_messages.cpp.
#include "search/levels.h"
#include "server/library/selfplay_job.h"
#include "server/play/from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/work_from_client.h"

namespace cairn {

namespace work_shapes {
namespace {

using namespace schema;

Json lease() {
  return described(matching("^[1-9][0-9]{0,18}$"), "identifies this lease of the turn");
}

Json work() {
  const Json turn = object({must("table", text()), must("lease", lease()),
                            must("until", described(time(), "when the lease ends and others can take the turn")),
                            must("number", described(whole(0), "of the table's entries")), must("game", text()),
                            must("options", map_of(text())),
                            must("moves", described(list_of(list_of(any_of({whole(0, kMaxSeats - 1), text()}), 2, 2)),
                                                    "seat and word of all open offers")),
                            must("seat", whole(0, kMaxSeats - 1)), must("level", whole(1, kLevels)),
                            must("seconds", described(number(), "thinking time")),
                            must("seed", described(matching("^[0-9]+$"), "of what is chance"))});
  return object({must("turn", described(nullable(turn), "null: none came"))});
}

Json work_wish() {
  return object({must("rules", described(whole(0, kMaxVersion), "the version of the worker's rules")),
                 must("wait", described(whole(0, kMostWorkWait), "seconds"))});
}

Json work_answer() {
  const std::vector<Field> turn = {must("table", request_id()), must("lease", lease()),
                                   must("number", whole(0, kMaxVersion))};
  const Json word = matching("^[!-~]{1," + std::to_string(kMaxWord) + "}$");
  const auto with = [&turn](const Field& more) {
    auto fields = turn;
    fields.push_back(more);
    return object(fields);
  };
  return one_of({with(must("word", word)),
                 with(must("words", described(list_of(word, 1, kMaxWords), "the whole turn as one command"))),
                 with(must("failure", described(text(1, kMostWorkFailure), "why the engine found no move"))),
                 object(turn)});
}

Json work_done() {
  return object({must("played", described(yes_no(), "false: the turn was given back"))});
}

Json selfplay_wish() {
  return object({must("rules", described(whole(0, kMaxVersion), "the version of the worker's rules"))});
}

Json selfplay_work() {
  std::vector<Field> job = {must("game", text()), must("options", map_of(text())),
                            must("games", whole(1, kMostJobGames))};
  for (const SelfPlaySetting& setting : self_play_settings())
    job.push_back(must(setting.name, described(setting.whole ? whole(0) : number(), setting.help)));
  job.push_back(must("seed", described(matching("^[0-9]+$"), "of what is chance")));
  job.push_back(must("network", described(nullable(request_id()), "null: the engine plays without a network")));
  return object({must("job", described(nullable(object(job)), "null: none are needed now"))});
}

Json selfplay_answer() {
  return object({must("game", matching("^[a-z]+$")), must("options", map_of(text())),
                 must("samples", described(matching("^[A-Za-z0-9_-]+$"), "a file of samples as base64url"))});
}

Json selfplay_kept() {
  return object({must("kept", described(whole(1), "samples"))});
}

Json taught_network() {
  return object({must("network", described(text(), "its file as base64url"))});
}

}  // namespace
}  // namespace work_shapes

std::vector<NamedSchema> work_schemas() {
  using namespace work_shapes;
  return {{"Work", work},
          {"WorkWish", work_wish},
          {"WorkAnswer", work_answer},
          {"WorkDone", work_done},
          {"SelfPlayWish", selfplay_wish},
          {"SelfPlayWork", selfplay_work},
          {"SelfPlayAnswer", selfplay_answer},
          {"SelfPlayKept", selfplay_kept},
          {"TaughtNetwork", taught_network}};
}

}  // namespace cairn
