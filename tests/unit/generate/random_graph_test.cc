#include "generate/random_graph.h"

#include <gmock/gmock.h>

#include "cases.h"
#include "graph/text.h"

namespace assay::generate {
namespace {

GraphOptions Everything() {
  GraphOptions options{.nodes = 8, .opset = 13};
  options.newest_opset = 22;
  options.dynamic = 0.3;
  options.control_flow = options.sequences = 0.05;
  options.default_inputs = 0.1;
  return options;
}

TEST(RandomGraph, IsLegalAndNumericallyValid) {
  for (const RandomCase& test : Cases(1, 400, Everything())) {
    EXPECT_TRUE(test.valid);
    EXPECT_EQ(Problem(test), "") << PrintModel(test.model);
  }
}

TEST(RandomGraph, IsValidInTypesOfLowPrecision) {
  for (const DType dtype : {DType::kFloat16, DType::kBfloat16, DType::kFloat64})
    for (const RandomCase& test : Cases(2, 100, {.nodes = 10, .opset = 21, .dtype = dtype}))
      EXPECT_EQ(Problem(test), "") << PrintModel(test.model);
}

TEST(RandomGraph, IsAFunctionOfSeedAndOptions) {
  const auto first = Cases(3, 30, Everything()), second = Cases(3, 30, Everything());
  ASSERT_EQ(first.size(), second.size());
  for (size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(PrintModel(first[i].model), PrintModel(second[i].model));
    EXPECT_EQ(first[i].inputs, second[i].inputs);
  }
  EXPECT_NE(PrintModel(first[0].model), PrintModel(Cases(4, 1, Everything())[0].model));
}

TEST(RandomGraph, IsWrittenInTheOldestFormatThatHoldsItsOpset) {
  for (const auto& [opset, format] : {std::pair{13, 8}, {18, 8}, {19, 9}, {20, 9}, {21, 10}})
    for (const RandomCase& test : Cases(5, 3, {.nodes = 2, .opset = opset}))
      EXPECT_EQ(test.model.ir_version, format) << opset;
}

TEST(RandomGraph, HasTheNodesAskedFor) {
  for (const int nodes : {1, 10, 300})
    for (const RandomCase& test : Cases(5, 3, {.nodes = nodes}))
      EXPECT_EQ(test.model.graph.node_count(), static_cast<size_t>(nodes));
}

TEST(RandomGraph, KeepsToTheOperatorsAskedFor) {
  GraphOptions options{.nodes = 6};
  options.only = {"Add", "Mul"};
  options.first = "Mul";
  options.control_flow = 0.5;  // has no say where the operators are named
  for (const RandomCase& test : Cases(6, 20, options)) {
    EXPECT_EQ(test.model.graph.node(0).op, "Mul");
    for (const NodePtr& node : test.model.graph.nodes())
      EXPECT_THAT(node->op, testing::AnyOf("Add", "Mul", "Tanh", "Sigmoid", "HardSigmoid",
                                           "Softsign", "Clip", "Min"));  // the last six repair
  }
  EXPECT_TRUE(Cases(6, 3, {.first = "NoSuchOperator"}).empty());
}

TEST(RandomGraph, DrawsTheOpset) {
  std::set<int> seen;
  for (const RandomCase& test : Cases(7, 60, Everything())) seen.insert(test.model.opset(""));
  EXPECT_GE(*seen.begin(), 13);
  EXPECT_LE(*seen.rbegin(), 22);
  EXPECT_GE(seen.size(), 8u);
}

// The inputs belong to graph.inputs, in their order; weights that are inputs come with their
// default.
TEST(RandomGraph, GivesAValueToEveryInput) {
  GraphOptions options = Everything();
  options.default_inputs = 0.5;
  int defaults = 0;
  for (const RandomCase& test : Cases(8, 60, options)) {
    const Graph& graph = test.model.graph;
    ASSERT_EQ(test.inputs.size(), graph.inputs.size());
    for (size_t i = 0; i < test.inputs.size(); ++i) {
      const Tensor& value = test.inputs[i].tensor;
      EXPECT_TRUE(
          Unify(graph.type(graph.inputs[i]), ValueType(TensorType(value.dtype(), value.shape()))));
      const Tensor* weight = graph.initializer(graph.inputs[i]);
      if (weight == nullptr) continue;
      ++defaults;
      EXPECT_EQ(*weight, value);
    }
  }
  EXPECT_GT(defaults, 5);
}

// Operators with a domain survive because their operands are repaired.
TEST(RandomGraph, UsesOperatorsThatHaveADomain) {
  const auto cases = Cases(9, 600, {.nodes = 10});
  for (const char* op :
       {"Log", "Sqrt", "Acos", "Acosh", "Atanh", "Div", "Mod", "Reciprocal", "Pow"})
    EXPECT_GE(CountOp(cases, op), 8) << op;
}

TEST(RandomGraph, CanLeaveValuesWild) {
  GraphOptions options{.nodes = 10};
  options.valid_values = false;
  int invalid = 0;
  for (const RandomCase& test : Cases(10, 60, options)) {
    EXPECT_FALSE(test.valid);
    invalid += Problem(test).empty() ? 0 : 1;
  }
  EXPECT_GT(invalid, 5);
}

TEST(RandomGraph, HasShapesOfAllKinds) {
  std::set<int> ranks;
  int empty = 0, single = 0;
  for (const RandomCase& test : Cases(11, 300, {.nodes = 10}))
    for (const ValueId id : test.model.graph.inputs) {
      const TensorType& type = test.model.graph.type(id).tensor;
      ranks.insert(type.rank());
      for (const Dim& dim : type.dims) {
        empty += dim.size == 0 ? 1 : 0;
        single += dim.size == 1 ? 1 : 0;
      }
    }
  EXPECT_THAT(ranks, testing::IsSupersetOf({0, 1, 2, 3, 4, 5}));
  EXPECT_GT(empty, 2);
  EXPECT_GT(single, 100);
}

}  // namespace
}  // namespace assay::generate
