// NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss, written out with a mask of the wanted
// classes.
//
//   loss_i = -weight[t_i] x[i, t_i], zero where t_i is ignore_index;  mean: sum of those / sum of
//   weights
#include <numeric>

#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// The weight of each class at its own samples, 0 elsewhere: the shape of the scores.
ValueId Weights(Vjp& v, ValueId mask, ValueId target, const Shape& shape, DType dtype) {
  Tape& t = v.t;
  Shape per_class(shape.size(), 1);
  per_class[1] = shape[1];
  const ValueId zero = t.Scalar(dtype, 0);
  ValueId out = t.Where(mask, v.has(2) ? t.Reshape(v.x(2), per_class) : t.Scalar(dtype, 1), zero);
  if (!v.HasAttr("ignore_index")) return out;
  const int64_t ignored = v.AttrInt("ignore_index", 0);
  const ValueId number =
      t.Constant(MakeIntTensor(t.dtype(target), Shape{}, std::span(&ignored, 1)));
  return t.Where(t.Unsqueeze(t.Op("Equal", {target, number}), {1}), zero, out);
}

ValueId ClassLoss(Vjp& v, ValueId scores) {
  Tape& t = v.t;
  const Shape shape = t.shape(scores);
  const ValueId target = t.Cast(v.x(1), DType::kInt64);
  const int64_t sides[] = {0, 1};
  const ValueId mask = t.Op("OneHot",
                            {target, t.Constant(ScalarInt64(shape[1])),
                             t.Constant(MakeIntTensor(DType::kBool, Shape{2}, sides))},
                            {{"axis", int64_t{1}}});
  const ValueId weights = Weights(v, mask, target, shape, t.dtype(scores));
  const ValueId picked = t.Where(mask, scores, t.Number(scores, 0));
  const ValueId each = t.Neg(t.Reduce("ReduceSum", t.Mul(picked, weights), {1}, false));
  const std::string how = v.AttrString("reduction", "mean");
  if (how == "none") return each;
  Axes samples(shape.size() - 1), all(shape.size());
  std::iota(samples.begin(), samples.end(), 0);
  std::iota(all.begin(), all.end(), 0);
  const ValueId sum = t.Reduce("ReduceSum", each, samples, false);
  return how == "sum" ? sum : t.Div(sum, t.Reduce("ReduceSum", weights, all, false));
}

}  // namespace

std::vector<ValueId> NllLossExpansion(Vjp& v) { return {ClassLoss(v, v.x(0))}; }

// The loss, and the logarithms of the probabilities.
std::vector<ValueId> SoftmaxCrossEntropyExpansion(Vjp& v) {
  const ValueId scores = v.t.Op("LogSoftmax", {v.x(0)}, {{"axis", int64_t{1}}});
  return {ClassLoss(v, scores), scores};
}

}  // namespace assay::gradient
