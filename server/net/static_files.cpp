#include "server/net/static_files.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "core/text.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = std::size_t{64} << 20, kMaxFiles = 2'000;

std::string type_of(const std::string& extension) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
      {".mp3", "audio/mpeg"},
      {".ogg", "audio/ogg"},
      {".glb", "model/gltf-binary"},
      {".hdr", "image/vnd.radiance"},
  }};
  const std::string wanted = lower(extension);
  for (const auto& [name, type] : kTypes)
    if (name == wanted) return std::string(type);
  return "application/octet-stream";
}

// "index-Bx3_f9Qa.js": what the web build puts under assets/ is named by its content.
bool named_by_content(const std::string& path) {
  return path.rfind("/assets/", 0) == 0;
}

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&stream, 9, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int code = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return code == Z_STREAM_END && out.size() < bytes.size() * 9 / 10 ? out : std::string();
}

std::optional<std::string> bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) return std::nullopt;
  return bytes;
}

// Whether the packed file is of these bytes: it ends with their checksum and their number (RFC 1952, section 2.3.1).
bool is_packed_form(const std::string& packed, const std::string& bytes) {
  if (packed.size() < 18) return false;  // of nothing at all
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  const uLong sum = crc32_z(0, data, bytes.size());
  std::array<std::uint32_t, 2> tail{};
  for (std::size_t i = 0; i < 8; ++i)
    tail[i / 4] |= std::uint32_t{static_cast<unsigned char>(packed[packed.size() - 8 + i])} << (8 * (i % 4));
  return tail[0] == sum && tail[1] == static_cast<std::uint32_t>(bytes.size());
}

// The build leaves out what packing does not make smaller; what was changed after it is packed here.
std::string packed_form(const fs::path& path, const std::string& bytes, bool built) {
  fs::path beside = path;
  beside += ".gz";
  if (built && !fs::exists(beside)) return {};
  if (auto packed = bytes_of(beside); packed && is_packed_form(*packed, bytes)) return std::move(*packed);
  return gzip(bytes);
}

}  // namespace

std::string StaticFiles::load(const std::string& folder, const net::Club& club) {
  files_.clear();
  std::error_code error;
  std::size_t total = 0;
  const bool built = fs::exists(fs::path(folder) / "index.html.gz", error);
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_symlink() || !it->is_regular_file() || it->path().extension() == ".gz") continue;
    auto bytes = bytes_of(it->path());
    if (!bytes) return "cannot read " + it->path().string();
    StaticFile file;
    file.bytes = std::move(*bytes);
    total += file.bytes.size();
    if (total > kMaxBytes || files_.size() >= kMaxFiles) return folder + " is too large for a web client";
    const std::string path = "/" + fs::relative(it->path(), folder, error).generic_string();
    file.type = type_of(it->path().extension().string());
    file.etag = "\"" + content_name(file.bytes) + "\"";
    file.forever = named_by_content(path);
    file.packed = packed_form(it->path(), file.bytes, built);
    files_.emplace(path, std::move(file));
  }
  if (error) return "cannot read " + folder + ": " + error.message();
  if (find("/") == nullptr) return folder + " holds no index.html";
  if (!club.changes_nothing()) dress(club);
  return {};
}

void StaticFiles::dress(const net::Club& club) {
  const auto put = [this](const std::string& path, std::string bytes) {
    StaticFile file;
    file.type = type_of(fs::path(path).extension().string());
    file.etag = "\"" + content_name(bytes) + "\"";
    file.packed = gzip(bytes);
    file.bytes = std::move(bytes);
    files_.insert_or_assign(path, std::move(file));
  };
  const std::string page = "/index.html", manifest = "/cairn.webmanifest";
  put(page, net::dressed_page(files_.at(page).bytes, club));
  if (const auto found = files_.find(manifest); found != files_.end())
    put(manifest, net::dressed_manifest(found->second.bytes, club));
  if (const auto colour = net::read_colour(club.accent)) put(std::string(net::kClubCss), net::accent_css(*colour));
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? std::string("/index.html") : std::string(path));
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace cairn
