#include "study/framework_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace assay::study {
namespace {

TEST(FrameworkPairs, AreThePapersWhicheverWayRound) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  EXPECT_EQ(PaperPairOf("onnxruntime vs torch:eager", *paper), "ONNX vs PyTorch");
  EXPECT_EQ(PaperPairOf("torch:eager vs mindspore:graph", *paper), "MindSpore vs PyTorch");
  EXPECT_EQ(PaperPairOf("onnxruntime vs openvino", *paper), "");
  EXPECT_EQ(PaperPairOf("tensorflow vs torch", *paper), "");  // the paper has no figures of it
  EXPECT_EQ(PaperPairOf("onnxruntime", *paper), "");
}

TEST(FrameworkPairs, OwnAndNewOnesHaveTablesOfTheirOwn) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  const auto tables =
      InconsistencyTables("x-", {{"LA", {1.5, 2.5}}, {"GF", {NAN, 0.5}}},
                          {"onnxruntime vs openvino", "onnxruntime vs torch:eager"}, *paper);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].name, "x-inconsistency");
  EXPECT_THAT(tables[0].header, testing::Contains("onnxruntime vs torch:eager"));
  EXPECT_THAT(tables[0].header, testing::Not(testing::Contains("onnxruntime vs openvino")));
  EXPECT_THAT(tables[0].rows[0], testing::ElementsAre("LA", "409", "2.5", "196", "337"));
  EXPECT_THAT(tables[0].note, testing::HasSubstr("MindSpore vs PyTorch"));
  EXPECT_EQ(tables[1].name, "x-inconsistency-modern");
  EXPECT_THAT(tables[1].rows[1], testing::ElementsAre("GF", "-"));
}

}  // namespace
}  // namespace assay::study
