// A game-playing program at the other end of GTP version 2 (Farnebaeck 2002): sends commands, reads replies, and tells
// a late, broken or ended program from one that says no. Used from one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "server/engines/child.h"
#include "server/play/coded_message.h"

namespace cairn::engines {

struct GtpReply {
  enum class Kind : std::uint8_t {
    ok,        // "= ..."
    refused,   // "? ..."
    late,      // no whole reply in time
    garbage,   // no reply of the protocol
    ended,     // the program is gone
    cancelled  // `stop` was set meanwhile
  };
  Kind kind{};
  std::string text{};   // of the reply, several lines joined by '\n'; else what happened, for people
  double seconds = 0;   // from the command to the end of the reply
  CodedMessage said{};  // what happened, where `text` tells that
};

class GtpClient {
 public:
  explicit GtpClient(const std::string& shell_line) : GtpClient(ChildCommand{{"/bin/sh", "-c", shell_line}}) {}
  explicit GtpClient(ChildCommand command) : command_(std::move(command)) {}

  std::string start();  // "" or what is wrong
  bool running() const { return child_.running(); }
  // A program that was late, broken or gone is ended; `start` gives a fresh one.
  GtpReply ask(std::string_view command, double seconds, const std::atomic<bool>& stop);
  // The same for what somebody may want no more: once `enough` is set it has `grace` seconds left, then it counts as
  // cancelled.
  struct Wanted {
    const std::atomic<bool>* enough;  // null: it is wanted
    double grace;
  };
  static constexpr Wanted kWanted{nullptr, 0};
  GtpReply ask(std::string_view command, double seconds, const std::atomic<bool>& stop, const Wanted& wanted);
  // A command that answers line by line until the next one comes (`lz-analyze`): each line goes to `take`, until that
  // says false or `seconds` are over. `text` of the reply is empty, or that of a refusal.
  struct Streaming {
    const std::function<bool(const std::string&)>& take;
    const std::atomic<bool>* enough = nullptr;  // set: the stream is ended, and the program stays
    double silence = 0;                         // seconds between two lines after which it counts as hung; 0: no limit
  };
  GtpReply stream(std::string_view command, double seconds, const std::atomic<bool>& stop, const Streaming& streaming);
  // While nothing is asked: "", or why the program has to be ended.
  CodedMessage look();
  // Says farewell where the program still listens.
  void quit(double seconds);

 private:
  GtpReply fail(GtpReply::Kind kind, const CodedMessage& what, double began);

  GtpReply fail_to_read(Child::Said said, std::string_view command, double seconds, double began, bool cancelled);
  GtpReply send(std::string_view command, double seconds, const std::atomic<bool>& stop, const Streaming* streaming,
                const Wanted& while_wanted = kWanted);
  GtpReply read_reply(std::string_view command, double began, double seconds, const std::atomic<bool>& stop,
                      const Streaming* streaming, const Wanted& while_wanted = kWanted);
  Child::Said read_wanted(std::string& line, double seconds, const std::atomic<bool>& stop, const Wanted& wanted,
                          double& unwanted_since);

  ChildCommand command_;
  Child child_;
};

}  // namespace cairn::engines
