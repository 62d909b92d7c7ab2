// shape: an output of another element type or shape than the specification gives it.
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

std::optional<std::string> JudgeShape(const Evidence& evidence) {
  for (const Judgement& output : evidence.outputs)
    if (output.verdict == Verdict::kWrong && output.other_type) return Describe(output);
  return std::nullopt;
}

}  // namespace

OracleDef ShapeOracle() {
  return {"shape", "an output of the wrong shape or element type", CaseStatus::kWrong, JudgeShape};
}

}  // namespace assay::oracle
