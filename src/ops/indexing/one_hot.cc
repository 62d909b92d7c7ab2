// OneHot: a new axis of size `depth`, with on_value at the index and off_value elsewhere.
//
//   out[i.., d, j..] = indices[i.., j..] == d ? values[1] : values[0]
//
// Spec:  ONNX opsets 9 (indices outside [0, depth) give off_value only), 11 (negative ones count
// from the end), 28. Traps: indices and depth may be floats, which are cast to int64; out-of-range
// indices are no error.
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr double kInt64Limit = 0x1p62;

// An element as an integer, as a cast to int64 sees it; nothing when the cast has no defined
// result.
std::optional<Int> AsInt(const Bounded& t, int64_t i) {
  if (!t.is_real()) return t.integer(i);
  const Real r = t.real(i);
  if (r.nan != Nan::kNever || !(r.lo > -kInt64Limit) || !(r.hi < kInt64Limit)) return std::nullopt;
  return Int{static_cast<int64_t>(r.v), static_cast<int64_t>(r.lo), static_cast<int64_t>(r.hi)};
}

Result<Types> InferOneHot(const InferCall& call) {
  const TensorType& indices = call.input(0);
  const TensorType& values = call.input(2);
  if (values.has_rank &&
      (values.rank() != 1 || (values.dims[0].known() && values.dims[0].size != 2)))
    return Invalid(StrCat("values must hold off and on, is ", TypeText(values)));
  if (!indices.has_rank) return OneType(TensorType(values.dtype));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), indices.rank() + 1));
  Dim depth = Dim::Unknown();
  if (const Tensor* constant = call.constant(1); constant != nullptr && constant->count() == 1) {
    ASSAY_ASSIGN(const Bounded bounded, Bounded::From(*constant, Rules()));
    const auto size = AsInt(bounded, 0);
    if (!size.has_value() || size->v < 0) return Invalid("depth is negative or not a number");
    depth = Dim::Known(size->v);
  }
  return OneType(
      TensorType(values.dtype, WithNewDim(indices.dims, static_cast<size_t>(axis), depth)));
}

Result<int64_t> DepthOf(const EvalCall& call) {
  if (call.tensor(1).count() != 1)
    return Invalid(
        StrCat("depth must hold one number, its shape is ", ShapeText(call.tensor(1).shape())));
  const auto depth = AsInt(call.tensor(1), 0);
  if (!depth.has_value() || depth->hi < 0) return Invalid("depth is negative or not a number");
  if (!depth->point()) return Undetermined("OneHot: depth depends on rounding");
  return depth->v;
}

// Which positions along the new axis may be on; `certain` when exactly the likely one is.
struct Hot {
  std::vector<int64_t> possible;
  int64_t likely = -1;  // -1: none
  bool certain = true;
};

Hot HotAt(const std::optional<Int>& index, int64_t depth, bool negative) {
  const auto place = [&](int64_t raw) -> int64_t {
    if (raw < 0 && negative) raw += depth;
    return raw >= 0 && raw < depth ? raw : -1;
  };
  Hot out;
  if (index.has_value() && index->point()) {
    out.likely = place(index->v);
    if (out.likely >= 0) out.possible = {out.likely};
    // Before opset 11 indices "must be non-negative", and those outside of the depth are off: below
    // zero some libraries count from the end all the same.
    if (!negative && index->v < 0 && index->v >= -depth) {
      out.possible = {index->v + depth};
      out.certain = false;
    }
    return out;
  }
  out.certain = false;
  if (index.has_value()) out.likely = place(index->v);
  for (int64_t d = 0; d < depth; ++d)
    if (!index.has_value() || index->contains(d) || (negative && index->contains(d - depth)))
      out.possible.push_back(d);
  return out;
}

Result<Outputs> EvaluateOneHot(const EvalCall& call) {
  const Bounded &indices = call.tensor(0), &values = call.tensor(2);
  if (values.count() != 2)
    return Invalid(StrCat("values must hold off and on, its shape is ", ShapeText(values.shape())));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), indices.rank() + 1));
  ASSAY_ASSIGN(const int64_t depth, DepthOf(call));
  const Shape shape = WithNewAxis(indices.shape(), axis, depth);
  ASSAY_RETURN_IF_ERROR(CheckEvaluable(shape));
  Bounded out =
      values.Take(shape, std::vector<int64_t>(static_cast<size_t>(ElementCount(shape)), 0));
  const AxisView view(shape, axis);
  for (int64_t i = 0; i < indices.count() && depth > 0; ++i) {
    const Hot hot = HotAt(AsInt(indices, i), depth, call.opset() >= 11);
    for (const int64_t d : hot.possible) {
      const int64_t at = view.at(i / view.inner, d, i % view.inner);
      if (d == hot.likely) out.set(at, values, 1);
      if (hot.certain || call.adversarial()) continue;
      if (values.is_string())
        return Undetermined("OneHot: which string is taken depends on rounding");
      out.Widen(at, values, d == hot.likely ? 0 : 1);
    }
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeOneHot(const ProposeCall& call) {
  static constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat64, DType::kInt64,
                                     DType::kInt32};
  if (!IsInt(call.dtype(0)) && call.dtype(0) != DType::kFloat32) return std::nullopt;
  if (call.rank(0) > 4) return std::nullopt;
  Proposal out;
  if (call.rng.Chance(0.7)) out.attrs.Set("axis", RandomAxis(call.rng, call.rank(0) + 1));
  out.constants = {
      ScalarInt64(call.rng.Int(1, 5)),
      RandomTensor(call.rng, call.rng.Pick(std::span<const DType>(kTypes)), {2}, -8, 8)};
  return out;
}

}  // namespace

OpDef OneHotDef() {
  return {.name = "OneHot",
          .meaning = "on_value at an index, off_value elsewhere",
          .infer = InferOneHot,
          .evaluate = EvaluateOneHot,
          .propose = ProposeOneHot};
}

}  // namespace assay::ops
