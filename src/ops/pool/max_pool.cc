// MaxPool: the largest element of each window, and where it is.
//
//   y[n, c, o..] = max over k.. of x[n, c, o * stride - pad + k * dilation ..]   (padding does not
//   count)
//
// Spec:  ONNX opsets 1, 8 (Indices, storage_order), 10 (ceil_mode, dilations), 12 (8-bit integers),
// 22 (bfloat16). Traps: Indices count from the start of the whole tensor, also in column-major
// order (storage_order = 1), which permutes the
//        spatial axes only; equal elements: any of their indices; a window without any element has
//        no defined result.
#include "ops/conv/window.h"
#include "ops/elementwise.h"
#include "ops/pool/pool.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferMaxPool(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType type, InferPool(call));
  return Types{ValueType(type), ValueType(type.has_rank ? TensorType(DType::kInt64, type.dims)
                                                        : TensorType(DType::kInt64))};
}

// What a window's offset is called in Indices: row-major, or column-major over the spatial axes.
std::vector<int64_t> IndexNames(const WindowAxes& axes, bool column_major) {
  Shape shape, strides(axes.size());
  int64_t stride = 1;
  for (size_t d = 0; d < axes.size(); ++d) {
    shape.push_back(axes[d].in);
    strides[d] = stride;
    stride *= axes[d].in;
  }
  std::vector<int64_t> names;
  for (Odometer it(shape, column_major ? strides : Strides(shape)); !it.done(); it.Next())
    names.push_back(it.offset());
  return names;
}

// The element and the range of offsets that may hold it.
struct Winner {
  Real value;
  Int integer;
  std::vector<int64_t> candidates;  // the first is the one the values say
};

void PickReal(const Arith& arith, const Bounded& x, int64_t plane, std::span<const int64_t> taps,
              bool want_index, Winner& w) {
  w.value = x.real(plane + taps[0]);
  int64_t best = taps[0];
  double low = -kInf;
  bool nan = false;
  for (size_t i = 0; i < taps.size(); ++i) {
    const Real e = x.real(plane + taps[i]);
    if (i > 0) {
      if (e.v > x.real(plane + best).v || std::isnan(x.real(plane + best).v)) best = taps[i];
      w.value = arith.Max(w.value, e);
    }
    nan = nan || e.nan != Nan::kNever;
    if (e.nan == Nan::kNever) low = std::max(low, e.lo);
  }
  if (!want_index) return;
  w.candidates.assign(1, best);
  for (const int64_t tap : taps)
    if (nan || x.real(plane + tap).hi >= low) w.candidates.push_back(tap);
}

void PickInt(const IntArith& arith, const Bounded& x, int64_t plane, std::span<const int64_t> taps,
             bool want_index, Winner& w) {
  w.integer = x.integer(plane + taps[0]);
  int64_t best = taps[0];
  for (const int64_t tap : taps) {
    w.integer = arith.Max(w.integer, x.integer(plane + tap));
    if (x.integer(plane + tap).v > x.integer(plane + best).v) best = tap;
  }
  if (!want_index) return;
  w.candidates.assign(1, best);
  for (const int64_t tap : taps)
    if (x.integer(plane + tap).hi >= w.integer.lo) w.candidates.push_back(tap);
}

// Values without NaN, no index wanted: the three arrays separately.
Bounded PlainMaxima(const Bounded& x, const Pool& pool) {
  const auto count = static_cast<size_t>(ElementCount(pool.shape));
  const bool exact = x.lo().empty();
  std::vector<double> v(count), lo(exact ? 0 : count), hi(lo.size());
  bool empty_window = false;
  ForEachPoolWindow(pool, [&](int64_t position, const PoolWindow& window) {
    empty_window = empty_window || window.taps.empty();
    for (int64_t p = 0; p < pool.planes && !window.taps.empty(); ++p) {
      const auto at = static_cast<size_t>(p * pool.positions + position);
      const auto largest = [&](std::span<const double> from) {
        double m = -kInf;
        for (const int64_t tap : window.taps)
          m = std::max(m, from[static_cast<size_t>(p * pool.plane + tap)]);
        return m;
      };
      v[at] = largest(x.v());
      if (exact) continue;
      lo[at] = largest(x.lo());
      hi[at] = largest(x.hi());
    }
  });
  Bounded out =
      Bounded::FromArrays(x.dtype(), pool.shape, std::move(v), std::move(lo), std::move(hi), {});
  if (empty_window)
    ForEachPoolWindow(pool, [&](int64_t position, const PoolWindow& window) {
      for (int64_t p = 0; p < pool.planes && window.taps.empty(); ++p)
        out.SetUndetermined(p * pool.positions + position);
    });
  return out;
}

Result<Outputs> EvaluateMaxPool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Pool pool, ReadPool(call, x.shape()));
  const bool want_index = call.has_output(1);
  Outputs outputs;
  if (x.is_real() && x.nan().empty() && !want_index) {
    outputs.emplace_back(PlainMaxima(x, pool));
    return outputs;
  }
  Bounded y(x.dtype(), pool.shape), indices(DType::kInt64, want_index ? pool.shape : Shape{0});
  std::vector<int64_t> names;
  if (want_index) names = IndexNames(pool.axes, call.AttrInt("storage_order", 0) != 0);
  ForEachPoolWindow(pool, [&](int64_t position, const PoolWindow& window) {
    Winner w;
    for (int64_t p = 0; p < pool.planes; ++p) {
      const int64_t at = p * pool.positions + position, plane = p * pool.plane;
      if (window.taps.empty()) {
        y.SetUndetermined(at);
        if (want_index) indices.SetUndetermined(at);
        continue;
      }
      if (x.is_real()) {
        PickReal(call.arith(x.dtype()), x, plane, window.taps, want_index, w);
        y.set(at, w.value);
      } else {
        PickInt(call.int_arith(x.dtype()), x, plane, window.taps, want_index, w);
        y.set(at, w.integer);
      }
      if (!want_index) continue;
      Int index = Int::Point(plane + names[static_cast<size_t>(w.candidates[0])]);
      for (const int64_t tap : w.candidates)
        index = Hull(index, Int::Point(plane + names[static_cast<size_t>(tap)]));
      indices.set(at, call.adversarial() ? Int::Point(index.v) : index);
    }
  });
  outputs.emplace_back(std::move(y));
  if (want_index) outputs.emplace_back(std::move(indices));
  return outputs;
}

std::optional<Proposal> ProposeMaxPool(const ProposeCall& call) {
  auto out = ProposePool(call, call.opset >= 10, call.opset >= 10);
  if (!out.has_value()) return out;
  if (call.opset >= 8 && call.rng.Chance(0.3)) {
    out->outputs = 2;
    if (call.rng.Chance(0.3)) out->attrs.Set("storage_order", int64_t{1});
  }
  return out;
}

}  // namespace

OpDef MaxPoolDef() {
  return {.name = "MaxPool",
          .meaning = "largest element of each window",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferMaxPool,
          .evaluate = EvaluateMaxPool,
          .propose = ProposeMaxPool,
          .open = {{"Indices of equal elements",
                    "ONNX MaxPool: 'the indices of the selected values', no text on ties"},
                   {"a window that holds padding only",
                    "ONNX MaxPool: maximum of the elements 'exclude pad'"},
                   {"NaN among the elements", "ONNX MaxPool: no text on NaN"},
                   kSameCrops}};
}

}  // namespace assay::ops
