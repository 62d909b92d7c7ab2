#include "trial/issue.h"

#include <gtest/gtest.h>

namespace assay::trial {
namespace {

knowledge::ApiBase Base() {
  knowledge::ApiBase out;
  out.framework = "torch";
  for (const char* name : {"torch.addmm", "torch.allclose", "torch.ones"}) {
    knowledge::ApiDoc doc;
    doc.name = name;
    for (const char* parameter : {"input", "mat1", "mat2"}) {
      doc.parameters.emplace_back();
      doc.parameters.back().name = parameter;
    }
    out.docs.push_back(doc);
  }
  return out;
}

TEST(Issue, CommentsGiveNothingAway) {
  EXPECT_EQ(WithoutComments("x = 1  # this fails\n# and this\ns = '# no comment'\n"),
            "x = 1  \n\ns = '# no comment'\n");
}

TEST(Issue, TheFirstCodeBlockOfMarkdown) {
  EXPECT_EQ(ProgramOfReport("Hello\n```python\nimport torch\n```\nand\n```\nlog\n```\n"),
            "import torch\n");
  EXPECT_EQ(ProgramOfReport("import torch\n"), "import torch\n");
}

TEST(Issue, TheCallThatItIsAbout) {
  const knowledge::ApiBase base = Base();
  const auto calls = DocumentedCalls(
      "import torch\nx = torch.ones(2, 2)\ny = torch.addmm(x, x, mat2=x)\n"
      "assert torch.allclose(y, x)\n",
      base);
  ASSERT_EQ(calls.size(), 3u);
  for (const int line : {0, 3, 4}) {
    const IssueCall* suspect = Suspect(calls, line);
    ASSERT_NE(suspect, nullptr);
    EXPECT_EQ(suspect->doc->name, "torch.addmm") << line;
  }
  const IssueCall* suspect = Suspect(calls, 0);
  ASSERT_TRUE(suspect->call.has_value());
  EXPECT_EQ(suspect->call->setup,
            (std::vector<std::string>{"import torch", "x = torch.ones(2, 2)"}));
  ASSERT_EQ(suspect->call->arguments.size(), 3u);
  EXPECT_EQ(suspect->call->arguments[1].name, "mat1");
  EXPECT_EQ(suspect->call->arguments[2].name, "mat2");
  EXPECT_TRUE(suspect->call->arguments[2].keyword);
}

TEST(Issue, CallsInFunctionsHaveNoArgumentsOutside) {
  const knowledge::ApiBase base = Base();
  const auto calls =
      DocumentedCalls("import torch\ndef f(a):\n    return torch.addmm(a, a, a)\n", base);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_FALSE(calls[0].call.has_value());
}

TEST(Issue, NothingDocumented) { EXPECT_EQ(Suspect({}, 0), nullptr); }

}  // namespace
}  // namespace assay::trial
