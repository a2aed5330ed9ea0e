// `cairn network`: what a file of a network holds, and how well it foretells samples of self-play.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/terminal.h"
#include "search/network/evaluator.h"
#include "search/network/file.h"
#include "search/samples.h"

namespace cairn::cli {

namespace {

struct NetworkGiven {
  std::string file, kernels;
  std::vector<std::string> samples;
};

struct Forecast {
  double policy = 0, value = 0, score = 0, owner = 0, right = 0;
  std::uint64_t count = 0;
};

// As train/train.py counts its losses, of what games came to alone.
void foretell(network::Evaluator& evaluator, const SamplesFile& file, Forecast& sum) {
  network::Reply reply;
  for (const SampleRecord& record : file.records) {
    evaluator.evaluate({file.columns, file.rows, false, record.planes, record.globals}, reply);
    float most = -1e30F;
    for (std::size_t i = 0; i < record.legal.size(); ++i)
      if (record.legal[i]) most = std::max(most, reply.policy[i]);
    double total = 0, wanted = 0;
    std::size_t guess = 0, best = 0;
    for (std::size_t i = 0; i < record.legal.size(); ++i) {
      if (!record.legal[i]) continue;
      const double logit = static_cast<double>(reply.policy[i] - most);
      total += std::exp(logit);
      wanted += static_cast<double>(record.policy[i]) * logit;
      if (logit >= 0) guess = i;
      if (record.policy[i] > record.policy[best]) best = i;
    }
    sum.policy += std::log(total) - wanted;
    sum.right += guess == best ? 1 : 0;
    const std::size_t outcome = record.value > 0.75F ? 0 : record.value < 0.25F ? 2 : 1;
    sum.value -= std::log(std::max(static_cast<double>(reply.outcome[outcome]), 1e-12));
    sum.score += std::abs(static_cast<double>(reply.score - record.score));
    double off = 0;
    for (std::size_t p = 0; p < record.owners.size(); ++p)
      off += std::pow(static_cast<double>(reply.owner[p]) - record.owners[p] / 127.0, 2);
    sum.owner += off / static_cast<double>(std::max<std::size_t>(record.owners.size(), 1));
    ++sum.count;
  }
}

int run_network(const NetworkGiven& given) {
  const auto bytes = read_file(given.file, kMaxGameFile);
  if (!bytes) return refuse("bad use", not_read(given.file, kMaxGameFile), false);
  network::ReadFile read = network::read_file(*bytes);
  if (!read.file) return refuse("bad use", fmt::format("\"{}\": {}", given.file, read.error), false);
  const network::Kernels* kernels =
      given.kernels.empty() ? &network::best_kernels() : network::find_kernels(given.kernels);
  if (kernels == nullptr)
    return refuse("bad use", "--kernels: not available on this processor; the names are portable, avx2 and avx512",
                  false);
  const network::Shape shape = read.file->weights.shape;
  fmt::print("{}: {} blocks of {} channels, {} inputs per point and {} global ones, {} bytes, kernels {}\n",
             shape.features, shape.blocks, shape.channels, shape.planes, shape.globals, bytes->size(), kernels->name);
  for (const std::string& note : read.file->notes) fmt::print("  {}\n", note);
  if (given.samples.empty()) return kOk;

  network::Evaluator evaluator(std::make_shared<const network::Network>(std::move(read.file->weights)), *kernels);
  Forecast sum;
  const double began = cpu_seconds();
  for (const std::string& name : given.samples) {
    const auto content = read_file(name, kMaxGameFile);
    if (!content) return refuse("bad use", not_read(name, kMaxGameFile), false);
    SamplesFile file;
    if (const auto wrong = read_samples(*content, file); !wrong.empty())
      return refuse("bad use", fmt::format("\"{}\": {}", name, wrong), false);
    if (file.features != shape.features || file.planes != shape.planes || file.globals != shape.globals ||
        file.policy != shape.policy || file.extras != shape.extras)
      return refuse("bad use",
                    fmt::format("\"{}\" has the features \"{}\", but the network was trained with \"{}\"", name,
                                file.features, shape.features),
                    false);
    foretell(evaluator, file, sum);
  }
  const auto n = static_cast<double>(std::max<std::uint64_t>(sum.count, 1));
  fmt::print(
      "{} samples: policy {:.4f}, best move {:.1f} %, value {:.4f}, score off by {:.4f}, owner {:.4f}; {:.0f}/s\n",
      sum.count, sum.policy / n, 100 * sum.right / n, sum.value / n, sum.score / n, sum.owner / n,
      n / std::max(cpu_seconds() - began, 1e-9));
  return kOk;
}

}  // namespace

void add_network(Command program, int& status) {
  auto given = std::make_shared<NetworkGiven>();
  Command command = program.subcommand("network", "Describe a network file, and test it on samples");
  command.option("FILE", given->file, "Network file").required().type_name("");
  command.option("--samples", given->samples, "Sample files that `cairn selfplay` wrote").type_name("FILE");
  command.option("--kernels", given->kernels, "Default: the fastest that runs; portable, avx2 or avx512")
      .type_name("NAME");
  command.callback([given, &status] { status = run_network(*given); });
}

}  // namespace cairn::cli
