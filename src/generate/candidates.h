// The operators that the generator uses at one opset, with their schemas looked up once.
#pragma once

#include <span>

#include "ops/op.h"
#include "ops/schema.h"

namespace assay::generate {

struct Candidate {
  const ops::OpDef* op;
  const ops::Schema* schema;
  uint64_t hash;  // as in generate/combination_keys.h
};

// All of `opset`, in the order of ops.def: those of ai.onnx that can propose a use of themselves
// and draw no random numbers.
std::span<const Candidate> CandidatesAt(int opset);

// The one of that name, or nullptr.
const Candidate* FindCandidate(std::span<const Candidate> candidates, std::string_view name);

// What `ops::Schema::inputs` says of input i; the last parameter of a variadic operator repeats.
inline const ops::Param& ParamAt(const ops::Schema& schema, size_t i) {
  return schema.inputs[std::min(i, schema.inputs.size() - 1)];
}

}  // namespace assay::generate
