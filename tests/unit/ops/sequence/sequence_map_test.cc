// SequenceMap.
#include "../model_test.h"

namespace assay::ops::sequence_map_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kText = R"(
  graph (s: seq(float32), x: float32[1]) -> (y) {
    y = SequenceMap<body=graph (a: float32, b: float32[1]) -> (c) { c = Add(a, b) }>(s, x)
  })";

TEST(SequenceMap, RunsTheBodyOnEachElement) {
  std::vector<std::string> types;
  const auto y = RunText(
      kText, {Known::Sequence({Floats({1}, {1}), Floats({2}, {2, 3})}), Floats({1}, {10})}, &types);
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_THAT(Values((*y)[0].items[0]), ElementsAre(11));
  EXPECT_THAT(Values((*y)[0].items[1]), ElementsAre(12, 13));
  EXPECT_THAT(types, ElementsAre("seq(float32[...])"));
}

TEST(SequenceMap, OfAnEmptySequence) {
  const auto y = RunText(kText, {Known::Sequence({}), Floats({1}, {10})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].items.size(), 0u);
}

}  // namespace
}  // namespace assay::ops::sequence_map_test
