#include "knowledge/pairs/comparable.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace assay::knowledge {
namespace {

TEST(Comparable, NamesAsWords) {
  EXPECT_EQ(NameWords("BatchNorm2d"), "batch norm 2d");
  EXPECT_EQ(NameWords("batch_norm"), "batch norm");
  EXPECT_EQ(NameWords("MSELoss"), "mse loss");
}

TEST(Comparable, References) {
  EXPECT_EQ(ReferredName("See `torch.mm`"), "torch.mm");
  EXPECT_EQ(ReferredName("Alias for `torch.clamp`."), "torch.clamp");
  EXPECT_EQ(ReferredName("See `orthogonal_` for details."), "orthogonal_");
  EXPECT_EQ(ReferredName("See how `torch.mm` does it, then add."), "");
}

TEST(Comparable, LeavesOutWhatIsPrivateOrDeprecated) {
  const ApiBase base = MakeBase("a", {MakeDoc("a.good", "Good."), MakeDoc("a._bad", "Private."),
                                      MakeDoc("a.old", "Old things. (deprecated)")});
  const auto apis = ComparableApis(base, {});
  ASSERT_EQ(apis.size(), 1u);
  EXPECT_EQ(apis[0].doc->name, "a.good");
}

TEST(Comparable, AliasesShareKeysAndText) {
  const ApiBase base = MakeBase(
      "a", {MakeDoc("a.clamp", "Limits values."), MakeDoc("a.clip", "Alias for `a.clamp`.")});
  const auto apis = ComparableApis(base, {});
  EXPECT_EQ(apis[1].stands_for, 0);
  EXPECT_EQ(apis[1].text, "Limits values.");
  EXPECT_EQ(apis[0].keys, (std::vector<std::string>{"clamp", "clip"}));
}

}  // namespace
}  // namespace assay::knowledge
