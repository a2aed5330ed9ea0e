#include "notation/file_looks.h"

#include <array>

#include "core/text.h"

namespace cairn {

namespace {

constexpr MessageText kPdf("pdf-document", "a PDF document");
constexpr MessageText kPostScript("postscript-document", "a PostScript document");
constexpr MessageText kPng("png-picture", "a PNG picture");
constexpr MessageText kJpeg("jpeg-picture", "a JPEG picture");
constexpr MessageText kGif("gif-picture", "a GIF picture");
constexpr MessageText kBmp("bmp-picture", "a BMP picture");
constexpr MessageText kTiff("tiff-picture", "a TIFF picture");
constexpr MessageText kRichText("rich-text-document", "a Rich Text document");
constexpr MessageText kOldOffice("older-office-document", "an older Word or Excel document");
constexpr MessageText kRar("rar-archive", "a RAR archive; unpack it first");
constexpr MessageText kSevenZip("seven-zip-archive", "a 7-Zip archive; unpack it first");
constexpr MessageText kGzip("gzip-archive", "a gzip archive; unpack it first");
constexpr MessageText kBzip2("bzip2-archive", "a bzip2 archive; unpack it first");
constexpr MessageText kXz("xz-archive", "an xz archive; unpack it first");
constexpr MessageText kProgram("program-file", "a program");
constexpr MessageText kSqlite("sqlite-database", "an SQLite database");
constexpr MessageText kSound("sound-file", "a sound file");
constexpr MessageText kWebPage("web-page-file", "a web page (HTML); download the game's own file there");
constexpr MessageText kSvg("svg-picture", "an SVG picture");
constexpr MessageText kXml("xml-file", "an XML file");
constexpr MessageText kPgn("pgn-file", "a PGN file, the notation of chess");
constexpr MessageText kMail("e-mail-file", "an e-mail");
constexpr MessageText kEmpty("empty-file", "an empty file");
constexpr MessageText kWebP("webp-picture", "a WebP picture");
constexpr MessageText kVideo("video-file", "a video");
constexpr MessageText kBytesAlone("bytes-not-text", "a binary file");

struct KnownStart {
  std::string_view start;
  MessageText name;
};
// Bytes at the very beginning. A '?' of a picture's mark may be any byte: browsers hand over letters of Windows-1252.
constexpr std::array kBytes = std::to_array<KnownStart>({
    {"%PDF", kPdf},
    {"%!PS", kPostScript},
    {"\x89PNG\r\n", kPng},
    {"\xE2\x80\xB0PNG\r\n", kPng},
    {"\xFF\xD8\xFF", kJpeg},
    {"\xC3\xBF\xC3\x98\xC3\xBF", kJpeg},
    {"GIF87a", kGif},
    {"GIF89a", kGif},
    {"BM\x36", kBmp},
    {"II*\0", kTiff},
    {"{\\rtf", kRichText},
    {"\xD0\xCF\x11\xE0", kOldOffice},
    {"\xC3\x90\xC3\x8F\x11\xC3\xA0", kOldOffice},
    {"Rar!\x1A", kRar},
    {"7z\xBC\xAF\x27\x1C", kSevenZip},
    {"7z\xC2\xBC\xC2\xAF'", kSevenZip},
    {"\x1F\x8B", kGzip},
    {"\x1F\xE2\x80\xB9", kGzip},
    {"BZh", kBzip2},
    {"\xFD"
     "7zXZ",
     kXz},
    {"\x7F"
     "ELF",
     kProgram},
    {"MZ\x90", kProgram},
    {"SQLite format 3", kSqlite},
    {"ID3", kSound},
    {"OggS", kSound},
});
// Words that the text begins with, in small letters.
constexpr std::array kWords = std::to_array<KnownStart>({
    {"<!doctype html", kWebPage},
    {"<html", kWebPage},
    {"<svg", kSvg},
    {"<?xml", kXml},
    {"[event \"", kPgn},
    {"[game \"", kPgn},
    {"from: ", kMail},
    {"received: ", kMail},
});

}  // namespace

MessageText file_looks(std::string_view text) {
  if (text.empty()) return kEmpty;
  for (const KnownStart& look : kBytes)
    if (text.starts_with(look.start)) return look.name;
  if (text.size() > 12 && text.starts_with("RIFF") && text.substr(8).starts_with("WEBP")) return kWebP;
  if (text.size() > 12 && text.substr(4).starts_with("ftyp")) return kVideo;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string start = lower(trim(text.substr(0, 2000)));
  if (start.empty()) return kEmpty;
  for (const KnownStart& look : kWords)
    if (start.starts_with(look.start)) return look.name;
  // Others are text: a NUL byte is in none of them.
  const auto nul = text.substr(0, 2000).find('\0');
  return nul != std::string_view::npos ? kBytesAlone : MessageText("");
}

}  // namespace cairn
