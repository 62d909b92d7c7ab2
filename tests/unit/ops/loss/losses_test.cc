// NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss.
#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

Attrs Reduction(const char* name) { return {{"reduction", std::string(name)}}; }

// The specification's own example.
std::vector<Known> Example(bool weighted) {
  std::vector<Known> out = {Floats({2, 3, 2}, {1, 2, 2, 2, 3, 2, 0, 1, 2, 2, 1, 2}),
                            Ints({2, 2}, {2, 1, 0, 2})};
  if (weighted) out.push_back(Floats({3}, {0.2, 0.3, 0.1}));
  return out;
}

TEST(NegativeLogLikelihoodLoss, PicksWeighsAndReduces) {
  EXPECT_THAT(Values(RunOp("NegativeLogLikelihoodLoss", Reduction("none"), Example(false))),
              ElementsAre(-3, -2, 0, -2));
  EXPECT_THAT(Values(RunOp("NegativeLogLikelihoodLoss", Reduction("sum"), Example(true))),
              ElementsAre(DoubleNear(-1.1, 1e-6)));
  EXPECT_THAT(Values(RunOp("NegativeLogLikelihoodLoss", {}, Example(true))),
              ElementsAre(DoubleNear(-1.1 / 0.7, 1e-6)));
  EXPECT_THAT(Values(RunOp("NegativeLogLikelihoodLoss", {}, Example(false))), ElementsAre(-1.75));
}

TEST(NegativeLogLikelihoodLoss, IgnoredSamplesDoNotCount) {
  const std::vector<Known> inputs = {Floats({2, 2}, {-1, -2, -3, -4}), Ints({2}, {1, -5})};
  EXPECT_THAT(Values(RunOp("NegativeLogLikelihoodLoss", {{"ignore_index", int64_t{-5}}}, inputs)),
              ElementsAre(2));
  EXPECT_THAT(MessageOf(RunOp("NegativeLogLikelihoodLoss", {}, inputs)),
              HasSubstr("label -5 is out of range for 2 classes"));
}

TEST(NegativeLogLikelihoodLoss, RefusesLabelsOfAnotherShape) {
  EXPECT_THAT(MessageOf(RunOp("NegativeLogLikelihoodLoss", {},
                              {Floats({2, 1}, {0, 0}), Ints({3}, {0, 0, 0})})),
              HasSubstr("do not fit"));
  EXPECT_THAT(MessageOf(RunOp("NegativeLogLikelihoodLoss", Reduction("most"), Example(false))),
              HasSubstr("'most'"));
}

TEST(SoftmaxCrossEntropyLoss, IsTheLossOfTheLogSoftmax) {
  const auto y = RunOp("SoftmaxCrossEntropyLoss", {}, {Floats({1, 2}, {0, 0}), Ints({1}, {1})},
                       {.outputs = 2});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(std::log(2), 1e-9)));
  EXPECT_THAT(Values(y, 1),
              ElementsAre(DoubleNear(-std::log(2), 1e-9), DoubleNear(-std::log(2), 1e-9)));
}

TEST(Losses, TheAdversaryStaysInside) {
  Rng rng(8);
  const Known labels = Ints({3, 2}, {0, 1, 2, 3, 0, 1});
  for (const DType type : {DType::kFloat32, DType::kFloat16})
    for (const char* op : {"NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"})
      EXPECT_EQ(
          Escapes(op, {},
                  {Normals(rng, type, {3, 4, 2}), labels, Numbers(type, {4}, {0.5, 1, 2, 3})}),
          "")
          << op;
}

}  // namespace
}  // namespace assay::ops
