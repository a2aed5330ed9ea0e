#include "server/mail/mail_addresses.h"

#include <vector>

#include "core/text.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

constexpr std::size_t kTokenLetters = 32;                        // 128 bits in hex
constexpr std::size_t kChallengeLetters = 24, kMarkLetters = 8;  // of a table's name, and of the part that proves it

std::string token_of(std::string_view key, const std::string& what) {
  return hmac_hex(key, what).substr(0, kTokenLetters);
}

std::string seat_token(std::string_view key, const MailSeat& seat, bool over) {
  return token_of(key, "seat " + seat.game + " " + std::to_string(seat.board) + " " + std::to_string(seat.person) +
                           (over ? " over" : ""));
}

std::string proof_token(std::string_view key, std::int64_t person, std::string_view address) {
  return token_of(key, "address " + std::to_string(person) + " " + lower(address));
}

std::optional<std::int64_t> person_from(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t out = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    out = out * 10 + (c - '0');
  }
  return out;
}

}  // namespace

std::string seat_address(std::string_view key, const MailSeat& seat, bool over) {
  return "m." + std::to_string(seat.board) + "." + std::to_string(seat.person) + "." + seat.game + "." +
         seat_token(key, seat, over);
}

std::optional<SeatAddress> read_seat_address(std::string_view local) {
  const std::string text = lower(local);
  const auto parts = split(text, '.');
  if (parts.size() != 5 || parts[0] != "m") return std::nullopt;
  const auto board = parse_int(parts[1]);
  const auto person = person_from(parts[2]);
  if (!board || !person || parts[3].empty()) return std::nullopt;
  return SeatAddress{{std::string(parts[3]), *board, *person}, std::string(parts[4])};
}

bool holds(std::string_view key, const SeatAddress& address, bool over) {
  return same_secret(address.token, seat_token(key, address.seat, over));
}

std::string proof_address(std::string_view key, std::int64_t person, std::string_view address) {
  return "c." + std::to_string(person) + "." + proof_token(key, person, address);
}

std::optional<ProofAddress> read_proof_address(std::string_view local) {
  const std::string text = lower(local);
  const auto parts = split(text, '.');
  if (parts.size() != 3 || parts[0] != "c") return std::nullopt;
  const auto person = person_from(parts[1]);
  if (!person) return std::nullopt;
  return ProofAddress{*person, std::string(parts[2])};
}

bool holds(std::string_view key, const ProofAddress& proof, std::string_view address) {
  return same_secret(proof.token, proof_token(key, proof.person, address));
}

std::string challenge_id(std::string_view key, const std::string& what) {
  const std::string id = hmac_hex(key, "challenge " + what).substr(0, kChallengeLetters);
  return id + hmac_hex(key, "table " + id).substr(0, kMarkLetters);
}

bool is_challenge(std::string_view key, std::string_view table) {
  if (table.size() != kChallengeLetters + kMarkLetters) return false;
  const std::string id(table.substr(0, kChallengeLetters));
  return same_secret(table.substr(kChallengeLetters), hmac_hex(key, "table " + id).substr(0, kMarkLetters));
}

}  // namespace cairn
