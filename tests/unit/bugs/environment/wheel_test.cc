#include "bugs/environment/wheel.h"

#include <gmock/gmock.h>

namespace assay::bugs {
namespace {

using testing::ElementsAre;

bool Fits(const std::string& tags, const std::string& python) {
  return WheelFits(ParseWheelName("a-1-" + tags + ".whl"), python);
}

TEST(Wheel, ReadsNames) {
  const WheelName name = ParseWheelName(
      "Typing_Ext-2.13.0+cpu-1-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl");
  EXPECT_EQ(name.name, "typing-ext");
  EXPECT_EQ(name.version, "2.13.0+cpu");
  EXPECT_THAT(name.platforms, ElementsAre("manylinux_2_17_x86_64", "manylinux2014_x86_64"));
  EXPECT_EQ(ParseWheelName("a-1.tar.gz").name, "");
  EXPECT_EQ(ParseWheelName("a-1.whl").name, "");
}

TEST(Wheel, ReadsSourceArchives) {
  EXPECT_EQ(SourceVersion("wrapt-1.12.1.tar.gz", "wrapt"), "1.12.1");
  EXPECT_EQ(SourceVersion("opt_einsum-3.3.0.tar.gz", "opt-einsum"), "3.3.0");
  EXPECT_EQ(SourceVersion("wrapt-1.12.1.tar.gz", "other"), "");
  EXPECT_EQ(SourceVersion("wrapt-1.12.1-py3-none-any.whl", "wrapt"), "");
}

TEST(Wheel, PureOnesFitEverywhere) {
  EXPECT_TRUE(Fits("py3-none-any", "3.8"));
  EXPECT_TRUE(Fits("py2.py3-none-any", "3.13"));
  EXPECT_FALSE(Fits("py2-none-any", "3.11"));
}

#ifdef __x86_64__
TEST(Wheel, CompiledOnesFitTheirPython) {
  EXPECT_TRUE(Fits("cp311-cp311-manylinux2014_x86_64", "3.11"));
  EXPECT_FALSE(Fits("cp311-cp311-manylinux2014_x86_64", "3.10"));
  EXPECT_TRUE(Fits("cp37-cp37m-manylinux1_x86_64", "3.7"));
  EXPECT_TRUE(Fits("cp38-abi3-manylinux2014_x86_64", "3.11"));
  EXPECT_FALSE(Fits("cp312-abi3-manylinux2014_x86_64", "3.11"));
  EXPECT_TRUE(Fits("cp311-none-manylinux2014_x86_64", "3.11"));
  EXPECT_FALSE(Fits("cp311-cp311-macosx_11_0_arm64", "3.11"));
  EXPECT_FALSE(Fits("cp311-cp311-win_amd64", "3.11"));
  EXPECT_FALSE(Fits("cp311-cp311-manylinux2014_aarch64", "3.11"));
  EXPECT_FALSE(Fits("cp311-cp311-manylinux_2_999_x86_64", "3.11"));
}
#endif

TEST(Wheel, HoldsToRequiresPython) {
  EXPECT_TRUE(PythonAllowed("", "3.8"));
  EXPECT_TRUE(PythonAllowed(">=3.8", "3.8"));
  EXPECT_FALSE(PythonAllowed(">=3.9", "3.8"));
  EXPECT_FALSE(PythonAllowed(">=3.6,<3.11", "3.11"));
  EXPECT_TRUE(PythonAllowed(">=2.7, !=3.0.*, !=3.1.*, <4", "3.11"));
  EXPECT_FALSE(PythonAllowed("<3", "3.11"));
  EXPECT_FALSE(PythonAllowed("==2.7", "3.11"));
  EXPECT_TRUE(PythonAllowed(">=3.9,!=3.9.7", "3.9"));
  EXPECT_TRUE(PythonAllowed(">3.8.0", "3.8"));
}

}  // namespace
}  // namespace assay::bugs
