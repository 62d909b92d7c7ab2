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

TEST_F(ForMaintainersTest, AFindingOfAProgramHasNoCase) {
  const std::string id = AddProgramFinding();
  EXPECT_FALSE(ForMaintainers(store(), store().Finding(id).value(), {}).ok());
}

}  // namespace
}  // namespace assay::dossier
