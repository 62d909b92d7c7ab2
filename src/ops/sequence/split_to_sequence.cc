// SplitToSequence: cuts a tensor along an axis into a sequence of parts.
//
// Spec:  ONNX opsets 11, 24. `split` is left out (parts of size 1, whose axis keepdims = 0
// removes), a scalar (parts of that size,
//        the last may be smaller) or a list of sizes.
// Traps: keepdims is ignored when `split` is given.
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

// A guard against a sequence with more parts than anybody can hold.
constexpr int64_t kMaxParts = 1 << 20;

Result<std::vector<int64_t>> PartsOf(const std::vector<int64_t>& split, bool scalar, int64_t size) {
  if (!scalar) {
    __int128 total = 0;
    for (const int64_t part : split) {
      if (part < 0) return Invalid(StrCat("split [", Join(split, ","), "] has a negative size"));
      total += part;
    }
    if (total != size)
      return Invalid(StrCat("split [", Join(split, ","), "] does not add up to ", size));
    return split;
  }
  if (split.size() != 1 || split[0] <= 0)
    return Invalid(StrCat("split [", Join(split, ","), "] is not a positive number"));
  if (size / split[0] > kMaxParts)
    return Unsupported(StrCat("a sequence of ", size / split[0], " parts is too long to evaluate"));
  std::vector<int64_t> out;
  for (int64_t start = 0; start < size; start += out.back())
    out.push_back(std::min(split[0], size - start));
  return out;
}

Result<Types> InferSplitToSequence(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (!data.has_rank) return Types{ValueType::SequenceOf(ValueType(TensorType(data.dtype)))};
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  TensorType element = data;
  Dim& part = element.dims[static_cast<size_t>(axis)];
  const Dim whole = part;
  part = Dim::Unknown();
  const auto split = call.ConstantInts(1);
  if (!call.has_input(1)) {
    part = Dim::Known(1);
    if (call.AttrInt("keepdims", 1) == 0) element.dims.erase(static_cast<size_t>(axis));
  } else if (split.has_value() && whole.known() && call.input(1).has_rank) {
    ASSAY_ASSIGN(const std::vector<int64_t> parts,
                 PartsOf(*split, call.input(1).rank() == 0, whole.size));
    const bool equal = !parts.empty() && std::all_of(parts.begin(), parts.end(),
                                                     [&](int64_t p) { return p == parts[0]; });
    if (equal) part = Dim::Known(parts[0]);
  }
  return Types{ValueType::SequenceOf(ValueType(element))};
}

Result<Outputs> EvaluateSplitToSequence(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", 0), data.rank()));
  std::vector<int64_t> split = {1};
  if (call.has_input(1)) {
    ASSAY_ASSIGN(split, call.Ints(1));
  }
  ASSAY_ASSIGN(const std::vector<int64_t> parts,
               PartsOf(split, !call.has_input(1) || call.tensor(1).rank() == 0,
                       data.shape()[static_cast<size_t>(axis)]));
  const bool drop = !call.has_input(1) && call.AttrInt("keepdims", 1) == 0;
  std::vector<Known> items;
  int64_t start = 0;
  for (const int64_t size : parts) {
    const Bounded part = TakePart(data, axis, start, size);
    items.emplace_back(drop ? part.Reshaped(WithoutAxis(part.shape(), axis)) : part);
    start += size;
  }
  Outputs out;
  out.push_back(Known::Sequence(std::move(items)));
  return out;
}

}  // namespace

OpDef SplitToSequenceDef() {
  return {.name = "SplitToSequence",
          .meaning = "cuts a tensor into a sequence",
          .infer = InferSplitToSequence,
          .evaluate = EvaluateSplitToSequence};
}

}  // namespace assay::ops
