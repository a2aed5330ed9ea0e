// Sets of network addresses as configuration names them: "127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32".
#pragma once

#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::net {

class AddressSet {
 public:
  AddressSet() = default;
  // Words that are no address are left out; `is_address` tells them beforehand.
  explicit AddressSet(const std::vector<std::string>& words);
  bool has(const boost::asio::ip::address& address) const;
  static bool is_address(std::string_view word);

 private:
  struct Network {
    boost::asio::ip::address_v6::bytes_type bytes{};  // of IPv4: mapped into IPv6
    unsigned bits = 128;
  };
  static std::optional<Network> read(std::string_view word);
  std::vector<Network> networks_;
};

// Where a request came from that passed proxies: the last address in the headers that is none of `trusted`, or the
// first of all. `lists` are the values of all X-Forwarded-For (or all Forwarded, RFC 7239), in their order; ports and
// brackets may stand in them. None: the last of them that counts is no address.
std::optional<boost::asio::ip::address> forwarded_from(const std::vector<std::string_view>& lists,
                                                       const AddressSet& trusted);

// Whom limits count: an IPv4 address, or the half of an IPv6 address that one household has
// (base/limits.h: household_v6).
std::string household_of(const boost::asio::ip::address& address);
// The same for ratings: whatever leads back to this machine is one.
std::string home_of(const boost::asio::ip::address& address);

// Where a server listens that is to listen there: at both loopback addresses for "localhost", else at the address that
// is named. None: it is no address.
std::vector<boost::asio::ip::address> addresses_of(std::string_view name);

// Whether an address is of this machine, of a private or local network, or for no host at all: not of the internet.
bool is_inside(const boost::asio::ip::address& address);

}  // namespace cairn::net
