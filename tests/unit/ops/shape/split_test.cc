// Split.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Five() { return Floats({5}, {0, 1, 2, 3, 4}); }

TEST(Split, ByGivenSizes) {
  const auto y = RunOp("Split", {}, {Five(), Ints({3}, {2, 0, 3})}, {.outputs = 3});
  EXPECT_THAT(Values(y, 0), ElementsAre(0, 1));
  EXPECT_THAT(Values(y, 1), IsEmpty());
  EXPECT_THAT(Values(y, 2), ElementsAre(2, 3, 4));
}

TEST(Split, LastOfEqualPartsMayBeSmaller) {
  const auto y = RunOp("Split", {{"num_outputs", int64_t{3}}}, {Five()}, {.outputs = 3});
  EXPECT_THAT(Values(y, 0), ElementsAre(0, 1));
  EXPECT_THAT(Values(y, 2), ElementsAre(4));
}

TEST(Split, OlderForms) {
  const auto by_attribute = RunOp("Split", {{"split", std::vector<int64_t>{1, 4}}}, {Five()},
                                  {.opset = 11, .outputs = 2});
  EXPECT_THAT(Values(by_attribute, 0), ElementsAre(0));
  EXPECT_THAT(Values(RunOp("Split", {{"axis", int64_t{-1}}}, {Floats({1, 2}, {1, 2})},
                           {.opset = 13, .outputs = 2}),
                     1),
              ElementsAre(2));
  EXPECT_THAT(MessageOf(RunOp("Split", {}, {Five()}, {.opset = 13, .outputs = 2})),
              HasSubstr("does not divide"));
}

TEST(Split, RefusesWhatDoesNotAddUp) {
  EXPECT_THAT(MessageOf(RunOp("Split", {}, {Five(), Ints({2}, {2, 2})}, {.outputs = 2})),
              HasSubstr("does not add up to 5"));
  EXPECT_THAT(MessageOf(RunOp("Split", {}, {Five(), Ints({2}, {6, -1})}, {.outputs = 2})),
              HasSubstr("negative"));
  EXPECT_THAT(MessageOf(RunOp("Split", {}, {Five()}, {.outputs = 2})),
              HasSubstr("either split or num_outputs"));
  EXPECT_THAT(MessageOf(RunOp("Split", {{"num_outputs", int64_t{4}}}, {Floats({2}, {1, 2})},
                              {.outputs = 4})),
              HasSubstr("does not divide"));
}

}  // namespace
}  // namespace assay::ops
