#include "search/samples.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace cairn {

namespace {

// Bit i of the list is bit i % 8 of byte i / 8.
template <class Is>
void write_bits(std::size_t count, const Is& is, std::string& out) {
  for (std::size_t i = 0; i < count; i += 8) {
    unsigned byte = 0;
    for (std::size_t k = i; k < std::min(i + 8, count); ++k) byte |= (is(k) ? 1U : 0U) << (k - i);
    out.push_back(static_cast<char>(byte));
  }
}

template <class T>
void write_raw(const T& value, std::string& out) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

constexpr std::string_view kMagic = "cairn samples 1\n";

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  template <class T>
  void read(T& value) {
    std::copy_n(rest_.begin(), sizeof value, reinterpret_cast<char*>(&value));
    rest_.remove_prefix(sizeof value);
  }
  template <class Take>
  void read_bits(std::size_t count, const Take& take) {
    for (std::size_t i = 0; i < count; ++i) take(((static_cast<unsigned char>(rest_[i / 8]) >> (i % 8)) & 1U) != 0);
    rest_.remove_prefix((count + 7) / 8);
  }
  bool ended() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::string read_header(std::string_view header, SamplesFile& out) {
  struct Field {
    std::string_view name;
    int* value;
    int least, most;
  };
  const Field fields[] = {{"columns", &out.columns, 1, network::kMostSide},
                          {"rows", &out.rows, 1, network::kMostSide},
                          {"torus", &out.torus, 0, 1},
                          {"planes", &out.planes, 1, network::kMostPlanes},
                          {"globals", &out.globals, 0, network::kMostGlobals},
                          {"policy", &out.policy, 1, network::kMostPolicy},
                          {"extras", &out.extras, 0, network::kMostExtras}};
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find('\n'));
    header.remove_prefix(std::min(header.size(), line.size() + 1));
    const std::string_view key = line.substr(0, line.find(' '));
    const std::string_view value = key.size() < line.size() ? line.substr(key.size() + 1) : std::string_view();
    if (key == "features") out.features = value;
    for (const Field& field : fields)
      if (key == field.name) std::from_chars(value.data(), value.data() + value.size(), *field.value);
  }
  for (const Field& field : fields)
    if (*field.value < field.least || *field.value > field.most)
      return "its header says no good number of " + std::string(field.name);
  return {};
}

bool within(float value, float least, float most) {  // not, where it is no number
  return value >= least && value <= most;
}

bool makes_sense(const SampleRecord& record) {
  constexpr float kMost = 1'000;  // far beyond any lead, in units, and any number of the whole
  return within(record.value, 0, 1) && within(record.root, 0, 1) && within(record.score, -kMost, kMost) &&
         std::all_of(record.globals.begin(), record.globals.end(),
                     [](float one) { return within(one, -kMost, kMost); });
}

}  // namespace

std::string read_samples(std::string_view bytes, SamplesFile& out) {
  out = {};
  if (!bytes.starts_with(kMagic)) return "it is no file of samples: one begins with the line \"cairn samples 1\"";
  const std::size_t end = bytes.substr(0, 16'384).find("\n\n");
  if (end == std::string_view::npos) return "its header has no end: an empty line should close it";
  if (auto wrong = read_header(bytes.substr(kMagic.size(), end - std::min(end, kMagic.size())), out); !wrong.empty())
    return wrong;
  const auto points = static_cast<std::size_t>(out.columns * out.rows);
  const std::size_t planes = points * static_cast<std::size_t>(out.planes),
                    logits = points * static_cast<std::size_t>(out.policy) + static_cast<std::size_t>(out.extras);
  const std::size_t size =
      (planes + 7) / 8 + 4 * static_cast<std::size_t>(out.globals) + (logits + 7) / 8 + logits + points + 14;
  bytes.remove_prefix(end + 2);
  if (bytes.size() % size != 0) return "its last record is cut off";
  Reader reader(bytes);
  while (!reader.ended()) {
    SampleRecord& record = out.records.emplace_back();
    reader.read_bits(planes, [&](bool bit) { record.planes.push_back(bit ? 127 : 0); });
    record.globals.resize(static_cast<std::size_t>(out.globals));
    for (float& one : record.globals) reader.read(one);
    reader.read_bits(logits, [&](bool bit) { record.legal.push_back(bit); });
    float total = 0;
    for (std::size_t i = 0; i < logits; ++i) {
      std::uint8_t share = 0;
      reader.read(share);
      total += record.policy.emplace_back(share);
    }
    for (float& share : record.policy) share /= std::max(total, 1.0F);
    record.owners.resize(points);
    for (std::int8_t& owner : record.owners) reader.read(owner);
    reader.read(record.value);
    reader.read(record.score);
    reader.read(record.root);
    std::uint16_t ply = 0;
    reader.read(ply);
    record.ply = ply;
    if (!makes_sense(record)) return "record " + std::to_string(out.records.size()) + " holds numbers that are none";
  }
  return {};
}

std::string samples_header(const network::FeatureSpec& spec, const network::Boards& boards, const std::string& note) {
  std::string out = std::string(kMagic) + "features " + std::string(spec.name) + "\n";
  const auto line = [&](const char* name, int value) { out += std::string(name) + " " + std::to_string(value) + "\n"; };
  line("columns", boards.columns);
  line("rows", boards.rows);
  line("torus", boards.torus ? 1 : 0);
  line("planes", spec.planes);
  line("globals", spec.globals);
  line("policy", spec.policy);
  line("extras", spec.extras);
  if (!note.empty()) out += "note " + note + "\n";
  return out + "\n";
}

void write_sample(const network::FeatureSpec& spec, const Sample& sample, std::string& out) {
  const network::Features& seen = sample.seen;
  const auto logits = static_cast<std::size_t>(seen.columns * seen.rows * spec.policy + spec.extras);
  write_bits(
      seen.planes.size(), [&](std::size_t i) { return seen.planes[i] != 0; }, out);
  for (const float one : seen.globals) write_raw(one, out);
  std::vector<bool> legal(logits);
  std::vector<float> shares(logits);
  for (std::size_t i = 0; i < seen.logits.size(); ++i) {
    legal[static_cast<std::size_t>(seen.logits[i])] = true;
    shares[static_cast<std::size_t>(seen.logits[i])] += sample.policy[i];
  }
  write_bits(
      logits, [&](std::size_t i) { return legal[i]; }, out);
  const float most = *std::max_element(shares.begin(), shares.end());
  for (const float share : shares)
    out.push_back(static_cast<char>(static_cast<std::uint8_t>(most > 0 ? std::lround(255 * share / most) : 0)));
  for (const std::int8_t owner : sample.owners) out.push_back(static_cast<char>(owner));
  write_raw(sample.value, out);
  write_raw(sample.score, out);
  write_raw(sample.root, out);
  write_raw(static_cast<std::uint16_t>(sample.ply), out);
}

}  // namespace cairn
