#include "server/library/selfplay_job.h"

#include <algorithm>
#include <utility>

#include "notation/record.h"
#include "server/play/from_client.h"

namespace cairn {

namespace {

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

}  // namespace

std::string read_selfplay_start(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job) {
  const auto* name = text_at(json, "game");
  if (name == nullptr) return "\"game\" must be the name of a game";
  job.info = find_game(*name, games);
  if (job.info == nullptr) return "there is no game " + shown(*name);
  if (job.info->features.name.empty()) return "no network can be taught " + std::string(job.info->title) + " yet";
  Record record{std::string(job.info->name), {}, {}};
  if (auto wrong = read_options(json.value("options", Json()), record.config.options); !wrong.empty()) return wrong;
  Refolded refolded = refold(record);
  if (!refolded.error.empty()) return refolded.error;
  job.options = std::move(record.config.options);
  job.start = std::move(refolded.position);
  job.boards = job.info->features.boards(job.start);
  if (job.boards.side() == 0) return "networks are not shown " + std::string(job.info->title) + " with these options";
  job.how.half_life = job.boards.columns;
  return {};
}

std::string read_selfplay_job(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job) {
  if (!json.is_object()) return R"(a job is an object, as {"game":"NAME","games":20})";
  if (auto wrong = read_selfplay_start(json, games, job); !wrong.empty()) return wrong;
  return read_settings(json, job);
}

std::string read_selfplay_jobs(std::string_view text, std::span<const GameInfo> games, std::vector<SelfPlayJob>& out) {
  const Json list = parse_json(text);
  if (!list.is_array() || list.size() > static_cast<std::size_t>(kMostJobs))
    return "it must be a list of at most " + std::to_string(kMostJobs) + " jobs, as [{\"game\":\"NAME\",\"games\":20}]";
  out.clear();
  for (const Json& json : list) {
    if (json.is_object() && (json.contains("seed") || json.contains("network")))
      return "job " + std::to_string(out.size() + 1) + ": seeds and networks are not for a job to say";
    SelfPlayJob job;
    if (auto wrong = read_selfplay_job(json, games, job); !wrong.empty())
      return "job " + std::to_string(out.size() + 1) + ": " + wrong;
    out.push_back(std::move(job));
  }
  return {};
}

}  // namespace cairn
