#include "knowledge/issues/parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "knowledge/issues/classify.h"
#include "knowledge/issues/versions.h"

namespace assay::knowledge {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// In the shape of PyTorch's form: a program, a traceback, the output of the collecting script.
Issue Compiled() {
  Issue issue;
  issue.repo = "pytorch/pytorch";
  issue.number = 7;
  issue.title = "torch.compile gives a wrong dtype for int8 products";
  issue.labels = {"oncall: pt2", "module: inductor"};
  issue.state = "closed";
  issue.reason = "completed";
  issue.body = R"(### 🐛 Describe the bug

Eager returns int8, but the compiled function returns int64 instead of int8. See also `torch.bmm`.

```python
import torch
f = torch.compile(torch.matmul)
print(f(torch.ones(1, 2, 2, dtype=torch.int8), torch.ones(1, 2, 2, dtype=torch.int8)).dtype)
```

### Error logs

```
Traceback (most recent call last):
  File "/home/me/a.py", line 3, in <module>
    main()
  File "/home/me/env/lib/python3.11/site-packages/torch/_inductor/lowering.py", line 99, in lower
    raise TypeError()
torch._inductor.exc.LoweringException: TypeError: expected scalar type Char but got Long
```

### Versions

```
Collecting environment information...
PyTorch version: 2.13.0+cpu
Is debug build: False
CUDA used to build PyTorch: None
OS: Debian GNU/Linux 12 (bookworm) (x86_64)
GCC version: (Debian 12.2.0) 12.2.0
Python version: 3.11.7 (main) (64-bit runtime)
[pip3] numpy==2.4.6
```
)";
  issue.comments = {
      {"reporter", "NONE", "", "Any news?"},
      {"dev", "MEMBER", "", "The decomposition of bmm promotes the sum.\n```python\nx = 1\n```"}};
  issue.fixes = {{"pull",
                  "8",
                  "Keep the dtype in the bmm decomposition",
                  "Fixes #7",
                  {"[inductor] keep dtype"}}};
  return issue;
}

TEST(Parts, BlocksByKind) {
  const Parts parts = SplitIssue(Compiled());
  std::vector<std::string> kinds;
  for (const Block& block : parts.blocks) kinds.emplace_back(Name(block.kind));
  EXPECT_THAT(kinds, ElementsAre("program", "traceback", "environment", "fragment"));
  ASSERT_NE(parts.program(), nullptr);
  EXPECT_EQ(parts.program()->origin, "body");
  EXPECT_EQ(parts.blocks[3].origin, "comment 2");
}

TEST(Parts, ErrorVersionsAndMaintainers) {
  const Parts parts = SplitIssue(Compiled());
  ASSERT_TRUE(parts.error.has_value());
  EXPECT_EQ(parts.error->exception, "LoweringException");
  EXPECT_EQ(parts.error->message, "TypeError: expected scalar type Char but got Long");
  ASSERT_EQ(parts.error->frames.size(), 2u);
  EXPECT_EQ(parts.error->frames[1].file, "torch/_inductor/lowering.py");
  EXPECT_EQ(parts.error->frames[1].line, 99);
  EXPECT_EQ(parts.versions.at("torch"), "2.13.0+cpu");
  EXPECT_EQ(parts.versions.at("python"), "3.11.7");
  EXPECT_EQ(parts.versions.at("numpy"), "2.4.6");
  EXPECT_FALSE(parts.versions.contains("cuda"));
  ASSERT_EQ(parts.maintainers.size(), 1u);
  EXPECT_EQ(parts.maintainers[0].author, "dev");
  EXPECT_THAT(parts.symptoms, Contains("exception"));
  EXPECT_THAT(parts.symptoms, Contains("wrong-result"));
  EXPECT_THAT(parts.platforms, IsEmpty());
}

TEST(Parts, ClosedAndFixedNeedsAFix) {
  Issue issue = Compiled();
  EXPECT_TRUE(ClosedAndFixed(issue));
  issue.reason = "not_planned";
  EXPECT_FALSE(ClosedAndFixed(issue));
  issue = Compiled();
  issue.fixes.clear();
  EXPECT_FALSE(ClosedAndFixed(issue));
  issue = Compiled();
  issue.state = "open";
  EXPECT_FALSE(ClosedAndFixed(issue));
}

TEST(Parts, TensorFlowsFormPutsEverythingIntoShell) {
  Issue issue;
  issue.repo = "tensorflow/tensorflow";
  issue.title = "tf.raw_ops.Thing aborts";
  issue.body =
      "### TensorFlow version\n\ntf 2.16.1\n\n### Python version\n\n3.11\n\n### Standalone code\n\n"
      "```shell\nimport tensorflow as tf\ntf.raw_ops.Thing(x=[])\n```\n\n### Relevant log "
      "output\n\n"
      "```shell\n2024-05-01 03:49:00.796702: F tensorflow/core/x.cc:201] Check failed: n >= 0\n"
      "Aborted (core dumped)\n```\n";
  const Parts parts = SplitIssue(issue);
  ASSERT_EQ(parts.blocks.size(), 2u);
  EXPECT_EQ(parts.blocks[0].kind, BlockKind::kProgram);
  EXPECT_EQ(parts.blocks[1].kind, BlockKind::kOutput);
  ASSERT_TRUE(parts.error.has_value());
  EXPECT_EQ(parts.error->exception, "SIGABRT");
  EXPECT_EQ(parts.versions.at("tensorflow"), "2.16.1");
  EXPECT_EQ(parts.versions.at("python"), "3.11");
  EXPECT_THAT(parts.symptoms, Contains("crash"));
}

TEST(Parts, PlatformsThatAreMissingHere) {
  Issue issue = Compiled();
  issue.title = "Conv1d differs on MPS";
  EXPECT_THAT(SplitIssue(issue).platforms, ElementsAre("mps"));
  issue = Compiled();
  issue.labels.push_back("module: mkldnn");
  EXPECT_THAT(SplitIssue(issue).platforms, ElementsAre("mkldnn"));
  // All programs ask for the device.
  issue = Compiled();
  issue.body = "```python\nimport torch\nx = torch.ones(2).cuda()\n```\n";
  EXPECT_THAT(SplitIssue(issue).platforms, ElementsAre("cuda"));
  // One that looks first runs without it.
  issue.body = "```python\nimport torch\nd = 'cuda' if torch.cuda.is_available() else 'cpu'\n```\n";
  EXPECT_THAT(SplitIssue(issue).platforms, IsEmpty());
  // The versions list CUDA in every report.
  issue = Compiled();
  issue.body += "\nCUDA runtime version: 12.1\nGPU models and configuration: GPU 0: NVIDIA H100\n";
  EXPECT_THAT(SplitIssue(issue).platforms, IsEmpty());
}

TEST(Parts, AReportAboutAMachineIsForThatMachine) {
  Issue issue = Compiled();
  issue.title = "conv2d is wrong on aarch64";
  EXPECT_THAT(SplitIssue(issue, "x86_64").platforms, ElementsAre("arm"));
  EXPECT_THAT(SplitIssue(issue, "aarch64").platforms, IsEmpty());
  issue.title = "conv2d is wrong with AVX512";
  EXPECT_THAT(SplitIssue(issue, "x86_64").platforms, IsEmpty());
  EXPECT_THAT(SplitIssue(issue, "aarch64").platforms, ElementsAre("x86"));
  issue.title = "conv2d is wrong";
  EXPECT_THAT(SplitIssue(issue, "aarch64").platforms, IsEmpty());
}

TEST(Parts, DevicesHoweverTheyAreWritten) {
  const auto platforms = [](const std::string& title, const std::string& code) {
    Issue issue;
    issue.title = title;
    issue.body = "```python\nimport torch\n" + code + "\n```\n";
    return SplitIssue(issue).platforms;
  };
  const std::vector<std::string> cuda = {"cuda"}, mps = {"mps"};
  EXPECT_EQ(platforms("x", "device = 'cuda'\ntorch.ones(2, device=device)"), cuda);
  EXPECT_EQ(platforms("x", "d = torch.device( \"cuda:1\" )\ntorch.ones(2).to(d)"), cuda);
  EXPECT_EQ(platforms("x", "torch.ones(2).to(torch.device('mps'))"), mps);
  EXPECT_TRUE(platforms("x", "torch.cuda.manual_seed_all(0)\ntorch.ones(2)").empty());
  EXPECT_TRUE(platforms("x", "d = 'cuda' if torch.cuda.is_available() else 'cpu'\nf()").empty());
  EXPECT_TRUE(platforms("torch.mm(m1, m2) gives a wrong result", "torch.mm(a, b)").empty());
  EXPECT_EQ(platforms("wrong on an Apple M1", "torch.mm(a, b)"), mps);
}

TEST(Parts, AProgramFromALinkCountsWhenTheBodyHasNone) {
  Issue issue = Compiled();
  issue.body = "See the gist.";
  issue.links = {
      {"https://gist.github.com/a/0123456789ab", "gist", "import torch\ntorch.add(1, 2)\n", ""}};
  const Parts parts = SplitIssue(issue);
  ASSERT_NE(parts.program(), nullptr);
  EXPECT_EQ(parts.program()->origin, "https://gist.github.com/a/0123456789ab");
}

TEST(Parts, BrokenTextIsNoTrouble) {
  Issue issue;
  issue.body = "```\n``` ``\n>>> \n\xff\xfe ```python\n";
  EXPECT_EQ(SplitIssue(issue).program(), nullptr);
  issue.body = "";
  EXPECT_THAT(SplitIssue(issue).blocks, IsEmpty());
}

TEST(Versions, ProseAndOrder) {
  EXPECT_EQ(FindVersions("It fails with torch 2.4.1 and works in 2.3.").at("torch"), "2.4.1");
  EXPECT_EQ(FindVersions("jax:    0.4.33\njaxlib: 0.4.33\n").at("jaxlib"), "0.4.33");
  EXPECT_EQ(
      FindVersions("### What jax/jaxlib version are you using?\n\n0.4.14\n\n### Which").at("jax"),
      "0.4.14");
  EXPECT_THAT(FindVersions("CUDA used to build PyTorch: N/A\n"), IsEmpty());
  EXPECT_EQ(CompareVersions("2.10.0", "2.9"), 1);
  EXPECT_EQ(CompareVersions("2.4.0+cpu", "2.4"), 0);
  EXPECT_EQ(CompareVersions("2.4.0rc1", "2.5"), -1);
}

TEST(Classify, TheSentenceThatDecided) {
  const Issue issue = Compiled();
  const Parts parts = SplitIssue(issue);
  EXPECT_TRUE(IsOptimisation(issue, parts));
  const Classified by_rule = Classify(issue, parts, Scheme::kOptimisation);
  EXPECT_EQ(by_rule.category, "wrong-type");
  EXPECT_GT(by_rule.points, by_rule.runner_up);
  ASSERT_FALSE(by_rule.because.empty());
  EXPECT_NE(by_rule.because[0].sentence.find("but got Long"), std::string::npos);
  EXPECT_EQ(Classify(issue, parts, Scheme::kMirror).category, "configuration");
}

TEST(Classify, NothingToGoBy) {
  Issue issue;
  issue.title = "Hello";
  EXPECT_EQ(Classify(issue, SplitIssue(issue), Scheme::kMirror).category, "");
}

TEST(Classify, PromptAndAnswerOfAModel) {
  const Issue issue = Compiled();
  const Parts parts = SplitIssue(issue);
  const auto prompt = ClassifyPrompt(issue, parts, Scheme::kMirror);
  ASSERT_TRUE(prompt.ok()) << prompt.error().message;
  const std::string& text = prompt->messages.back().text;
  EXPECT_NE(text.find("- computation: "), std::string::npos);
  EXPECT_NE(text.find(issue.title), std::string::npos);
  EXPECT_EQ(prompt->schema["properties"]["category"]["enum"].size(), 4u);
  const auto read = [&](const char* answer) {
    return ReadAnswer(nlohmann::json::parse(answer), issue, parts, Scheme::kMirror, "m");
  };
  const auto good = read(R"({"category": "formats", "sentence": "See also  `torch.bmm`."})");
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_EQ(good->category, "formats");
  EXPECT_EQ(good->by, "m");
  for (const char* bad :
       {R"("no idea")", R"({"category": "weather", "sentence": "See also `torch.bmm`."})",
        R"({"category": "formats", "sentence": "Nobody wrote this."})",
        R"({"category": "formats"})", R"({"category": "formats", "sentence": "e"})"})
    EXPECT_FALSE(read(bad).ok()) << bad;
}

TEST(Classify, AModelCountsOnlyWhereRulesAreUnsure) {
  Issue sure = Compiled();
  Judge(sure, {"mirror", "formats", "torch.compile gives", "m"});
  EXPECT_EQ(Classify(sure, SplitIssue(sure), Scheme::kMirror).by, "rules");
  Issue unsure;
  unsure.title = "Something about this operator";
  const Parts parts = SplitIssue(unsure);
  EXPECT_TRUE(Unsure(ClassifyByRules(unsure, parts, Scheme::kMirror)));
  Judge(unsure, {"mirror", "formats", "Something", "a"});
  Judge(unsure, {"mirror", "environment", "Something", "m"});
  ASSERT_EQ(unsure.judged.size(), 1u);
  const Classified out = Classify(unsure, parts, Scheme::kMirror);
  EXPECT_EQ(out.category, "environment");
  EXPECT_EQ(out.by, "m");
  unsure.repo = "a/b";
  unsure.number = 7;
  const auto read = IssueFromJson(ToJson(unsure), "x");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->judged[0].sentence, "Something");
}

TEST(Classify, NamesAreWellFormedAndUnique) {
  int mirror = 0, optimisation = 0;
  std::vector<std::string> names;
  for (const CategoryDef& category : AllCategories()) {
    EXPECT_THAT(names, Not(Contains(std::string(category.name))));
    names.emplace_back(category.name);
    EXPECT_FALSE(category.help.empty());
    (category.scheme == Scheme::kMirror ? mirror : optimisation) += 1;
  }
  EXPECT_EQ(mirror, 4);
  EXPECT_EQ(optimisation, 5);
}

}  // namespace
}  // namespace assay::knowledge
