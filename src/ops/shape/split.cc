// Split: cuts a tensor into consecutive parts along an axis.
//
// Spec:  ONNX opsets 1, 2 (attribute split), 11 (negative axis), 13 (input split), 18 (num_outputs:
// equal parts, the last may be
//        smaller). Before 18 a missing `split` means equal parts, which must come out even.
// Traps: parts may be empty; the sizes must add up to the axis.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

// What can be said without the value of `split`: the number of outputs is right and the ways to say
// it are not mixed.
Status CheckOutputs(const Call& call, bool has_split) {
  if (call.opset() < 18) return {};
  const int64_t count = call.AttrInt("num_outputs", 0);
  if (has_split == call.HasAttr("num_outputs")) return Invalid("needs either split or num_outputs");
  if (!has_split && count != static_cast<int64_t>(call.output_count()))
    return Invalid(
        StrCat("num_outputs is ", count, " but the node has ", call.output_count(), " outputs"));
  return {};
}

Result<std::vector<int64_t>> EqualParts(const Call& call, int64_t size) {
  const auto count = static_cast<int64_t>(call.output_count());
  if (count == 0) return Invalid("has no outputs");
  const int64_t part = size / count + (size % count != 0 ? 1 : 0);
  std::vector<int64_t> out(static_cast<size_t>(count), part);
  out.back() = size - part * (count - 1);
  if (out.back() < 0 || (call.opset() < 18 && out.back() != part))
    return Invalid(StrCat("size ", size, " does not divide into ", count, " parts"));
  return out;
}

Status CheckParts(const Call& call, const std::vector<int64_t>& parts, int64_t size) {
  __int128 total = 0;
  for (const int64_t part : parts) {
    if (part < 0) return Invalid(StrCat("split [", Join(parts, ","), "] has a negative size"));
    total += part;
  }
  if (parts.size() != call.output_count())
    return Invalid(
        StrCat("split has ", parts.size(), " entries for ", call.output_count(), " outputs"));
  if (size >= 0 && total != size)
    return Invalid(StrCat("split [", Join(parts, ","), "] does not add up to ", size));
  return {};
}

Result<Types> InferSplit(const InferCall& call) {
  const TensorType& data = call.input(0);
  const bool has_split = call.opset() < 13 ? call.HasAttr("split") : call.has_input(1);
  ASSAY_RETURN_IF_ERROR(CheckOutputs(call, has_split));
  if (!data.has_rank) return Types(call.output_count(), ValueType(TensorType(data.dtype)));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  const Dim whole = data.dims[static_cast<size_t>(axis)];
  auto parts = AttrOrConstant(call, "split", 1, 13);
  if (parts.has_value()) ASSAY_RETURN_IF_ERROR(CheckParts(call, *parts, whole.size));
  if (!has_split && whole.known()) {
    ASSAY_ASSIGN(parts, EqualParts(call, whole.size));
  }
  Types out;
  for (size_t i = 0; i < call.output_count(); ++i) {
    TensorType type = data;
    type.dims[static_cast<size_t>(axis)] =
        parts.has_value() ? Dim::Known((*parts)[i]) : Dim::Unknown();
    out.push_back(ValueType(type));
  }
  return out;
}

Result<Outputs> EvaluateSplit(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  const int64_t size = data.shape()[static_cast<size_t>(axis)];
  ASSAY_ASSIGN(auto parts, AttrOrInput(call, "split", 1, 13));
  ASSAY_RETURN_IF_ERROR(CheckOutputs(call, parts.has_value()));
  if (!parts.has_value()) {
    ASSAY_ASSIGN(parts, EqualParts(call, size));
  }
  ASSAY_RETURN_IF_ERROR(CheckParts(call, *parts, size));
  Outputs out;
  int64_t start = 0;
  for (const int64_t part : *parts) {
    out.emplace_back(TakePart(data, axis, start, part));
    start += part;
  }
  return out;
}

std::optional<Proposal> ProposeSplit(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  Rng& rng = call.rng;
  int64_t axis = rng.Int(0, call.rank(0) - 1);
  const int64_t size = call.shape(0)[static_cast<size_t>(axis)];
  Proposal out{.outputs = static_cast<int>(rng.Int(1, 3))};
  const bool even = size % out.outputs == 0;
  const bool equal =
      rng.Chance(0.4) &&
      // "The last chunk will be smaller": whether it may be empty is left open.
      (even || (call.opset >= 18 && (size / out.outputs + 1) * (out.outputs - 1) < size));
  std::vector<int64_t> parts;
  int64_t rest = size;
  for (int i = 1; i < out.outputs; ++i) {
    parts.push_back(rng.Int(0, rest));
    rest -= parts.back();
  }
  parts.push_back(rest);
  if (call.opset >= 11 && rng.Chance(0.3)) axis -= call.rank(0);
  out.attrs.Set("axis", axis);
  if (equal && call.opset >= 18) out.attrs.Set("num_outputs", int64_t{out.outputs});
  if (!equal && call.opset < 13) out.attrs.Set("split", parts);
  if (!equal && call.opset >= 13) out.constants = {Int64Vector(parts)};
  return out;
}

}  // namespace

OpDef SplitDef() {
  return {.name = "Split",
          .meaning = "cuts a tensor into parts along an axis",
          .infer = InferSplit,
          .evaluate = EvaluateSplit,
          .propose = ProposeSplit};
}

}  // namespace assay::ops
