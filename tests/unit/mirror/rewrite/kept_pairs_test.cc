#include <gmock/gmock.h>

#include "mirror/rewrite/pair_twins.h"

namespace assay::mirror::kept_pairs_test {
namespace {

const Direction kDirection{"torch", "jax"};
const std::vector<std::string> kNames = {
    "jax-0.10.2--torch-2.13.0.json",     "minilm.bin",
    "torch-2.12.1--jax-0.10.2.json",     "torch-2.13.0+cpu--jax-0.10.2.json",
    "torch-2.13.0+cpu--jax-0.4.18.json", "torch-2.9.0--jax-0.10.2.json"};

TEST(KeptPairs, AreThoseOfTheInstalledVersions) {
  EXPECT_EQ(NearestPairFile(kNames, kDirection, {"2.13.0", "0.10.2"}),
            "torch-2.13.0+cpu--jax-0.10.2.json");
  EXPECT_EQ(NearestPairFile(kNames, kDirection, {"2.13.0+cpu", "0.4.18"}),
            "torch-2.13.0+cpu--jax-0.4.18.json");
  EXPECT_EQ(NearestPairFile(kNames, kDirection, {"2.9.0", "0.10.2"}),
            "torch-2.9.0--jax-0.10.2.json");
}

TEST(KeptPairs, AreTheNearestWhereNoneFits) {
  EXPECT_EQ(NearestPairFile(kNames, kDirection, {"2.10.0", "0.10.2"}),
            "torch-2.9.0--jax-0.10.2.json");
  EXPECT_EQ(NearestPairFile(kNames, kDirection, {"2.13.1", "0.5.0"}),
            "torch-2.13.0+cpu--jax-0.4.18.json");
}

TEST(KeptPairs, AreTheNewestWhereNothingIsInstalled) {
  EXPECT_EQ(NearestPairFile(kNames, kDirection, {}), "torch-2.13.0+cpu--jax-0.10.2.json");
}

TEST(KeptPairs, AreOfTheDirection) {
  EXPECT_EQ(NearestPairFile(kNames, {"jax", "torch"}, {}), "jax-0.10.2--torch-2.13.0.json");
  EXPECT_EQ(NearestPairFile(kNames, {"torch", "tensorflow"}, {}), "");
}

TEST(KeptPairs, SayWhichTheyAre) {
  knowledge::PairBase base;
  base.from = "torch";
  base.from_version = "2.13.0+cpu";
  base.to = "jax";
  base.to_version = "0.4.18";
  EXPECT_EQ(DescribePairs(base, {"2.13.0", "0.4.18"}), "torch 2.13.0+cpu and jax 0.4.18");
  EXPECT_THAT(DescribePairs(base, {"2.13.0", "0.10.2"}),
              testing::HasSubstr("jax 0.4.18 (0.10.2 is installed"));
}

}  // namespace
}  // namespace assay::mirror::kept_pairs_test
