// What a service answers: a value, or a refusal. HTTP status and JSON are made of it in net/, sentences in mail/.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/reason.h"
#include "server/play/coded_message.h"

namespace cairn {

// Why something was not done. `protocol/error_codes.h` says of each code what it means and with which status it comes.
struct Refusal {
  enum class Code : std::uint8_t {
    bad_request,
    https_only,
    unknown_game,
    bad_options,
    no_bot,
    no_session,
    bad_token,
    blocked,
    not_seated,
    bad_origin,
    no_account,
    bad_scope,
    wrong_password,
    needs_code,
    wrong_code,
    bad_link,
    not_heard,
    muted,
    suspended,
    waiting,
    no_registration,
    not_for_you,
    not_challenged,
    other_host,
    not_found,
    bad_method,
    name_taken,
    has_account,
    no_address,
    too_many_kept,
    stale,
    game_over,
    no_undo,
    no_free_seat,
    too_long,
    no_offer,
    plan,
    clock,  // it is stopped, or not as it would have to be
    not_over,
    no_analysis,
    no_text,
    broken_record,
    not_open,
    terms_changed,
    tournament,
    other_version,
    no_lease,
    other_rules,
    bad_record,
    illegal_move,
    too_large,
    bad_type,
    upgrade_required,
    too_many,
    busy,
    internal,
    no_room,
    no_mail,
    unavailable,
  };
  Code code{};
  CodedMessage message;                // for people: what was wrong and what would be right
  int retry_after_s = 0;               // 0: not worth saying
  Reason reason = Reason::none;        // with illegal_move
  std::optional<std::size_t> index{};  // of the word that was refused
  std::string state{};                 // with stale: the table as this viewer sees it, as JSON

  // Nothing is wrong with what was asked: the same may do a little later.
  bool passes() const { return code == Code::unavailable || code == Code::too_many || code == Code::busy; }
};
using Code = Refusal::Code;

std::string_view to_word(Code code);  // "not-found", as the API has it

Refusal much_at_once(int retry_after_s);  // the asker's share is used up
Refusal many_records();                   // too many are being read and written
Refusal table_unavailable(int retry_after_s = 1);

// What cannot be done just now, for `log_unavailable`.
inline constexpr MessageText kNotDoneNow{"not-done-now", "the server cannot do this at the moment; try again"};
inline constexpr MessageText kNotReadNow{"not-read-now", "the server cannot read this at the moment; try again"};
inline constexpr MessageText kNotStoredNow{"not-stored-now", "the server cannot store this at the moment; try again"};
inline constexpr MessageText kNothingDone{
    "nothing-was-done", "the server cannot do this at the moment, and nothing has changed; try again"};

// Of what the store did not do: the log hears why, who asked that it is worth trying again.
Refusal log_unavailable(const std::function<void(const std::string&)>& log, const std::string& what,
                        const std::string& why, MessageText cannot);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Refusal refusal) : held_(std::in_place_index<1>, std::move(refusal)) {}
  explicit operator bool() const { return held_.index() == 0; }
  const T& operator*() const { return std::get<0>(held_); }
  T& operator*() { return std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  T* operator->() { return &std::get<0>(held_); }
  const Refusal& refusal() const { return std::get<1>(held_); }  // where there is no value
  bool refused_by(Code code) const { return !*this && refusal().code == code; }

 private:
  std::variant<T, Refusal> held_;
};

struct Unit {};  // the value of what is done and has nothing to tell

// Called once, on the loop's thread.
template <class T>
using Done = std::function<void(Result<T>)>;

}  // namespace cairn
