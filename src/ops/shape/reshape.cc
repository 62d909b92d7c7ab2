// Reshape: the same elements under another shape.
//
// Spec:  ONNX opsets 1 (attribute), 5 (input), 13, 14 (allowzero), 19 …. At most one size may be -1
// and follows from the others;
//        0 keeps the input's size at that position, unless allowzero is set.
// Traps: -1 beside a size of 0 has no unique answer; an empty shape makes a scalar.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

// Wanted sizes with 0 replaced by the input's size; -1 stays. Unknown input sizes are taken over as
// they are.
Result<Dims> CopyZeros(const Call& call, std::span<const int64_t> wanted, const Dims& data) {
  const bool allow_zero = call.AttrInt("allowzero", 0) != 0;
  Dims out;
  int inferred = 0;
  bool zero = false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] < -1)
      return Invalid(StrCat("the shape [", Join(wanted, ","), "] has a size below -1"));
    inferred += wanted[i] == -1 ? 1 : 0;
    zero = zero || wanted[i] == 0;
    if (wanted[i] == 0 && !allow_zero) {
      if (i >= data.size())
        return Invalid(
            StrCat("size 0 at position ", i, " has no counterpart in rank ", data.size()));
      out.push_back(data[i]);
    } else {
      out.push_back(wanted[i] == -1 ? Dim::Unknown() : Dim::Known(wanted[i]));
    }
  }
  if (inferred > 1)
    return Invalid(StrCat("the shape [", Join(wanted, ","), "] has more than one -1"));
  if (inferred == 1 && zero && allow_zero)
    return Invalid(StrCat("the shape [", Join(wanted, ","), "] has both 0 and -1 under allowzero"));
  return out;
}

std::optional<int64_t> Product(const Dims& dims) {
  Shape shape;
  for (const Dim& dim : dims) shape.push_back(dim.known() ? dim.size : 1);
  return CheckedElementCount(shape);
}

// Fills in the -1 and checks the count, as far as sizes are known. Input sizes copied by 0 cancel
// on both sides.
Result<Dims> Solve(const Call& call, std::span<const int64_t> wanted, const Dims& data) {
  ASSAY_ASSIGN(Dims out, CopyZeros(call, wanted, data));
  const bool copies = call.AttrInt("allowzero", 0) == 0;
  size_t unknown_data = 0, unknown_copied = 0, inferred = out.size();
  for (const Dim& dim : data) unknown_data += dim.known() ? 0 : 1;
  for (size_t i = 0; i < out.size(); ++i) {
    if (wanted[i] == -1) inferred = i;
    if (wanted[i] == 0 && copies && !out[i].known()) ++unknown_copied;
  }
  if (unknown_data != unknown_copied) return out;
  const auto have = Product(data), others = Product(out);
  if (!have.has_value() || !others.has_value()) return Invalid("the number of elements overflows");
  if (inferred == out.size()) {
    if (*have != *others && unknown_data == 0)
      return Invalid(
          StrCat("cannot give ", *have, " elements the shape [", Join(wanted, ","), "]"));
    return out;
  }
  if (*others == 0)
    return Invalid(StrCat("-1 in [", Join(wanted, ","), "] is not determined beside a size of 0"));
  if (*have % *others != 0)
    return Invalid(StrCat("cannot give ", *have, " elements the shape [", Join(wanted, ","), "]"));
  out[inferred] = Dim::Known(*have / *others);
  return out;
}

Result<Types> InferReshape(const InferCall& call) {
  const TensorType& data = call.input(0);
  const TensorType& shape = call.input(1);
  if (call.has_input(1) && shape.has_rank && shape.rank() != 1)
    return Invalid(StrCat("the shape must be 1-D, is ", TypeText(shape)));
  const auto wanted = AttrOrConstant(call, "shape", 1, 5);
  if (!wanted.has_value()) return OneType(OfRank(data.dtype, KnownLength(shape)));
  if (data.has_rank) {
    ASSAY_ASSIGN(const Dims dims, Solve(call, *wanted, data.dims));
    return OneType(TensorType(data.dtype, dims));
  }
  Dims dims;
  for (const int64_t size : *wanted) dims.push_back(size > 0 ? Dim::Known(size) : Dim::Unknown());
  return OneType(TensorType(data.dtype, dims));
}

Result<Outputs> EvaluateReshape(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const auto wanted, AttrOrInput(call, "shape", 1, 5));
  if (!wanted.has_value()) return Invalid("the shape is missing");
  ASSAY_ASSIGN(const Dims dims, Solve(call, *wanted, TensorType(data.dtype(), data.shape()).dims));
  Shape shape;
  for (const Dim& dim : dims) shape.push_back(dim.size);
  return One(data.Reshaped(shape));
}

std::optional<Proposal> ProposeReshape(const ProposeCall& call) {
  Rng& rng = call.rng;
  const Shape shape = call.shape(0);
  int64_t rest = ElementCount(shape);
  std::vector<int64_t> sizes;
  if (rest == 0) return std::nullopt;
  for (int64_t left = rng.Int(0, 3); left > 0; --left) {
    std::vector<int64_t> divisors;
    for (int64_t d = 1; d <= std::min<int64_t>(rest, 64); ++d)
      if (rest % d == 0) divisors.push_back(d);
    sizes.push_back(rng.Pick(std::span<const int64_t>(divisors)));
    rest /= sizes.back();
  }
  if (rest != 1 || rng.Chance(0.3))
    sizes.insert(sizes.begin() + rng.Int(0, static_cast<int64_t>(sizes.size())), rest);
  for (size_t i = 0; i < sizes.size() && i < shape.size(); ++i)
    if (sizes[i] == shape[i] && rng.Chance(0.2)) sizes[i] = 0;
  if (!sizes.empty() && rng.Chance(0.4))
    sizes[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(sizes.size()) - 1))] = -1;
  return Proposal{.constants = {Int64Vector(sizes)}};
}

}  // namespace

OpDef ReshapeDef() {
  return {.name = "Reshape",
          .meaning = "the same elements under another shape",
          .infer = InferReshape,
          .evaluate = EvaluateReshape,
          .propose = ProposeReshape};
}

}  // namespace assay::ops
