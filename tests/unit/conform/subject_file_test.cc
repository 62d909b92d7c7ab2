#include "conform/subject_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace assay::conform {
namespace {

namespace fs = std::filesystem;

class SubjectFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Write(const std::string& text) const {
    EXPECT_TRUE(WriteFile(folder_ + "/m.txt", text).ok());
    return folder_ + "/m.txt";
  }
  const std::string folder_ = testing::TempDir() + "/subject_file_test";
};

TEST_F(SubjectFileTest, InputsAreMadeUpTheSameForTheSameSeed) {
  const std::string path = Write("graph (x: float32[n, 2]) -> (y) { y = Neg(x) }");
  const auto a = LoadSubject(path, {.inputs = "", .seed = 1, .dims = {"n=3"}});
  ASSERT_TRUE(a.ok()) << a.error().message;
  EXPECT_EQ(a->inputs[0].tensor.shape(), (Shape{3, 2}));
  EXPECT_FALSE(a->bytes.empty());
  const auto b = LoadSubject(path, {.inputs = "", .seed = 1, .dims = {"n=3"}});
  EXPECT_EQ(a->inputs[0], b->inputs[0]);
}

TEST_F(SubjectFileTest, ErrorsNameTheFile) {
  const std::string path = Write("graph (x: float32[2]) -> (y) { y = NoSuchOp(x) }");
  const auto bad = LoadSubject(path, {});
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().message.find("m.txt"), std::string::npos);
  EXPECT_FALSE(LoadSubject(Write("graph (x: float32[2]) -> (y) { y = Neg(x) }"),
                           {.inputs = "", .seed = 0, .dims = {"n"}})
                   .ok());
}

TEST_F(SubjectFileTest, FoldersStandForTheirModels) {
  EXPECT_FALSE(ExpandModels({folder_}).ok());
  ASSERT_TRUE(WriteFile(folder_ + "/b.onnx", "").ok());
  ASSERT_TRUE(WriteFile(folder_ + "/a.onnx", "").ok());
  const auto all = ExpandModels({folder_, "m.txt"});
  EXPECT_EQ(*all, (std::vector<std::string>{folder_ + "/a.onnx", folder_ + "/b.onnx", "m.txt"}));
}

}  // namespace
}  // namespace assay::conform
