#include "server/store/outbox.h"

#include <array>

namespace cairn {

std::string_view to_word(NoticeKind kind) {
  constexpr std::array<std::string_view, kNoticeKinds> kWords = {"your-turn", "game-over", "challenge", "round",
                                                                 "reminder",  "test",      "letter"};
  const auto at = static_cast<std::size_t>(kind);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

std::string_view to_word(DeliveryState state) {
  constexpr std::array<std::string_view, kDeliveryStates> kWords = {"waiting", "delivered", "given-up"};
  const auto at = static_cast<std::size_t>(state);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

}  // namespace cairn
