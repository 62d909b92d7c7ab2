#include "generate/combinations.h"

#include <gmock/gmock.h>

#include "cases.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::generate {
namespace {

std::vector<uint64_t> KeysOf(const std::string& text) {
  Model model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return Combinations(model.graph);
}

const std::string kChain = R"(model ir=10 opset=21
graph g (x: float32[2,3]) -> (z: float32[2,3]) {
  y = Relu(x)
  z = Tanh(y)
})";

TEST(Combinations, HoldNodesEdgesAndPresence) {
  const auto keys = KeysOf(kChain);
  EXPECT_EQ(keys.size(), 6u);  // two nodes, their attributes, one edge without and with its type
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  const uint64_t relu = OperatorHash("Relu", ""), tanh = OperatorHash("Tanh", "");
  EXPECT_THAT(keys, testing::Contains(EdgeKey(relu, tanh)));
  EXPECT_THAT(keys, testing::Not(testing::Contains(EdgeKey(tanh, relu))));
  EXPECT_THAT(keys, testing::Contains(PairKey(relu, tanh, DType::kFloat32)));
  const int plain = ShapeClass(TensorType(DType::kFloat32, Shape{2, 3}));
  EXPECT_THAT(keys, testing::Contains(NodeKey(relu, DType::kFloat32, plain)));
}

TEST(Combinations, CountARepeatedOneOnce) {
  EXPECT_EQ(KeysOf(R"(model ir=10 opset=21
graph g (x: float32[2]) -> (z: float32[2]) {
  a = Relu(x)
  b = Relu(a)
  z = Relu(b)
})")
                .size(),
            4u);
}

TEST(Combinations, CountPairsWithTheirType) {
  const uint64_t relu = OperatorHash("Relu", ""), tanh = OperatorHash("Tanh", "");
  EXPECT_NE(PairKey(relu, tanh, DType::kFloat32), PairKey(relu, tanh, DType::kFloat16));
  EXPECT_EQ(PairKey(relu, tanh, DType::kFloat64), EdgeKey(relu, tanh));
  CombinationCounts counts;
  counts.Add(KeysOf(kChain));
  counts.Add(KeysOf(kChain));
  EXPECT_EQ(counts.pairs(), 1);
  EXPECT_EQ(CombinationCounts::Load(counts.Save())->pairs(), 1);
}

TEST(Combinations, TellAttributesAndTypesApart) {
  const auto with = KeysOf(R"(model ir=10 opset=21
graph g (x: float32[2]) -> (z: float32[2]) {
  z = LeakyRelu<alpha=0.5>(x)
})");
  const auto without = KeysOf(R"(model ir=10 opset=21
graph g (x: float32[2]) -> (z: float32[2]) {
  z = LeakyRelu(x)
})");
  const auto half = KeysOf(R"(model ir=10 opset=21
graph g (x: float16[2]) -> (z: float16[2]) {
  z = LeakyRelu(x)
})");
  EXPECT_NE(with, without);
  EXPECT_NE(without, half);
}

TEST(Combinations, LookIntoSubgraphs) {
  GraphOptions options{.nodes = 3};
  options.control_flow = 1;
  for (const RandomCase& test : Cases(1, 20, options))
    EXPECT_GT(Combinations(test.model.graph).size(), 2 * test.model.graph.node_count());
}

TEST(ShapeClass, SeparatesRanksAndSpecialSizes) {
  const auto of = [](Shape shape) { return ShapeClass(TensorType(DType::kFloat32, shape)); };
  EXPECT_NE(of({}), of({2}));
  EXPECT_NE(of({2}), of({1}));
  EXPECT_NE(of({1}), of({0}));
  EXPECT_EQ(of({1, 0}), of({0, 3}));
  EXPECT_EQ(of({2, 2, 2, 2, 2}), of({2, 2, 2, 2, 2, 2}));
  EXPECT_NE(of({2, 2, 2, 2, 2}), ShapeClass(TensorType(DType::kFloat32)));
}

}  // namespace
}  // namespace assay::generate
