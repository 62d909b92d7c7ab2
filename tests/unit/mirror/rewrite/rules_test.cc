#include "mirror/rewrite/rules.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace assay::mirror {
namespace {

class RulesTest : public ::testing::Test {
 protected:
  RulesTest() {
    char name[] = "/tmp/assay-rules-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~RulesTest() override { std::filesystem::remove_all(folder_); }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string Refusal() const {
    const auto rules = Rules::LoadFrom(folder_);
    return rules.ok() ? "" : rules.error().message;
  }

  std::string folder_;
};

TEST_F(RulesTest, ASecondEntryIsRefusedWithBothPlaces) {
  Write("a.toml", "[unary]\nexp = [\"torch.exp\", \"tf.exp\", \"jnp.exp\"]\n");
  Write("b.toml", "# more\n\n[op.exp]\ntorch = \"torch.special.exp2(x)\"\n");
  const std::string message = Refusal();
  EXPECT_NE(message.find("b.toml:3: there is an entry 'exp' already"), std::string::npos)
      << message;
  EXPECT_NE(message.find("a.toml:2"), std::string::npos) << message;
}

TEST_F(RulesTest, AFunctionIsReadByOneEntry) {
  Write("a.toml", "[op.sum]\ntorch = \"torch.sum(x)\"\njax = \"jnp.sum(x)\"\n");
  Write("b.toml", "[op.total]\ntorch = \"torch.total(x)\"\njax = \"jnp.sum(a=x)\"\n");
  const std::string message = Refusal();
  EXPECT_NE(message.find("b.toml:1: jnp.sum of 'total' is read by 'sum' already"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("a.toml:1"), std::string::npos) << message;
}

TEST_F(RulesTest, MethodsAndFunctionsOfOneNameAreDifferent) {
  Write("a.toml", "[op.size]\ntorch = \".size()\"\n[op.count]\ntorch = \"torch.size(x)\"\n");
  EXPECT_EQ(Refusal(), "");
}

TEST_F(RulesTest, FormsOfAnEntryShareAFunctionAndKeepTheirOrder) {
  Write("a.toml",
        "[[op.max]]\nname = \"max-of-two\"\ntorch = \"torch.max(x, y)\"\n"
        "[[op.max]]\ntorch = \"torch.max(x)\"\n");
  const auto rules = Rules::LoadFrom(folder_);
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  const auto& readings = rules->Calls("torch", "torch.max");
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].operation->name, "max-of-two");
  EXPECT_EQ(readings[1].operation->name, "max");
  Write("b.toml", "[[op.max]]\nname = \"max-of-three\"\ntorch = \"torch.max(x, y, z)\"\n");
  EXPECT_NE(Refusal().find("there is an entry 'max' already"), std::string::npos) << Refusal();
}

TEST_F(RulesTest, NamesThatMeanTheSameAreReadAndTheFirstIsWritten) {
  Write("a.toml", "[unary]\nneg = [\"torch.neg|torch.negative\", \"tf.negative\", \"\"]\n");
  const auto rules = Rules::LoadFrom(folder_);
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  ASSERT_EQ(rules->Calls("torch", "torch.negative").size(), 1U);
  const Operation& made = *rules->Calls("torch", "torch.negative")[0].operation;
  EXPECT_EQ(made.spellings.at("torch")[0].callee, "torch.neg");
  EXPECT_TRUE(made.spellings.at("jax").empty());
}

TEST_F(RulesTest, WordsThatMeanNothingAreRefused) {
  Write("a.toml", "[unary-jax]\nexp = [\"torch.exp\", \"tf.exp\", \"jnp.exp\"]\n");
  EXPECT_NE(Refusal().find("a.toml:1: there is no kind of entries 'unary-jax'"), std::string::npos);
  Write("a.toml", "[op.exp]\npytorch = \"torch.exp(x)\"\n");
  EXPECT_NE(Refusal().find("'pytorch' means nothing"), std::string::npos) << Refusal();
}

TEST_F(RulesTest, TheInstalledOnesAreRead) {
  const auto rules = Rules::Load();
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  EXPECT_FALSE(rules->Calls("torch", "torch.sum").empty());
}

}  // namespace
}  // namespace assay::mirror
