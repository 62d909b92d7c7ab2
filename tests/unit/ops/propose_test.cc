// Property over all operators that can propose a use of themselves: the proposal is legal, and what
// `infer` says of the outputs agrees with what `evaluate` gives.
#include "ops/propose.h"

#include <gtest/gtest.h>

#include "ops/infer.h"
#include "ops/schema.h"

namespace assay::ops {
namespace {

constexpr int kAttempts =
    150;  // many candidates do not fit: mixed types, shapes that do not broadcast
constexpr int kUses = 10;

// One proposed use of an operator, ready to infer and evaluate.
struct Use {
  Graph graph;
  Node node;
  std::vector<ValueType> types;
  std::vector<Tensor> values;
  std::vector<const Tensor*> constants;  // null for the data inputs
};

Shape RandomShape(Rng& rng) {
  Shape shape;
  const int64_t rank = rng.Int(0, 4);
  for (int64_t i = 0; i < rank; ++i) shape.push_back(rng.Chance(0.3) ? 1 : rng.Int(2, 4));
  return shape;
}

std::optional<DType> RandomType(Rng& rng, const Param& param) {
  std::vector<DType> admitted;
  for (int k = 1; k < kDTypeCount; ++k) {
    const auto type = static_cast<DType>(k);
    if (param.type_set().AdmitsTensor(type) && !IsComplex(type)) admitted.push_back(type);
  }
  if (admitted.empty()) return std::nullopt;
  if (param.type_set().AdmitsTensor(DType::kFloat32) && rng.Chance(0.5)) return DType::kFloat32;
  return rng.Pick<DType>(admitted);
}

// Candidate types for the data inputs: equal variables get one type, shapes are often equal.
std::optional<std::vector<TensorType>> Candidates(Rng& rng, const OpDef& op, const Schema& schema) {
  std::vector<TensorType> types;
  const auto count = static_cast<size_t>(rng.Int(op.data_inputs.min, op.data_inputs.max));
  if (count > 0 && schema.inputs.empty()) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    const Param& param = schema.inputs[std::min(i, schema.inputs.size() - 1)];
    auto dtype = RandomType(rng, param);
    if (!dtype.has_value()) return std::nullopt;
    for (size_t k = 0; k < i; ++k)
      if (schema.inputs[std::min(k, schema.inputs.size() - 1)].variable == param.variable &&
          !param.variable.empty())
        dtype = types[k].dtype;
    const bool same_shape = i > 0 && rng.Chance(0.6);
    types.emplace_back(*dtype, same_shape ? *types[0].shape() : RandomShape(rng));
  }
  return types;
}

void AddValue(Use& use, const std::optional<Tensor>& value, bool constant) {
  if (!value.has_value()) {
    use.node.inputs.push_back(kAbsent);
    use.types.emplace_back();
    use.values.emplace_back();
    use.constants.push_back(nullptr);
    return;
  }
  const ValueType type(TensorType(value->dtype(), value->shape()));
  use.node.inputs.push_back(use.graph.AddValue(use.graph.FreshName("in"), type));
  use.types.push_back(type);
  use.values.push_back(*value);
  use.constants.push_back(constant ? &use.values.back() : nullptr);
}

std::optional<Use> Propose(Rng& rng, const OpDef& op, const Schema& schema, int opset) {
  const auto types = Candidates(rng, op, schema);
  if (!types.has_value()) return std::nullopt;
  const auto proposal = op.propose({rng, opset, *types});
  if (!proposal.has_value()) return std::nullopt;
  Use use;
  use.values.reserve(types->size() + proposal->constants.size());  // `constants` points into it
  use.node.op = op.name;
  use.node.domain = op.domain;
  use.node.attrs = proposal->attrs;
  // Small non-negative integers, as the generator makes them: they are often indices.
  for (const TensorType& type : *types)
    AddValue(use, RandomTensor(rng, type.dtype, *type.shape(), IsFloat(type.dtype) ? -2 : 0, 2),
             false);
  for (const auto& constant : proposal->constants) AddValue(use, constant, true);
  for (int i = 0; i < proposal->outputs; ++i)
    use.node.outputs.push_back(use.graph.AddValue(use.graph.FreshName("out")));
  return use;
}

std::string Describe(const OpDef& op, const Use& use, int opset) {
  std::string text = StrCat(op.name, " at opset ", opset, " on");
  for (const ValueType& type : use.types) text += StrCat(" ", TypeText(type));
  for (const auto& [name, attr] : use.node.attrs) text += StrCat(" ", name);
  return text;
}

// False when the use escaped judgement (an undetermined or unsupported result).
bool Check(const OpDef& op, const Use& use, int opset) {
  const std::string what = Describe(op, use, opset);
  const Status legal = CheckAgainstSchema(use.graph, use.node, opset);
  EXPECT_TRUE(legal.ok()) << what << ": " << legal.error().message;
  if (!legal.ok()) return true;
  const auto types = op.infer(InferCall(use.node, opset, use.types, use.constants, nullptr));
  EXPECT_TRUE(types.ok()) << what << ": " << types.error().message;
  if (!types.ok()) return true;
  std::vector<Known> inputs;
  for (const Tensor& value : use.values)
    inputs.push_back(value.dtype() == DType::kUndefined ? Known()
                                                        : Known(Bounded::From(value, {}).value()));
  Rng random(3);
  const Rules rules;
  const auto outputs =
      op.evaluate(EvalCall(use.node, opset, inputs, rules, nullptr, random, nullptr));
  if (!outputs.ok()) {
    const bool excused = outputs.error().kind == ErrorKind::kUndetermined ||
                         outputs.error().kind == ErrorKind::kUnsupported;
    EXPECT_TRUE(excused) << what << ": " << outputs.error().message;
    return !excused;
  }
  EXPECT_GE(outputs->size(), use.node.outputs.size()) << what;
  EXPECT_GE(types->size(), use.node.outputs.size()) << what;
  for (size_t i = 0; i < use.node.outputs.size() && i < outputs->size() && i < types->size(); ++i) {
    const Known& y = (*outputs)[i];
    if (!y.is_tensor()) continue;
    const ValueType actual(TensorType(y.tensor.dtype(), y.tensor.shape()));
    EXPECT_TRUE(Unify((*types)[i], actual).has_value())
        << what << ": inferred " << TypeText((*types)[i]) << ", is " << TypeText(actual);
    EXPECT_EQ((*types)[i].tensor.dtype, y.tensor.dtype()) << what;
  }
  return true;
}

TEST(Propose, InferAgreesWithEvaluateOnEveryProposal) {
  Rng rng(20);
  std::vector<std::string> unused;
  for (const OpDef& op : AllOps()) {
    if (op.propose == nullptr) continue;
    int uses = 0;
    for (int attempt = 0; attempt < kAttempts && uses < kUses && !testing::Test::HasFatalFailure();
         ++attempt) {
      const int opset =
          static_cast<int>(op.domain.empty() ? rng.Int(kOldestOpset, kNewestOpset) : 1);
      const Schema* schema = FindSchema(op.domain, op.name, opset);
      if (schema == nullptr || schema->deprecated) continue;
      const auto use = Propose(rng, op, *schema, opset);
      if (use.has_value() && Check(op, *use, opset)) ++uses;
      if (testing::Test::HasFailure()) break;
    }
    if (uses == 0) unused.emplace_back(op.name);
  }
  std::printf("no use found for: %s\n", Join(unused, " ").c_str());
}

TEST(Propose, TheSameSeedGivesTheSameProposal) {
  const TensorType x(DType::kFloat32, Shape{2, 3});
  for (const OpDef& op : AllOps()) {
    if (op.propose == nullptr || op.data_inputs.min != 1) continue;
    const std::vector<TensorType> inputs = {x};
    Rng a(7), b(7);
    const auto first = op.propose({a, 21, inputs}), second = op.propose({b, 21, inputs});
    ASSERT_EQ(first.has_value(), second.has_value()) << op.name;
    EXPECT_TRUE(!first.has_value() || first->attrs == second->attrs) << op.name;
  }
}

}  // namespace
}  // namespace assay::ops
