#include <gtest/gtest.h>

#include <set>

#include "llm/prompt.h"

namespace assay::llm {
namespace {

Prompt Basic() {
  Prompt out;
  out.messages = {{"system", "s"}, {"user", "u"}};
  out.model = "m";
  out.parameters.temperature = 0.5;
  out.parameters.seed = 3;
  return out;
}

std::string Key(const Prompt& prompt) { return KeyOf(CanonicalRequest(prompt)); }

TEST(Key, EverythingThatMatters) {
  std::set<std::string> keys = {Key(Basic())};
  const auto change = [&](auto edit) {
    Prompt prompt = Basic();
    edit(prompt);
    EXPECT_TRUE(keys.insert(Key(prompt)).second);
  };
  change([](Prompt& p) { p.model = "n"; });
  change([](Prompt& p) { p.origin = "http://elsewhere/v1"; });  // may call another model the same
  change([](Prompt& p) { p.sample = 1; });
  change([](Prompt& p) { p.messages[1].text = "v"; });
  change([](Prompt& p) { p.messages[0].role = "user"; });
  change([](Prompt& p) { p.messages.pop_back(); });
  change([](Prompt& p) { p.schema = {{"type", "object"}}; });
  change([](Prompt& p) { p.parameters.temperature.reset(); });
  change([](Prompt& p) { p.parameters.temperature = 0; });
  change([](Prompt& p) { p.parameters.top_p = 0.5; });
  change([](Prompt& p) { p.parameters.max_tokens = 3; });
  change([](Prompt& p) { p.parameters.seed = 4; });
}

TEST(Key, WhoAsksDoesNotMatter) {
  Prompt prompt = Basic();
  prompt.pipeline = "judge";
  prompt.name = "x";
  EXPECT_EQ(Key(prompt), Key(Basic()));
}

TEST(Key, RequestReadsBack) {
  Prompt prompt = Basic();
  prompt.schema = {{"type", "object"}, {"properties", {{"z", {}}, {"a", {}}}}};  // keeps its order
  prompt.sample = 4;
  prompt.origin = "http://a/v1";
  prompt.parameters.max_tokens = 9;
  const std::string request = CanonicalRequest(prompt);
  EXPECT_EQ(CanonicalRequest(PromptOf(request)), request);
}

}  // namespace
}  // namespace assay::llm
