// The arithmetic of a network that takes its time, once for each kind of processor. All kinds answer alike to the last
// bit: sums of products are of integers, and floats are added in one order and never fused.
//
// Files of one processor are compiled for it, so they include nothing whose code another file could share.
#pragma once

#include <cstdint>

namespace cairn::network {

// 3 by 3 over points of boards with a border: result[point][out] = sum * scale[out] + bias[out].
struct Convolve {
  const std::uint8_t* in;      // [cell][channel], 0 to 127
  const std::int32_t* corner;  // of each point: where in `in` the first of its nine cells begins
  const std::int32_t* taps;    // of each of the nine: bytes from the corner
  int points, groups;          // groups of four input channels
  const std::int8_t* weight;   // [tap][group][out][4]
  int out;                     // a multiple of 16
  const float *scale, *bias;   // [out]
  float* result;               // [point][out]
};

// max(0, cells + each) or max(0, cells + more), kept as it is, and as steps of 0 to 127 for the next convolution.
struct Rectify {
  const float* cells;         // [point][channel]
  const float* each;          // [channel], or null
  const float* more;          // [point][channel], or null
  int points, channels;       // channels: a multiple of 16
  float* kept;                // [point][channel], or null; may be `cells`
  float per_step;             // 1 / step
  std::uint8_t* steps;        // bytes with a border, or null
  const std::int32_t* place;  // of each point: where in `steps` its channels begin
};

// Mean and maximum of each channel over the points, each channel not below 0 where `positive`.
struct Pool {
  const float* cells;  // [point][channel]
  int points, channels;
  bool positive;
  float* out;  // [2 * channels]
};

// out[row][i] = bias[i] + sum over j of in[row][j] * weight[j][i], added in that order; at least 0 where `positive`.
struct Multiply {
  const float* in;      // [row][ins]
  const float* weight;  // [ins][stride]
  const float* bias;    // [stride]
  int rows, ins, outs;
  int stride;  // `outs` or more, a multiple of 16: what is more is 0
  bool positive;
  float* out;  // [row][outs]
};

struct Kernels {
  const char* name;
  void (*convolve)(const Convolve&);
  void (*rectify)(const Rectify&);
  void (*pool)(const Pool&);
  void (*multiply)(const Multiply&);
};

const Kernels& portable_kernels();
// Null where they were not built in; whether the processor has them is another question.
const Kernels* avx2_kernels();
const Kernels* avx512_kernels();

}  // namespace cairn::network
