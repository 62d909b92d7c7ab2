#include "trial/model/needed_environment.h"

#include <gtest/gtest.h>

#include "program/lab/program_lab.h"

namespace assay::trial {
namespace {

TEST(NeededEnvironment, IsTheFrameworksOwnWhereNothingElseIsSaid) {
  EXPECT_EQ(ProgramEnvironment("torch"), "torch");
  EXPECT_EQ(NeededEnvironment("import torch\n", "torch", {}), "torch");
  EXPECT_EQ(NeededEnvironment("import jax\n", "jax", {{"jax.jit", "nowhere"}}), "jax");
}

TEST(NeededEnvironment, HasThePackagesThatWriteModels) {
  if (!program::FindEnvironment("torch-optimise").ok())
    GTEST_SKIP() << "the environment torch-optimise is not there";
  EXPECT_EQ(ProgramEnvironment("onnxruntime"), "torch-optimise");
  EXPECT_EQ(NeededEnvironment("import onnx\n", "openvino", {}), "torch-optimise");
  EXPECT_EQ(NeededEnvironment("import torch\nimport onnxruntime\n", "torch", {}), "torch-optimise");
}

}  // namespace
}  // namespace assay::trial
