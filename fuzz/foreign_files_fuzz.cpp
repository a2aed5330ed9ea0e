// GIB, NGF and UGF (notation/foreign_files.h), JSON of other sites (notation/site_file.h), boards that a server mailed
// (notation/board_mail.h), by the first byte, and whatever a file is taken for by its look: what is read is an SGF that
// can be written, and a game that survives it.
#include <array>

#include "fuzz/fuzz.h"
#include "notation/file_looks.h"
#include "notation/foreign_files.h"
#include "notation/game_file.h"

namespace {

using namespace cairn;

void check_sgf(const ForeignFile& read) {
  fuzz::require(read.error.empty() || read.game.size() <= 1, "there is a game, or a word why not");
  if (!read.error.empty()) return;
  const sgf::Reading again = sgf::read(sgf::write(read.game), sgf::Strictness::lenient);
  fuzz::require(!again.fault && again.games.size() == 1, "what is read is SGF");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 2000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  check_sgf(data[0] % 3 == 0 ? read_gib(text) : data[0] % 3 == 1 ? read_ngf(text) : read_ugf(text));
  fuzz::require(file_looks(text).text.size() < 100, "a look is a few words");
  FileChoice choice;
  constexpr std::array kForms{FileForm::gib, FileForm::ngf, FileForm::ugf, FileForm::json, FileForm::text};
  choice.form = kForms[data[0] % kForms.size()];
  const GameFile file = read_game_file(text, choice);
  if (!file.imported.error.empty()) return 0;
  const Imported written = import_sgf(export_sgf(file.imported.game, "Cairn:1"));
  fuzz::require(written.error.empty() && written.cut == 0, "a game that is read can be played");
  return 0;
}
