#include "search/network/kernel_loops.h"

#if defined(__AVX512VNNI__)
#include <immintrin.h>

namespace cairn::network {

namespace {

constexpr int kTile = 8;  // points at once, by 16 or 32 outputs

// With a mask of all: g++ 12 warns of its own undefined argument in the plain form.
__m512 to_floats(__m512i numbers) {
  return _mm512_maskz_cvtepi32_ps(0xFFFF, numbers);
}

template <int kVectors>
void convolve_tile(const Convolve& job, const std::int32_t* corner, int p, int real, int first) {
  __m512i sums[kTile][kVectors];
  for (auto& one : sums)
    for (__m512i& sum : one) sum = _mm512_setzero_si512();
  for (int tap = 0; tap < 9; ++tap) {
    const std::uint8_t* in = job.in + job.taps[tap];
    const std::int8_t* weight = job.weight + (tap * job.groups * job.out + first) * 4;
    for (int group = 0; group < job.groups; ++group, in += 4, weight += 4 * job.out) {
      __m512i factors[kVectors];
      for (int w = 0; w < kVectors; ++w) factors[w] = _mm512_loadu_si512(weight + 64 * w);
      for (int k = 0; k < kTile; ++k) {
        std::int32_t four;
        __builtin_memcpy(&four, in + corner[k], 4);
        const __m512i cells = _mm512_set1_epi32(four);
        for (int w = 0; w < kVectors; ++w) sums[k][w] = _mm512_dpbusd_epi32(sums[k][w], cells, factors[w]);
      }
    }
  }
  for (int k = 0; k < real; ++k)
    for (int w = 0; w < kVectors; ++w) {
      const int at = first + 16 * w;
      const __m512 scaled = _mm512_mul_ps(to_floats(sums[k][w]), _mm512_loadu_ps(job.scale + at));
      _mm512_storeu_ps(job.result + (p + k) * job.out + at, _mm512_add_ps(scaled, _mm512_loadu_ps(job.bias + at)));
    }
}

void convolve(const Convolve& job) {
  for (int p = 0; p < job.points; p += kTile) {
    const int real = job.points - p < kTile ? job.points - p : kTile;
    std::int32_t corner[kTile];
    for (int k = 0; k < kTile; ++k) corner[k] = job.corner[p + (k < real ? k : 0)];
    int first = 0;
    for (; first + 32 <= job.out; first += 32) convolve_tile<2>(job, corner, p, real, first);
    if (first < job.out) convolve_tile<1>(job, corner, p, real, first);
  }
}

}  // namespace

const Kernels* avx512_kernels() {
  static constexpr Kernels kKernels{"avx512", convolve, rectify, pool, multiply};
  return &kKernels;
}

}  // namespace cairn::network

#else

namespace cairn::network {
const Kernels* avx512_kernels() {
  return nullptr;
}
}  // namespace cairn::network

#endif
