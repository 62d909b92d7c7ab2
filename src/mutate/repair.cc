#include "mutate/repair.h"

#include <algorithm>

#include "mutate/edit.h"
#include "mutate/weights.h"
#include "ops/infer.h"

namespace assay::mutate {
namespace {

// Resize takes the wanted sizes from this opset on.
constexpr int kResizeSizes = 11;

bool SameSpatial(const Shape& a, const Shape& b) {
  return std::equal(a.begin() + 2, a.end(), b.begin() + 2, b.end());
}

// Pooling that takes every axis to the wanted size exactly.
bool PoolTo(Writer& writer, ValueId& value, const Shape& from, const Shape& to, Rng& rng) {
  std::vector<int64_t> kernel;
  for (size_t i = 2; i < from.size(); ++i) {
    if (to[i] < 1 || from[i] % to[i] != 0) return false;
    kernel.push_back(from[i] / to[i]);
  }
  value = writer.Op(rng.Chance(0.5) ? "MaxPool" : "AveragePool", {value},
                    {{"kernel_shape", kernel}, {"strides", kernel}});
  return true;
}

void ResizeTo(Writer& writer, Model& model, ValueId& value, const Shape& from, const Shape& to) {
  if (writer.opset() < kResizeSizes || !Supports(model, "Resize", writer.dtype(value)) ||
      std::find(to.begin() + 2, to.end(), 0) != to.end())
    return;
  Shape sizes = to;
  sizes[0] = from[0];
  sizes[1] = from[1];
  // `roi` and `scales` may only be left out from opset 13 on; before, empty tensors stand for them.
  const bool may_omit = writer.opset() >= 13;
  const ValueId roi =
      may_omit ? kAbsent : writer.Constant("roi", Tensor(DType::kFloat32, Shape{0}));
  const ValueId scales =
      may_omit ? kAbsent : writer.Constant("scales", Tensor(DType::kFloat32, Shape{0}));
  value =
      writer.Op("Resize", {value, roi, scales, writer.Ints("sizes", {sizes.begin(), sizes.end()})},
                {{"coordinate_transformation_mode", std::string("asymmetric")},
                 {"mode", std::string("nearest")},
                 {"nearest_mode", std::string("floor")}});
}

}  // namespace

ValueId Project(Writer& writer, ValueId x, int64_t features, Rng& rng) {
  const Shape shape = writer.shape(x);
  if (shape.size() == 2) {
    Tensor weights = RandomWeights(rng, writer.dtype(x), {shape[1], features}, shape[1]);
    return writer.Op("MatMul", {x, writer.Constant("projection", std::move(weights))});
  }
  Shape kernel = {features, shape[1]};
  for (size_t i = 2; i < shape.size(); ++i) kernel.push_back(1);
  Tensor weights = RandomWeights(rng, writer.dtype(x), kernel, shape[1]);
  return writer.Op("Conv", {x, writer.Constant("projection", std::move(weights))},
                   {{"kernel_shape", std::vector<int64_t>(shape.size() - 2, 1)}});
}

ValueId RepairShape(Writer& writer, Model& model, ValueId value, const Shape& wanted, Rng& rng) {
  Shape from = writer.shape(value);
  const bool image =
      from.size() >= 3 && from.size() <= 5 && from.size() == wanted.size() && from[0] == wanted[0];
  if (image && !SameSpatial(from, wanted) && !PoolTo(writer, value, from, wanted, rng))
    ResizeTo(writer, model, value, from, wanted);
  from = writer.shape(value);
  if (image && from[1] != wanted[1] && Supports(model, "Conv", writer.dtype(value)))
    value = Project(writer, value, wanted[1], rng);
  from = writer.shape(value);
  return writer.Fit(value, wanted);
}

bool StandsAsItIs(const Model& model) {
  Model copy = model;
  ForgetTypes(copy.graph);
  if (!ops::InferTypes(copy).ok()) return false;
  for (const NodePtr& node : copy.graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent && copy.graph.type(id).is_tensor() && !StaticShape(copy.graph, id))
        return false;
  return true;
}

}  // namespace assay::mutate
