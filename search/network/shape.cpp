#include "search/network/shape.h"

namespace cairn::network {

namespace {

std::size_t size(int a, int b = 1) {
  return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
}

Convolution convolution(int in, int out) {
  return {std::vector<std::int8_t>(size(in, out) * 9), std::vector<float>(size(out)), std::vector<float>(size(out)), 1};
}

Dense dense(int in, int out, bool biased = true) {
  return {std::vector<float>(size(in, out)), std::vector<float>(biased ? size(out) : 0)};
}

}  // namespace

std::string check(const Shape& s) {
  struct Bound {
    const char* what;
    int value, least, most;
  };
  for (const auto& [what, value, least, most] :
       {Bound{"planes", s.planes, 4, kMostPlanes}, Bound{"globals", s.globals, 0, kMostGlobals},
        Bound{"channels", s.channels, 16, kMostChannels}, Bound{"blocks", s.blocks, 1, kMostBlocks},
        Bound{"pool_each", s.pool_each, 0, kMostBlocks}, Bound{"policy", s.policy, 1, kMostPolicy},
        Bound{"extras", s.extras, 0, kMostExtras}, Bound{"hidden", s.hidden, 16, kMostHidden}})
    if (value < least || value > most)
      return std::string(what) + " is " + std::to_string(value) + ", not " + std::to_string(least) + " to " +
             std::to_string(most);
  if (s.planes % 4 != 0) return "planes is not a multiple of 4";
  if (s.channels % 16 != 0) return "channels is not a multiple of 16";
  if (s.hidden % 16 != 0) return "hidden is not a multiple of 16";
  if (s.features.empty() || s.features.size() > 32)
    return "the name of its features is empty or longer than 32 letters";
  return {};
}

bool is_pooled(const Shape& shape, int block) {
  return shape.pool_each > 0 && (block + 1) % shape.pool_each == 0;
}

Weights zeros(const Shape& s) {
  Weights w;
  w.shape = s;
  const int c = s.channels, k = s.hidden;
  w.stem = convolution(s.planes, c);
  w.stem_globals = dense(s.globals, c, false);
  for (int i = 0; i < s.blocks; ++i)
    w.blocks.push_back({convolution(c, c), convolution(c, c), is_pooled(s, i) ? dense(2 * c, c, false) : Dense{}});
  w.policy_point = dense(c, k);
  w.policy_pool = dense(2 * c, k, false);
  w.policy_out = dense(k, s.policy);
  w.extras = dense(2 * c, s.extras);
  w.value_hidden = dense(2 * c, k);
  w.value_out = dense(k, 4);
  w.owner = dense(c, 1);
  return w;
}

}  // namespace cairn::network
