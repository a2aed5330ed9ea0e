// Requests of each schema, good ones and spoilt ones, and who reads them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::testing {

struct Form {
  std::string name;
  std::function<std::string(std::string_view)> read;  // "" or what is wrong
  std::vector<std::string> good, bad;
};

std::vector<Form> forms();

}  // namespace cairn::testing
