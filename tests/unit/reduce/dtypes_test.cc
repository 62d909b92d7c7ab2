#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Dtypes, UsualTypesWhereTheyDo) {
  const ModelCase start = CaseOf(
      "graph (x: float64[2]) -> (y) {\n w: float64[2] = [1, 2]\n a = Add(x, w)\n y = "
      "Cast<to=11>(a)\n}");
  const ModelCase small =
      AfterPass("dtypes", start, [](const ModelCase& now) { return Has(now, "Cast"); });
  EXPECT_EQ(small.inputs[0].tensor.dtype(), DType::kFloat32);
  EXPECT_EQ(*FindNode(small, "Cast")->attrs.Get<int64_t>("to"), 1);
}

TEST(Dtypes, ATypeThatMattersStays) {
  const ModelCase start = CaseOf("graph (x: float64[2]) -> (y) { y = Relu(x) }");
  const ModelCase small = AfterPass("dtypes", start, [](const ModelCase& now) {
    return now.inputs[0].tensor.dtype() == DType::kFloat64;
  });
  EXPECT_EQ(small.inputs[0].tensor.dtype(), DType::kFloat64);
}

}  // namespace
}  // namespace assay::reduce
