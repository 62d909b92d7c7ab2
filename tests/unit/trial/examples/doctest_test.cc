#include <gtest/gtest.h>

#include "trial/examples/example_calls.h"

namespace assay::trial {
namespace {

TEST(Doctest, TakesWhatFollowsPrompts) {
  knowledge::ApiDoc doc;
  doc.examples = {
      "Some words:\n\n>>> x = f(1,\n...       2)\n>>> x\n3\n... and so on\n  >>> y = 2"};
  const auto programs = ExamplePrograms(doc);
  ASSERT_EQ(programs.size(), 1u);
  EXPECT_EQ(programs[0], "x = f(1,\n      2)\nx\ny = 2\n");
}

TEST(Doctest, TakesAllOfATextWithoutPrompts) {
  knowledge::ApiDoc doc;
  doc.examples = {"```python\nx = 1\n```"};
  EXPECT_EQ(ExamplePrograms(doc).at(0), "x = 1\n");
}

TEST(Doctest, ExamplesGoOnFromEachOther) {
  knowledge::ApiDoc doc;
  doc.examples = {">>> x = 1", ">>> x + 1"};
  const auto programs = ExamplePrograms(doc);
  ASSERT_EQ(programs.size(), 3u);
  EXPECT_EQ(programs[2], "x = 1\nx + 1\n");
}

}  // namespace
}  // namespace assay::trial
