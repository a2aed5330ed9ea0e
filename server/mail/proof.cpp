#include <algorithm>
#include <string>

#include "core/text.h"
#include "server/mail/message.h"

namespace cairn {

namespace {

// A comment, which may have others in it, is a blank; what is quoted loses its quotes and keeps no separators.
std::string plain_value(std::string_view text) {
  std::string out;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && (quoted || depth > 0) && i + 1 < text.size()) {
      ++i;
      if (depth == 0) out += '_';
    } else if (quoted) {
      if (c == '"')
        quoted = false;
      else
        out += c == ';' || c == '=' || is_space(c) ? '_' : c;
    } else if (c == '(') {
      if (depth++ == 0) out += ' ';
    } else if (c == ')') {
      depth = std::max(0, depth - 1);
    } else if (depth == 0) {
      if (c == '"')
        quoted = true;
      else
        out += is_space(c) ? ' ' : to_lower(c);
    }
  }
  return out;
}

std::string_view domain_of(std::string_view address) {
  const auto at = address.rfind('@');
  return at == std::string_view::npos ? address : address.substr(at + 1);
}

bool aligned(std::string_view proven, std::string_view from) {
  if (proven.find('.') == std::string_view::npos) return false;
  if (proven == from) return true;
  return from.size() > proven.size() + 1 && from.substr(from.size() - proven.size()) == proven &&
         from[from.size() - proven.size() - 1] == '.';
}

struct Method {
  std::string_view passed, properties[2];  // whose domain it speaks of
};
constexpr Method kMethods[] = {{"dkim=pass", {"header.d=", "header.i="}},
                               {"spf=pass", {"smtp.mailfrom=", ""}},
                               {"dmarc=pass", {"header.from=", ""}}};

}  // namespace

bool proves(std::string_view results, std::string_view authserv_id, std::string_view from_domain) {
  if (authserv_id.empty() || from_domain.empty()) return false;
  const std::string value = plain_value(results), domain = lower(from_domain);
  const auto parts = split(value, ';');
  const auto head = split_words(parts.front());
  if (head.empty() || head.front() != lower(authserv_id)) return false;
  if (head.size() > 2 || (head.size() == 2 && head[1] != "1")) return false;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    // Blanks may stand around "=".
    std::string part;
    for (const char c : parts[i])
      if (c == '=') {
        while (!part.empty() && part.back() == ' ') part.pop_back();
        part += c;
      } else if (c != ' ' || (!part.empty() && part.back() != '=')) {
        part += c;
      }
    const auto words = split_words(part);
    if (words.empty()) continue;
    for (const Method& method : kMethods) {
      if (words.front() != method.passed) continue;
      for (std::size_t k = 1; k < words.size(); ++k)
        for (const std::string_view property : method.properties)
          if (!property.empty() && words[k].substr(0, property.size()) == property &&
              aligned(domain_of(words[k].substr(property.size())), domain))
            return true;
    }
  }
  return false;
}

}  // namespace cairn
