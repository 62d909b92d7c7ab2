#include "campaign/pattern_counts.h"

#include <gmock/gmock.h>

namespace assay::campaign {
namespace {

TEST(PatternCounts, ReadTheRecipesOfGeneratedCases) {
  EXPECT_EQ(PatternsText({}), "");
  const std::string text = PatternsText({{"layer-norm", false}, {"conv-act", true}});
  EXPECT_EQ(text, " (layer-norm, almost conv-act)");
  PatternCounts counts;
  counts.Add("generated:7" + text + " > LA@3");
  counts.Add("generated:8 (layer-norm)");
  counts.Add("generated:9 > LA@3");
  counts.Add("file:a (1).onnx > LA@3");
  EXPECT_EQ(counts.cases, 2);
  EXPECT_EQ(counts.near_misses, 1);
  EXPECT_EQ(counts.uses, (std::map<std::string, int64_t>{{"conv-act", 1}, {"layer-norm", 2}}));
}

}  // namespace
}  // namespace assay::campaign
