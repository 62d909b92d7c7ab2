#include <gtest/gtest.h>

#include "study/issues/issue.h"

namespace assay::study {
namespace {

// The example of every textbook: 50 items, 20 times both yes, 15 times both no, 5 and 10 apart.
TEST(Kappa, Textbook) {
  std::vector<std::pair<std::string, std::string>> labels;
  for (int i = 0; i < 20; ++i) labels.emplace_back("yes", "yes");
  for (int i = 0; i < 5; ++i) labels.emplace_back("yes", "no");
  for (int i = 0; i < 10; ++i) labels.emplace_back("no", "yes");
  for (int i = 0; i < 15; ++i) labels.emplace_back("no", "no");
  const Agreement a = CohensKappa(labels);
  EXPECT_EQ(a.equal, 35u);
  EXPECT_NEAR(a.expected, 0.5, 1e-12);
  EXPECT_NEAR(a.kappa, 0.4, 1e-12);
}

TEST(Kappa, Ends) {
  EXPECT_EQ(CohensKappa({}).kappa, 0);
  EXPECT_EQ(CohensKappa({{"a", "a"}, {"a", "a"}}).kappa, 1);
  EXPECT_LT(CohensKappa({{"a", "b"}, {"b", "a"}}).kappa, 0);
}

}  // namespace
}  // namespace assay::study
