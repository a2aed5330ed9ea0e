// A file that holds a game, whatever its form: SGF, a record in JSON, text, the forms of other servers
// (foreign_files.h, site_file.h, board_mail.h), or a zip archive of such files. What `cairn convert` reads and writes.
// Files and streams are the caller's. Knows no game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/game_tree.h"
#include "notation/sgf.h"
#include "notation/sgf_game.h"

namespace cairn {

enum class FileForm : std::uint8_t { sgf, json, text, gib, ngf, ugf, zip };
std::optional<FileForm> find_form(std::string_view word);       // that is written: "sgf", "json", "text"
std::optional<FileForm> find_read_form(std::string_view word);  // that is read: also "gib", "ngf", "ugf", "ugi", "zip"
// An archive and the forms of other servers are known by their beginning. A record begins with '{'; SGF has "(;"
// somewhere, or begins with '(' and is no game in a notation of its own; all else is text.
FileForm form_of(std::string_view text);

// What the reader must be told.
struct FileChoice {
  std::optional<FileForm> form{};
  // Of a collection, or of all files of an archive, from 1; the first without it, with a remark of the others.
  std::optional<std::size_t> number{};
  const GameInfo* info{};  // of text; without it every game is tried that has a notation of its own
  OptionValues options{};  // of text that is a list of words
  sgf::Strictness strictness = sgf::Strictness::lenient;
  std::string charset{};  // of all but JSON and text, whatever SGF says itself; "UTF-8" for what is Unicode already
};

// One game of a file, played through.
struct GameFile {
  FileForm form{};        // of an archive that of the file in it
  std::size_t games = 1;  // in the file
  Imported imported{};
};
GameFile read_game_file(std::string_view text, const FileChoice& choice);

// Text: the game's own notation where it has one, else a list of words that `cairn replay` reads, a side named where it
// must be. The main line alone. Returns why it cannot be told so, or nothing.
Message write_text(const AnnotatedGame& game, std::string& text);

}  // namespace cairn
