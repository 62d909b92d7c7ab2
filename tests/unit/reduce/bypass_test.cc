#include "fake.h"

namespace assay::reduce::bypass_test {
namespace {

using Names = std::vector<std::string>;

TEST(Bypass, TakesOutWhatIsBetween) {
  const ModelCase start =
      CaseOf("graph (x: float32[2]) -> (y) {\n a = Relu(x)\n b = Neg(a)\n y = Abs(b)\n}");
  const ModelCase small = AfterPass(
      "bypass", start, [](const ModelCase& now) { return Has(now, "Relu") && Has(now, "Abs"); });
  EXPECT_EQ(Ops(small), (Names{"Relu", "Abs"}));
}

TEST(Bypass, TakesOutTwoThatBelongTogether) {
  const ModelCase start = CaseOf(
      "graph (x: float32[2]) -> (y) {\n z: int64[] = 0\n a = Relu(x)\n s = SequenceConstruct(a)\n"
      " b = SequenceAt(s, z)\n y = Abs(b)\n}");
  const ModelCase small = AfterPass(
      "bypass", start, [](const ModelCase& now) { return Has(now, "Relu") && Has(now, "Abs"); });
  EXPECT_EQ(Ops(small), (Names{"Relu", "Abs"}));
}

}  // namespace
}  // namespace assay::reduce::bypass_test
