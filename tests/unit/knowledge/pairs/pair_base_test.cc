#include "knowledge/pairs/pair_base.h"

#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

PairBase Sample() {
  PairBase base;
  base.from = "a";
  base.to = "b";
  base.from_version = base.to_version = "1.0";
  base.fingerprint = "f";
  base.has_model = true;
  base.model.weights["text"] = 2;
  base.pairs = {
      {"a.f", "b.f", 1, "name", {{"x", "y", "note"}, {"z", "", "no counterpart"}}, "f(1)", ""}};
  return base;
}

TEST(PairBase, ReadsWhatItWrote) {
  const auto back = ReadPairBase(PairBaseJson(Sample()));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(PairBaseJson(*back), PairBaseJson(Sample()));
  EXPECT_EQ(PairJson(back->pairs[0])["parameters"][1]["to"], nullptr);
  EXPECT_FALSE(ReadPairBase(nlohmann::json::object()).ok());
}

TEST(PairBase, TheShelfKnowsWhatThePairsWereMadeOf) {
  const PairShelf shelf(testing::TempDir() + "/pair_shelf");
  ASSERT_TRUE(shelf.Keep(Sample()).ok());
  EXPECT_TRUE(shelf.Load("a", "1.0", "b", "1.0", "f").ok());
  EXPECT_FALSE(shelf.Load("a", "1.0", "b", "1.0", "other").ok());
  EXPECT_FALSE(shelf.Load("a", "2.0", "b", "1.0", "f").ok());
}

}  // namespace
}  // namespace assay::knowledge
