// Generated graphs of any operators: every one is differentiated or refused with a reason, results
// are well formed, and those in float64 agree with finite differences.
#include "generate/random_graph.h"

#include <gtest/gtest.h>

#include <map>

#include "base/strings.h"
#include "graph/text.h"
#include "onnx/official.h"
#include "tests/unit/gradient/finite_difference.h"

namespace assay::gradient {
namespace {

constexpr int kCases = 300;
constexpr int64_t kMaxMoved = 40;  // elements to differentiate by: two evaluations each

// Float inputs and parameters.
std::vector<std::string> Floats(const Model& model) {
  std::vector<std::string> names = Parameters(model);
  for (const ValueId id : model.graph.inputs)
    if (model.graph.type(id).is_tensor() && IsFloat(model.graph.type(id).tensor.dtype))
      names.push_back(model.graph.name_of(id));
  return names;
}

// Rounding of narrower types drowns differences.
bool AllDouble(const Graph& graph) {
  for (size_t i = 0; i < graph.value_count(); ++i) {
    const ValueType& type = graph.type(static_cast<ValueId>(i));
    if (!type.is_tensor() || (IsFloat(type.tensor.dtype) && type.tensor.dtype != DType::kFloat64))
      return false;
  }
  return true;
}

TEST(RandomGraphs, AreDifferentiatedOrRefusedWithAReason) {
  int made = 0, compared = 0;
  std::map<std::string, int> refusals;
  for (uint64_t seed = 0; seed < kCases; ++seed) {
    Rng rng(seed);
    generate::GraphOptions options{.nodes = 6, .opset = 16, .dtype = DType::kFloat64};
    options.newest_opset = 23;
    const auto test = generate::RandomGraph(rng, options);
    if (!test.has_value()) continue;
    const std::vector<std::string> wrt = Floats(test->model);
    const auto gradient = Differentiate(test->model, {.all_outputs = true}, wrt);
    if (!gradient.ok()) {
      ASSERT_EQ(gradient.error().kind, ErrorKind::kRejected) << gradient.error().message;
      ++refusals[gradient.error().message];
      continue;
    }
    ++made;
    const Status official = onnxio::CheckWithOfficial(gradient->model);
    EXPECT_TRUE(official.ok()) << official.error().message << "\n" << PrintModel(test->model);
    int64_t moved = 0;
    for (const std::string& name : wrt)
      moved += ElementCount(*test->model.graph.type(test->model.graph.Find(name)).tensor.shape());
    if (!test->valid || moved > kMaxMoved || !AllDouble(test->model.graph)) continue;
    const auto result =
        CompareWithDifferences(test->model, test->inputs, wrt, {.all_outputs = true}, seed);
    if (!result.ok()) continue;  // the reference cannot evaluate it with certain shapes
    EXPECT_EQ(result->mistake, "") << "seed " << seed << "\n" << PrintModel(test->model);
    compared += result->elements > 0;
  }
  if (std::getenv("GRADIENT_REPORT") != nullptr)
    for (const auto& [message, count] : refusals) std::printf("%3d %s\n", count, message.c_str());
  std::printf("%d of %d graphs differentiated, %d compared\n", made, kCases, compared);
  EXPECT_GT(made, kCases / 3);
  EXPECT_GT(compared, 15);
}

}  // namespace
}  // namespace assay::gradient
