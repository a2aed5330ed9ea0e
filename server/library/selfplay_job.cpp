#include "server/library/selfplay_job.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "notation/record.h"
#include "search/samples.h"
#include "server/base/push.h"
#include "server/play/from_client.h"
#include "server/protocol/work_from_client.h"

namespace cairn {

namespace {

constexpr std::string_view kWishForm = R"(who wants games to play says {"rules":1})";
constexpr std::string_view kAnswerForm = R"(what was played is {"game":"NAME","options":{"size":"4"},"samples":"..."})";

// The start of such games.
std::string begin(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job) {
  const auto* name = text_at(json, "game");
  if (name == nullptr) return "\"game\" must be the name of a game";
  job.info = find_game(*name, games);
  if (job.info == nullptr) return "there is no game " + shown(*name);
  if (job.info->sight.features.empty()) return "no network can be taught " + std::string(job.info->title) + " yet";
  Record record{std::string(job.info->name), {}, {}};
  if (auto wrong = read_options(json.value("options", Json()), record.config.options); !wrong.empty()) return wrong;
  Refolded refolded = refold(record);
  if (!refolded.error.empty()) return refolded.error;
  job.options = std::move(record.config.options);
  job.start = std::move(refolded.position);
  job.boards = job.info->sight.boards(job.start);
  if (job.boards.side() == 0) return "networks are not shown " + std::string(job.info->title) + " with these options";
  job.how.half_life = job.boards.columns;
  return {};
}

std::string read_settings(const Json& json, SelfPlayJob& job) {
  for (const auto& [key, value] : json.items()) {
    if (key == "game" || key == "options" || key == "seed" || key == "network") continue;
    if (key == "games") {
      if (!value.is_number_integer() || value < 1 || value > kMostJobGames)
        return "\"games\" must be a whole number from 1 to " + std::to_string(kMostJobGames);
      job.games = value.get<int>();
      continue;
    }
    const auto all = self_play_settings();
    const auto setting = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == key; });
    if (setting == all.end()) return shown(key) + " is none of a job's settings";
    if (!value.is_number() || !setting->right(value.get<double>()))
      return shown(key) + " must be a " + (setting->whole ? "whole " : "") + "number from " +
             Json(setting->least).dump() + " to " + Json(setting->most).dump();
    setting->set(job.how, value.get<double>());
  }
  return {};
}

std::string read_job(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job) {
  if (!json.is_object()) return R"(a job is an object, as {"game":"NAME","games":20})";
  if (auto wrong = begin(json, games, job); !wrong.empty()) return wrong;
  return read_settings(json, job);
}

Json options_json(const OptionValues& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json;
}

}  // namespace

std::string read_selfplay_jobs(std::string_view text, std::span<const GameInfo> games, std::vector<SelfPlayJob>& out) {
  const Json list = parse_json(text);
  if (!list.is_array() || list.size() > static_cast<std::size_t>(kMostJobs))
    return "it must be a list of at most " + std::to_string(kMostJobs) + " jobs, as [{\"game\":\"NAME\",\"games\":20}]";
  out.clear();
  for (const Json& json : list) {
    if (json.is_object() && (json.contains("seed") || json.contains("network")))
      return "job " + std::to_string(out.size() + 1) + ": seeds and networks are not for a job to say";
    SelfPlayJob job;
    if (auto wrong = read_job(json, games, job); !wrong.empty())
      return "job " + std::to_string(out.size() + 1) + ": " + wrong;
    out.push_back(std::move(job));
  }
  return {};
}

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
  if (auto wrong = read_job(json, games(), out.job); !wrong.empty()) return wrong;
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
  if (auto error = check_object(object, {"rules"}, kWishForm); !error.empty()) return Fault{std::move(error)};
  SelfPlayWish out;
  if (auto error = read_count(object, "rules", kMaxVersion, out.rules); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<SelfPlayAnswer, Fault> read_selfplay_answer(std::string_view text, std::span<const GameInfo> games) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"game", "options", "samples"}, kAnswerForm); !error.empty())
    return Fault{std::move(error)};
  const auto options = object.find("options");
  if (options == object.end() || !options->is_object() ||
      !std::all_of(options->begin(), options->end(), [](const Json& value) { return value.is_string(); }))
    return Fault{"\"options\" must be an object of texts; " + std::string(kAnswerForm)};
  SelfPlayJob job;
  if (auto wrong = begin(object, games, job); !wrong.empty()) return Fault{std::move(wrong)};
  const auto* coded = text_at(object, "samples");
  auto bytes = coded != nullptr ? from_base64url(*coded) : std::nullopt;
  if (!bytes) return Fault{"\"samples\" must be a file of samples as base64url; " + std::string(kAnswerForm)};
  SamplesFile file;
  if (auto wrong = read_samples(*bytes, file); !wrong.empty()) return Fault{"\"samples\": " + wrong};
  const network::Sight& sight = job.info->sight;
  if (file.features != sight.features || file.planes != sight.planes || file.globals != sight.globals ||
      file.policy != sight.policy || file.extras != sight.extras || file.columns != job.boards.columns ||
      file.rows != job.boards.rows || (file.torus != 0) != job.boards.torus)
    return Fault{"\"samples\": they are not of this game with these options"};
  if (file.records.empty()) return Fault{"\"samples\": there is none in the file"};
  return SelfPlayAnswer{std::move(*bytes), static_cast<int>(file.records.size())};
}

Json selfplay_answer_json(const SelfPlayJob& job, std::string_view samples) {
  return {{"game", job.info->name}, {"options", options_json(job.options)}, {"samples", to_base64url(samples)}};
}

}  // namespace cairn
