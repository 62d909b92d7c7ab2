#include "ops/loss/class_loss.h"

#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<std::string> ReductionName(const Call& call) {
  const std::string reduction = call.AttrString("reduction", "mean");
  if (reduction != "none" && reduction != "sum" && reduction != "mean")
    return Invalid(StrCat("reduction must be none, sum or mean, is '", reduction, "'"));
  return reduction;
}

// What one sample contributes.
struct LossSample {
  Real loss, weight;
};

Result<std::vector<LossSample>> Samples(const EvalCall& call, const Arith& arith,
                                        const Bounded& log_prob) {
  ASSAY_ASSIGN(const std::vector<int64_t> labels, call.Ints(1));
  const ChannelLayout layout = LayoutOfChannels(log_prob.shape());
  const bool weighted = call.has_input(2);
  std::vector<LossSample> out;
  out.reserve(labels.size());
  for (size_t k = 0; k < labels.size(); ++k) {
    const int64_t label = labels[k];
    if (call.HasAttr("ignore_index") && label == call.AttrInt("ignore_index", 0)) {
      out.push_back({Real::Point(0), Real::Point(0)});
      continue;
    }
    if (label < 0 || label >= layout.channels)
      return Invalid(StrCat("label ", label, " is out of range for ", layout.channels, " classes"));
    const auto at = static_cast<int64_t>(k);
    const int64_t n = at / layout.rest, r = at % layout.rest;
    const Real loss = Arith::Neg(log_prob.real((n * layout.channels + label) * layout.rest + r));
    const Real weight = weighted ? call.tensor(2).real(label) : Real::Point(1);
    out.push_back({weighted ? arith.Mul(loss, weight) : loss, weight});
  }
  return out;
}

}  // namespace

Result<TensorType> InferClassLoss(const InferCall& call) {
  ASSAY_ASSIGN(const std::string reduction, ReductionName(call));
  const TensorType &scores = call.input(0), &labels = call.input(1);
  if (scores.has_rank && scores.rank() < 2)
    return Invalid(StrCat("input 0 needs an axis of classes, is ", TypeText(scores)));
  TensorType loss(scores.dtype);
  if (scores.has_rank) {
    loss = TensorType(scores.dtype, scores.dims);
    loss.dims.erase(1);
  }
  TensorType expected = loss;
  expected.dtype = labels.dtype;
  const auto unified = Unify(expected, labels);
  if (!unified.has_value())
    return Invalid(StrCat("labels ", TypeText(labels), " do not fit scores ", TypeText(scores)));
  if (call.has_input(2)) {
    Dim classes = scores.has_rank ? scores.dims[1] : Dim::Unknown();
    ASSAY_RETURN_IF_ERROR(CheckVector(call, 2, classes));
  }
  if (reduction != "none") return TensorType(scores.dtype, Dims());
  loss = *unified;
  loss.dtype = scores.dtype;
  return loss;
}

Result<Bounded> ClassLoss(const EvalCall& call, const Bounded& log_prob) {
  ASSAY_ASSIGN(const std::string reduction, ReductionName(call));
  const Arith arith = call.arith(log_prob.dtype());
  ASSAY_ASSIGN(const std::vector<LossSample> samples, Samples(call, arith, log_prob));
  if (reduction == "none") {
    RealWriter writer(log_prob.dtype(), call.tensor(1).shape());
    for (size_t k = 0; k < samples.size(); ++k)
      writer.set(static_cast<int64_t>(k), samples[k].loss);
    return std::move(writer).Finish();
  }
  std::vector<Real> losses, weights;
  for (const LossSample& s : samples) {
    losses.push_back(s.loss);
    weights.push_back(s.weight);
  }
  Real total = arith.Sum(losses);
  if (reduction == "mean") total = arith.Div(total, arith.Sum(weights));
  Bounded out(log_prob.dtype(), Shape());
  out.set(0, total);
  return out;
}

std::optional<Proposal> ProposeClassLoss(const ProposeCall& call) {
  if (call.rank(0) < 2 || call.shape(0)[1] == 0) return std::nullopt;
  const int64_t classes = call.shape(0)[1];
  Shape samples = call.shape(0);
  samples.erase(1);
  const auto count = CheckedElementCount(samples);
  if (!count.has_value() || *count == 0) return std::nullopt;
  std::vector<int64_t> labels(static_cast<size_t>(*count));
  for (int64_t& label : labels) label = call.rng.Int(0, classes - 1);
  Proposal p;
  // The first sample keeps its label, so that a mean never divides by zero.
  if (call.rng.Chance(0.3)) {
    const int64_t ignored = call.rng.Chance(0.5) ? -1 : classes + 3;
    for (size_t k = 1; k < labels.size(); ++k)
      if (call.rng.Chance(0.3)) labels[k] = ignored;
    p.attrs.Set("ignore_index", ignored);
  }
  static constexpr const char* kReductions[] = {"none", "sum", "mean"};
  if (call.rng.Chance(0.7)) p.attrs.Set("reduction", std::string(kReductions[call.rng.Int(0, 2)]));
  p.constants.emplace_back(
      MakeIntTensor(call.rng.Chance(0.5) ? DType::kInt64 : DType::kInt32, samples, labels));
  if (call.rng.Chance(0.5))
    p.constants.emplace_back(RandomTensor(call.rng, call.dtype(0), {classes}, 0.1, 2));
  return p;
}

}  // namespace assay::ops
