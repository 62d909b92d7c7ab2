#include "judge/model/doc_text.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

TEST(DocText, QuotesAreFoundWhateverTheirMarkup) {
  const auto doc = AddmmDoc();
  const auto found = FindQuote(doc, "if *beta* is 0,  then `input` will be ignored");
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(found->find("will not be propagated"), std::string::npos) << *found;
  EXPECT_TRUE(FindQuote(doc, "beta (Number): multiplier beta").has_value());
  EXPECT_TRUE(FindQuote(doc, "addmm(input, mat1, mat2, *, beta=1").has_value());
}

TEST(DocText, OtherWordsNumbersAndScrapsAreNot) {
  const auto doc = AddmmDoc();
  EXPECT_FALSE(FindQuote(doc, "If beta is 1, then input will be ignored").has_value());
  EXPECT_FALSE(FindQuote(doc, "If beta is 0, then mat1 will be ignored").has_value());
  EXPECT_FALSE(FindQuote(doc, "the matrix").has_value());
  EXPECT_FALSE(FindQuote(doc, "").has_value());
  EXPECT_FALSE(FindQuote(doc, "... ... ... ...").has_value());
  // Half a word is another word.
  EXPECT_FALSE(FindQuote(doc, "hen input will be ignored").has_value());
}

TEST(DocText, HasOneSentenceALine) {
  const std::string text = DocumentationText(AddmmDoc(), 10000);
  EXPECT_NE(text.find("\nRaises ValueError for a scalar.\n"), std::string::npos) << text;
}

TEST(DocText, MarksInFrontOfAnEntryDoNotCount) {
  const auto doc = AddmmDoc();
  for (const char* mark : {"- ", "* ", "• ", "1. ", "Note: ", "Returns: ", "- Note: "})
    EXPECT_TRUE(FindQuote(doc, std::string(mark) + "If beta is 0, then input will be ignored"))
        << mark;
  EXPECT_FALSE(FindQuote(doc, "- Note: If beta is 1, then input will be ignored"));
}

TEST(DocText, SentencesThatDoNotFitAreLeftOutWhole) {
  size_t left_out = 0;
  const std::string all = DocumentationText(AddmmDoc(), 10000, &left_out);
  EXPECT_EQ(left_out, 0u);
  const std::string text = DocumentationText(AddmmDoc(), 160, &left_out);
  EXPECT_GT(left_out, 0u);
  EXPECT_LE(text.size(), 160u);
  EXPECT_TRUE(all.starts_with(text)) << text;
  EXPECT_TRUE(text.ends_with("\n")) << text;
  EXPECT_NE(DocumentationText(AddmmDoc(), 10000).find("- beta (Number): multiplier beta"),
            std::string::npos);
}

}  // namespace
}  // namespace assay::judge::model
