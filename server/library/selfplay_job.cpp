#include "server/library/selfplay_job.h"

#include <algorithm>
#include <utility>

#include "notation/record.h"
#include "server/play/from_client.h"

namespace cairn {

namespace {

Message number_wrong(std::string_view key, const SelfPlaySetting& setting) {
  const std::vector<Message::Argument> arguments = {
      {"key", shortened(key)}, {"least", Json(setting.least).dump()}, {"most", Json(setting.most).dump()}};
  if (setting.whole)
    return Message("must-whole-number-from", "\"{key}\" must be a whole number from {least} to {most}", arguments);
  return Message("must-number-from", "\"{key}\" must be a number from {least} to {most}", arguments);
}

Message read_settings(const Json& json, SelfPlayJob& job) {
  for (const auto& [key, value] : json.items()) {
    if (key == "game" || key == "options" || key == "seed" || key == "network") continue;
    if (key == "games") {
      if (!value.is_number_integer() || value < 1 || value > kMostJobGames)
        return Message("must-whole-number-from", "\"{key}\" must be a whole number from {least} to {most}",
                       {{"key", "games"}, {"least", 1}, {"most", kMostJobGames}});
      job.games = value.get<int>();
      continue;
    }
    const auto all = self_play_settings();
    const auto setting = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == key; });
    if (setting == all.end())
      return Message("no-setting-of-a-job", "\"{name}\" is not a setting of a job", {{"name", shortened(key)}});
    if (!value.is_number() || !setting->right(value.get<double>())) return number_wrong(key, *setting);
    setting->set(job.how, value.get<double>());
  }
  return {};
}

constexpr std::string_view kAgreement = "agreement";  // on dead stones, after the last move

}  // namespace

Message end_without_agreement(const GameInfo& info, OptionValues& options) {
  const auto is_agreement = [](const auto& option) { return option.first == kAgreement; };
  if (std::none_of(info.options.begin(), info.options.end(),
                   [](const OptionSpec& one) { return one.name == kAgreement; }))
    return {};
  if (std::none_of(options.begin(), options.end(), is_agreement)) options.emplace_back(kAgreement, "no");
  if (info.complete == nullptr || !info.make({options, {}}).error.empty()) return {};
  const OptionValues all = info.complete(options);
  const auto found = std::find_if(all.begin(), all.end(), is_agreement);
  if (found == all.end() || found->second == "no") return {};
  return Message("selfplay-agreement",
                 "self-play cannot agree on dead stones: leave out the option agreement, or set agreement=no");
}

Message read_selfplay_start(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job) {
  const auto* name = text_at(json, "game");
  if (name == nullptr) return Message("game-must-name", "\"game\" must be the name of a game");
  job.info = find_game(*name, games);
  if (job.info == nullptr) return unknown_game(*name);
  if (job.info->features.name.empty())
    return Message("no-network-taught", "no network can be trained for {game} yet", {{"game", job.info->title}});
  Record record{std::string(job.info->name), {}, {}};
  if (auto wrong = read_options(json.value("options", Json()), record.config.options); !wrong.empty()) return wrong;
  if (auto wrong = end_without_agreement(*job.info, record.config.options); !wrong.empty()) return wrong;
  Refolded refolded = refold(record);
  if (!refolded.error.empty()) return refolded.error;
  job.options = std::move(record.config.options);
  job.start = std::move(refolded.position);
  job.boards = job.info->features.boards(job.start);
  if (job.boards.side() == 0)
    return Message("no-network-with-options", "no network can be trained for {game} with these options",
                   {{"game", job.info->title}});
  job.how.half_life = job.boards.columns;
  return {};
}

Message read_selfplay_job(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job) {
  if (!json.is_object()) return Message("form-of-job", "a job is an object, such as {\"game\":\"NAME\",\"games\":20}");
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
