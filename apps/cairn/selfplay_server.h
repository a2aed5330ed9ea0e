// `cairn selfplay --server`: games that a server wants, by the network that it teaches; what they teach goes there.
#pragma once

#include "apps/cairn/server_choice.h"

namespace cairn::cli {

int run_selfplay_for(const ServerChoice& given, int threads);  // an exit code

}  // namespace cairn::cli
