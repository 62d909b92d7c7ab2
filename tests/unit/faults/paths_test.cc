// The planted ways through files and layers: every broken one shows on a model that meets its
// condition, no unbroken one shows anything there, and the list agrees with the manifest.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "generate/inputs.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "path.h"

namespace assay::faults::paths_test {
namespace {

// By the name of the broken way.
const std::map<std::string, std::string>& Triggers() {
  static const std::map<std::string, std::string> kTriggers = {
      {"path=drops-attribute", R"(graph (x: float32[4]) -> (y) {
  x: float32[4] = [-1.5, 0.5, 2.5, -3]
  y = LeakyRelu<alpha = 0.25>(x)
})"},
      {"path=reorders-initialisers", R"(graph (x: float32[2]) -> (y) {
  x: float32[2] = [-1.5, 0.5]
  a: float32[2] = [1, 2]
  b: float32[2] = [10, 20]
  s = Mul(x, a)
  y = Add(s, b)
})"},
      {"path=refuses-scalars", R"(graph (x: float32[2]) -> (y) {
  x: float32[2] = [-1.5, 0.5]
  a: float32[] = 3
  y = Mul(x, a)
})"},
      {"path=quant-wrong-zero-point", R"(graph (x: float32[2,3]) -> (y) {
  x: float32[2,3] = [[-1.5, 0.5, 2.5], [3, -0.25, 1]]
  w: float32[3,2] = [[1, 2], [3, 4], [5, 6]]
  y = MatMul(x, w)
})"},
      {"layers=forgets-bias", R"(graph (x: float32[2,3]) -> (y) {
  x: float32[2,3] = [[-1.5, 0.5, 2.5], [3, -0.25, 1]]
  w: float32[3,2] = [[1, 2], [3, 4], [5, 6]]
  c: float32[2] = [10, 20]
  y = Gemm(x, w, c)
})"}};
  return kTriggers;
}

lab::Registry LoadRegistry() {
  lab::RegistryOptions options;
  options.home = lab::HomeFolder();
  if (const char* bin = std::getenv("ASSAY_WORKERS_BIN")) options.workers_bin = bin;
  options.backend_dirs = {options.home + "/tests/faults/backends"};
  return lab::Registry::Load(options).value();
}

oracle::TargetResult Check(const std::string& text, const lab::Target& target, lab::Lab& lab) {
  oracle::Subject subject;
  subject.model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(subject.model).ok());
  Rng rng(1);
  subject.inputs = generate::RandomInputs(subject.model.graph, rng).value();
  subject.bytes = onnxio::SerializeModel(subject.model).value();
  const auto truth = oracle::ComputeTruth(subject);
  return oracle::CheckTarget(subject, truth.value(), target, lab, {});
}

oracle::TargetResult Check(const std::string& text, const std::string& target, lab::Lab& lab) {
  return Check(text, LoadRegistry().Find(target).value(), lab);
}

bool IsUnbroken(const Path& path) { return path.what.starts_with("unbroken"); }

TEST(PathList, HasATriggerForEachBrokenWayAndAModeForEach) {
  const lab::Registry registry = LoadRegistry();
  for (const Path& path : AllPaths()) {
    const std::string name(path.name);
    EXPECT_EQ(FindPath(name), &path);
    EXPECT_EQ(Triggers().contains(name), !IsUnbroken(path)) << name;
    const auto target = registry.Find("planted:" + name);
    ASSERT_TRUE(target.ok()) << name;
    EXPECT_EQ(target->stage, name.starts_with("layers") ? "construct" : "export") << name;
    EXPECT_EQ(target->quantised, name.find("quant") != std::string::npos) << name;
  }
}

TEST(PlantedPath, ShowsOnItsTrigger) {
  lab::Lab lab;
  for (const auto& [name, text] : Triggers()) {
    const oracle::TargetResult result = Check(text, "planted:" + name, lab);
    EXPECT_TRUE(oracle::IsFinding(result.status)) << name;
  }
}

TEST(PlantedPath, AConversionThatFailsIsNoWrongResult) {
  lab::Lab lab;
  const std::string name = "path=refuses-scalars";
  const oracle::TargetResult result = Check(Triggers().at(name), "planted:" + name, lab);
  EXPECT_EQ(result.status, oracle::CaseStatus::kRejected);
  EXPECT_EQ(result.oracle, "conversion");
  EXPECT_TRUE(result.message.starts_with("conversion failed")) << result.message;
}

TEST(PlantedPath, IsNotBlamedForWhatItsBaselineHasAsWell) {
  const std::string text = R"(graph (x: float32[4]) -> (y) {
  x: float32[4] = [-1.5, 0.5, 2.5, -3]
  y = Elu<alpha = 0.25>(x)
})";
  const lab::Registry registry = LoadRegistry();
  lab::Target way = registry.Find("planted:path=drops-attribute").value();
  ASSERT_EQ(way.baselines.size(), 1u);
  lab::Lab lab;
  EXPECT_EQ(Check(text, way, lab).status, oracle::CaseStatus::kWrong);
  const lab::Target broken = registry.Find("planted:elu-ignores-alpha").value();
  way.baselines = {std::make_shared<const lab::Target>(broken)};
  const oracle::TargetResult shared = Check(text, way, lab);
  EXPECT_EQ(shared.status, oracle::CaseStatus::kUnsupported);
  EXPECT_EQ(shared.message, "planted:elu-ignores-alpha has it as well: wrong");
}

TEST(PlantedPath, UnbrokenOnesShowNothing) {
  lab::Lab lab;
  for (const Path& path : AllPaths()) {
    if (!IsUnbroken(path)) continue;
    for (const auto& [name, text] : Triggers()) {
      const oracle::TargetResult result = Check(text, "planted:" + std::string(path.name), lab);
      EXPECT_FALSE(oracle::IsFinding(result.status)) << path.name << " on the model of " << name;
      EXPECT_NE(result.status, oracle::CaseStatus::kUnsupported) << result.message;
    }
  }
}

}  // namespace
}  // namespace assay::faults::paths_test
