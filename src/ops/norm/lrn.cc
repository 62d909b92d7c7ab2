// LRN: divides each element by a power of the squares in a window of channels around it.
//
//   y = x / (bias + alpha / size * sum x[i]^2) ^ beta,   c - floor((size-1)/2) <= i <= c +
//   ceil((size-1)/2)
//
// Spec:  ONNX opsets 1, 13 (bfloat16).
// Traps: an even size reaches one channel further up than down. Some libraries slide the window by
// adding one square and
//        subtracting another, which leaves an error relative to the squares of all channels.
#include "ops/norm/channels.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

Result<Types> InferLrn(const InferCall& call) {
  const int64_t size = call.AttrInt("size", 0);
  if (size <= 0) return Invalid(StrCat("size must be positive, is ", size));
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() < 2)
    return Invalid(StrCat("input 0 needs an axis of channels, is ", TypeText(x)));
  return OneType(x);
}

struct Parameters {
  int64_t size;
  Real scale;  // alpha / size
  Real bias, beta;
};

// One column of channels.
void NormalizeColumn(const Arith& arith, const Parameters& p, std::span<const Real> column,
                     std::span<Real> out) {
  const auto n = static_cast<int64_t>(column.size());
  double all = 0;
  for (const Real& x : column)
    if (x.nan != Nan::kMust) all += std::max(x.lo * x.lo, x.hi * x.hi);
  const bool sliding =
      !arith.adversarial() && arith.rules().tier == Tier::kLenient && std::isfinite(all);
  const double slide_error = sliding ? 2 * static_cast<double>(n) * arith.unit() * all : 0;
  for (int64_t c = 0; c < n; ++c) {
    const int64_t below = (p.size - 1) / 2, above = p.size - 1 - below;
    const int64_t first = c > below ? c - below : 0, last = above < n - c ? c + above : n - 1;
    Real squares =
        SumOfSquares(arith, column.subspan(static_cast<size_t>(first),
                                           static_cast<size_t>(std::min(last, n - 1) - first + 1)));
    if (sliding && squares.nan != Nan::kMust) squares = arith.Inexact(squares, slide_error);
    const Real base = arith.Add(p.bias, arith.Mul(p.scale, squares));
    out[static_cast<size_t>(c)] =
        arith.Div(column[static_cast<size_t>(c)], arith.Pow(base, p.beta));
  }
}

Result<Outputs> EvaluateLrn(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const ChannelLayout layout = LayoutOfChannels(x.shape());
  const Arith arith = call.arith(x.dtype());
  const int64_t size = call.AttrInt("size", 1);
  const Parameters p = {size,
                        arith.Div(arith.Constant(call.AttrFloat("alpha", 1e-4F)),
                                  Real::Point(static_cast<double>(size))),
                        arith.Constant(call.AttrFloat("bias", 1)),
                        arith.Constant(call.AttrFloat("beta", 0.75))};
  RealWriter writer(x.dtype(), x.shape());
  std::vector<Real> column(static_cast<size_t>(layout.channels)), out(column.size());
  for (int64_t n = 0; n < layout.batch; ++n) {
    for (int64_t r = 0; r < layout.rest; ++r) {
      const int64_t base = n * layout.channels * layout.rest + r;
      for (int64_t c = 0; c < layout.channels; ++c)
        column[static_cast<size_t>(c)] = x.real(base + c * layout.rest);
      NormalizeColumn(arith, p, column, out);
      for (int64_t c = 0; c < layout.channels; ++c)
        writer.set(base + c * layout.rest, out[static_cast<size_t>(c)]);
    }
  }
  return One(std::move(writer).Finish());
}

std::optional<Proposal> ProposeLrn(const ProposeCall& call) {
  if (call.rank(0) != 4)
    return std::nullopt;  // other ranks are legal but hardly anywhere implemented
  Proposal p{
      .attrs = {{"size", call.rng.Chance(0.8) ? 2 * call.rng.Int(0, 2) + 1 : call.rng.Int(1, 6)}}};
  if (call.rng.Chance(0.5)) p.attrs.Set("alpha", static_cast<float>(call.rng.Real(1e-4, 0.5)));
  if (call.rng.Chance(0.5)) p.attrs.Set("beta", static_cast<float>(call.rng.Real(0.25, 1.5)));
  if (call.rng.Chance(0.5)) p.attrs.Set("bias", static_cast<float>(call.rng.Real(0.5, 3)));
  return p;
}

}  // namespace

OpDef LRNDef() {
  return {.name = "LRN",
          .meaning = "local response normalisation across channels",
          .rounding = Rounding::kComposite,
          .infer = InferLrn,
          .evaluate = EvaluateLrn,
          .propose = ProposeLrn};
}

}  // namespace assay::ops
