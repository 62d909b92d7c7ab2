// Our type inference against the official one, on every node test: where both know something they
// agree.
#include <gtest/gtest.h>

#include "base/strings.h"
#include "conform/node_tests.h"
#include "onnx/official.h"
#include "ops/infer.h"

namespace assay::conform {
namespace {

TEST(Inference, AgreesWithTheOfficialOneOnEveryNodeTest) {
  const auto dir = FindNodeTests("");
  if (!dir.ok()) GTEST_SKIP() << dir.error().message;
  size_t values = 0, models = 0, unknown_to_us = 0;
  for (const std::string& name : ListNodeTests(*dir, "").value()) {
    auto test = LoadNodeTest(*dir, name);
    ASSERT_TRUE(test.ok()) << name << ": " << test.error().message;
    auto official = onnxio::InferWithOfficial(test->model);
    Model ours = test->model;
    if (!official.ok() || !ops::InferTypes(ours).ok())
      continue;  // conform reports what we cannot infer
    ++models;
    for (size_t i = 0; i < official->graph.value_count(); ++i) {
      const auto id = static_cast<ValueId>(i);
      const ValueId mine = ours.graph.Find(official->graph.name_of(id));
      if (mine == kAbsent) continue;
      const ValueType &a = official->graph.type(id), &b = ours.graph.type(mine);
      ++values;
      EXPECT_TRUE(Unify(a, b).has_value())
          << name << " '" << ours.graph.name_of(mine) << "': official " << TypeText(a) << ", ours "
          << TypeText(b);
      const bool they_know = a.is_tensor() && a.tensor.shape().has_value(),
                 we_know = b.is_tensor() && b.tensor.shape().has_value();
      unknown_to_us += they_know && !we_know;
    }
  }
  std::printf(
      "%zu values of %zu models compared; %zu shapes that only the official inference knows\n",
      values, models, unknown_to_us);
  EXPECT_GT(models, 1000u);
}

}  // namespace
}  // namespace assay::conform
