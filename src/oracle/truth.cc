// What the reference says: the truth of a subject's outputs, and of every tensor inside.
#include "oracle/truth.h"

#include "base/clock.h"
#include "oracle/check.h"
#include "reference/evaluator.h"

namespace assay::oracle {
namespace {

Result<reference::Evaluation> Evaluate(const Subject& subject, const Rules& rules,
                                       std::vector<std::string> wanted) {
  reference::EvalOptions options;
  options.rules = rules;
  options.random_seed = subject.seed;
  options.wanted = std::move(wanted);
  std::vector<Known> inputs;
  for (const Datum& datum : subject.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, options.rules));
    inputs.push_back(std::move(known));
  }
  return reference::Evaluate(subject.model, std::move(inputs), options);
}

bool HoldsWideInteger(const Tensor& tensor) {
  if (tensor.dtype() != DType::kInt64) return false;
  const auto values = tensor.as<int64_t>();
  return std::any_of(values.begin(), values.end(), [](int64_t value) {
    return value < IntMin(DType::kInt32) || value > IntMax(DType::kInt32);
  });
}

}  // namespace

Result<Truth> ComputeTruth(const Subject& subject, const TruthOptions& options) {
  Truth out;
  const double start = NowMs();
  auto lenient = Evaluate(subject, {.tier = options.tier, .tf32 = options.tf32}, {});
  out.run_ms = NowMs() - start;
  if (!lenient.ok()) {
    if (lenient.error().kind == ErrorKind::kInvalid) return lenient.error();
    out.unknown = lenient.error().message;
    return out;
  }
  out.lenient = std::move(lenient->outputs);
  if (!options.strict_too || options.tier == Tier::kStrict) return out;
  auto strict = Evaluate(subject, {.tier = Tier::kStrict, .tf32 = options.tf32}, {});
  if (strict.ok()) out.strict = std::move(strict->outputs);
  return out;
}

Result<NamedTensors> ReferenceTensors(const Subject& subject) {
  ASSAY_ASSIGN(const reference::Evaluation evaluation,
               Evaluate(subject, Rules(), TensorNames(subject.model.graph)));
  NamedTensors out;
  for (const auto& [name, known] : evaluation.wanted)
    if (known.is_tensor()) out[name] = known.tensor.ToTensor();
  return out;
}

bool NeedsWideIntegers(const Subject& subject) {
  for (const Datum& input : subject.inputs)
    if (HoldsWideInteger(input.tensor)) return true;
  for (const auto& [id, weight] : subject.model.graph.initializers())
    if (HoldsWideInteger(weight)) return true;
  const auto computed = ReferenceTensors(subject);
  if (!computed.ok()) return true;
  return std::any_of(computed->begin(), computed->end(),
                     [](const auto& entry) { return HoldsWideInteger(entry.second); });
}

}  // namespace assay::oracle
