#include "campaign/tally.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

TEST(Tally, SaveAndLoad) {
  Tally tally;
  tally.cases = 7;
  tally.corpus_hash = 0xffffffffffffffffu;
  tally.seconds = 1.5;
  tally.targets["onnxruntime"].statuses["ok"] = 6;
  tally.mutators["LA"] = {3, 1, 2};
  const auto loaded = Tally::Load(tally.Save());
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->cases, 7);
  EXPECT_EQ(loaded->corpus_hash, tally.corpus_hash);
  EXPECT_EQ(loaded->targets.at("onnxruntime").statuses.at("ok"), 6);
  EXPECT_EQ(loaded->mutators.at("LA").invalid, 2);
  EXPECT_EQ(loaded->Save(), tally.Save());
}

TEST(Tally, DamagedTextIsRefused) {
  EXPECT_FALSE(Tally::Load("{").ok());
  EXPECT_FALSE(Tally::Load("[]").ok());
}

}  // namespace
}  // namespace assay::campaign
