#include "llm/template.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace assay::llm {
namespace {

class TemplateTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Result<Template> Make(const std::string& text) {
    EXPECT_TRUE(WriteFile(folder_ + "/t.txt", text).ok());
    return Template::LoadFile(folder_ + "/t.txt");
  }
  const std::string folder_ = testing::TempDir() + "/assay-template-test";
};

TEST_F(TemplateTest, FillsMessages) {
  const auto words = Make(
      "# Purpose.\ntemperature = 0.5\nmax_tokens = 7\n=== system\nYou are {{who}}.\n=== user\n"
      "{{text}} {\"a\": {{}}} {{ not a name }} {{who}}\n\n");
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(words->Placeholders(), (std::vector<std::string>{"who", "text"}));
  const auto prompt = words->Fill({{"who", "X"}, {"text", "{{who}}"}});
  ASSERT_TRUE(prompt.ok()) << prompt.error().message;
  EXPECT_EQ(prompt->name, "t");
  EXPECT_EQ(prompt->messages.size(), 2u);
  EXPECT_EQ(prompt->messages[0].text, "You are X.");
  EXPECT_EQ(prompt->messages[1].text, "{{who}} {\"a\": {{}}} {{ not a name }} X");
  EXPECT_EQ(prompt->parameters.temperature, 0.5);
  EXPECT_EQ(prompt->parameters.max_tokens, 7);
  EXPECT_FALSE(prompt->parameters.seed.has_value());
}

TEST_F(TemplateTest, NamesFileAndPlaceholder) {
  const auto words = Make("=== user\n{{a}}\n");
  ASSERT_TRUE(words.ok());
  EXPECT_EQ(words->Fill({}).error().message, folder_ + "/t.txt: no value for {{a}}");
  EXPECT_NE(words->Fill({{"a", ""}, {"b", ""}}).error().message.find("has no {{b}}"),
            std::string::npos);
}

TEST_F(TemplateTest, Mistakes) {
  EXPECT_NE(Make("hello\n").error().message.find("t.txt"), std::string::npos);
  EXPECT_NE(Make("=== robot\nx\n").error().message.find("'robot' is not a role"),
            std::string::npos);
  EXPECT_NE(Make("temprature = 1\n=== user\nx\n").error().message.find("temperature"),
            std::string::npos);
}

// Every prompt that the project ships can be read, and says in its first line what it is for.
TEST(Prompts, AllLoad) {
  EXPECT_GE(TemplateNames().size(), 4u);
  for (const std::string& name : TemplateNames()) {
    const auto words = Template::Load(name);
    ASSERT_TRUE(words.ok()) << words.error().message;
    EXPECT_TRUE(ReadFile(words->path()).value().starts_with("# ")) << name;
  }
  EXPECT_NE(Template::Load("repiar").error().message.find("'repair'"), std::string::npos);
}

}  // namespace
}  // namespace assay::llm
