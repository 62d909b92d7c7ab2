#include "mirror/check/roles.h"

#include <gtest/gtest.h>

namespace assay::mirror {
namespace {

const Direction kDirection{"torch", "jax"};
constexpr const char* kSource =
    "import torch\nx = torch.ones(2)\ny = torch.relu(x)\nassert y.sum() == 2\n";

TEST(Roles, AllAreThere) {
  const Roles r = CompareRoles(kSource,
                               "import jax\nimport jax.numpy as jnp\nx = jnp.ones(2)\n"
                               "y = jax.nn.relu(x)\nassert y.sum() == 2\n",
                               kDirection, {{"torch.relu", 3, "jax.nn.relu", "rule"}});
  EXPECT_EQ(r.lost, "");
  EXPECT_EQ(r.found, std::vector<std::string>{"torch.relu"});
  EXPECT_TRUE(r.missing.empty());
}

TEST(Roles, TheSourcesFrameworkMustBeGone) {
  EXPECT_EQ(CompareRoles(kSource, kSource, kDirection, {}).lost, "it still uses torch");
}

TEST(Roles, NothingOfTheTwinsFrameworkIsEmpty) {
  const Roles r = CompareRoles(kSource, "import jax\nassert True\n", kDirection, {});
  EXPECT_TRUE(r.empty);
  EXPECT_EQ(r.lost, "it calls nothing of jax");
}

TEST(Roles, AFunctionThatDoesNothingIsIncomplete) {
  const Roles r = CompareRoles(
      kSource,
      "import jax.numpy as jnp\ndef relu(x):\n    pass\ny = relu(jnp.ones(2))\nassert y == 2\n",
      kDirection, {});
  EXPECT_TRUE(r.empty);
  EXPECT_EQ(r.lost, "the function relu does nothing");
}

TEST(Roles, TheCheckMustBeCarried) {
  EXPECT_EQ(
      CompareRoles(kSource, "import jax.numpy as jnp\ny = jnp.ones(2)\n", kDirection, {}).lost,
      "the check is lost");
}

}  // namespace
}  // namespace assay::mirror
