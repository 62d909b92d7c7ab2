#include "judge/condition.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

knowledge::Parameter Typed(const std::string& name, const std::string& type) {
  knowledge::Parameter out;
  out.name = name;
  out.constraints = {{"type", name, type, type, ""}};
  return out;
}

std::string Read(const std::string& normal) {
  knowledge::ApiDoc doc;
  doc.parameters = {Typed("x", "Tensor"), Typed("flag", "bool"), Typed("beta", "number"),
                    Typed("period", "float|None"), Typed("momentum", "float")};
  const auto found = ReadCondition({"ignored-if", "x", "", normal, ""}, doc);
  if (!found) return "";
  std::string out = found->parameter;
  for (const std::string& value : found->values) out += " " + value;
  return out;
}

TEST(Condition, ValuesThatMeetIt) {
  EXPECT_EQ(Read("ignored if `beta` is 0"), "beta 0");
  EXPECT_EQ(Read("ignored unless `flag=True`"), "flag False");
  EXPECT_EQ(Read("ignored if `flag` is not `True`"), "flag False");
  EXPECT_EQ(Read("ignored if `period` is specified"), "period 0.5");
  EXPECT_EQ(Read("ignored unless momentum is non-zero"), "momentum 0");
  EXPECT_EQ(Read("ignored unless `momentum > 0`"), "momentum 0");
}

TEST(Condition, WhatIsNotUnderstoodIsLeftAlone) {
  EXPECT_EQ(Read("ignored if the input is sparse"), "");
  EXPECT_EQ(Read("ignored if `None`"), "");
  EXPECT_EQ(Read("ignored if `flag` = `None` and `beta` = `None`"), "");
  EXPECT_EQ(Read("ignored if `x` is 0"), "");
}

}  // namespace
}  // namespace assay::judge
