// Short ways to mutate a model in text form and to look at the result.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "mutate/mutate.h"
#include "tests/unit/mutate/sample_models_study.h"

namespace assay::mutate::study_tests {

inline Result<Mutant> TryMutate(std::string_view name, std::string_view text, uint64_t seed = 1,
                                const MutateOptions& options = {}) {
  Rng rng(seed);
  return Mutate(StudySample(text), *FindMutator(name), rng, options);
}

inline Model Mutated(std::string_view name, std::string_view text, uint64_t seed = 1) {
  auto mutant = TryMutate(name, text, seed);
  EXPECT_TRUE(mutant.ok()) << mutant.error().message;
  return mutant.ok() ? std::move(mutant->result.model) : Model();
}

// The operators in order: "Conv Pad Relu".
inline std::string Ops(const Model& model) {
  std::string out;
  for (const NodePtr& node : model.graph.nodes()) out += (out.empty() ? "" : " ") + node->op;
  return out;
}

// Everything that many seeds lead to.
inline std::set<std::string> AllOps(std::string_view name, std::string_view text, int seeds = 60) {
  std::set<std::string> out;
  for (int seed = 0; seed < seeds; ++seed) {
    auto mutant = TryMutate(name, text, static_cast<uint64_t>(seed));
    if (mutant.ok()) out.insert(Ops(mutant->result.model));
  }
  return out;
}

// The float initializer at input `input` of the only node with this operator.
inline std::vector<double> WeightOf(const Model& model, std::string_view op, size_t input) {
  for (const NodePtr& node : model.graph.nodes()) {
    if (node->op != op) continue;
    const Tensor* tensor = model.graph.initializer(node->inputs[input]);
    std::vector<double> out;
    for (int64_t i = 0; i < tensor->count(); ++i) out.push_back(tensor->RealAt(i));
    return out;
  }
  return {};
}

inline std::string TypeOf(const Model& model, std::string_view value) {
  return TypeText(model.graph.type(model.graph.Find(value)));
}

}  // namespace assay::mutate::study_tests
