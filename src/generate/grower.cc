#include "generate/grower.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/check.h"
#include "generate/boundary.h"
#include "generate/combinations.h"

namespace assay::generate {
namespace {

// Attempts to save a node whose results are not fit.
constexpr int kRepairs = 2;
constexpr double kChanceToKeepFlat = 0.15;
constexpr double kChanceOfBoundary = 0.25;

// The official inference counts windows of ceil_mode that begin in the padding behind the data; the
// text (and ours) leaves them out.
bool WindowsBehindTheData(const Node& node, const TensorType& x, const ops::Types& results) {
  const ops::Call call(node, 0);
  if (call.AttrInt("ceil_mode", 0) == 0 || results.empty()) return false;
  const std::vector<int64_t> kernel = call.AttrInts("kernel_shape"), pads = call.AttrInts("pads"),
                             strides = call.AttrInts("strides"),
                             dilations = call.AttrInts("dilations");
  for (size_t i = 0; i < kernel.size(); ++i) {
    const int64_t stride = strides.empty() ? 1 : strides[i];
    const int64_t window = (kernel[i] - 1) * (dilations.empty() ? 1 : dilations[i]) + 1;
    const int64_t padding = pads.empty() ? 0 : pads[i] + pads[i + kernel.size()];
    const int64_t windows = (x.dims[i + 2].size + padding - window + stride - 1) / stride + 1;
    const Dims& found = results[0].tensor.dims;
    if (i + 2 < found.size() && found[i + 2].size != windows) return true;
  }
  return false;
}

bool Usable(const ops::OpDef& op) {
  return op.propose != nullptr && op.domain.empty() && op.rounding != ops::Rounding::kRandom;
}

std::vector<Candidate> Make(int opset) {
  std::vector<Candidate> out;
  for (const ops::OpDef& op : ops::AllOps()) {
    if (!Usable(op)) continue;
    const ops::Schema* schema = ops::FindSchema(op.domain, op.name, opset);
    if (schema == nullptr || schema->deprecated) continue;
    if (schema->inputs.empty() && op.data_inputs.max > 0) continue;
    out.push_back({&op, schema, OperatorHash(op.name, op.domain)});
  }
  return out;
}

}  // namespace

Grower::Grower(Draft& draft, Rng& rng, const GraphOptions& options, int opset,
               std::span<const Candidate> candidates, bool inputs_allowed)
    : draft_(draft),
      rng_(rng),
      options_(options),
      maker_(draft, rng, opset, options.max_elements, options.special),
      candidates_(candidates),
      inputs_allowed_(inputs_allowed),
      failures_(options.seen != nullptr ? candidates.size() : 0) {}

bool Grower::Try(const Candidate& candidate) { return Apply(RandomPlan(candidate)); }

bool Grower::Apply(const Plan& plan) {
  const Draft::Mark start = draft_.mark();
  const Candidate& c = *plan.candidate;
  Attempt attempt{c.op, c.schema, c.hash, {}};
  size_t data_inputs = 0;
  if (Propose(plan, attempt, data_inputs)) {
    if (rng_.Chance(kChanceOfBoundary)) MoveToBoundary(attempt);
    if (Complete(std::move(attempt), data_inputs, start)) return true;
  }
  draft_.Rollback(start);
  return false;
}

bool Grower::Propose(const Plan& plan, Attempt& attempt, size_t& data_inputs) {
  const ops::OpDef& op = *attempt.op;
  data_inputs = static_cast<size_t>(rng_.Int(op.data_inputs.min, op.data_inputs.max));
  if (plan.given != kAbsent) data_inputs = std::max(data_inputs, plan.at + 1);
  InlineVector<ValueId, 6>& ids = attempt.node.inputs;
  for (size_t i = 0; i < data_inputs; ++i) {
    if (i == plan.at && plan.given != kAbsent) {
      ids.push_back(plan.given);
      continue;
    }
    if (i == 0) {
      if (plan.fresh.dtype == DType::kUndefined) return false;
      ids.push_back(AddOperand(plan.fresh));
      continue;
    }
    const auto id = NextOperand(*attempt.schema, std::span(ids.data(), ids.size()));
    if (!id.has_value()) return false;
    ids.push_back(*id);
  }
  if (Avoided(attempt)) return false;
  std::vector<TensorType> types;
  types.reserve(data_inputs);
  for (const ValueId id : ids) types.push_back(draft_.value(id).actual);
  auto proposal = op.propose({rng_, opset(), types});
  if (!proposal.has_value()) return false;
  for (const std::optional<Tensor>& constant : proposal->constants)
    ids.push_back(constant.has_value() ? AddProposed(*constant) : kAbsent);
  while (!ids.empty() && ids.back() == kAbsent) ids.pop_back();
  attempt.node.op = op.name;
  attempt.node.attrs = std::move(proposal->attrs);
  attempt.node.outputs.resize(static_cast<size_t>(proposal->outputs), 0);
  return true;
}

// An attribute at its boundary, where the operator takes it there.
void Grower::MoveToBoundary(Attempt& attempt) {
  const InlineVector<ValueId, 6>& ids = attempt.node.inputs;
  const bool known = !ids.empty() && ids[0] != kAbsent;
  Attempt moved = attempt;
  if (SetBoundary(rng_, *attempt.schema,
                  known ? std::max(draft_.value(ids[0]).actual.rank(), 0) : 0, options_.seen,
                  moved.node) &&
      maker_.Infer(moved).has_value())
    attempt = std::move(moved);
}

// A constant that an operator proposes, sometimes as an input with that value.
ValueId Grower::AddProposed(const Tensor& tensor) {
  const ValueId id = maker_.AddConstant(tensor);
  if (inputs_allowed_ && options_.runtime_constants > 0 && rng_.Chance(options_.runtime_constants))
    draft_.MakeInput(id);
  return id;
}

bool Grower::Complete(Attempt attempt, size_t data_inputs, const Draft::Mark& start) {
  auto types = maker_.Infer(attempt);
  if (!types.has_value() || Refused(attempt, *types) || StrangeType(*types)) return false;
  auto results = maker_.Evaluate(attempt);
  const bool special = options_.special && results.has_value() &&
                       std::all_of(results->begin(), results->end(), MostlyCertain);
  if (options_.valid_values && !special && (!results.has_value() || !Fits(JudgeAll(*results))))
    results = Repaired(attempt, data_inputs, start);
  if (!results.has_value()) return false;
  maker_.Commit(std::move(attempt), std::move(*types), std::move(*results));
  return true;
}

// Whether the result of a node has a type that is not wanted.
bool Grower::StrangeType(const ops::Types& types) const {
  return options_.types != nullptr &&
         std::any_of(types.begin(), types.end(), [&](const ValueType& type) {
           return type.is_tensor() && !options_.types->contains(type.tensor.dtype);
         });
}

bool Grower::Avoided(const Attempt& attempt) const {
  if (options_.avoid == nullptr || attempt.node.inputs.empty() || attempt.node.inputs[0] == kAbsent)
    return false;
  const DType dtype = draft_.value(attempt.node.inputs[0]).actual.dtype;
  return options_.avoid->contains(SupportKey(attempt.hash, dtype));
}

bool Grower::Refused(const Attempt& attempt, const ops::Types& types) const {
  if (attempt.node.inputs.empty() || attempt.node.inputs[0] == kAbsent) return false;
  const TensorType& first = draft_.value(attempt.node.inputs[0]).actual;
  return options_.valid_values && OfficialRefuses(attempt.node, first, types);
}

bool Grower::Fits(Fitness fitness) {
  return fitness == Fitness::kFit || (fitness == Fitness::kFlat && rng_.Chance(kChanceToKeepFlat));
}

// ---- repairs ----

std::optional<std::vector<Known>> Grower::Repaired(Attempt& attempt, size_t data_inputs,
                                                   const Draft::Mark& start) {
  if (data_inputs == 0) return std::nullopt;
  const Need need = NeedOf(attempt.op->name);
  for (int i = 0; i < kRepairs; ++i) {
    const bool named = need.operand >= 0 && static_cast<size_t>(need.operand) < data_inputs;
    const size_t k = named
                         ? static_cast<size_t>(need.operand)
                         : static_cast<size_t>(rng_.Int(0, static_cast<int64_t>(data_inputs) - 1));
    if (!RepairOperand(attempt, k, need.range, start)) continue;
    auto results = maker_.Evaluate(attempt);
    if (results.has_value() && Fits(JudgeAll(*results))) return results;
  }
  return std::nullopt;
}

bool Grower::RepairOperand(Attempt& attempt, size_t k, Range range, const Draft::Mark& start) {
  const ValueId id = attempt.node.inputs[k];
  const DraftValue& v = draft_.value(id);
  const bool new_here = static_cast<size_t>(id) >= start.values;
  if (new_here && v.source != DraftValue::Source::kNode) {
    maker_.Redraw(id, range);
    return true;
  }
  const bool floating = IsFloat(v.actual.dtype);
  if (!floating && !IsInt(v.actual.dtype)) return false;
  const auto chains = RepairsFor(range, floating);
  if (chains.empty()) return false;
  const auto chain = rng_.Pick(chains);
  // The node itself must still fit behind its repair.
  if (draft_.node_count() + chain.size() >= static_cast<size_t>(options_.nodes)) return false;
  const ValueId repaired = ApplyChain(chain, id);
  if (repaired == kAbsent) return false;
  attempt.node.inputs[k] = repaired;
  return true;
}

ValueId Grower::ApplyChain(std::span<const RepairStep> chain, ValueId id) {
  for (const RepairStep& step : chain) {
    const DType dtype = draft_.value(id).actual.dtype;
    const double values[] = {step.first, step.second};
    std::vector<Tensor> constants;
    for (int i = 0; i < step.constants; ++i)
      constants.push_back(MakeTensor(dtype, Shape{}, std::span(values + i, 1)));
    std::vector<ValueId> inputs = {id};
    if (step.twice) inputs.push_back(id);
    id = Append(step.op, inputs, constants);
    if (id == kAbsent) return kAbsent;
  }
  return id;
}

bool Grower::Acceptable(const std::vector<Known>& results, bool flat) const {
  for (const Known& result : results)
    if (result.tensor.count() > options_.max_elements) return false;
  if (options_.special && std::all_of(results.begin(), results.end(), MostlyCertain)) return true;
  const Fitness fitness = options_.valid_values ? JudgeAll(results) : Fitness::kFit;
  return fitness == Fitness::kFit || (flat && fitness == Fitness::kFlat);
}

ValueId Grower::Append(std::string_view op, std::vector<ValueId> inputs,
                       std::span<const Tensor> constants, Attrs attrs, size_t outputs, bool flat) {
  const ops::OpDef* def = ops::FindOp("", op);
  const ops::Schema* schema = ops::FindSchema("", op, opset());
  if (def == nullptr || schema == nullptr || schema->deprecated) return kAbsent;
  Attempt attempt{def, schema, OperatorHash(op, ""), {}};
  attempt.node.op = op;
  attempt.node.attrs = std::move(attrs);
  for (const ValueId id : inputs) attempt.node.inputs.push_back(id);
  for (const Tensor& tensor : constants) attempt.node.inputs.push_back(maker_.AddConstant(tensor));
  attempt.node.outputs.resize(outputs, 0);
  auto types = maker_.Infer(attempt);
  if (!types.has_value() || Avoided(attempt) || StrangeType(*types) || Refused(attempt, *types))
    return kAbsent;
  auto results = maker_.Evaluate(attempt);
  if (!results.has_value() || !Acceptable(*results, flat)) return kAbsent;
  maker_.Commit(std::move(attempt), std::move(*types), std::move(*results));
  return draft_.nodes().back().outputs[0];
}

bool OfficialRefuses(const Node& node, const TensorType& first, const ops::Types& results) {
  // Its function body holds float32 constants and does not know the default of `axes`.
  if (node.op == "MeanVarianceNormalization")
    return first.dtype != DType::kFloat32 || !node.attrs.Has("axes");
  if (node.op == "OneHot") return first.rank() == 0;
  // It takes the default of `onesided` for 0.
  if (node.op == "STFT") return !node.attrs.Has("onesided");
  if (node.op == "MaxPool" || node.op == "AveragePool" || node.op == "LpPool")
    return WindowsBehindTheData(node, first, results);
  return false;
}

std::span<const Candidate> CandidatesAt(int opset) {
  ASSAY_CHECK(opset >= 1 && opset <= ops::kNewestOpset) << "there is no opset " << opset;
  // Made on first use and kept: looking schemas up costs more than growing a small graph.
  static std::array<std::once_flag, ops::kNewestOpset + 1> made;
  static std::array<std::vector<Candidate>, ops::kNewestOpset + 1> tables;
  const auto k = static_cast<size_t>(opset);
  std::call_once(made[k], [k, opset] { tables[k] = Make(opset); });
  return tables[k];
}

const Candidate* FindCandidate(std::span<const Candidate> candidates, std::string_view name) {
  for (const Candidate& candidate : candidates)
    if (candidate.op->name == name) return &candidate;
  return nullptr;
}

}  // namespace assay::generate
