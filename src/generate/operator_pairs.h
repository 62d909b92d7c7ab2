// Ordered pairs of operators, the second of which takes a result of the first, with the element
// type that is passed on.
#pragma once

#include <cstdint>

namespace assay::generate {

// Whether the key (PairKey in generate/combinations.h, with its type) is of a pair of operators
// that the generator uses and that the schemas of some opset admit. Shapes may forbid some.
bool IsAdmittedPair(uint64_t key);

// How many such pairs there are, in the three types that campaigns count them in.
int64_t AdmittedPairCount();

}  // namespace assay::generate
