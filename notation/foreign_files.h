// Records of Go in the forms of other servers, as the SGF that says the same: GIB of Tygem, NGF of wBaduk, UGF and UGI
// of PandaNet. None of them has a public specification; these read what such files are known to hold, and remark what
// is doubtful. Texts are Unicode already (sgf_charset.h). Never throw; bounded by their input.
#pragma once

#include <string_view>
#include <vector>

#include "core/message.h"
#include "notation/sgf.h"

namespace cairn {

struct ForeignFile {
  sgf::GameTree game{};
  std::vector<Message> remarks{};
  Message error{};  // no game can be made out; then there is none
};

bool looks_like_gib(std::string_view text);  // "\HS" or "\[GAME..." near its beginning
ForeignFile read_gib(std::string_view text);

bool looks_like_ngf(std::string_view text);  // a size in the second line, and lines "PM..BQQQQ"
ForeignFile read_ngf(std::string_view text);

bool looks_like_ugf(std::string_view text);  // "[Header]" and "[Data]"
ForeignFile read_ugf(std::string_view text);

}  // namespace cairn
