// Zip archives (notation/zip_archive.h): nothing is read outside of the bytes, and never more than the list promises.
#include "fuzz/fuzz.h"
#include "notation/game_file.h"
#include "notation/zip_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size > 4000) return -1;
  const auto bytes = fuzz::text_of(data, size);
  ZipArchive archive(bytes);
  fuzz::require(archive.error().empty() || archive.files().empty(), "what is damaged has no files");
  for (const ZipFile& file : archive.files()) {
    Message why;
    const std::string content = archive.read(file, why);
    fuzz::require(why.empty() ? content.size() == file.size : content.empty(),
                  "the content is whole, or there is none");
    for (const char c : file.name)
      fuzz::require(static_cast<unsigned char>(c) >= ' ' && c != '\x7F', "names are printable");
  }
  FileChoice choice;
  choice.form = FileForm::zip;
  const GameFile file = read_game_file(bytes, choice);
  fuzz::require(!file.imported.error.empty() || file.games > 0, "a game, or a word why not");
  return 0;
}
