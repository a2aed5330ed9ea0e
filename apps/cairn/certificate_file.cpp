#include "apps/cairn/certificate_file.h"

#include <zlib.h>

#include "notation/view_json.h"

namespace cairn::cli {

namespace {

constexpr int kVersion = 2;
constexpr std::size_t kMostReplies = std::size_t{16} << 20, kMostMoves = 1000;

std::string pack(const std::string& bytes) {
  uLongf length = compressBound(bytes.size());
  std::string packed(length, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(bytes.data()),
            bytes.size(), Z_BEST_COMPRESSION);
  packed.resize(length);
  return packed;
}
// False where `bytes` are not so many replies.
bool unpack(std::string_view bytes, std::string& replies) {
  uLongf length = replies.size();
  const int result = uncompress(reinterpret_cast<Bytef*>(replies.data()), &length,
                                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return result == Z_OK && length == replies.size();
}

}  // namespace

std::string write_certificate(const CertificateFile& file, bool packed) {
  Json options = Json::object();
  for (const auto& [name, value] : file.options) options[name] = value;
  const std::string& replies = file.strategy.replies;
  Json head{
      {"cairn_certificate", kVersion},  {"game", file.game},        {"options", options},       {"moves", file.moves},
      {"winner", file.strategy.winner}, {"aim", file.strategy.aim}, {"replies", replies.size()}};
  if (!packed) head["encoding"] = "plain";
  return json_text(head) + "\n" + (packed ? pack(replies) : replies);
}

std::string claim_text(const std::string& side, int aim) {
  if (aim == 0) return side + " does not lose";
  if (aim == 1) return side + " wins";
  return side +
         (aim > 0 ? " wins by " + std::to_string(aim) + " at least" : " loses by " + std::to_string(-aim) + " at most");
}

std::string read_certificate(const std::string& bytes, CertificateFile& file) {
  const auto end = bytes.find('\n');
  const Json head = end == std::string::npos ? Json() : parse_json(bytes.substr(0, end));
  const auto has = [&](const char* name, auto is) { return head.contains(name) && is(head[name]); };
  const auto text = [](const Json& one) { return one.is_string(); };
  const auto number = [](const Json& one) { return one.is_number_unsigned(); };
  if (!head.is_object() || !has("cairn_certificate", number)) return "this is not a certificate of `cairn solve`";
  if (head["cairn_certificate"] != kVersion)
    return "this program reads certificates of version 2 only; write this one again with `cairn solve --certificate`";
  if (!has("game", text) || !has("options", [](const Json& one) { return one.is_object(); }) ||
      !has("moves", [](const Json& one) { return one.is_array(); }) || !has("winner", number) ||
      !has("aim", [](const Json& one) { return one.is_number_integer(); }) || !has("replies", number))
    return "the first line lacks game, options, moves, winner, aim or replies";
  if (head.contains("encoding") && !head["encoding"].is_string()) return "the encoding must be plain or zlib";
  file.game = head["game"];
  for (const auto& [name, value] : head["options"].items()) {
    if (!value.is_string()) return "option " + name + " is not a string";
    file.options.emplace_back(name, value.get<std::string>());
  }
  if (head["moves"].size() > kMostMoves) return "too many moves for this program";
  for (const Json& move : head["moves"]) {
    if (!move.is_string()) return "a move is not a string";
    file.moves.push_back(move);
  }
  if (head["winner"] > 1) return "winner must be 0 (the first player) or 1";
  if (head["aim"] > 1'000'000 || head["aim"] < -1'000'000) return "aim is larger than any board";
  file.strategy.winner = head["winner"];
  file.strategy.aim = head["aim"];
  const auto count = head["replies"].get<std::size_t>();
  if (count > kMostReplies) return "too many replies for this program";
  const std::string_view body = std::string_view(bytes).substr(end + 1);
  if (const std::string encoding = head.value("encoding", "zlib"); encoding == "plain") {
    if (body.size() != count) return "the file has " + std::to_string(body.size()) + " replies, not the stated number";
    file.strategy.replies = body;
  } else if (encoding != "zlib") {
    return "the encoding must be plain or zlib";
  } else {
    file.strategy.replies.resize(count);
    if (!unpack(body, file.strategy.replies)) return "the replies are damaged";
  }
  return {};
}

}  // namespace cairn::cli
