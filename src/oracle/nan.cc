// nan: NaN or an infinity where every correct implementation gives a finite number.
#include <cmath>

#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

std::optional<std::string> JudgeNan(const Evidence& evidence) {
  for (const Judgement& output : evidence.outputs)
    if (output.verdict == Verdict::kWrong && output.has_worst && !std::isfinite(output.got) &&
        std::isfinite(output.truth))
      return Describe(output);
  return std::nullopt;
}

}  // namespace

OracleDef NanOracle() {
  return {"nan", "NaN or infinity where the truth is a finite number", CaseStatus::kWrong,
          JudgeNan};
}

}  // namespace assay::oracle
