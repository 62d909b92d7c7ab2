// What the reference says: the truth of a subject's outputs, and of every tensor inside.
#include "oracle/truth.h"

#include <algorithm>

#include "base/clock.h"
#include "oracle/check.h"
#include "reference/evaluator.h"

namespace assay::oracle {
namespace {

bool IsOpen(const Bounded& tensor, int64_t i) {
  if (tensor.is_string()) return false;
  if (tensor.is_real()) return tensor.real(i).undetermined();
  const Int element = tensor.integer(i);
  return !element.point() && element.lo <= IntMin(tensor.dtype()) &&
         element.hi >= IntMax(tensor.dtype());
}

// Elements, and those that are open. A value of which not even the shape is known counts as one.
std::pair<int64_t, int64_t> CountOpen(const Known& known) {
  if (known.kind == Known::Kind::kUndetermined) return {1, 1};
  if (known.is_tensor()) {
    int64_t open = 0;
    for (int64_t i = 0; i < known.tensor.count(); ++i) open += IsOpen(known.tensor, i) ? 1 : 0;
    return {known.tensor.count(), open};
  }
  std::pair<int64_t, int64_t> out;
  for (const Known& item : known.items) {
    const auto [elements, open] = CountOpen(item);
    out.first += elements;
    out.second += open;
  }
  return out;
}

// Counts what the nodes of one evaluation leave open.
class OpenCounter {
 public:
  explicit OpenCounter(const Graph& graph) : open_(graph.value_count(), false) {}

  void Look(const Node& node, const std::vector<Known>& outputs, Openness& out) {
    const bool inherits = std::ranges::any_of(
        node.inputs, [&](ValueId id) { return id != kAbsent && open_[static_cast<size_t>(id)]; });
    OpenElements& counts = out[node.op];
    for (size_t k = 0; k < node.outputs.size() && k < outputs.size(); ++k) {
      if (node.outputs[k] == kAbsent) continue;
      const auto [elements, open] = CountOpen(outputs[k]);
      counts.elements += elements;
      (inherits ? counts.inherited : counts.open) += open;
      open_[static_cast<size_t>(node.outputs[k])] = open > 0;
    }
  }

 private:
  std::vector<bool> open_;  // by ValueId: holds something open
};

Result<reference::Evaluation> Evaluate(const Subject& subject, const Rules& rules,
                                       std::vector<std::string> wanted,
                                       Openness* openness = nullptr) {
  reference::EvalOptions options;
  OpenCounter counter(subject.model.graph);
  if (openness != nullptr)
    options.after_node = [&](const Node& node, std::vector<Known>& outputs) {
      counter.Look(node, outputs, *openness);
    };
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
  auto lenient = Evaluate(subject, {.tier = options.tier, .tf32 = options.tf32}, {},
                          options.count_open ? &out.openness : nullptr);
  out.run_ms = NowMs() - start;
  if (!lenient.ok()) {
    if (lenient.error().kind == ErrorKind::kInvalid) return lenient.error();
    out.unknown = lenient.error().message;
    return out;
  }
  out.lenient = std::move(lenient->outputs);
  if (!options.strict_too || options.tier == Tier::kStrict) return out;
  out.strict = StrictOutputs(subject, options.tf32);
  return out;
}

std::vector<Known> StrictOutputs(const Subject& subject, bool tf32) {
  auto strict = Evaluate(subject, {.tier = Tier::kStrict, .tf32 = tf32}, {});
  return strict.ok() ? std::move(strict->outputs) : std::vector<Known>();
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
