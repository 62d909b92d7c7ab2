// A search whose target is a condition on the case: no process, no framework.
#pragma once

#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"
#include "reduce/pass.h"
#include "reduce/search.h"

namespace assay::reduce {

using Condition = std::function<bool(const ModelCase&)>;

// A failure called "fake", shown where `condition` holds.
inline Ask AskFor(Condition condition) {
  return [condition](const ModelCase& model_case, bool) -> Result<triage::Sighted> {
    triage::Sighted out;
    if (!condition(model_case)) return out;
    out.result.status = oracle::CaseStatus::kRejected;
    out.result.oracle = "fake";
    out.symptom.oracle = "fake";
    return out;
  };
}

inline triage::Symptom FakeSymptom() {
  triage::Symptom out;
  out.oracle = "fake";
  return out;
}

// The model with its inputs filled with 1.5, 1.75, …, integers with 0, 1, ….
inline ModelCase CaseOf(const std::string& text) {
  ModelCase out;
  out.model = *ParseModelText(text);
  const Status typed = ops::InferTypes(out.model);
  EXPECT_TRUE(typed.ok()) << (typed.ok() ? "" : typed.error().message);
  for (const ValueId id : out.model.graph.inputs) {
    const TensorType& type = out.model.graph.type(id).tensor;
    std::vector<double> reals;
    std::vector<int64_t> ints;
    for (int64_t i = 0; i < ElementCount(*type.shape()); ++i) {
      reals.push_back(1.5 + 0.25 * static_cast<double>(i));
      ints.push_back(i);
    }
    out.inputs.emplace_back(IsFloat(type.dtype) ? MakeTensor(type.dtype, *type.shape(), reals)
                                                : MakeIntTensor(type.dtype, *type.shape(), ints));
  }
  return out;
}

inline const Node* FindNode(const ModelCase& model_case, std::string_view op) {
  for (const NodePtr& node : model_case.model.graph.nodes())
    if (node->op == op) return node.get();
  return nullptr;
}

inline bool Has(const ModelCase& model_case, std::string_view op) {
  return FindNode(model_case, op) != nullptr;
}

inline std::vector<std::string> Ops(const ModelCase& model_case) {
  std::vector<std::string> out;
  for (const NodePtr& node : model_case.model.graph.nodes()) out.push_back(node->op);
  return out;
}

// What the pass of that name makes of the case.
inline ModelCase AfterPass(std::string_view pass, const ModelCase& start, Condition condition) {
  const Options options;
  Search search(start, AskFor(std::move(condition)), FakeSymptom(), options);
  for (const PassDef& def : AllPasses())
    if (def.name == pass) def.run(search);
  return search.current();
}

}  // namespace assay::reduce
