#include <gmock/gmock.h>

#include "bugs/database/table.h"

namespace assay::bugs {
namespace {

using testing::ElementsAre;

TEST(Csv, ReadsQuotesCommasAndLineEnds) {
  const CsvText csv = ParseCsv("a,\"b,c\",\"say \"\"x\"\"\"\r\n\"two\nlines\",,end\r\n");
  ASSERT_EQ(csv.records.size(), 2);
  EXPECT_THAT(csv.records[0].fields, ElementsAre("a", "b,c", "say \"x\""));
  EXPECT_THAT(csv.records[1].fields, ElementsAre("two\nlines", "", "end"));
  EXPECT_EQ(csv.records[0].line, 1);
  EXPECT_EQ(csv.records[1].line, 2);
  EXPECT_EQ(csv.open_quote, 0);
}

TEST(Csv, CountsLinesWithinQuotes) {
  const CsvText csv = ParseCsv("\"1\n2\n3\"\nnext\n");
  ASSERT_EQ(csv.records.size(), 2);
  EXPECT_EQ(csv.records[1].line, 4);
}

TEST(Csv, SkipsTheMarkOfUtf8AndEmptyLines) {
  const CsvText csv = ParseCsv("\xEF\xBB\xBFx,y\n\n\r\nz,");
  ASSERT_EQ(csv.records.size(), 2);
  EXPECT_THAT(csv.records[0].fields, ElementsAre("x", "y"));
  EXPECT_THAT(csv.records[1].fields, ElementsAre("z", ""));
  EXPECT_EQ(csv.records[1].line, 4);
}

TEST(Csv, TellsOfAQuoteThatIsNeverClosed) {
  const CsvText csv = ParseCsv("a\nb,\"c\nd");
  EXPECT_EQ(csv.open_quote, 2);
  ASSERT_EQ(csv.records.size(), 2);
  EXPECT_THAT(csv.records[1].fields, ElementsAre("b", "c\nd"));
}

TEST(Csv, ReadsNothing) { EXPECT_TRUE(ParseCsv("").records.empty()); }

}  // namespace
}  // namespace assay::bugs
