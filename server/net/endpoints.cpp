#include <iterator>

#include "server/net/endpoint.h"

namespace cairn {

namespace {

std::vector<Endpoint> all_parts() {
  using namespace net;
  std::vector<Endpoint> all;
  for (const auto part : {table_endpoints,       list_endpoints,         account_endpoints, session_endpoints,
                          description_endpoints, talk_endpoints,         pairing_endpoints, tournament_endpoints,
                          stream_endpoints,      archive_endpoints,      library_endpoints, study_endpoints,
                          hook_endpoints,        mail_endpoints,         puzzle_endpoints,  feed_endpoints,
                          work_endpoints,        more_account_endpoints, seat_endpoints,    study_moderation_endpoints,
                          analysis_endpoints,    self_play_endpoints,    appeal_endpoints,  moderation_endpoints,
                          health_endpoints,      unsubscribe_endpoints,  act_endpoints,     site_endpoints,
                          factor_endpoints,      bridge_endpoints}) {
    std::vector<Endpoint> rows = part();
    all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  }
  return all;
}

}  // namespace

const std::vector<Endpoint>& endpoints() {
  static const std::vector<Endpoint> all = all_parts();
  return all;
}

}  // namespace cairn
