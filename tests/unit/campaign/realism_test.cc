#include "campaign/realism.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::campaign {
namespace {

Graph Parse(std::string_view text) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok());
  return model->graph;
}

TEST(Realism, TheShareOfKnownChains) {
  Realism realism;
  realism.Learn(Parse("graph (x) -> (c) { a = Conv(x)\n b = Relu(a)\n c = Gemm(b) }"));
  EXPECT_DOUBLE_EQ(
      realism.Score(Parse("graph (x) -> (c) { a = Conv(x)\n b = Relu(a)\n c = Gemm(b) }")), 1);
  // Conv-Relu is known; Relu-Tan and Conv-Relu-Tan are not.
  EXPECT_DOUBLE_EQ(
      realism.Score(Parse("graph (x) -> (c) { a = Conv(x)\n b = Relu(a)\n c = Tan(b) }")), 1.0 / 3);
  EXPECT_DOUBLE_EQ(realism.Score(Parse("graph (x) -> (b) { a = Tan(x)\n b = Sin(a) }")), 0);
  EXPECT_DOUBLE_EQ(realism.Score(Parse("graph (x) -> (a) { a = Conv(x) }")), 0);
}

}  // namespace
}  // namespace assay::campaign
