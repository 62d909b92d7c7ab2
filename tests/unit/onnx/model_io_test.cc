#include "onnx/model_io.h"

#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

TEST(ModelIo, HeaderIsKept) {
  const std::string bytes = ModelBytes(
      "doc_string: 'gd'",
      "producer_name: 'p' producer_version: '1' domain: 'org' doc_string: 'd' model_version: 3"
      " metadata_props { key: 'k' value: 'v' } opset_import { domain: 'ai.onnx' version: 21 }");
  const Result<Model> model = ParseUnchecked(bytes);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->ir_version, 10);
  EXPECT_EQ(model->opsets, (std::map<std::string, int>{{"", 21}}));
  EXPECT_EQ(model->producer_name, "p");
  EXPECT_EQ(model->producer_version, "1");
  EXPECT_EQ(model->domain, "org");
  EXPECT_EQ(model->doc, "d");
  EXPECT_EQ(model->model_version, 3);
  EXPECT_EQ(model->metadata, (std::map<std::string, std::string>{{"k", "v"}}));
  EXPECT_EQ(model->graph.doc, "gd");
  EXPECT_TRUE(*ParseUnchecked(*SerializeModel(*model)) == *model);
}

TEST(ModelIo, TheExampleLoads) {
  const Result<Model> model = LoadModel("examples/lenet.onnx");
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->graph.node_count(), 13u);
  EXPECT_TRUE(*ParseModel(*SerializeModel(*model)) == *model);
}

TEST(ModelIo, TheBadExamplesAreRefusedByName) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("examples/bad")) {
    const Result<Model> model = LoadModel(entry.path().string());
    ASSERT_FALSE(model.ok()) << entry.path();
    EXPECT_EQ(model.error().kind, ErrorKind::kInvalid);
    EXPECT_THAT(model.error().message, ::testing::StartsWith(entry.path().string()));
    ++files;
  }
  EXPECT_EQ(files, 5);
}

TEST(ModelIo, SeedsOfTheFuzzerAreModels) {
  for (const auto& entry : std::filesystem::directory_iterator("fuzz/corpus/load_model")) {
    if (entry.path().stem() == "external") continue;  // its weights are meant to be missing
    const Result<Model> model = LoadModel(entry.path().string());
    EXPECT_TRUE(model.ok()) << model.error().message;
  }
}

TEST(ModelIo, FilesThatCannotBeRead) {
  EXPECT_THAT(LoadModel("no/such/file.onnx").error().message,
              ::testing::HasSubstr("no/such/file.onnx"));
  EXPECT_THAT(LoadModel("examples").error().message, ::testing::HasSubstr("not a regular file"));
}

TEST(ModelIo, MoreThanTwoGigabytesAreRefused) {
  const std::string path =
      (std::filesystem::temp_directory_path() / StrCat("assay-large-", getpid(), ".onnx")).string();
  ASSERT_TRUE(WriteFile(path, std::string("x")).ok());
  ASSERT_EQ(truncate(path.c_str(), off_t{1} << 31), 0);  // sparse: takes no space
  EXPECT_THAT(LoadModel(path).error().message, ::testing::HasSubstr("2147483648 bytes"));
  std::filesystem::remove(path);
}

TEST(ModelIo, SavedFilesLoad) {
  const std::string path =
      (std::filesystem::temp_directory_path() / StrCat("assay-saved-", getpid(), ".onnx")).string();
  const Result<Model> model = LoadModel("examples/lenet.onnx");
  ASSERT_TRUE(SaveModel(*model, path).ok());
  EXPECT_TRUE(*LoadModel(path) == *model);
  std::filesystem::remove(path);
}

TEST(ModelIo, ABrokenModelIsNotWritten) {
  Model model;
  model.opsets[""] = 21;
  Node node;
  node.op = "Relu";
  node.inputs.push_back(17);
  model.graph.AddNode(std::move(node));
  EXPECT_FALSE(SerializeModel(model).ok());
}

TEST(ModelIo, CopiesShareTheirWeights) {
  const Result<Model> model = LoadModel("examples/lenet.onnx");
  const Model copy = *model;
  for (const auto& [id, tensor] : model->graph.initializers())
    EXPECT_TRUE(tensor.SharesDataWith(*copy.graph.initializer(id)));
}

}  // namespace
}  // namespace assay::onnxio
