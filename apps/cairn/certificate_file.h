// A strategy as a file: a line of JSON, then the replies, packed by zlib or as they are (docs/theory.md, "The
// certificate").
#pragma once

#include <string>
#include <vector>

#include "games/registry.h"
#include "search/exact.h"

namespace cairn::cli {

struct CertificateFile {
  std::string game{};
  OptionValues options{};
  std::vector<std::string> moves{};  // to the position that is won
  Strategy strategy{};
};

std::string write_certificate(const CertificateFile& file, bool packed);
// What a strategy claims, of the side that follows it: "white wins by 5 at least".
std::string claim_text(const std::string& side, int aim);
// "" or what is wrong with the file.
std::string read_certificate(const std::string& bytes, CertificateFile& file);

}  // namespace cairn::cli
