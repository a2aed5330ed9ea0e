#include "server/net/request_head.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>

#include "core/text.h"
#include "server/net/addresses.h"

namespace cairn::net {

namespace {

namespace http = boost::beast::http;

constexpr int kHttp11 = 11;
constexpr MessageText kNoHost("host-request-no-name", "the Host header of this request is not a host name");
std::string_view text_of(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

std::string name_of(std::string_view host) {
  const auto read = read_host(host);
  return read ? read->name : "";
}

bool is_port(std::string_view digits) {  // an empty one is that of the scheme
  return digits.size() <= 5 && digits.find_first_not_of("0123456789") == std::string_view::npos &&
         (digits.size() < 5 || digits <= "65535");
}

bool ends_in(std::string_view name, std::string_view zone) {
  return name.size() > zone.size() && name.ends_with(zone) && name[name.size() - zone.size() - 1] == '.';
}

bool listens_at_loopback(const ServerConfig& config) {
  const auto all = addresses_of(config.address);
  return std::all_of(all.begin(), all.end(), [](const auto& address) { return address.is_loopback(); });
}

// Zones that no name server of the internet answers for.
bool is_machine_in_local_network(const std::string& name) {
  std::array<char, 256> text{};
  if (::gethostname(text.data(), text.size() - 1) != 0) return false;
  const std::string machine = lower(std::string_view(text.data()));
  if (machine.empty()) return false;
  if (name == machine) return true;
  constexpr std::array<std::string_view, 7> kZones{"local",       "lan",       "home",     "internal",
                                                   "localdomain", "home.arpa", "fritz.box"};
  const std::string first = machine.substr(0, machine.find('.'));
  return name == first || std::any_of(kZones.begin(), kZones.end(),
                                      [&](std::string_view zone) { return name == first + '.' + std::string(zone); });
}

}  // namespace

std::optional<HeadFault> head_fault(const RequestHead& head) {
  const auto count = [&](http::field name) { return head.count(name); };
  if (count(http::field::transfer_encoding) > 0) {
    const bool chunked = count(http::field::transfer_encoding) == 1 &&
                         equal_ignoring_case(trim(text_of(head[http::field::transfer_encoding])), "chunked");
    if (!chunked)
      return HeadFault{501, Message("transfer-encodings-server-knows",
                                    "the only transfer encoding that this server supports is chunked")};
    if (count(http::field::content_length) > 0)
      return HeadFault{400, Message("request-tells-its-length",
                                    "a request gives its length with Content-Length or with chunks, not with both")};
    if (head.version() < kHttp11) return HeadFault{400, Message("chunks-http11", "chunked requests need HTTP/1.1")};
  }
  if (count(http::field::content_length) > 1 ||
      text_of(head[http::field::content_length]).find_first_not_of("0123456789") != std::string_view::npos)
    return HeadFault{400, Message("request-one-contentlength-most",
                                  "a request can have one Content-Length, which must be a number")};
  const std::size_t hosts = count(http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() >= kHttp11))
    return HeadFault{400, Message("request-names-its-host", "a request must have exactly one Host header")};
  if (hosts == 1 && !read_host(text_of(head[http::field::host]))) return HeadFault{400, kNoHost};
  if (head.version() >= kHttp11 && count(http::field::expect) > 0 &&
      (count(http::field::expect) > 1 ||
       !equal_ignoring_case(trim(text_of(head[http::field::expect])), "100-continue")))
    return HeadFault{417, Message("expectations-server-knows-100continue",
                                  "the only expectation that this server supports is 100-continue")};
  return std::nullopt;
}

bool expects_a_word(const RequestHead& head) {
  return head.version() >= kHttp11 && head.count(http::field::expect) > 0;
}

std::optional<HeadFault> to_origin_form(RequestHead& head) {
  const std::string target(text_of(head.target()));
  const auto scheme = target.find("://");
  if (target.starts_with('/') || scheme == std::string::npos) return std::nullopt;
  const std::string word = lower(std::string_view(target).substr(0, scheme));
  if (word != "http" && word != "https") return std::nullopt;
  const auto begin = scheme + 3, end = std::min(target.find_first_of("/?#", begin), target.size());
  const std::string rest = target.substr(end);
  const std::string host = target.substr(begin, end - begin);
  if (!read_host(host)) return HeadFault{400, kNoHost};
  head.set(http::field::host, host);
  head.target(rest.starts_with('/') ? rest : "/" + rest);
  return std::nullopt;
}

std::optional<HostName> read_host(std::string_view host) {
  constexpr std::string_view kInName = "abcdefghijklmnopqrstuvwxyz0123456789.-_";
  host = trim(host);
  HostName out;
  if (host.starts_with('[')) {
    out.without_port = host.substr(0, host.find(']') + 1);
    if (out.without_port.empty() || out.without_port.find('%') != std::string::npos) return std::nullopt;
    out.name = out.without_port.substr(1, out.without_port.size() - 2);
    boost::system::error_code no_address;
    boost::asio::ip::make_address_v6(out.name, no_address);
    if (no_address) return std::nullopt;
  } else {
    out.without_port = host.substr(0, host.find(':'));
    out.name = lower(out.without_port);
    if (out.name.ends_with('.')) out.name.pop_back();
    if (out.name.empty() || out.name.size() > 253 || out.name.find_first_not_of(kInName) != std::string::npos)
      return std::nullopt;
  }
  const std::string_view behind = host.substr(out.without_port.size());
  if (!behind.empty() && (behind.front() != ':' || !is_port(behind.substr(1)))) return std::nullopt;
  return out;
}

OwnHosts::OwnHosts(const ServerConfig& config) {
  for (const std::string& one : config.host_names) names_.push_back(name_of(one));
  const std::string_view url = config.public_url;
  by_machine_ = url.empty() && !listens_at_loopback(config);
  if (const auto begin = url.find("://"); begin != std::string_view::npos) {
    const std::string_view behind = url.substr(begin + 3);
    names_.push_back(name_of(behind.substr(0, behind.find_first_of("/?#"))));
  }
}

bool OwnHosts::has(std::string_view host) const {
  const std::string name = name_of(host);
  if (name.empty()) return host.empty();  // HTTP/1.0 may leave it out
  boost::system::error_code no_address;
  boost::asio::ip::make_address(name, no_address);
  if (!no_address || name == "localhost" || ends_in(name, "localhost")) return true;
  return std::find(names_.begin(), names_.end(), name) != names_.end() ||
         (by_machine_ && is_machine_in_local_network(name));
}

}  // namespace cairn::net
