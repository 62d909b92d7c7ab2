// an intermediate tensor  ==>  also an output of the model, behind the others
//
// Promise: same bits in the outputs that the model had before.   Needs: a tensor that a node makes
// and that is no output yet.   Aims at: fusion that would swallow the tensor, reuse of its memory.
#include "mutate/edit.h"
#include "mutate/sites.h"

namespace assay::mutate {
namespace extra_output {
namespace {

std::vector<Site> Find(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : graph.node(i).outputs) {
      if (id == kAbsent || IsGraphOutput(graph, id)) continue;
      const DType dtype = DTypeOf(graph, id);
      if (dtype != DType::kUndefined && !IsComplex(dtype))
        sites.push_back({.node = i, .value = id});
    }
  return sites;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  out.model.graph.outputs.push_back(site.value);
  return out;
}

}  // namespace
}  // namespace extra_output

MutatorDef ExtraOutputDef() {
  return {.name = "extra-output",
          .meaning = "an intermediate tensor becomes an output as well",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = extra_output::Find,
          .apply = extra_output::Apply};
}

}  // namespace assay::mutate
