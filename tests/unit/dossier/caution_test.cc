#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dossier/for_maintainers.h"
#include "tests/unit/dossier/sample.h"

namespace assay::dossier {
namespace {

using testing::HasSubstr;

report::gate::Project Tests() {
  report::gate::Project out;
  out.title = "ONNX Runtime";
  out.tolerances["float32"] = {1e-3, 1e-7};
  return out;
}

report::Material Wrong(const std::string& message) {
  report::Material out;
  out.row.id = "f1";
  out.row.target = "onnxruntime";
  out.row.kind = "wrong";
  out.row.message = message;
  out.smallest = FullCase();
  return out;
}

TEST(Caution, WithinTheTestsOfTheProject) {
  report::Material material = Wrong("");
  material.reduced = true;
  material.facts["evidence"] = {
      {"output", "out"}, {"element", 1}, {"got", 1.0001}, {"truth", 1.0}, {"bound", 1e-6}};
  EXPECT_THAT(ToleranceCaution(material, Tests()), HasSubstr("ONNX Runtime's own tests"));
  material.facts["evidence"]["got"] = 1.5;
  EXPECT_EQ(ToleranceCaution(material, Tests()), "");
  material.facts["evidence"]["got"] = "nan";
  EXPECT_EQ(ToleranceCaution(material, Tests()), "");
  EXPECT_EQ(ToleranceCaution(material, {}), "");
}

TEST(Caution, TheMessageTellsWhereNothingWasKept) {
  EXPECT_NE(ToleranceCaution(Wrong("output 'out', element 1: got 1.0001, truth 1 ± 0"), Tests()),
            "");
  EXPECT_NE(
      ToleranceCaution(Wrong("layer Abs, tensor 'a', element 1: got 1.0001, truth in [1, 1.00001]"),
                       Tests()),
      "");
  EXPECT_EQ(ToleranceCaution(Wrong("output 'out', element 1: got 9, truth 1 ± 0"), Tests()), "");
  EXPECT_EQ(ToleranceCaution(Wrong("output 'out', element 1: got nan, truth 1 ± 0"), Tests()), "");
  EXPECT_EQ(ToleranceCaution(Wrong("output 'out', element 1: got inf, truth 1 ± 0"), Tests()), "");
  // The words are about the case as it was seen.
  report::Material reduced = Wrong("output 'out', element 1: got 1.0001, truth 1 ± 0");
  reduced.reduced = true;
  EXPECT_EQ(ToleranceCaution(reduced, Tests()), "");
}

TEST(Caution, NothingOfShapesTwoRunsAndTrainings) {
  report::Material material = Wrong("output 'out', element 1: got 1.0001, truth 1 ± 0");
  material.row.kind = "shape";
  EXPECT_EQ(ToleranceCaution(material, Tests()), "");
  material.row.kind = "nondeterministic";
  EXPECT_EQ(ToleranceCaution(material, Tests()), "");
  material.row.kind = "wrong";
  material.row.stage = "train";
  EXPECT_EQ(ToleranceCaution(material, Tests()), "");
}

TEST(Caution, ALimitThatTheFrameworkStates) {
  report::Material material = Wrong("Training mode is not supported for Dropout op");
  material.row.kind = "rejected";
  EXPECT_THAT(CautionOf(material), HasSubstr("\"Training mode is not supported for Dropout op\""));
  material.row.message = "Shapes are not consistent";
  EXPECT_EQ(CautionOf(material), "");
}

}  // namespace
}  // namespace assay::dossier
