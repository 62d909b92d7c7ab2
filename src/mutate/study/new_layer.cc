#include "mutate/study/new_layer.h"

#include <cmath>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace new_layer {
namespace {

constexpr int kDropoutTakesRatio = 12;  // opset from which Dropout's ratio is an input
constexpr int kPadTakesInputs = 11;
constexpr int kSliceTakesInputs = 10;
constexpr int kWindow = 3;          // LEMON's kernel size
constexpr int64_t kLeastImage = 3;  // and its condition on the sizes of images

bool KnownAxis(const TensorType& type, int axis) {
  return axis < type.rank() && type.dims[static_cast<size_t>(axis)].size > 0;
}

// [batch, channels, one to three spatial axes], channels known.
bool IsImage(const TensorType& type) {
  return type.rank() >= 3 && type.rank() <= 5 && KnownAxis(type, 1);
}

bool IsLargeImage(const TensorType& type) {
  if (!IsImage(type)) return false;
  for (int axis = 2; axis < type.rank(); ++axis)
    if (type.dims[static_cast<size_t>(axis)].size < kLeastImage) return false;
  return true;
}

size_t SpatialRank(const NewLayer& where) { return static_cast<size_t>(where.rank() - 2); }
std::vector<int64_t> Spatial(const NewLayer& where, int64_t value) {
  return std::vector<int64_t>(SpatialRank(where), value);
}
int64_t WindowSize(const TensorType& type) {
  int64_t size = 1;
  for (int axis = 2; axis < type.rank(); ++axis) size *= kWindow;
  return size;
}

// --- convolutions ---

ValueId InsertConvolution(NewLayer& where, std::string_view op, int64_t kernel, int64_t group) {
  const int64_t channels = where.size(1);
  Shape shape = {channels, channels / group};
  int64_t terms = channels / group;
  for (size_t i = 0; i < SpatialRank(where); ++i) {
    shape.push_back(kernel);
    terms *= kernel;
  }
  std::vector<ValueId> inputs = {where.value, NewWeight(where, "conv_weight", shape, terms)};
  if (where.rng.Chance(0.5)) inputs.push_back(NewVector(where, "conv_bias", channels, 0, 0.1));
  std::vector<int64_t> pads(2 * SpatialRank(where), (kernel - 1) / 2);
  return Emit(where.graph, where.at, op, std::move(inputs),
              {{"kernel_shape", Spatial(where, kernel)}, {"pads", pads}, {"group", group}},
              where.role);
}

bool PointConvFits(const Model& model, const TensorType& type) {
  return IsImage(type) && Admits(model, "Conv", type.dtype) &&
         type.dims[1].size * type.dims[1].size <= kMaxNewWeight;
}
ValueId InsertPointConv(NewLayer& where) { return InsertConvolution(where, "Conv", 1, 1); }

bool ConvFits(const Model& model, const TensorType& type) {
  return IsLargeImage(type) && PointConvFits(model, type) &&
         type.dims[1].size * type.dims[1].size * WindowSize(type) <= kMaxNewWeight;
}
ValueId InsertConv(NewLayer& where) { return InsertConvolution(where, "Conv", kWindow, 1); }

bool DepthwiseFits(const Model& model, const TensorType& type) {
  return IsLargeImage(type) && Admits(model, "Conv", type.dtype) &&
         type.dims[1].size * WindowSize(type) <= kMaxNewWeight;
}
ValueId InsertDepthwise(NewLayer& where) {
  return InsertConvolution(where, "Conv", kWindow, where.size(1));
}

bool ConvTransposeFits(const Model& model, const TensorType& type) {
  return ConvFits(model, type) && Admits(model, "ConvTranspose", type.dtype);
}
ValueId InsertConvTranspose(NewLayer& where) {
  return InsertConvolution(where, "ConvTranspose", kWindow, 1);
}

// --- pooling ---

ValueId InsertPool(NewLayer& where, std::string_view op) {
  return Emit(where.graph, where.at, op, {where.value},
              {{"kernel_shape", Spatial(where, kWindow)},
               {"strides", Spatial(where, 1)},
               {"pads", std::vector<int64_t>(2 * SpatialRank(where), 1)}},
              where.role);
}
bool MaxPoolFits(const Model& model, const TensorType& type) {
  return IsLargeImage(type) && Admits(model, "MaxPool", type.dtype);
}
ValueId InsertMaxPool(NewLayer& where) { return InsertPool(where, "MaxPool"); }
bool AveragePoolFits(const Model& model, const TensorType& type) {
  return IsLargeImage(type) && Admits(model, "AveragePool", type.dtype);
}
ValueId InsertAveragePool(NewLayer& where) { return InsertPool(where, "AveragePool"); }

// --- normalisation ---

bool BatchNormFits(const Model& model, const TensorType& type) {
  return type.rank() >= 2 && KnownAxis(type, 1) && Admits(model, "BatchNormalization", type.dtype);
}
ValueId InsertBatchNorm(NewLayer& where) {
  const int64_t channels = where.size(1);
  return Emit(
      where.graph, where.at, "BatchNormalization",
      {where.value, NewVector(where, "bn_scale", channels, 1, 0.5),
       NewVector(where, "bn_bias", channels, 0, 0.2), NewVector(where, "bn_mean", channels, 0, 0.2),
       NewVector(where, "bn_var", channels, 1, 0.5)},
      {}, where.role);
}

bool InstanceNormFits(const Model& model, const TensorType& type) {
  return IsLargeImage(type) && Admits(model, "InstanceNormalization", type.dtype);
}
ValueId InsertInstanceNorm(NewLayer& where) {
  const int64_t channels = where.size(1);
  return Emit(where.graph, where.at, "InstanceNormalization",
              {where.value, NewVector(where, "in_scale", channels, 1, 0.5),
               NewVector(where, "in_bias", channels, 0, 0.2)},
              {}, where.role);
}

// One element per row would be normalised to nothing but its rounding.
bool LayerNormFits(const Model& model, const TensorType& type) {
  return type.rank() >= 2 && type.dims[static_cast<size_t>(type.rank() - 1)].size >= 2 &&
         Admits(model, "LayerNormalization", type.dtype);
}
ValueId InsertLayerNorm(NewLayer& where) {
  const int64_t size = where.size(where.rank() - 1);
  return Emit(where.graph, where.at, "LayerNormalization",
              {where.value, NewVector(where, "ln_scale", size, 1, 0.5),
               NewVector(where, "ln_bias", size, 0, 0.2)},
              {{"axis", int64_t{-1}}}, where.role);
}

// --- dense layers and the rest ---

bool DenseFits(const Model& model, const TensorType& type) {
  const int64_t size = type.rank() >= 2 ? type.dims[static_cast<size_t>(type.rank() - 1)].size : 0;
  return size > 0 && size * size <= kMaxNewWeight && Admits(model, "MatMul", type.dtype) &&
         Admits(model, "Add", type.dtype);
}
ValueId InsertSquareDense(NewLayer& where) {
  const int64_t size = where.size(where.rank() - 1);
  return InsertDense(where, where.value, size, size);
}

bool GemmFits(const Model& model, const TensorType& type) {
  return type.rank() == 2 && DenseFits(model, type) && Admits(model, "Gemm", type.dtype);
}
ValueId InsertGemm(NewLayer& where) {
  const int64_t size = where.size(1);
  const auto transposed = static_cast<int64_t>(where.rng.Chance(0.5));
  return Emit(where.graph, where.at, "Gemm",
              {where.value, NewWeight(where, "gemm_weight", {size, size}, size),
               NewVector(where, "gemm_bias", size, 0, 0.1)},
              {{"transB", transposed}}, where.role);
}

bool DropoutFits(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && Admits(model, "Dropout", type.dtype);
}
ValueId InsertDropout(NewLayer& where) {
  constexpr float kRatio = 0.25F;  // without effect in inference
  if (OpsetOf(where.model) < kDropoutTakesRatio)
    return Emit(where.graph, where.at, "Dropout", {where.value}, {{"ratio", kRatio}}, where.role);
  return Emit(where.graph, where.at, "Dropout",
              {where.value, AddScalar(where.graph, "ratio", DType::kFloat32, kRatio)}, {},
              where.role);
}

bool PadSliceFits(const Model& model, const TensorType& type) {
  return type.rank() >= 1 && KnownAxis(type, type.rank() - 1) && Admits(model, "Pad", type.dtype) &&
         Admits(model, "Slice", type.dtype);
}
ValueId InsertPadSlice(NewLayer& where) {
  const int axis = where.rank() - 1;
  const int64_t front = where.rng.Int(1, 2), size = where.size(axis);
  std::vector<int64_t> pads(2 * static_cast<size_t>(where.rank()), 0);
  pads[static_cast<size_t>(axis)] = front;
  pads.back() = where.rng.Int(0, 2);
  const ValueId padded = InsertPad(where, where.value, pads);
  return InsertSlice(where, padded, {front}, {front + size}, {axis});
}

}  // namespace
}  // namespace new_layer

ValueId NewWeight(NewLayer& where, std::string_view hint, const Shape& shape, int64_t terms) {
  const double deviation =
      where.scale == Scale::kUnit ? 1 : 1 / std::sqrt(static_cast<double>(terms));
  std::vector<double> values(static_cast<size_t>(ElementCount(shape)));
  for (double& value : values) value = where.rng.Normal() * deviation;
  return AddConstant(where.graph, hint, MakeTensor(where.type.dtype, shape, values));
}

ValueId NewVector(NewLayer& where, std::string_view hint, int64_t size, double center,
                  double spread) {
  std::vector<double> values(static_cast<size_t>(size));
  for (double& value : values) value = where.rng.Real(center - spread, center + spread);
  return AddConstant(where.graph, hint, MakeTensor(where.type.dtype, {size}, values));
}

ValueId InsertDense(NewLayer& where, ValueId input, int64_t from, int64_t to) {
  const ValueId product =
      Emit(where.graph, where.at, "MatMul",
           {input, NewWeight(where, "dense_weight", {from, to}, from)}, {}, where.role);
  return Emit(where.graph, where.at, "Add", {product, NewVector(where, "dense_bias", to, 0, 0.1)},
              {}, where.role);
}

ValueId InsertSlice(NewLayer& where, ValueId input, const std::vector<int64_t>& starts,
                    const std::vector<int64_t>& ends, const std::vector<int64_t>& axes) {
  Graph& graph = where.graph;
  if (OpsetOf(where.model) < new_layer::kSliceTakesInputs)
    return Emit(graph, where.at, "Slice", {input},
                {{"starts", starts}, {"ends", ends}, {"axes", axes}}, where.role);
  return Emit(graph, where.at, "Slice",
              {input, AddInts(graph, "starts", starts), AddInts(graph, "ends", ends),
               AddInts(graph, "axes", axes)},
              {}, where.role);
}

ValueId InsertPad(NewLayer& where, ValueId input, const std::vector<int64_t>& pads) {
  Graph& graph = where.graph;
  if (OpsetOf(where.model) < new_layer::kPadTakesInputs)
    return Emit(graph, where.at, "Pad", {input}, {{"pads", pads}}, where.role);
  return Emit(graph, where.at, "Pad", {input, AddInts(graph, "pads", pads)}, {}, where.role);
}

std::span<const LayerKind> LayerKinds() {
  static constexpr LayerKind kKinds[] = {
      {"conv-1", new_layer::PointConvFits, new_layer::InsertPointConv},
      {"conv-3", new_layer::ConvFits, new_layer::InsertConv},
      {"depthwise-conv-3", new_layer::DepthwiseFits, new_layer::InsertDepthwise},
      {"conv-transpose-3", new_layer::ConvTransposeFits, new_layer::InsertConvTranspose},
      {"max-pool", new_layer::MaxPoolFits, new_layer::InsertMaxPool},
      {"average-pool", new_layer::AveragePoolFits, new_layer::InsertAveragePool},
      {"batch-normalization", new_layer::BatchNormFits, new_layer::InsertBatchNorm},
      {"instance-normalization", new_layer::InstanceNormFits, new_layer::InsertInstanceNorm},
      {"layer-normalization", new_layer::LayerNormFits, new_layer::InsertLayerNorm},
      {"dense", new_layer::DenseFits, new_layer::InsertSquareDense},
      {"gemm", new_layer::GemmFits, new_layer::InsertGemm},
      {"dropout", new_layer::DropoutFits, new_layer::InsertDropout},
      {"pad-slice", new_layer::PadSliceFits, new_layer::InsertPadSlice},
  };
  return kKinds;
}

ModelCase InsertBehind(const ModelCase& base, const Site& site, Rng& rng, Scale scale,
                       ValueId (*insert)(NewLayer& where)) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const std::string_view role = RolePrefix(graph, site.node);
  const TensorType type = graph.type(site.value).tensor;
  const ValueId before = Detach(graph, site.node);
  size_t at = site.node + 1;
  NewLayer where{base.model, graph, at, before, type, rng, role, scale};
  const ValueId made = insert(where);
  Attach(graph, at, made, site.value);
  return out;
}

Result<ModelCase> InsertIfTolerated(const ModelCase& base, const Site& site, Rng& rng,
                                    ValueId (*insert)(NewLayer& where)) {
  if (!ToleratesChange(base.model.graph, site.value))
    return Reject("what follows needs this layer's range");
  return InsertBehind(base, site, rng, Scale::kKeep, insert);
}

}  // namespace assay::mutate
