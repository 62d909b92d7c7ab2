#include "report/repro/repro.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

TEST(Repro, PlainModes) {
  lab::Target target;
  target.framework = "torch";
  target.mode = "compile";
  EXPECT_EQ(PlainModeOf(target), "eager");
  target.mode = "eager";
  EXPECT_EQ(PlainModeOf(target), "");
  target.framework = "openvino";
  EXPECT_EQ(PlainModeOf(target), "");
}

TEST(Repro, FactSaysWhyThereIsNone) {
  Repro repro;
  repro.why_not = "no package";
  const nlohmann::json fact = ReproJson(repro);
  EXPECT_EQ(fact["why_not"], "no package");
  EXPECT_FALSE(fact["checked"].get<bool>());
  EXPECT_EQ(fact["lines"], 0);
  repro.text = "a\nb\n";
  repro.why_not.clear();
  EXPECT_EQ(ReproJson(repro)["lines"], 2);
  EXPECT_FALSE(ReproJson(repro).contains("why_not"));
}

TEST(Repro, ATargetWithoutPythonHasNoFile) {
  auto manifest = std::make_shared<lab::Manifest>();
  manifest->framework = "native";
  lab::Target target;
  target.name = target.framework = "native";
  target.manifest = manifest;
  const ModelCase model_case;
  lab::Lab lab;
  const auto repro = Reproduce({.model_case = &model_case, .target = target}, lab);
  ASSERT_TRUE(repro.ok());
  EXPECT_EQ(repro->text, "");
  EXPECT_NE(repro->why_not.find("no Python environment"), std::string::npos);
}

}  // namespace
}  // namespace assay::report
