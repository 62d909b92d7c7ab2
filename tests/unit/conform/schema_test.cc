// The generated schema table against the official library: same operators, versions, arities,
// attributes and types.
#include "ops/schema.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/strings.h"
#include "onnx/defs/schema.h"

namespace assay::ops {
namespace {

const Schema* FindExact(const std::string& domain, const std::string& name, int since) {
  for (const Schema& s : AllSchemas())
    if (s.domain == domain && s.name == name && s.since == since) return &s;
  return nullptr;
}

void ExpectSameParams(std::span<const Param> ours,
                      const std::vector<onnx::OpSchema::FormalParameter>& theirs,
                      const std::string& what) {
  ASSERT_EQ(ours.size(), theirs.size()) << what;
  for (size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].name, theirs[i].GetName()) << what;
    EXPECT_EQ(static_cast<int>(ours[i].arity), static_cast<int>(theirs[i].GetOption())) << what;
    size_t tensors = 0;
    for (const auto& type : theirs[i].GetTypes()) tensors += type->starts_with("tensor(");
    EXPECT_EQ(static_cast<size_t>(std::popcount(ours[i].type_set().tensor)), tensors)
        << what << " " << ours[i].name;
  }
}

TEST(SchemaTable, AgreesWithTheOfficialLibrary) {
  size_t compared = 0;
  for (const onnx::OpSchema& official : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
    if (official.domain() == "ai.onnx.training") continue;
    const std::string what =
        StrCat(official.domain(), ".", official.Name(), "-", official.SinceVersion());
    const Schema* ours = FindExact(official.domain(), official.Name(), official.SinceVersion());
    ASSERT_NE(ours, nullptr) << what;
    ++compared;
    EXPECT_EQ(int{ours->min_inputs}, official.min_input()) << what;
    EXPECT_EQ(int{ours->max_inputs}, std::min(official.max_input(), 65535)) << what;
    EXPECT_EQ(int{ours->min_outputs}, official.min_output()) << what;
    EXPECT_EQ(ours->deprecated, official.Deprecated()) << what;
    ExpectSameParams(ours->inputs, official.inputs(), what);
    ExpectSameParams(ours->outputs, official.outputs(), what);
    ASSERT_EQ(ours->attrs.size(), official.attributes().size()) << what;
    for (const AttrSpec& attr : ours->attrs) {
      const auto it = official.attributes().find(std::string(attr.name));
      ASSERT_NE(it, official.attributes().end()) << what;
      EXPECT_EQ(static_cast<int>(attr.kind), static_cast<int>(it->second.type)) << what;
      EXPECT_EQ(attr.required, it->second.required) << what;
    }
  }
  EXPECT_EQ(compared, AllSchemas().size());
}

TEST(SchemaTable, FindsTheVersionInForce) {
  EXPECT_EQ(FindSchema("", "Add", 6)->since, 6);
  EXPECT_EQ(FindSchema("", "Add", 13)->since, 13);
  EXPECT_EQ(FindSchema("", "Add", 28)->since, 14);
  EXPECT_EQ(FindSchema("", "Gelu", 19), nullptr);
  EXPECT_EQ(FindSchema("", "NoSuchOperator", 20), nullptr);
  EXPECT_EQ(FindSchema("ai.onnx.ml", "Add", 3), nullptr);
}

}  // namespace
}  // namespace assay::ops
