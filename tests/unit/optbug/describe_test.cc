#include "optbug/describe.h"

#include <gmock/gmock.h>

namespace assay::optbug {
namespace {

TEST(Describe, ModulesOfFiles) {
  EXPECT_EQ(ModuleOfFile("torch/jit/frontend.py", "torch"), "torch.jit.frontend");
  EXPECT_EQ(ModuleOfFile("/x/site-packages/torch/fx/__init__.py", "torch"), "torch.fx");
  EXPECT_EQ(ModuleOfFile("keras/src/layers/layer.py", "tensorflow"), "keras.src.layers.layer");
  EXPECT_EQ(ModuleOfFile("/home/me/torch.py", "torch"), "");
}

TEST(Describe, TheInnermostFrameOfTheFrameworkIsTheLocation) {
  knowledge::ReportedError error;
  error.frames = {{"test.py", 3, "<module>"},
                  {"torch/jit/_script.py", 9, "script"},
                  {"torch/jit/frontend.py", 7, "build"},
                  {"lib/python3.11/ast.py", 1, "parse"}};
  EXPECT_EQ(LocationOf(error, "torch"), "torch.jit.frontend");
  EXPECT_EQ(LocationOf({}, "torch"), "");
}

TEST(Describe, ModulesOfOptimisers) {
  EXPECT_EQ(ModuleOfOptimiser("torch.jit.script"), "torch.jit");
  EXPECT_EQ(ModuleOfOptimiser("torch.compile"), "torch.compile");
  EXPECT_EQ(ModuleOfOptimiser("tensorflow.lite.TFLiteConverter.from_keras_model"),
            "tensorflow.lite");
}

TEST(Describe, ReasonsOfFixes) {
  EXPECT_EQ(ReasonOfTitle("[JIT] fix common_expression_hoisting (#123)"),
            "common_expression_hoisting");
  EXPECT_EQ(ReasonOfTitle("[a][b] Fixes a lost default"), "a lost default");
  EXPECT_EQ(ReasonOfTitle("Keep defaults in symbolic_trace"), "Keep defaults in symbolic_trace");
  EXPECT_EQ(ReasonOfTitle("prefix handling"), "prefix handling");
}

TEST(Describe, AReport) {
  knowledge::Issue issue;
  issue.repo = "pytorch/pytorch";
  issue.number = 1;
  issue.title = "TypeError when scripting";
  issue.labels = {"oncall: jit"};
  issue.fixes = {{"pull", "2", "[JIT] Fix lost default argument", "", {}}};
  issue.body =
      "```python\nimport torch\ntorch.jit.script(f)\n```\n```\nTraceback (most recent call last):\n"
      "  File \"/x/site-packages/torch/jit/frontend.py\", line 7, in build\nTypeError: got "
      "None\n```\n";
  Snippet snippet;
  snippet.framework = "torch";
  snippet.optimisers = {"torch.jit.script"};
  DescribeIssue(issue, knowledge::SplitIssue(issue), snippet);
  EXPECT_EQ(snippet.exception, "TypeError");
  EXPECT_EQ(snippet.location, "torch.jit.frontend");
  EXPECT_EQ(snippet.reason, "lost default argument");
  EXPECT_EQ(snippet.category, "wrong-type");
  EXPECT_THAT(snippet.told, testing::Contains("Labels: oncall: jit"));
  EXPECT_THAT(snippet.told, testing::Contains("PR Title: [JIT] Fix lost default argument"));
}

TEST(Describe, LabelsTellThePlaceWithoutATraceback) {
  knowledge::Issue issue;
  issue.title = "wrong values after torch.compile";
  issue.labels = {"triaged", "oncall: pt2", "module: inductor"};
  Snippet snippet;
  snippet.optimisers = {"torch.compile"};
  snippet.source = "assert a == b\n";
  DescribeIssue(issue, knowledge::SplitIssue(issue), snippet);
  EXPECT_EQ(snippet.location, "torch._inductor");  // the special label before the general one
  EXPECT_EQ(snippet.exception, "AssertionError");
}

}  // namespace
}  // namespace assay::optbug
