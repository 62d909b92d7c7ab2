#include "life/learnt.h"

#include "reduce/reduce.h"
#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class LearntTest : public PlantedStore {};

triage::Cause HardSwish() {
  triage::Cause out;
  out.kind = "wrong";
  out.error = "coarse";
  out.canonical = out.own = "t0:float32 = HardSwish(i0:float32)";
  out.ops = {"HardSwish"};
  return out;
}

TEST_F(LearntTest, KnowsACauseBehindOtherNodes) {
  lab::Lab lab;
  const triage::Probe probe(triage::PlantedTarget(kFault), lab);
  const auto seen = probe.Run(LongCase());
  ASSERT_TRUE(seen.ok() && seen->finding());
  Learnt learnt;
  EXPECT_FALSE(learnt.Explain(LongCase(), probe, *seen).known());
  triage::Cause cause = HardSwish();
  cause.error = triage::ErrorOf(seen->result);
  learnt.Add("planted", cause);
  EXPECT_EQ(learnt.Explain(LongCase(), probe, *seen).ops, cause.ops);
}

TEST_F(LearntTest, OtherConditionsAreAnotherCause) {
  lab::Lab lab;
  const triage::Probe probe(triage::PlantedTarget(kFault), lab);
  const auto seen = probe.Run(LongCase());
  ASSERT_TRUE(seen.ok() && seen->finding());
  Learnt learnt;
  triage::Cause cause = HardSwish();
  cause.error = triage::ErrorOf(seen->result);
  cause.needs = {"empty"};
  learnt.Add("planted", cause);
  learnt.Add("other", HardSwish());
  EXPECT_FALSE(learnt.Explain(LongCase(), probe, *seen).known());
}

}  // namespace
}  // namespace assay::life
