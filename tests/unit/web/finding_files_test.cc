#include <gtest/gtest.h>

#include "onnx/model_io.h"
#include "tests/unit/web/pages_sample.h"

namespace assay::web {
namespace {

class FindingFilesTest : public PageTest {};

TEST_F(FindingFilesTest, TextsToBeSaved) {
  AddModelFinding("f1");
  for (const char* format : {"markdown", "text", "json", "html"}) {
    const auto answer = FindingText(sources(), Of("f1").Set("format", format));
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_GT(answer->bytes.size(), 100u) << format;
    EXPECT_TRUE(answer->file_name.starts_with("f1.")) << answer->file_name;
    EXPECT_FALSE(answer->type.empty());
  }
  EXPECT_FALSE(FindingText(sources(), Of("f1").Set("format", "exe")).ok());
  EXPECT_FALSE(FindingText(sources(), Of("f2")).ok());
}

TEST_F(FindingFilesTest, ModelsToBeSaved) {
  AddModelFinding("f1");
  const auto none = FindingModel(sources(), Of("f1"));
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("assay reduce f1"), std::string::npos);
  Reduce("f1");
  const auto reduced = FindingModel(sources(), Of("f1"));
  ASSERT_TRUE(reduced.ok());
  EXPECT_EQ(reduced->file_name, "f1-reduced.onnx");
  EXPECT_EQ(onnxio::ParseModel(reduced->bytes)->graph.node_count(), 2u);
  const auto full = FindingModel(sources(), Of("f1").Set("which", "full"));
  ASSERT_TRUE(full.ok());
  EXPECT_EQ(onnxio::ParseModel(full->bytes)->graph.node_count(), 3u);
  EXPECT_FALSE(FindingModel(sources(), Of("f1").Set("which", "../x")).ok());
  EXPECT_FALSE(FindingModel(sources(), Of(AddProgramFinding()).Set("which", "full")).ok());
}

}  // namespace
}  // namespace assay::web
