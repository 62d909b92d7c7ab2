// torch.compile and XLA: the compiled call must give what the plain one gives.
//
// torch.compile runs with the backend "aot_eager": capture, functionalisation and decompositions,
// without the seconds that a C++ compiler takes.
#include "judge/runner.h"

namespace assay::judge {

void MakeCompiledTrials(const OracleInput& input, std::vector<Trial>& out) {
  constexpr Runner kRunners[] = {
      {"torch", "torch.compile", "torch.compile(run, backend='aot_eager')", false},
      {"tensorflow", "tf.function with XLA", "tf.function(run, jit_compile=True)", true},
  };
  for (const Runner& runner : kRunners) AddRunnerTrial(input, "compiled", runner, out);
}

}  // namespace assay::judge
