// The weights of a layer by neuron: what WS, NS, GF, NAI and NEB change.
//
// A neuron is one output channel of a convolution, one output of a dense layer, one channel of a
// normalisation or of a multiplication by constants, one gate's row of a recurrent layer. Weights
// may be quantised: then they are the integers in front of a DequantizeLinear without zero point.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "graph/model_case.h"
#include "mutate/mutator.h"

namespace assay::mutate {

inline constexpr double kWeightRatio = 0.3;  // LEMON's mutate_ratio

// One weight tensor under change. Elements of neuron k: At(k, 0) … At(k, per_neuron() - 1).
class Weight {
 public:
  // `tensor` is input `input` of node `node`.
  Weight(const Tensor& tensor, size_t node, size_t input, int neuron_axis);

  size_t node() const { return node_; }
  size_t input() const { return input_; }
  int64_t neurons() const { return neurons_; }
  int64_t per_neuron() const { return outer_ * inner_; }
  int64_t count() const { return neurons_ * per_neuron(); }
  int64_t At(int64_t neuron, int64_t j) const {
    return (j / inner_ * neurons_ + neuron) * inner_ + j % inner_;
  }
  double Get(int64_t i) const;
  void Set(int64_t i, double value);  // integers: rounded, and cut to their range
  Tensor Done() &&;

 private:
  Tensor source_;
  size_t node_, input_;
  int64_t outer_ = 1, neurons_ = 1, inner_ = 1;
  std::vector<std::byte> bytes_;  // filled at the first change: most weights are only looked at
};

// What `change` may look at: the layer's weights (the main one first, then what has as many
// neurons) and kWeightRatio of its neurons, at least one, in random order.
struct WeightCall {
  std::span<Weight> weights;
  std::vector<int64_t> neurons;
  Rng& rng;
};

// Nodes with weights of at least `neurons` neurons with `per_neuron` weights each.
std::vector<Site> FindWeights(const Model& model, int64_t neurons, int64_t per_neuron);

// Applies `change` to a copy of the node's weights. `guarded`: rejects where what follows could
// leave the range of numbers. Only weights that were changed are copied, under new names: an
// initializer may serve several nodes or be an input of the graph.
Result<ModelCase> ChangeWeights(const ModelCase& base, const Site& site, Rng& rng, bool guarded,
                                void (*change)(WeightCall& call));

}  // namespace assay::mutate
