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
    return AskJudges(triage::Trigger(kFault), triage::PlantedTarget(kFault), judges, known_, lab);
  }
  std::vector<triage::KnownBug> known_;
};

TEST_F(SecondOpinionTest, AllThatAgreeAreHeard) {
  const SecondOpinion seen = Ask({"softmax-always-last-axis", "softmax-always-last-axis"});
  ASSERT_EQ(seen.opinions.size(), 2U);
  EXPECT_EQ(seen.opinions[0].says, Says::kAgrees);
  EXPECT_EQ(seen.opinions[1].says, Says::kAgrees);
  EXPECT_NE(seen.opinions[0].value, seen.accused);
  EXPECT_FALSE(seen.disputed());
}

TEST_F(SecondOpinionTest, WhoGivesWhatTheAccusedGivesMakesItDisputed) {
  const SecondOpinion seen = Ask({"softmax-always-last-axis", kFault});
  ASSERT_EQ(seen.opinions.size(), 2U);
  EXPECT_EQ(seen.opinions[0].says, Says::kAgrees);
  EXPECT_EQ(seen.opinions[1].says, Says::kContradicts);
  EXPECT_EQ(seen.opinions[1].value, seen.accused);
  EXPECT_TRUE(seen.disputed());
  EXPECT_EQ(seen.Json()["disputed"], true);
  EXPECT_EQ(seen.Json()["judges"][1]["says"], "contradicts");
}

TEST_F(SecondOpinionTest, WhoIsKnownToBeWrongThereSaysNothing) {
  triage::KnownBug bug;
  bug.framework = "planted";
  bug.kinds = {"wrong"};
  bug.graph = "HardSwish";
  known_ = {bug};
  const SecondOpinion seen = Ask({kFault});
  ASSERT_EQ(seen.opinions.size(), 1U);
  EXPECT_EQ(seen.opinions[0].says, Says::kNothing);
  EXPECT_FALSE(seen.disputed());
}

TEST(SecondOpinion, WhoIsWrongInAWayOfItsOwnSaysNothingForTheAccused) {
  SecondOpinion seen;
  seen.opinions = {{"a", "", Says::kAgrees, "", ""}, {"b", "", Says::kDiffers, "", ""}};
  EXPECT_FALSE(seen.disputed());
  seen.opinions.erase(seen.opinions.begin());
  EXPECT_TRUE(seen.disputed()) << "nobody agrees";
}

TEST(SecondOpinion, TheStandardsOwnEvaluatorIsNotOverruled) {
  SecondOpinion seen;
  seen.opinions = {{"onnx", "", Says::kDiffers, "", ""}, {"b", "", Says::kAgrees, "", ""}};
  EXPECT_TRUE(seen.disputed());
}

TEST_F(SecondOpinionTest, WithoutJudgesNothingIsDisputed) { EXPECT_FALSE(Ask({}).disputed()); }

TEST(SecondOpinion, OnlyValuesNeedOne) {
  EXPECT_TRUE(NeedsSecondOpinion("wrong"));
  EXPECT_TRUE(NeedsSecondOpinion("inaccurate"));
  EXPECT_FALSE(NeedsSecondOpinion("crash"));
}

}  // namespace
}  // namespace assay::life
