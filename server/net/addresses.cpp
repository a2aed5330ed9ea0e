#include "server/net/addresses.h"

#include "core/text.h"
#include "server/base/limits.h"

namespace cairn::net {

namespace {

namespace ip = boost::asio::ip;

ip::address_v6::bytes_type as_v6(const ip::address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return ip::make_address_v6(ip::v4_mapped, address.to_v4()).to_bytes();
}

}  // namespace

std::optional<AddressSet::Network> AddressSet::read(std::string_view word) {
  const auto slash = word.find('/');
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(word.substr(0, slash)), error);
  if (error) return std::nullopt;
  Network network{as_v6(address), 128};
  if (slash == std::string_view::npos) return network;
  const int most = address.is_v4() ? 32 : 128;
  const auto bits = parse_int(word.substr(slash + 1));
  if (!bits || *bits < 0 || *bits > most) return std::nullopt;
  network.bits = static_cast<unsigned>(*bits + 128 - most);
  return network;
}

AddressSet::AddressSet(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (const auto network = read(word)) networks_.push_back(*network);
}

bool AddressSet::is_address(std::string_view word) {
  return read(word).has_value();
}

bool AddressSet::has(const ip::address& address) const {
  const auto bytes = as_v6(address);
  for (const Network& network : networks_) {
    bool same = true;
    for (unsigned bit = 0; bit < network.bits && same; bit += 8) {
      const unsigned left = network.bits - bit, mask = left >= 8 ? 0xFFU : (0xFFU << (8 - left)) & 0xFFU;
      same = ((bytes[bit / 8] ^ network.bytes[bit / 8]) & mask) == 0;
    }
    if (same) return true;
  }
  return false;
}

namespace {

// "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]:4711", each perhaps in quotes; of Forwarded what stands
// behind "for=".
std::optional<ip::address> read_hop(std::string_view hop) {
  hop = trim(hop);
  if (hop.find('=') != std::string_view::npos) {
    std::string_view found;
    for (const std::string_view part : split(hop, ';')) {
      const auto equals = part.find('=');
      if (equals != std::string_view::npos && equal_ignoring_case(trim(part.substr(0, equals)), "for"))
        found = trim(part.substr(equals + 1));
    }
    hop = found;
  }
  if (hop.size() >= 2 && hop.front() == '"' && hop.back() == '"') hop = hop.substr(1, hop.size() - 2);
  if (!hop.empty() && hop.front() == '[') {
    const auto end = hop.find(']');
    hop = end == std::string_view::npos ? std::string_view() : hop.substr(1, end - 1);
  } else if (const auto colon = hop.find(':'); colon != std::string_view::npos && hop.rfind(':') == colon) {
    hop = hop.substr(0, colon);  // a port: IPv6 has two colons at least
  }
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(hop), error);
  return error ? std::nullopt : std::optional(address);
}

}  // namespace

std::optional<ip::address> forwarded_from(const std::vector<std::string_view>& lists, const AddressSet& trusted) {
  std::optional<ip::address> last;
  for (std::size_t i = lists.size(); i-- > 0;) {
    const auto hops = split(lists[i], ',');
    for (std::size_t k = hops.size(); k-- > 0;) {
      const auto hop = read_hop(hops[k]);
      if (!hop) return last;
      last = hop;
      if (!trusted.has(*hop)) return last;
    }
  }
  return last;
}

std::string home_of(const ip::address& address) {
  const bool mapped = address.is_v6() && address.to_v6().is_v4_mapped();
  const bool here = mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()).is_loopback() : address.is_loopback();
  return here ? ip::address_v4::loopback().to_string() : household_of(address);
}

std::string household_of(const ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return household_of(ip::make_address_v4(ip::v4_mapped, address.to_v6()));
  if (address.is_v4()) return address.to_string();
  const auto bytes = address.to_v6().to_bytes();
  return household_v6(std::span(bytes).first<8>());
}

std::vector<ip::address> addresses_of(std::string_view name) {
  if (name == "localhost") return {ip::address_v4::loopback(), ip::address_v6::loopback()};
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(name), error);
  if (error) return {};
  return {address};
}

bool is_inside(const ip::address& address) {
  static const AddressSet inside({"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
                                  "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
                                  "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"});
  // Of IPv6 only what is given out to the world, without what leads back into IPv4.
  static const AddressSet outside({"2000::/3"}), tunnels({"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"});
  if (address.is_v4() || address.to_v6().is_v4_mapped()) return inside.has(address);
  return !outside.has(address) || tunnels.has(address);
}

}  // namespace cairn::net
