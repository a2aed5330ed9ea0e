// A network at work: asked about a position, it answers what the seat that acts should do and how it will end.
// A Network may be shared by threads; each thread has an Evaluator of its own, which allocates nothing once it knows
// the sizes of boards.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "search/network/kernels.h"
#include "search/network/shape.h"

namespace cairn::network {

class Network {
 public:
  explicit Network(Weights weights);  // whose shape is good (`check`) and whose tensors have their sizes (`zeros`)
  const Weights& weights() const { return weights_; }
  const Shape& shape() const { return weights_.shape; }

 private:
  friend class Evaluator;
  struct Packed {  // a dense layer as kernels want it: as many outputs as fill vectors, zeros behind the real ones
    std::vector<float> weight{}, bias{};
    int ins = 0, outs = 0, stride = 0;
  };
  static Packed pack(const Dense& layer, int ins, int outs);

  Weights weights_;
  std::vector<std::vector<std::int8_t>> packed_;  // stem, then two of each block: as kernels want them
  std::vector<Packed> pools_;                     // of each block; empty where it has none
  Packed stem_globals_, policy_point_, policy_pool_, policy_out_, extras_, value_hidden_, value_out_, owner_;
};

// A position as the seat that acts sees it: seat and colours are exchanged by whoever asks.
struct Question {
  int columns = 0, rows = 0;               // 1 to kMostSide
  bool torus = false;                      // every edge touches the one across
  std::span<const std::uint8_t> planes{};  // [row from below][column][plane], 0 to 127, which stands for 1
  std::span<const float> globals{};        // about -1 to 1
};
struct Reply {
  std::vector<float> policy{};     // logits: [row][column][plane], then the extras
  std::array<float, 3> outcome{};  // chances of win, draw and loss for the seat that acts
  float score = 0;                 // its lead at the end, in the units that it was taught
  std::vector<float> owner{};      // of each point at the end: 1 the acting seat's, -1 the others'
};

// The fastest that this processor has, or that of a name (null: it has none such).
const Kernels& best_kernels();
const Kernels* find_kernels(std::string_view name);

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Network> network, const Kernels& kernels = best_kernels());
  void evaluate(const Question& question, Reply& reply);
  const Network& network() const { return *network_; }

 private:
  // Bytes of a board's cells with a border, and where its points lie in it.
  struct Cells {
    std::vector<std::uint8_t> steps{};
    std::vector<std::int32_t> corner{}, place{};
    std::array<std::int32_t, 9> taps{};
    std::vector<std::array<std::int32_t, 2>> wrapped{};  // of a torus: border cells, and those that they are
    int channels = 0;
    void lay_out(int columns, int rows, bool torus, int channels_of_cell);
    void wrap();
  };
  void lay_out(const Question& question);
  void convolve(const Cells& in, const Convolution& layer, std::size_t packed, std::vector<float>& result);
  void rectify(const std::vector<float>& cells, const float* each, const float* more, float* kept, float step,
               Cells* out);
  void pool(const std::vector<float>& cells, bool positive);
  void multiply(const float* in, int rows, const Network::Packed& layer, bool positive, float* out);
  void heads(Reply& reply);

  std::shared_ptr<const Network> network_;
  const Kernels& kernels_;
  int columns_ = 0, rows_ = 0, points_ = 0;
  bool torus_ = false;
  Cells input_{}, trunk_steps_{}, inner_steps_{};
  std::vector<float> trunk_{}, inner_{}, pooled_{}, each_{}, hidden_{};
};

}  // namespace cairn::network
