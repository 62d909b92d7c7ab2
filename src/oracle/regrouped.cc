#include "oracle/regrouped.h"

#include <cmath>

namespace assay::oracle {

void ForgiveRegrouping(std::vector<Judgement>& outputs) {
  constexpr double kRegrouped = 2;
  for (Judgement& output : outputs)
    if (output.verdict == Verdict::kWrong && !output.other_type && std::isfinite(output.got) &&
        output.units > 0 && output.units <= kRegrouped)
      output.verdict = Verdict::kSuspicious;
}

}  // namespace assay::oracle
