// Seals what stands in the database and would be as good as a password there: the secrets that webhooks are signed
// with, those of second factors, a browser's keys for pushes, and the server's own keys. With the database alone nobody
// can read them: their key stands in a file beside it, which no backup has. XSalsa20-Poly1305 by libsodium; a sealed
// text begins with "sealed:".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/store/sql.h"

namespace cairn {

class Sealer {
 public:
  using Key = std::array<unsigned char, 32>;
  Sealer() = default;  // without a key: what is stored stays as it is
  explicit Sealer(const Key& key) : key_(key) {}
  std::string seal(std::string_view text) const;  // "" stays ""
  std::string open(std::string_view text) const;  // SqlError where it was sealed with another key
  bool seals() const { return key_.has_value(); }

 private:
  std::optional<Key> key_;
};

// Where the key of a store is: in the file that the settings name, else in the data folder.
std::string key_file(const std::string& secrets_key, const std::string& folder);
// The key in a file, 64 hexadecimal digits for its owner alone. `make`: nothing is sealed with it yet, and it is made
// where there is none. Or what is wrong, for people.
std::variant<Sealer, std::string> read_sealer(const std::string& file, bool make);

bool has_sealed(SqlConnection& db);
bool opens_sealed(SqlConnection& db, const Sealer& sealer);  // all that is sealed there; nothing is written
// Seals something where nothing is sealed yet: by it seal_stored refuses a server that has another key.
void claim_for(SqlConnection& db, const Sealer& sealer);
// Seals what is not yet, in one write, and sees whether the rest can be opened: SqlError where it cannot.
void seal_stored(SqlConnection& db, const Sealer& sealer);
struct ForgottenSecrets {
  std::int64_t hooks = 0, factors = 0;
};
// Takes out what nobody can open any more: webhooks and pushes, which their owners make anew, the secrets of second
// factors, and the server's keys, which it makes anew. Second factors stay on, and take recovery codes alone.
ForgottenSecrets forget_sealed(SqlConnection& db);

}  // namespace cairn
