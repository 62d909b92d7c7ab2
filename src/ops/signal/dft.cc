// DFT: the discrete Fourier transform along one axis; the last axis holds real and imaginary part.
//
//   y[k] = sum_n x[n] exp(-2 pi i k n / N)        inverse: x[n] = 1/N sum_k y[k] exp(2 pi i k n /
//   N)
//
// Spec:  ONNX opsets 17 (axis is an attribute, 1 by default) and 20 (axis is an input, -2 by
// default). Traps: dft_length pads with zeros or cuts; onesided gives floor(N/2) + 1 bins, and with
// inverse takes such bins and
//        returns a real signal whose default length is 2 (bins - 1).
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/signal/arguments.h"
#include "ops/signal/fourier.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kBatchAxis = {
    "whether the last axis may be transformed (it may not) and how NaN spreads over bins",
    "ONNX DFT: 'The last dimension is for representing complex numbers and thus is an invalid "
    "axis'"};

constexpr Open kSpareBins = {
    "which bins count when an inverse one-sided transform gets more than floor(N/2) + 1",
    "ONNX DFT: 'only values for k in [0, 1, 2, ..., floor(n_fft/2) + 1] are used', which is one "
    "more "
    "than a spectrum has, and 'only the first dft_length values will be used'"};

struct DftMode {
  bool inverse, onesided;
};

DftMode ReadMode(const Call& call) {
  return {call.AttrInt("inverse", 0) != 0, call.AttrInt("onesided", 0) != 0};
}

Result<int> SignalAxis(int64_t axis, int rank) {
  if (rank < 2) return Invalid(StrCat("input needs rank 2 or more, has ", rank));
  ASSAY_ASSIGN(const int normal, NormalizeAxis(axis, rank));
  if (normal == rank - 1)
    return Invalid(StrCat("axis ", axis, " is the axis of real and imaginary part"));
  return normal;
}

// Sizes of the output from those of the input; `length` is dft_length when given.
Result<Dims> OutputDims(const DftMode& mode, Dims dims, int axis, std::optional<Dim> length) {
  Dim& signal = dims[static_cast<size_t>(axis)];
  Dim& parts = dims[dims.size() - 1];
  if (parts.known() && parts.size != 1 && parts.size != 2)
    return Invalid(StrCat("last size is ", parts.size, ", not 1 or 2"));
  if (mode.onesided && parts.known() && parts.size != (mode.inverse ? 2 : 1))
    return Invalid(mode.inverse ? "onesided inverse needs complex input"
                                : "onesided needs real input");
  if (!length && mode.onesided && mode.inverse)
    length = signal.known()
                 ? Dim::Known(std::max<int64_t>(0, 2 * (std::min(signal.size, INT64_MAX / 4) - 1)))
                 : Dim::Unknown();
  const Dim n = length.value_or(signal);
  if (n.known() && n.size < 0) return Invalid(StrCat("dft_length ", n.size, " is negative"));
  signal = mode.onesided && !mode.inverse
               ? (n.known() ? Dim::Known(n.size / 2 + 1) : Dim::Unknown())
               : n;
  parts = Dim::Known(mode.onesided && mode.inverse ? 1 : 2);
  return dims;
}

Result<Types> InferDft(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(TensorType(x.dtype));
  std::optional<Dim> length;
  if (call.has_input(1)) {
    const auto given = call.ConstantInts(1);
    if (given && given->size() == 1 && (*given)[0] < 0)
      return Invalid(StrCat("dft_length ", (*given)[0], " is negative"));
    length = given && given->size() == 1 ? Dim::Known((*given)[0]) : Dim::Unknown();
  }
  int64_t axis = call.opset() < 20 ? call.AttrInt("axis", 1) : -2;
  if (call.opset() >= 20 && call.has_input(2)) {
    const auto given = call.ConstantInts(2);
    if (!given || given->size() != 1) {
      Dims dims = x.dims;
      for (size_t i = 0; i + 1 < dims.size(); ++i) dims[i] = Dim::Unknown();
      if (!dims.empty())
        dims[dims.size() - 1] =
            Dim::Known(ReadMode(call).onesided && ReadMode(call).inverse ? 1 : 2);
      return OneType(TensorType(x.dtype, dims));
    }
    axis = (*given)[0];
  }
  ASSAY_ASSIGN(const int normal, SignalAxis(axis, x.rank()));
  ASSAY_ASSIGN(const Dims dims, OutputDims(ReadMode(call), x.dims, normal, length));
  return OneType(TensorType(x.dtype, dims));
}

Result<Outputs> EvaluateDft(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const DftMode mode = ReadMode(call);
  int64_t wanted = call.opset() < 20 ? call.AttrInt("axis", 1) : -2;
  if (call.opset() >= 20 && call.has_input(2)) {
    ASSAY_ASSIGN(wanted, OneInt(call, 2, "axis"));
  }
  ASSAY_ASSIGN(const int axis, SignalAxis(wanted, x.rank()));
  std::optional<Dim> length;
  if (call.has_input(1)) {
    ASSAY_ASSIGN(const int64_t given, OneInt(call, 1, "dft_length"));
    if (given < 0) return Invalid(StrCat("dft_length ", given, " is negative"));
    length = Dim::Known(given);
  }
  ASSAY_ASSIGN(const Dims dims,
               OutputDims(mode, TensorType(x.dtype(), x.shape()).dims, axis, length));
  Shape shape;
  for (const Dim& d : dims) shape.push_back(d.size);
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  const int64_t signal = x.shape()[static_cast<size_t>(axis)],
                bins = shape[static_cast<size_t>(axis)];
  const int64_t n = mode.onesided && mode.inverse ? bins : length ? length->size : signal;
  ASSAY_RETURN_IF_ERROR(CheckSize({n}));
  if (mode.onesided && mode.inverse && signal > n / 2 + 1)
    return Undetermined(
        StrCat(signal, " bins are given for a real signal of ", n, ", which has ", n / 2 + 1));
  // A line per index of the axes before (outer) and after (inner) the transformed one.
  Shape before, after;
  for (int i = 0; i < axis; ++i) before.push_back(shape[static_cast<size_t>(i)]);
  for (int i = axis + 1; i < x.rank() - 1; ++i) after.push_back(shape[static_cast<size_t>(i)]);
  ASSAY_RETURN_IF_ERROR(CheckSize(before));
  ASSAY_RETURN_IF_ERROR(CheckSize(after));
  const int64_t outer = ElementCount(before), inner = ElementCount(after);
  ASSAY_RETURN_IF_ERROR(CheckSize({outer, inner, std::max<int64_t>(n, 1)}));
  const Arith arith = call.arith(x.dtype());
  const int64_t in_parts = x.shape().back(), out_parts = shape.back();
  RealWriter y(x.dtype(), shape);
  for (int64_t line = 0; line < outer * inner; ++line) {
    const int64_t o = line / inner, i = line % inner;
    const int64_t taken = mode.onesided && mode.inverse ? signal : n;
    std::vector<Complex> in(static_cast<size_t>(taken), Complex{Real::Point(0), Real::Point(0)});
    for (int64_t t = 0; t < std::min(taken, signal); ++t) {
      const int64_t at = ((o * signal + t) * inner + i) * in_parts;
      in[static_cast<size_t>(t)].re = x.real(at);
      if (in_parts == 2) in[static_cast<size_t>(t)].im = x.real(at + 1);
    }
    if (bins == 0 || n == 0) continue;
    if (out_parts == 1) {
      const std::vector<Real> out = InverseReal(arith, in, n);
      for (int64_t k = 0; k < bins; ++k)
        y.set((o * bins + k) * inner + i, out[static_cast<size_t>(k)]);
    } else {
      const std::vector<Complex> out = Fourier(arith, in, bins, mode.inverse);
      for (int64_t k = 0; k < bins; ++k) {
        y.set(((o * bins + k) * inner + i) * 2, out[static_cast<size_t>(k)].re);
        y.set(((o * bins + k) * inner + i) * 2 + 1, out[static_cast<size_t>(k)].im);
      }
    }
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeDft(const ProposeCall& call) {
  const int rank = call.rank(0);
  if (rank < 2) return std::nullopt;
  const Shape shape = call.shape(0);
  if (shape.back() != 1 && shape.back() != 2) return std::nullopt;
  const int64_t axis = call.rng.Int(0, rank - 2), size = shape[static_cast<size_t>(axis)];
  if (size < 2) return std::nullopt;
  Proposal out;
  const bool real = shape.back() == 1, inverse = !real && call.rng.Chance(0.5);
  if (inverse) out.attrs.Set("inverse", int64_t{1});
  if ((real || inverse) && call.rng.Chance(0.5)) out.attrs.Set("onesided", int64_t{1});
  out.constants = {std::nullopt};
  // An inverse one-sided transform makes at least as long a signal as its bins determine.
  const bool from_bins = inverse && out.attrs.Has("onesided");
  const int64_t shortest = from_bins ? 2 * (size - 1) : 1;
  if (call.rng.Chance(0.4)) out.constants[0] = ScalarInt64(shortest + call.rng.Int(0, 11));
  if (call.opset < 20)
    out.attrs.Set("axis", axis);
  else
    out.constants.push_back(ScalarInt64(call.rng.Chance(0.5) ? axis : axis - rank));
  return out;
}

}  // namespace

OpDef DFTDef() {
  return {.name = "DFT",
          .meaning = "discrete Fourier transform along one axis",
          .rounding = Rounding::kSum,
          .infer = InferDft,
          .evaluate = EvaluateDft,
          .propose = ProposeDft,
          .open = {kBatchAxis, kSpareBins}};
}

}  // namespace assay::ops
