#include "onnx/functions.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

const std::string kFunction =
    "name: 'F' domain: 'd' overload: 'o' input: 'a' input: 'b' output: 'c' attribute: 'k'"
    " attribute_proto { name: 'slope' type: FLOAT f: 0.5 } opset_import { domain: 'ai.onnx' "
    "version: 18 }"
    " value_info { name: 'a' type { tensor_type { elem_type: 1 } } }"
    " node { op_type: 'LeakyRelu' input: 'a' output: 'h' attribute { name: 'alpha' type: FLOAT "
    "ref_attr_name: 'slope' } }"
    " node { op_type: 'Add' input: 'h' input: 'b' output: 'c' }";

TEST(Functions, AllPartsAreKept) {
  auto proto = FromText<onnx::FunctionProto>(kFunction);
  ReadContext context;
  const Result<Function> function = ReadFunction(proto, context);
  ASSERT_TRUE(function.ok()) << function.error().message;
  EXPECT_EQ(function->name, "F");
  EXPECT_EQ(function->overload, "o");
  EXPECT_EQ(function->attributes, std::vector<std::string>{"k"});
  EXPECT_EQ(*function->attribute_defaults.Get<float>("slope"), 0.5f);
  EXPECT_EQ(function->opsets, (std::map<std::string, int>{{"", 18}}));
  EXPECT_EQ(function->body.inputs.size(), 2u);
  EXPECT_EQ(TypeText(function->body.type(function->body.inputs[0])), "float32[...]");
  EXPECT_EQ(function->body.node(0).attrs.Get<AttrRef>("alpha")->name, "slope");
  EXPECT_FALSE(context.in_function);

  onnx::FunctionProto written;
  WriteFunction(*function, &written);
  const Result<Function> again = ReadFunction(written, context);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(*again == *function);
}

std::string Chain(int length) {
  std::string functions;
  for (int i = 0; i < length; ++i)
    functions +=
        StrCat("functions { name: 'F", i, "' domain: 'd' input: 'a' output: 'b' node { op_type: 'F",
               i + 1, "' domain: 'd' input: 'a' output: 'b' } } ");
  return functions;
}

TEST(Functions, LongChainsOfCallsAreRefused) {
  EXPECT_TRUE(ParseUnchecked(ModelBytes("", Chain(90))).ok());
  EXPECT_FALSE(ParseUnchecked(ModelBytes("", Chain(5000))).ok());
}

TEST(Functions, ACycleInASubgraphIsFound) {
  const std::string call = "node { op_type: 'F' domain: 'd' output: 'z' }";
  const Result<Model> model =
      ParseUnchecked(ModelBytes("",
                                "functions { name: 'F' domain: 'd' output: 'b' node { op_type: "
                                "'Op' output: 'b' attribute { name: 'g' type: GRAPH g { " +
                                    call + " } } } }"));
  ASSERT_FALSE(model.ok());
  EXPECT_THAT(model.error().message, ::testing::HasSubstr("calls itself"));
}

TEST(Functions, OverloadsAreDifferentFunctions) {
  EXPECT_TRUE(ParseUnchecked(ModelBytes("",
                                        "functions { name: 'F' domain: 'd' } functions { name: 'F' "
                                        "domain: 'd' overload: 'o' }"))
                  .ok());
}

}  // namespace
}  // namespace assay::onnxio
