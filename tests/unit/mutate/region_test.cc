#include "mutate/region.h"

#include "developer/apply.h"

namespace assay::mutate::developer_tests {
namespace {

std::vector<std::string> Names(const Graph& graph, const std::vector<ValueId>& ids) {
  std::vector<std::string> names;
  for (const ValueId id : ids) names.push_back(graph.name_of(id));
  return names;
}

constexpr std::string_view kDiamond = R"(graph (x: float32[2]) -> (y) {
  w: float32[2] = [1, 2]
  a = Mul(x, w)  s = Shape(x)  b = Relu(a)  c = Neg(a)  y = Add(b, c)
})";

TEST(GrowRegion, KnowsItsBorder) {
  const Graph graph = CaseOf(kDiamond).model.graph;
  Rng rng(1);
  const auto region = GrowRegion(graph, 0, 1, FitsRegion, rng);
  ASSERT_TRUE(region.has_value());
  EXPECT_THAT(Names(graph, region->inputs), testing::ElementsAre("x"));
  EXPECT_THAT(Names(graph, region->weights), testing::ElementsAre("w"));
  EXPECT_THAT(Names(graph, region->outputs), testing::ElementsAre("a"));
}

TEST(GrowRegion, NeverLeavesAHole) {
  const Graph graph = CaseOf(kDiamond).model.graph;
  for (uint64_t seed = 1; seed < 30; ++seed) {
    Rng rng(seed);
    const auto region = GrowRegion(graph, 0, 3, FitsRegion, rng);
    // {a, b, y} alone would leave c both behind it and in front of it.
    ASSERT_TRUE(region.has_value());
    EXPECT_THAT(region->nodes, testing::Not(testing::ElementsAre(0, 2, 4)));
    EXPECT_THAT(region->nodes, testing::Not(testing::ElementsAre(0, 3, 4)));
  }
}

TEST(GrowRegion, NeedsANodeThatIsUsed) {
  const Graph graph =
      CaseOf("graph (x: float32[2]) -> (y) { a = Neg(x)  y = Relu(x) }").model.graph;
  Rng rng(1);
  EXPECT_FALSE(GrowRegion(graph, 0, 1, FitsRegion, rng).has_value());
}

TEST(BringTogether, MovesOthersOutOfTheWay) {
  ModelCase test = CaseOf(kDiamond);
  Graph& graph = test.model.graph;
  Rng rng(1);
  auto region = GrowRegion(graph, 0, 4, FitsRegion, rng);
  ASSERT_TRUE(region.has_value());
  ASSERT_EQ(region->nodes.size(), 4u);  // everything but Shape, which stands between
  const size_t begin = BringTogether(graph, *region);
  EXPECT_EQ(region->nodes.back(), begin + 3);
  EXPECT_TRUE(VerifyStructure(graph).ok());
  EXPECT_THAT(OpsOf(graph), testing::ElementsAre("Shape", "Mul", "Relu", "Neg", "Add"));
}

TEST(CaptureRegion, TakesItsInputsByName) {
  const Graph graph = CaseOf(kDiamond).model.graph;
  Rng rng(1);
  const auto region = GrowRegion(graph, 0, 1, FitsRegion, rng);
  const Graph inner = CaptureRegion(graph, *region, "_tag");
  EXPECT_THAT(Names(inner, inner.captured), testing::ElementsAre("x", "w"));
  EXPECT_THAT(Names(inner, inner.outputs), testing::ElementsAre("a_tag"));
  EXPECT_TRUE(VerifyStructure(inner, &graph).ok());
}

TEST(EncloseRegion, TakesItsInputsAsInputs) {
  const Graph graph = CaseOf(kDiamond).model.graph;
  Rng rng(1);
  const auto region = GrowRegion(graph, 0, 1, FitsRegion, rng);
  const Graph inner = EncloseRegion(graph, *region, "_tag");
  EXPECT_THAT(Names(inner, inner.inputs), testing::ElementsAre("x_tag"));
  EXPECT_THAT(Names(inner, inner.captured), testing::ElementsAre("w"));
}

TEST(RewriteRegion, KeepsTheNamesOfItsResults) {
  ModelCase test = CaseOf(kDiamond);
  Graph& graph = test.model.graph;
  Rng rng(1);
  auto region = GrowRegion(graph, 0, 1, FitsRegion, rng);
  const auto negate = [](Writer& writer, ValueId id) { return writer.Op("Neg", {id}); };
  const Status status = RewriteRegion(test.model, *region,
                                      {.enter = negate,
                                       .change = [](Node&) {},
                                       .leave = [&](Writer& w, ValueId id) { negate(w, id); }});
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_THAT(OpsOf(graph),
              testing::ElementsAre("Neg", "Neg", "Mul", "Neg", "Shape", "Relu", "Neg", "Add"));
  EXPECT_EQ(graph.name_of(graph.node(3).outputs[0]), "a");
  EXPECT_TRUE(VerifyStructure(graph).ok());
}

}  // namespace
}  // namespace assay::mutate::developer_tests
