// What the tests of single mutators share: a case from a text, a mutator applied to it, and
// questions about the result.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "generate/inputs.h"
#include "graph/text.h"
#include "mutate/edit.h"
#include "mutate/mutate.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::mutate::developer_tests {

inline ModelCase CaseOf(std::string_view text) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  const Status typed = ops::InferTypes(*model);
  EXPECT_TRUE(typed.ok()) << typed.error().message;
  ModelCase out{.model = std::move(model).value(), .inputs = {}};
  Rng rng(3);
  const Graph& graph = out.model.graph;
  for (const ValueId id : graph.inputs) {
    const Tensor* given = graph.initializer(id);
    out.inputs.push_back(given != nullptr ? Datum(*given)
                                          : generate::RandomDatum(graph.type(id), rng).value());
  }
  return out;
}

inline const MutatorDef& Named(std::string_view name) {
  const MutatorDef* mutator = FindMutator(name);
  EXPECT_NE(mutator, nullptr) << name;
  return *mutator;
}

inline size_t SiteCount(std::string_view name, std::string_view text) {
  return Named(name).find(CaseOf(text).model).size();
}

// All mutants of seeds 1 to `seeds`.
inline std::vector<ModelCase> Mutants(std::string_view name, const ModelCase& base,
                                      int seeds = 40) {
  std::vector<ModelCase> out;
  for (int seed = 1; seed <= seeds; ++seed) {
    Rng rng(static_cast<uint64_t>(seed));
    auto mutant = Mutate(base, Named(name), rng);
    if (mutant.ok()) out.push_back(mutant->result);
  }
  EXPECT_FALSE(out.empty()) << name << " never applies";
  return out;
}

inline std::vector<std::string> OpsOf(const Graph& graph) {
  std::vector<std::string> ops;
  for (const NodePtr& node : graph.nodes()) ops.push_back(node->op);
  return ops;
}

// The first node of that operator, or nullptr.
inline const Node* FirstOf(const Graph& graph, std::string_view op) {
  for (const NodePtr& node : graph.nodes())
    if (node->op == op) return node.get();
  return nullptr;
}

inline bool AnyHas(const std::vector<ModelCase>& mutants, std::string_view op) {
  return std::any_of(mutants.begin(), mutants.end(), [&](const ModelCase& mutant) {
    return FirstOf(mutant.model.graph, op) != nullptr;
  });
}

inline Shape ShapeOfOutput(const ModelCase& test, size_t i = 0) {
  return StaticShape(test.model.graph, test.model.graph.outputs[i]).value();
}

// The values of the first output, as the reference has them.
inline std::vector<double> FirstOutput(const ModelCase& test) {
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) inputs.push_back(Known::From(datum, {}).value());
  const auto run = reference::Evaluate(test.model, std::move(inputs));
  EXPECT_TRUE(run.ok()) << run.error().message;
  std::vector<double> out;
  for (int64_t i = 0; i < run->outputs[0].tensor.count(); ++i)
    out.push_back(run->outputs[0].tensor.real(i).v);
  return out;
}

}  // namespace assay::mutate::developer_tests
