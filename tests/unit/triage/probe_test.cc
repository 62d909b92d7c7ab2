// Probe: which cases it refuses before a target sees them.
#include "triage/probe.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::triage {
namespace {

ModelCase OneTensorCase(const char* text) {
  return {*ParseModelText(text), {Tensor(DType::kFloat32, {2})}};
}

TEST(Probe, RefusesWhatOfficialInferenceRefusesWhereAsked) {
  lab::Lab lab;
  int looks = 0;
  const Probe probe(lab::Target(), lab, [&](const ModelCase&, const ProbeOptions&) {
    ++looks;
    return Sighted();
  });
  // The checker alone does not look at shapes.
  const ModelCase stale = OneTensorCase("graph (x: float32[2]) -> (y: float32[3]) { y = Relu(x) }");
  EXPECT_TRUE(probe.Run(stale).ok());
  EXPECT_FALSE(probe.Run(stale, {.inferred = true}).ok());
  EXPECT_EQ(looks, 1);
  const ModelCase sound = OneTensorCase("graph (x: float32[2]) -> (y: float32[2]) { y = Relu(x) }");
  EXPECT_TRUE(probe.Run(sound, {.inferred = true}).ok());
  EXPECT_EQ(looks, 2);
}

}  // namespace
}  // namespace assay::triage
