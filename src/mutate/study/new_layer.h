// The layers that LA and MLA insert: each keeps the type of the value it is put behind.
#pragma once

#include <span>
#include <string_view>

#include "base/rng.h"
#include "graph/graph.h"
#include "mutate/mutator.h"

namespace assay::mutate {

// How the weights of a new layer are drawn.
enum class Scale {
  kKeep,  // so that values keep their size: standard deviation 1/sqrt(terms of a sum)
  kUnit,  // standard normal, whatever the number of terms
};

// Where a new layer goes: behind `value`, of type `type`. `at` moves on.
struct NewLayer {
  const Model& model;
  Graph& graph;
  size_t& at;
  ValueId value;
  TensorType type;
  Rng& rng;
  std::string_view role;
  Scale scale = Scale::kKeep;

  int rank() const { return type.rank(); }
  int64_t size(int axis) const { return type.dims[static_cast<size_t>(axis)].size; }
};

struct LayerKind {
  std::string_view name;
  bool (*fits)(const Model& model, const TensorType& type);
  ValueId (*insert)(NewLayer& where);
};

// Convolutions, pooling, normalisation, dense layers, Dropout, Pad with Slice.
std::span<const LayerKind> LayerKinds();

// What `insert` makes behind the layer at `site`, in its place for all that use it.
ModelCase InsertBehind(const ModelCase& base, const Site& site, Rng& rng, Scale scale,
                       ValueId (*insert)(NewLayer& where));
// The same, unless what follows needs the layer's range.
Result<ModelCase> InsertIfTolerated(const ModelCase& base, const Site& site, Rng& rng,
                                    ValueId (*insert)(NewLayer& where));

// A weight of `shape` for sums of `terms` products, in the type of the value.
ValueId NewWeight(NewLayer& where, std::string_view hint, const Shape& shape, int64_t terms);
// Numbers around `center`, at most `spread` away: scales, variances, biases.
ValueId NewVector(NewLayer& where, std::string_view hint, int64_t size, double center,
                  double spread);
// y[.., j] = sum x[.., i] w[i, j] + b[j] over the last axis, which has `from` elements.
ValueId InsertDense(NewLayer& where, ValueId input, int64_t from, int64_t to);
// A Slice at the model's opset.
ValueId InsertSlice(NewLayer& where, ValueId input, const std::vector<int64_t>& starts,
                    const std::vector<int64_t>& ends, const std::vector<int64_t>& axes);
// A Pad with zeros at the model's opset; amounts as in ONNX, all begins first.
ValueId InsertPad(NewLayer& where, ValueId input, const std::vector<int64_t>& pads);

// New weights have at most this many elements: a mutant must not outgrow its model.
inline constexpr int64_t kMaxNewWeight = int64_t{1} << 18;

}  // namespace assay::mutate
