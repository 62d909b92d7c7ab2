#include "life/claim.h"

#include <gtest/gtest.h>

#include "tests/unit/dossier/sample.h"

namespace assay::life {
namespace {

class ClaimTest : public dossier::SampleStore {};

TEST_F(ClaimTest, IsOneProcessesUntilItEnds) {
  {
    const Claim first(store(), TriageTask("f1"), 60);
    ASSERT_TRUE(first.status().ok());
    EXPECT_TRUE(first.ours());
    EXPECT_FALSE(Claim(store(), TriageTask("f1"), 60).ours());
    // Another finding, and another task of the same one, are free.
    EXPECT_TRUE(Claim(store(), TriageTask("f2"), 60).ours());
    EXPECT_TRUE(Claim(store(), LocateTask("f1"), 60).ours());
    // Whoever did not get it gives nothing back.
    EXPECT_FALSE(Claim(store(), TriageTask("f1"), 60).ours());
  }
  EXPECT_TRUE(Claim(store(), TriageTask("f1"), 60).ours());
}

}  // namespace
}  // namespace assay::life
