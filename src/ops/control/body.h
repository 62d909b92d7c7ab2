// What operators with subgraphs share: carried types that settle over iterations, and outputs that
// are collected.
#pragma once

#include <vector>

#include "ops/shape/movement.h"

namespace assay::ops {

// Iterations after which a loop counts as endless.
inline constexpr int64_t kMaxIterations = 100000;

Result<const Graph*> GraphAttr(const Call& call, std::string_view name);

// Infers the body's output types with inputs leading ++ states ++ trailing, where states are
// carried from iteration to iteration: their sizes become unknown where an iteration changes them.
// `states` is updated; outputs `first`.. are the new states.
Result<Types> InferCarried(const InferCall& call, const Graph& body, const Types& leading,
                           Types& states, const Types& trailing, size_t first);

// Collected values of one body output as one tensor with a new axis. Of no iterations only the
// declared type tells the shape.
Result<Known> Collect(std::span<const Known> parts, int64_t axis, const ValueType& declared);

// The type of a collected output: the element's with a new axis of size `count`.
Result<ValueType> CollectedType(const ValueType& element, int64_t axis, Dim count);

// A single certain boolean.
Result<bool> CertainBool(const Known& known, const char* what);

}  // namespace assay::ops
