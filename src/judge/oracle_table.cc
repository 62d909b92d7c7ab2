#include <array>

#include "judge/oracle.h"

namespace assay::judge {

#define ORACLE(Name, name, help) \
  void Make##Name##Trials(const OracleInput& input, std::vector<Trial>& out);
#define EXTRA ORACLE
#define APART(Name, name, help)
#include "judge/oracles.def"
#undef APART
#undef EXTRA
#undef ORACLE

std::span<const Oracle> AllOracles() {
  static constexpr std::array kAll = {
#define ORACLE(Name, name, help) Oracle{name, help, Make##Name##Trials, false},
#define EXTRA(Name, name, help) Oracle{name, help, Make##Name##Trials, true},
#define APART(Name, name, help) Oracle{name, help, nullptr, false},
#include "judge/oracles.def"
#undef APART
#undef EXTRA
#undef ORACLE
  };
  return kAll;
}

}  // namespace assay::judge
