#include "triage/confirm.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::triage::confirm_test {
namespace {

const Machine kArm = {"aarch64", "ARM Neoverse-N1"};
const Machine kIntel = {"x86_64", "Some CPU @ 2GHz"};

// A store with a confirmed finding of kIntel.
class ConfirmTest : public testing::Test {
 protected:
  void SetUp() override {
    TearDown();
    auto opened = store::Store::Open(path_);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    store_.emplace(std::move(opened).value());
    store::CampaignStep step;
    step.machine = kIntel;
    row_.id = "f1";
    row_.target = "onnxruntime";
    row_.version = "1.31.1";
    row_.state = "confirmed";
    row_.count = 1;
    step.findings = {row_};
    ASSERT_TRUE(store_->Commit(step).ok());
  }
  void TearDown() override {
    store_.reset();
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }
  static Confirmation Shown(int shown, int runs) {
    Confirmation out;
    out.shown = shown;
    out.runs = runs;
    return out;
  }
  const std::string path_ = testing::TempDir() + "/confirm_test.db";
  std::optional<store::Store> store_;
  store::FindingRow row_;
};

TEST_F(ConfirmTest, SilenceOnAnotherMachineChangesNothing) {
  ASSERT_TRUE(KeepConfirmation(Shown(0, 3), *store_, row_, kArm).ok());
  EXPECT_EQ(row_.state, "confirmed");
  EXPECT_EQ(store_->Finding("f1")->state, "confirmed");
  EXPECT_TRUE(store_->Facts("f1")->empty());
  ASSERT_EQ(store_->History("f1")->size(), 1u);
  const store::HistoryRow event = store_->History("f1")->at(0);
  EXPECT_EQ(event.event, "not shown on aarch64 (seen on x86_64)");
  EXPECT_EQ(event.message, "shown in 0 of 3 clean processes");
  EXPECT_EQ(event.machine, "aarch64");
}

TEST_F(ConfirmTest, SilenceWhereItWasSeenMakesItFlaky) {
  ASSERT_TRUE(KeepConfirmation(Shown(0, 3), *store_, row_, kIntel).ok());
  EXPECT_EQ(store_->Finding("f1")->state, "flaky");
  EXPECT_EQ(store_->History("f1")->at(0).machine, "x86_64");
}

TEST_F(ConfirmTest, WhatShowsThereWasSeenThere) {
  ASSERT_TRUE(KeepConfirmation(Shown(3, 3), *store_, row_, kArm).ok());
  EXPECT_EQ(store_->Finding("f1")->state, "confirmed");
  EXPECT_EQ(store_->SeenOn("f1")->size(), 2u);
  // From now on this machine has a say.
  ASSERT_TRUE(KeepConfirmation(Shown(0, 3), *store_, row_, kArm).ok());
  EXPECT_EQ(store_->Finding("f1")->state, "flaky");
}

}  // namespace
}  // namespace assay::triage::confirm_test
