// STFT: discrete Fourier transforms of windowed frames of a signal.
//
//   y[b, f, k] = sum_n w[n] x[b, f * step + n] exp(-2 pi i k n / N)      N = frame_length
//
// Spec:  ONNX opset 17. Frames that do not fit are dropped: floor((length - N) / step) + 1 of them.
// Traps: frame_length comes from the window when it is left out, and from the signal when both are.
#include "ops/attention/attention_infer.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/signal/arguments.h"
#include "ops/signal/fourier.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

struct Frames {
  int64_t length, step, count, bins;
};

Result<Frames> PlanFrames(int64_t signal, int64_t step, int64_t length, bool onesided) {
  if (step <= 0) return Invalid(StrCat("frame_step ", step, " is not positive"));
  if (length <= 0) return Invalid(StrCat("frame_length ", length, " is not positive"));
  if (length > signal)
    return Invalid(StrCat("frame_length ", length, " exceeds the signal's ", signal));
  return Frames{length, step, (signal - length) / step + 1, onesided ? length / 2 + 1 : length};
}

std::optional<int64_t> KnownScalar(const InferCall& call, size_t i) {
  const auto values = call.ConstantInts(i);
  return values && values->size() == 1 ? std::optional((*values)[0]) : std::nullopt;
}

Result<Types> InferStft(const InferCall& call) {
  const TensorType &x = call.input(0), &window = call.input(2);
  const bool onesided = call.AttrInt("onesided", 1) != 0;
  if (x.has_rank && x.rank() != 3) return Invalid(StrCat("signal needs rank 3, has ", x.rank()));
  if (window.has_rank && window.rank() != 1)
    return Invalid(StrCat("window needs rank 1, has ", window.rank()));
  if (x.has_rank && x.dims[2].known() && x.dims[2].size != 1 && (x.dims[2].size != 2 || onesided))
    return Invalid(StrCat("signal with last size ", x.dims[2].size,
                          onesided ? " has no one-sided transform" : ", not 1 or 2"));
  Dim length = call.has_input(2) && window.has_rank ? window.dims[0] : Dim::Unknown();
  if (const auto given = KnownScalar(call, 3)) {
    if (*given <= 0) return Invalid(StrCat("frame_length ", *given, " is not positive"));
    ASSAY_ASSIGN(length,
                 SameDim(length, Dim::Known(*given), "frame_length and length of the window"));
  } else if (!call.has_input(3) && !call.has_input(2) && x.has_rank) {
    length = x.dims[1];
  }
  Dims out = {x.has_rank ? x.dims[0] : Dim::Unknown(), Dim::Unknown(), Dim::Unknown(),
              Dim::Known(2)};
  if (length.known()) out[2] = Dim::Known(onesided ? length.size / 2 + 1 : length.size);
  const auto step = KnownScalar(call, 1);
  if (step && *step <= 0) return Invalid(StrCat("frame_step ", *step, " is not positive"));
  if (step && length.known() && x.has_rank && x.dims[1].known()) {
    ASSAY_ASSIGN(const Frames frames, PlanFrames(x.dims[1].size, *step, length.size, onesided));
    out[1] = Dim::Known(frames.count);
  }
  return OneType(TensorType(x.dtype, out));
}

Result<Frames> ReadFrames(const EvalCall& call) {
  const int64_t signal = call.tensor(0).shape()[1];
  ASSAY_ASSIGN(const int64_t step, OneInt(call, 1, "frame_step"));
  int64_t length = call.has_input(2) ? call.tensor(2).count() : signal;
  if (call.has_input(3)) {
    ASSAY_ASSIGN(length, OneInt(call, 3, "frame_length"));
    if (call.has_input(2) && call.tensor(2).count() != length)
      return Invalid(
          StrCat("frame_length ", length, " differs from the window's ", call.tensor(2).count()));
  }
  return PlanFrames(signal, step, length, call.AttrInt("onesided", 1) != 0);
}

Result<Outputs> EvaluateStft(const EvalCall& call) {
  ASSAY_ASSIGN(const Frames frames, ReadFrames(call));
  const Bounded& x = call.tensor(0);
  const int64_t batch = x.shape()[0], signal = x.shape()[1], parts = x.shape()[2];
  const Shape shape = {batch, frames.count, frames.bins, 2};
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  const Arith arith = call.arith(x.dtype());
  RealWriter y(x.dtype(), shape);
  std::vector<Complex> in(static_cast<size_t>(frames.length),
                          Complex{Real::Point(0), Real::Point(0)});
  int64_t at = 0;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t f = 0; f < frames.count; ++f) {
      for (int64_t n = 0; n < frames.length; ++n) {
        Complex& e = in[static_cast<size_t>(n)];
        const int64_t read = (b * signal + f * frames.step + n) * parts;
        e.re = x.real(read);
        if (parts == 2) e.im = x.real(read + 1);
        if (!call.has_input(2)) continue;
        e.re = arith.Mul(e.re, call.tensor(2).real(n));
        if (parts == 2) e.im = arith.Mul(e.im, call.tensor(2).real(n));
      }
      for (const Complex& bin : Fourier(arith, in, frames.bins, false)) {
        y.set(at++, bin.re);
        y.set(at++, bin.im);
      }
    }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeStft(const ProposeCall& call) {
  if (call.rank(0) != 3) return std::nullopt;
  const Shape shape = call.shape(0);
  if ((shape[2] != 1 && shape[2] != 2) || shape[1] < 2) return std::nullopt;
  const int64_t length = call.rng.Int(1, shape[1]);
  Proposal out;
  if (shape[2] == 2 || call.rng.Chance(0.5)) out.attrs.Set("onesided", int64_t{0});
  out.constants = {ScalarInt64(call.rng.Int(1, 3)), std::nullopt};
  if (call.rng.Chance(0.5))
    out.constants[1] = RandomTensor(call.rng, call.dtype(0), {length}, 0, 1);
  if (!out.constants[1] || call.rng.Chance(0.5)) out.constants.push_back(ScalarInt64(length));
  return out;
}

}  // namespace

OpDef STFTDef() {
  return {.name = "STFT",
          .meaning = "Fourier transforms of windowed frames",
          .rounding = Rounding::kComposite,
          .infer = InferStft,
          .evaluate = EvaluateStft,
          .propose = ProposeStft};
}

}  // namespace assay::ops
