#include <array>

#include "casebook/passes.h"

namespace assay::casebook {

#define PASS(Name, name, with_claim, help) std::vector<Proposal> Propose##Name(const View& view);
#include "casebook/passes.def"
#undef PASS

std::span<const Pass> AllPasses() {
  static constexpr std::array kAll = {
#define PASS(Name, name, with_claim, help) Pass{name, with_claim, help, Propose##Name},
#include "casebook/passes.def"
#undef PASS
  };
  return kAll;
}

}  // namespace assay::casebook
