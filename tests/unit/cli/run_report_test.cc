#include "cli/run_report.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(RunReport, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(Visible("plain\ttext\n"), "plain\ttext\n");
  EXPECT_EQ(Visible("\x1b[2J\r\x7f"), "\\x1b[2J\\x0d\\x7f");
  EXPECT_EQ(Visible("\xc2\x9b"
                    "2J"),
            "\\x9b2J");
  EXPECT_EQ(Visible("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
}

}  // namespace
}  // namespace assay::cli
