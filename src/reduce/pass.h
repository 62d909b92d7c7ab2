// PassDef: one way of making a case smaller or simpler. One file each, one line each in passes.def.
#pragma once

#include <span>
#include <string_view>

#include "reduce/search.h"

namespace assay::reduce {

struct PassDef {
  std::string_view name;
  std::string_view meaning;  // one line for people
  // Takes what it can. Passes are repeated until none of them takes anything.
  void (*run)(Search& search);
};

std::span<const PassDef> AllPasses();

}  // namespace assay::reduce
