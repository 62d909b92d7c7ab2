// Results that are drawn cannot be compared unless both sides draw the same.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckSameRandomness(const Dossier& dossier, const Rule&, const Project&) {
  if (!dossier.ComparesValues()) return NotAsked("no values are compared");
  if (oracle::DrawsRandomNumbers(dossier.smallest.model.graph))
    return FailWith("the model draws random numbers",
                    "look for a case without, or fix the generator's state on both sides by hand");
  return Pass("nothing is drawn");
}

}  // namespace assay::report::gate
