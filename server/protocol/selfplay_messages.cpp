#include "server/protocol/selfplay_messages.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "search/samples.h"
#include "server/base/push.h"
#include "server/play/from_client.h"
#include "server/protocol/work_from_client.h"

namespace cairn {

namespace {

constexpr MessageText kGamesWishForm("form-of-games-wish", R"(to get games to play, send {"rules":1})");
constexpr MessageText kSamplesForm("form-of-samples",
                                   R"(the samples are {"game":"NAME","options":{"size":"4"},"samples":"..."})");

Json options_json(const OptionValues& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json;
}

}  // namespace

Json selfplay_work_json(const SelfPlayWork& work) {
  Json json = {{"game", work.job.info->name}, {"options", options_json(work.job.options)}, {"games", work.job.games}};
  for (const SelfPlaySetting& setting : self_play_settings()) {
    const double value = setting.get(work.job.how);
    json[std::string(setting.name)] = setting.whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
  }
  json["seed"] = std::to_string(work.seed);
  json["network"] = work.network.empty() ? Json() : Json(work.network);
  return json;
}

std::string read_selfplay_work(const Json& json, SelfPlayWork& out) {
  if (auto wrong = read_selfplay_job(json, games(), out.job); !wrong.empty()) return wrong;
  const auto* seed = text_at(json, "seed");
  const char* end = seed != nullptr ? seed->data() + seed->size() : nullptr;
  if (seed == nullptr || std::from_chars(seed->data(), end, out.seed).ptr != end)
    return "\"seed\" must be a number as text";
  const auto network = json.find("network");
  if (network == json.end() || !(network->is_null() || network->is_string()))
    return "\"network\" must be a name or null";
  if (network->is_string()) out.network = network->get<std::string>();
  if (!out.network.empty() && !good_request(out.network)) return "\"network\" must be a name or null";
  return {};
}

std::variant<SelfPlayWish, Fault> read_selfplay_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"rules"}, kGamesWishForm); !error.empty()) return Fault{std::move(error)};
  SelfPlayWish out;
  if (auto error = read_count(object, "rules", kMaxVersion, out.rules); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<SelfPlayAnswer, Fault> read_selfplay_answer(std::string_view text, std::span<const GameInfo> games) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"game", "options", "samples"}, kSamplesForm); !error.empty())
    return Fault{std::move(error)};
  const auto options = object.find("options");
  if (options == object.end() || !options->is_object() ||
      !std::all_of(options->begin(), options->end(), [](const Json& value) { return value.is_string(); }))
    return Fault{
        Message("options-must-object-texts", "\"options\" must be an object of texts; {why}", {{"why", kSamplesForm}})};
  SelfPlayJob job;
  if (auto wrong = read_selfplay_start(object, games, job); !wrong.empty()) return Fault{std::move(wrong)};
  const auto* coded = text_at(object, "samples");
  auto bytes = coded != nullptr ? from_base64url(*coded) : std::nullopt;
  if (!bytes)
    return Fault{Message("samples-must-file-samples", "\"samples\" must be a file of samples in base64url; {why}",
                         {{"why", kSamplesForm}})};
  SamplesFile file;
  if (auto wrong = read_samples(*bytes, file); !wrong.empty())
    return Fault{Message("bad-samples", "\"samples\": {why}", {{"why", wrong}})};
  const network::FeatureSpec& spec = job.info->features;
  if (file.features != spec.name || file.planes != spec.planes || file.globals != spec.globals ||
      file.policy != spec.policy || file.extras != spec.extras || file.columns != job.boards.columns ||
      file.rows != job.boards.rows || (file.torus != 0) != job.boards.torus)
    return Fault{Message("samples-they-not-game", "\"samples\": the samples belong to another game or other options")};
  if (file.records.empty()) return Fault{Message("samples-none-file", "\"samples\": the file has no samples")};
  return SelfPlayAnswer{std::move(*bytes), static_cast<int>(file.records.size())};
}

Json selfplay_answer_json(const SelfPlayJob& job, std::string_view samples) {
  return {{"game", job.info->name}, {"options", options_json(job.options)}, {"samples", to_base64url(samples)}};
}

Json to_client(const GamesTaken& taken) {
  return {{"job", taken.work ? selfplay_work_json(*taken.work) : Json(nullptr)}};
}

std::string to_client(const TaughtNetwork& network) {
  return R"({"network":")" + network.base64url + "\"}";
}

Json to_client(const GamesKept& kept) {
  return {{"kept", kept.records}};
}

}  // namespace cairn
