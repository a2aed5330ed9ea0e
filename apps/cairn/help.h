// Help texts in 80 columns: CLI11's formatter with its descriptions wrapped.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace cairn::cli {

class NarrowHelp : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* command) const override;
};

}  // namespace cairn::cli
