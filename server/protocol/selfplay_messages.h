// Games that a server wants to be played by `cairn selfplay --server`, and what comes back: JSON between server and
// worker, written and read. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "server/library/selfplay_jobs.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::size_t kMostHandedIn = 40'000;  // bytes of a file of samples, which a body has as base64url

Json selfplay_work_json(const SelfPlayWork& work);
std::string read_selfplay_work(const Json& json, SelfPlayWork& out);  // "" or what is wrong

std::variant<SelfPlayWish, Fault> read_selfplay_wish(std::string_view text);
std::variant<SelfPlayAnswer, Fault> read_selfplay_answer(std::string_view text, std::span<const GameInfo> games);
Json selfplay_answer_json(const SelfPlayJob& job, std::string_view samples);

Json to_client(const GamesTaken& taken);
std::string to_client(const TaughtNetwork& network);
Json to_client(const GamesKept& kept);

}  // namespace cairn
