#include "store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <thread>

#include "base/files.h"
#include "tests/unit/store/place.h"

namespace assay::store::store_test {
namespace {

class StoreTest : public testing::Test {
 protected:
  const Place place_{"store"};
  const std::string& path_ = place_.path();
};

CheckRow Row(const std::string& target) {
  CheckRow row;
  row.model = "a.onnx";
  row.target = target;
  row.status = "ok";
  row.run_ms = 1.5;
  row.details = "[]";
  return row;
}

TEST_F(StoreTest, KeepsRows) {
  {
    auto store = Store::Open(path_);
    ASSERT_TRUE(store.ok()) << store.error().message;
    ASSERT_TRUE(store->Add({Row("a"), Row("b")}).ok());
  }
  const auto store = Store::Open(path_);
  ASSERT_TRUE(store.ok());
  const auto rows = store->Checks(10);
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].target, "b");
  EXPECT_EQ((*rows)[0].run_ms, 1.5);
  EXPECT_EQ((*rows)[1].model, "a.onnx");
  EXPECT_EQ((*rows)[0].time.size(), 19u);
}

TEST_F(StoreTest, ManyWritersAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      auto store = Store::Open(path_);
      ASSERT_TRUE(store.ok()) << store.error().message;
      for (int i = 0; i < 25; ++i) ASSERT_TRUE(store->Add({Row("x")}).ok());
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Store::Open(path_)->Checks(1000)->size(), 100u);
}

TEST_F(StoreTest, RefusesWhatIsNoStore) {
  if (TestDatabase() != nullptr) GTEST_SKIP() << "files only";
  ASSERT_TRUE(WriteFile(path_, std::string(5000, 'x')).ok());
  EXPECT_THAT(Store::Open(path_).error().message, testing::HasSubstr(path_));
  EXPECT_THAT(Store::Open("/nonexistent/x.db").error().message, testing::HasSubstr("/nonexistent"));
}

TEST_F(StoreTest, RefusesANewerSchemaWithoutTouchingIt) {
  ASSERT_TRUE(Store::Open(path_).ok());
  ASSERT_TRUE((*Database::Open(path_))
                  ->Execute(TestDatabase() == nullptr ? "PRAGMA user_version=99"
                                                      : "UPDATE assay_schema SET version = 99")
                  .ok());
  EXPECT_THAT(Store::Open(path_).error().message, testing::HasSubstr("newer assay"));
}

TEST_F(StoreTest, AFindingThatIsTwoIsSplit) {
  auto store = Store::Open(path_);
  ASSERT_TRUE(store.ok());
  FindingRow row;
  row.id = "a";
  row.state = "confirmed";
  row.count = 7;
  std::vector<SightingRow> sightings(3);
  for (int64_t i = 0; i < 3; ++i) {
    sightings[static_cast<size_t>(i)].finding = "a";
    sightings[static_cast<size_t>(i)].case_index = i;
  }
  ASSERT_TRUE(store->AddFindings({row}, sightings).ok());
  FindingRow part = row;
  part.id = "b";
  ASSERT_TRUE(store->Split("a", part, {0, 2}).ok());
  EXPECT_EQ(store->Finding("a")->count, 5);
  EXPECT_EQ(store->Finding("b")->count, 2);
  EXPECT_EQ(store->Sightings("a")->size(), 1u);
  EXPECT_EQ(store->Sightings("b")->size(), 2u);
}

}  // namespace
}  // namespace assay::store::store_test
