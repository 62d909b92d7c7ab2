// Runs a model in the text form through inference and the evaluator, for operators with subgraphs.
#pragma once

#include "graph/text.h"
#include "op_test.h"
#include "reference/evaluator.h"

namespace assay::ops {

inline Result<Outputs> RunText(std::string_view text, std::vector<Known> inputs,
                               std::vector<std::string>* types = nullptr) {
  ASSAY_ASSIGN(Model model, ParseModelText(text));
  ASSAY_RETURN_IF_ERROR(InferTypes(model));
  if (types != nullptr)
    for (const ValueId id : model.graph.outputs) types->push_back(TypeText(model.graph.type(id)));
  ASSAY_ASSIGN(reference::Evaluation evaluation, reference::Evaluate(model, std::move(inputs)));
  return std::move(evaluation.outputs);
}

}  // namespace assay::ops
