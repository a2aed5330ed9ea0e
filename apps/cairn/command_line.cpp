#include "apps/cairn/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <regex>
#include <utility>

#include "apps/cairn/speech.h"
#include "notation/text_width.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kWidth = 80, kColumn = 26;
constexpr std::size_t kMostMatched = 2'000;  // letters: matching a longer line might need more stack than there is

std::string entry(const std::string& name, const std::string& description) {
  std::string text = wrap(description, kWidth, std::string(kColumn, ' '));
  if (name.size() + 4 > kColumn) return "  " + name + "\n" + text;
  std::copy(name.begin(), name.end(), text.begin() + 2);
  return text;
}

// Help texts in 80 columns: CLI11's formatter with its descriptions wrapped.
class NarrowHelp : public CLI::Formatter {
 public:
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    return Formatter::make_group(say(group), is_positional, std::move(options));
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0 || option->get_positional()) return {};
    const std::string fallback = option->get_default_str();
    return " " + option->get_type_name() + (fallback.empty() ? "" : "=" + fallback);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_display_name(true), command->get_description());
  }
  std::string make_description(const CLI::App* command) const override {
    return wrap(command->get_description(), kWidth);
  }
};

template <class T>
Option add_option(CLI::App& app, std::string_view names, T& value, std::string_view help) {
  return Option(app.add_option(std::string(names), value, say(help)));
}

void add_check(CLI::Option& option, CLI::Validator check, InHelp shown) {
  if (shown == InHelp::no) check.description("");
  option.check(std::move(check));
}

// CLI11 says what is wrong in English, without codes. Each form's groups are the holes "word", "other", "least" and
// "most".
struct KnownError {
  std::regex form;
  MessageText text;
};

const std::vector<KnownError>& known_errors() {
  static const std::vector<KnownError> known = {
      {std::regex("The following arguments? (?:was|were) not expected: (.*)"),
       {"cli-not-expected", "unexpected argument: {word}"}},
      {std::regex("A subcommand is required"), {"cli-subcommand-required", "the subcommand is missing"}},
      {std::regex("(.*) is required"), {"cli-required", "{word} is missing"}},
      {std::regex("Could not convert: (.*?) = (.*)"),
       {"cli-not-converted", "{word}: \"{other}\" is not a valid value"}},
      {std::regex("The value (.*) is not an allowed value for (.*)"),
       {"cli-not-allowed", "{word} is not a valid value for {other}"}},
      {std::regex("(.*): Value (.*) not in range (.*) to (.*)"),
       {"cli-not-in-range", "{word} must be from {least} to {most}, not {other}"}},
      {std::regex("(.*): (.*) not in \\{(.*)\\}"), {"cli-not-one-of", "{word} must be one of {least}, not {other}"}},
      {std::regex("(.*): ([0-9]+) required (.*) missing"), {"cli-value-missing", "{word} needs a value"}},
      {std::regex("(.*): At least ([0-9]+) required but received [0-9]+"),
       {"cli-values-missing", "{word} needs {other} values"}},
      {std::regex("(.*): At Most 1 required but received [0-9]+"),
       {"cli-given-twice", "{word} can be given only once"}},
  };
  return known;
}

// "0.5" for "0.500000", "a, b" for "a,b".
std::string readable(std::string text) {
  if (std::regex_match(text, std::regex("[0-9]+\\.[0-9]+"))) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return std::regex_replace(text, std::regex(",(?! )"), ", ");
}

// A command's first word that is none of its subcommands; "": there is none.
std::string unknown_subcommand(const CLI::App* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  const std::vector<std::string> rest = app->remaining();
  return rest.empty() ? std::string() : rest.front();
}

std::string wrong_in_language(const CLI::App* app, const CLI::Error& error) {
  std::string line = error.what();
  if (line.size() > kMostMatched) return line;
  if (const std::string word = unknown_subcommand(app); line == "A subcommand is required" && !word.empty())
    return said(Message("cli-no-such-subcommand", "\"{word}\" is not a subcommand", {{"word", word}}));
  std::smatch found;
  for (const auto& [form, text] : known_errors()) {
    if (!std::regex_match(line, found, form)) continue;
    const auto part = [&](std::size_t i) { return i < found.size() ? found[i].str() : std::string(); };
    return said(
        Message(text.code, text.text,
                {{"word", part(1)}, {"other", part(2)}, {"least", readable(part(3))}, {"most", readable(part(4))}}));
  }
  return line;
}

std::string wrong_line(const CLI::App* app, const CLI::Error& error) {
  return "cairn: " + wrong_in_language(app, error) + "\n" + say("Run with --help for more information.") + "\n";
}

template <class T>
void add_range(CLI::Option& option, T least, T most, InHelp shown) {
  add_check(option, CLI::Range(least, most).description(fmt::format("{}..{}", least, most)), shown);
}

}  // namespace

Option Option::required(bool required) const {
  return Option(option_->required(required));
}

Option Option::type_name(std::string_view name) const {
  return Option(option_->type_name(std::string(name)));
}

Option Option::show_default() const {
  return Option(option_->capture_default_str());
}

Option Option::show_default(std::string_view text) const {
  return Option(option_->default_str(std::string(text)));
}

Option Option::one_value_each() const {
  return Option(option_->allow_extra_args(false));
}

Option Option::values(int count) const {
  return Option(option_->expected(count));
}

Option Option::range(int least, int most, InHelp shown) const {
  add_range(*option_, least, most, shown);
  return *this;
}

Option Option::range(std::uint64_t least, std::uint64_t most, InHelp shown) const {
  add_range(*option_, least, most, shown);
  return *this;
}

Option Option::range(double least, double most, InHelp shown) const {
  add_range(*option_, least, most, shown);
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words, InHelp shown) const {
  add_check(*option_, CLI::IsMember(words), shown);
  return *this;
}

bool Option::given() const {
  return option_->count() > 0;
}

std::string Option::name() const {
  return option_->get_name();
}

Command Command::subcommand(std::string_view name, std::string_view help) const {
  CLI::App* command = app_->add_subcommand(std::string(name), say(help));
  return Command(command->group(say("Subcommands")));
}

void Command::require_subcommand() const {
  app_->require_subcommand(1);
}

Command Command::fallthrough() const {
  return Command(app_->fallthrough());
}

void Command::footer(std::string_view text) const {
  app_->footer(say(text));
}

void Command::callback(std::function<void()> run) const {
  app_->callback(std::move(run));
}

void Command::before_words(std::function<void()> run) const {
  app_->preparse_callback([run = std::move(run)](std::size_t) { run(); });
}

Option Command::option(std::string_view names, std::string& value, std::string_view help) const {
  return add_option(*app_, names, value, help);
}

Option Command::option(std::string_view names, int& value, std::string_view help) const {
  return add_option(*app_, names, value, help);
}

Option Command::option(std::string_view names, std::int64_t& value, std::string_view help) const {
  return add_option(*app_, names, value, help);
}

Option Command::option(std::string_view names, std::uint64_t& value, std::string_view help) const {
  return add_option(*app_, names, value, help);
}

Option Command::option(std::string_view names, double& value, std::string_view help) const {
  return add_option(*app_, names, value, help);
}

Option Command::option(std::string_view names, std::optional<double>& value, std::string_view help) const {
  return add_option(*app_, names, value, help);
}

Option Command::option(std::string_view names, std::vector<std::string>& values, std::string_view help) const {
  return add_option(*app_, names, values, help);
}

Option Command::option(std::string_view names, std::vector<double>& values, std::string_view help) const {
  return add_option(*app_, names, values, help);
}

Option Command::number(const std::string& name, std::function<std::string(double)> set, std::string_view help) const {
  const auto take = [name, set = std::move(set)](const double& value) {
    if (const std::string wrong = set(value); !wrong.empty()) throw CLI::ValidationError(name, wrong);
  };
  return Option(app_->add_option_function<double>(name, take, say(help)));
}

Option Command::flag(std::string_view names, bool& value, std::string_view help) const {
  return Option(app_->add_flag(std::string(names), value, say(help)));
}

Option Command::flag(std::string_view names, std::string& value, std::string_view help) const {
  return Option(app_->add_flag(std::string(names), value, say(help)));
}

Program::Program(std::string_view name, std::string_view help, std::string_view version)
    : Command(nullptr), owned_(std::make_unique<CLI::App>(say(help), std::string(name))) {
  app_ = owned_.get();
  app_->formatter(std::make_shared<NarrowHelp>());
  for (const char* label : {"Usage", "Positionals", "OPTIONS", "SUBCOMMAND", "SUBCOMMANDS"})
    app_->get_formatter()->label(label, say(label));
  app_->set_help_flag("-h,--help", say("Print this help message and exit"));
  app_->set_version_flag("--version", std::string(version), say("Display program version information and exit"));
  app_->failure_message(wrong_line);
}

Program::~Program() = default;

ParseResult Program::parse(std::vector<std::string> words) const {
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app_->parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? ParseResult::helped : ParseResult::refused;
  }
  return ParseResult::ran;
}

}  // namespace cairn::cli
