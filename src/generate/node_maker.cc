#include "generate/node_maker.h"

#include "ops/schema_check.h"

namespace assay::generate {
namespace {

// The case's sizes of a result; no type for what is not a tensor.
TensorType ActualType(const Known& known) {
  if (!known.is_tensor()) return TensorType();
  return TensorType(known.tensor.dtype(), known.tensor.shape());
}

// A model's output needs a rank, even where inference does not find it.
void DeclareRank(ValueType& type, const Known& result) {
  if (!result.is_tensor()) return;
  type.tensor.has_rank = true;
  type.tensor.dims = Dims(static_cast<size_t>(result.tensor.rank()), Dim::Unknown());
}

constexpr double kChanceOfExtremes = 0.5;

}  // namespace

bool NodeMaker::Accepts(const Attempt& attempt, const std::vector<ValueType>& inputs,
                        ops::Types* types) {
  const InlineVector<ValueId, 6>& ids = attempt.node.inputs;
  InlineVector<const Tensor*, 6> constants(ids.size(), nullptr);
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == kAbsent) continue;
    const DraftValue& v = draft_.value(ids[i]);
    if (v.source == DraftValue::Source::kWeight && !v.overridable &&
        v.data.dtype() != DType::kUndefined)
      constants[i] = &v.data;
  }
  const ops::InferCall call(attempt.node, opset_, inputs,
                            std::span(constants.data(), constants.size()), nullptr);
  auto result = attempt.op->infer(call);
  if (!result.ok() || result->size() < attempt.node.outputs.size()) return false;
  *types = std::move(result).value();
  return true;
}

std::optional<ops::Types> NodeMaker::Infer(const Attempt& attempt) {
  std::vector<ValueType> inputs(attempt.node.inputs.size());
  bool dynamic = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (attempt.node.inputs[i] == kAbsent) continue;
    inputs[i] = draft_.value(attempt.node.inputs[i]).declared;
    if (inputs[i].is_tensor() && !inputs[i].tensor.shape().has_value()) dynamic = true;
  }
  if (!ops::CheckAgainstSchema(inputs, attempt.node, *attempt.schema).ok()) return std::nullopt;
  ops::Types types;
  if (!Accepts(attempt, inputs, &types)) return std::nullopt;
  if (dynamic) {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (attempt.node.inputs[i] != kAbsent && inputs[i].is_tensor())
        inputs[i] = draft_.value(attempt.node.inputs[i]).actual;
    ops::Types actual;
    if (!Accepts(attempt, inputs, &actual)) return std::nullopt;
  }
  for (const ValueType& type : types) {
    const auto shape = type.is_tensor() ? type.tensor.shape() : std::nullopt;
    if (!shape.has_value()) continue;
    const auto count = CheckedElementCount(*shape);
    if (!count.has_value() || *count > max_elements_) return std::nullopt;
  }
  return types;
}

const Known& NodeMaker::KnownOf(ValueId id) {
  DraftValue& v = draft_.value(id);
  if (v.known.present()) return v.known;
  if (v.data.dtype() == DType::kUndefined)
    v.data = special_ && rng_.Chance(kChanceOfExtremes)
                 ? ExtremeTensor(rng_, v.actual.dtype, *v.actual.shape(), power_)
                 : OperandTensor(rng_, v.actual.dtype, *v.actual.shape());
  auto bounded = Bounded::From(v.data, {});
  ASSAY_CHECK(bounded.ok()) << "an operand of type " << TypeText(v.actual);
  v.known = Known(std::move(bounded).value());
  return v.known;
}

std::optional<std::vector<Known>> NodeMaker::Evaluate(const Attempt& attempt) {
  std::vector<Known> inputs(attempt.node.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (attempt.node.inputs[i] != kAbsent) inputs[i] = KnownOf(attempt.node.inputs[i]);
  static const Rules kRules;
  const ops::EvalCall call(attempt.node, opset_, inputs, kRules, nullptr, rng_, nullptr);
  auto results = attempt.op->evaluate(call);
  if (!results.ok() || results->size() < attempt.node.outputs.size()) return std::nullopt;
  for (const Known& result : *results)
    if (result.kind == Known::Kind::kUndetermined || result.tensor.count() > max_elements_)
      return std::nullopt;
  return std::move(results).value();
}

void NodeMaker::Commit(Attempt attempt, ops::Types types, std::vector<Known> results) {
  for (size_t i = 0; i < attempt.node.outputs.size(); ++i) {
    if (types[i].is_tensor() && !types[i].tensor.has_rank) DeclareRank(types[i], results[i]);
    DraftValue v{.source = DraftValue::Source::kNode,
                 .declared = std::move(types[i]),
                 .actual = ActualType(results[i]),
                 .known = std::move(results[i]),
                 .producer = attempt.hash};
    const bool sequence = v.declared.kind == ValueType::Kind::kSequence;
    const bool tensor = v.actual.dtype != DType::kUndefined && !IsComplex(v.actual.dtype);
    attempt.node.outputs[i] = draft_.Add(std::move(v), tensor || sequence);
  }
  draft_.AddNode(std::move(attempt.node));
}

ValueId NodeMaker::AddConstant(const Tensor& tensor) {
  const TensorType type(tensor.dtype(), tensor.shape());
  return draft_.Add({.source = DraftValue::Source::kWeight,
                     .declared = type,
                     .actual = type,
                     .known = {},
                     .data = tensor,
                     .name = {}},
                    false);
}

void NodeMaker::Redraw(ValueId id, Range range) {
  DraftValue& v = draft_.value(id);
  v.data = OperandTensor(rng_, v.actual.dtype, *v.actual.shape(), range);
  v.known = Known();
}

Fitness JudgeAll(const std::vector<Known>& results) {
  Fitness worst = Fitness::kFit;
  for (const Known& result : results) {
    const Fitness fitness = Judge(result);
    if (fitness == Fitness::kFit) continue;
    if (fitness != Fitness::kFlat) return fitness;
    worst = fitness;
  }
  return worst;
}

}  // namespace assay::generate
