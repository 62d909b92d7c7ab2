#include "fake.h"

namespace assay::reduce::slice_test {
namespace {

using Names = std::vector<std::string>;

const char* const kChain =
    "graph (x: float32[4]) -> (y: float32[4]) {\n a = Relu(x)\n b = Neg(a)\n c = Floor(b)\n"
    " d = Abs(c)\n e = Ceil(d)\n y = Sqrt(e)\n}";

TEST(Slice, KeepsTheNodeThatMatters) {
  const ModelCase small =
      AfterPass("slice", CaseOf(kChain), [](const ModelCase& now) { return Has(now, "Floor"); });
  EXPECT_EQ(Ops(small), Names{"Floor"});
  // Its input is what the whole model has there.
  EXPECT_EQ(small.inputs.at(0).tensor.RealAt(0), -1.5);
}

TEST(Slice, KeepsNeighboursThatMatterTogether) {
  const ModelCase small = AfterPass("slice", CaseOf(kChain), [](const ModelCase& now) {
    return Has(now, "Floor") && Has(now, "Abs") && now.model.graph.outputs.size() == 1;
  });
  EXPECT_EQ(Ops(small), (Names{"Floor", "Abs"}));
}

TEST(Slice, ThinsOutWhatIsFarApart) {
  const ModelCase small = AfterPass("slice", CaseOf(kChain), [](const ModelCase& now) {
    return Has(now, "Relu") && Has(now, "Sqrt");
  });
  EXPECT_EQ(Ops(small), (Names{"Relu", "Sqrt"}));
}

TEST(Slice, ShapesThatAreComputedBecomeWeights) {
  const ModelCase start = CaseOf(
      "graph (x: float32[2,3]) -> (y: float32[6]) {\n m: int64[1] = [-1]\n s = Shape(x)\n"
      " p = ReduceProd<keepdims=1>(s)\n y = Reshape(x, p)\n}");
  const ModelCase small =
      AfterPass("slice", start, [](const ModelCase& now) { return Has(now, "Reshape"); });
  EXPECT_EQ(Ops(small), Names{"Reshape"});
  EXPECT_EQ(small.model.graph.initializers().size(), 1u);
}

}  // namespace
}  // namespace assay::reduce::slice_test
