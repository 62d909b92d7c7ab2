// ArrayFeatureExtractor: picks columns of the last axis.
//
//   Z[.., j] = X[.., Y[j]]
//
// Spec:  ai.onnx.ml opset 1.
// Traps: a vector [F] gives [1, n]: shipped libraries and the reference add the axis, the text does
// not say.
#include "ops/elementwise.h"
#include "ops/ml/feature.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kVector = {
    "shape for an input of rank 1: [1, n] here, [n] by the text's wording",
    "ONNX ArrayFeatureExtractor: 'The indices are applied to the last axes of the tensor'"};

Result<Types> InferExtractor(const InferCall& call) {
  const TensorType &x = call.input(0), &y = call.input(1);
  if (!x.has_rank) return OneType(TensorType(x.dtype));
  if (x.rank() == 0) return Invalid("input needs rank 1 or more");
  Dims dims = x.dims;
  if (x.rank() == 1) dims = Dims{Dim::Known(1), x.dims[0]};
  const auto shape = y.shape();
  const auto count = shape ? CheckedElementCount(*shape) : std::nullopt;
  dims[dims.size() - 1] = count ? Dim::Known(*count) : Dim::Unknown();
  return OneType(TensorType(x.dtype, dims));
}

Result<Outputs> EvaluateExtractor(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> picks, call.Ints(1));
  const int64_t width = x.shape().back(), rows = width == 0 ? 0 : x.count() / width;
  for (const int64_t p : picks)
    if (p < 0 || p >= width) return Invalid(StrCat("index ", p, " into ", width, " columns"));
  Shape shape = x.rank() == 1 ? Shape{1, width} : x.shape();
  shape[shape.size() - 1] = static_cast<int64_t>(picks.size());
  ASSAY_ASSIGN(Bounded z, NewTensor(x.dtype(), shape));
  int64_t at = 0;
  for (int64_t r = 0; r < rows; ++r)
    for (const int64_t p : picks) z.set(at++, x, r * width + p);
  return One(std::move(z));
}

std::optional<Proposal> ProposeExtractor(const ProposeCall& call) {
  if (call.rank(0) < 2 || call.shape(0).back() == 0) return std::nullopt;
  std::vector<int64_t> picks;
  for (int64_t n = call.rng.Int(1, 4); n > 0; --n)
    picks.push_back(call.rng.Int(0, call.shape(0).back() - 1));
  return Proposal{.constants = {Int64Vector(picks)}};
}

}  // namespace

OpDef ArrayFeatureExtractorMlDef() {
  return {.name = "ArrayFeatureExtractor",
          .domain = kMlDomain,
          .meaning = "picks columns of the last axis",
          .rounding = Rounding::kExact,
          .infer = InferExtractor,
          .evaluate = EvaluateExtractor,
          .propose = ProposeExtractor,
          .open = {kVector}};
}

}  // namespace assay::ops
