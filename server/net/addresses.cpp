#include "server/net/addresses.h"

#include "core/text.h"

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

}  // namespace cairn::net
