#include <array>

#include "reduce/pass.h"

namespace assay::reduce {

#define PASS(function, name, meaning) void function(Search& search);
#include "reduce/passes.def"
#undef PASS

std::span<const PassDef> AllPasses() {
#define PASS(function, name, meaning) PassDef{name, meaning, function},
  static constexpr std::array kPasses = {
#include "reduce/passes.def"
  };
#undef PASS
  return kPasses;
}

}  // namespace assay::reduce
