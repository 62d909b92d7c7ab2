// BatchNormalization: standardises each channel with given statistics, or with those of the batch
// when training.
//
//   Y = (X - mean[c]) / sqrt(var[c] + epsilon) * scale[c] + B[c]
//   training: mean and var of the batch; running = input * momentum + batch * (1 - momentum)
//
// Spec:  ONNX opsets 1 (is_test, consumed_inputs), 6, 7 (training when more than Y is asked for;
// spatial), 9 (no spatial),
//        14 (training_mode), 15 (own types for parameters and statistics; batch statistics in
//        float32 or better).
// Traps: a vector has one channel; spatial = 0 has parameters per feature. Optimisers fold the
// operator into x * a + c, and
//        into the weights of a convolution before it.
#include "ops/norm/channels.h"
#include "ops/norm/moments.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kSaved = {
    "saved_var of the versions before 14, and whether their running variance divides by n or n - 1",
    "ONNX BatchNormalization 1 to 9: 'Saved variance used during training to speed up gradient "
    "computation'"};
// Folded into the weights of a convolution, each of its products gets the rounding of its weight:
// several times what a short convolution's own bound (the radius of x here) has.
constexpr double kFusedRadii = 3;

bool Training(const Call& call) {
  if (call.opset() >= 14) return call.AttrInt("training_mode", 0) != 0;
  if (call.opset() >= 7) return call.output_count() > 1;
  return call.AttrInt("is_test", 0) == 0;
}

bool Spatial(const Call& call) { return call.opset() >= 9 || call.AttrInt("spatial", 1) != 0; }

// Parameters per channel: vectors of C elements, or of one for a vector X.
Status CheckParameters(const InferCall& call, TensorType& x) {
  if (x.has_rank && x.rank() == 0) return Invalid("X must have at least one axis");
  Dim channels = !x.has_rank ? Dim::Unknown() : x.rank() == 1 ? Dim::Known(1) : x.dims[1];
  for (size_t i = 1; i <= 4; ++i) ASSAY_RETURN_IF_ERROR(CheckVector(call, i, channels));
  if (x.rank() > 1) x.dims[1] = channels;
  return {};
}

// Without spatial, every feature has its own: C * D1 * .. elements in any shape.
Status CheckFeatures(const InferCall& call, const TensorType& x) {
  const auto shape = x.shape();
  if (!shape.has_value() || !CheckedElementCount(*shape).has_value()) return {};
  if (shape->empty()) return Invalid("X must have at least one axis");
  const ChannelLayout layout = LayoutOfChannels(*shape);
  for (size_t i = 1; i <= 4; ++i) {
    const auto own = call.input(i).shape();
    if (own.has_value() && CheckedElementCount(*own) != layout.channels * layout.rest)
      return Invalid(StrCat("input ", i, " has shape ", ShapeText(*own), ", X has ",
                            layout.channels * layout.rest, " features"));
  }
  return {};
}

Result<Types> InferBatchNormalization(const InferCall& call) {
  TensorType x = call.input(0);
  ASSAY_RETURN_IF_ERROR(Spatial(call) ? CheckParameters(call, x) : CheckFeatures(call, x));
  if (call.opset() >= 14 && !Training(call) && call.output_count() > 1)
    return Invalid(
        StrCat(call.output_count(),
               " outputs are named; running statistics exist only with training_mode = 1"));
  TensorType statistics = call.input(3);
  if (Spatial(call) && !statistics.has_rank && x.rank() > 1)
    statistics = TensorType(statistics.dtype, Dims{x.dims[1]});
  Types out = {ValueType(x)};
  while (out.size() < 5) out.emplace_back(statistics);
  return out;
}

// The elements of one channel.
std::vector<int64_t> ElementsOf(const ChannelLayout& layout, int64_t channel) {
  std::vector<int64_t> out;
  out.reserve(static_cast<size_t>(layout.batch * layout.rest));
  for (int64_t n = 0; n < layout.batch; ++n)
    for (int64_t r = 0; r < layout.rest; ++r)
      out.push_back((n * layout.channels + channel) * layout.rest + r);
  return out;
}

double FusionSlack(const EvalCall& call, const Real& x) {
  if (call.adversarial() || call.rules().tier == Tier::kStrict || !(x.hi - x.lo < kInf)) return 0;
  return kFusedRadii * 0.5 * (x.hi - x.lo);
}

// input * momentum + batch * (1 - momentum).
Real Running(const Arith& arith, const Real& input, const Real& batch, const Real& momentum) {
  return arith.Add(arith.Mul(input, momentum),
                   arith.Mul(batch, arith.Sub(Real::Point(1), momentum)));
}

class BatchNormEvaluation {
 public:
  explicit BatchNormEvaluation(const EvalCall& call)
      : call_(call),
        x_(call.tensor(0)),
        layout_(LayoutOfChannels(x_.shape())),
        training_(Training(call)),
        arith_(call.arith(
            LessPrecise(LessPrecise(x_.dtype(), call.tensor(1).dtype()), call.tensor(3).dtype()))),
        // Statistics of narrow types are computed in float32.
        wide_(call.arith(FormatOf(arith_.type()).precision < 24 ? DType::kFloat32 : arith_.type())),
        y_(x_.dtype(), x_.shape()) {
    if (!Spatial(call)) layout_ = {layout_.batch, layout_.channels * layout_.rest, 1};
    for (Bounded& s : statistics_) s = Bounded(call.tensor(3).dtype(), call.tensor(3).shape());
  }

  Outputs Run() {
    for (int64_t c = 0; c < layout_.channels; ++c) Channel(c);
    Outputs out;
    out.emplace_back(std::move(y_).Finish());
    for (Bounded& s : statistics_) out.emplace_back(std::move(s));
    return out;
  }

 private:
  void Channel(int64_t c) {
    const std::vector<int64_t> elements = ElementsOf(layout_, c);
    Moments moments = {call_.tensor(3).real(c), call_.tensor(4).real(c)};
    if (training_) moments = Train(c, elements);
    const Real epsilon = arith_.Constant(call_.AttrFloat("epsilon", 1e-5F));
    const Standardizer standardizer(arith_, arith_, moments,
                                    InverseDeviation(arith_, moments.variance, epsilon));
    const Real scale = call_.tensor(1).real(c), bias = call_.tensor(2).real(c);
    for (const int64_t i : elements)
      y_.set(i, standardizer.Apply(x_.real(i), scale, bias,
                                   training_ ? 0 : FusionSlack(call_, x_.real(i))));
  }

  Moments Train(int64_t c, const std::vector<int64_t>& elements) {
    std::vector<Real> row;
    row.reserve(elements.size());
    for (const int64_t i : elements) row.push_back(x_.real(i));
    const Moments batch = MomentsOf(wide_, row);
    const Real momentum = arith_.Constant(call_.AttrFloat("momentum", 0.9F));
    statistics_[0].set(c, Running(arith_, call_.tensor(3).real(c), batch.mean, momentum));
    Real running = Running(arith_, call_.tensor(4).real(c), batch.variance, momentum);
    if (call_.opset() < 14 && row.size() > 1 && !call_.adversarial()) {
      const auto n = static_cast<double>(row.size());
      const Real sample = wide_.Mul(batch.variance, Real::Point(n / (n - 1)));
      running = Hull(running, Running(arith_, call_.tensor(4).real(c), sample, momentum));
    }
    statistics_[1].set(c, running);
    statistics_[2].set(c, batch.mean);
    statistics_[3].set(c, call_.adversarial() ? batch.variance : Real::Anything(batch.variance.v));
    return batch;
  }

  const EvalCall& call_;
  const Bounded& x_;
  ChannelLayout layout_;
  bool training_;
  Arith arith_, wide_;
  RealWriter y_;
  Bounded statistics_[4];  // running mean and variance, saved mean and variance
};

Result<Outputs> EvaluateBatchNormalization(const EvalCall& call) {
  return BatchNormEvaluation(call).Run();
}

std::optional<Proposal> ProposeBatchNormalization(const ProposeCall& call) {
  if (call.rank(0) < 2) return std::nullopt;
  const Shape channels = {call.shape(0)[1]};
  const DType type = call.dtype(0);
  Proposal p;
  if (call.opset < 7) p.attrs.Set("is_test", int64_t{1});
  if (call.rng.Chance(0.5)) p.attrs.Set("epsilon", static_cast<float>(call.rng.Real(1e-5, 0.1)));
  for (int i = 0; i < 3; ++i) p.constants.emplace_back(RandomTensor(call.rng, type, channels));
  p.constants.emplace_back(RandomTensor(call.rng, type, channels, 0.1, 3));
  if (call.opset >= 14 && call.rng.Chance(0.15)) {
    p.attrs.Set("training_mode", int64_t{1});
    p.attrs.Set("momentum", static_cast<float>(call.rng.Real(0.1, 0.99)));
    p.outputs = 3;
  }
  return p;
}

}  // namespace

OpDef BatchNormalizationDef() {
  return {.name = "BatchNormalization",
          .meaning = "standardises each channel with given or batch statistics",
          .rounding = Rounding::kComposite,
          .infer = InferBatchNormalization,
          .evaluate = EvaluateBatchNormalization,
          .propose = ProposeBatchNormalization,
          .open = {kSaved}};
}

}  // namespace assay::ops
