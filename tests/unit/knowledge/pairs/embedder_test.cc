#include <gtest/gtest.h>

#include "knowledge/pairs/features.h"

namespace assay::knowledge {
namespace {

TEST(Embedder, Cosine) {
  const Embedding a = MakeEmbedding({1, 0}), b = MakeEmbedding({0.5F, 0.5F});
  EXPECT_NEAR(Cosine(a, b), 0.7071, 0.005);
  EXPECT_NEAR(Cosine(a, MakeEmbedding({-3, 0})), -1, 1e-9);
  EXPECT_EQ(Cosine(a, Embedding()), 0);
  EXPECT_TRUE(MakeEmbedding({0, 0}).values.empty());
}

}  // namespace
}  // namespace assay::knowledge
