// Ways to have a program carried over by a model: approaches.def.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"

namespace assay::mirror {

struct Approach {
  enum class Kind {
    kFill,     // what the rules leave
    kCarry,    // the whole program, with the knowledge of the pair base
    kBasic,    // the whole program, with nothing
    kFuzzGpt,  // samples of both frameworks
    kYanHui,   // similar samples of one framework
  };
  std::string_view name;
  Kind kind = Kind::kFill;
  bool matching_model = true;  // pairs that the similarity model found count
  bool screening = true;
  bool distinction = true;
  std::string_view help;

  // Programs of rows that are compared with the paper are not repaired: the paper has no repair.
  bool repairs() const { return kind == Kind::kFill; }
};

std::span<const Approach> AllApproaches();

// The error lists those there are.
Result<Approach> FindApproach(std::string_view name);

}  // namespace assay::mirror
