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
constexpr std::string_view kInHost =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]%";  // the sign for IPv6 zones, too

std::string_view text_of(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

// The name of "name:80", "[::1]:80" or "name."; "" where that is none.
std::string name_of(std::string_view host) {
  if (host.starts_with('[')) {
    const auto end = host.find(']');
    return end == std::string_view::npos ? "" : std::string(host.substr(1, end - 1));
  }
  std::string name = lower(host.substr(0, host.find(':')));
  if (name.ends_with('.')) name.pop_back();
  return name;
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
    if (!chunked) return HeadFault{501, "of the transfer encodings this server knows chunked alone"};
    if (count(http::field::content_length) > 0)
      return HeadFault{400, "a request tells its length by Content-Length or by chunks, not by both"};
    if (head.version() < kHttp11) return HeadFault{400, "chunks are of HTTP/1.1"};
  }
  if (count(http::field::content_length) > 1) return HeadFault{400, "a request has one Content-Length at most"};
  const std::size_t hosts = count(http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() >= kHttp11)) return HeadFault{400, "a request names its host, once"};
  const std::string_view host = trim(text_of(head[http::field::host]));
  if (host.size() > 255 || host.find_first_not_of(kInHost) != std::string_view::npos)
    return HeadFault{400, "the Host of this request is no name of a host"};
  if (head.version() >= kHttp11 && count(http::field::expect) > 0 &&
      (count(http::field::expect) > 1 ||
       !equal_ignoring_case(trim(text_of(head[http::field::expect])), "100-continue")))
    return HeadFault{417, "of expectations this server knows 100-continue alone"};
  return std::nullopt;
}

void to_origin_form(RequestHead& head) {
  const std::string target(text_of(head.target()));
  const auto scheme = target.find("://");
  if (target.starts_with('/') || scheme == std::string::npos) return;
  const std::string word = lower(std::string_view(target).substr(0, scheme));
  if (word != "http" && word != "https") return;
  const auto begin = scheme + 3, end = std::min(target.find_first_of("/?#", begin), target.size());
  const std::string rest = target.substr(end);
  head.set(http::field::host, target.substr(begin, end - begin));
  head.target(rest.starts_with('/') ? rest : "/" + rest);
}

bool is_own_host(std::string_view host, const ServerConfig& config) {
  const std::string name = name_of(trim(host));
  if (name.empty()) return host.empty();  // HTTP/1.0 may leave it out
  boost::system::error_code no_address;
  boost::asio::ip::make_address(name, no_address);
  if (!no_address || name == "localhost" || ends_in(name, "localhost")) return true;
  for (const std::string& one : config.host_names)
    if (name == name_of(one)) return true;
  if (!config.public_url.empty()) {
    const auto begin = config.public_url.find("://");
    if (begin != std::string::npos && name == name_of(std::string_view(config.public_url).substr(begin + 3)))
      return true;
    return false;
  }
  return !listens_at_loopback(config) && is_machine_in_local_network(name);
}

}  // namespace cairn::net
