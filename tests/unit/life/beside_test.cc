#include "life/beside.h"

#include <chrono>
#include <thread>

#include "tests/unit/life/planted_store.h"

namespace assay::life {
namespace {

class BesideTest : public PlantedStore {
 protected:
  std::unique_ptr<Beside> Start(double share) {
    BesideOptions options;
    options.each.backend_dirs = Backends();
    options.each.runs = 1;
    options.each.seconds = 30;
    options.share = share;
    auto out = Beside::Start(path(), std::move(options));
    EXPECT_TRUE(out.ok()) << out.error().message;
    return out.ok() ? std::move(*out) : nullptr;
  }

  static bool WaitUntil(const std::function<bool()>& holds) {
    for (int i = 0; i < 600 && !holds(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return holds();
  }
};

TEST_F(BesideTest, WorksOnWhatIsWrittenMeanwhile) {
  const auto beside = Start(1);
  ASSERT_NE(beside, nullptr);
  const auto shown = AddShown(), not_shown = AddNotShown();
  EXPECT_TRUE(WaitUntil([&] { return beside->figures().worked_on == 2; }));
  ASSERT_TRUE(beside->End().ok());
  EXPECT_EQ(store().Finding(shown.id)->state, "reduced");
  EXPECT_EQ(store().Finding(not_shown.id)->state, "flaky");
  EXPECT_EQ(beside->figures().left, 0u);
  EXPECT_EQ(beside->figures().bugs, 2u);
  EXPECT_EQ(beside->figures().trouble, "");
}

TEST_F(BesideTest, TakesNoMoreThanItsShare) {
  const auto shown = AddShown(), not_shown = AddNotShown();
  const auto beside = Start(1e-9);
  ASSERT_NE(beside, nullptr);
  // It sees what there is to do, and has no time for it.
  EXPECT_TRUE(WaitUntil([&] { return beside->figures().left == 2; }));
  ASSERT_TRUE(beside->End().ok());
  EXPECT_EQ(beside->figures().worked_on, 0u);
  EXPECT_EQ(store().Finding(shown.id)->state, "new");
  // Nothing is known of them but what was seen.
  EXPECT_EQ(beside->figures().bugs, 1u);
}

TEST_F(BesideTest, ATargetThatIsGoneIsTriedOnce) {
  const auto gone = AddPlanted("no-such-framework"), shown = AddShown();
  const auto beside = Start(1);
  ASSERT_NE(beside, nullptr);
  EXPECT_TRUE(WaitUntil([&] { return store().Finding(shown.id)->state == "reduced"; }));
  ASSERT_TRUE(beside->End().ok());
  EXPECT_EQ(store().Finding(gone.id)->state, "new");
  EXPECT_LE(beside->figures().worked_on, 2u);
}

}  // namespace
}  // namespace assay::life
