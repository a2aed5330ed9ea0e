// Codes of two-factor authentication, as an authenticator app makes them.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "server/base/totp.h"
#include "server/tests/base32.h"
#include "server_client.h"

namespace cairn::testing {

// `later`: steps of 30 seconds.
inline std::string factor_code(const std::string& secret, std::int64_t later = 0) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return totp_code(secret, totp_step(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) + later);
}

// Asks for all that an account does with its second factor, and leaves it on. `walk` asks and notes.
template <class Walk>
void ask_of_factor(Walk& walk, Client& who, const std::string& password) {
  const std::string path = "/api/account/second-factor";
  walk.ask(who, "GET", path);
  const auto turn_on = [&](std::int64_t later) {
    const Json begun = walk.ask(who, "POST", path, {{"password", password}}).json();
    const std::string secret = bytes_of_base32(begun.value("secret", ""));
    const Json on = walk.ask(who, "PUT", path, {{"code", factor_code(secret, later)}}).json();
    EXPECT_EQ(on.at("recovery_codes").size(), 10U);
    return secret;
  };
  const std::string secret = turn_on(-1);
  const Json renewed = walk.ask(who, "POST", path + "/recovery", {{"code", factor_code(secret)}}).json();
  walk.ask(who, "POST", path + "/off", {{"code", renewed.at("recovery_codes").at(0)}});
  turn_on(0);
}

}  // namespace cairn::testing
