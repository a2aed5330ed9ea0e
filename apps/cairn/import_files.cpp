#include "apps/cairn/import_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "apps/cairn/game_choice.h"
#include "notation/zip_archive.h"

namespace cairn::cli {

namespace {

namespace fs = std::filesystem;

// What file managers leave beside the files.
bool is_litter(std::string_view name) {
  const auto slash = name.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);
  return last.starts_with('.') || name.starts_with("__MACOSX/");
}

class FileReader {
 public:
  explicit FileReader(const FileTaker& to) : to_(to) {}

  bool place(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return folder(path);
    if (!fs::is_regular_file(path, error)) {
      to_.fault(path, fs::exists(path, error) ? "not a file or folder" : "no such file or folder");
      return true;
    }
    return file(path);
  }

 private:
  // One level at a time: a folder's names are sorted, and its folders come in their places.
  bool folder(const fs::path& path) {
    std::vector<fs::path> waiting{path};
    while (!waiting.empty()) {
      const fs::path next = std::move(waiting.back());
      waiting.pop_back();
      std::error_code error;
      const bool linked = fs::is_symlink(next, error);
      if (!fs::is_directory(next, error)) {
        if (fs::is_regular_file(next, error) && !file(next.string())) return false;
        continue;
      }
      if (linked && next != path) continue;
      std::vector<fs::path> inside;
      fs::directory_iterator at(next, error);
      for (; !error && at != fs::directory_iterator(); at.increment(error))
        if (!is_litter(at->path().filename().string())) inside.push_back(at->path());
      if (error) to_.fault(next.string(), "this folder cannot be read: " + error.message());
      std::sort(inside.begin(), inside.end(), std::greater<>());
      waiting.insert(waiting.end(), inside.begin(), inside.end());
    }
    return true;
  }

  bool file(const std::string& path) {
    if (++files_ > kMostImportFiles) {
      to_.fault(path, fmt::format("one import reads at most {} files", kMostImportFiles));
      return false;
    }
    auto bytes = read_file(path, kMostImportZip);
    if (!bytes) {
      to_.fault(path, "cannot be read, or is larger than 512 MiB");
      return true;
    }
    if (looks_like_zip(*bytes)) return archive(path, *bytes);
    return one(path, std::move(*bytes));
  }

  bool archive(const std::string& path, std::string_view bytes) {
    ZipArchive zip(bytes);
    if (!zip.error().empty()) {
      to_.fault(path, zip.error().english());
      return true;
    }
    for (const ZipFile& entry : zip.files()) {
      if (is_litter(entry.name)) continue;
      Message why;
      std::string content = zip.read(entry, why);
      const std::string name = path + ":" + entry.name;
      if (why.empty() && looks_like_zip(content))
        why = Message("archive-in-archive", "an archive inside an archive is not opened");
      if (!why.empty()) {
        to_.fault(name, why.english());
        continue;
      }
      if (!one(name, std::move(content))) return false;
    }
    return true;
  }

  bool one(const std::string& name, std::string bytes) {
    if (bytes.size() <= kMostImportFile) return to_.take(name, std::move(bytes));
    to_.fault(name, "larger than 64 MiB");
    return true;
  }

  const FileTaker& to_;
  std::size_t files_ = 0;
};

}  // namespace

bool read_files(const std::vector<std::string>& places, const FileTaker& to) {
  FileReader reader(to);
  return std::all_of(places.begin(), places.end(), [&](const std::string& path) { return reader.place(path); });
}

}  // namespace cairn::cli
