#include "search/network/kernel_loops.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace cairn::network {

namespace {

constexpr int kTile = 4;  // points at once, by 16 outputs

// Two products of 127 * 127 fit into 16 bits.
__m256i add_products(__m256i sum, __m256i cells, __m256i weight) {
  return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(cells, weight), _mm256_set1_epi16(1)));
}

void convolve(const Convolve& job) {
  for (int p = 0; p < job.points; p += kTile) {
    const int real = job.points - p < kTile ? job.points - p : kTile;
    std::int32_t corner[kTile];
    for (int k = 0; k < kTile; ++k) corner[k] = job.corner[p + (k < real ? k : 0)];
    for (int first = 0; first < job.out; first += 16) {
      __m256i sums[kTile][2];
      for (auto& pair : sums) pair[0] = pair[1] = _mm256_setzero_si256();
      for (int tap = 0; tap < 9; ++tap) {
        const std::uint8_t* in = job.in + job.taps[tap];
        const std::int8_t* weight = job.weight + (tap * job.groups * job.out + first) * 4;
        for (int group = 0; group < job.groups; ++group, in += 4, weight += 4 * job.out) {
          const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weight));
          const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weight + 32));
          for (int k = 0; k < kTile; ++k) {
            std::int32_t four;
            __builtin_memcpy(&four, in + corner[k], 4);
            const __m256i cells = _mm256_set1_epi32(four);
            sums[k][0] = add_products(sums[k][0], cells, low);
            sums[k][1] = add_products(sums[k][1], cells, high);
          }
        }
      }
      for (int k = 0; k < real; ++k)
        for (int half = 0; half < 2; ++half) {
          const int at = first + 8 * half;
          const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums[k][half]), _mm256_loadu_ps(job.scale + at));
          _mm256_storeu_ps(job.result + (p + k) * job.out + at, _mm256_add_ps(scaled, _mm256_loadu_ps(job.bias + at)));
        }
    }
  }
}

}  // namespace

const Kernels* avx2_kernels() {
  static constexpr Kernels kKernels{"avx2", convolve, rectify, pool, multiply};
  return &kKernels;
}

}  // namespace cairn::network

#else

namespace cairn::network {
const Kernels* avx2_kernels() {
  return nullptr;
}
}  // namespace cairn::network

#endif
