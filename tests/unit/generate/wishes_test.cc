#include <gtest/gtest.h>

#include "cases.h"
#include "generate/operand_values.h"

namespace assay::generate {
namespace {

TEST(Wishes, AreGranted) {
  for (const char* op : {"AffineGrid", "DeformConv", "Det", "NonMaxSuppression", "STFT"})
    EXPECT_GE(Cases(1, 20, {.nodes = 1, .opset = 21, .first = op}).size(), 18u) << op;
  Rng rng(1);
  EXPECT_FALSE(WishedShape("Relu", rng).has_value());
}

}  // namespace
}  // namespace assay::generate
