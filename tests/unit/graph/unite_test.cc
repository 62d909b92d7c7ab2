#include "graph/unite.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay {
namespace {

Model ModelOf(const std::string& text, int opset = 21) {
  Model out;
  out.opsets[""] = opset;
  out.graph = *ParseGraphText(text);
  return out;
}

TEST(Unite, ModelsStandSideBySide) {
  const Model a = ModelOf("graph (x) -> (y) { w: float32[] = 1  t = Neg(x)  [n] y = Add(t, w) }");
  const Model b = ModelOf("graph (x) -> (z, y) { y = Abs(x)  z = Exp(y) }");
  const Model* models[] = {&a, &b};
  const auto united = Unite(models);
  ASSERT_TRUE(united.has_value());
  const Graph& graph = united->graph;
  EXPECT_TRUE(VerifyStructure(graph).ok());
  EXPECT_EQ(graph.node_count(), 4u);
  ASSERT_EQ(graph.inputs.size(), 2u);
  EXPECT_EQ(graph.name_of(graph.inputs[1]), UnitedName(1, "x"));
  ASSERT_EQ(graph.outputs.size(), 3u);
  EXPECT_EQ(graph.name_of(graph.outputs[1]), UnitedName(1, "z"));
  EXPECT_EQ(graph.node(1).name, UnitedName(0, "n"));
  EXPECT_NE(graph.initializer(graph.Find(UnitedName(0, "w"))), nullptr);
  EXPECT_EQ(united->opset(""), 21);
}

TEST(Unite, BodiesKeepWhatTheyTakeFromAround) {
  Graph body;
  const ValueId in = body.AddValue("x"), out = body.AddValue("inner");
  body.captured.push_back(in);
  body.outputs.push_back(out);
  Node copy;
  copy.op = "Neg";
  copy.inputs.push_back(in);
  copy.outputs.push_back(out);
  body.AddNode(copy);
  Model model = ModelOf("graph (c, x) -> (y) { y = If(c) }");
  Node node = model.graph.node(0);
  node.attrs.Set("then_branch", GraphPtr(std::make_shared<const Graph>(body)));
  model.graph.SetNode(0, node);
  const Model* models[] = {&model, &model};
  const auto united = Unite(models);
  ASSERT_TRUE(united.has_value());
  EXPECT_TRUE(VerifyStructure(united->graph).ok())
      << VerifyStructure(united->graph).error().message;
  const GraphPtr& second = *united->graph.node(1).attrs.Get<GraphPtr>("then_branch");
  EXPECT_EQ(second->name_of(second->captured[0]), UnitedName(1, "x"));
}

TEST(Unite, NamedSizesOfMembersAreDifferentOnes) {
  Model model = ModelOf("graph (x) -> (y) { y = Neg(x) }");
  model.graph.SetType(model.graph.inputs[0],
                      TensorType(DType::kFloat32, Dims(1, Dim::Named("batch"))));
  const Model* models[] = {&model, &model};
  const auto united = Unite(models);
  ASSERT_TRUE(united.has_value());
  const auto dim = [&](size_t i) {
    return united->graph.type(united->graph.inputs[i]).tensor.dims[0];
  };
  EXPECT_NE(dim(0), dim(1));
}

TEST(Unite, OtherOpsetsDoNotFit) {
  const Model a = ModelOf("graph (x) -> (y) { y = Neg(x) }", 17);
  const Model b = ModelOf("graph (x) -> (y) { y = Neg(x) }", 18);
  const Model* models[] = {&a, &b};
  EXPECT_FALSE(Unite(models).has_value());
}

TEST(Unite, MixedOpsetsAreToldByMember) {
  const Model a = ModelOf("graph (x) -> (y) { y = Neg(x) }", 18);
  const Model b = ModelOf("graph (x) -> (y) { y = Neg(x) }", 17);
  const Model* models[] = {&a, &b};
  const auto united = Unite(models, Opsets::kMixed);
  ASSERT_TRUE(united.has_value());
  EXPECT_EQ(united->opset(""), 18);
  EXPECT_EQ(united->metadata.at(std::string(kMemberOpsets)), "18 17");
  const Model* equal[] = {&a, &a};
  EXPECT_TRUE(Unite(equal, Opsets::kMixed)->metadata.empty());
}

TEST(Unite, OtherVersionsOfOtherDomainsNeverFit) {
  Model a = ModelOf("graph (x) -> (y) { y = Neg(x) }"), b = a;
  a.opsets["ai.onnx.ml"] = 3;
  b.opsets["ai.onnx.ml"] = 4;
  const Model* models[] = {&a, &b};
  EXPECT_FALSE(Unite(models, Opsets::kMixed).has_value());
}

}  // namespace
}  // namespace assay
