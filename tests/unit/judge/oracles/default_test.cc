#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge {
namespace {

TEST(Default, TheDefaultIsPassed) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("alpha", "float", "slope", "0.5")};
  const auto trials = TrialsOf("default", doc, {});
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "expected = torch.f()"));
  EXPECT_TRUE(Has(trials[0], "actual = torch.f(alpha=0.5)"));
}

TEST(Default, WordsThatSayOtherwiseAreTriedToo) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("alpha", "float", "slope. Default: 0.25", "0.5")};
  const auto trials = TrialsOf("default", doc, {});
  ASSERT_EQ(trials.size(), 3u);
  EXPECT_TRUE(Has(trials[1], "actual = torch.f(alpha=0.25)"));
  EXPECT_EQ(trials[1].sentence, "alpha: slope. Default: 0.25");
  EXPECT_TRUE(Has(trials[2], "inspect.signature(torch.f).parameters['alpha'].default"));
  doc.parameters = {Param("alpha", "float", "slope. Default: 0.25 if `x` is real", "0.5")};
  EXPECT_EQ(TrialsOf("default", doc, {}).size(), 1u);
}

TEST(Default, ANumberThatGoesOnIsNoValue) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("rcond", "float", "Defaults to 10. * eps * n.", "None")};
  EXPECT_TRUE(TrialsOf("default", doc, {}).empty());
}

TEST(Default, NoneAndProseAreNoValues) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("a", "float", "", "None"), Param("b", "float", "", "<object object>")};
  EXPECT_TRUE(TrialsOf("default", doc, {}).empty());
}

// What a new object answers is held against the words.
TEST(Default, OfAProperty) {
  knowledge::ApiDoc doc =
      Doc("onnxruntime.SessionOptions.log_severity_level", "Log severity level. Default is 2.");
  doc.kind = "property";
  doc.framework = "onnxruntime";
  doc.signature = "";
  ApiCall call;
  call.receiver = "onnxruntime.SessionOptions()";
  const std::vector<Trial> trials = TrialsOf("default", doc, call);
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials[0].sentence, "Default is 2.");
  EXPECT_TRUE(Has(trials[0], "actual = receiver.log_severity_level\n"));
  EXPECT_TRUE(Has(trials[0], "assert actual == 2,"));
  doc.text = "Whether to do so. Default is true.";
  EXPECT_TRUE(Has(TrialsOf("default", doc, call)[0], "assert actual == True,"));
  doc.text = "The prefix. Default is the name of the model.";
  EXPECT_TRUE(TrialsOf("default", doc, call).empty());
}

}  // namespace
}  // namespace assay::judge
