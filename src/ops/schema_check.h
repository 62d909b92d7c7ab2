// One node against its schema: arity, attribute kinds and admitted types. Shapes are the operator's
// own business (OpDef::infer).
#pragma once

#include <span>

#include "base/result.h"
#include "graph/graph.h"
#include "ops/schema.h"

namespace assay::ops {

// `inputs` are the types of node.inputs, in their order; those of absent inputs are not looked at.
Status CheckAgainstSchema(std::span<const ValueType> inputs, const Node& node,
                          const Schema& schema);

}  // namespace assay::ops
