#include "mirror/check/roles.h"

#include <gtest/gtest.h>

namespace assay::mirror::roles_test {
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

TEST(Roles, ATextAndTheWordThatItIsNotWrittenAreNoFunctionEither) {
  for (const char* body : {"\"\"\"Not needed.\"\"\"", "raise NotImplementedError(\"later\")",
                           "return", "\"\"\"Two\n    lines.\"\"\"\n    pass"})
    EXPECT_EQ(CompareRoles(kSource,
                           std::string("import jax.numpy as jnp\ndef relu(x):\n    ") + body +
                               "\ny = relu(jnp.ones(2))\nassert y == 2\n",
                           kDirection, {})
                  .lost,
              "the function relu does nothing")
        << body;
}

TEST(Roles, AnAssertionOfNothingIsNoCheck) {
  EXPECT_EQ(CompareRoles(kSource, "import jax.numpy as jnp\ny = jnp.ones(2)\nassert True\n",
                         kDirection, {})
                .lost,
            "the check is lost");
}

TEST(Roles, AModelMayNotCatchOrRaiseWhatTheSourceDoesNot) {
  const std::string head = "import jax.numpy as jnp\n", check = "assert jnp.ones(2).sum() == 2\n";
  const std::string caught =
      head + "try:\n    y = jnp.ones(2)\nexcept Exception:\n    pass\n" + check;
  EXPECT_EQ(CompareRoles(kSource, caught, kDirection, {}, true).lost,
            "it catches errors that the source does not catch");
  EXPECT_EQ(CompareRoles(kSource, caught, kDirection, {}, false).lost, "");
  const std::string raised = head + check + "raise RuntimeError(\"a bug\")\n";
  EXPECT_EQ(CompareRoles(kSource, raised, kDirection, {}, true).lost,
            "it raises errors that the source does not raise");
  EXPECT_EQ(
      CompareRoles(kSource, head + "import os\nos._exit(0)\n" + check, kDirection, {}, true).lost,
      "it uses os._exit, which the source does not");
  const std::string checked = head + check + "if not jnp:\n    raise AssertionError(1)\n";
  EXPECT_EQ(CompareRoles(kSource, checked, kDirection, {}, true).lost, "");
}

TEST(Roles, WhatFailsMustBeInTheTwin) {
  const std::vector<ApiUse> uses = {{"torch.relu", 3, "jax.nn.relu", "rule"},
                                    {"torch.Tensor.item", 4, ".item()", "idiom"},
                                    {"torch.mystery", 5, "", ""}};
  EXPECT_EQ(NotThere(uses, 3, "y = jax.nn.relu(x)"), "");
  EXPECT_EQ(NotThere(uses, 3, "y = jax.nn.relu6(x)"), "torch.relu");
  EXPECT_EQ(NotThere(uses, 4, "y.item()"), "");
  EXPECT_EQ(NotThere(uses, 5, "y = x"), "torch.mystery");
  EXPECT_EQ(NotThere(uses, 6, ""), "");
}

TEST(Roles, TheCheckMustBeCarried) {
  EXPECT_EQ(
      CompareRoles(kSource, "import jax.numpy as jnp\ny = jnp.ones(2)\n", kDirection, {}).lost,
      "the check is lost");
}

TEST(Roles, BothMayFailInOneCall) {
  const std::vector<ApiUse> uses = {{"torch.ones", 2, "jax.numpy.ones", "rule"},
                                    {"torch.pad", 3, "pad_last", "rule"},
                                    {"torch.rand", 4, "random_uniform", "rule"}};
  const std::string twin =
      "import jax.numpy as jnp\ndef pad_last(x):\n    return jnp.pad(x, 1)\nx = jnp.ones(0.5)\n"
      "y = random_uniform(3)\ndef pad_last(x):\n    raise ValueError\n";
  EXPECT_TRUE(FailInOneCall(uses, 2, twin, 4));
  EXPECT_TRUE(FailInOneCall(uses, 3, twin, 3));
  EXPECT_FALSE(FailInOneCall(uses, 3, twin, 7)) << "the helper refuses, not the framework";
  EXPECT_FALSE(FailInOneCall(uses, 3, twin, 4));
  EXPECT_FALSE(FailInOneCall(uses, 2, twin, 3));
  EXPECT_FALSE(FailInOneCall(uses, 4, twin, 5)) << "recording draws random numbers itself";
  EXPECT_FALSE(FailInOneCall(uses, 0, twin, 4));
  EXPECT_FALSE(FailInOneCall(uses, 2, twin, 99));
}

}  // namespace
}  // namespace assay::mirror::roles_test
