#include <gtest/gtest.h>

#include "knowledge/api/introspect.h"

namespace assay::knowledge {
namespace {

// A signature that torch's tests use is no promise: of torch.relu it says `inplace`, which relu
// refuses.
TEST(Undocumented, NothingCanBeHeldAgainstIt) {
  const auto docs = ReadIntrospection(
      "{}\n"
      R"({"name": "torch.relu", "kind": "function", "aliases": [], "doc": "", "undocumented": true, )"
      R"("parameters": [{"name": "input", "kind": "positional", "annotation": ""}, )"
      R"({"name": "inplace", "kind": "positional", "annotation": "", "default": "False"}]})"
      "\n");
  ASSERT_TRUE(docs.ok()) << docs.error().message;
  const ApiDoc& doc = docs->at(0);
  EXPECT_EQ(doc.source, kUndocumented);
  ASSERT_EQ(doc.parameters.size(), 1u);
  EXPECT_EQ(doc.parameters[0].name, "input");
  EXPECT_EQ(doc.parameters[0].kind, "positional-only");
  EXPECT_TRUE(doc.parameters[0].constraints.empty());
  EXPECT_FALSE(ApiDocJson(doc)["documented"].get<bool>());
}

}  // namespace
}  // namespace assay::knowledge
