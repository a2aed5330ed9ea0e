// What many are told in the same words, written once: by the first of them.
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace cairn {

class SharedText {
 public:
  template <class Write>
  const std::shared_ptr<const std::string>& of(Write write) {
    if (!text_) text_ = std::make_shared<const std::string>(write());
    return text_;
  }

 private:
  std::shared_ptr<const std::string> text_;
};

}  // namespace cairn
