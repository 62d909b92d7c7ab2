#include "life/triage_all.h"

#include "life/claim.h"
#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class TriageAllTest : public PlantedStore {
 protected:
  static TriageOptions Options() {
    TriageOptions out;
    out.each.backend_dirs = Backends();
    out.each.runs = 1;
    out.each.seconds = 30;
    out.stopped = [] { return false; };
    out.tell = [](const std::string&) {};
    return out;
  }
};

TEST_F(TriageAllTest, ConfirmsReducesAndGroups) {
  const auto shown = AddShown(), not_shown = AddNotShown();
  const auto done = TriageAll(store(), Options());
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->worked_on, 2u);
  EXPECT_EQ(done->left, 0u);
  EXPECT_TRUE(done->problems.empty());
  EXPECT_EQ(store().Finding(shown.id)->state, "reduced");
  EXPECT_EQ(store().Finding(not_shown.id)->state, "flaky");
  const auto reduction = store().Reduction(shown.id);
  ASSERT_TRUE(reduction->has_value());
  EXPECT_EQ((*reduction)->nodes, 1);
  EXPECT_EQ((*reduction)->original_nodes, 3);
  // A second time there is nothing to do.
  EXPECT_EQ(TriageAll(store(), Options())->worked_on, 0u);
}

TEST_F(TriageAllTest, LeavesToOthersWhatTheyClaimed) {
  const auto row = AddShown();
  const Claim claim(store(), TriageTask(row.id), 60);
  const auto done = TriageAll(store(), Options());
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->elsewhere, 1u);
  EXPECT_EQ(done->worked_on, 0u);
  EXPECT_EQ(store().Finding(row.id)->state, "new");
}

TEST_F(TriageAllTest, BeginsNothingWhenStopped) {
  AddShown();
  TriageOptions options = Options();
  options.stopped = [] { return true; };
  const auto done = TriageAll(store(), options);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->left, 1u);
}

TEST_F(TriageAllTest, ACaseThatNoLongerLoadsIsAProblemAndStopsNothing) {
  const auto shown = AddShown();
  store::FindingRow damaged = shown;
  damaged.signature += " | damaged";
  damaged.id = triage::FindingId(damaged.signature);
  store::SightingRow seen;
  seen.finding = damaged.id;
  seen.recipe = "seed 2";
  seen.nodes = 1;
  seen.model = std::string("\0\xff\0\xff", 4);
  ASSERT_TRUE(store().AddFindings({damaged}, {seen}).ok());
  const auto done = TriageAll(store(), Options());
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(done->problems.size(), 1u);
  EXPECT_TRUE(done->problems[0].starts_with(damaged.id)) << done->problems[0];
  EXPECT_EQ(store().Finding(shown.id)->state, "reduced");
  EXPECT_EQ(store().Finding(damaged.id)->state, "new");
}

TEST_F(TriageAllTest, ATargetThatIsGoneIsAProblemAndStopsNothing) {
  const auto gone = AddPlanted("no-such-framework"), shown = AddShown();
  const auto done = TriageAll(store(), Options());
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->worked_on, 2u);
  ASSERT_EQ(done->problems.size(), 1u);
  EXPECT_TRUE(done->problems[0].starts_with(gone.id));
  EXPECT_EQ(store().Finding(shown.id)->state, "reduced");
}

}  // namespace
}  // namespace assay::life
