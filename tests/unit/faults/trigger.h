// Triggers: small models in the text form whose inputs have defaults, run on the planted worker.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/files.h"
#include "generate/inputs.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"

namespace assay::faults {

inline std::string FaultsFolder() { return lab::HomeFolder() + "/tests/faults"; }

inline lab::Target FindPlanted(const std::string& mode) {
  lab::RegistryOptions options;
  options.home = lab::HomeFolder();
  if (const char* bin = std::getenv("ASSAY_WORKERS_BIN")) options.workers_bin = bin;
  options.backend_dirs = {FaultsFolder() + "/backends"};
  const std::string name = mode.empty() ? "planted" : "planted:" + mode;
  return lab::Registry::Load(options).value().Find(name).value();
}

inline oracle::Subject LoadTrigger(const std::string& file) {
  oracle::Subject out;
  out.model = ParseModelText(ReadFile(file).value()).value();
  const Status inferred = ops::InferTypes(out.model);
  EXPECT_TRUE(inferred.ok()) << file << ": " << inferred.error().message;
  Rng rng(1);
  out.inputs = generate::RandomInputs(out.model.graph, rng).value();
  out.bytes = onnxio::SerializeModel(out.model).value();
  return out;
}

inline oracle::TargetResult CheckTrigger(const std::string& file, const lab::Target& target,
                                         lab::Lab& lab) {
  const oracle::Subject subject = LoadTrigger(file);
  const auto truth = oracle::ComputeTruth(subject);
  return oracle::CheckTarget(subject, truth.value(), target, lab, {});
}

}  // namespace assay::faults
