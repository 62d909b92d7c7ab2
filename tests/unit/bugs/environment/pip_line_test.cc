#include <gmock/gmock.h>

#include "bugs/environment/fit.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;

TEST(PipLine, PlainLinesMay) {
  for (const char* line : {"jax[cpu]==0.4.18", "numpy>=1.20,<2 ; python_version < \"3.12\"",
                           "--extra-index-url https://download.pytorch.org/whl/cpu",
                           "a @ file:///x/a-1-py3-none-any.whl"})
    EXPECT_EQ(WhyNotForPip(line), "") << line;
}

// Each of these ends a line for pip, so that the rest would be an option of its own.
TEST(PipLine, NothingThatEndsALine) {
  for (const char* end :
       {"\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029"})
    EXPECT_THAT(WhyNotForPip(std::string("a==1") + end + "--no-binary=:all:"),
                HasSubstr("not plain text"));
}

TEST(PipLine, NoVariablesOfThisMachine) {
  EXPECT_THAT(WhyNotForPip("--extra-index-url http://x/${AWS_SECRET}/simple"), HasSubstr("${"));
}

TEST(PipLine, OptionsThatReachFurther) {
  for (const char* option : {"-r other.txt", "-rother.txt", "--requirement=x", "-c x", "-e .",
                             "--editable git+https://x/y", "--constraint x"})
    EXPECT_THAT(ReachesFurther(option), HasSubstr("not followed")) << option;
  for (const char* option : {"--pre", "--extra-index-url x", "-i x", "-f x", "--require-hashes",
                             "--no-cache-dir", "--prefer-binary"})
    EXPECT_EQ(ReachesFurther(option), "") << option;
}

}  // namespace
}  // namespace assay::bugs
