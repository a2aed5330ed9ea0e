#include "search/network/kernel_loops.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace cairn::network {

namespace {

constexpr int kLanes = 16;

#if defined(__wasm_simd128__)

// Four outputs take two vectors of pairs, which are added at the end.
void convolve(const Convolve& job) {
  for (int p = 0; p < job.points; ++p)
    for (int first = 0; first < job.out; first += kLanes) {
      v128_t sums[8];
      for (v128_t& sum : sums) sum = wasm_i32x4_const_splat(0);
      for (int tap = 0; tap < 9; ++tap) {
        const std::uint8_t* in = job.in + job.corner[p] + job.taps[tap];
        const std::int8_t* weight = job.weight + (tap * job.groups * job.out + first) * 4;
        for (int group = 0; group < job.groups; ++group, weight += 4 * job.out) {
          const v128_t cells = wasm_u16x8_extend_low_u8x16(wasm_v128_load32_splat(in + 4 * group));
          for (int i = 0; i < 4; ++i) {
            const v128_t four = wasm_v128_load(weight + 16 * i);
            sums[2 * i] = wasm_i32x4_add(sums[2 * i], wasm_i32x4_dot_i16x8(cells, wasm_i16x8_extend_low_i8x16(four)));
            sums[2 * i + 1] =
                wasm_i32x4_add(sums[2 * i + 1], wasm_i32x4_dot_i16x8(cells, wasm_i16x8_extend_high_i8x16(four)));
          }
        }
      }
      float* result = job.result + p * job.out + first;
      for (int i = 0; i < 4; ++i) {
        const v128_t sum = wasm_i32x4_add(wasm_i32x4_shuffle(sums[2 * i], sums[2 * i + 1], 0, 2, 4, 6),
                                          wasm_i32x4_shuffle(sums[2 * i], sums[2 * i + 1], 1, 3, 5, 7));
        const v128_t scaled = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sum), wasm_v128_load(job.scale + first + 4 * i));
        wasm_v128_store(result + 4 * i, wasm_f32x4_add(scaled, wasm_v128_load(job.bias + first + 4 * i)));
      }
    }
}

#else

void convolve(const Convolve& job) {
  for (int p = 0; p < job.points; ++p)
    for (int first = 0; first < job.out; first += kLanes) {
      std::int32_t sums[kLanes] = {};
      for (int tap = 0; tap < 9; ++tap) {
        const std::uint8_t* in = job.in + job.corner[p] + job.taps[tap];
        const std::int8_t* weight = job.weight + (tap * job.groups * job.out + first) * 4;
        for (int group = 0; group < job.groups; ++group, weight += 4 * job.out)
          for (int i = 0; i < kLanes; ++i)
            sums[i] += in[4 * group] * weight[4 * i] + in[4 * group + 1] * weight[4 * i + 1] +
                       in[4 * group + 2] * weight[4 * i + 2] + in[4 * group + 3] * weight[4 * i + 3];
      }
      float* result = job.result + p * job.out + first;
      for (int i = 0; i < kLanes; ++i)
        result[i] = static_cast<float>(sums[i]) * job.scale[first + i] + job.bias[first + i];
    }
}

#endif

}  // namespace

const Kernels& portable_kernels() {
  static constexpr Kernels kKernels{"portable", convolve, rectify, pool, multiply};
  return kKernels;
}

}  // namespace cairn::network
