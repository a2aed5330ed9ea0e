// The words of what can be offered: apart from tables, for whoever only reads them.
#include "server/play/table.h"

namespace cairn {

namespace {
constexpr std::array<std::string_view, kOfferKinds> kOfferWords = {"draw", "undo", "pause", "rematch"};
}  // namespace

std::string_view to_word(OfferKind kind) {
  return kOfferWords[static_cast<std::size_t>(kind)];
}

std::optional<OfferKind> offer_kind(std::string_view word) {
  for (std::size_t i = 0; i < kOfferKinds; ++i)
    if (kOfferWords[i] == word) return static_cast<OfferKind>(i);
  return std::nullopt;
}

}  // namespace cairn
