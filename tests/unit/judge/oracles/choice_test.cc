#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge {
namespace {

TEST(Choice, EveryListedValueIsTried) {
  knowledge::ApiDoc doc = Doc("torch.linalg.qr");
  doc.parameters = {Param("mode", "str", "one of 'reduced', 'complete', 'r'.", "'reduced'")};
  const auto trials = TrialsOf("choice", doc, {});
  ASSERT_EQ(trials.size(), 3u);
  EXPECT_TRUE(Has(trials[1], "torch.linalg.qr(mode='complete')"));
  EXPECT_EQ(trials[1].blame, Blame::kRefusal);
  EXPECT_EQ(trials[1].value, "complete");
}

}  // namespace
}  // namespace assay::judge
