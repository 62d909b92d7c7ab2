#include "mutate/mutate.h"

#include <algorithm>

#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "ops/infer.h"

namespace assay::mutate {
namespace {

constexpr double kBackboneShare = 0.8;

// The sites to choose among, by role.
std::vector<Site> Restrict(const Graph& graph, std::vector<Site> sites, Where where, Rng& rng) {
  if (where == Where::kAnywhere || sites.empty()) return sites;
  const std::vector<Role> roles = Roles(graph);
  const Role wanted = where == Where::kHead ? Role::kHead : Role::kBackbone;
  std::vector<Site> chosen;
  for (const Site& site : sites)
    if (site.node < roles.size() && roles[site.node] == wanted) chosen.push_back(site);
  if (where != Where::kBackboneFirst) return chosen;
  return chosen.empty() || !rng.Chance(kBackboneShare) ? sites : chosen;
}

// Before this version of the format every initializer had to be an input as well. A mutant with
// constants of its own is written in the newer one, as any tool would.
constexpr int kFreeInitializers = 4;

void RaiseIrVersion(Model& model) {
  const Graph& graph = model.graph;
  for (const auto& [id, tensor] : graph.initializers())
    if (std::find(graph.inputs.begin(), graph.inputs.end(), id) == graph.inputs.end())
      model.ir_version = std::max(model.ir_version, kFreeInitializers);
}

// A graph that the mutator has left legal: types, structure, something left to test.
Status Settle(ModelCase& made, const MutateOptions& options) {
  Graph& graph = made.model.graph;
  if (graph.inputs.size() != made.inputs.size())
    return Reject(
        StrCat("has ", graph.inputs.size(), " inputs and values for ", made.inputs.size()));
  if (graph.node_count() > options.max_nodes)
    return Reject(StrCat("has grown to ", graph.node_count(), " nodes"));
  RaiseIrVersion(made.model);
  ForgetTypes(graph);
  const Status typed = ops::InferTypes(made.model);
  if (options.unconstrained) return {};
  if (!typed.ok()) return Reject(typed.error().message);
  // The format wants a shape of every output, if only its rank.
  for (const ValueId id : graph.outputs)
    if (graph.type(id).is_tensor() && !graph.type(id).tensor.has_rank)
      return Reject(StrCat("the rank of output '", graph.name_of(id), "' is not known"));
  return {};
}

// Of the sites that the form asked for chooses among.
auto FinderOf(const MutatorDef& mutator, bool unconstrained, bool literal) {
  if (unconstrained && literal && mutator.find_literal != nullptr) return mutator.find_literal;
  if (unconstrained && mutator.find_unconstrained != nullptr) return mutator.find_unconstrained;
  return mutator.find;
}

}  // namespace

Result<Mutant> Mutate(const ModelCase& base, const MutatorDef& mutator, Rng& rng,
                      const MutateOptions& options) {
  const bool unconstrained = options.unconstrained && !(options.literal && mutator.literal_repairs);
  const bool free = unconstrained && mutator.apply_unconstrained != nullptr;
  const auto apply = free ? mutator.apply_unconstrained : mutator.apply;
  const std::vector<Site> sites =
      Restrict(base.model.graph, FinderOf(mutator, unconstrained, options.literal)(base.model),
               options.where, rng);
  std::string last = "no site";
  for (int i = 0; i < options.tries && !sites.empty(); ++i) {
    const Site& site = rng.Pick(std::span<const Site>(sites));
    Rng own = rng.Split();
    auto made = apply(base, site, own);
    Status status = made.ok() ? Settle(*made, options) : Status(made.error());
    if (status.ok()) return Mutant{std::move(made).value(), site, i};
    last = status.error().message;
  }
  return Reject(StrCat(mutator.name, ": ", last));
}

}  // namespace assay::mutate
