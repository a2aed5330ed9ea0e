#include "server/net/bridge_relay.h"

#include <algorithm>

namespace cairn::net {

namespace {

using engines::kBridgeVersion;

constexpr std::size_t kMostState = 4'096;       // bytes of a frame that tells how an engine is
constexpr std::size_t kMostElsewhere = 10'000;  // accounts

constexpr MessageText kOtherPage{"bridge-other-page", "another page uses the bridge now"};
constexpr MessageText kLost{"bridge-relay-lost", "the connection to your engine was lost"};

std::string page_frame(bool here) {
  return json_text({{"type", "page"}, {"here", here}});
}

}  // namespace

CodedMessage BridgeRelay::add_engine(std::int64_t person, engines::RelayOffer offer, BridgeEnd& end) {
  if (offer.version != kBridgeVersion)
    return Message("bridge-other-version",
                   "page and bridge do not understand each other: use a program of the server's version");
  Account& account = accounts_[person];
  const auto same = std::find_if(account.engines.begin(), account.engines.end(),
                                 [&](const Engine& one) { return one.offer.name == offer.name; });
  BridgeEnd* old = nullptr;
  if (same != account.engines.end()) {
    old = same->end;
    free_engine(*same, kLost);
    account.engines.erase(same);
  }
  if (account.engines.size() >= kMostEngines)
    return Message("bridge-too-many-engines", "{most} engines of your account are connected already; end one of them",
                   {{"most", kMostEngines}});
  account.engines.push_back({std::move(offer), &end, nullptr, {}});
  if (old != nullptr)  // it may remove itself
    old->refuse(Message("bridge-other-engine",
                        "another bridge of your account uses this name now; --name gives this one another name"));
  settings_.say(person);
  tell_pages(person);
  return {};
}

CodedMessage BridgeRelay::add_page(std::int64_t person, BridgeEnd& end) {
  Account& account = accounts_[person];
  if (account.pages.size() >= kMostPages)
    return Message("bridge-too-many-pages",
                   "{most} analysis boards of your account look for an engine already; close one of them",
                   {{"most", kMostPages}});
  account.pages.push_back(&end);
  end.tell(list_frame(person));
  return {};
}

// The page that used it is told why it does no more.
void BridgeRelay::free_engine(Engine& engine, const CodedMessage& why) {
  if (engine.page != nullptr)
    engine.page->tell(json_text({{"type", "gone"}, {"engine", engine.offer.name}, {"said", message_json(why)}}));
  engine.page = nullptr;
}

void BridgeRelay::part(Account& account, const BridgeEnd& page) {
  for (Engine& engine : account.engines) {
    if (engine.page != &page) continue;
    engine.page = nullptr;
    engine.end->tell(page_frame(false));
  }
}

void BridgeRelay::remove(std::int64_t person, const BridgeEnd& end) {
  const auto found = accounts_.find(person);
  if (found == accounts_.end()) return;
  Account& account = found->second;
  const auto engine =
      std::find_if(account.engines.begin(), account.engines.end(), [&](const Engine& one) { return one.end == &end; });
  if (engine != account.engines.end()) {
    free_engine(*engine, kLost);
    account.engines.erase(engine);
    tell_pages(person);
  } else if (std::erase(account.pages, &end) > 0) {
    part(account, end);
    tell_pages(person);
  }
  if (account.engines.empty() && account.pages.empty()) accounts_.erase(found);
}

void BridgeRelay::use(std::int64_t person, BridgeEnd& page, const std::string& name) {
  Account& account = accounts_[person];
  const auto engine = std::find_if(account.engines.begin(), account.engines.end(),
                                   [&](const Engine& one) { return one.offer.name == name; });
  if (engine == account.engines.end()) return page.tell(list_frame(person));  // it has just gone
  part(account, page);
  free_engine(*engine, kOtherPage);
  engine->page = &page;
  engine->end->tell(page_frame(true));  // whatever it was asked before is no more wanted
  page.tell(json_text({{"type", "welcome"}, {"version", kBridgeVersion}, {"engine", engine->offer.engine}}));
  if (!engine->state.empty()) page.tell(engine->state);
  tell_pages(person);
}

void BridgeRelay::leave(std::int64_t person, const BridgeEnd& page) {
  const auto found = accounts_.find(person);
  if (found == accounts_.end()) return;
  part(found->second, page);
  tell_pages(person);
}

bool BridgeRelay::forward(std::int64_t person, const BridgeEnd& page, std::string frame) {
  const auto found = accounts_.find(person);
  if (found == accounts_.end()) return false;
  for (Engine& engine : found->second.engines) {
    if (engine.page != &page) continue;
    engine.end->tell(std::move(frame));
    return true;
  }
  return false;
}

void BridgeRelay::hear(std::int64_t person, const BridgeEnd& engine, engines::RelayedFrame frame) {
  const auto found = accounts_.find(person);
  if (found == accounts_.end()) return;
  for (Engine& one : found->second.engines) {
    if (one.end != &engine) continue;
    if (frame.state && frame.text.size() <= kMostState) one.state = frame.text;
    if (one.page != nullptr) one.page->tell(std::move(frame.text));
    return;
  }
}

bool BridgeRelay::too_much(std::int64_t person, BridgeSide from, std::size_t bytes) {
  const bool page = from == BridgeSide::page;
  const std::string key = std::to_string(person);
  const double now = settings_.seconds();
  return (page ? page_messages_ : engine_messages_).ask(key, now) > 0 ||
         (page ? page_bytes_ : engine_bytes_).ask(key, now, static_cast<double>(bytes)) > 0;
}

// --- several servers

void BridgeRelay::hear_elsewhere(std::int64_t person) {
  const bool known = elsewhere_.contains(person);
  if (!known && elsewhere_.size() >= kMostElsewhere) return;
  elsewhere_[person] = settings_.seconds();
  if (!known) tell_pages(person);
}

void BridgeRelay::tick() {
  const double now = settings_.seconds();
  std::vector<std::int64_t> gone;
  for (const auto& [person, at] : elsewhere_)
    if (now - at > kElsewhereSeconds) gone.push_back(person);
  for (const std::int64_t person : gone) {
    elsewhere_.erase(person);
    tell_pages(person);
  }
  if (now - said_at_ < kSayElsewhereSeconds) return;
  said_at_ = now;
  for (const auto& [person, account] : accounts_)
    if (!account.engines.empty()) settings_.say(person);
}

std::size_t BridgeRelay::engines() const {
  std::size_t count = 0;
  for (const auto& [person, account] : accounts_) count += account.engines.size();
  return count;
}

// --- what pages are told

std::string BridgeRelay::list_frame(std::int64_t person) const {
  Json engines = Json::array();
  const auto found = accounts_.find(person);
  if (found != accounts_.end())
    for (const Engine& engine : found->second.engines) {
      engines.push_back(engine.offer.engine);
      engines.back()["used"] = engine.page != nullptr;
    }
  return json_text({{"type", "engines"}, {"engines", std::move(engines)}, {"elsewhere", elsewhere_.contains(person)}});
}

void BridgeRelay::tell_pages(std::int64_t person) {
  const auto found = accounts_.find(person);
  if (found == accounts_.end() || found->second.pages.empty()) return;
  const std::string frame = list_frame(person);
  for (BridgeEnd* page : found->second.pages) page->tell(frame);
}

}  // namespace cairn::net
