#include "mutate/study/window_parameters.h"

#include <algorithm>

#include "mutate/edit.h"
#include "mutate/study/splice.h"
#include "ops/op.h"

namespace assay::mutate {
namespace window_parameters {
namespace {

constexpr int64_t kMostStride = 3;
constexpr int64_t kMostDilation = 3;
constexpr int64_t kMostKernel = 5;

bool IsPool(const Node& node) { return node.op.ends_with("Pool"); }

// Spatial axes, or 0 when the rank is not known or too small.
size_t SpatialRank(const ParameterCall& call) {
  const int rank = call.model.graph.type(call.node.inputs[0]).tensor.rank();
  return rank < 3 ? 0 : static_cast<size_t>(rank - 2);
}

std::vector<int64_t> List(const Node& node, std::string_view name, size_t size, int64_t otherwise) {
  const auto* set = node.attrs.Get<std::vector<int64_t>>(name);
  return set != nullptr && set->size() == size ? *set : std::vector<int64_t>(size, otherwise);
}

// The kernel's sizes, from the attribute or the weights.
std::vector<int64_t> Kernel(const Graph& graph, const Node& node, size_t rank) {
  std::vector<int64_t> kernel = List(node, "kernel_shape", rank, 0);
  if (IsPool(node) || node.inputs.size() < 2) return kernel;
  const auto weights = StaticShape(graph, node.inputs[1]);
  if (weights.has_value() && weights->size() == rank + 2)
    for (size_t i = 0; i < rank; ++i) kernel[i] = (*weights)[i + 2];
  return kernel;
}

std::string AutoPad(const Node& node) {
  const std::string* set = node.attrs.Get<std::string>("auto_pad");
  return set == nullptr || set->empty() ? "NOTSET" : *set;
}

// Another number in [lo, hi] at a random place of the list.
bool ChangeOne(const ParameterCall& call, std::string_view name, std::vector<int64_t> list,
               int64_t lo, const std::vector<int64_t>& hi) {
  if (list.empty()) return false;
  const auto i = static_cast<size_t>(call.rng.Int(0, static_cast<int64_t>(list.size()) - 1));
  if (hi[i] <= lo) return false;
  int64_t value = call.rng.Int(lo, hi[i] - 1);
  if (value >= list[i]) ++value;
  list[i] = std::min(value, hi[i]);
  call.node.attrs.Set(name, list);
  return true;
}

bool ChangeStrides(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  return ChangeOne(call, name, List(call.node, name, rank, 1), 1,
                   std::vector<int64_t>(rank, kMostStride));
}

// "SAME" with dilation is where frameworks differ on what is defined; VALID and explicit pads do.
bool ChangeDilations(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  if (AutoPad(call.node).starts_with("SAME")) return false;
  return ChangeOne(call, name, List(call.node, name, rank, 1), 1,
                   std::vector<int64_t>(rank, kMostDilation));
}

// Less than the kernel on either side.
bool ChangePads(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  std::vector<int64_t> limits;
  for (const int64_t k : Kernel(call.model.graph, call.node, rank)) limits.push_back(k - 1);
  limits.insert(limits.end(), limits.begin(), limits.end());
  if (!ChangeOne(call, name, List(call.node, name, 2 * rank, 0), 0, limits)) return false;
  call.node.attrs.Erase("auto_pad");
  return true;
}

bool ChangeAutoPad(const ParameterCall& call, std::string_view name) {
  const auto dilations = List(call.node, "dilations", SpatialRank(call), 1);
  const bool dilated =
      std::any_of(dilations.begin(), dilations.end(), [](int64_t d) { return d > 1; });
  std::vector<std::string> others;
  for (const std::string_view kind : {"SAME_UPPER", "SAME_LOWER", "VALID"})
    if (AutoPad(call.node) != kind && (!dilated || kind == "VALID")) others.emplace_back(kind);
  if (others.empty()) return false;
  call.node.attrs.Set(name, call.rng.Pick(std::span<const std::string>(others)));
  call.node.attrs.Erase("pads");
  call.node.attrs.Erase("ceil_mode");
  return true;
}

bool ChangeCeilMode(const ParameterCall& call, std::string_view name) {
  if (AutoPad(call.node) != "NOTSET") return false;
  const int64_t* set = call.node.attrs.Get<int64_t>(name);
  call.node.attrs.Set(name, int64_t{set == nullptr || *set == 0 ? 1 : 0});
  return true;
}

bool ChangePoolKernel(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  if (!ChangeOne(call, name, Kernel(call.model.graph, call.node, rank), 1,
                 std::vector<int64_t>(rank, kMostKernel)))
    return false;
  const auto kernel = List(call.node, name, rank, 1), pads = List(call.node, "pads", 2 * rank, 0);
  for (size_t i = 0; i < rank; ++i)
    if (std::max(pads[i], pads[rank + i]) >= kernel[i]) return false;
  return true;
}

// Weights of another shape of the same rank; the old ones repeat along each axis.
ValueId Reweigh(const ParameterCall& call, const Shape& shape) {
  const Tensor& old = *call.graph.initializer(call.node.inputs[1]);
  std::vector<std::byte> bytes(static_cast<size_t>(ElementCount(shape)) *
                               StorageBytes(old.dtype()));
  const Shape strides = Strides(old.shape());
  int64_t to = 0;
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next(), ++to) {
    int64_t from = 0;
    for (size_t i = 0; i < shape.size(); ++i) from += it.index()[i] % old.shape()[i] * strides[i];
    StoreReal(old.dtype(), bytes.data(), to, old.RealAt(from));
  }
  return AddConstant(call.graph, call.graph.name_of(call.node.inputs[1]),
                     Tensor(old.dtype(), shape, std::move(bytes)));
}

// Weights that are rewritten have at most this many elements.
constexpr int64_t kMaxRewritten = int64_t{1} << 22;

// New weights are made out of the old ones, so those must be there and not too large to copy.
const Tensor* Weights(const ParameterCall& call) {
  const Tensor* weights =
      call.node.inputs.size() < 2 ? nullptr : call.graph.initializer(call.node.inputs[1]);
  return weights == nullptr || weights->count() == 0 || weights->count() > kMaxRewritten ? nullptr
                                                                                         : weights;
}

bool ChangeConvKernel(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  const Tensor* weights = Weights(call);
  if (weights == nullptr || weights->shape().size() != rank + 2) return false;
  if (!ChangeOne(call, name, Kernel(call.model.graph, call.node, rank), 1,
                 std::vector<int64_t>(rank, kMostKernel)))
    return false;
  Shape shape = weights->shape();
  const auto kernel = List(call.node, name, rank, 1);
  for (size_t i = 0; i < rank; ++i) shape[i + 2] = kernel[i];
  call.node.inputs[1] = Reweigh(call, shape);
  return true;
}

// Conv: W is [out, in / group, …], so the weights change with the groups.
bool ChangeConvGroup(const ParameterCall& call, std::string_view name) {
  const Tensor* weights = Weights(call);
  const auto x = StaticShape(call.model.graph, call.node.inputs[0]);
  if (weights == nullptr || !x.has_value() || x->size() < 3) return false;
  const int64_t in = (*x)[1], out = weights->shape()[0];
  const int64_t* set = call.node.attrs.Get<int64_t>(name);
  const int64_t now = set == nullptr ? 1 : *set;
  std::vector<int64_t> others;
  for (int64_t g = 1; g <= std::min(in, out); ++g)
    if (in % g == 0 && out % g == 0 && g != now) others.push_back(g);
  if (others.empty()) return false;
  const int64_t group = call.rng.Pick(std::span<const int64_t>(others));
  Shape shape = weights->shape();
  shape[1] = in / group;
  if (ElementCount(shape) > kMaxRewritten) return false;
  call.node.attrs.Set(name, group);
  call.node.inputs[1] = Reweigh(call, shape);
  return true;
}

// Less than the stride, as the specification wants it.
bool ChangeOutputPadding(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  std::vector<int64_t> limits;
  for (const int64_t s : List(call.node, "strides", rank, 1)) limits.push_back(s - 1);
  if (AutoPad(call.node) != "NOTSET" || call.node.attrs.Has("output_shape")) return false;
  return ChangeOne(call, name, List(call.node, name, rank, 0), 0, limits);
}

// A transposed convolution that states its output or pads by itself leaves too much open.
bool IsPlainTranspose(const Node& node) {
  return !node.attrs.Has("output_shape") && AutoPad(node) == "NOTSET";
}
bool ChangeTransposeStrides(const ParameterCall& call, std::string_view name) {
  const size_t rank = SpatialRank(call);
  if (!IsPlainTranspose(call.node) || !ChangeStrides(call, name)) return false;
  const auto strides = List(call.node, name, rank, 1);
  const auto extra = List(call.node, "output_padding", rank, 0);
  for (size_t i = 0; i < rank; ++i)
    if (extra[i] >= strides[i] && extra[i] > 0) return false;
  return true;
}
bool ChangeTransposePads(const ParameterCall& call, std::string_view name) {
  return IsPlainTranspose(call.node) && ChangePads(call, name);
}
bool ChangeTransposeDilations(const ParameterCall& call, std::string_view name) {
  return IsPlainTranspose(call.node) && ChangeDilations(call, name);
}

constexpr Parameter kWindows[] = {
    {"Conv", "strides", false, ChangeStrides},
    {"Conv", "pads", false, ChangePads},
    {"Conv", "dilations", false, ChangeDilations},
    {"Conv", "auto_pad", false, ChangeAutoPad},
    {"Conv", "kernel_shape", false, ChangeConvKernel},
    {"Conv", "group", false, ChangeConvGroup},
    {"ConvTranspose", "strides", false, ChangeTransposeStrides},
    {"ConvTranspose", "pads", false, ChangeTransposePads},
    {"ConvTranspose", "dilations", false, ChangeTransposeDilations},
    {"ConvTranspose", "output_padding", false, ChangeOutputPadding},
    {"MaxPool", "strides", false, ChangeStrides},
    {"MaxPool", "pads", false, ChangePads},
    {"MaxPool", "dilations", false, ChangeDilations},
    {"MaxPool", "auto_pad", false, ChangeAutoPad},
    {"MaxPool", "kernel_shape", false, ChangePoolKernel},
    {"MaxPool", "ceil_mode", false, ChangeCeilMode},
    {"AveragePool", "strides", false, ChangeStrides},
    {"AveragePool", "pads", false, ChangePads},
    {"AveragePool", "dilations", false, ChangeDilations},
    {"AveragePool", "auto_pad", false, ChangeAutoPad},
    {"AveragePool", "kernel_shape", false, ChangePoolKernel},
    {"AveragePool", "ceil_mode", false, ChangeCeilMode},
    {"LpPool", "strides", false, ChangeStrides},
    {"LpPool", "pads", false, ChangePads},
    {"LpPool", "kernel_shape", false, ChangePoolKernel},
};

}  // namespace
}  // namespace window_parameters

std::span<const Parameter> WindowParameters() { return window_parameters::kWindows; }

}  // namespace assay::mutate
