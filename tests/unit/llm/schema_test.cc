#include "llm/schema.h"

#include <gtest/gtest.h>

namespace assay::llm {
namespace {

using Json = nlohmann::ordered_json;

const Json kSchema = Json::parse(R"({
  "type": "object",
  "properties": {
    "name": {"type": "string", "enum": ["a", "b"]},
    "sizes": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 9}, "maxItems": 3},
    "scale": {"type": ["number", "null"]}
  },
  "required": ["name"],
  "additionalProperties": false
})");

std::string Misfit(const char* text) {
  const auto value = ReadStructured(kSchema, text);
  return value.ok() ? "" : value.error().message;
}

TEST(Schema, Fits) {
  EXPECT_TRUE(CheckSchema(kSchema).ok());
  EXPECT_EQ(Misfit(R"({"name": "a"})"), "");
  EXPECT_EQ(Misfit(R"({"name": "b", "sizes": [1, 2.0, 9], "scale": null})"), "");
  EXPECT_EQ(Misfit("Here it is:\n```json\n{\"name\": \"a\"}\n```\nDone."), "");
  EXPECT_EQ(Misfit("The answer is {\"name\": \"a\"}."), "");
}

TEST(Schema, NamesThePlace) {
  EXPECT_EQ(Misfit(R"({"sizes": []})"), "answer: lacks name");
  EXPECT_EQ(Misfit(R"({"name": "c"})"), "answer.name: is \"c\", not one of [\"a\",\"b\"]");
  EXPECT_EQ(Misfit(R"({"name": "a", "sizes": [1, 2.5]})"),
            "answer.sizes[1]: is 2.5, not of type integer");
  EXPECT_EQ(Misfit(R"({"name": "a", "sizes": [0]})"), "answer.sizes[0]: is 0, less than 1");
  EXPECT_EQ(Misfit(R"({"name": "a", "sizes": [10]})"), "answer.sizes[0]: is 10, more than 9");
  EXPECT_EQ(Misfit(R"({"name": "a", "sizes": [1, 1, 1, 1]})"),
            "answer.sizes: has 4 items, more than 3");
  EXPECT_EQ(Misfit(R"({"name": "a", "scale": "x"})"),
            "answer.scale: is \"x\", not of type number or null");
  EXPECT_EQ(Misfit(R"({"name": "a", "more": 1})"), "answer.more: is not allowed here");
  EXPECT_EQ(Misfit("[1]"), "answer: is [1], not of type object");
  EXPECT_EQ(Misfit(R"({"name": "a)"), "answer: is not JSON: \"{\\\"name\\\": \\\"a\"");
}

TEST(Schema, DeepNestingIsRefused) {
  const std::string deep(200000, '[');
  EXPECT_FALSE(ReadStructured(Json::object(), deep + std::string(200000, ']')).ok());
}

TEST(Schema, UnknownKeywordsAreErrors) {
  const auto problem = [](const char* text) {
    const Status status = CheckSchema(Json::parse(text));
    return status.ok() ? "" : status.error().message;
  };
  EXPECT_NE(problem(R"({"oneOf": []})").find("oneOf"), std::string::npos);
  EXPECT_NE(problem(R"({"properties": {"x": {"type": "text"}}})").find("schema.x"),
            std::string::npos);
  EXPECT_NE(problem(R"({"items": {"minimum": "1"}})").find("schema[]"), std::string::npos);
  EXPECT_NE(problem("[]"), "");
}

}  // namespace
}  // namespace assay::llm
