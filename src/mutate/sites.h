// Finding sites: what the mutators that imitate developers share.
#pragma once

#include "mutate/mutator.h"

namespace assay::mutate {

// The types that networks compute in: float64, float32, float16, bfloat16.
bool IsComputeType(DType dtype);
// A tensor of such a type and of static shape with at least one element.
bool IsStaticFloat(const Graph& graph, ValueId id);
// An initializer whose value is certain: not also an input of the graph. nullptr when it is not.
const Tensor* WeightOf(const Graph& graph, ValueId id);

using NodeFits = bool (*)(const Model& model, const Node& node);

// Every node of the default domain that fits; Site::value is its first output, which is present.
std::vector<Site> NodesThat(const Model& model, NodeFits fits);
// The same where other numbers in that output do no harm (delicate.h).
std::vector<Site> NodesThatMayChange(const Model& model, NodeFits fits);

}  // namespace assay::mutate
