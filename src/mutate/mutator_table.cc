#include <algorithm>
#include <cctype>

#include "mutate/mutator.h"

namespace assay::mutate {

#define MUTATOR(Name) MutatorDef Name##Def();
#include "mutate/mutators.def"
#undef MUTATOR

namespace {

bool SameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

std::span<const MutatorDef> AllMutators() {
  static const std::vector<MutatorDef> kAll = {
#define MUTATOR(Name) Name##Def(),
#include "mutate/mutators.def"
#undef MUTATOR
  };
  return kAll;
}

const MutatorDef* FindMutator(std::string_view name) {
  for (const MutatorDef& mutator : AllMutators()) {
    if (SameWord(mutator.name, name)) return &mutator;
    for (const std::string_view alias : mutator.aliases)
      if (SameWord(alias, name)) return &mutator;
  }
  return nullptr;
}

std::string_view PromiseName(Promise promise) {
  switch (promise) {
    case Promise::kSameBits:
      return "same bits";
    case Promise::kClose:
      return "close";
    case Promise::kChanges:
      return "changes";
  }
  return "?";
}

std::string_view FamilyName(Family family) {
  switch (family) {
    case Family::kStructure:
      return "structure";
    case Family::kInput:
      return "input";
    case Family::kParameter:
      return "parameter";
    case Family::kWeight:
      return "weight";
    case Family::kDeveloper:
      return "developer";
    case Family::kEquivalence:
      return "equivalence";
  }
  return "?";
}

}  // namespace assay::mutate
