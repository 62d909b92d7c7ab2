#include "ops/reduce/reduce.h"

#include "ops/list.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// Axes as given, before a rank is known: nothing means that their value is not known yet.
struct GivenAxes {
  bool known = true;
  std::vector<int64_t> axes;
};

// An empty list means all axes, unless the node says that it means none.
Result<std::vector<int>> Resolve(const Call& call, std::span<const int64_t> given, int rank) {
  if (given.empty()) {
    std::vector<int> all;
    if (call.AttrInt("noop_with_empty_axes", 0) == 0)
      for (int i = 0; i < rank; ++i) all.push_back(i);
    return all;
  }
  return SortedAxes(given, rank);
}

GivenAxes AxesOf(const InferCall& call) {
  if (!call.has_input(1)) return {true, call.AttrInts("axes")};
  const auto values = call.ConstantInts(1);
  if (values.has_value()) return {true, *values};
  const TensorType& axes = call.input(1);
  if (axes.has_rank && axes.dims.size() == 1 && axes.dims[0].size == 0) return {true, {}};
  return {false, {}};
}

// Which axes go is not known, perhaps how many.
TensorType WithoutKnownAxes(const InferCall& call, const TensorType& data, bool keepdims) {
  if (keepdims) return TensorType(data.dtype, Dims(data.dims.size(), Dim::Unknown()));
  const TensorType& axes = call.input(1);
  const bool counted = axes.has_rank && axes.dims.size() == 1 && axes.dims[0].known();
  if (!counted || axes.dims[0].size > data.rank()) return TensorType(data.dtype);
  const auto left = data.dims.size() - static_cast<size_t>(axes.dims[0].size);
  return TensorType(data.dtype, Dims(left, Dim::Unknown()));
}

std::optional<Proposal> Propose(const ProposeCall& call, int axes_input_since) {
  const int rank = call.rank(0);
  std::vector<int64_t> axes;
  const bool all = call.rng.Chance(0.2);
  for (int i = 0; i < rank; ++i)
    if (!all && call.rng.Chance(0.5)) axes.push_back(call.rng.Chance(0.3) ? i - rank : i);
  Proposal p;
  if (call.rng.Chance(0.6)) p.attrs.Set("keepdims", call.rng.Int(0, 1));
  if (call.opset < axes_input_since) {
    if (!axes.empty()) p.attrs.Set("axes", axes);
    return p;
  }
  if (axes.empty() && call.rng.Chance(0.4)) p.attrs.Set("noop_with_empty_axes", call.rng.Int(0, 1));
  if (!axes.empty() || call.rng.Chance(0.3)) p.constants.emplace_back(Int64Vector(axes));
  return p;
}

}  // namespace

Result<std::vector<int>> SortedAxes(std::span<const int64_t> axes, int rank) {
  std::vector<int> out;
  for (const int64_t axis : axes) {
    ASSAY_ASSIGN(const int normal, NormalizeAxis(axis, rank));
    if (std::find(out.begin(), out.end(), normal) != out.end())
      return Invalid(StrCat("axes [", Join(axes, ","), "] name axis ", normal, " twice"));
    out.push_back(normal);
  }
  std::sort(out.begin(), out.end());
  return out;
}

ReducePlan PlanReduction(const Shape& shape, const std::vector<int>& axes, bool keepdims) {
  const Shape strides = Strides(shape);
  Shape kept, kept_strides, gone, gone_strides;
  ReducePlan plan;
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool reduced = std::binary_search(axes.begin(), axes.end(), static_cast<int>(i));
    (reduced ? gone : kept).push_back(shape[i]);
    (reduced ? gone_strides : kept_strides).push_back(strides[i]);
    if (!reduced || keepdims) plan.out.push_back(reduced ? 1 : shape[i]);
  }
  plan.base.reserve(static_cast<size_t>(ElementCount(kept)));
  for (Odometer it(kept, kept_strides); !it.done(); it.Next()) plan.base.push_back(it.offset());
  // Rows that nobody reads need no list: a huge axis beside an axis of size zero.
  if (plan.base.empty()) return plan;
  for (Odometer it(gone, gone_strides); !it.done(); it.Next()) plan.inner.push_back(it.offset());
  return plan;
}

Result<ReducePlan> PlanOf(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  std::vector<int64_t> given = call.AttrInts("axes");
  if (call.has_input(1)) {
    ASSAY_ASSIGN(given, ListOf(call, 1, "axes"));
  }
  ASSAY_ASSIGN(const std::vector<int> axes, Resolve(call, given, data.rank()));
  const bool keepdims = call.AttrInt("keepdims", 1) != 0;
  // Reducing away an axis of size zero can leave a result larger than its input: check before
  // anything is built.
  int64_t left = 1;
  for (int i = 0; i < data.rank(); ++i) {
    const int64_t size = data.shape()[static_cast<size_t>(i)];
    if (std::binary_search(axes.begin(), axes.end(), i) || size == 0) continue;
    if (size > kMaxElements / left)
      return Unsupported("the reduced tensor is too large to evaluate");
    left *= size;
  }
  return PlanReduction(data.shape(), axes, keepdims);
}

Result<Types> InferReduce(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (call.has_input(1) && call.input(1).has_rank && call.input(1).rank() > 1)
    return Invalid(StrCat("axes must be a list, are ", TypeText(call.input(1))));
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  const bool keepdims = call.AttrInt("keepdims", 1) != 0;
  const GivenAxes given = AxesOf(call);
  if (!given.known) return OneType(WithoutKnownAxes(call, data, keepdims));
  ASSAY_ASSIGN(const std::vector<int> axes, Resolve(call, given.axes, data.rank()));
  Dims dims;
  for (int i = 0; i < data.rank(); ++i) {
    if (!std::binary_search(axes.begin(), axes.end(), i))
      dims.push_back(data.dims[static_cast<size_t>(i)]);
    else if (keepdims)
      dims.push_back(Dim::Known(1));
  }
  return OneType(TensorType(data.dtype, dims));
}

std::optional<Proposal> ProposeReduce(const ProposeCall& call) { return Propose(call, 18); }
std::optional<Proposal> ProposeReduceSum(const ProposeCall& call) { return Propose(call, 13); }
std::optional<Proposal> ProposeReduceFloat(const ProposeCall& call) {
  return IsFloat(call.dtype(0)) ? Propose(call, 18) : std::nullopt;
}

Real SumNonNegative(const Arith& arith, std::span<const Real> terms) {
  const Real sum = arith.Sum(terms);
  if (arith.adversarial() || sum.nan == Nan::kMust || !(sum.hi == kInf && sum.lo < 0)) {
    if (sum.nan == Nan::kMust || arith.adversarial()) return sum;
    return {sum.v, std::max(sum.lo, 0.0), sum.hi, sum.nan};
  }
  double v = 0, lo = 0;
  Nan nan = Nan::kNever;
  for (const Real& t : terms) {
    nan = std::max(nan, t.nan);
    v += t.v;
    lo += std::max(t.lo, 0.0);
  }
  const auto n = static_cast<double>(terms.size());
  lo = std::max(0.0, lo * (1 - 2 * arith.DotError(n).relative) - n * UnderflowError(arith));
  return {std::max(v, lo), lo, kInf, nan};
}

Real SumOfSquares(const Arith& arith, std::span<const Real> row) {
  std::vector<Real> squares(row.size());
  for (size_t i = 0; i < row.size(); ++i) squares[i] = arith.Square(row[i]);
  return SumNonNegative(arith, squares);
}

Real Mean(const Arith& arith, std::span<const Real> row) {
  if (row.empty()) return arith.adversarial() ? Real::MustNan() : Real::Anything();
  return MeanBy(arith, row, static_cast<double>(row.size()));
}

Real MeanBy(const Arith& arith, std::span<const Real> row, double count) {
  const Real divided = arith.Div(arith.Sum(row), Real::Point(count));
  int exponent;
  const bool power_of_two = std::frexp(count, &exponent) == 0.5;
  if (arith.rules().tier != Tier::kLenient || arith.adversarial() || power_of_two) return divided;
  // A pool may be a convolution with weights of 1 / count: what is exact above is not there.
  const Real weight = arith.Div(Real::Point(1), Real::Point(count));
  std::vector<Real> weighted(row.size());
  for (size_t i = 0; i < row.size(); ++i) weighted[i] = arith.Mul(row[i], weight);
  return Hull(divided, arith.Sum(weighted));
}

Int SumInts(const IntArith& arith, std::span<const Int> row) {
  const bool is_unsigned = arith.type() == DType::kUint64;
  const auto wide = [&](int64_t x) {
    return is_unsigned ? static_cast<__int128>(static_cast<uint64_t>(x)) : static_cast<__int128>(x);
  };
  __int128 v = 0, lo = 0, hi = 0;
  bool certain = true;
  for (const Int& x : row) {
    certain = certain && x.point();
    v += wide(x.v);
    lo += is_unsigned ? 0 : x.lo;
    hi += is_unsigned ? 0 : x.hi;
  }
  const __int128 min = is_unsigned ? 0 : IntMin(arith.type());
  const __int128 max = is_unsigned ? static_cast<__int128>(UINT64_MAX) : IntMax(arith.type());
  if (certain && (v < min || v > max))
    return arith.Overflowed(WrapInt(arith.type(), static_cast<int64_t>(v)));
  if (certain) return arith.Fit(v, v, v);
  return is_unsigned ? arith.Full(static_cast<int64_t>(static_cast<uint64_t>(v)))
                     : arith.Fit(v, lo, hi);
}

double UnderflowError(const Arith& arith) {
  const FloatFormat& f = FormatOf(arith.type());
  const bool flush = arith.type() == DType::kFloat16
                         ? arith.rules().flush_float16
                         : arith.rules().flush_to_zero && f.min_normal < 1e-30;
  return flush ? f.min_normal : f.min_subnormal;
}

}  // namespace assay::ops
