// MutatorDef: one mutation operator. One file each, one line each in mutators.def.
//
// A mutator finds all its sites in a model and applies itself at one of them. Both are legal by
// construction: `find` lists only places where the result will be a legal model, `apply` returns a
// whole new case or a Rejected error, never half of a change. The driver (mutate.h) infers the
// types of the result, so a slip shows as a rejected candidate, not as an illegal test.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "graph/model_case.h"

namespace assay::mutate {

// What the outputs of the mutant are, held against those of the model it was made from.
enum class Promise {
  kSameBits,  // equal in exact arithmetic and in every rounding: data is only moved or copied
  kClose,     // equal in exact arithmetic; rounding may differ
  kChanges,   // another function
};
std::string_view PromiseName(Promise promise);  // "same bits", "close", "changes"

// The first four are the study's types.
enum class Family { kStructure, kInput, kParameter, kWeight, kDeveloper, kEquivalence };
std::string_view FamilyName(Family family);  // "structure", "input", …

// A place to mutate. A mutator uses the fields it needs; `node` always says where in the graph
// (for choosing by role and for reports).
struct Site {
  size_t node = 0;
  ValueId value = kAbsent;
  int variant = 0;  // which of several ways, an axis, a second node: the mutator's own meaning
};

struct MutatorDef {
  std::string_view name;          // "LA", "transpose-pair"
  std::string_view meaning;       // one line for people
  std::string_view choices = "";  // parameters, and why these; in `assay mutate --list --json`
  Family family = Family::kDeveloper;
  Promise promise = Promise::kChanges;
  std::vector<std::string_view> aliases = {};  // other names in the literature
  // All sites, in graph order. Types of `model` are inferred.
  std::vector<Site> (*find)(const Model& model) = nullptr;
  Result<ModelCase> (*apply)(const ModelCase& base, const Site& site, Rng& rng) = nullptr;
  // The same as the literature has it: without the constraints and repairs that keep the mutant
  // legal. Null where the constrained form has none to drop; then `find` and `apply` serve.
  std::vector<Site> (*find_unconstrained)(const Model& model) = nullptr;
  Result<ModelCase> (*apply_unconstrained)(const ModelCase& base, const Site& site,
                                           Rng& rng) = nullptr;
  // The literal form (MutateOptions::literal) is the unconstrained one, but where the literature
  // has a constraint of its own: sites that it chooses among, or a repair as ours.
  std::vector<Site> (*find_literal)(const Model& model) = nullptr;
  bool literal_repairs = false;
};

std::span<const MutatorDef> AllMutators();
// By name or alias, letter case ignored; nullptr when there is none.
const MutatorDef* FindMutator(std::string_view name);

}  // namespace assay::mutate
