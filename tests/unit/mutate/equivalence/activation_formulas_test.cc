#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

std::string Unary(const char* op) {
  return std::string("model opset=24 graph (x: float32[2]) -> (y) { y = ") + op + "(x) }";
}

TEST(ActivationFormulas, AreWrittenOut) {
  EXPECT_EQ(OpsAfter("sigmoid-from-exp", Unary("Sigmoid")), "Neg Exp Add Div");
  EXPECT_EQ(OpsAfter("gelu-from-erf", Unary("Gelu")), "Div Erf Mul Add Mul");
  EXPECT_THAT(OpsAfter("gelu-from-erf",
                       R"(graph (x: float32[2]) -> (y) { y = Gelu<approximate="tanh">(x) })"),
              HasSubstr("Tanh"));
  EXPECT_EQ(OpsAfter("swish-from-sigmoid", Unary("Swish")), "Sigmoid Mul");
  EXPECT_EQ(OpsAfter("hard-swish-from-primitives", Unary("HardSwish")), "HardSigmoid Mul");
  EXPECT_EQ(OpsAfter("hard-sigmoid-from-primitives", Unary("HardSigmoid")), "Mul Add Min Max");
  EXPECT_EQ(OpsAfter("mish-from-softplus", Unary("Mish")), "Softplus Tanh Mul");
  EXPECT_EQ(OpsAfter("softsign-from-abs", Unary("Softsign")), "Abs Add Div");
  EXPECT_EQ(OpsAfter("elu-from-exp", Unary("Elu")), "Exp Sub Mul Less Where");
}

TEST(ActivationFormulas, SoftplusDoesNotOverflow) {
  EXPECT_EQ(OpsAfter("softplus-from-exp", Unary("Softplus")), "Abs Neg Exp Add Log Relu Add");
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
