#include "triage/error_json.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/triage/planted.h"

namespace assay::triage {
namespace {

using nlohmann::json;

TEST(ErrorJson, TellsShapeAxesAndRoundedValues) {
  oracle::ErrorField field;
  field.name = "<y>";
  field.dtype = DType::kFloat32;
  field.shape = {1, 2, 2};
  field.elements = 4;
  field.outside = 1;
  field.worst = 1.23456;
  field.rows = 2;
  field.columns = 2;
  field.cells = {1.23456, -6, std::numeric_limits<double>::quiet_NaN(), 0};
  field.edges = {-6, 0, 12};
  field.counts = {2, 1};
  lab::Target target;
  target.name = "toy:opt=off";
  target.version = "1.2";
  const json out = ErrorsJson({field}, target);
  EXPECT_EQ(out["target"], "toy:opt=off");
  const json& one = out["outputs"][0];
  EXPECT_EQ(one["name"], "<y>");
  EXPECT_EQ(one["shape"], json::array({1, 2, 2}));
  EXPECT_EQ(one["dtype"], "float32");
  EXPECT_EQ(one["worst"], 1.23);
  EXPECT_EQ(one["heat"]["values"], json::array({1.23, -6.0, nullptr, 0.0}));
  EXPECT_EQ(one["heat"]["row_axis"], "axes 0 to 1");
  EXPECT_EQ(one["heat"]["column_axis"], "axis 2");
  EXPECT_EQ(one["histogram"]["counts"], json::array({2, 1}));
}

class LookTest : public Planted {};

TEST_F(LookTest, DrawsWhatAWrongTargetGives) {
  lab::Lab lab;
  const Probe wrong(PlantedTarget("hard-swish-slope"), lab);
  const ModelCase model_case = Trigger("hard-swish-slope");
  const auto seen = wrong.Run(model_case);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  const json errors = LookAtErrors(wrong, model_case, seen->result);
  ASSERT_FALSE(errors.empty());
  const json& output = errors["outputs"][0];
  EXPECT_GT(output["outside"], 0);
  EXPECT_GT(output["worst"], 0);
  EXPECT_EQ(output["name"], model_case.model.graph.name_of(model_case.model.graph.outputs[0]));
}

TEST_F(LookTest, AModelThatItComputesRightIsNotDrawn) {
  lab::Lab lab;
  const Probe right(PlantedTarget("hard-swish-slope"), lab);
  const ModelCase model_case =
      CaseOf("graph g (x: float32[4]) -> (y: float32[4]) {\n  y = Abs(x)\n}\n");
  const auto seen = right.Run(model_case);
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  EXPECT_TRUE(LookAtErrors(right, model_case, seen->result).empty());
  // Whatever was seen before: what it gives now is right.
  oracle::TargetResult wrong = seen->result;
  wrong.status = oracle::CaseStatus::kWrong;
  EXPECT_TRUE(LookAtErrors(right, model_case, wrong).empty());
}

}  // namespace
}  // namespace assay::triage
