#include "server/net/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

namespace cairn::net {

namespace {

namespace ssl = boost::asio::ssl;

// What the library says last, without its numbers.
std::string why(const boost::system::error_code& error) {
  const char* text = ERR_reason_error_string(static_cast<unsigned long>(error.value()));
  return text != nullptr ? text : error.message();
}

// A browser and this server agree on HTTP/1.1, the only one spoken here.
int choose_protocol(SSL*, const unsigned char** out, unsigned char* length, const unsigned char* in, unsigned in_length,
                    void*) {
  static constexpr unsigned char kOurs[] = "\x08http/1.1";
  unsigned char* chosen = nullptr;
  if (SSL_select_next_proto(&chosen, length, kOurs, sizeof kOurs - 1, in, in_length) != OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_NOACK;
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

Tls load_tls(const TlsFiles& files, std::int64_t now_s) {
  boost::system::error_code error;
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 | ssl::context::no_sslv3 |
                           ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1,
                       error);
  SSL_CTX* raw = context->native_handle();
  SSL_CTX_set_options(raw, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION |
                               SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(raw, SSL_MODE_RELEASE_BUFFERS);  // an idle socket keeps none
  SSL_CTX_set_cipher_list(raw, "ECDHE+AESGCM:ECDHE+CHACHA20");
  SSL_CTX_set_alpn_select_cb(raw, choose_protocol, nullptr);
  context->use_certificate_chain_file(files.certificate, error);
  if (error)
    return {nullptr, "the certificate " + files.certificate + " cannot be used: " + why(error) +
                         "; it must be a PEM file with the server's certificate first, then the chain"};
  context->use_private_key_file(files.key, ssl::context::pem, error);
  if (error)
    return {nullptr, "the key " + files.key + " cannot be used: " + why(error) +
                         "; it must be a PEM file without a password, with the key of the certificate"};
  const ASN1_TIME* end = X509_get0_notAfter(SSL_CTX_get0_certificate(raw));
  const std::time_t now = static_cast<std::time_t>(now_s);
  if (X509_cmp_time(end, const_cast<std::time_t*>(&now)) < 0)
    return {nullptr, "the certificate " + files.certificate + " has expired; browsers refuse it"};
  return {std::move(context), {}};
}

double days_left(const Tls& tls, std::int64_t now_s) {
  int days = 0, seconds = 0;
  ASN1_TIME* now = ASN1_TIME_set(nullptr, static_cast<std::time_t>(now_s));
  ASN1_TIME_diff(&days, &seconds, now, X509_get0_notAfter(SSL_CTX_get0_certificate(tls.context->native_handle())));
  ASN1_TIME_free(now);
  constexpr double kDay = 86'400;
  return days + seconds / kDay;
}

bool names_host(const Tls& tls, const std::string& host) {
  X509* certificate = SSL_CTX_get0_certificate(tls.context->native_handle());
  return X509_check_host(certificate, host.c_str(), host.size(), 0, nullptr) == 1 ||
         X509_check_ip_asc(certificate, host.c_str(), 0) == 1;
}

std::int64_t changed_at(const TlsFiles& files) {
  std::int64_t latest = 0;
  for (const std::string& path : {files.certificate, files.key}) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(path, error);
    if (error) return 0;
    latest = std::max<std::int64_t>(latest, time.time_since_epoch().count());
  }
  return latest;
}

}  // namespace cairn::net
