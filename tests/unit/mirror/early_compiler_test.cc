#include <gtest/gtest.h>

#include "mirror/run.h"

namespace assay::mirror {
namespace {

TEST(EarlyCompiler, IsWantedByProgramsThatNameIt) {
  EXPECT_TRUE(EarlyCompiler::Wanted("import torch\nf = torch.compile(g)\n"));
  EXPECT_FALSE(EarlyCompiler::Wanted("import torch\nre.compile('x')\n"));
}

TEST(EarlyCompiler, IsNotAskedForBeforeAProgramReallyRan) {
  EarlyCompiler compiler({});
  int asked = 0;
  const auto count = [&] { return ++asked, 0; };
  compiler.Consider({}, count);
  compiler.Consider({{.framework = "torch", .inputs = "own", .kept = true}}, count);
  compiler.Consider({{.framework = "jax", .inputs = "own"}}, count);
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(compiler.settled());
}

TEST(EarlyCompiler, OneProgramIsNotWorthIt) {
  EarlyCompiler compiler({});
  int asked = 0;
  const auto one = [&] { return ++asked, 1; };
  compiler.Consider({{.framework = "torch", .inputs = "own"}}, one);
  EXPECT_TRUE(compiler.settled());
  compiler.Consider({{.framework = "torch", .inputs = "own"}}, one);
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace assay::mirror
