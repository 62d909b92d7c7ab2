// Short forms for the tests of single equivalences.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "mutate/mutate.h"
#include "tests/unit/mutate/sample_models_equivalence.h"

namespace assay::mutate::equivalence_tests {

// How many places the mutator finds in the model.
inline size_t SiteCount(std::string_view mutator, std::string_view text) {
  return FindMutator(mutator)->find(SampleCase(text, 1).model).size();
}

// The mutant; an empty model (and a failure) when there is none.
inline Model Apply(std::string_view mutator, std::string_view text, uint64_t seed = 0) {
  Rng rng(seed);
  auto mutant = Mutate(SampleCase(text, 1), *FindMutator(mutator), rng);
  EXPECT_TRUE(mutant.ok()) << mutant.error().message;
  return mutant.ok() ? std::move(mutant->result.model) : Model{};
}

// "Neg Neg Relu": the operators in order.
inline std::string Ops(const Model& model) {
  std::string text;
  for (const NodePtr& node : model.graph.nodes()) text += (text.empty() ? "" : " ") + node->op;
  return text;
}

inline std::string OpsAfter(std::string_view mutator, std::string_view text, uint64_t seed = 0) {
  return Ops(Apply(mutator, text, seed));
}

// The last node with this operator.
inline const Node& Last(const Model& model, std::string_view op) {
  const Node* found = nullptr;
  for (const NodePtr& node : model.graph.nodes())
    if (node->op == op) found = node.get();
  EXPECT_NE(found, nullptr) << "no " << op << " in\n" << PrintModel(model);
  static const Node kNone{};
  return found == nullptr ? kNone : *found;
}

// The integers of a constant input.
inline std::vector<int64_t> IntsOf(const Model& model, const Node& node, size_t input) {
  const Tensor* tensor = model.graph.initializer(node.inputs[input]);
  EXPECT_NE(tensor, nullptr);
  return tensor == nullptr ? std::vector<int64_t>{} : tensor->Ints();
}

}  // namespace assay::mutate::equivalence_tests
