#include "optbug/model/quiet_difference.h"

#include <gmock/gmock.h>

#include "base/strings.h"

namespace assay::optbug {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kQuietProgram = "import torch\ny = torch.compile(model)(x)\n";

std::string Told(const std::string& path, const std::string& shape, const std::string& values,
                 const std::string& random = "a") {
  return StrCat("what it prints\nassay-values {\"random\": \"", random,
                "\", \"values\": [{\"path\": \"", path, "\", \"shape\": ", shape,
                ", \"narrow\": false, \"values\": ", values, "}]}\n");
}

std::string Checked(const std::string& with, const std::string& plain) {
  return WithItsCheck(kQuietProgram, "torch", with, plain);
}

TEST(QuietDifference, AnotherValueBecomesACheck) {
  const std::string out = Checked(Told("y", "[3]", R"(["1.0", "5.0", "nan"])"),
                                  Told("y", "[3]", R"(["1.0", "2.0", "nan"])"));
  EXPECT_THAT(out, AllOf(HasSubstr("torch.manual_seed(7)"), HasSubstr(kQuietProgram),
                         HasSubstr("seen = y\n"), HasSubstr(".ravel()[[1]]"),
                         HasSubstr("allclose(seen, [2.0]")));
  EXPECT_THAT(Checked(Told("y[0]", "[1]", R"(["inf"])"), Told("y[0]", "[1]", R"(["1.0"])")),
              HasSubstr("seen = y[0]\n"));
  EXPECT_THAT(Checked(Told("y", "[1]", R"(["nan"])"), Told("y", "[1]", R"(["1.0"])")),
              HasSubstr("[1.0]"));
}

TEST(QuietDifference, AnotherShapeToo) {
  EXPECT_THAT(Checked(Told("y", "[1]", R"(["1.0"])"), Told("y", "[]", R"(["1.0"])")),
              HasSubstr("assert list(y.shape) == []"));
}

TEST(QuietDifference, RoundingIsNone) {
  EXPECT_THAT(
      Checked(Told("y", "[2]", R"(["1000.0", "0.1"])"), Told("y", "[2]", R"(["1000.0", "0.2"])")),
      IsEmpty());
}

TEST(QuietDifference, NothingIsSaidWhereOtherNumbersWereDrawnOrNothingWasTold) {
  const std::string one = Told("y", "[1]", R"(["1.0"])"), two = Told("y", "[1]", R"(["2.0"])", "b");
  EXPECT_THAT(Checked(one, two), IsEmpty());
  EXPECT_THAT(Checked(one, ""), IsEmpty());
  EXPECT_THAT(Checked("", one), IsEmpty());
  EXPECT_THAT(Checked(one, Told("z", "[1]", R"(["2.0"])")), IsEmpty());
}

TEST(QuietDifference, ModelsThatDrawNumbersAreKnown) {
  EXPECT_FALSE(DrawsInside("import torch\nx = torch.randn(3)\n"));
  EXPECT_TRUE(DrawsInside("import torch\ndef model(x):\n    return x + torch.rand(3)\n"));
  EXPECT_TRUE(DrawsInside("import torch\nmodel = torch.nn.Dropout(0.5)\n"));
}

}  // namespace
}  // namespace assay::optbug
