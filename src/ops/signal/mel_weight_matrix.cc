// MelWeightMatrix: triangular filters, evenly spaced on the mel scale, over the bins of a one-sided
// spectrum.
//
//   mel(f) = 2595 log10(1 + f / 700);  edges at mel(lower) + i * step, i = 0 .. bands + 1, step =
//   range / (bands + 2); each edge falls on bin floor((dft_length + 1) * f / sample_rate); filter i
//   rises from edge i to i+1 and falls to i+2.
//
// Spec:  ONNX opset 17; the edges' positions come from its reference, the text gives only the
// scale. Traps: the floor is a discontinuity: an edge that rounding may move to the next bin gives
// the hull of both filters.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/signal/arguments.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kEdges = {"placement of the filter edges on bins",
                         "ONNX MelWeightMatrix: only the mel scale is stated"};
// Edges pass through a logarithm, a division and an exponential in the precision of the input
// (float32 at best).
constexpr double kEdgeUnits = 64;

Result<Types> InferMel(const InferCall& call) {
  ASSAY_ASSIGN(const DType type, OutputType(call));
  Dims dims = {Dim::Unknown(), Dim::Unknown()};
  for (size_t i = 0; i < 2; ++i) {
    const auto given = call.ConstantInts(i);
    if (!given || given->size() != 1) continue;
    if ((*given)[0] < 0)
      return Invalid(StrCat(i == 0 ? "num_mel_bins " : "dft_length ", (*given)[0], " is negative"));
    dims[1 - i] = Dim::Known(i == 0 ? (*given)[0] : (*given)[0] / 2 + 1);
  }
  return OneType(TensorType(type, dims));
}

// The bin of an edge: one number, or two when the floor is not certain.
struct Edge {
  int64_t low, v, high;
};

// Height of the filter with these three edges at bin j.
double Height(int64_t left, int64_t centre, int64_t right, int64_t j) {
  if (j >= centre && j < right && right > centre)
    return static_cast<double>(right - j) / static_cast<double>(right - centre);
  if (centre == left) return j == centre ? 1 : 0;
  if (j >= left && j <= centre)
    return static_cast<double>(j - left) / static_cast<double>(centre - left);
  return 0;
}

double MelOf(double hertz) { return 2595 * std::log10(1 + hertz / 700); }

Result<std::vector<Edge>> Edges(const EvalCall& call, int64_t bands, int64_t dft_length,
                                int64_t rate) {
  const Bounded &lower = call.tensor(3), &upper = call.tensor(4);
  if (lower.count() != 1 || upper.count() != 1)
    return Invalid("the edges in hertz must be one number each");
  const Real lo = lower.real(0), hi = upper.real(0);
  if (!lo.point() || !hi.point()) return Undetermined("the edges in hertz depend on rounding");
  if (!(lo.v >= 0) || !(hi.v >= lo.v) || !std::isfinite(hi.v))
    return Invalid(StrCat("edges ", lo.v, " to ", hi.v, " hertz"));
  const double low = MelOf(lo.v), step = (MelOf(hi.v) - low) / static_cast<double>(bands + 2);
  const double unit = std::max(FormatOf(DType::kFloat32).unit, FormatOf(lower.dtype()).unit);
  std::vector<Edge> out;
  for (int64_t i = 0; i < bands + 2; ++i) {
    const double hertz = 700 * (std::pow(10, (static_cast<double>(i) * step + low) / 2595) - 1);
    const double bin = static_cast<double>(dft_length + 1) * hertz / static_cast<double>(rate);
    const double error =
        kEdgeUnits * unit *
        (bin + static_cast<double>(dft_length + 1) * 700 / static_cast<double>(rate));
    const auto cut = [](double t) {
      return static_cast<int64_t>(std::floor(std::clamp(t, 0.0, 1e15)));
    };
    out.push_back({cut(bin - error), cut(bin), cut(bin + error)});
  }
  return out;
}

Result<Outputs> EvaluateMel(const EvalCall& call) {
  ASSAY_ASSIGN(const int64_t bands, OneInt(call, 0, "input 0"));
  ASSAY_ASSIGN(const int64_t dft_length, OneInt(call, 1, "input 1"));
  ASSAY_ASSIGN(const int64_t rate, OneInt(call, 2, "input 2"));
  if (bands < 0 || dft_length < 0 || rate <= 0)
    return Invalid(
        StrCat("num_mel_bins ", bands, ", dft_length ", dft_length, ", sample_rate ", rate));
  const int64_t bins = dft_length / 2 + 1;
  ASSAY_RETURN_IF_ERROR(CheckSize({bins, bands}));
  ASSAY_RETURN_IF_ERROR(CheckSize({bands}));
  ASSAY_ASSIGN(const std::vector<Edge> edges, Edges(call, bands, dft_length, rate));
  if (!edges.empty() && edges.back().high > bins)
    return Invalid(StrCat("the upper edge falls on bin ", edges.back().high, " of ", bins));
  ASSAY_ASSIGN(const DType type, OutputType(call));
  ASSAY_ASSIGN(Bounded y, NewTensor(type, {bins, bands}));
  const Arith arith = call.arith(IsFloat(type) ? type : DType::kFloat32);
  for (int64_t i = 0; i < bands; ++i)
    for (int64_t j = 0; j < bins; ++j) {
      const Edge *a = &edges[static_cast<size_t>(i)], *b = a + 1, *c = a + 2;
      const double v = Height(a->v, b->v, c->v, j);
      double lo = v, hi = v;
      for (const int64_t left : {a->low, a->high})
        for (const int64_t centre : {b->low, b->high})
          for (const int64_t right : {c->low, c->high}) {
            if (left > centre || centre > right) continue;
            const double height = Height(left, centre, right, j);
            lo = std::min(lo, height);
            hi = std::max(hi, height);
          }
      if (y.is_real())
        y.set(j * bands + i, arith.Function({v, lo, hi, Nan::kNever}, 0,
                                            {.ulp = lo == hi && (lo == 0 || lo == 1) ? 0 : 1.25}));
      else
        y.set(j * bands + i,
              Int{static_cast<int64_t>(v), static_cast<int64_t>(lo), static_cast<int64_t>(hi)});
    }
  return One(std::move(y));
}

std::optional<Proposal> ProposeMel(const ProposeCall& call) {
  Proposal out;
  const double hertz[] = {call.rng.Real(0, 200)}, top[] = {call.rng.Real(2000, 3900)};
  out.constants = {ScalarInt64(call.rng.Int(2, 6)), ScalarInt64(call.rng.Int(8, 32)),
                   ScalarInt64(8000), MakeTensor(DType::kFloat32, {}, hertz),
                   MakeTensor(DType::kFloat32, {}, top)};
  return out;
}

}  // namespace

OpDef MelWeightMatrixDef() {
  return {.name = "MelWeightMatrix",
          .meaning = "triangular filters on the mel scale",
          .rounding = Rounding::kComposite,
          .data_inputs = {0, 0},
          .infer = InferMel,
          .evaluate = EvaluateMel,
          .propose = ProposeMel,
          .open = {kEdges}};
}

}  // namespace assay::ops
