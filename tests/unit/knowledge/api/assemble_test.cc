#include "knowledge/api/assemble.h"

#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

ApiDoc Make(const std::string& signature, const std::string& docstring,
            const std::string& name = "torch.f") {
  ApiDoc doc;
  doc.name = name;
  std::vector<Signature> signatures;
  if (!signature.empty()) signatures.push_back(ParseSignature(signature).value());
  Assemble(signatures, ParseDocstring(docstring, name), doc);
  return doc;
}

TEST(Assemble, SignatureOrderDocstringWords) {
  const ApiDoc doc = Make(
      "f(a, b=2)", "Args:\n  b (int, optional): second.\n  a (Tensor): first.\n  c: not there.\n");
  ASSERT_EQ(doc.parameters.size(), 2u);
  EXPECT_EQ(doc.parameters[0].name, "a");
  EXPECT_EQ(doc.parameters[0].type, "Tensor");
  EXPECT_FALSE(doc.parameters[0].optional);
  EXPECT_EQ(doc.parameters[1].type, "int");
  EXPECT_TRUE(doc.parameters[1].optional);
}

TEST(Assemble, KeywordsThroughKwargs) {
  const ApiDoc doc = Make("f(a, **kwargs)", "Args:\n  a: first.\n  c: through kwargs.\n");
  ASSERT_EQ(doc.parameters.size(), 3u);
  EXPECT_EQ(doc.parameters[2].name, "c");
  EXPECT_TRUE(doc.parameters[2].optional);
}

TEST(Assemble, DefaultsInWords) {
  EXPECT_EQ(DefaultInText("The stride. Default: `1`"), "1");
  EXPECT_EQ(DefaultInText("How. Default: `None`."), "None");
  EXPECT_EQ(DefaultInText("Mode. Defaults to `\"same\"`."), "\"same\"");
  EXPECT_EQ(DefaultInText("(default: 1e-5)"), "1e-5");
  EXPECT_EQ(DefaultInText("Default: the last dimension"), std::nullopt);
  EXPECT_EQ(DefaultInText("if None, uses the default tensor type"), std::nullopt);
}

TEST(Assemble, MethodsTakeOverWhatTheFunctionSays) {
  std::vector<ApiDoc> docs = {
      Make("addmm(input, mat1)", "Args:\n  mat1 (Tensor): the first matrix.\n", "torch.addmm"),
      Make("addmm(mat1)", "See :func:`torch.addmm`", "torch.Tensor.addmm")};
  FollowReferences(docs);
  EXPECT_EQ(docs[1].parameters[0].description, "the first matrix.");
  EXPECT_EQ(docs[1].parameters[0].type, "Tensor");
}

}  // namespace
}  // namespace assay::knowledge
