#include "server/net/bridge_socket.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <limits>
#include <unordered_map>

#include "server/engines/engine_spec.h"
#include "server/net/answers.h"

namespace cairn::net {

namespace {

namespace websocket = beast::websocket;
using engines::RelayAsked;

constexpr std::size_t kMostRelayQueue = 512;              // frames
constexpr std::size_t kMostRelayBytes = 2 * 1024 * 1024;  // of frames that wait
constexpr double kRelayInput = 1024 * 1024, kRelayInputAtOnce = 8192 * 1024;
constexpr int kRelaySystemBuffer = 128 * 1024;
constexpr auto kRelayPatience = std::chrono::seconds(10);   // for the offer of an engine, and for an end
constexpr auto kExpiryLook = std::chrono::minutes(10);      // the clock of the wall may be set
constexpr std::array<std::size_t, 2> kMostSockets{16, 24};  // of an account: of engines, of pages
constexpr int kLiveGamesAtOnce = 100;                       // in one question to the store
constexpr std::size_t kMostLiveGames = 300;                 // of one person against people
constexpr int kMostLivePages = 10;                          // of the list of all
constexpr double kLiveGamesSeconds = 1;                     // a list of them counts for so long

constexpr MessageText kLiveGame{"bridge-live-game",
                                "this is a game that you are playing now; your engine can look at it when it is over"};
constexpr MessageText kLiveUnknown{"bridge-live-unknown",
                                   "the server cannot look at the moment which games you are playing; try again"};
constexpr MessageText kOfferFirst{"bridge-offer-first", "a bridge describes its engine first, in a message welcome"};

// The games that somebody plays against people now: their own engine may not look at them. Read when it is asked for
// something, and kept for as long as they have not changed.
class LiveGames {
 public:
  LiveGames(Services& services, const Person& person) : services_(services), person_(person) {}

  // Whether the question is about one of them; nullopt: that cannot be told now.
  Task<std::optional<bool>> asked_about(engines::RelayQuestion question);

 private:
  struct Moves {
    std::int64_t changed_ms = 0;
    std::vector<std::string> words;
  };
  Task<bool> read_list();
  Task<bool> read_moves(TableCard card);
  // On another board it is another game. All other options may differ: whoever types a game in forgets them.
  static bool other_board(const GameInfo& info, const TableCard& card, const OptionValues& asked) {
    if (info.complete == nullptr) return false;
    return engines::board_size(info.complete(card.options)) != engines::board_size(info.complete(asked));
  }
  bool with_people(const TableCard& card) const {
    return std::any_of(card.occupants.begin(), card.occupants.end(),
                       [this](const Occupant& one) { return one.kind == SeatKind::guest && one.person != person_.id; });
  }

  Services& services_;
  const Person person_;
  std::vector<TableCard> cards_;
  double read_at_ = -kLiveGamesSeconds;
  std::unordered_map<std::string, Moves> moves_;  // by table
};

Task<bool> LiveGames::read_list() {
  if (services_.shared.now() - read_at_ < kLiveGamesSeconds) co_return true;
  std::vector<TableCard> cards;
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  for (int page = 0; page < kMostLivePages; ++page) {
    auto found = co_await await_callback<Found<std::vector<TableCard>>>(
        services_.shared.io.get_executor(), [&](std::function<void(Found<std::vector<TableCard>>)> done) {
          services_.store.lists.tables_of(person_.id, false, before, kLiveGamesAtOnce, std::move(done));
        });
    if (!found.value && !found.error.empty()) co_return false;
    const std::size_t count = found.value ? found.value->size() : 0;
    for (std::size_t at = 0; at < count; ++at) {
      TableCard& card = (*found.value)[at];
      before = card.number;
      if (with_people(card)) cards.push_back(std::move(card));
    }
    if (cards.size() > kMostLiveGames) co_return false;
    if (count == kLiveGamesAtOnce) continue;
    cards_ = std::move(cards);
    read_at_ = services_.shared.now();
    co_return true;
  }
  co_return false;
}

Task<bool> LiveGames::read_moves(TableCard card) {
  if (const auto kept = moves_.find(card.id); kept != moves_.end() && kept->second.changed_ms == card.changed_ms)
    co_return true;
  using Words = std::optional<std::vector<std::string>>;
  const Words words =
      co_await await_callback<Words>(services_.shared.io.get_executor(), [&](std::function<void(Words)> done) {
        services_.table_service.look(
            card.id,
            [done = std::move(done)](const Table* table, bool later) {
              if (table == nullptr) return done(later ? Words() : Words(std::vector<std::string>{}));
              std::vector<std::string> all;
              for (const Step& step : table->steps())
                if (!step.left) all.push_back(step.word);
              done(std::move(all));
            },
            cairn::asker_of(person_.id));
      });
  if (!words) co_return false;
  if (moves_.size() >= kMostLiveGames) moves_.clear();
  moves_[card.id] = {card.changed_ms, *words};
  co_return true;
}

Task<std::optional<bool>> LiveGames::asked_about(engines::RelayQuestion question) {
  if (question.words.size() < engines::kTellingMoves) co_return false;
  const GameInfo* info = find_game(question.game);
  // The bridge says what is wrong.
  if (info == nullptr || !info->make({question.options}).error.empty()) co_return false;
  if (!co_await read_list()) co_return std::nullopt;
  const std::vector<TableCard> cards = cards_;
  for (const TableCard& card : cards) {
    if (card.game != info->name || other_board(*info, card, question.options)) continue;
    if (!co_await read_moves(card)) co_return std::nullopt;
    if (engines::asks_about(question.words, moves_[card.id].words)) co_return true;
  }
  co_return false;
}

class RelaySocket final : public Open, public BridgeEnd, public std::enable_shared_from_this<RelaySocket> {
 public:
  RelaySocket(Services& services, Wire wire, Caller caller, BridgeSide side)
      : services_(services),
        shared_(services.shared),
        stream_(std::move(wire)),
        caller_(std::move(caller)),
        side_(side),
        games_(services, caller_.person) {
    shared_.open.insert(this);
    ++shared_.traffic.sockets;
    ++shared_.bridge_sockets[caller_.person.id].at(side_ == BridgeSide::page ? 1 : 0);
  }
  RelaySocket(const RelaySocket&) = delete;
  RelaySocket& operator=(const RelaySocket&) = delete;
  ~RelaySocket() override {
    shared_.open.erase(this);
    --shared_.traffic.sockets;
    const auto count = shared_.bridge_sockets.find(caller_.person.id);
    --count->second.at(side_ == BridgeSide::page ? 1 : 0);
    if (count->second == std::array<std::size_t, 2>{}) shared_.bridge_sockets.erase(count);
  }

  void end() override { finish(websocket::close_code::going_away); }
  const Caller* caller() const override { return &caller_; }
  void end_of_caller() override {
    refuse(side_ == BridgeSide::engine
               ? Message("bridge-token-ended", "the token of this bridge is no longer valid: create a new one")
               : Message("bridge-session-ended", "you have been signed out; sign in again to use your engine"));
  }
  void tell(std::string frame) override;
  void refuse(const CodedMessage& why) override {
    if (last_) return;
    queue_.clear();  // it is told why, and nothing before it
    queued_bytes_ = 0;
    put(engines::bridge_refused(why));
    finish(websocket::close_code::policy_error);
  }

  static Task<void> run(std::shared_ptr<RelaySocket> self, Request request);
  void leave() {
    services_.bridges.remove(caller_.person.id, *this);
    closed_ = true;
    patience_.cancel();
    expiry_.cancel();
  }

 private:
  void put(std::string frame);
  Task<void> take_from_engine(std::string text);
  void wait_for_offer();
  void wait_for_expiry();
  static Task<void> write(std::shared_ptr<RelaySocket> self);
  Task<void> take(std::string text);
  Task<void> take_from_page(std::string text);
  Task<void> take_question(engines::RelayQuestion question);
  template <class T>
  Task<T> read_text(std::string text, T (*read)(std::string_view));
  bool expired() const { return caller_.expires_ms <= Shared::wall_ms(); }
  void drop() {
    closed_ = true;
    beast::get_lowest_layer(stream_).close();
  }
  // What waits is still told, to whoever reads it soon.
  void finish(websocket::close_code code) {
    if (last_) return;
    if (!open_) return drop();  // a close frame would meet the handshake on its way
    last_ = true;
    code_ = code;
    services_.bridges.remove(caller_.person.id, *this);
    patience_.expires_after(kRelayPatience);
    patience_.async_wait([weak = weak_from_this()](error_code stopped) {
      const auto self = weak.lock();
      if (!stopped && self) self->drop();
    });
    begin_writing();
  }
  void begin_writing() {
    if (writing_) return;
    writing_ = true;
    asio::post(shared_.io.get_executor(), [self = shared_from_this()] {
      asio::co_spawn(self->shared_.io.get_executor(), write(self), asio::detached);
    });
  }

  Services& services_;
  Shared& shared_;
  websocket::stream<Wire> stream_;
  const Caller caller_;
  const BridgeSide side_;
  LiveGames games_;
  Timer patience_{shared_.io.get_executor()}, expiry_{shared_.io.get_executor()};
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  websocket::close_code code_{};
  bool open_ = false, known_ = false, writing_ = false, last_ = false, closed_ = false;
};

void RelaySocket::tell(std::string frame) {
  if (last_ || closed_) return;
  if (expired()) {  // not at once: the relay tells many
    asio::post(shared_.io.get_executor(), [self = shared_from_this()] { self->end_of_caller(); });
    return;
  }
  put(std::move(frame));
}

void RelaySocket::put(std::string frame) {
  queued_bytes_ += frame.size();
  queue_.push_back(std::move(frame));
  if (queue_.size() > kMostRelayQueue || queued_bytes_ > std::min(kMostRelayBytes, shared_.config.max_queued_bytes)) {
    ++shared_.traffic.sockets_too_slow;
    return drop();
  }
  if (open_) begin_writing();
}

void RelaySocket::wait_for_offer() {
  patience_.expires_after(kRelayPatience);
  patience_.async_wait([weak = weak_from_this()](error_code stopped) {
    const auto self = weak.lock();
    if (!stopped && self && !self->known_) self->refuse(kOfferFirst);
  });
}

void RelaySocket::wait_for_expiry() {
  const auto left = std::chrono::milliseconds(std::max<std::int64_t>(caller_.expires_ms - Shared::wall_ms(), 0));
  expiry_.expires_after(std::min<std::chrono::milliseconds>(left, kExpiryLook));
  expiry_.async_wait([weak = weak_from_this()](error_code stopped) {
    const auto self = weak.lock();
    if (stopped || !self || self->last_ || self->closed_) return;
    if (self->expired()) return self->end_of_caller();
    self->wait_for_expiry();
  });
}

Task<void> RelaySocket::write(std::shared_ptr<RelaySocket> self) {
  while (!self->queue_.empty() && !self->closed_) {
    const std::string text = std::move(self->queue_.front());
    self->queue_.pop_front();
    self->queued_bytes_ -= text.size();
    ++self->shared_.traffic.messages_out;
    const auto [error, size] = co_await self->stream_.async_write(asio::buffer(text), kTuple);
    if (error) break;  // the reader sees it too
  }
  self->writing_ = false;
  if (!self->last_ || self->closed_) co_return;
  self->closed_ = true;
  co_await self->stream_.async_close(self->code_, kTuple);
}

// What is long is read beside the loop.
template <class T>
Task<T> RelaySocket::read_text(std::string text, T (*read)(std::string_view)) {
  if (text.size() <= kQuickBody) co_return read(text);
  co_return co_await await_callback<T>(shared_.io.get_executor(), [&](std::function<void(T)> done) {
    services_.background.run(
        cairn::asker_of(caller_.person.id), [text, read] { return read(text); },
        [done = std::move(done)](T told) { done(std::move(told)); });
  });
}

Task<void> RelaySocket::take_from_engine(std::string text) {
  const std::int64_t person = caller_.person.id;
  if (known_) {
    auto frame = co_await read_text(std::move(text), &engines::read_relayed_frame);
    if (!frame.text.empty() && !last_ && !closed_) services_.bridges.hear(person, *this, std::move(frame));
    co_return;
  }
  auto offer = engines::read_relay_offer(text);
  if (!offer) co_return refuse(kOfferFirst);
  if (const auto why = services_.bridges.add_engine(person, *std::move(offer), *this); !why.empty())
    co_return refuse(why);
  known_ = true;
}

Task<void> RelaySocket::take_question(engines::RelayQuestion question) {
  const std::uint64_t id = question.id;
  std::string frame = std::move(question.frame);
  const std::optional<bool> live = co_await games_.asked_about(std::move(question));
  if (last_ || closed_) co_return;
  if (!live || *live) {
    tell(engines::bridge_failed({id, live ? kLiveGame : kLiveUnknown}));
  } else if (!services_.bridges.forward(caller_.person.id, *this, std::move(frame))) {
    tell(engines::bridge_failed({id, Message("bridge-engine-away", "your engine is not connected")}));
  }
}

Task<void> RelaySocket::take_from_page(std::string text) {
  RelayAsked asked = co_await read_text(text, &engines::read_relay_asked);
  if (last_ || closed_) co_return;
  BridgeRelay& relay = services_.bridges;
  const std::int64_t person = caller_.person.id;
  if (const auto* use = std::get_if<engines::RelayUse>(&asked)) {
    relay.use(person, *this, use->engine);
  } else if (std::holds_alternative<engines::RelayLeave>(asked)) {
    relay.leave(person, *this);
  } else if (std::holds_alternative<engines::RelayStop>(asked)) {
    relay.forward(person, *this, std::move(text));
  } else if (auto* question = std::get_if<engines::RelayQuestion>(&asked)) {
    co_await take_question(std::move(*question));
  } else {
    tell(engines::bridge_failed(std::get<engines::BridgeFault>(asked)));
  }
}

Task<void> RelaySocket::take(std::string text) {
  ++shared_.traffic.messages_in;
  if (expired()) {
    end_of_caller();
  } else if (shared_.config.rate_limits && services_.bridges.too_much(caller_.person.id, side_, text.size())) {
    refuse(Message("bridge-relay-too-many", "this account sends too much through the bridge; try again in a minute"));
  } else if (side_ == BridgeSide::engine) {
    co_await take_from_engine(std::move(text));
  } else {
    co_await take_from_page(std::move(text));
  }
}

Task<void> RelaySocket::run(std::shared_ptr<RelaySocket> self, Request request) {
  auto& stream = self->stream_;
  beast::get_lowest_layer(stream).expires_never();
  if (self->shared_.config.rate_limits) stream.next_layer().limit_input(kRelayInput, kRelayInputAtOnce);
  error_code ignored;  // what waits in the system counts too, and would grow to megabytes
  beast::get_lowest_layer(stream).socket().set_option(asio::socket_base::send_buffer_size(kRelaySystemBuffer), ignored);
  stream.set_option(websocket_times());
  stream.read_message_max(engines::kMostBridgeMessage);
  stream.text(true);
  const auto [refused] = co_await stream.async_accept(request, kTuple);
  if (refused) co_return;
  self->open_ = true;
  self->wait_for_expiry();
  if (self->side_ == BridgeSide::engine)
    self->wait_for_offer();
  else if (const auto why = self->services_.bridges.add_page(self->caller_.person.id, *self); !why.empty())
    self->refuse(why);
  beast::flat_buffer buffer(engines::kMostBridgeMessage + 1024);
  while (!self->closed_ && !self->last_) {  // the closing reads what comes then, and forgets it
    const auto [error, size] = co_await stream.async_read(buffer, kTuple);
    if (error && !self->closed_ && !self->last_) self->drop();  // what it did not take would wait for ever
    if (error || self->closed_ || self->last_) break;
    std::string text = beast::buffers_to_string(buffer.data());
    buffer.consume(buffer.size());
    buffer.shrink_to_fit();
    if (!stream.got_text()) text.clear();  // binary is no message of ours
    co_await self->take(std::move(text));
  }
  if (!self->last_) self->leave();  // else the writing ends it, or the patience
}

// More of an account than can be of use: several times as many as may be in the relay, for those that just come or end.
Task<void> turn_away(Wire wire, Request request) {
  const CodedMessage why =
      Message("bridge-too-many-sockets", "your account has too many connections to its engines; try again in a minute");
  http::response<http::string_body> answer(http::status::too_many_requests, request.version());
  answer.set(http::field::content_type, "application/json");
  answer.set(http::field::retry_after, "60");
  answer.keep_alive(false);
  answer.body() = error_text({Code::too_many, why, 60});
  answer.prepare_payload();
  wire.expires_after(kRelayPatience);
  co_await http::async_write(wire, answer, kTuple);
}

}  // namespace

Task<void> serve_bridge(Services& services, Wire wire, Request request, Caller caller, BridgeSide side) {
  const std::size_t at = side == BridgeSide::page ? 1 : 0;
  const auto& all = services.shared.bridge_sockets;
  if (const auto own = all.find(caller.person.id); own != all.end() && own->second.at(at) >= kMostSockets.at(at))
    co_return co_await turn_away(std::move(wire), std::move(request));
  const auto socket = std::make_shared<RelaySocket>(services, std::move(wire), std::move(caller), side);
  try {
    co_await RelaySocket::run(socket, std::move(request));
  } catch (...) {  // no memory, say: nobody may be told through it any more
    socket->leave();
    throw;
  }
}

}  // namespace cairn::net
