#include "onnx/official.h"

#include "onnx/model_io.h"
#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

Model Parse(const std::string& bytes) {
  Result<Model> model = ParseUnchecked(bytes);
  EXPECT_TRUE(model.ok()) << model.error().message;
  return *std::move(model);
}

TEST(Official, InferenceFillsInTypes) {
  const Model model =
      Parse(ModelBytes("input { " + Floats("x", "2,3") +
                       " } node { op_type: 'Transpose' input: 'x' output: 'h' }"
                       " node { op_type: 'Relu' input: 'h' output: 'y' } output { name: 'y' type {"
                       " tensor_type { elem_type: 1 } } }"));
  const Result<Model> inferred = InferWithOfficial(model);
  ASSERT_TRUE(inferred.ok()) << inferred.error().message;
  const Graph& graph = inferred->graph;
  EXPECT_EQ(TypeText(graph.type(graph.Find("h"))), "float32[3,2]");
  EXPECT_EQ(TypeText(graph.type(graph.Find("y"))), "float32[3,2]");
}

TEST(Official, InferenceFollowsDataWhenAsked) {
  const Model model =
      Parse(ModelBytes("input { " + Floats("x", "2,3") +
                       " } node { op_type: 'Shape' input: 'x' output: 's' }"
                       " node { op_type: 'ConstantOfShape' input: 's' output: 'y' }"));
  const Result<Model> inferred = InferWithOfficial(model, /*propagate_data=*/true);
  ASSERT_TRUE(inferred.ok()) << inferred.error().message;
  EXPECT_EQ(TypeText(inferred->graph.type(inferred->graph.Find("y"))), "float32[2,3]");
}

TEST(Official, CheckerMessageIsOneLine) {
  const Model model =
      Parse(ModelBytes("input { " + Floats("x") +
                       " } node { name: 'n' op_type: 'Nonsense' input: 'x' output: 'y' }"));
  const Status status = CheckWithOfficial(model);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message,
              ::testing::AllOf(::testing::HasSubstr("Nonsense"), ::testing::HasSubstr("Name: n")));
  EXPECT_EQ(status.error().message.find('\n'), std::string::npos);
}

TEST(Official, SerializesWhatTheCheckerLetsPass) {
  const std::string input = "input { " + Floats("x") + " } node { input: 'x' output: 'y' op_type: ";
  const Model fine = Parse(ModelBytes(input + "'Relu' }"));
  const auto bytes = SerializeChecked(fine), plain = SerializeModel(fine);
  ASSERT_TRUE(bytes.ok()) << bytes.error().message;
  EXPECT_EQ(*bytes, *plain);
  const auto refused = SerializeChecked(Parse(ModelBytes(input + "'Nonsense' }")));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("Nonsense"));
}

}  // namespace
}  // namespace assay::onnxio
