// The pool that is shipped: complete, well formed, each program names its report.
#include "knowledge/pool/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace assay::knowledge {
namespace {

std::string Home() {
  const char* home = std::getenv("ASSAY_HOME");
  return home == nullptr ? "." : home;
}

TEST(Pool, AllEntriesAreGood) {
  const auto programs = LoadPool(Home() + "/pool");
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  std::map<std::string, int> count;
  for (const PoolProgram& program : *programs) {
    ++count[program.framework + " " + program.kind];
    EXPECT_TRUE(program.code.starts_with("\"\"\"")) << program.id;
    EXPECT_NE(program.code.find("ssert"), std::string::npos) << program.id;
    EXPECT_NE(program.code.find("print("), std::string::npos) << program.id;
    // Nothing that another run would give otherwise.
    for (const char* word : {"time.time", "random.random(", "np.random.rand", "urandom"})
      EXPECT_EQ(program.code.find(word), std::string::npos) << program.id;
  }
  EXPECT_GE(count["torch optimisation"], 100);
  EXPECT_GE(count["tensorflow optimisation"], 40);
  EXPECT_GE(count["onnxruntime optimisation"] + count["openvino optimisation"], 10);
  int general = 0;
  for (const auto& [key, number] : count)
    if (key.ends_with("general")) general += number;
  EXPECT_GE(general, 60);  // thirty and their twins
}

TEST(Pool, AProgramRunsInItsFrameworksEnvironmentUnlessItSaysOtherwise) {
  const auto programs = LoadPool(Home() + "/pool");
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  for (const PoolProgram& program : *programs) {
    // The plain environment of ONNX Runtime has no package onnx.
    const bool more = program.framework == "onnxruntime";
    EXPECT_EQ(program.environment, more ? "torch-optimise" : program.framework) << program.id;
  }
}

TEST(Pool, AMissingFolderIsNamed) {
  const auto programs = LoadPool("/nonexistent");
  ASSERT_FALSE(programs.ok());
  EXPECT_THAT(programs.error().message, testing::HasSubstr("/nonexistent/pool.toml"));
}

TEST(MirrorPairs, AllEntriesAreGood) {
  const auto pairs = LoadMirrorPairs(Home() + "/data/mirror/pairs.toml");
  ASSERT_TRUE(pairs.ok()) << pairs.error().message;
  EXPECT_GE(pairs->size(), 20u);
}

}  // namespace
}  // namespace assay::knowledge
