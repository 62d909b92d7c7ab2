#include <gtest/gtest.h>

#include "oracle/oracle.h"

namespace assay::oracle::conversion_test {
namespace {

lab::Observation Failed(const std::string& kind) {
  lab::Observation out;
  out.ending = lab::Ending::kFailed;
  out.kind = kind;
  out.message = "no shape for w";
  return out;
}

TEST(Conversion, SpeaksOfFailuresOnTheWayAlone) {
  Evidence evidence;
  evidence.first = Failed("conversion");
  EXPECT_EQ(FindOracle("conversion")->judge(evidence), "no shape for w");
  evidence.first = Failed("RuntimeError");
  EXPECT_FALSE(FindOracle("conversion")->judge(evidence).has_value());
  EXPECT_TRUE(FindOracle("rejected")->judge(evidence).has_value());
}

TEST(Conversion, AsksForARepetitionOfTheSameKind) {
  Evidence evidence;
  evidence.first = Failed("conversion");
  evidence.second = Failed("RuntimeError");
  EXPECT_FALSE(FindOracle("conversion")->judge(evidence).has_value());
  evidence.second = Failed("conversion");
  EXPECT_TRUE(FindOracle("conversion")->judge(evidence).has_value());
}

TEST(Conversion, ComesBeforeRejected) {
  for (const OracleDef& oracle : AllOracles()) {
    if (oracle.name == "conversion") return;
    ASSERT_NE(oracle.name, "rejected");
  }
  FAIL() << "conversion is not in the list";
}

}  // namespace
}  // namespace assay::oracle::conversion_test
