// Options of a game: a typed struct with a list of named fields, read the same way from the command line, JSON and
// mail.
//
// A game writes
//   struct Options {
//     int size = 6;
//     bool can_pass = false;
//     static constexpr auto fields() {
//       return std::tuple{IntField{"size", &Options::size, 2, 19, "side of the board"},
//                         FlagField{"can_pass", &Options::can_pass, "passing is allowed"}};
//     }
//     Message check() const;  // what is wrong with the combination; empty: nothing
//   };
// and gets `option_specs`, `set_option` and `option_values`. A wrong name or value is refused with the right ones.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/grid_size.h"
#include "core/message.h"
#include "core/text.h"

namespace cairn {

using OptionValues = std::vector<std::pair<std::string, std::string>>;  // name, value

struct OptionSpec {
  std::string name, values, fallback, help;  // values: "2..19", "yes|no", "situational|simple|..."
};

template <class Owner>
struct IntField {
  std::string_view name;
  int Owner::*member;
  int low, high;
  std::string_view help;

  std::string values() const { return std::to_string(low) + ".." + std::to_string(high); }
  std::string text(const Owner& owner) const { return std::to_string(owner.*member); }
  bool set(Owner& owner, std::string_view value) const {
    const auto number = parse_int(value);
    if (!number || *number < low || *number > high) return false;
    owner.*member = *number;
    return true;
  }
};

// The sides of a grid, written "13" or "13x9" (columns by rows). `values` is "2..25[x2..25]": a form finds the limits.
template <class Owner>
struct SizeField {
  std::string_view name;
  GridSize Owner::*member;
  int low, high;  // of each side
  std::string_view help;

  std::string range() const { return std::to_string(low) + ".." + std::to_string(high); }
  std::string values() const { return range() + "[x" + range() + "]"; }
  Message said_values() const {
    return Message("size-range", "{low}..{high}, or columns x rows such as {example}",
                   {{"low", low}, {"high", high}, {"example", size_text({high, low})}});
  }
  std::string text(const Owner& owner) const { return size_text(owner.*member); }
  bool set(Owner& owner, std::string_view value) const {
    const auto size = parse_size(value);
    if (!size || size->shorter() < low || size->longer() > high) return false;
    owner.*member = *size;
    return true;
  }
};

template <class Owner>
struct FlagField {
  std::string_view name;
  bool Owner::*member;
  std::string_view help;

  std::string values() const { return "yes|no"; }
  std::string text(const Owner& owner) const { return owner.*member ? "yes" : "no"; }
  bool set(Owner& owner, std::string_view value) const {
    const std::string word = lower(value);
    const bool yes = word.empty() || word == "yes" || word == "true" || word == "on" || word == "1";  // bare flag: yes
    const bool no = word == "no" || word == "false" || word == "off" || word == "0";
    if (yes || no) owner.*member = yes;
    return yes || no;
  }
};

// An enum whose values count from 0 in the order of `words`.
template <class Owner, class Enum>
struct ChoiceField {
  std::string_view name;
  Enum Owner::*member;
  std::span<const std::string_view> words;
  std::string_view help;

  std::string values() const {
    std::string out;
    for (const auto word : words) out += (out.empty() ? "" : "|") + std::string(word);
    return out;
  }
  std::string text(const Owner& owner) const { return std::string(words[static_cast<std::size_t>(owner.*member)]); }
  bool set(Owner& owner, std::string_view value) const {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!equal_ignoring_case(words[i], value)) continue;
      owner.*member = static_cast<Enum>(i);
      return true;
    }
    return false;
  }
};

// A number in half points, written "6.5".
template <class Owner>
struct HalfPointField {
  std::string_view name;
  int Owner::*member;
  int low, high;  // half points
  std::string_view help;

  Message said_values() const {
    return Message("half-point-range", "{low}..{high} in steps of 0.5",
                   {{"low", half_points_text(low)}, {"high", half_points_text(high)}});
  }
  std::string values() const { return said_values().english(); }
  std::string text(const Owner& owner) const { return half_points_text(owner.*member); }
  bool set(Owner& owner, std::string_view value) const {
    const auto number = parse_half_points(value);
    if (!number || *number < low || *number > high) return false;
    owner.*member = *number;
    return true;
  }
};

// Free text that the owner reads itself: `bool (Owner::*read)(std::string_view)`.
template <class Owner>
struct TextField {
  std::string_view name;
  std::string (Owner::*write)() const;
  bool (Owner::*read)(std::string_view);
  MessageText form;  // what is right, for people
  std::string_view help;

  Message said_values() const { return form; }
  std::string values() const { return std::string(form.text); }
  std::string text(const Owner& owner) const { return (owner.*write)(); }
  bool set(Owner& owner, std::string_view value) const { return (owner.*read)(value); }
};

template <class Options>
std::vector<OptionSpec> option_specs(const Options& defaults = {}) {
  std::vector<OptionSpec> specs;
  std::apply(
      [&](const auto&... field) {
        (specs.push_back({std::string(field.name), field.values(), field.text(defaults), std::string(field.help)}),
         ...);
      },
      Options::fields());
  return specs;
}

template <class Options>
OptionValues option_values(const Options& options) {
  OptionValues values;
  std::apply([&](const auto&... field) { (values.emplace_back(field.name, field.text(options)), ...); },
             Options::fields());
  return values;
}

Message unknown_option(std::string_view name, const std::vector<OptionSpec>& specs);
Message bad_option(std::string_view name, Message why);  // "option size: ..."

// The values that are right, as an argument of a message.
template <class Field>
Message right_values(const Field& field) {
  if constexpr (requires { field.said_values(); })
    return field.said_values();
  else
    return field.values();
}

// Sets one option by its name or an unambiguous prefix. Returns what was wrong and what would be right, or nothing.
template <class Options>
Message set_option(Options& options, std::string_view name, std::string_view value) {
  const std::string wanted = lower(name);
  int exact = 0, prefixed = 0;
  const auto count = [&](std::string_view field) {
    exact += field == wanted;
    prefixed += field.substr(0, wanted.size()) == wanted;
  };
  std::apply([&](const auto&... field) { (count(field.name), ...); }, Options::fields());
  if (wanted.empty() || (exact == 0 && prefixed != 1)) return unknown_option(name, option_specs<Options>());
  Message error;
  const auto try_field = [&](const auto& field) {
    const bool chosen = exact != 0 ? field.name == wanted : field.name.substr(0, wanted.size()) == wanted;
    if (chosen && !field.set(options, value))
      error = bad_option(field.name, Message("option-value", "\"{value}\" is not one of {values}",
                                             {{"value", value.substr(0, 80)}, {"values", right_values(field)}}));
  };
  std::apply([&](const auto&... field) { (try_field(field), ...); }, Options::fields());
  return error;
}

// Sets all, then checks the combination. Returns the first error, or nothing.
template <class Options>
Message set_options(Options& options, const OptionValues& values) {
  for (const auto& [name, value] : values)
    if (auto error = set_option(options, name, value); !error.empty()) return error;
  return options.check();
}

}  // namespace cairn
