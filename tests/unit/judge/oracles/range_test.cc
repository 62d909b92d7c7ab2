#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge {
namespace {

TEST(Range, InsideIsAcceptedAndOutsideOnlyNoted) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("p", "float", "Must be in the range [0, 1].", "0.5")};
  const auto trials = TrialsOf("range", doc, {});
  ASSERT_EQ(trials.size(), 6u);
  EXPECT_EQ(trials[0].claim, "`p` must not be -0.25");
  EXPECT_EQ(trials[0].if_broken, Verdict::kUnchecked);
  EXPECT_EQ(trials[1].claim, "`p` may be 0");
  EXPECT_EQ(trials[1].blame, Blame::kRangeError);
}

TEST(Range, WithoutMustNothingOutsideIsTried) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("p", "float", "Float between 0 and 1.", "0.5")};
  for (const Trial& trial : TrialsOf("range", doc, {}))
    EXPECT_EQ(trial.claim.find("must not"), std::string::npos);
}

}  // namespace
}  // namespace assay::judge
