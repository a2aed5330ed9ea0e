// The server's certificate and key, and the kind of TLS that it speaks (1.2 and 1.3).
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <cstdint>
#include <memory>
#include <string>

namespace cairn::net {

struct TlsFiles {
  std::string certificate, key;  // PEM; the certificate with those between it and its authority
  friend bool operator==(const TlsFiles&, const TlsFiles&) = default;
};

struct Tls {
  std::shared_ptr<boost::asio::ssl::context> context;
  std::string error;  // for people: which file, what was wrong, what would be right
};
// Reads both files, and checks that they belong together and that the certificate has not run out at `now_s`, seconds
// since 1970.
Tls load_tls(const TlsFiles& files, std::int64_t now_s);

// Of a certificate that `load_tls` took.
double days_left(const Tls& tls, std::int64_t now_s);
bool names_host(const Tls& tls, const std::string& host);  // whether it is for this name or address

// When the files were changed last, in some unit; 0: one cannot be read.
std::int64_t changed_at(const TlsFiles& files);

}  // namespace cairn::net
