#include "optbug/members.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "optbug/forms/take.h"
#include "sample_parts.h"

namespace assay::optbug {
namespace {

TEST(Members, OptimisersByTheirApiThenByTheirModule) {
  Parts parts = SampleParts();
  parts.optimisers[0].api = "torch.jit.script";
  parts.optimisers[1].api = "torch.jit.trace";
  parts.optimisers[2].api = "torch.ao.quantization.convert";
  EXPECT_EQ(OptimisersWith(parts, {"torch.jit.trace"}), std::vector<size_t>{1});
  EXPECT_EQ(OptimisersWith(parts, {"torch.quantization.convert"}), std::vector<size_t>{2});
  EXPECT_EQ(OptimisersWith(parts, {"torch.jit.freeze"}), (std::vector<size_t>{0, 1}));
  EXPECT_TRUE(OptimisersWith(parts, {"torch.compile"}).empty());
}

// The real framework says which model runs on which inputs; what it said is kept.
TEST(Members, ProbeTellsWhatRunsAndKeepsIt) {
  if (!program::FindEnvironment("torch").ok()) GTEST_SKIP() << "no environment torch";
  const std::string cache =
      std::filesystem::temp_directory_path() / ("assay_probe_" + std::to_string(getpid()));
  Taken good{.top = "net = torch.nn.Linear(4, 2)\nx = torch.ones(1, 4)\n",
             .model = "net",
             .inputs = {"x"},
             .tags = {"other-float", "extreme", "integer-input"}};
  Taken bad = good, ends = good, counts = good;
  bad.inputs = {"torch.ones(3)"};
  ends.top += "import os\nos.abort()\n";
  counts.top = "net = torch.nn.Embedding(4, 2)\nx = torch.tensor([1, 2])\n";
  std::unique_ptr<program::ProgramLab> lab;
  const auto open = [&]() -> Result<program::ProgramLab*> {
    ASSAY_ASSIGN(program::ProgramLab made, program::ProgramLab::Open({.environment = "torch"}));
    lab = std::make_unique<program::ProgramLab>(std::move(made));
    return lab.get();
  };
  const auto run = Probe("torch", "1", {&good, &bad, &ends, &counts}, open, cache);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(*run, (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(good.takes, std::vector<std::string>{"float32"});
  EXPECT_EQ(good.gives, "float32");
  EXPECT_TRUE(good.tags.contains("extreme")) << "all ones say nothing of a range";
  EXPECT_FALSE(good.tags.contains("other-float") || good.tags.contains("integer-input"));
  EXPECT_TRUE(counts.tags.contains("integer-input"));
  const auto never = []() -> Result<program::ProgramLab*> { return Invalid("asked again"); };
  EXPECT_TRUE(Probe("torch", "1", {&good, &bad}, never, cache).ok());
  std::filesystem::remove_all(cache);
}

}  // namespace
}  // namespace assay::optbug
