// What If, Loop, Scan and calls of local functions hold, in place of the node.
#pragma once

#include <optional>

#include "graph/model_case.h"

namespace assay::reduce {

// Bodies that one node may have.
inline constexpr size_t kMostBodies = 2;

// The body number `which` of node `i` in its place: a branch whether it was taken or not, a loop
// body once, with what it is given in its first turn. That changes what is computed. Nothing when
// there is no such body, or the result is illegal.
std::optional<ModelCase> Inlined(const ModelCase& now, size_t i, size_t which);

// Whether node `i` has one.
bool HasBody(const Model& model, size_t i);

}  // namespace assay::reduce
