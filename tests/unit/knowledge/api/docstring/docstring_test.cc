#include "knowledge/api/docstring/docstring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace assay::knowledge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Docstring, TorchHeaderArgsAndDirectives) {
  const Docstring d = ParseDocstring(
      "\naddmm(input, mat1, *, beta=1) -> Tensor\n\nAdds and multiplies.\n\n.. note::\n    Be "
      "careful\n    here.\n\n"
      "Args:\n    input (Tensor): matrix to be added\n      in two lines\n    mat1 (Tensor): the "
      "first\n\n"
      "Keyword args:\n    beta (Number, optional): multiplier (:math:`\\beta`)\n\nExample::\n\n    "
      ">>> addmm(x, y)\n",
      "torch.addmm");
  EXPECT_THAT(d.headers, ElementsAre("addmm(input, mat1, *, beta=1) -> Tensor"));
  EXPECT_EQ(d.text, "Adds and multiplies.");
  ASSERT_EQ(d.parameters.size(), 3u);
  EXPECT_EQ(d.parameters[0].name, "input");
  EXPECT_EQ(d.parameters[0].type, "Tensor");
  EXPECT_THAT(d.parameters[0].description, HasSubstr("in two lines"));
  EXPECT_FALSE(d.parameters[1].keyword_only);
  EXPECT_TRUE(d.parameters[2].keyword_only);
  EXPECT_THAT(d.notes, ElementsAre("Be careful\nhere."));
  EXPECT_THAT(d.examples, ElementsAre(">>> addmm(x, y)"));
}

TEST(Docstring, GoogleWithTwoNamesAndStars) {
  const Docstring d = ParseDocstring(
      "Sum.\n\nArgs:\n  a, b: Two tensors: equal ones.\n  *args: more.\n  axis: Which.\n    "
      "Default: 0\n\nReturns:\n  A tensor.\n\n"
      "Raises:\n  ValueError: If `a` is bad.\n",
      "tf.sum");
  ASSERT_EQ(d.parameters.size(), 4u);
  EXPECT_EQ(d.parameters[1].name, "b");
  EXPECT_EQ(d.parameters[1].description, "Two tensors: equal ones.");
  EXPECT_EQ(d.parameters[2].name, "args");
  EXPECT_THAT(d.parameters[3].description, HasSubstr("Default: 0"));
  EXPECT_EQ(d.returns, "A tensor.");
  EXPECT_THAT(d.raises, ElementsAre("ValueError: If `a` is bad."));
}

TEST(Docstring, Numpy) {
  const Docstring d = ParseDocstring(
      "Short.\n\nParameters\n----------\nx1, x2 : array_like\n    The arrays.\naxis : int, "
      "optional\n    The axis.\n\nReturns\n-------\nout : ndarray\n",
      "numpy.add");
  ASSERT_EQ(d.parameters.size(), 3u);
  EXPECT_EQ(d.parameters[1].name, "x2");
  EXPECT_EQ(d.parameters[1].type, "array_like");
  EXPECT_EQ(d.parameters[2].description, "The axis.");
  EXPECT_EQ(d.text, "Short.");
  EXPECT_EQ(d.returns, "out : ndarray");
}

TEST(Docstring, RestFields) {
  const Docstring d = ParseDocstring(
      "Short.\n\n:param int x: how\n    many\n:returns: the count\n:raises ValueError: never\n",
      "f");
  ASSERT_EQ(d.parameters.size(), 1u);
  EXPECT_EQ(d.parameters[0].name, "x");
  EXPECT_EQ(d.parameters[0].type, "int");
  EXPECT_EQ(d.returns, "the count");
  EXPECT_THAT(d.raises, ElementsAre("ValueError: never"));
}

TEST(Docstring, ProseWithAColonIsNoEntry) {
  const Docstring d =
      ParseDocstring("F.\n\nArgs:\n  x: first.\n  This is prose: with a colon.\n", "f");
  ASSERT_EQ(d.parameters.size(), 1u);
  EXPECT_THAT(d.parameters[0].description, HasSubstr("This is prose"));
}

TEST(Docstring, CallArgumentsOfALayerAreNotItsParameters) {
  const Docstring d = ParseDocstring(
      "L.\n\nArgs:\n  units: how many.\n\nCall arguments:\n  inputs: what comes in.\n", "L");
  ASSERT_EQ(d.parameters.size(), 1u);
  EXPECT_EQ(d.parameters[0].name, "units");
}

TEST(Docstring, StylesAreNamedOnce) {
  std::set<std::string_view> names;
  for (const Style& style : AllStyles()) EXPECT_TRUE(names.insert(style.name).second);
  EXPECT_EQ(names.size(), 3u);
}

TEST(Docstring, AnythingIsRead) {
  for (const char* text :
       {"", "\n\n", "Args:", "Args:\n", "Parameters\n----", ":param", ".. note", ":::", "(", ">>>"})
    ParseDocstring(text, "f");
}

}  // namespace
}  // namespace assay::knowledge
