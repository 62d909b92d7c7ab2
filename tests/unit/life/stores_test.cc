#include "life/stores.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::life {
namespace {

using store::FindingRow;
using store::SightingRow;
using store::Store;

class StoresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "/stores-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Store Make(const std::string& name) {
    return std::move(Store::Open(folder_ + "/" + name)).value();
  }

  static void Add(Store& store, const std::string& id, const std::string& state = "confirmed",
                  const std::string& grouping = "", int64_t count = 1) {
    FindingRow row;
    row.id = row.signature = id;
    row.target = "onnxruntime";
    row.kind = "wrong";
    row.message = "message of " + id;
    row.state = state;
    row.count = count;
    SightingRow sighting;
    sighting.finding = id;
    sighting.case_index = 7;
    sighting.model = "model of " + id;
    ASSERT_TRUE(store.AddFindings({row}, {sighting}).ok());
    if (!grouping.empty()) ASSERT_TRUE(store.SetGrouping(id, grouping).ok());
  }

  static std::vector<std::string> Ids(const std::vector<FindingRow>& rows) {
    std::vector<std::string> out;
    for (const FindingRow& row : rows) out.push_back(row.id);
    std::sort(out.begin(), out.end());
    return out;
  }

  std::string folder_;
};

using Names = std::vector<std::string>;

TEST_F(StoresTest, NewGoneAndSame) {
  Store before = Make("a"), after = Make("b");
  Add(before, "f1");
  Add(before, "f2");
  Add(after, "f2");
  Add(after, "f3");
  const auto diff = CompareStores(before, after);
  ASSERT_TRUE(diff.ok());
  EXPECT_EQ(Ids(diff->only_new), Names{"f3"});
  EXPECT_EQ(Ids(diff->gone), Names{"f1"});
  EXPECT_EQ(Ids(diff->same), Names{"f2"});
}

TEST_F(StoresTest, AnotherFindingOfAKnownBugIsNotNew) {
  Store before = Make("a"), after = Make("b");
  Add(before, "f1", "reduced", "bug");
  Add(after, "f2", "reduced", "bug");
  Add(after, "f3", "reduced", "bug");
  const auto diff = CompareStores(before, after);
  ASSERT_TRUE(diff.ok());
  EXPECT_TRUE(diff->only_new.empty());
  EXPECT_TRUE(diff->gone.empty());
  EXPECT_EQ(diff->same.size(), 1u) << "one line per bug";
}

TEST_F(StoresTest, MergedStoresLoseNothing) {
  Store a = Make("a"), b = Make("b"), out = Make("m");
  Add(a, "f1", "confirmed", "", 2);
  Add(a, "f2");
  Add(b, "f1", "reduced", "bug", 3);
  ASSERT_TRUE(b.KeepReduction({.finding = "f1", .nodes = 1, .model = "small"}).ok());
  ASSERT_TRUE(b.SetFact("f1", "location", R"({"op": "Add"})").ok());
  ASSERT_TRUE(b.SetState("f1", "reduced").ok());
  ASSERT_TRUE(AddStore(a, "a", out).ok());
  const auto merged = AddStore(b, "b", out);
  ASSERT_TRUE(merged.ok()) << merged.error().message;
  EXPECT_EQ(merged->findings, 2);
  EXPECT_EQ(merged->shared, 1);
  const auto row = out.Finding("f1");
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->count, 5);
  EXPECT_EQ(row->state, "reduced") << "the one that knows more";
  EXPECT_EQ(row->grouping, "bug");
  EXPECT_EQ(out.Sightings("f1")->size(), 2u) << "of both, though their numbers are equal";
  ASSERT_TRUE(out.Reduction("f1")->has_value());
  EXPECT_EQ((*out.Reduction("f1"))->model, "small");
  EXPECT_EQ(out.Facts("f1")->size(), 1u);
}

TEST_F(StoresTest, WhatKnowsLessChangesNothing) {
  Store a = Make("a"), b = Make("b"), out = Make("m");
  Add(a, "f1", "reported");
  Add(b, "f1", "new");
  ASSERT_TRUE(AddStore(a, "a", out).ok());
  ASSERT_TRUE(AddStore(b, "b", out).ok());
  EXPECT_EQ(out.Finding("f1")->state, "reported");
}

}  // namespace
}  // namespace assay::life
