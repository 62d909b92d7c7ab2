// Adagrad, Adam, Momentum.
#include "tests/unit/ops/stays.h"

namespace assay::ops::optimizers_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

RunOptions Training(size_t outputs) {
  return {.opset = 1, .outputs = outputs, .domain = "ai.onnx.preview.training"};
}
Known One(double value) { return Floats({1}, {value}); }

TEST(Momentum, StandardAndNesterov) {
  const std::vector<Known> first = {One(0.5), Ints({}, {0}), One(1), One(2), One(4)};
  const Attrs attrs = {{"alpha", 0.5F},
                       {"beta", 0.25F},
                       {"norm_coefficient", 0.0F},
                       {"mode", std::string("standard")}};
  const auto y = RunOp("Momentum", attrs, first, Training(2));
  EXPECT_THAT(Values(y, 1), ElementsAre(4));  // beta counts as one in the first step
  EXPECT_THAT(Values(y, 0), ElementsAre(-1));
  Attrs nesterov = attrs;
  nesterov.Set("mode", std::string("nesterov"));
  std::vector<Known> second = first;
  second[1] = Ints({}, {1});
  const auto z = RunOp("Momentum", nesterov, second, Training(2));
  EXPECT_THAT(Values(z, 1), ElementsAre(2.5));
  EXPECT_THAT(Values(z, 0), ElementsAre(1 - 0.5 * (2 + 0.5 * 2.5)));
}

TEST(Adagrad, DividesByTheAccumulatedGradient) {
  const auto y = RunOp("Adagrad", {{"epsilon", 0.0F}, {"decay_factor", 1.0F}},
                       {One(2), Ints({}, {1}), One(1), One(3), One(16)}, Training(2));
  EXPECT_THAT(Values(y, 1), ElementsAre(25));
  EXPECT_THAT(Values(y, 0), ElementsAre(DoubleNear(1 - 3.0 / 5, 1e-12)));
}

TEST(Adam, AdjustsTheRate) {
  const auto y = RunOp("Adam", {{"alpha", 0.5F}, {"beta", 0.75F}, {"epsilon", 0.0F}},
                       {One(1), Ints({}, {1}), One(0), One(2), One(0), One(0)}, Training(3));
  EXPECT_THAT(Values(y, 1), ElementsAre(1));
  EXPECT_THAT(Values(y, 2), ElementsAre(1));
  EXPECT_THAT(Values(y, 0), ElementsAre(DoubleNear(-1, 1e-12)));  // sqrt(0.25) / 0.5 = 1
}

TEST(Optimizers, TakeSeveralTensorsByKind) {
  const auto y = RunOp("Momentum",
                       {{"alpha", 1.0F},
                        {"beta", 1.0F},
                        {"norm_coefficient", 0.0F},
                        {"mode", std::string("standard")}},
                       {One(1), Ints({}, {0}), One(1), Floats({2}, {2, 2}), One(1),
                        Floats({2}, {1, 1}), One(0), Floats({2}, {0, 0})},
                       Training(4));
  EXPECT_THAT(Values(y, 0), ElementsAre(0));
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 1));
  EXPECT_THAT(Values(y, 3), ElementsAre(1, 1));
  EXPECT_THAT(MessageOf(RunOp("Adagrad", {}, {One(1), Ints({}, {0}), One(1), One(1)}, Training(2))),
              HasSubstr("has 2 tensors"));
}

TEST(Optimizers, TheAdversaryStaysInside) {
  Rng rng(8);
  const auto x = [&] { return Normals(rng, DType::kFloat32, {6}); };
  const Known h = Numbers(DType::kFloat32, {6}, {0.5, 1, 2, 3, 4, 5});
  EXPECT_EQ(Escapes("Adam", {{"norm_coefficient", 0.01F}},
                    {One(0.1), Ints({}, {3}), x(), x(), x(), h}, Training(3)),
            "");
  EXPECT_EQ(Escapes("Adagrad", {{"norm_coefficient", 0.01F}},
                    {One(0.1), Ints({}, {3}), x(), x(), h}, Training(2)),
            "");
}

}  // namespace
}  // namespace assay::ops::optimizers_test
