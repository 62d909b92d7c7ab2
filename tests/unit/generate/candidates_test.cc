#include <gtest/gtest.h>

#include <set>

#include "generate/grower.h"

namespace assay::generate {
namespace {

TEST(Candidates, BelongToTheirOpset) {
  for (const int opset : {13, 21, ops::kNewestOpset}) {
    std::set<uint64_t> hashes;
    for (const Candidate& c : CandidatesAt(opset)) {
      EXPECT_LE(c.schema->since, opset);
      EXPECT_EQ(c.schema->name, c.op->name);
      EXPECT_TRUE(hashes.insert(c.hash).second) << c.op->name;
    }
    EXPECT_GT(hashes.size(), 140u);
  }
  EXPECT_EQ(FindCandidate(CandidatesAt(13), "Mish"), nullptr);  // opset 18
  EXPECT_NE(FindCandidate(CandidatesAt(18), "Mish"), nullptr);
}

}  // namespace
}  // namespace assay::generate
