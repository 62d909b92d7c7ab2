// A case in a larger size: one dimension doubled, as often as wanted.
#pragma once

#include <optional>

#include "graph/model_case.h"

namespace assay::resources {

struct Axis {
  size_t input = 0;  // of the graph
  int axis = 0;
};

// Every axis of every input with a tensor in it, empty ones left out.
std::vector<Axis> AxesOf(const ModelCase& model_case);

// The case with `axis` `factor` times as long, its elements repeated. Where that alone is illegal,
// all axes of inputs and weights with the same size grow along (both sides of a product). Nothing
// when that is illegal, too, or nothing of it grows.
std::optional<ModelCase> Scaled(const ModelCase& model_case, Axis axis, int64_t factor);

}  // namespace assay::resources
