// What `cairn doctor` finds at the ports of a server, in front of it, and at the mail servers around it.
#include <curl/curl.h>
#include <sys/stat.h>

#include <array>
#include <boost/asio/connect.hpp>
#include <filesystem>
#include <memory>
#include <mutex>

#include "core/text.h"
#include "notation/view_json.h"
#include "server/net/addresses.h"
#include "server/net/doctor.h"
#include "server/net/listen.h"
#include "server/net/loop.h"
#include "server/net/mail_place.h"
#include "server/net/mail_sender.h"

namespace cairn::net {

namespace {

struct FreeCurl {
  void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
};

struct Fetched {
  long status = 0;    // 0: no answer
  std::string body;   // its beginning
  std::string fault;  // why there is no answer
  // Whether a server of this program said so.
  bool is_ours() const { return status != 0 && parse_json(body).is_object() && parse_json(body).contains("ready"); }
};

std::size_t take_body(char* text, std::size_t size, std::size_t count, void* into) {
  constexpr std::size_t kMost = 4'000;
  auto& body = *static_cast<std::string*>(into);
  body.append(text, std::min(size * count, kMost - std::min(kMost, body.size())));
  return size * count;
}

// `trusting`: whoever answers there is believed, as the certificate may be for another name.
Fetched fetch(const std::string& url, bool trusting) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  Fetched fetched;
  const std::unique_ptr<CURL, FreeCurl> curl(curl_easy_init());
  if (!curl) return fetched;
  constexpr long kPatience = 5;
  std::array<char, CURL_ERROR_SIZE> fault{};
  curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl.get(), CURLOPT_PROXY, "");
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, kPatience);
  curl_easy_setopt(curl.get(), CURLOPT_SSL_VERIFYPEER, trusting ? 0L : 1L);
  curl_easy_setopt(curl.get(), CURLOPT_SSL_VERIFYHOST, trusting ? 0L : 2L);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &take_body);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, static_cast<void*>(&fetched.body));
  curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, fault.data());
  const CURLcode code = curl_easy_perform(curl.get());
  if (code == CURLE_OK)
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &fetched.status);
  else
    fetched.fault = fault.front() == 0 ? curl_easy_strerror(code) : fault.data();
  return fetched;
}

std::string host_of_port(const ServerConfig& config) {
  if (config.address == "0.0.0.0" || config.address == "localhost") return "127.0.0.1";
  if (config.address == "::") return "[::1]";
  return config.address.find(':') == std::string::npos ? config.address : "[" + config.address + "]";
}

// Whether a server can listen there; nobody does now.
void examine_free_port(const ServerConfig& config, std::uint16_t port, const char* setting, Findings& out) {
  asio::io_context loop;
  const Listening trial = listen_on(loop.get_executor(), config.address, port, 1);
  const std::string name = "port " + std::to_string(port);
  if (!trial.error && trial.fault.empty())
    out.push_back({Health::ok, "port", name + " is free; no server runs there now"});
  else if (trial.error == asio::error::access_denied)
    out.push_back({Health::warning, "port", name + " is below 1024, and this user may not open it",
                   "the service of the Debian package may; else grant CAP_NET_BIND_SERVICE (docs/hosting.md)"});
  else if (trial.error == asio::error::address_in_use)
    out.push_back(
        {Health::fault, "port", "another program uses " + name, std::string("stop it, or choose another ") + setting});
  else
    out.push_back({Health::fault, "port", trial.fault, "choose an address of this machine"});
}

// Whether a server of ours answers at the main port.
bool examine_port(const ServerConfig& config, Findings& out) {
  if (config.port == 0) {
    out.push_back({Health::ok, "port", "port 0: the server will use any free port"});
    return false;
  }
  const std::string url = (config.speaks_tls() ? "https://" : "http://") + host_of_port(config) + ":" +
                          std::to_string(config.port) + "/readyz";
  const Fetched fetched = fetch(url, true);
  if (!fetched.is_ours()) {
    examine_free_port(config, config.port, "port", out);
    return false;
  }
  constexpr long kOk = 200;
  const Json said = parse_json(fetched.body);
  const std::string name = "a Cairn server answers at port " + std::to_string(config.port);
  if (fetched.status == kOk)
    out.push_back({Health::ok, "port", name + ", and is ready"});
  else
    out.push_back({Health::fault, "port", name + ", and is not ready: " + said.value("why", "it does not say why"),
                   "check its log"});
  return true;
}

std::string host_in(const std::string& url) {
  const auto begin = url.find("://");
  if (begin == std::string::npos) return {};
  const std::string rest = url.substr(begin + 3);
  return rest.front() == '[' ? rest.substr(1, rest.find(']') - 1) : rest.substr(0, rest.find(':'));
}

void examine_tls(const ServerConfig& config, Findings& out) {
  const std::string host = host_in(config.public_url);
  if (config.tls_certificate.empty() != config.tls_key.empty()) {
    out.push_back({Health::fault, "tls", "tls-certificate and tls-key belong together", "give both, or none"});
    return;
  }
  if (!config.speaks_tls()) {
    if (config.public_url.starts_with("https://") && !config.behind_proxy)
      out.push_back({Health::warning, "tls", "public-url is https, and neither a certificate nor behind-proxy is set",
                     "set behind-proxy, or tls-certificate and tls-key"});
    return;
  }
  const std::int64_t now_s = Shared::wall_ms() / 1'000;
  const Tls tls = load_tls({config.tls_certificate, config.tls_key}, now_s);
  if (!tls.error.empty()) {
    out.push_back({Health::fault, "tls", tls.error, "name the right files, or renew the certificate"});
    return;
  }
  constexpr double kFewDays = 14;
  const double days = days_left(tls, now_s);
  const std::string left = "the certificate is valid for " + std::to_string(static_cast<int>(days)) + " days";
  if (days < kFewDays)
    out.push_back({Health::warning, "tls", left, "renew it; the server reads new files within a minute"});
  else if (!host.empty() && !names_host(tls, host))
    out.push_back({Health::fault, "tls", "the certificate is not for " + host + ", the host of public-url",
                   "have one made for that name"});
  else
    out.push_back({Health::ok, "tls", left});
  struct stat found {};
  if (::stat(config.tls_key.c_str(), &found) == 0 && (found.st_mode & 07U) != 0)
    out.push_back({Health::warning, "tls", "everybody may read " + config.tls_key, "chmod o= " + config.tls_key});
}

void examine_proxy(const ServerConfig& config, Findings& out) {
  if (!config.behind_proxy) return;
  if (config.speaks_tls())
    out.push_back({Health::warning, "proxy", "behind-proxy is set, and the server speaks HTTPS itself",
                   "use the one or the other"});
  else if (config.public_url.empty())
    out.push_back({Health::warning, "proxy", "behind-proxy is set, and public-url is not",
                   "set public-url: the server answers only to its own names"});
  else
    out.push_back({Health::ok, "proxy", "X-Forwarded-For is trusted from " + join(config.trusted_proxies, ", ")});
}

// From here: where the machine's own network leads elsewhere, that says little.
void examine_public(const ServerConfig& config, bool runs, Findings& out) {
  if (config.public_url.empty()) {
    if (config.address != "localhost" && config.address != "127.0.0.1" && config.address != "::1")
      out.push_back({Health::warning, "address", "others can reach the server, and public-url is not set",
                     "set public-url to the address that people use"});
    return;
  }
  if (!runs) return;
  const Fetched fetched = fetch(config.public_url + "/readyz", false);
  if (fetched.is_ours())
    out.push_back({Health::ok, "address", config.public_url + " leads to a Cairn server"});
  else
    out.push_back({Health::warning, "address",
                   config.public_url + " does not lead to a Cairn server from here: " +
                       (fetched.fault.empty() ? "status " + std::to_string(fetched.status) : fetched.fault),
                   "try it from another machine; then check name, proxy and firewall"});
}

// What a mail server hears first at the socket for mails; "": nobody answers.
std::string mail_greeting(const MailPlace& place) {
  asio::io_context loop;
  std::string line;
  for (const auto& at : place.endpoints()) {
    asio::generic::stream_protocol::socket socket(loop);
    error_code error;
    std::array<char, 200> text{};
    socket.connect(at, error);
    if (error) continue;
    socket.async_read_some(asio::buffer(text), [&](error_code, std::size_t size) { line.assign(text.data(), size); });
    loop.run_for(std::chrono::seconds(3));
    if (!line.empty()) break;
  }
  return line;
}

void examine_mail_in(const ServerConfig& config, bool runs, Findings& out) {
  if (config.mail_socket.empty()) return;
  const auto place = read_mail_place(config.mail_socket);
  if (!place) return;  // the settings say so
  if (config.own_mail_domain().empty())
    out.push_back({Health::fault, "mail in", "mail-socket needs mail-domain, the part after the @ of Cairn's addresses",
                   "set mail-domain or mail-from; without one the server does not start"});
  std::error_code error;
  const std::string folder = std::filesystem::path(place->path).parent_path().string();
  if (mail_greeting(*place).starts_with("220"))
    out.push_back({Health::ok, "mail in", "LMTP answers at " + config.mail_socket});
  else if (runs)
    out.push_back({Health::fault, "mail in", "no answer at " + config.mail_socket + ", although the server runs",
                   "check the server's log, and whether this user has access to the socket"});
  else if (!place->path.empty() && !folder.empty() && !std::filesystem::is_directory(folder, error))
    out.push_back({Health::fault, "mail in", "there is no folder " + folder + " for the mail socket",
                   "create it for the server's user (docs/hosting-mail.md)"});
  else
    out.push_back({Health::ok, "mail in", "LMTP will answer at " + config.mail_socket + " when the server runs"});
}

}  // namespace

void examine_doors(const ServerConfig& config, Findings& out) {
  const bool runs = examine_port(config, out);
  if (config.redirect_port != 0 && !runs) examine_free_port(config, config.redirect_port, "redirect-port", out);
  examine_tls(config, out);
  examine_proxy(config, out);
  examine_public(config, runs, out);
  examine_mail_in(config, runs, out);
}

void examine_mail(const ServerConfig& config, Findings& out) {
  if (config.mail_relay.empty()) {
    out.push_back({Health::ok, "mail", "no relay is set; the server sends no mail"});
    return;
  }
  if (!config.mail_fault().empty()) return;  // the settings say so
  if (!config.mail_relay_password.empty() && config.mail_relay_tls == RelayTls::never)
    out.push_back({Health::warning, "mail", "the password of the relay is sent unencrypted",
                   "set mail-relay-tls to \"required\""});
  const std::string why = MailSender::try_relay(config);
  if (why.empty())
    out.push_back({Health::ok, "mail",
                   config.mail_relay +
                       (config.mail_relay_user.empty() ? " answers" : " answers and accepts the server's sign-in") +
                       "; nothing was sent"});
  else
    out.push_back({Health::fault, "mail", config.mail_relay + " cannot be used: " + why,
                   "check mail-relay, its user and password, mail-relay-tls and mail-relay-ca"});
}

}  // namespace cairn::net
