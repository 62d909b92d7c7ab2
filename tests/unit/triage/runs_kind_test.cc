#include "triage/runs_kind.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(KindByRuns, OneRunThatDiesMakesACrash) {
  EXPECT_EQ(KindByRuns("nondeterministic",
                       "first run: crash the process ended: segmentation fault, second run: ok "),
            "crash");
  EXPECT_EQ(KindByRuns("nondeterministic", "first run: ok , second run: crash the process ended"),
            "crash");
}

TEST(KindByRuns, OthersStayWhatTheyAre) {
  EXPECT_EQ(KindByRuns("nondeterministic", "two runs differ by more than rounding allows"),
            "nondeterministic");
  EXPECT_EQ(KindByRuns("rejected", "first run: crash "), "rejected");
}

}  // namespace
}  // namespace assay::triage
