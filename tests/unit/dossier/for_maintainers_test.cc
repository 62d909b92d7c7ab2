#include "dossier/for_maintainers.h"

#include <gtest/gtest.h>

#include "tests/unit/dossier/sample.h"

namespace assay::dossier {
namespace {

class ForMaintainersTest : public SampleStore {};

TEST_F(ForMaintainersTest, CollectsCaseValuesAndSiblings) {
  AddModelFinding("f1");
  AddModelFinding("f2");
  AddModelFinding("f3");
  for (const char* id : {"f1", "f2"}) ASSERT_TRUE(store().SetGrouping(id, "g").ok());
  const auto out = ForMaintainers(store(), store().Finding("f1").value(), {});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_EQ(out->framework, "onnxruntime");
  EXPECT_EQ(out->smallest.model.graph.node_count(), 3u);
  EXPECT_TRUE(out->values.contains("r"));
  ASSERT_EQ(out->siblings.size(), 1u);
  EXPECT_EQ(out->siblings[0].id, "f2");
}

TEST_F(ForMaintainersTest, HugeShapesAreNotEvaluatedForAPage) {
  const store::FindingRow row = AddModelFinding("f1");
  const ModelCase huge = SampleCase(R"(model ir=8 opset=17
graph g (x: float32[2]) -> (y: float32[1048576,1048576]) {
  shape: int64[2] = [1048576, 1048576]
  y = ConstantOfShape(shape)
})");
  store::ReductionRow reduced;
  reduced.finding = "f1";
  reduced.original_nodes = 3;
  reduced.nodes = 1;
  reduced.model = onnxio::SerializeModel(huge.model).value();
  reduced.inputs = triage::PackInputs(huge);
  ASSERT_TRUE(store().KeepReduction(reduced).ok());
  const auto out = ForMaintainers(store(), row, {.large_too = false});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_TRUE(out->values.empty());
  EXPECT_NE(out->not_computed, "");
}

TEST_F(ForMaintainersTest, SmallOnesAre) {
  const store::FindingRow row = AddModelFinding("f1");
  const auto out = ForMaintainers(store(), row, {.large_too = false});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_FALSE(out->values.empty());
  EXPECT_EQ(out->not_computed, "");
}

TEST_F(ForMaintainersTest, AFindingOfAProgramHasNoCase) {
  const std::string id = AddProgramFinding();
  EXPECT_FALSE(ForMaintainers(store(), store().Finding(id).value(), {}).ok());
}

}  // namespace
}  // namespace assay::dossier
