#include "bugs/database/table.h"

#include <gmock/gmock.h>

namespace assay::bugs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTableHeader =
    "Issue #,PR #,Title,Reproduced,Issue Status,Device,API,Reported,Buggy Version,Nightly,Buggy "
    "File(s),Buggy Function(s),Buggy API,Type,Remarks,Issue Link,PR Link\r\n";

std::string Table(const std::string& rows) {
  return std::string(",Filter: is:closed,,,,,,,,,,,,,,,\r\n") + kTableHeader + rows;
}

TEST(Table, ReadsRowsBehindTheJunk) {
  std::vector<Oddity> odd;
  const auto rows = ReadTable(
      Table("7,8,\"A, b\",Yes,Closed,CPU,,07/08/2024,0.4.30,No,\"a.py,b.py\",f(),jax.g,Incorrect "
            "output,,link,pr\r\n"),
      "t.csv", odd);
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows[0].issue, "7");
  EXPECT_EQ(rows[0].title, "A, b");
  EXPECT_EQ(rows[0].files, "a.py,b.py");
  EXPECT_EQ(rows[0].buggy_api, "jax.g");
  EXPECT_EQ(rows[0].pr_link, "pr");
  EXPECT_EQ(rows[0].line, 3);
  EXPECT_THAT(odd, IsEmpty());
}

TEST(Table, TellsWhatIsOdd) {
  std::vector<Oddity> odd;
  const auto rows = ReadTable(Table("1,,t,Yes,,,,12/03/1024,,,,,,Aborted,,,\r\n"
                                    "2,,t,Yes,,,,13/40/2023,,,,,,,,,\r\n"
                                    "3,,t,Yes,,,,soon,,,,,,Deprecation Warning,,,\r\n"
                                    "4,short\r\n"
                                    ",,,,,,,,,,,,,,,,\r\n"
                                    ",no issue,,,,,,,,,,,,,,,\r\n"),
                              "t.csv", odd);
  EXPECT_EQ(rows.size(), 4);
  std::string all;
  for (const Oddity& one : odd) all += std::to_string(one.line) + " " + one.what + "\n";
  EXPECT_THAT(all, HasSubstr("3 1: Reported '12/03/1024' cannot be: the year 1024"));
  EXPECT_THAT(all, HasSubstr("4 2: Reported '13/40/2023' is not a day"));
  EXPECT_THAT(all, HasSubstr("5 3: Reported 'soon' is not a date"));
  EXPECT_THAT(all, HasSubstr("5 3: Type 'Deprecation Warning'"));
  EXPECT_THAT(all, HasSubstr("6 4: 2 fields in place of 17"));
  EXPECT_THAT(all, HasSubstr("8 a row without an issue"));
  EXPECT_EQ(odd.size(), 6);
}

TEST(Table, GoesByTheNamesOfColumns) {
  std::vector<Oddity> odd;
  const auto rows = ReadTable("Issue #,Device,Title\n5,GPU,t\n", "t.csv", odd);
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows[0].device, "GPU");
  EXPECT_EQ(rows[0].title, "t");
  EXPECT_EQ(odd.size(), Columns().size() - 3);  // the columns that are missing
}

TEST(Table, WithoutAHeaderThereIsNothing) {
  std::vector<Oddity> odd;
  EXPECT_THAT(ReadTable("1,2,3\n", "t.csv", odd), IsEmpty());
  ASSERT_EQ(odd.size(), 1);
  EXPECT_THAT(odd[0].what, HasSubstr("no header"));
}

}  // namespace
}  // namespace assay::bugs
