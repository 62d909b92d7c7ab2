#include "lab/environments.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace assay::lab {
namespace {

TEST(Environments, TheVariableNamesOtherFolders) {
  unsetenv("ASSAY_ENVIRONMENT_FOLDERS");
  EXPECT_EQ(EnvironmentFolder("/home", "jax"), "/home/build/envs/jax");
  setenv("ASSAY_ENVIRONMENT_FOLDERS", "torch=/t:jax=/elsewhere:broken", 1);
  EXPECT_EQ(EnvironmentFolder("/home", "jax"), "/elsewhere");
  EXPECT_EQ(EnvironmentFolder("/home", "jax@0.4"), "/home/build/envs/jax@0.4");
  EXPECT_EQ(EnvironmentFolder("/home", "broken"), "/home/build/envs/broken");
  unsetenv("ASSAY_ENVIRONMENT_FOLDERS");
}

}  // namespace
}  // namespace assay::lab
