#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/web/pages_sample.h"
#include "web/study_text.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr const char* kText = R"(# The study on the frameworks of today

assay 0, quick setting.

## Which method finds most?

**Methods**

| method | bugs \| hits | |
| --- | --- | --- |
| lemon | 3 | <b>x</b> |
| - | 0 | |

Fewer than in the paper.

![How many](methods.svg)

## Orders

| a |
| --- |
| 1 |
)";

TEST(StudyText, TablesTitlesNotesAndPictures) {
  const StudyText out = ReadStudyText(kText);
  EXPECT_EQ(out.preface, "assay 0, quick setting.");
  ASSERT_EQ(out.tables.size(), 2u);
  EXPECT_EQ(out.tables[0].title, "Methods");
  EXPECT_EQ(out.tables[0].header, (std::vector<std::string>{"method", "bugs | hits", ""}));
  ASSERT_EQ(out.tables[0].rows.size(), 2u);
  EXPECT_EQ(out.tables[0].rows[0], (std::vector<std::string>{"lemon", "3", "<b>x</b>"}));
  EXPECT_EQ(out.tables[0].note, "Fewer than in the paper.");
  EXPECT_EQ(out.tables[1].title, "Orders");
  ASSERT_EQ(out.pictures.size(), 1u);
  EXPECT_EQ(out.pictures[0].file, "methods.svg");
}

TEST(StudyText, NonsenseHoldsNothing) {
  EXPECT_TRUE(ReadStudyText("").tables.empty());
  EXPECT_TRUE(ReadStudyText("![(\n![]()\n****\n#\n").tables.empty());
  EXPECT_EQ(ReadStudyText("|").tables.size(), 1u);
}

class StudyPageTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    folder_ = testing::TempDir() + "/study_page";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  json AskHere() {
    Sources from = sources();
    from.study = folder_;
    return AskOf(from, Study);
  }
  std::string folder_;
};

TEST_F(StudyPageTest, WithoutAStudyItSaysHowToMakeOne) {
  EXPECT_NE(Ask(Study)["note"].get<std::string>().find("assay study"), std::string::npos);
  EXPECT_TRUE(AskHere()["tables"].empty());
}

TEST_F(StudyPageTest, TablesAndPlots) {
  Write("study.md", kText);
  Write("methods.svg", "<svg><script>alert(1)</script></svg>");
  const json out = AskHere();
  EXPECT_EQ(out["tables"].size(), 2u);
  ASSERT_EQ(out["plots"].size(), 1u);
  EXPECT_EQ(out["plots"][0]["title"], "How many");
  // As it is: the page shows it as an image, in which nothing runs.
  EXPECT_NE(out["plots"][0]["svg"].get<std::string>().find("<script>"), std::string::npos);
}

TEST_F(StudyPageTest, OnlyFilesOfTheFolderItselfAreRead) {
  const std::string outside = testing::TempDir() + "/outside.svg";
  std::ofstream(outside) << "<svg>secret</svg>";
  std::filesystem::create_symlink(outside, folder_ + "/link.svg");
  Write("study.md",
        "![a](../outside.svg)\n![b](link.svg)\n![c](/etc/passwd.svg)\n![d](none.svg)\n");
  EXPECT_TRUE(AskHere()["plots"].empty());
}

}  // namespace
}  // namespace assay::web
