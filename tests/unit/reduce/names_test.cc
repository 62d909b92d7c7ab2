#include "fake.h"

namespace assay::reduce {
namespace {

TEST(Names, ShortOnesAndNoDescription) {
  ModelCase start = CaseOf(
      "graph net (y: float32[2]) -> (x) {\n weird: float32[2] = [1, 2]\n [act] q = Add(y, weird)\n"
      " x = Relu(q)\n}");
  start.model.producer_name = "somebody";
  const ModelCase small = AfterPass("names", start, [](const ModelCase&) { return true; });
  EXPECT_EQ(PrintModel(small.model),
            PrintModel(CaseOf("graph g (x: float32[2]) -> (y) {\n w: float32[2] = [1, 2]\n"
                              " t0 = Add(x, w)\n y = Relu(t0)\n}")
                           .model));
}

}  // namespace
}  // namespace assay::reduce
