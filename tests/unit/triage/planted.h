// The planted worker and its triggers, for tests that need a target that is wrong in a known way.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/files.h"
#include "generate/inputs.h"
#include "graph/model_case.h"
#include "graph/text.h"
#include "lab/lab.h"
#include "ops/infer.h"

namespace assay::triage {

inline std::string FaultFolder() { return lab::HomeFolder() + "/tests/faults"; }

inline lab::Target PlantedTarget(const std::string& mode) {
  lab::RegistryOptions options;
  options.home = lab::HomeFolder();
  if (const char* bin = std::getenv("ASSAY_WORKERS_BIN")) options.workers_bin = bin;
  options.backend_dirs = {FaultFolder() + "/backends"};
  return lab::Registry::Load(options).value().Find("planted:" + mode).value();
}

inline ModelCase CaseOf(const std::string& text) {
  ModelCase out;
  out.model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(out.model).ok());
  Rng rng(1);
  out.inputs = generate::RandomInputs(out.model.graph, rng).value();
  return out;
}

inline ModelCase Trigger(const std::string& name) {
  return CaseOf(ReadFile(FaultFolder() + "/triggers/" + name + ".txt").value());
}

// Sanitizer builds leave the planted worker out.
class Planted : public testing::Test {
 protected:
  void SetUp() override {
    if (!PlantedTarget("hard-swish-slope").ready) GTEST_SKIP() << "the planted worker is missing";
  }
};

}  // namespace assay::triage
