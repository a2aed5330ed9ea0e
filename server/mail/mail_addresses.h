// Addresses of ours that carry a proof: who writes to them has got a mail of ours. 128 bits, made from the server's
// key, stored nowhere (spec mail, The gateway). Local parts, as they stand before the @; read without case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

// A seat at a board: "m.BOARD.PERSON.GAME.TOKEN". Another one when the game is over.
struct MailSeat {
  std::string game;
  int board = 0;
  std::int64_t person = 0;
};
std::string seat_address(std::string_view key, const MailSeat& seat, bool over);
// Of which the token must still be checked, for the game may be over meanwhile.
struct SeatAddress {
  MailSeat seat;
  std::string token;
};
std::optional<SeatAddress> read_seat_address(std::string_view local);
bool holds(std::string_view key, const SeatAddress& address, bool over);

// A person's wish that mail goes to this address: "c.PERSON.TOKEN".
std::string proof_address(std::string_view key, std::int64_t person, std::string_view address);
struct ProofAddress {
  std::int64_t person = 0;
  std::string token;
};
std::optional<ProofAddress> read_proof_address(std::string_view local);
bool holds(std::string_view key, const ProofAddress& proof, std::string_view address);

// The name of a table that a challenge by mail began, which no other table has. `what`: the same for the same one.
std::string challenge_id(std::string_view key, const std::string& what);
bool is_challenge(std::string_view key, std::string_view table);

}  // namespace cairn
