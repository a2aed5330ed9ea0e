#include "server/notifications/mail_mode.h"

#include <array>

namespace cairn {

namespace {

constexpr NoticeKinds kChosen = bit_of(NoticeKind::test) - 1;

}  // namespace

std::string_view to_word(MailMode mode) {
  constexpr std::array<std::string_view, kMailModes> kWords = {"every", "digest", "end", "none"};
  const auto at = static_cast<std::size_t>(mode);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

NoticeKinds wants_of(MailMode mode) {
  if (mode == MailMode::none) return 0;
  return mode == MailMode::end ? bit_of(NoticeKind::game_over) : kChosen;
}

MailMode mode_of(const Hook& hook) {
  const NoticeKinds wants = hook.wants & kChosen;
  if (wants == 0) return MailMode::none;
  if (hook.digest) return MailMode::digest;
  return wants == bit_of(NoticeKind::game_over) ? MailMode::end : MailMode::every;
}

}  // namespace cairn
