// Who is connected to whom through this server: the own engines of an account (`cairn bridge --server`) and the
// account's analysis pages. A page chooses one of the engines; from then on texts go from one to the other as they are.
// Nothing goes from one account to another, and nothing is kept but what each engine is and how it was last. Without a
// socket; on the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/limits.h"
#include "server/engines/relay_messages.h"

namespace cairn::net {

enum class BridgeSide : std::uint8_t { engine, page };

// One of the connections, as the relay knows it.
class BridgeEnd {
 public:
  virtual ~BridgeEnd() = default;
  virtual void tell(std::string frame) = 0;
  virtual void refuse(const CodedMessage& why) = 0;  // says why, then closes; not at once
};

class BridgeRelay {
 public:
  static constexpr std::size_t kMostEngines = 4, kMostPages = 8;  // of one account
  static constexpr double kElsewhereSeconds = 25, kSayElsewhereSeconds = 10;

  struct Settings {
    std::function<double()> seconds;               // of a clock that never jumps
    std::function<void(std::int64_t person)> say;  // tells other servers that an engine of theirs is here
  };
  explicit BridgeRelay(Settings settings) : settings_(std::move(settings)) {}
  BridgeRelay(const BridgeRelay&) = delete;
  BridgeRelay& operator=(const BridgeRelay&) = delete;

  // Empty, or why it may not come in. An engine takes the place of one that has its name. Whoever came in must be
  // removed before it ends.
  CodedMessage add_engine(std::int64_t person, engines::RelayOffer offer, BridgeEnd& end);
  CodedMessage add_page(std::int64_t person, BridgeEnd& end);
  void remove(std::int64_t person, const BridgeEnd& end);

  // Of a page: the engine that it uses from now on, which another page loses; none any more; a text for it (false: it
  // uses none).
  void use(std::int64_t person, BridgeEnd& page, const std::string& name);
  void leave(std::int64_t person, const BridgeEnd& page);
  bool forward(std::int64_t person, const BridgeEnd& page, std::string frame);
  // What an engine says, to the page that uses it.
  void hear(std::int64_t person, const BridgeEnd& engine, engines::RelayedFrame frame);

  // Counts a text of either side, by account; true: it is too much.
  bool too_much(std::int64_t person, BridgeSide from, std::size_t bytes);

  void hear_elsewhere(std::int64_t person);  // another server says that an engine of theirs is there
  void tick();                               // about once a second
  std::size_t engines() const;               // that are connected here, of all accounts

 private:
  struct Engine {
    engines::RelayOffer offer;
    BridgeEnd* end = nullptr;
    BridgeEnd* page = nullptr;  // that uses it
    std::string state;          // the last frame that told how it is; "": none came
  };
  struct Account {
    std::vector<Engine> engines;
    std::vector<BridgeEnd*> pages;
  };
  void tell_pages(std::int64_t person);
  std::string list_frame(std::int64_t person) const;
  static void free_engine(Engine& engine, const CodedMessage& why);
  static void part(Account& account, const BridgeEnd& page);

  const Settings settings_;
  std::unordered_map<std::int64_t, Account> accounts_;
  std::unordered_map<std::int64_t, double> elsewhere_;  // when it was said last
  double said_at_ = 0;
  RateLimit page_messages_{20, 60}, page_bytes_{256.0 * 1024, 4096.0 * 1024};
  RateLimit engine_messages_{60, 600}, engine_bytes_{1024.0 * 1024, 8192.0 * 1024};
};

}  // namespace cairn::net
