// Every rule on random uses of its operator, as the operator proposes them, in float64.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/strings.h"
#include "gradient/vjp.h"
#include "graph/text.h"
#include "ops/infer.h"
#include "ops/propose.h"
#include "ops/schema.h"
#include "tests/unit/gradient/finite_difference.h"

namespace assay::gradient {
namespace {

constexpr int kAttempts = 400;  // most candidates do not fit: types, shapes, ties, domains
constexpr int kUses = 10;
constexpr int64_t kMaxElements = 200;  // differences cost two evaluations per element

Shape RandomShape(Rng& rng) {
  Shape shape;
  const int64_t rank = rng.Int(0, 5);
  for (int64_t i = 0; i < rank; ++i) shape.push_back(rng.Chance(0.2) ? 1 : rng.Int(2, 4));
  return shape;
}

Tensor RandomValues(Rng& rng, DType dtype, const Shape& shape, double lo, double hi) {
  if (!IsFloat(dtype)) return ops::RandomTensor(rng, dtype, shape, 0, 1);
  std::vector<double> values;
  for (int64_t i = 0; i < ElementCount(shape); ++i) values.push_back(rng.Real(lo, hi));
  return MakeTensor(dtype, shape, values);
}

// Types for the data inputs: float64 wherever the schema admits it.
std::optional<std::vector<TensorType>> Candidates(Rng& rng, const ops::OpDef& op,
                                                  const ops::Schema& schema) {
  std::vector<TensorType> types;
  const auto count = static_cast<size_t>(rng.Int(op.data_inputs.min, op.data_inputs.max));
  for (size_t i = 0; i < count; ++i) {
    const ops::Param& param = schema.inputs[std::min(i, schema.inputs.size() - 1)];
    DType dtype = DType::kUndefined;
    for (const DType type : {DType::kFloat64, DType::kInt64, DType::kBool, DType::kInt32})
      if (dtype == DType::kUndefined && param.type_set().AdmitsTensor(type)) dtype = type;
    if (dtype == DType::kUndefined) return std::nullopt;
    types.emplace_back(dtype, i > 0 && rng.Chance(0.6) ? *types[0].shape() : RandomShape(rng));
  }
  return types;
}

struct Use {
  Model model;
  std::vector<Datum> inputs;
  std::vector<std::string> data, constants;  // float values by name
};

void AddConstant(Use& use, Node& node, const std::optional<Tensor>& tensor) {
  Graph& graph = use.model.graph;
  if (!tensor.has_value()) return node.inputs.push_back(kAbsent);
  const ValueId id =
      graph.AddValue(graph.FreshName("c"), TensorType(tensor->dtype(), tensor->shape()));
  graph.SetInitializer(id, *tensor);
  node.inputs.push_back(id);
  if (IsFloat(tensor->dtype())) use.constants.push_back(graph.name_of(id));
}

// Not a constant: scales of Resize are float32 whatever the data is.
bool IsComputed(const Graph& graph, ValueId id) { return graph.initializer(id) == nullptr; }

std::optional<Use> Propose(Rng& rng, const ops::OpDef& op, int opset) {
  const ops::Schema* schema = ops::FindSchema("", op.name, opset);
  if (schema == nullptr || schema->deprecated || schema->inputs.empty()) return std::nullopt;
  const auto types = Candidates(rng, op, *schema);
  if (!types.has_value()) return std::nullopt;
  const auto proposal = op.propose({rng, opset, *types});
  if (!proposal.has_value()) return std::nullopt;
  Use use;
  use.model.opsets = {{"", opset}};
  Graph& graph = use.model.graph;
  Node node{.name = "it", .op = std::string(op.name), .attrs = proposal->attrs};
  // Statistics in the type of the rest: differences of float32 numbers would say nothing.
  for (const ops::AttrSpec& attr : schema->attrs)
    if (attr.name == "stash_type") node.attrs.Set("stash_type", int64_t{11});
  // Most functions are at home on one of these.
  constexpr double kRanges[][2] = {{-2, 2}, {0.2, 0.9}, {1.1, 3}};
  const auto& range = kRanges[rng.Int(0, 2)];
  for (const TensorType& type : *types) {
    const ValueId id = graph.AddValue(graph.FreshName("x"), type);
    graph.inputs.push_back(id);
    node.inputs.push_back(id);
    use.inputs.emplace_back(RandomValues(rng, type.dtype, *type.shape(), range[0], range[1]));
    if (IsFloat(type.dtype)) use.data.push_back(graph.name_of(id));
  }
  for (const auto& constant : proposal->constants) AddConstant(use, node, constant);
  for (int k = 0; k < proposal->outputs; ++k) {
    node.outputs.push_back(graph.AddValue(graph.FreshName("y")));
    graph.outputs.push_back(node.outputs[static_cast<size_t>(k)]);
  }
  graph.AddNode(std::move(node));
  if (!ops::InferTypes(use.model).ok()) return std::nullopt;
  // A step of 1e-5 vanishes in the rounding of narrower types.
  for (size_t id = 0; id < graph.value_count(); ++id) {
    const DType dtype = graph.type(static_cast<ValueId>(id)).tensor.dtype;
    if (IsFloat(dtype) && dtype != DType::kFloat64 && IsComputed(graph, static_cast<ValueId>(id)))
      return std::nullopt;
  }
  for (const Datum& datum : use.inputs)
    if (datum.tensor.count() > kMaxElements) return std::nullopt;
  return use;
}

struct Tally {
  int uses = 0, tied = 0, undefined = 0;
  int64_t elements = 0, kinks = 0;
  std::set<std::string> refusals;
};

// False: a mistake, which is reported.
bool Check(const Use& use, const std::vector<std::string>& wrt, uint64_t seed, Tally& tally) {
  const auto result =
      CompareWithDifferences(use.model, use.inputs, wrt, {.all_outputs = true}, seed);
  if (!result.ok()) {
    EXPECT_NE(result.error().kind, ErrorKind::kInvalid) << result.error().message;
    tally.refusals.insert(result.error().message);
    return true;
  }
  EXPECT_EQ(result->mistake, "") << PrintModel(use.model);
  tally.tied += result->tied;
  tally.undefined += result->undefined;
  tally.elements += result->elements;
  tally.kinks += result->kinks;
  tally.uses += result->elements > 0;
  return result->mistake.empty();
}

bool TakesDoubles(const std::string& op) {
  for (const ops::Param& param : ops::FindSchema("", op, ops::kNewestOpset)->inputs)
    if (param.type_set().AdmitsTensor(DType::kFloat64)) return true;
  return false;
}

class EveryRule : public testing::TestWithParam<std::string> {};

TEST_P(EveryRule, AgreesWithFiniteDifferencesOnProposedUses) {
  const ops::OpDef* op = ops::FindOp("", GetParam());
  ASSERT_NE(op, nullptr);
  if (op->propose == nullptr || !TakesDoubles(GetParam()))
    GTEST_SKIP() << "no proposals in float64; see gradient_test.cc";
  Rng rng(GetParam().size() * 256 + static_cast<uint64_t>(GetParam()[0]));
  Tally tally;
  for (int attempt = 0; attempt < kAttempts && tally.uses < kUses; ++attempt) {
    const int opset = static_cast<int>(rng.Int(kMinOpset, ops::kNewestOpset));
    const auto use = Propose(rng, *op, opset);
    if (!use.has_value()) continue;
    if (!use->data.empty() && !Check(*use, use->data, rng.Next() % 1000, tally)) break;
    // Weights that come as constants, each alone: some have no derivative (ratios, sizes).
    bool right = true;
    for (const std::string& name : use->constants)
      right = right && Check(*use, {name}, rng.Next() % 1000, tally);
    if (!right) break;
  }
  RecordProperty("elements", static_cast<int>(tally.elements));
  if (std::getenv("GRADIENT_REPORT") != nullptr)
    std::printf("%-24s uses %d, elements %ld, at kinks %ld, tied %d, undefined %d; refused: %s\n",
                GetParam().c_str(), tally.uses, static_cast<long>(tally.elements),
                static_cast<long>(tally.kinks), tally.tied, tally.undefined,
                Join(tally.refusals, " | ").c_str());
  EXPECT_GT(tally.uses, 0) << "never compared; refused: " << Join(tally.refusals, " | ");
}

std::vector<std::string> WithDerivative() {
  std::vector<std::string> names;
  for (const Rule& rule : AllRules())
    if (rule.vjp != nullptr || rule.expand != nullptr) names.emplace_back(rule.op);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Rules, EveryRule, testing::ValuesIn(WithDerivative()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace assay::gradient
