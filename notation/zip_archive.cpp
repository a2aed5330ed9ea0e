#include "notation/zip_archive.h"

#if !defined(__wasi__)
#include <zlib.h>
#endif

#include <algorithm>
#include <array>
#include <utility>

#include "notation/sgf_charset.h"

namespace cairn {

namespace {

constexpr std::string_view kLocal = "PK\x03\x04", kEnd = "PK\x05\x06";

#if !defined(__wasi__)
constexpr std::string_view kCentral = "PK\x01\x02";
constexpr MessageText kDamaged("zip-file-damaged", "the file is damaged");
constexpr std::size_t kLocalHead = 30, kCentralHead = 46, kEndHead = 22, kLongestComment = 65'535, kLongestName = 200;

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t length) {
  std::uint32_t value = 0;
  for (std::size_t i = length; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// What may stand in a line for people: UTF-8 without control characters.
std::string shown_name(std::string_view name) {
  std::string out(name.substr(0, kLongestName));
  const bool utf8 = sgf::is_utf8(out);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F' || (!utf8 && static_cast<unsigned char>(c) >= 0x80)) c = '?';
  return out;
}

// Hidden files, and what macOS adds.
bool is_beside(std::string_view name) {
  const auto slash = name.rfind('/');
  const auto base = slash == std::string_view::npos ? name : name.substr(slash + 1);
  return base.empty() || base.front() == '.' || name.starts_with("__MACOSX/");
}

std::string inflated(std::string_view packed, std::size_t size, Message& why) {
  std::string out;
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    why = Message("zip-no-memory", "there is not enough memory to unpack it");
    return out;
  }
  std::array<char, 16384> buffer{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib reads only
  stream.avail_in = static_cast<uInt>(packed.size());
  int status = Z_OK;
  while (status == Z_OK && out.size() <= size) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || out.size() != size) {
    why = out.size() > size ? MessageText("zip-file-holds-more", "the file is larger than the archive says") : kDamaged;
    out.clear();
  }
  return out;
}
#endif

}  // namespace

bool looks_like_zip(std::string_view bytes) {
  return bytes.starts_with(kLocal) || bytes.starts_with(kEnd);
}

ZipArchive::ZipArchive(std::string_view bytes) : bytes_(bytes) {
  error_ = find_files();
  if (!error_.empty()) files_.clear();
}

// The list of files lies at the end, behind it at most a comment.
Message ZipArchive::find_files() {
#if defined(__wasi__)
  return Message("zip-not-opened-here", "this is a zip archive, which cannot be opened here; unpack it first");
#else
  constexpr MessageText kDamagedList("zip-list-damaged", "this is a zip archive, but its list of files is damaged");
  if (bytes_.size() < kEndHead) return kDamagedList;
  const std::size_t last = bytes_.size() - kEndHead;
  const std::size_t end = bytes_.rfind(kEnd, last);
  if (end == std::string_view::npos || last - end > kLongestComment) return kDamagedList;
  const std::uint32_t disk = number(bytes_, end + 4, 2), count = number(bytes_, end + 10, 2);
  const std::size_t length = number(bytes_, end + 12, 4), start = number(bytes_, end + 16, 4);
  if (disk != 0 || number(bytes_, end + 8, 2) != count)
    return Message("zip-split", "this is a part of a split zip archive");
  if (start == 0xFFFFFFFF || count == 0xFFFF)
    return Message("zip-very-large",
                   "this zip archive uses the format for very large archives (zip64), which is not supported");
  if (start > end || length > end - start) return kDamagedList;
  std::size_t at = start;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (at > end || end - at < kCentralHead || bytes_.substr(at, 4) != kCentral) return kDamagedList;
    const std::size_t name_length = number(bytes_, at + 28, 2),
                      behind = name_length + number(bytes_, at + 30, 2) + number(bytes_, at + 32, 2);
    if (end - at - kCentralHead < behind) return kDamagedList;
    const std::string_view name = bytes_.substr(at + kCentralHead, name_length);
    ZipFile file{shown_name(name),
                 number(bytes_, at + 10, 2),
                 number(bytes_, at + 16, 4),
                 number(bytes_, at + 42, 4),
                 number(bytes_, at + 20, 4),
                 number(bytes_, at + 24, 4),
                 (number(bytes_, at + 8, 2) & 1U) != 0};
    if (!is_beside(name)) files_.push_back(std::move(file));
    if (files_.size() > kMostZipFiles)
      return Message("zip-more-than-files", "this zip archive has more than {n} files", {{"n", kMostZipFiles}});
    at += kCentralHead + behind;
  }
  std::vector<std::pair<std::size_t, std::size_t>> places;  // of each file: where it begins, and its least length
  places.reserve(files_.size());
  for (const ZipFile& file : files_) places.emplace_back(file.at, kLocalHead + file.packed);
  std::ranges::sort(places);
  const auto overlap = [](const auto& one, const auto& next) { return next.first - one.first < one.second; };
  if (std::ranges::adjacent_find(places, overlap) != places.end())
    return Message("zip-files-overlap", "files of this zip archive share bytes, which only harmful archives do");
  return {};
#endif
}

bool ZipArchive::holds(std::string_view name) const {
  return std::any_of(files_.begin(), files_.end(), [&](const ZipFile& file) { return file.name == name; });
}

std::string ZipArchive::read([[maybe_unused]] const ZipFile& file, Message& why) {
  why = {};
#if !defined(__wasi__)
  const auto refuse = [&](Message text) {
    why = std::move(text);
    return std::string();
  };
  if (file.encrypted) return refuse(Message("zip-file-encrypted", "the file is encrypted"));
  if (file.method != 0 && file.method != 8)
    return refuse(Message("zip-file-packed-how",
                          "the file is compressed with an unsupported method (stored and deflated are supported)"));
  if (file.size > kMostZipFile)
    return refuse(Message("zip-file-larger-than", "the file is larger than {n} MiB", {{"n", kMostZipFile >> 20U}}));
  if (file.size > kFreeZipRatio && file.size / kMostZipRatio > file.packed)
    return refuse(Message("zip-file-packed-smaller",
                          "the file is compressed more than {n} times, which no game file is", {{"n", kMostZipRatio}}));
  if (read_ + file.size > kMostZipBytes)
    return refuse(
        Message("zip-unpacks-to-more", "the archive unpacks to more than {n} MiB", {{"n", kMostZipBytes >> 20U}}));
  if (file.at > bytes_.size() || bytes_.size() - file.at < kLocalHead || bytes_.substr(file.at, 4) != kLocal)
    return refuse(kDamaged);
  const std::size_t start = file.at + kLocalHead + number(bytes_, file.at + 26, 2) + number(bytes_, file.at + 28, 2);
  if (start > bytes_.size() || bytes_.size() - start < file.packed) return refuse(kDamaged);
  read_ += file.size;
  const std::string_view packed = bytes_.substr(start, file.packed);
  if (file.method == 0 && file.packed != file.size) return refuse(kDamaged);
  std::string out = file.method == 0 ? std::string(packed) : inflated(packed, file.size, why);
  if (!why.empty()) return {};
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size()));
  if (sum != file.checksum) return refuse(Message("zip-file-checksum", "the file is damaged (its checksum differs)"));
  return out;
#else
  return {};
#endif
}

}  // namespace cairn
