#include "optbug/model/plain_form.h"

#include <gmock/gmock.h>

namespace assay::optbug {
namespace {

using testing::HasSubstr;

TEST(PlainForm, OnlyOfOptimisersThatHandOnAModel) {
  const std::vector<std::string> script = {"torch.jit.script"},
                                 mixed = {"torch.jit.script", "torch.onnx.export"};
  EXPECT_TRUE(HasPlainForm("torch", script));
  EXPECT_FALSE(HasPlainForm("tensorflow", script));
  EXPECT_FALSE(HasPlainForm("torch", mixed));
  EXPECT_FALSE(HasPlainForm("torch", {}));
}

TEST(PlainForm, StandsBehindWhatMustComeFirst) {
  const std::string lines = PlainLines("jax");
  EXPECT_THAT(lines, HasSubstr("import jax\njax.jit = _hand_on\n"));
  EXPECT_EQ(PlainForm("x = 1\n", "y\n"), "y\nx = 1\n");
  EXPECT_EQ(PlainForm("from __future__ import annotations\nx = 1\n", "y\n"),
            "from __future__ import annotations\ny\nx = 1\n");
}

}  // namespace
}  // namespace assay::optbug
