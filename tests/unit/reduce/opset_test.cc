#include "fake.h"

namespace assay::reduce {
namespace {

const char* const kOld = "model ir=8 opset=15\ngraph (x: float32[2]) -> (y) { y = Relu(x) }";

TEST(Opset, TheUsualOne) {
  const ModelCase small = AfterPass("opset", CaseOf(kOld), [](const ModelCase&) { return true; });
  EXPECT_EQ(small.model.opset(""), 21);
  EXPECT_EQ(small.model.ir_version, 10);
}

TEST(Opset, TheNewestThatShowsIt) {
  const ModelCase small = AfterPass("opset", CaseOf(kOld),
                                    [](const ModelCase& now) { return now.model.opset("") <= 17; });
  EXPECT_EQ(small.model.opset(""), 17);
}

}  // namespace
}  // namespace assay::reduce
