#include "knowledge/pairs/parameter_map.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace assay::knowledge::parameter_map_test {
namespace {

PairRules Rules() {
  PairRules rules;
  rules.same_parameter = {{"dim", "axis"}};
  return rules;
}

std::string Text(const std::vector<ParameterPair>& pairs) {
  std::string out;
  for (const ParameterPair& p : pairs) out += p.from + ">" + p.to + "[" + p.note + "] ";
  return out;
}

TEST(ParameterMap, NamesGroupsAndPlaces) {
  const ApiDoc a =
      MakeDoc("a.f", "",
              {MakeParameter("input"), MakeParameter("dim", "None"), MakeParameter("out", "None")});
  const ApiDoc b = MakeDoc("b.f", "", {MakeParameter("x"), MakeParameter("axis", "0")});
  EXPECT_EQ(Text(MapParameters(a, b, Rules())),
            "input>x[] dim>axis[default None becomes 0] out>[no counterpart] ");
}

TEST(ParameterMap, TheObjectOfAMethodIsTheOperand) {
  ApiDoc a = MakeDoc("a.Tensor.add", "", {MakeParameter("other")});
  a.kind = "method";
  const ApiDoc b = MakeDoc("b.add", "", {MakeParameter("x"), MakeParameter("y")});
  EXPECT_EQ(Text(MapParameters(a, b, Rules())), "self>x[] other>y[] ");
}

TEST(ParameterMap, AClassHasNoOperand) {
  ApiDoc a = MakeDoc("a.ReLU", "", {MakeParameter("width")});
  a.kind = "class";
  const ApiDoc b = MakeDoc("b.relu", "", {MakeParameter("x")});
  EXPECT_EQ(Text(MapParameters(a, b, Rules())),
            "width>[no counterpart] >x[must be given there, no counterpart here] ");
}

TEST(ParameterMap, DescriptionsDecideLast) {
  ApiDoc a = MakeDoc("a.F", "", {MakeParameter("p", "1")});
  ApiDoc b = MakeDoc("b.F", "", {MakeParameter("q", "1")});
  a.kind = b.kind = "class";
  EXPECT_EQ(Text(MapParameters(a, b, Rules(), [](auto&, auto&) { return 0.9; })), "p>q[] ");
  EXPECT_EQ(Text(MapParameters(a, b, Rules(), [](auto&, auto&) { return 0.3; })),
            "p>[no counterpart] ");
}

}  // namespace
}  // namespace assay::knowledge::parameter_map_test
