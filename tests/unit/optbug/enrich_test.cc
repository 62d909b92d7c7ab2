#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/hash.h"
#include "optbug/concentrate.h"

namespace assay::optbug::enrich_test {
namespace {

namespace fs = std::filesystem;

std::string KeyOf(const std::string& source) {
  std::ostringstream out;
  out << std::hex << HashBytes(source);
  return out.str();
}

TEST(Enrich, WhatWasSeenReplacesWhatWasTold) {
  const std::string cache = testing::TempDir() + "/assay-optbug-runs";
  fs::create_directories(cache + "/optbug");
  std::ofstream(cache + "/optbug/runs-torch-9.9.json")
      << "{\"" << KeyOf("fails")
      << R"(": {"status": "exception", "exception": "KeyError", "location": "torch.fx"}, ")"
      << KeyOf("runs") << R"(": {"status": "valid", "exception": "", "location": ""}})";
  std::vector<Snippet> snippets(3);
  snippets[0] = {.framework = "torch", .source = "fails", .exception = "TypeError"};
  snippets[1] = {.framework = "torch", .source = "runs", .exception = "TypeError"};
  snippets[2] = {.framework = "tensorflow", .source = "elsewhere"};
  const OpenLab closed = []() -> Result<program::ProgramLab*> { return Invalid("not now"); };
  const auto out =
      Enrich(snippets, {.framework = "torch", .version = "9.9", .open = closed, .cache = cache});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_EQ(out->run, 2u);
  EXPECT_EQ(out->failed, 1u);
  EXPECT_EQ(snippets[0].exception, "KeyError");
  EXPECT_EQ(snippets[0].location, "torch.fx");
  EXPECT_EQ(snippets[1].exception, "TypeError");  // mended: the report still tells what it was
  fs::remove_all(cache);
}

}  // namespace
}  // namespace assay::optbug::enrich_test
