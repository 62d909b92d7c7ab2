#include <gtest/gtest.h>

#include <cstdlib>

#include "knowledge/api/introspect.h"

namespace assay::knowledge {
namespace {

TEST(Roots, TheShippedFileNamesFourFrameworks) {
  const char* home = std::getenv("ASSAY_HOME");
  const auto all =
      LoadRoots(std::string(home == nullptr ? "." : home) + "/data/knowledge/roots.toml");
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ(all->size(), 4u);
  const Roots* tensorflow = FrameworkOfName(*all, "tf.math.add");
  ASSERT_NE(tensorflow, nullptr);
  EXPECT_EQ(tensorflow->framework, "tensorflow");
  EXPECT_EQ(WrittenName(*tensorflow, "tensorflow.math.add"), "tf.math.add");
  const Roots* jax = FrameworkOfName(*all, "jnp.sum");
  ASSERT_NE(jax, nullptr);
  EXPECT_EQ(WrittenName(*jax, "jnp.sum"), "jax.numpy.sum");
  EXPECT_EQ(FrameworkOfName(*all, "numpy.sum"), nullptr);
}

}  // namespace
}  // namespace assay::knowledge
