// Cases for the tests of this folder, from models in text form.
#pragma once

#include <gtest/gtest.h>

#include "graph/model_case.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::resources {

// Inputs are zeros.
inline ModelCase CaseOf(const std::string& text) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  ModelCase out;
  out.model = std::move(model).value();
  const Status inferred = ops::InferTypes(out.model);
  EXPECT_TRUE(inferred.ok()) << inferred.error().message;
  for (const ValueId id : out.model.graph.inputs) {
    const TensorType& type = out.model.graph.type(id).tensor;
    out.inputs.emplace_back(Tensor(type.dtype, *type.shape()));
  }
  return out;
}

}  // namespace assay::resources
