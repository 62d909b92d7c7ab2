// ScatterND.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ScatterND, ReplacesSlices) {
  const auto y = RunOp(
      "ScatterND", {},
      {Floats({3, 2}, {1, 2, 3, 4, 5, 6}), Ints({2, 1}, {2, -3}), Floats({2, 2}, {7, 8, 9, 10})});
  EXPECT_THAT(Values(y), ElementsAre(9, 10, 3, 4, 7, 8));
}

TEST(ScatterND, AddsToOneElementTwice) {
  const auto y = RunOp("ScatterND", {{"reduction", std::string("add")}},
                       {Ints({2}, {1, 2}), Ints({2, 1}, {0, 0}), Ints({2}, {10, 20})});
  EXPECT_THAT(Values(y), ElementsAre(31, 2));
  EXPECT_TRUE(Exact(y));
}

TEST(ScatterND, AdversaryPicksOneOfTheUpdates) {
  Rng rng(3);
  for (int i = 0; i < 10; ++i) {
    const auto y =
        RunOp("ScatterND", {}, {Floats({1}, {0}), Ints({2, 1}, {0, 0}), Floats({2}, {1, 2})},
              {.adversary = &rng});
    EXPECT_TRUE(Exact(y));
    EXPECT_GE(Values(y)[0], 1);
  }
}

TEST(ScatterND, RefusesOtherUpdates) {
  EXPECT_THAT(MessageOf(RunOp("ScatterND", {},
                              {Floats({3, 2}, {1, 2, 3, 4, 5, 6}), Ints({1, 1}, {0}),
                               Floats({1, 3}, {7, 8, 9})})),
              HasSubstr("should be float32[1,2]"));
  EXPECT_THAT(MessageOf(RunOp("ScatterND", {},
                              {Floats({3}, {1, 2, 3}), Ints({1, 2}, {0, 0}), Floats({1}, {7})})),
              HasSubstr("length 2"));
}

}  // namespace
}  // namespace assay::ops
