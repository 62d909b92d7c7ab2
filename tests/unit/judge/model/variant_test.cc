
#include <gtest/gtest.h>

#include "judge/model/arguments.h"
#include "judge/model/change.h"
#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

TEST(Variant, ChangesOneParameter) {
  const auto variant = MakeVariant(kAddmm, AddmmDoc());
  ASSERT_TRUE(variant.has_value());
  EXPECT_EQ(variant->parameter, "beta");
  EXPECT_EQ(variant->value, "0");
  EXPECT_NE(variant->program.find("torch.ones(3, 2), beta=0)"), std::string::npos);
  EXPECT_EQ(CheckChange(kAddmm, variant->program, AddmmDoc(), "beta").label, "");
}

TEST(Variant, NotWhatItIsAlready) {
  const std::string now = "import torch\nr = torch.addmm(a, b, c, beta=0)\n";
  const auto variant = MakeVariant(now, AddmmDoc());
  ASSERT_TRUE(variant.has_value());
  EXPECT_EQ(variant->value, "2");
  EXPECT_EQ(variant->program, "import torch\nr = torch.addmm(a, b, c, beta=2)\n");
}

TEST(Variant, NothingWithoutOneCall) {
  EXPECT_FALSE(MakeVariant("import torch\n", AddmmDoc()).has_value());
  EXPECT_FALSE(MakeVariant("import torch\nr = torch.addmm(*a)\n", AddmmDoc()).has_value());
  auto doc = AddmmDoc();
  doc.parameters.resize(3);  // tensors only
  EXPECT_FALSE(MakeVariant(kAddmm, doc).has_value());
  EXPECT_EQ(ParameterToChange(kAddmm, doc), "");
}

TEST(Variant, NeverWhatMayNotStandBesideAnother) {
  auto doc = AddmmDoc();
  doc.text += " Either beta or alpha may be given, not both.";
  const std::string now = "import torch\nr = torch.addmm(a, b, c, beta=2)\n";
  EXPECT_EQ(MakeVariant(now, doc)->parameter, "beta");  // changing what is there is fine
  doc.parameters.erase(doc.parameters.begin() + 3);     // only alpha is left to change
  EXPECT_FALSE(MakeVariant(now, doc).has_value());
  EXPECT_EQ(ParameterToChange(now, doc), "");
  EXPECT_EQ(MakeVariant(kAddmm, doc)->parameter, "alpha");  // alone it may
  doc = AddmmDoc();
  doc.parameters[3].name = "size";
  doc.parameters[4].name = "scale_factor";
  const std::string scaled = "import torch\nr = torch.addmm(a, b, c, scale_factor=2)\n";
  EXPECT_EQ(MakeVariant(scaled, doc)->parameter, "scale_factor");
}

TEST(Variant, TheValueMustBeTheOneThatIsNamed) {
  const std::string now = "import torch\nr = torch.addmm(a, b, c)\n";
  const std::string changed = "import torch\nr = torch.addmm(a, b, c, beta=3)\n";
  EXPECT_EQ(CheckChange(now, changed, AddmmDoc(), "beta", "3").label, "");
  EXPECT_EQ(CheckChange(now, changed, AddmmDoc(), "beta", "0.5").label, "change-but-dismatch");
}

TEST(Variant, FlagsAndEnumerations) {
  auto doc = AddmmDoc();
  doc.parameters[3].default_value = "False";
  EXPECT_EQ(MakeVariant(kAddmm, doc)->value, "True");
  doc.parameters[3].default_value = "'mean'";
  doc.parameters[3].constraints.push_back({"enum", "beta", "", R"(["mean", "sum"])", ""});
  EXPECT_EQ(MakeVariant(kAddmm, doc)->value, "'sum'");
}

TEST(Arguments, DenseDropsLayoutOnly) { EXPECT_EQ(Dense("f( a,\n  \"b c\")"), "f(a,'b c')"); }

}  // namespace
}  // namespace assay::judge::model
