// Identity: hands its input on, be it a tensor, a sequence or an optional.
//
// Spec:  ONNX opsets 1, 13 (bfloat16), 14 (sequences), 16 (optionals), 19 … 25 (more element
// types).
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferIdentity(const InferCall& call) { return Types{call.value(0)}; }

Result<Outputs> EvaluateIdentity(const EvalCall& call) { return Outputs{call.value(0)}; }

}  // namespace

OpDef IdentityDef() {
  return {.name = "Identity",
          .meaning = "its input",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferIdentity,
          .evaluate = EvaluateIdentity,
          .propose = ProposePlain};
}

}  // namespace assay::ops
