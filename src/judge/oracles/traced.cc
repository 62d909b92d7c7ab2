// torch.jit.trace, tf.function, jax.jit: the traced call must give what the plain one gives.
#include "judge/runner.h"

namespace assay::judge {

void MakeTracedTrials(const OracleInput& input, std::vector<Trial>& out) {
  constexpr Runner kRunners[] = {
      {"torch", "torch.jit.trace", "torch.jit.trace(run, (@,), check_trace=False)", true},
      {"tensorflow", "tf.function", "tf.function(run)", false},
      {"jax", "jax.jit", "jax.jit(run)", false},
  };
  for (const Runner& runner : kRunners) AddRunnerTrial(input, "traced", runner, out);
}

}  // namespace assay::judge
