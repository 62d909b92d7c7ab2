#include "study/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace assay::study::output_test {
namespace {

Table Sample() {
  Table out;
  out.name = "t";
  out.title = "Title";
  out.header = {"a", "b"};
  out.rows = {{"x|y", "1,2"}, {"\"q\"", ""}};
  out.note = "Note.";
  return out;
}

TEST(Output, Markdown) {
  EXPECT_EQ(Sample().Markdown(),
            "**Title**\n\n| a | b |\n| --- | --- |\n| x\\|y | 1,2 |\n| \"q\" |  |\n\nNote.\n");
}

TEST(Output, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(Sample().Csv(), "a,b\nx|y,\"1,2\"\n\"\"\"q\"\"\",\n");
}

TEST(Output, WritesAllFiles) {
  char name[] = "/tmp/assay-output-XXXXXX";
  const std::string folder = mkdtemp(name);
  Output output;
  output.data = {{"methods", nlohmann::json::array()}};
  output.chapters.push_back({"Question", {Sample()}, {{"p", "Plot", "<svg/>"}}});
  const auto paths = WriteOutput(folder, output, "# Head\n\n");
  ASSERT_TRUE(paths.ok());
  EXPECT_EQ(paths->size(), 4u);
  const auto page = ReadFile(folder + "/study.md");
  ASSERT_TRUE(page.ok());
  EXPECT_THAT(*page, testing::StartsWith("# Head\n\n## Question\n"));
  EXPECT_THAT(*page, testing::HasSubstr("![Plot](p.svg)"));
  EXPECT_EQ(ReadFile(folder + "/p.svg").value(), "<svg/>");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay::study::output_test
