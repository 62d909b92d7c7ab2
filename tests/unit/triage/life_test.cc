#include "triage/life.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(Life, GoesForwardOnly) {
  EXPECT_EQ(LaterState("new", "confirmed"), "confirmed");
  EXPECT_EQ(LaterState("new", "located"), "located");
  EXPECT_EQ(LaterState("located", "reduced"), "located");
  EXPECT_EQ(LaterState("reported", "confirmed"), "reported");
}

TEST(Life, FlakyAndFixedStayWhatTheyAre) {
  EXPECT_EQ(LaterState("flaky", "reduced"), "flaky");
  EXPECT_EQ(LaterState("fixed", "reduced"), "fixed");
}

}  // namespace
}  // namespace assay::triage
