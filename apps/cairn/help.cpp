#include "apps/cairn/help.h"

#include <algorithm>

#include "notation/text_board.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kWidth = 80, kColumn = 26;

std::string entry(const std::string& name, const std::string& description) {
  std::string text = wrap(description, kWidth, std::string(kColumn, ' '));
  if (name.size() + 4 > kColumn) return "  " + name + "\n" + text;
  std::copy(name.begin(), name.end(), text.begin() + 2);
  return text;
}

}  // namespace

std::string NarrowHelp::make_option(const CLI::Option* option, bool is_positional) const {
  return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

std::string NarrowHelp::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0 || option->get_positional()) return {};
  const std::string fallback = option->get_default_str();
  return " " + option->get_type_name() + (fallback.empty() ? "" : "=" + fallback);
}

std::string NarrowHelp::make_subcommand(const CLI::App* command) const {
  return entry(command->get_display_name(true), command->get_description());
}

std::string NarrowHelp::make_description(const CLI::App* command) const {
  return wrap(command->get_description(), kWidth);
}

}  // namespace cairn::cli
