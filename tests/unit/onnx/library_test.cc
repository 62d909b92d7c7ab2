// The official ONNX library, as scripts/build-onnx made it: complete, and working together with our
// protobuf.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "onnx/checker.h"
#include "onnx/defs/parser.h"
#include "onnx/defs/schema.h"
#include "onnx/shape_inference/implementation.h"

namespace {

onnx::ModelProto ParseModel(const char* text) {
  onnx::ModelProto model;
  onnx::OnnxParser parser(text);
  EXPECT_TRUE(parser.Parse(model).IsOK());
  return model;
}

constexpr const char* kModel = R"(
  <ir_version: 10, opset_import: ["" : 21]>
  g (float[2,3] x, float[3,4] w) => (float[a,b] y) {
    h = MatMul(x, w)
    y = Softmax<axis = -1>(h)
  })";

TEST(OnnxLibrary, KeepsEverySchema) {
  // A static library loses what nobody refers to; this would show it.
  std::set<std::string> names;
  for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas()) {
    if (schema.domain().empty()) names.insert(schema.Name());
  }
  EXPECT_GT(names.size(), 190u);
  const auto& versions = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  EXPECT_EQ(versions.at("").second, 28);
  EXPECT_NE(onnx::OpSchemaRegistry::Schema("TreeEnsemble", 5, "ai.onnx.ml"), nullptr);
}

TEST(OnnxLibrary, InfersShapes) {
  onnx::ModelProto model = ParseModel(kModel);
  onnx::shape_inference::InferShapes(model);
  const auto& shape = model.graph().output(0).type().tensor_type().shape();
  ASSERT_EQ(shape.dim_size(), 2);
  EXPECT_EQ(shape.dim(0).dim_value(), 2);
  EXPECT_EQ(shape.dim(1).dim_value(), 4);
}

TEST(OnnxLibrary, ChecksModels) {
  onnx::ModelProto model = ParseModel(kModel);
  EXPECT_NO_THROW(onnx::checker::check_model(model, true));
  model.mutable_graph()->mutable_node(0)->set_op_type("NoSuchOperator");
  EXPECT_THROW(onnx::checker::check_model(model), onnx::checker::ValidationError);
}

}  // namespace
