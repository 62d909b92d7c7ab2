// The hashed keys behind generate/combinations.h, for those that need a single one of them: the
// grower asks how often a node that it is about to add has been seen.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "graph/type.h"

namespace assay::generate {

// Rank 0, 1, 2, 3, 4, 5 and more (or not known), times: has an axis of size 0, has one of size 1,
// plain. A size that is not known counts as plain.
int ShapeClass(const TensorType& type);

inline uint64_t OperatorHash(std::string_view op, std::string_view domain) {
  return HashBytes(op, domain.empty() ? 0 : HashBytes(domain));
}

// (operator, element type, shape class) of a node, by its first input.
uint64_t NodeKey(uint64_t op, DType dtype, int shape_class);
// (operator, element type of its first input), whatever the shape.
inline uint64_t SupportKey(uint64_t op, DType dtype) { return NodeKey(op, dtype, 255); }
// (operator, operator that takes its result).
uint64_t EdgeKey(uint64_t producer, uint64_t consumer);

}  // namespace assay::generate
