// Empty sequences as inputs.
#pragma once

#include "ort_api.h"

namespace assay::ort {

// Needed once, before MakeEmptySequence.
void SetEmptySequenceEnv(const OrtEnv* env);

// An empty sequence of the type `declared`: a sequence of tensors or an optional one. The C
// interface has no function that makes one, so a model of a single node does.
Owned<OrtValue> MakeEmptySequence(const OrtTypeInfo* declared);

}  // namespace assay::ort
