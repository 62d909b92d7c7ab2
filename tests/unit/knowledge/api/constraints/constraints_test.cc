#include "knowledge/api/constraints/constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace assay::knowledge {
namespace {

using testing::Contains;
using testing::Not;

// "kind: normal" of everything that is found about parameter `p`; `q` is another one.
std::vector<std::string> Found(const std::string& description, const std::string& type = "",
                               const std::string& text = "") {
  ApiDoc doc;
  doc.name = "f";
  doc.signature = "f(p, q)";
  doc.text = text;
  Parameter p, q;
  p.name = "p";
  p.type = type;
  p.description = description;
  q.name = "q";
  doc.parameters = {p, q};
  FindConstraints(doc);
  std::vector<std::string> out;
  for (const Constraint& c : doc.parameters[0].constraints) out.push_back(c.kind + ": " + c.normal);
  return out;
}

struct Case {
  const char* description;
  const char* expected;
};

TEST(Constraints, EachKindIsFound) {
  for (const Case& c : std::initializer_list<Case>{
           {"Positive integer, the dimensionality.", "range: (0, inf)"},
           {"The rate. Must be non-negative.", "range: [0, inf)"},
           {"It must be greater than 0.", "range: (0, inf)"},
           {"Float between 0 and 1. Fraction to drop.", "range: [0, 1]"},
           {"Must be in the range `[-1, 1)`.", "range: [-1, 1)"},
           {"Specifies the reduction: `'none'` | `'mean'` | `'sum'`.",
            R"(enum: ["none","mean","sum"])"},
           {"A `string` from: `\"SAME\", \"VALID\"`.", R"(enum: ["SAME","VALID"])"},
           {"A `Tensor`. Must be one of the following types: `bfloat16`, `half`.",
            "dtype: bfloat16|half"},
           {"A `Tensor` of type `int32`.", "dtype: int32"},
           {"A 4-D `Tensor`.", "shape: rank = 4"},
           {"input tensor of shape (N, C, H, W).", "shape: shape = (N, C, H, W)"},
           {"A `Tensor`. Must have the same type as `q`.", "relation: dtype(p) = dtype(q)"},
           {"Must be divisible by `q`.", "relation: p % q = 0"},
           {"Ignored if `q` is `None`.", "ignored-if: ignored if `q` is `None`"},
           {"Only used when `q` is True.", "ignored-if: ignored unless `q` is True"},
           {"the matrix; it is ignored if q is 0", "ignored-if: ignored if q is 0"},
           {"Boolean, whether to use a bias.", "type: bool"},
       })
    EXPECT_THAT(Found(c.description), Contains(c.expected)) << c.description;
}

TEST(Constraints, CasesAndOtherSubjectsBindNobody) {
  EXPECT_THAT(Found("If p must be positive, see below."), Not(Contains("range: (0, inf)")));
  EXPECT_THAT(Found("When `q` is set, it must be non-negative."), Not(Contains("range: [0, inf)")));
  EXPECT_THAT(Found("The bound; `q` must be positive."), Not(Contains("range: (0, inf)")));
  EXPECT_THAT(Found("Names such as 'a', 'b'."), Not(Contains(R"(enum: ["a","b"])")));
  EXPECT_THAT(Found("NaNs are ignored if they are there."),
              Not(Contains(testing::HasSubstr("ignored-if"))));
}

TEST(Constraints, TypesMustBeKnownWholly) {
  EXPECT_THAT(Found("", "int or tuple of ints"), Contains("type: int|tuple"));
  EXPECT_THAT(Found("", "Optional[float]"), Contains("type: float|None"));
  EXPECT_THAT(Found("", "int or magic"), Not(Contains(testing::HasSubstr("type:"))));
}

TEST(Constraints, TheTextSpeaksOfParametersToo) {
  EXPECT_THAT(Found("", "", "Does it. `p` must be divisible by `q`."),
              Contains("relation: p % q = 0"));
  EXPECT_THAT(Found("", "", "If `q` is 0, then the content of `p` will be ignored."),
              Contains("ignored-if: ignored if `q` is 0"));
}

TEST(Constraints, EachCarriesItsSentence) {
  ApiDoc doc;
  doc.name = "f";
  Parameter p;
  p.name = "p";
  p.description = "The rate. Must be positive.";
  doc.parameters = {p};
  FindConstraints(doc);
  ASSERT_EQ(doc.parameters[0].constraints.size(), 1u);
  EXPECT_EQ(doc.parameters[0].constraints[0].sentence, "Must be positive.");
  EXPECT_EQ(doc.parameters[0].constraints[0].parameter, "p");
}

TEST(Constraints, RulesAreNamedOnce) {
  std::set<std::string_view> kinds;
  for (const Rule& rule : AllRules()) EXPECT_TRUE(kinds.insert(rule.kind).second);
  EXPECT_EQ(kinds.size(), 9u);
}

}  // namespace
}  // namespace assay::knowledge
