// A sentence for people, with a code and named arguments, so that a client can say it in its reader's language: "option
// size: "99" is not one of 2..19" is the code "option-value" with name, value and values. The English text stands
// beside the code where the sentence is made; `npm run messages` in web/ collects all of them into the English
// catalogue.
//
// Text: `{name}` is where an argument stands. A text "{n} game|{n} games" has the form for one before the bar, for
// other numbers behind it; the first whole number among the arguments decides. A code is used for one text alone. A
// plain string becomes a message without a code: English, for whoever reads no code. Making one allocates; legality is
// told by `Reason` (core/reason.h), which does not.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reason.h"

namespace cairn {

// Code and text of a message without arguments, as a constant. Without a code: a form that needs no translation.
struct MessageText {
  std::string_view code, text;
  constexpr MessageText(const char* plain) : text(plain) {}
  constexpr MessageText(std::string_view coded, std::string_view english) : code(coded), text(english) {}
};

class Message {
 public:
  struct Argument;

  Message();
  // Of English alone.
  Message(std::string english);
  Message(std::string_view english) : Message(std::string(english)) {}
  Message(const char* english) : Message(std::string(english)) {}
  Message(std::string_view code, std::string_view text, std::initializer_list<Argument> arguments = {});
  Message(std::string_view code, std::string_view text, std::vector<Argument> arguments);
  Message(MessageText said) : Message(said.code, said.text) {}
  Message(Reason reason);  // why an attempt is refused, in English its sentence; empty for none
  Message(const Message& other);
  Message(Message&& other) noexcept;
  Message& operator=(const Message& other);
  Message& operator=(Message&& other) noexcept;
  ~Message();

  bool empty() const { return english_.empty(); }  // nothing is wrong, or nothing has to be said
  const std::string& english() const { return english_; }
  operator const std::string&() const { return english_; }  // for whoever shows English alone
  std::string_view code() const { return code_; }           // lives as long as the program
  const std::vector<Argument>& arguments() const { return arguments_; }
  const Argument* argument(std::string_view name) const;  // nullptr: it has none of this name
  // The same with another value for an argument that it has.
  Message with(const Argument& argument) const;
  std::size_t find(std::string_view part) const { return english_.find(part); }  // in the English
  // English text of it, for logs, mails and terminals.
  friend std::string operator+(std::string before, const Message& message) { return before += message.english_; }
  friend std::string operator+(const Message& message, std::string_view behind) {
    return message.english_ + std::string(behind);
  }
  friend bool operator==(const Message& a, const Message& b) { return a.english_ == b.english_; }
  friend bool operator==(const Message& a, std::string_view b) { return a.english_ == b; }
  friend bool operator==(const Message& a, const std::string& b) { return a.english_ == b; }
  friend bool operator==(const Message& a, const char* b) { return a.english_ == b; }
  template <class Traits>  // for tests that fail; streams themselves are not of this folder
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Message& message) {
    return out << message.english_;
  }

 private:
  std::string_view code_, text_;  // live as long as the program
  std::string english_;
  std::vector<Argument> arguments_;
};

// A name or another text, a whole number, or a message within the message.
struct Message::Argument {
  Argument(std::string_view called, std::string_view text) : name(called), value(text) {}
  Argument(std::string_view called, const std::string& text) : name(called), value(text) {}
  Argument(std::string_view called, const char* text) : name(called), value(text) {}
  Argument(std::string_view called, char letter) : name(called), value(std::string(1, letter)) {}
  template <std::integral Number>
  Argument(std::string_view called, Number number)
      : name(called), value(std::to_string(number)), is_number(true), number(static_cast<std::int64_t>(number)) {}
  Argument(std::string_view called, Message said)
      : name(called), value(std::move(said)), is_message(!value.code().empty()) {}

  std::string_view name;  // lives as long as the program
  Message value;          // its English
  bool is_number = false, is_message = false;
  std::int64_t number = 0;
};

// The text with its holes filled by `word`. Of what stands in braces only arguments are holes: {"name":"..."} stays.
std::string fill_holes(std::string_view text, const std::vector<Message::Argument>& arguments,
                       const std::function<std::string(const Message::Argument&)>& word);

}  // namespace cairn
