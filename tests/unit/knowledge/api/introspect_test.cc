#include "knowledge/api/introspect.h"

#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

TEST(Introspection, SignatureOrHeaderOfTheDocstring) {
  const auto docs = ReadIntrospection(
      "{\"python\":\"3.11\"}\n"
      R"({"name":"torch.add","kind":"function","aliases":[],"doc":"add(input, other, *, alpha=1) -> Tensor\n\nAdds.\n\nArgs:\n    input (Tensor): one"})"
      "\n"
      R"({"name":"torch.any","kind":"function","aliases":["torch.x"],"doc":"any(a, b=1)\n\nWords.","parameters":[{"name":"args","kind":"var-positional","annotation":""}],"returns":""})"
      "\n"
      R"({"name":"torch.py","kind":"class","aliases":[],"doc":"Words.","init_doc":"Args:\n  size: How large.","parameters":[{"name":"size","kind":"positional","annotation":"int","default":"3"}],"returns":""})"
      "\n");
  ASSERT_TRUE(docs.ok()) << docs.error().message;
  ASSERT_EQ(docs->size(), 3u);
  EXPECT_EQ((*docs)[0].signature, "add(input, other, *, alpha=1) -> Tensor");
  EXPECT_EQ((*docs)[0].parameters[0].type, "Tensor");
  EXPECT_EQ((*docs)[1].parameters.size(), 2u);
  EXPECT_EQ((*docs)[2].parameters[0].description, "How large.");
  EXPECT_EQ((*docs)[2].parameters[0].default_value, "3");
}

TEST(Introspection, BrokenLinesAreNamed) {
  const auto docs = ReadIntrospection("{}\n{\"name\": ");
  ASSERT_FALSE(docs.ok());
  EXPECT_NE(docs.error().message.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace assay::knowledge
