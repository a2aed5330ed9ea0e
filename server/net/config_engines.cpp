#include "server/net/config_engines.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/text.h"
#include "games/registry.h"
#include "notation/kata_analysis.h"
#include "notation/view_json.h"
#include "server/net/config.h"

namespace cairn {

namespace {

using engines::EngineSpec;
using engines::LevelSpec;

constexpr std::size_t kMostWords = 100, kLongestWord = 4'096, kLongestName = 32;
constexpr std::int64_t kMostEngineVisits = 1'000'000'000, kMostMemory = 1'048'576;
constexpr int kMostEngineThreads = 1'024, kLargestBoard = 25;
constexpr std::size_t kMostSizes = 100;
constexpr double kMostEngineSeconds = 3'600;

template <class T>
bool read_whole(const toml::node& node, T& out, std::int64_t least, std::int64_t most) {
  const auto* whole = node.as_integer();
  if (whole == nullptr || whole->get() < least || whole->get() > most) return false;
  out = static_cast<T>(whole->get());
  return true;
}

bool read_seconds(const toml::node& node, double& out, double least) {
  double given = -1;
  if (const auto* whole = node.as_integer()) given = static_cast<double>(whole->get());
  if (const auto* real = node.as_floating_point()) given = real->get();
  if (!(given >= least && given <= kMostEngineSeconds)) return false;
  out = given;
  return true;
}

bool read_truth(const toml::node& node, bool& out) {
  const auto* truth = node.as_boolean();
  if (truth != nullptr) out = truth->get();
  return truth != nullptr;
}

// Texts of one line each.
bool read_lines(const toml::node& node, std::vector<std::string>& out) {
  const auto* array = node.as_array();
  if (array == nullptr || array->size() > kMostWords) return false;
  std::vector<std::string> lines;
  for (const toml::node& one : *array) {
    const auto* line = one.as_string();
    if (line == nullptr || line->get().size() > kLongestWord) return false;
    if (line->get().find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) return false;
    lines.push_back(line->get());
  }
  out = std::move(lines);
  return true;
}

bool read_command(const toml::node& node, std::vector<std::string>& out) {
  if (const auto* text = node.as_string()) {
    for (const auto word : split_words(text->get())) out.emplace_back(word);
    return !out.empty() && out.size() <= kMostWords && text->get().find('\0') == std::string::npos;
  }
  return read_lines(node, out) && !out.empty() && !out.front().empty();
}

bool read_name(const toml::node& node, std::string& out) {
  const auto* text = node.as_string();
  const auto plain = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'; };
  if (text == nullptr || text->get().empty() || text->get().size() > kLongestName) return false;
  if (!std::all_of(text->get().begin(), text->get().end(), plain)) return false;
  out = text->get();
  return true;
}

bool read_games(const toml::node& node, std::vector<std::string>& out) {
  std::vector<std::string> names;
  if (!read_lines(node, names) || names.empty()) return false;
  for (const std::string& name : names) {
    const GameInfo* info = find_game(name);
    if (info == nullptr || info->hidden) return false;
    out.emplace_back(info->name);
  }
  return true;
}

// 9, or "13x9" for columns by rows.
bool read_size(const toml::node& node, GridSize& out) {
  int side = 0;
  if (read_whole(node, side, 1, kLargestBoard)) {
    out = square_grid(side);
    return true;
  }
  const auto* text = node.as_string();
  const auto size = text == nullptr ? std::nullopt : parse_size(text->get());
  if (!size || size->longer() > kLargestBoard) return false;
  out = *size;
  return true;
}

bool read_sizes(const toml::node& node, std::vector<GridSize>& out) {
  const auto* array = node.as_array();
  if (array == nullptr || array->empty() || array->size() > kMostSizes) return false;
  for (const toml::node& one : *array)
    if (GridSize size; read_size(one, size))
      out.push_back(size);
    else
      return false;
  return true;
}

bool read_level(const toml::table& table, LevelSpec& level) {
  bool named = false;
  for (const auto& [key, node] : table) {
    const std::string_view word = key.str();
    if (word == "level") {
      if (!read_whole(node, level.level, 1, kLevels)) return false;
      named = true;
    } else if (word == "visits") {
      if (!read_whole(node, level.visits, 1, kMostEngineVisits)) return false;
    } else if (word == "seconds") {
      if (!read_seconds(node, level.seconds, 0.01)) return false;
    } else if (word != "commands" || !read_lines(node, level.commands)) {
      return false;
    }
  }
  return named;
}

bool read_levels(const toml::node& node, std::vector<LevelSpec>& out) {
  const auto* array = node.as_array();
  if (array == nullptr) return false;
  std::set<int> seen;
  for (const toml::node& one : *array) {
    const auto* table = one.as_table();
    LevelSpec level;
    if (table == nullptr || !read_level(*table, level) || !seen.insert(level.level).second) return false;
    out.push_back(std::move(level));
  }
  return true;
}

struct EngineKey {
  std::string_view key, right;
  bool (*read)(const toml::node& node, EngineSpec& spec);
};

// In the order in which a block is written.
constexpr EngineKey kEngineKeys[]{
    {"name", "up to 32 letters, digits and - _ .",
     [](const toml::node& node, EngineSpec& spec) { return read_name(node, spec.name); }},
    {"command", R"(the program and its arguments, as in ["/usr/games/gnugo", "--mode", "gtp"])",
     [](const toml::node& node, EngineSpec& spec) { return read_command(node, spec.command); }},
    {"protocol", R"("gtp" or "kata-analysis")",
     [](const toml::node& node, EngineSpec& spec) {
       const auto* text = node.as_string();
       if (text == nullptr || (text->get() != "gtp" && text->get() != "kata-analysis")) return false;
       spec.protocol = text->get() == "gtp" ? engines::Protocol::gtp : engines::Protocol::kata_analysis;
       return true;
     }},
    {"games", "a list of games without hidden information (`cairn games`)",
     [](const toml::node& node, EngineSpec& spec) { return read_games(node, spec.games); }},
    {"sizes", R"(a list of 1 to 100 board sizes from 1 to 25, as in [9, 13, "13x9"])",
     [](const toml::node& node, EngineSpec& spec) { return read_sizes(node, spec.sizes); }},
    {"levels", "a list such as [{ level = 8, visits = 50 }, { level = 9, seconds = 2 }], each level once",
     [](const toml::node& node, EngineSpec& spec) { return read_levels(node, spec.levels); }},
    {"may-play", "true or false",
     [](const toml::node& node, EngineSpec& spec) { return read_truth(node, spec.may_play); }},
    {"may-analyse", "true or false",
     [](const toml::node& node, EngineSpec& spec) { return read_truth(node, spec.may_analyse); }},
    {"processes", "a whole number from 1 to 16",
     [](const toml::node& node, EngineSpec& spec) {
       return read_whole(node, spec.processes, 1, engines::kMostProcesses);
     }},
    {"threads", "a whole number from 1 to 1024",
     [](const toml::node& node, EngineSpec& spec) { return read_whole(node, spec.threads, 1, kMostEngineThreads); }},
    {"memory", "a whole number from 0 to 1048576",
     [](const toml::node& node, EngineSpec& spec) { return read_whole(node, spec.memory, 0, kMostMemory); }},
    {"analysis-visits", "a whole number from 0 to 1000000000",
     [](const toml::node& node, EngineSpec& spec) {
       return read_whole(node, spec.analysis_visits, 0, kMostEngineVisits);
     }},
    {"start-seconds", "a number from 1 to 3600",
     [](const toml::node& node, EngineSpec& spec) { return read_seconds(node, spec.start_seconds, 1); }},
    {"late-seconds", "a number from 0.1 to 3600",
     [](const toml::node& node, EngineSpec& spec) { return read_seconds(node, spec.late_seconds, 0.1); }},
};

// What a whole block lacks; "".
std::string fault_of(const EngineSpec& spec) {
  if (spec.name.empty()) return "needs a name";
  if (spec.command.empty()) return "needs a command";
  if (spec.games.empty()) return "needs games, as in games = [\"" + std::string(games().front().name) + "\"]";
  if (spec.may_play && spec.levels.empty())
    return "needs levels (of the bots that it plays as), or may-play = false if it only analyses";
  if (!spec.may_play && !spec.levels.empty()) return "has levels but may-play = false; remove one of the two";
  if (!spec.may_play && !spec.may_analyse) return "may neither play nor analyse; remove the block";
  const bool told_threads = std::any_of(spec.command.begin(), spec.command.end(), [](const std::string& word) {
    return word.find("{threads}") != std::string::npos;
  });
  if (spec.threads != EngineSpec{}.threads && !told_threads)
    return "has threads = " + std::to_string(spec.threads) +
           ", but its command has no {threads}; write {threads} where the program takes that number";
  const auto commanded = std::count_if(spec.levels.begin(), spec.levels.end(),
                                       [](const LevelSpec& level) { return !level.commands.empty(); });
  if (commanded > 0 && static_cast<std::size_t>(commanded) < spec.levels.size())
    return "has commands in only some of its levels; each level needs its own";
  if (spec.protocol == engines::Protocol::gtp) return {};
  const GameInfo* only = kata_game();
  for (const std::string& game : spec.games)
    if (only == nullptr || game != only->name)
      return "cannot play " + game + " by kata-analysis, which supports only one game; use gtp";
  for (const LevelSpec& level : spec.levels)
    if (!level.commands.empty()) return "has commands in its levels, which only gtp supports";
  return {};
}

EngineSpec read_engine(const toml::table& table, const Complain& complain, bool& right) {
  EngineSpec spec;
  for (const auto& [key, node] : table) {
    const std::string_view word = key.str();
    const auto* found = std::find_if(std::begin(kEngineKeys), std::end(kEngineKeys),
                                     [&](const EngineKey& one) { return one.key == word; });
    std::string what;
    if (found == std::end(kEngineKeys)) {
      what = "\"" + std::string(word) + "\" is not a setting of an engine; the settings are";
      for (const EngineKey& one : kEngineKeys) what += " " + std::string(one.key);
    } else if (!found->read(node, spec)) {
      what = "\"" + std::string(word) + "\" has an invalid value; it must be " + std::string(found->right);
    }
    if (what.empty()) continue;
    complain(key.source().begin, what);
    right = false;
  }
  return spec;
}

std::string seconds_text(double seconds) {
  return seconds == std::floor(seconds) ? std::to_string(static_cast<std::int64_t>(seconds)) : json_text(seconds);
}

std::string list_text(const std::vector<std::string>& words) {
  std::string text = "[";
  for (const std::string& word : words) text.append(text.size() > 1 ? ", " : "").append(json_text(word));
  return text + "]";
}

std::string level_text(const LevelSpec& level) {
  std::string text = "{ level = " + std::to_string(level.level);
  if (level.visits > 0) text += ", visits = " + std::to_string(level.visits);
  if (level.seconds > 0) text += ", seconds = " + seconds_text(level.seconds);
  if (!level.commands.empty()) text += ", commands = " + list_text(level.commands);
  return text + " }";
}

}  // namespace

std::vector<EngineSpec> read_engines(const toml::node& node, const Complain& complain) {
  std::vector<EngineSpec> all;
  const auto* array = node.as_array();
  if (array == nullptr || !array->is_array_of_tables()) {
    complain(node.source().begin, "an engine is a block that begins with a line [[engine]]");
    return all;
  }
  std::set<std::string> names;
  for (const toml::node& one : *array) {
    bool right = true;
    EngineSpec spec = read_engine(*one.as_table(), complain, right);
    std::string fault = right ? fault_of(spec) : "";
    if (right && fault.empty() && !names.insert(spec.name).second) fault = "has the name of another engine";
    if (right && fault.empty() && all.size() == static_cast<std::size_t>(engines::kMostEngines))
      fault = "is one too many; the maximum is " + std::to_string(engines::kMostEngines);
    if (!fault.empty()) complain(one.source().begin, "this engine " + fault);
    if (right && fault.empty()) all.push_back(std::move(spec));
  }
  return all;
}

std::string engine_text(const EngineSpec& spec, bool commented) {
  const std::string mark = commented ? "#" : "";
  std::string out = mark + "[[engine]]\n";
  const auto line = [&](std::string_view key, const std::string& value) {
    out.append(mark).append(key).append(" = ").append(value).append("\n");
  };
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  line("name", json_text(spec.name));
  line("command", list_text(spec.command));
  line("protocol", json_text(engines::protocol_word(spec.protocol)));
  line("games", list_text(spec.games));
  std::string sizes, levels;
  for (const GridSize size : spec.sizes)
    sizes += (sizes.empty() ? "" : ", ") + (size.square() ? size_text(size) : json_text(size_text(size)));
  for (const LevelSpec& level : spec.levels) levels += (levels.empty() ? "" : ", ") + level_text(level);
  if (!sizes.empty()) line("sizes", "[" + sizes + "]");
  line("levels", "[" + levels + "]");
  line("may-play", truth(spec.may_play));
  line("may-analyse", truth(spec.may_analyse));
  line("processes", std::to_string(spec.processes));
  line("threads", std::to_string(spec.threads));
  line("memory", std::to_string(spec.memory));
  line("analysis-visits", std::to_string(spec.analysis_visits));
  line("start-seconds", seconds_text(spec.start_seconds));
  line("late-seconds", seconds_text(spec.late_seconds));
  return out;
}

}  // namespace cairn
