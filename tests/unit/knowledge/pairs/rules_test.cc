#include "knowledge/pairs/rules.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"

namespace assay::knowledge {
namespace {

std::string HomeFile(const std::string& path) {
  const char* home = std::getenv("ASSAY_HOME");
  return std::string(home == nullptr ? "." : home) + "/" + path;
}

Result<PairRules> Load(const std::string& text) {
  const std::string path = testing::TempDir() + "/pairs_rules.toml";
  EXPECT_TRUE(WriteFile(path, text).ok());
  return LoadPairRules(path);
}

TEST(PairRules, TheProjectsOwnAreSound) {
  const auto rules = LoadPairRules(HomeFile("data/knowledge/pairs.toml"));
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  EXPECT_EQ(TopicOf(*rules, "torch.nn.Conv2d"), "layer");
  EXPECT_EQ(TopicOf(*rules, "torch.nn.MSELoss"), "loss");
  EXPECT_EQ(TopicOf(*rules, "torch.add"), "tensor");
  EXPECT_EQ(TopicOf(*rules, "jax.scipy.stats.norm.pdf"), "statistics");
  EXPECT_TRUE(IsLeftOut(*rules, "torch.Tensor.add_"));
  EXPECT_TRUE(IsLeftOut(*rules, "tf.raw_ops.Add"));
  EXPECT_FALSE(IsLeftOut(*rules, "torch.nn.init.ones_"));
  EXPECT_TRUE(Compatible(*rules, "layer", "tensor"));
  EXPECT_FALSE(Compatible(*rules, "layer", "optimizer"));
  EXPECT_TRUE(Compatible(*rules, "other", "optimizer"));
  EXPECT_LT(RankOf(*rules, "tf.abs"), RankOf(*rules, "tf.keras.ops.abs"));
  EXPECT_TRUE(SameParameter(*rules, "keepdim", "keepdims"));
  EXPECT_FALSE(SameParameter(*rules, "dim", "keepdims"));
}

TEST(PairRules, MistakesAreNamed) {
  EXPECT_FALSE(Load("[[same_name]]\nnames = [\"a\"]\nwhy = \"x\"\n").ok());
  EXPECT_FALSE(Load("[[same_name]]\nnames = [\"a\", \"b\"]\n").ok());
  EXPECT_FALSE(Load("[[same_name]]\nnames = [\"a_b\", \"c\"]\nwhy = \"x\"\n").ok());
  const auto twice = Load(
      "[[same_name]]\nnames = [\"a\", \"b\"]\nwhy = \"x\"\n"
      "[[same_name]]\nnames = [\"b\", \"c\"]\nwhy = \"x\"\n");
  ASSERT_FALSE(twice.ok());
  EXPECT_NE(twice.error().message.find("\"b\""), std::string::npos);
  EXPECT_FALSE(Load("[[topic]]\napis = [\"x\"]\n").ok());
}

}  // namespace
}  // namespace assay::knowledge
