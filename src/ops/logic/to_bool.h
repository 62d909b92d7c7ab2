// What operators share that make truth values of two operands.
#pragma once

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {

inline OpDef BinaryToBool(std::string_view name, std::string_view meaning,
                          Result<Outputs> (*evaluate)(const EvalCall&)) {
  return {.name = name,
          .meaning = meaning,
          .rounding = Rounding::kExact,
          .data_inputs = {2, 2},
          .infer = InferBroadcastBool,
          .evaluate = evaluate,
          .propose = ProposeBroadcast};
}

}  // namespace assay::ops
