#include "notation/zip_write.h"

#if !defined(__wasi__)
#include <zlib.h>

#include <utility>

namespace cairn {

namespace {

constexpr std::uint64_t kMostZipSize = std::uint64_t{3} << 30;
constexpr std::uint32_t kZipVersion = 20, kUtf8Names = 0x0800, kDeflate = 8, kFirstDay = 0x0021;  // 1980-01-01

void put_little(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
}

std::string deflated(std::string_view content) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));  // zlib reads only
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(whole ? static_cast<std::size_t>(stream.total_out) : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace

bool ZipWriter::add(std::string_view name, std::string_view content) {
  if (count_ >= kMostWrittenZipFiles || name.empty() || name.size() > 0xFFFF ||
      files_.size() + content.size() + list_.size() > kMostZipSize)
    return false;
  const std::string packed = deflated(content);
  if (packed.empty()) return false;
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
  std::string common;
  put_little(common, kZipVersion, 2);
  put_little(common, kUtf8Names, 2);
  put_little(common, kDeflate, 2);
  put_little(common, 0, 2);
  put_little(common, kFirstDay, 2);
  put_little(common, sum, 4);
  put_little(common, packed.size(), 4);
  put_little(common, content.size(), 4);
  put_little(common, name.size(), 2);
  put_little(common, 0, 2);
  list_ += "PK\x01\x02";
  put_little(list_, kZipVersion, 2);
  list_ += common;
  list_.append(10, '\0');  // no comment, one disk, no attributes
  put_little(list_, files_.size(), 4);
  list_ += name;
  files_ += "PK\x03\x04" + common;
  files_ += name;
  files_ += packed;
  ++count_;
  return true;
}

std::string ZipWriter::finish() && {
  const std::size_t start = files_.size();
  std::string out = std::move(files_) + list_ + "PK\x05\x06";
  put_little(out, 0, 4);
  put_little(out, count_, 2);
  put_little(out, count_, 2);
  put_little(out, list_.size(), 4);
  put_little(out, start, 4);
  put_little(out, 0, 2);
  return out;
}

}  // namespace cairn
#endif
