#include "study/subjects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "study/chain.h"

namespace assay::study {
namespace {

class SubjectsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = StrCat(testing::TempDir(), "/subjects-", getpid());
    std::filesystem::create_directories(folder_);
    auto model = ParseModelText(
        "model ir=8 opset=17\ngraph g (x: float32[2,3]) -> (y: float32[2,3]) { y = Relu(x) }");
    ASSERT_TRUE(ops::InferTypes(*model).ok());
    ASSERT_TRUE(onnxio::SaveModel(*model, folder_ + "/own.onnx").ok());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(SubjectsTest, FilesFoldersAndNames) {
  const auto file = ReadSubjects("lenet5-fashion," + folder_ + "/own.onnx");
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_THAT(file->names, testing::ElementsAre("lenet5-fashion", folder_ + "/own.onnx"));
  EXPECT_EQ(SubjectModel(folder_ + "/own.onnx")->model.graph.node_count(), 1u);
  EXPECT_EQ(ReadSubjects("trained")->names.size(), 3u);
}

TEST_F(SubjectsTest, BrokenFilesAreNamedAndSkipped) {
  ASSERT_TRUE(WriteFile(folder_ + "/cut.onnx", "not a model").ok());
  const auto read = ReadSubjects(folder_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_THAT(read->names, testing::ElementsAre(folder_ + "/own.onnx"));
  ASSERT_EQ(read->skipped.size(), 1u);
  EXPECT_THAT(read->skipped[0], testing::HasSubstr("cut.onnx"));
  EXPECT_FALSE(ReadSubjects(folder_ + "/cut.onnx").ok());  // nothing is left
}

TEST_F(SubjectsTest, WhatDoesNotExistIsExplained) {
  for (const char* name : {"nonesuch", "trained:weather", "nowhere/a.onnx"})
    EXPECT_THAT(ReadSubjects(name).error().message, testing::HasSubstr("zoo list")) << name;
}

}  // namespace
}  // namespace assay::study
