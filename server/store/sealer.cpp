#include "server/store/sealer.h"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/store/audit.h"

namespace cairn {

namespace {

constexpr std::string_view kSealed = "sealed:";
constexpr const char* kLostKey =
    "; the key that seals the secrets in the database is missing. Restore its file, or copy it from the server that "
    "created it (its secrets-key, or secrets.key in its data folder). If it is lost, delete the secrets with `cairn "
    "admin forget-secrets`";
static_assert(std::tuple_size_v<Sealer::Key> == crypto_secretbox_KEYBYTES);

bool bytes_of(std::string_view hex, unsigned char* out, std::size_t size) {
  std::size_t length = 0;
  const char* end = nullptr;
  return sodium_hex2bin(out, size, hex.data(), hex.size(), nullptr, &length, &end) == 0 && length == size &&
         end == hex.data() + hex.size();
}

// "" or what is wrong. The file is there whole or not at all: a key that is half written would open nothing.
std::string make_key(const std::string& file) {
  Sealer::Key key{};
  randombytes_buf(key.data(), key.size());
  const std::string text = hex_of(key) + "\n", fresh = file + ".new";
  const auto fault = [&] {
    std::string why = std::strerror(errno);
    ::unlink(fresh.c_str());
    return why;
  };
  ::unlink(fresh.c_str());
  const int out = ::open(fresh.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (out < 0) return std::strerror(errno);
  const bool good = ::write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(out) == 0;
  ::close(out);
  // Of two servers that make one at once the first counts.
  if (!good || (::link(fresh.c_str(), file.c_str()) != 0 && errno != EEXIST)) return fault();
  ::unlink(fresh.c_str());
  return {};
}

struct Place {
  const char *all, *set;
};
// An import of a club's files asks them of older schemas, too: from kFirstClubSchema (club_lines.h) on.
constexpr Place kPlaces[] = {
    {"SELECT key, secret FROM hooks WHERE secret <> ''", "UPDATE hooks SET secret = $2 WHERE key = $1"},
    {"SELECT person, secret FROM second_factors", "UPDATE second_factors SET secret = $2 WHERE person = $1"},
    {"SELECT one, key FROM push_key", "UPDATE push_key SET key = $2 WHERE one = $1"},
    {"SELECT one, key FROM mail_key", "UPDATE mail_key SET key = $2 WHERE one = $1"},
    {"SELECT one, key FROM address_key", "UPDATE address_key SET key = $2 WHERE one = $1"},
};

}  // namespace

std::string Sealer::seal(std::string_view text) const {
  if (!key_ || text.empty()) return std::string(text);
  std::vector<unsigned char> sealed(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + text.size());
  randombytes_buf(sealed.data(), crypto_secretbox_NONCEBYTES);
  crypto_secretbox_easy(sealed.data() + crypto_secretbox_NONCEBYTES,
                        reinterpret_cast<const unsigned char*>(text.data()), text.size(), sealed.data(), key_->data());
  return std::string(kSealed) + hex_of(sealed);
}

std::string Sealer::open(std::string_view text) const {
  if (!text.starts_with(kSealed)) return std::string(text);
  text.remove_prefix(kSealed.size());
  constexpr std::size_t kLeast = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
  std::vector<unsigned char> sealed(text.size() / 2);
  std::string out(sealed.size() < kLeast ? 0 : sealed.size() - kLeast, '\0');
  if (key_ && sealed.size() >= kLeast && bytes_of(text, sealed.data(), sealed.size()) &&
      crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(out.data()),
                                 sealed.data() + crypto_secretbox_NONCEBYTES,
                                 sealed.size() - crypto_secretbox_NONCEBYTES, sealed.data(), key_->data()) == 0)
    return out;
  throw SqlError(SqlError::Kind::other,
                 std::string("this server's secrets key cannot open a stored secret") + kLostKey);
}

std::string key_file(const std::string& secrets_key, const std::string& folder) {
  return secrets_key.empty() ? (std::filesystem::path(folder) / "secrets.key").string() : secrets_key;
}

std::variant<Sealer, std::string> read_sealer(const std::string& file, bool make) {
  if (sodium_init() < 0) return "this machine provides no random numbers";
  if (make && ::access(file.c_str(), F_OK) != 0)
    if (const std::string why = make_key(file); !why.empty()) return file + " cannot be created: " + why;
  const std::string lost = make ? "" : kLostKey;
  std::ifstream in(file);
  if (!in) return file + " cannot be read: " + std::strerror(errno) + lost;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Sealer::Key key{};
  if (!bytes_of(trim(text), key.data(), key.size()))
    return file + " is not a secrets key: it must contain 64 hexadecimal digits" + lost;
  return Sealer(key);
}

bool has_sealed(SqlConnection& db) {
  for (const Place& place : kPlaces) {
    const SqlRows rows = db.run(place.all);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows.text(i, 1).starts_with(kSealed)) return true;
  }
  return false;
}

bool opens_sealed(SqlConnection& db, const Sealer& sealer) {
  for (const Place& place : kPlaces) {
    const SqlRows rows = db.run(place.all);
    try {
      for (std::size_t i = 0; i < rows.size(); ++i) static_cast<void>(sealer.open(rows.text(i, 1)));
    } catch (const SqlError&) {
      return false;
    }
  }
  return true;
}

void claim_for(SqlConnection& db, const Sealer& sealer) {
  db.run("INSERT INTO address_key (one, key) VALUES (1, $1) ON CONFLICT (one) DO NOTHING", {sealer.seal(new_token())});
}

void seal_stored(SqlConnection& db, const Sealer& sealer) {
  db.begin();
  try {
    for (const Place& place : kPlaces) {
      const SqlRows rows = db.run(place.all);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string stored = rows.text(i, 1), plain = sealer.open(stored);
        if (sealer.seals() && !stored.starts_with(kSealed)) db.run(place.set, {rows.integer(i, 0), sealer.seal(plain)});
      }
    }
    db.commit();
  } catch (const SqlError&) {
    db.rollback();
    throw;
  }
}

ForgottenSecrets forget_sealed(SqlConnection& db) {
  db.begin();
  try {
    db.run("DELETE FROM outbox WHERE hook IN (SELECT key FROM hooks WHERE secret LIKE 'sealed:%')");
    ForgottenSecrets gone;
    gone.hooks = db.run("DELETE FROM hooks WHERE secret LIKE 'sealed:%'").changed();
    gone.factors =
        db.run("UPDATE second_factors SET secret = '' WHERE secret LIKE 'sealed:%' AND since_ms > 0").changed();
    db.run("DELETE FROM second_factors WHERE secret LIKE 'sealed:%'");
    db.run("DELETE FROM push_key WHERE key LIKE 'sealed:%'");
    db.run("DELETE FROM mail_key WHERE key LIKE 'sealed:%'");
    db.run("DELETE FROM address_key WHERE key LIKE 'sealed:%'");
    write_audit(db, Act::forget_secrets, {}, "");
    db.commit();
    return gone;
  } catch (const SqlError&) {
    db.rollback();
    throw;
  }
}

}  // namespace cairn
