// Fits the weights of games/go/ai_policy.h to games kept by `cairn match --out`, and writes ai_policy_weights.cpp.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/rng.h"
#include "games/go/ai_policy.h"
#include "games/go/ai_policy_weights.h"
#include "games/go/go.h"

namespace {

using namespace cairn;
using namespace cairn::go;

struct Choice {
  std::vector<std::uint32_t> begin;  // of each move's features
  std::vector<std::uint32_t> features;
  std::vector<policy::PatternHashes> patterns;  // of each move, until they are numbered like features
  std::uint32_t chosen = 0;
  float weight = 1;
};

struct Data {
  std::vector<Choice> fit, held;
};

template <int Max>
void add_game(const nlohmann::json& line, Go<Max> game, std::vector<Choice>& out) {
  for (const auto& move : line["moves"]) {
    const Seat seat = seat_at(move[0].get<int>());
    const auto word = move[1].get<std::string>();
    if (!game.to_act().contains(seat)) return;
    const Parsed parsed = game.parse(seat, word);
    if (parsed.refused != Reason::none || game.check(seat, parsed.action) != Reason::none) return;
    const auto code = static_cast<std::uint32_t>(parsed.action);
    if (code <= kPass) {
      const TacticalBoard<Max, Topology::flat> board(game.board(), game.mover(), game.last(), game.passes());
      const policy::Look<Max, Topology::flat> look(board);
      ActionList list;
      game.legal(seat, list);
      Choice choice;
      bool found = false;
      for (const Action action : list) {
        const auto one = static_cast<std::uint32_t>(action);
        if (one > kPass) continue;
        if (one == code) found = true, choice.chosen = static_cast<std::uint32_t>(choice.begin.size());
        choice.begin.push_back(static_cast<std::uint32_t>(choice.features.size()));
        if (one == kPass) {
          choice.features.push_back(look.passing());
          choice.patterns.push_back({});
          continue;
        }
        const auto cell = game.board().cell(static_cast<int>(one));
        policy::Features features;
        look.features(cell, features);
        choice.features.insert(choice.features.end(), features.at.begin(), features.at.begin() + features.count);
        choice.patterns.push_back(look.patterns(cell));
      }
      choice.begin.push_back(static_cast<std::uint32_t>(choice.features.size()));
      if (found && choice.begin.size() > 2) out.push_back(std::move(choice));
    }
    game.apply(seat, parsed.action, NoEvents{});
  }
}

void add_file(const char* path, Data& data) {
  std::ifstream file(path);
  std::string text;
  GridOptions options;
  int size = 0, count = 0;
  while (std::getline(file, text)) {
    const auto line = nlohmann::json::parse(text, nullptr, false);
    if (line.is_discarded()) continue;
    if (line.contains("options")) {
      size = parse_size(line["options"].value("size", "19")).value_or(GridSize{}).longer();
      for (const auto& [key, value] : line["options"].items()) {
        if (const auto wrong = set_option(options, key, value.get<std::string>()); !wrong.empty())
          std::cerr << wrong << '\n';
      }
      continue;
    }
    if (!line.contains("moves")) continue;
    auto& out = count++ % 10 == 9 ? data.held : data.fit;
    if (size <= 9)
      add_game(line, Go<9>(options), out);
    else if (size <= 13)
      add_game(line, Go<13>(options), out);
    else
      add_game(line, Go<19>(options), out);
  }
}

struct Quality {
  double loss = 0, first = 0;
};

// Gives weights to the patterns that stand beside chosen or other moves often enough; returns their hashes.
std::vector<std::uint32_t> number_patterns(Data& data, unsigned often) {
  std::unordered_map<std::uint32_t, std::uint32_t> count;
  for (const Choice& choice : data.fit)
    for (const auto& hashes : choice.patterns)
      for (const std::uint32_t hash : hashes) ++count[hash];  // 0: a pass
  std::vector<std::uint32_t> common;
  for (const auto& [hash, times] : count)
    if (times >= often && hash != 0) common.push_back(hash);
  std::sort(common.begin(), common.end());
  std::unordered_map<std::uint32_t, std::uint32_t> number;
  for (const std::uint32_t hash : common)
    number.emplace(hash, policy::kFeatures + static_cast<std::uint32_t>(number.size()));
  for (auto* list : {&data.fit, &data.held})
    for (Choice& choice : *list) {
      std::vector<std::uint32_t> features, begin;
      for (std::size_t m = 0; m + 1 < choice.begin.size(); ++m) {
        begin.push_back(static_cast<std::uint32_t>(features.size()));
        features.insert(features.end(), choice.features.begin() + choice.begin[m],
                        choice.features.begin() + choice.begin[m + 1]);
        for (const std::uint32_t hash : choice.patterns[m])
          if (const auto known = number.find(hash); known != number.end()) features.push_back(known->second);
      }
      begin.push_back(static_cast<std::uint32_t>(features.size()));
      choice.begin = std::move(begin), choice.features = std::move(features);
      choice.patterns.clear();
    }
  return common;
}

// Chances of all moves; returns the chosen one's log.
double chances(const Choice& choice, const std::vector<float>& weights, std::vector<double>& out) {
  const std::size_t count = choice.begin.size() - 1;
  out.assign(count, 0);
  double most = -1e9, sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = choice.begin[i]; k < choice.begin[i + 1]; ++k) out[i] += weights[choice.features[k]];
    most = std::max(most, out[i]);
  }
  for (double& value : out) sum += value = std::exp(value - most);
  for (double& value : out) value /= sum;
  return std::log(out[choice.chosen]);
}

Quality judge(const std::vector<Choice>& choices, const std::vector<float>& weights) {
  Quality quality;
  std::vector<double> chance;
  for (const Choice& choice : choices) {
    quality.loss -= chances(choice, weights, chance);
    quality.first += std::max_element(chance.begin(), chance.end()) - chance.begin() == choice.chosen ? 1 : 0;
  }
  const auto all = static_cast<double>(std::max<std::size_t>(choices.size(), 1));
  return {quality.loss / all, quality.first / all};
}

// AdaGrad on the logarithm of the chosen moves' chances, with a pull towards none.
std::vector<float> fit(const Data& data, std::size_t count) {
  constexpr int kRounds = 6;
  constexpr float kPull = 0.001F, kStep = 0.2F;
  std::vector<float> weights(count, 0.0F), squares(count, 1.0F);
  std::vector<std::size_t> order(data.fit.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  Rng rng(1);
  std::vector<double> chance;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
    for (const std::size_t at : order) {
      const Choice& choice = data.fit[at];
      chances(choice, weights, chance);
      for (std::size_t m = 0; m + 1 < choice.begin.size(); ++m) {
        const auto slope = static_cast<float>((m == choice.chosen ? 1 : 0) - chance[m]);
        if (std::abs(slope) < 1e-4F) continue;
        for (std::size_t k = choice.begin[m]; k < choice.begin[m + 1]; ++k) {
          const auto f = choice.features[k];
          const float step = slope - kPull * weights[f];
          squares[f] += step * step;
          weights[f] += kStep * step / std::sqrt(squares[f]);
        }
      }
    }
    const Quality fitted = judge(data.fit, weights), held = judge(data.held, weights);
    std::fprintf(stderr, "round %d: %.4f %.1f %%, held back %.4f %.1f %%\n", round + 1, fitted.loss, 100 * fitted.first,
                 held.loss, 100 * held.first);
  }
  return weights;
}

char letter(float weight) {
  const int steps = static_cast<int>(std::lround(weight / policy::kWeightUnit));
  return policy::letter_of(policy::kNone + std::clamp(steps, -policy::kNone, policy::kNone));
}

void write_text(const char* name, const std::string& letters, std::size_t width) {
  std::printf("constexpr std::string_view %s =", name);
  for (std::size_t i = 0; i < letters.size(); i += width) std::printf("\n    \"%s\"", letters.substr(i, width).c_str());
  std::printf(";\n");
}

void write(const std::vector<float>& weights, const std::vector<std::uint32_t>& patterns) {
  std::string features, pattern_text;
  for (std::size_t i = 0; i < policy::kFeatures; ++i) features += letter(weights[i]);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    std::uint32_t hash = patterns[i];
    for (int k = 0; k < 5; ++k, hash /= policy::kLetters)
      pattern_text += policy::letter_of(static_cast<int>(hash % policy::kLetters));
    pattern_text += letter(weights[policy::kFeatures + i]);
  }
  std::printf(
      "#include \"games/go/ai_policy_weights.h\"\n\nnamespace cairn::go::policy {\n\nnamespace {\n\n"
      "// clang-format off\n");
  write_text("kFeatureLetters", features, 112);
  write_text("kPatternText", pattern_text, 18 * policy::kPatternLetters);
  std::printf(
      "// clang-format on\n\n}  // namespace\n\nstd::string_view feature_letters() {\n"
      "  return kFeatureLetters;\n}\n\nstd::string_view pattern_letters() {\n  return kPatternText;\n}\n\n"
      "}  // namespace cairn::go::policy\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr,
                 "fit_go_policy OFTEN GAMES.jsonl... > ai_policy_weights.cpp\n"
                 "OFTEN: how many times a pattern must stand beside a move that could be played\n");
    return 2;
  }
  unsigned often = 0;
  const std::string_view given = argv[1];
  if (std::from_chars(given.data(), given.data() + given.size(), often).ec != std::errc{} || often == 0) {
    std::fprintf(stderr, "fit_go_policy: \"%s\" is no number; 50 is a good one\n", argv[1]);
    return 2;
  }
  Data data;
  for (int i = 2; i < argc; ++i) add_file(argv[i], data);
  const auto patterns = number_patterns(data, often);
  std::fprintf(stderr, "%zu moves to fit, %zu held back, %zu patterns\n", data.fit.size(), data.held.size(),
               patterns.size());
  const auto weights = fit(data, policy::kFeatures + patterns.size());
  write(weights, patterns);
}
