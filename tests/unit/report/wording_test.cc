#include "report/wording.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

TEST(TruthText, SaysWhatIsAdmitted) {
  EXPECT_EQ(TruthText({{"truth", 7}, {"bound", 0.5}}), "7 ± 0.5");
  EXPECT_EQ(TruthText({{"truth", 7}, {"bound", 0.0}}), "exactly 7");
  // Beside 300, "246 ± 246" would admit it.
  EXPECT_EQ(TruthText({{"truth", 246}, {"bound", 246}, {"low", 0}, {"high", 246}}),
            "246 (0 to 246)");
}

}  // namespace
}  // namespace assay::report
