#include "judge/model/generate.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/model/docs.h"
#include "tests/unit/llm/fakes.h"

namespace assay::judge::model {
namespace {

using llm::Says;

class GenerateTest : public llm::LedgerTest {
 protected:
  Generated Run(llm::FakeProvider::Reply reply, GenerateOptions options,
                const std::vector<std::string>& known = {}) {
    llm::Client client("fake", std::make_unique<llm::FakeProvider>(std::move(reply), 1), Open(),
                       {});
    auto out = Generate(AddmmDoc(), known, options, client);
    EXPECT_TRUE(out.ok()) << out.error().message;
    return std::move(out).value();
  }
};

TEST_F(GenerateTest, SeedsAreCompletedAndSorted) {
  const char* answers[] = {
      "result = torch.addmm(a, b, c)",                // the import is missing
      "import torch\\nother = torch.addmm(u, v, w)",  // the same, renamed
      "import torch\\nresult = torch.mm(b, c)",       // another API
      "```python\\nimport torch\\nr = torch.addmm(a, b, c, beta=2)\\n```",
      "result = torch.addmm(((",
  };
  const Generated out = Run(
      [&](const llm::Prompt& prompt) {
        return Says(std::string("{\"program\": \"") + answers[prompt.sample] + "\"}");
      },
      {5, 0});
  ASSERT_EQ(out.programs.size(), 3u);  // names that nothing binds are no names of the program
  EXPECT_EQ(out.programs[0].program, "import torch\nresult = torch.addmm(a, b, c)");
  EXPECT_EQ(out.programs[0].source, "seed");
  EXPECT_EQ(out.rejected.at("no-api"), 1u);
  EXPECT_EQ(out.rejected.at("messy"), 1u);
  EXPECT_EQ(out.outcomes.size(), 5u);
}

llm::Outcome Fills(const llm::Prompt& prompt) {
  const std::string& asked = prompt.messages.back().text;
  std::string filling = ")(((";
  if (asked.find("Hole: argument") != std::string::npos) filling = "torch.zeros(3, 2)";
  if (asked.find("Hole: method") != std::string::npos) filling = "ones";
  return Says(nlohmann::json{{"filling", filling}}.dump());
}

TEST_F(GenerateTest, HolesAreFilledAndRepetitionsDropped) {
  const Generated out = Run(Fills, {0, 4}, {kAddmm});
  ASSERT_EQ(out.programs.size(), 1u);
  EXPECT_EQ(out.programs[0].source, "argument");
  EXPECT_EQ(out.rejected.at("duplicate"), 1u);  // "ones" is what was there
  EXPECT_EQ(out.rejected.at("messy"), 2u);
}

}  // namespace
}  // namespace assay::judge::model
