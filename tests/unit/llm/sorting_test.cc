#include "llm/sorting.h"

#include <gtest/gtest.h>

#include "llm/schema.h"

namespace assay::llm {
namespace {

const std::vector<Category> kKinds = {{"wet", "rain and snow"}, {"dry", "sun"}};
const std::string kText = "It rains.\nThe street is\n  under water.";

Result<Sorted> Read(const char* answer) {
  return ReadSorted(nlohmann::json::parse(answer), kKinds, kText);
}

TEST(Sorting, AsksWithTheCategoriesAsSchema) {
  const auto prompt = SortingPrompt(kKinds, kText);
  ASSERT_TRUE(prompt.ok()) << prompt.error().message;
  EXPECT_TRUE(CheckSchema(prompt->schema).ok());
  const std::string& asked = prompt->messages.back().text;
  EXPECT_NE(asked.find("- wet: rain and snow\n- dry: sun\n"), std::string::npos);
  EXPECT_NE(asked.find(kText), std::string::npos);
  EXPECT_TRUE(
      ReadStructured(prompt->schema, R"({"sentence": "It rains.", "category": "wet"})").ok());
  EXPECT_FALSE(ReadStructured(prompt->schema, R"({"sentence": "x", "category": "odd"})").ok());
}

TEST(Sorting, TakesOnlyReasonsThatAreThere) {
  const auto good = Read(R"({"sentence": "the street is under water", "category": "wet"})");
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_EQ(good->category, "wet");
  EXPECT_FALSE(Read(R"({"sentence": "the street is dry", "category": "dry"})").ok());
  EXPECT_FALSE(Read(R"({"sentence": "is", "category": "dry"})").ok());
  EXPECT_FALSE(Read(R"({"sentence": "It rains.", "category": "odd"})").ok());
  EXPECT_FALSE(Read(R"({"category": "wet"})").ok());
  EXPECT_FALSE(Read("[]").ok());
}

TEST(Sorting, CutsBetweenCharacters) {
  EXPECT_EQ(CutText("abc", 3), "abc");
  EXPECT_EQ(CutText("ab\u00e9", 3), "ab");
  EXPECT_EQ(CutText("ab\u00e9", 4), "ab\u00e9");
}

}  // namespace
}  // namespace assay::llm
