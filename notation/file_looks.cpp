#include "notation/file_looks.h"

#include <array>

#include "core/text.h"

namespace cairn {

namespace {

struct Look {
  std::string_view start, name;
};
// Bytes at the very beginning. A '?' of a picture's mark may be any byte: browsers hand over letters of Windows-1252.
constexpr std::array kBytes = std::to_array<Look>({
    {"%PDF", "a PDF document"},
    {"%!PS", "a PostScript document"},
    {"\x89PNG\r\n", "a PNG picture"},
    {"\xE2\x80\xB0PNG\r\n", "a PNG picture"},
    {"\xFF\xD8\xFF", "a JPEG picture"},
    {"\xC3\xBF\xC3\x98\xC3\xBF", "a JPEG picture"},
    {"GIF87a", "a GIF picture"},
    {"GIF89a", "a GIF picture"},
    {"BM\x36", "a BMP picture"},
    {"II*\0", "a TIFF picture"},
    {"{\\rtf", "a Rich Text document"},
    {"\xD0\xCF\x11\xE0", "an older Word or Excel document"},
    {"\xC3\x90\xC3\x8F\x11\xC3\xA0", "an older Word or Excel document"},
    {"Rar!\x1A", "a RAR archive; unpack it first"},
    {"7z\xBC\xAF\x27\x1C", "a 7-Zip archive; unpack it first"},
    {"7z\xC2\xBC\xC2\xAF'", "a 7-Zip archive; unpack it first"},
    {"\x1F\x8B", "a gzip archive; unpack it first"},
    {"\x1F\xE2\x80\xB9", "a gzip archive; unpack it first"},
    {"BZh", "a bzip2 archive; unpack it first"},
    {"\xFD"
     "7zXZ",
     "an xz archive; unpack it first"},
    {"\x7F"
     "ELF",
     "a program"},
    {"MZ\x90", "a program"},
    {"SQLite format 3", "an SQLite database"},
    {"ID3", "a sound file"},
    {"OggS", "a sound file"},
});
// Words that the text begins with, in small letters.
constexpr std::array kWords = std::to_array<Look>({
    {"<!doctype html", "a web page (HTML); download the game's own file there"},
    {"<html", "a web page (HTML); download the game's own file there"},
    {"<svg", "an SVG picture"},
    {"<?xml", "an XML file"},
    {"[event \"", "a PGN file, the notation of chess"},
    {"[game \"", "a PGN file, the notation of chess"},
    {"from: ", "an e-mail"},
    {"received: ", "an e-mail"},
});

}  // namespace

std::string_view file_looks(std::string_view text) {
  if (text.empty()) return "an empty file";
  for (const Look& look : kBytes)
    if (text.starts_with(look.start)) return look.name;
  if (text.size() > 12 && text.starts_with("RIFF") && text.substr(8).starts_with("WEBP")) return "a WebP picture";
  if (text.size() > 12 && text.substr(4).starts_with("ftyp")) return "a video";
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string start = lower(trim(text.substr(0, 2000)));
  if (start.empty()) return "an empty file";
  for (const Look& look : kWords)
    if (start.starts_with(look.start)) return look.name;
  // Others are text: a NUL byte is in none of them.
  const auto nul = text.substr(0, 2000).find('\0');
  return nul != std::string_view::npos ? "a file of bytes, not of text" : "";
}

}  // namespace cairn
