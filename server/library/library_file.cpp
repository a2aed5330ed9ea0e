#include "server/library/library_file.h"

#include "core/text.h"
#include "notation/record.h"
#include "notation/sgf_game.h"
#include "notation/zip_write.h"

namespace cairn {

namespace {

// "000012 Ann - Bob.sgf": by its number, and what a file's name may hold of the names.
std::string file_name(const LibraryGame& game) {
  std::string number = std::to_string(game.number);
  number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
  std::string players = join(game.players, " - ").substr(0, 80);
  for (char& c : players)
    if (!is_letter(c) && !is_digit(c) && c != ' ' && c != '-' && c != '.') c = '_';
  return number + " " + players + ".sgf";
}

std::string json_line(const LibraryGame& game) {
  const sgf::Reading reading = sgf::read(game.record, sgf::Strictness::lenient, "UTF-8");
  if (reading.games.empty()) return {};
  const Imported imported = import_sgf(reading.games.front());
  return imported.error.empty() ? json_text(record_json(imported.game)) + "\n" : std::string();
}

}  // namespace

std::string_view type_of(LibraryForm form) {
  if (form == LibraryForm::zip) return "application/zip";
  return form == LibraryForm::sgf ? "application/x-go-sgf" : "application/x-ndjson";
}

std::string library_file(const std::vector<LibraryGame>& games, LibraryForm form) {
  if (form == LibraryForm::zip) {
    ZipWriter zip;
    for (const LibraryGame& game : games) zip.add(file_name(game), game.record);
    return std::move(zip).finish();
  }
  std::string out;
  for (const LibraryGame& game : games) out += form == LibraryForm::sgf ? game.record : json_line(game);
  return out;
}

}  // namespace cairn
