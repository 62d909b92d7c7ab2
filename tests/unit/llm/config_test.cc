#include "llm/config.h"

#include <gtest/gtest.h>

namespace assay::llm {
namespace {

std::string Problem(const char* text) {
  const auto config = ParseConfig(text, "llm.toml");
  return config.ok() ? "" : config.error().message;
}

TEST(Config, Reads) {
  const auto config = ParseConfig(
      "provider = \"openai\"\n[openai]\nmodel = \"m\"\nrequests_per_minute = 9\n[local]\ncontext = "
      "2048\n[prices]\nm = { input = 1.5, output = 2 }\n",
      "llm.toml");
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config->provider, "openai");
  EXPECT_EQ(config->openai.requests_per_minute, 9);
  EXPECT_EQ(config->local.context, 2048);
  EXPECT_EQ(config->prices.at("m").input, 1.5);
  EXPECT_EQ(config->prices.at("m").output, 2);
}

TEST(Config, Mistakes) {
  EXPECT_NE(Problem("provder = \"x\"\n").find("provider"), std::string::npos);
  EXPECT_NE(Problem("[openai]\napi_key = \"s3cret\"\n").find("OPENAI_API_KEY"), std::string::npos);
  EXPECT_EQ(Problem("[openai]\napi_key = \"s3cret\"\n").find("s3cret"), std::string::npos);
  EXPECT_NE(Problem("[openai]\nschema = \"maybe\"\n").find("auto"), std::string::npos);
  EXPECT_NE(Problem("[openai]\nconcurrency = 0\n"), "");
  // The key itself in place of its name is neither taken nor repeated.
  EXPECT_NE(Problem("[openai]\nkey_variable = \"sk-s3cret\"\n").find("name"), std::string::npos);
  EXPECT_EQ(Problem("[openai]\nkey_variable = \"sk-s3cret\"\n").find("s3cret"), std::string::npos);
  EXPECT_EQ(Problem("[openai]\nkey_variable = \"MY_KEY_2\"\n"), "");
  EXPECT_NE(Problem("[local]\ntimeout_s = 0\n"), "");  // would be no limit at all
  EXPECT_NE(Problem("[prices]\nm = 3\n").find("input"), std::string::npos);
  EXPECT_NE(Problem("[openai\n").find("llm.toml:1"), std::string::npos);
}

}  // namespace
}  // namespace assay::llm
