// Every model and every value of the official backend tests survives a round trip.
#include "tests/unit/onnx/official_models.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "base/strings.h"
#include "onnx/model_io.h"
#include "onnx/official.h"

namespace assay::onnxio::official_models_test {
namespace {

namespace fs = std::filesystem;

#define SKIP_WITHOUT_DATA(folder) \
  if ((folder).empty())           \
  GTEST_SKIP() << "no conformance environment: set ASSAY_NODE_TESTS or run scripts/setup"

TEST(OfficialModels, RoundTripKeepsTheMeaning) {
  const std::string folder = OfficialDataFolder();
  SKIP_WITHOUT_DATA(folder);
  int models = 0;
  for (const std::string& path : OfficialModels(folder)) {
    const Result<Model> model = LoadModel(path);
    ASSERT_TRUE(model.ok()) << model.error().message;
    const Result<std::string> bytes = SerializeModel(*model);
    ASSERT_TRUE(bytes.ok()) << path << ": " << bytes.error().message;
    const Result<Model> again = ParseModel(*bytes);  // with the official checker
    ASSERT_TRUE(again.ok()) << path << ": " << again.error().message;
    EXPECT_EQ(*SerializeModel(*again), *bytes) << path;
    EXPECT_TRUE(*again == *model) << path;
    ++models;
  }
  EXPECT_GT(models, 100) << "in " << folder;
}

TEST(OfficialModels, OfficialInferenceKeepsTheModel) {
  const std::string folder = OfficialDataFolder();
  SKIP_WITHOUT_DATA(folder);
  for (const std::string& path : OfficialModels(folder)) {
    const Result<Model> model = LoadModel(path, {.official_check = false, .base_dir = {}});
    ASSERT_TRUE(model.ok()) << model.error().message;
    const Result<Model> inferred = InferWithOfficial(*model, /*propagate_data=*/true);
    ASSERT_TRUE(inferred.ok()) << path << ": " << inferred.error().message;
    EXPECT_EQ(inferred->graph.node_count(), model->graph.node_count()) << path;
  }
}

// input_0.pb belongs to the first input that has no initializer, output_0.pb to the first output.
void CheckValues(const fs::path& data, const Graph& graph, const std::vector<ValueId>& ids,
                 std::string_view prefix, int& values) {
  for (size_t i = 0; i < ids.size(); ++i) {
    const fs::path path = data / StrCat(prefix, i, ".pb");
    if (!fs::exists(path)) continue;
    const ValueType& type = graph.type(ids[i]);
    const Result<Datum> datum = ParseDatum(*ReadFile(path.string()), type);
    ASSERT_TRUE(datum.ok()) << path << ": " << datum.error().message;
    if (type.is_tensor()) {
      EXPECT_EQ(datum->tensor.dtype(), type.tensor.dtype) << path;
    }
    const Result<std::string> bytes = SerializeDatum(*datum, "v");
    ASSERT_TRUE(bytes.ok()) << path << ": " << bytes.error().message;
    const Result<Datum> again = ParseDatum(*bytes, type);
    ASSERT_TRUE(again.ok()) << path << ": " << again.error().message;
    EXPECT_TRUE(*again == *datum) << path;
    ++values;
  }
}

TEST(OfficialModels, ValuesSurviveARoundTrip) {
  const std::string folder = OfficialDataFolder();
  SKIP_WITHOUT_DATA(folder);
  int values = 0;
  for (const std::string& path : OfficialModels(folder)) {
    const Result<Model> model = LoadModel(path, {.official_check = false, .base_dir = {}});
    ASSERT_TRUE(model.ok()) << model.error().message;
    const Graph& graph = model->graph;
    std::vector<ValueId> inputs;
    std::copy_if(graph.inputs.begin(), graph.inputs.end(), std::back_inserter(inputs),
                 [&](ValueId id) { return graph.initializer(id) == nullptr; });
    for (const auto& set : fs::directory_iterator(fs::path(path).parent_path())) {
      if (!set.is_directory()) continue;
      CheckValues(set.path(), graph, inputs, "input_", values);
      CheckValues(set.path(), graph, graph.outputs, "output_", values);
    }
  }
  EXPECT_GT(values, 300) << "in " << folder;
}

}  // namespace
}  // namespace assay::onnxio::official_models_test
