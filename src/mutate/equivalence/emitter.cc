#include "mutate/equivalence/emitter.h"

#include <algorithm>
#include <numeric>

#include "base/strings.h"

namespace assay::mutate {
namespace emitter {
namespace {

// The opsets from which parameters are inputs instead of attributes.
constexpr int kSliceInputs = 10;
constexpr int kPadInputs = 11;
constexpr int kAxesInputs = 13;  // Squeeze, Unsqueeze, Split, ReduceSum
constexpr int kReduceInputs = 18;
constexpr int kReshapeAllowsZero = 14;

}  // namespace
}  // namespace emitter

ValueId Emitter::Op(std::string_view op, std::vector<ValueId> inputs, Attrs attrs) {
  return Emit(graph(), at_, op, std::move(inputs), std::move(attrs), role_);
}

std::vector<ValueId> Emitter::Ops(std::string_view op, std::vector<ValueId> inputs, size_t outputs,
                                  Attrs attrs) {
  const ValueId first = Op(op, std::move(inputs), std::move(attrs));
  Node node = graph().node(at_ - 1);
  while (node.outputs.size() < outputs)
    node.outputs.push_back(graph().AddValue(UnusedName(graph(), StrCat(op, "_out"))));
  const std::vector<ValueId> out(node.outputs.begin(), node.outputs.end());
  ASSAY_CHECK(out[0] == first);
  graph().SetNode(at_ - 1, std::move(node));
  return out;
}

ValueId Emitter::Ints(std::string_view hint, const std::vector<int64_t>& values) {
  return AddInts(graph(), hint, values);
}

ValueId Emitter::Scalar(DType dtype, double value) {
  if (IsFloat(dtype)) return AddScalar(graph(), "value", dtype, value);
  const auto integer = static_cast<int64_t>(value);
  return AddConstant(graph(), "value", MakeIntTensor(dtype, {}, std::span(&integer, 1)));
}

ValueId Emitter::Cast(ValueId x, DType to) {
  return Op("Cast", {x}, {{"to", static_cast<int64_t>(to)}});
}

ValueId Emitter::Transpose(ValueId x, const std::vector<int64_t>& order) {
  return Op("Transpose", {x}, {{"perm", order}});
}

ValueId Emitter::Reshape(ValueId x, const std::vector<int64_t>& sizes) {
  Attrs attrs;
  if (opset() >= emitter::kReshapeAllowsZero &&
      std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    attrs.Set("allowzero", int64_t{1});
  return Op("Reshape", {x, Ints("shape", sizes)}, std::move(attrs));
}

ValueId Emitter::Unsqueeze(ValueId x, const std::vector<int64_t>& axes) {
  if (opset() < emitter::kAxesInputs) return Op("Unsqueeze", {x}, {{"axes", axes}});
  return Op("Unsqueeze", {x, Ints("axes", axes)});
}

ValueId Emitter::Squeeze(ValueId x, const std::vector<int64_t>& axes) {
  if (opset() < emitter::kAxesInputs) return Op("Squeeze", {x}, {{"axes", axes}});
  return Op("Squeeze", {x, Ints("axes", axes)});
}

ValueId Emitter::Slice(ValueId x, int64_t axis, int64_t start, int64_t end) {
  const std::vector<int64_t> starts = {start}, ends = {end}, axes = {axis};
  if (opset() < emitter::kSliceInputs)
    return Op("Slice", {x}, {{"starts", starts}, {"ends", ends}, {"axes", axes}});
  return Op("Slice", {x, Ints("starts", starts), Ints("ends", ends), Ints("axes", axes)});
}

std::vector<ValueId> Emitter::Split(ValueId x, int64_t axis, const std::vector<int64_t>& sizes) {
  if (opset() < emitter::kAxesInputs)
    return Ops("Split", {x}, sizes.size(), {{"axis", axis}, {"split", sizes}});
  return Ops("Split", {x, Ints("split", sizes)}, sizes.size(), {{"axis", axis}});
}

ValueId Emitter::Concat(std::vector<ValueId> parts, int64_t axis) {
  return Op("Concat", std::move(parts), {{"axis", axis}});
}

ValueId Emitter::Pad(ValueId x, const std::vector<int64_t>& pads, std::string_view mode) {
  const Attrs attrs = {{"mode", std::string(mode)}};
  if (opset() >= emitter::kPadInputs) return Op("Pad", {x, Ints("pads", pads)}, attrs);
  Attrs old = attrs;
  old.Set("pads", pads);
  return Op("Pad", {x}, std::move(old));
}

ValueId Emitter::Reduce(std::string_view op, ValueId x, const std::vector<int64_t>& axes,
                        bool keepdims) {
  Attrs attrs = {{"keepdims", int64_t{keepdims}}};
  const bool as_input =
      opset() >= (op == "ReduceSum" ? emitter::kAxesInputs : emitter::kReduceInputs);
  if (as_input) return Op(op, {x, Ints("axes", axes)}, std::move(attrs));
  attrs.Set("axes", axes);
  return Op(op, {x}, std::move(attrs));
}

std::vector<int64_t> SwapLastTwo(int rank) {
  std::vector<int64_t> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return order;
}

}  // namespace assay::mutate
