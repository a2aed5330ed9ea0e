// Position: any game behind one type, a copyable value like the games themselves. It meets the concept `Rules`.
// The server, notation, command line and WebAssembly hold this; a copy into a Position of the same game allocates
// nothing. Distinct positions may be used by distinct threads.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/playout.h"
#include "core/rules.h"

namespace cairn {

using EventLog = std::vector<Event>;

class Position {
 public:
  Position() = default;  // empty: only assignment and `operator bool` are allowed
  template <class G>
  requires(!std::same_as<std::remove_cvref_t<G>, Position>) explicit Position(G game)
      : self_(std::make_unique<Model<G>>(std::move(game))) {}
  Position(const Position& other) : self_(other.self_ ? other.self_->clone() : nullptr), drawn_(other.drawn_) {}
  Position(Position&&) noexcept = default;
  Position& operator=(const Position& other) {
    if (this == &other) return *this;
    drawn_ = other.drawn_;
    if (!(self_ && other.self_ && self_->assign(*other.self_))) self_ = other.self_ ? other.self_->clone() : nullptr;
    return *this;
  }
  Position& operator=(Position&&) noexcept = default;
  ~Position() = default;
  explicit operator bool() const { return self_ != nullptr; }

  int seats() const { return self_->seats(); }
  SeatSet to_act() const { return drawn_ ? SeatSet{} : self_->to_act(); }
  // Of `to_act` those whom the others wait for: in an agreement whoever has accepted may still act, and is not.
  SeatSet awaited() const { return drawn_ ? SeatSet{} : self_->awaited(); }
  // Of `to_act` those who have not accepted what is agreed on: the clocks of older games go by it.
  SeatSet not_accepted() const { return drawn_ ? SeatSet{} : self_->not_accepted(); }
  Turn turn() const { return self_->turn(); }
  void legal(Seat seat, ActionList& out) const {
    out.clear();
    if (!drawn_) self_->legal(seat, out);
  }
  Reason check(Seat seat, Action action) const { return drawn_ ? Reason::game_over : self_->check(seat, action); }
  // What shows why `check` refuses; empty where the game does not tell (HasRefusalMarks).
  std::vector<View::Mark> refusal_marks(Seat seat, Action action) const {
    return drawn_ ? std::vector<View::Mark>{} : self_->refusal_marks(seat, action);
  }
  Outcome outcome() const { return drawn_ ? view(Viewer::referee).outcome : self_->outcome(); }
  std::uint64_t hash() const { return drawn_ ? ~self_->hash() : self_->hash(); }

  template <class Sink>
  void apply(Seat seat, Action action, Sink&& sink) {
    if constexpr (std::same_as<std::remove_cvref_t<Sink>, NoEvents>) {
      self_->apply(seat, action, nullptr);
    } else {
      EventLog log;
      self_->apply(seat, action, &log);
      for (const Event& event : log) sink(event);
    }
  }
  template <class Sink>
  void retire(Seat seat, Leave why, Sink&& sink) {
    EventLog log;
    self_->retire(seat, why, log);
    for (const Event& event : log) sink(event);
  }
  // Ends a game that is not over as a draw that all agreed on, which is no game's own end (Outcome::How::agreed).
  void agree_draw() { drawn_ = true; }
  View view(Viewer viewer) const;
  Position sample(Seat seat, Rng& rng) const { return Position(self_->sample(seat, rng)); }
  std::string format(Action action) const { return self_->format(action); }
  Parsed parse(Seat seat, std::string_view word) const { return self_->parse(seat, word); }
  std::string name(Point point) const { return self_->name(point); }

  // The checked door for words: reads, checks, applies; appends what happened. Nothing changes unless `none`.
  Reason play(Seat seat, std::string_view word, EventLog& log);
  // The legal words of a seat, sorted as text.
  std::vector<std::string> legal_words(Seat seat) const;
  std::vector<std::string> words_of(const ActionList& actions) const;  // sorted as text

  Playout playout(Rng& rng) { return self_->playout(rng); }  // plays this value to its end
  std::uint64_t perft(int depth) const { return self_->perft(depth); }
  template <class G>
  const G* get_if() const {
    return self_ && self_->tag() == &kTag<G> ? &static_cast<const Model<G>&>(*self_).game : nullptr;
  }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual std::unique_ptr<Concept> clone() const = 0;
    virtual bool assign(const Concept& other) = 0;
    virtual const char* tag() const = 0;
    virtual int seats() const = 0;
    virtual SeatSet to_act() const = 0;
    virtual SeatSet awaited() const = 0;
    virtual SeatSet not_accepted() const = 0;
    virtual Turn turn() const = 0;
    virtual void legal(Seat seat, ActionList& out) const = 0;
    virtual Reason check(Seat seat, Action action) const = 0;
    virtual std::vector<View::Mark> refusal_marks(Seat seat, Action action) const = 0;
    virtual Outcome outcome() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual void apply(Seat seat, Action action, EventLog* log) = 0;
    virtual void retire(Seat seat, Leave why, EventLog& log) = 0;
    virtual View view(Viewer viewer) const = 0;
    virtual std::unique_ptr<Concept> sample(Seat seat, Rng& rng) const = 0;
    virtual std::string format(Action action) const = 0;
    virtual Parsed parse(Seat seat, std::string_view word) const = 0;
    virtual std::string name(Point point) const = 0;
    virtual Playout playout(Rng& rng) = 0;
    virtual std::uint64_t perft(int depth) const = 0;
  };
  template <class G>
  static constexpr char kTag = 0;

  template <class G>
  struct Model final : Concept {
    static_assert(Rules<G>);
    explicit Model(G value) : game(std::move(value)) {}
    std::unique_ptr<Concept> clone() const override { return std::make_unique<Model>(game); }
    bool assign(const Concept& other) override {
      if (other.tag() != &kTag<G>) return false;
      game = static_cast<const Model&>(other).game;
      return true;
    }
    const char* tag() const override { return &kTag<G>; }
    int seats() const override { return game.seats(); }
    SeatSet to_act() const override { return game.to_act(); }
    SeatSet awaited() const override {
      if constexpr (requires { game.awaited(); })
        return game.awaited();
      else
        return game.to_act();
    }
    SeatSet not_accepted() const override {
      if constexpr (requires { game.not_accepted(); })
        return game.not_accepted();
      else
        return awaited();
    }
    Turn turn() const override { return game.turn(); }
    void legal(Seat seat, ActionList& out) const override { game.legal(seat, out); }
    Reason check(Seat seat, Action action) const override { return game.check(seat, action); }
    std::vector<View::Mark> refusal_marks([[maybe_unused]] Seat seat, [[maybe_unused]] Action action) const override {
      if constexpr (HasRefusalMarks<G>)
        return game.refusal_marks(seat, action);
      else
        return {};
    }
    Outcome outcome() const override { return game.outcome(); }
    std::uint64_t hash() const override { return game.hash(); }
    void apply(Seat seat, Action action, EventLog* log) override {
      assert(game.check(seat, action) == Reason::none);
      if (log)
        game.apply(seat, action, [log](const Event& event) { log->push_back(event); });
      else
        game.apply(seat, action, NoEvents{});
    }
    void retire(Seat seat, Leave why, EventLog& log) override {
      game.retire(seat, why, [&log](const Event& event) { log.push_back(event); });
    }
    View view(Viewer viewer) const override { return game.view(viewer); }
    std::unique_ptr<Concept> sample(Seat seat, Rng& rng) const override {
      return std::make_unique<Model>(game.sample(seat, rng));
    }
    std::string format(Action action) const override { return game.format(action); }
    Parsed parse(Seat seat, std::string_view word) const override { return game.parse(seat, word); }
    std::string name(Point point) const override { return game.name(point); }
    Playout playout(Rng& rng) override { return cairn::playout(game, rng); }
    std::uint64_t perft(int depth) const override { return cairn::perft(game, depth); }
    G game;
  };
  explicit Position(std::unique_ptr<Concept> self) : self_(std::move(self)) {}

  std::unique_ptr<Concept> self_;
  bool drawn_ = false;
};

}  // namespace cairn
