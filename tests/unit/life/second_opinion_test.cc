#include "life/second_opinion.h"

#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

using Says = Opinion::Says;

class SecondOpinionTest : public triage::Planted {
 protected:
  // What judges with these faults say of a HardSwish; "": one without.
  SecondOpinion Ask(const std::vector<std::string>& faults) {
    std::vector<lab::Target> judges;
    for (const std::string& fault : faults) judges.push_back(triage::PlantedTarget(fault));
    lab::Lab lab;
    return AskJudges(triage::Trigger(kFault), judges, lab);
  }
};

TEST_F(SecondOpinionTest, OneThatAgreesIsEnough) {
  const SecondOpinion seen = Ask({"softmax-always-last-axis", kFault});
  ASSERT_EQ(seen.opinions.size(), 1U) << "the second is not asked";
  EXPECT_EQ(seen.opinions[0].says, Says::kAgrees);
  EXPECT_FALSE(seen.disputed());
}

TEST_F(SecondOpinionTest, WhoContradictsIsOverruledByWhoAgrees) {
  const SecondOpinion seen = Ask({kFault, "softmax-always-last-axis"});
  ASSERT_EQ(seen.opinions.size(), 2U);
  EXPECT_EQ(seen.opinions[0].says, Says::kContradicts);
  EXPECT_FALSE(seen.opinions[0].message.empty());
  EXPECT_FALSE(seen.disputed());
}

TEST_F(SecondOpinionTest, WhereNobodyAgreesItIsDisputed) {
  const SecondOpinion seen = Ask({kFault});
  EXPECT_TRUE(seen.disputed());
  EXPECT_EQ(seen.Json()["disputed"], true);
  EXPECT_EQ(seen.Json()["judges"][0]["says"], "contradicts");
}

TEST_F(SecondOpinionTest, WithoutJudgesNothingIsDisputed) { EXPECT_FALSE(Ask({}).disputed()); }

TEST(SecondOpinion, OnlyValuesNeedOne) {
  EXPECT_TRUE(NeedsSecondOpinion("wrong"));
  EXPECT_FALSE(NeedsSecondOpinion("crash"));
}

}  // namespace
}  // namespace assay::life
