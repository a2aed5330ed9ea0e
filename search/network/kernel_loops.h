// What every kind of processor does alike, in vectors of its own width. Each file of kernels includes it, in its own
// namespace, compiled for its processor.
#pragma once

#include "search/network/kernels.h"

namespace cairn::network {
namespace {

#if defined(__AVX512F__)
constexpr int kWide = 16;
#elif defined(__AVX2__)
constexpr int kWide = 8;
#else
constexpr int kWide = 4;
#endif
using Floats = float __attribute__((vector_size(4 * kWide)));
using Wholes = std::int32_t __attribute__((vector_size(4 * kWide)));
using Bytes = std::uint8_t __attribute__((vector_size(kWide)));

// By reference: vectors that are passed by value want another calling convention on each processor.
inline void load(Floats& to, const float* from) {
  __builtin_memcpy(&to, from, sizeof to);
}
inline void store(float* to, const Floats& from) {
  __builtin_memcpy(to, &from, sizeof from);
}
inline void at_least(Floats& value, const Floats& least) {
  value = value > least ? value : least;
}

// Steps of 0 to 127 of numbers that are not negative: what is cut off of a half more is rounded.
inline void store_steps(std::uint8_t* to, const Floats& value, float per_step) {
  const Floats scaled = value * per_step, most = Floats{} + 127.0F;
  const Floats raised = (scaled < most ? scaled : most) + 0.5F;
  const Bytes steps = __builtin_convertvector(__builtin_convertvector(raised, Wholes), Bytes);
  __builtin_memcpy(to, &steps, sizeof steps);
}

template <bool kEach, bool kMore, bool kKept, bool kSteps>
void rectify_as(const Rectify& job) {
  for (int p = 0; p < job.points; ++p)
    for (int c = 0; c < job.channels; c += kWide) {
      Floats value, more;
      load(value, job.cells + p * job.channels + c);
      if constexpr (kEach) {
        load(more, job.each + c);
        value += more;
      }
      if constexpr (kMore) {
        load(more, job.more + p * job.channels + c);
        value += more;
      }
      at_least(value, Floats{});
      if constexpr (kKept) store(job.kept + p * job.channels + c, value);
      if constexpr (kSteps) store_steps(job.steps + job.place[p] + c, value, job.per_step);
    }
}

template <bool kEach, bool kMore, bool kKept>
void rectify_to(const Rectify& job) {
  if (job.steps != nullptr)
    rectify_as<kEach, kMore, kKept, true>(job);
  else
    rectify_as<kEach, kMore, kKept, false>(job);
}

inline void rectify(const Rectify& job) {
  const bool kept = job.kept != nullptr;
  if (job.more != nullptr)
    kept ? rectify_to<false, true, true>(job) : rectify_to<false, true, false>(job);
  else if (job.each != nullptr)
    kept ? rectify_to<true, false, true>(job) : rectify_to<true, false, false>(job);
  else
    kept ? rectify_to<false, false, true>(job) : rectify_to<false, false, false>(job);
}

inline void pool(const Pool& job) {
  const Floats least = Floats{} + (job.positive ? 0.0F : -3e38F);
  for (int c = 0; c < job.channels; c += kWide) {
    Floats sum{}, most = least;
    for (int p = 0; p < job.points; ++p) {
      Floats value;
      load(value, job.cells + p * job.channels + c);
      at_least(value, least);
      sum += value;
      at_least(most, value);
    }
    store(job.out + c, sum / static_cast<float>(job.points));
    store(job.out + job.channels + c, most);
  }
}

// So many rows by so many vectors of outputs.
template <int kRows, int kVectors>
void multiply_tile(const Multiply& job, int row, int real, int first) {
  const float* in[kRows];
  Floats sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    in[r] = job.in + (row + (r < real ? r : 0)) * job.ins;
    for (int v = 0; v < kVectors; ++v) load(sums[r][v], job.bias + first + kWide * v);
  }
  for (int j = 0; j < job.ins; ++j) {
    const float* weight = job.weight + j * job.stride + first;
    Floats factors[kVectors];
    for (int v = 0; v < kVectors; ++v) load(factors[v], weight + kWide * v);
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) sums[r][v] += factors[v] * in[r][j];
  }
  const int outs = job.outs - first < kWide * kVectors ? job.outs - first : kWide * kVectors;
  for (int r = 0; r < real; ++r) {
    if (job.positive)
      for (Floats& sum : sums[r]) at_least(sum, Floats{});
    float* out = job.out + (row + r) * job.outs + first;
    if (outs == kWide * kVectors)
      __builtin_memcpy(out, sums[r], sizeof sums[r]);
    else
      __builtin_memcpy(out, sums[r], sizeof(float) * static_cast<unsigned>(outs));
  }
}

inline void multiply(const Multiply& job) {
  constexpr int kRows = kWide == 16 ? 8 : 4, kVectors = 2;
  for (int row = 0; row < job.rows; row += kRows) {
    const int real = job.rows - row < kRows ? job.rows - row : kRows;
    for (int first = 0; first < job.outs; first += kWide * kVectors) {
      const bool single = job.outs - first <= kWide;
      if (job.rows == 1)
        single ? multiply_tile<1, 1>(job, row, real, first) : multiply_tile<1, kVectors>(job, row, real, first);
      else
        single ? multiply_tile<kRows, 1>(job, row, real, first) : multiply_tile<kRows, kVectors>(job, row, real, first);
    }
  }
}

}  // namespace
}  // namespace cairn::network
