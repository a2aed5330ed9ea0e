#include "apps/cairn/json_lines.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace cairn::cli {

namespace {

// As far as whole lines go. Returns what is wrong with one that is not the last.
std::string read_whole_lines(const std::string& path, const std::string& text, std::size_t& good,
                             std::vector<Json>& lines) {
  good = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', good)) {
    Json line = parse_json(std::string_view(text).substr(good, end - good));
    if (!line.is_object()) {
      if (text.find('\n', end + 1) == std::string::npos && end + 1 == text.size()) return {};
      return path + ": line " + std::to_string(lines.size() + 1) + " is not a JSON object; choose another file";
    }
    lines.push_back(std::move(line));
    good = end + 1;
  }
  return {};
}

}  // namespace

std::string JsonLines::open(const std::string& path, bool fresh, std::vector<Json>& lines) {
  lines.clear();
  std::error_code none;
  if (std::filesystem::is_regular_file(path, none)) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    if (!in.is_open() || in.bad()) return path + " cannot be read";
    const std::string content = text.str();
    if (fresh && !content.empty()) return path + " already exists; continue it with --resume, or choose another file";
    std::size_t good = 0;
    if (auto error = read_whole_lines(path, content, good, lines); !error.empty()) return error;
    if (good < content.size()) {
      std::filesystem::resize_file(path, good, none);
      if (none) return path + " cannot be repaired: " + none.message();
    }
  }
  file_.reset(std::fopen(path.c_str(), "ab"));
  return file_ ? "" : path + " cannot be written";
}

bool JsonLines::add(const Json& line) {
  const std::string text = json_text(line) + "\n";
  return file_ && std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() && std::fflush(file_.get()) == 0;
}

}  // namespace cairn::cli
