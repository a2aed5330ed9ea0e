// The command line, read by CLI11 behind plain types. CLI11's headers cost every file that includes them seconds of
// compiling; command_line.cpp alone includes them.
//
// `Command` and `Option` are handles: copying one copies no command. All of them belong to a `Program`, which must
// outlive them, and so must every variable that an option or flag sets. Help texts are English and said in the language
// in use (speech.h), which must be chosen before. A name that a command already has, or one that
// cannot be a name, is a mistake of the program and throws a CLI::ConstructionError.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cairn::cli {

// Whether the help of an option tells which values are allowed.
enum class InHelp { no, yes };

class Option {
 public:
  Option() = default;  // no option: only assign to it
  explicit Option(CLI::Option* option) : option_(option) {}

  // How the option is read and shown. Each returns the same option, so that calls can be chained.
  Option required(bool required = true) const;
  Option type_name(std::string_view name) const;     // what the help calls the value, in place of TEXT, INT, ...
  Option show_default() const;                       // the help tells the variable's present value
  Option show_default(std::string_view text) const;  // the help tells this text
  Option one_value_each() const;                     // of a list: `--name A --name B`, but not `--name A B`
  Option values(int count) const;                    // of a list: exactly so many values

  // Which values are allowed; any other is refused and the message names the allowed ones. A number is read as the type
  // of the bounds, and the message prints the bounds as that type.
  Option range(int least, int most, InHelp shown = InHelp::no) const;
  Option range(std::uint64_t least, std::uint64_t most, InHelp shown = InHelp::no) const;
  Option range(double least, double most, InHelp shown = InHelp::no) const;
  Option one_of(const std::vector<std::string>& words, InHelp shown = InHelp::no) const;

  // What the parsed line says.
  bool given() const;
  std::string name() const;  // "--name", without a "--" of a positional argument

 private:
  CLI::Option* option_ = nullptr;
};

class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command subcommand(std::string_view name, std::string_view help) const;
  void require_subcommand() const;           // exactly one
  Command fallthrough() const;               // options that are not its own are looked up in the command above it
  void footer(std::string_view text) const;  // the last lines of the help, printed as they are

  // Runs once the whole line has been read without an error.
  void callback(std::function<void()> run) const;
  // Runs when the command's name has been read, before the words behind it are. May add options.
  void before_words(std::function<void()> run) const;

  // An option that sets `value`. `names` is "-o,--option", "NAME" for a positional argument, or "--name,NAME" for both.
  // A list takes all words up to the next option. An optional stays empty where nothing or "" is given.
  Option option(std::string_view names, std::string& value, std::string_view help) const;
  Option option(std::string_view names, int& value, std::string_view help) const;
  Option option(std::string_view names, std::int64_t& value, std::string_view help) const;
  Option option(std::string_view names, std::uint64_t& value, std::string_view help) const;
  Option option(std::string_view names, double& value, std::string_view help) const;
  Option option(std::string_view names, std::optional<double>& value, std::string_view help) const;
  Option option(std::string_view names, std::vector<std::string>& values, std::string_view help) const;
  Option option(std::string_view names, std::vector<double>& values, std::string_view help) const;
  // An option whose number `set` takes; it returns "" or what is wrong, which the message then tells behind the name.
  Option number(const std::string& name, std::function<std::string(double)> set, std::string_view help) const;
  // A flag, which takes no value unless it is written as `--name=VALUE`. A text becomes "true" or that VALUE.
  Option flag(std::string_view names, bool& value, std::string_view help) const;
  Option flag(std::string_view names, std::string& value, std::string_view help) const;

 protected:
  CLI::App* app_;
};

enum class ParseResult {
  ran,      // the callbacks have run
  helped,   // help or the version was asked for, and is on stdout
  refused,  // stderr tells what is wrong
};

// The command above all others, with --help for it and each of its sub-commands, and --version.
class Program : public Command {
 public:
  Program(std::string_view name, std::string_view help, std::string_view version);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  ParseResult parse(std::vector<std::string> words) const;  // without the program's name

 private:
  std::unique_ptr<CLI::App> owned_;
};

}  // namespace cairn::cli
