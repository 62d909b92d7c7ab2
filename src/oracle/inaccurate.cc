// inaccurate: inside the bounds that known approximations need, but outside those of a careful
// library by more than a hundred units in the last place, every time. A finding only where nobody
// else has it (campaign::DropShared), as most of it is the price of speed.
#include "oracle/inaccurate.h"

#include "base/strings.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

bool Far(const Judgement& output) {
  return output.verdict == Verdict::kSuspicious && output.beyond_strict > kInaccurateUnits;
}

std::optional<std::string> JudgeInaccurate(const Evidence& evidence) {
  if (!evidence.seek_inaccurate) return std::nullopt;
  for (size_t i = 0; i < evidence.outputs.size(); ++i) {
    const Judgement& output = evidence.outputs[i];
    const bool repeats = i >= evidence.second_outputs.size() || Far(evidence.second_outputs[i]);
    if (Far(output) && repeats)
      // What is the same in all such cases is the first line.
      return StrCat(
          "far less accurate than a careful library\noutput '", output.name, "', ",
          FormatDouble(output.beyond_strict),
          " units in the last place beyond its bounds; nearest to its own: ", Describe(output));
  }
  return std::nullopt;
}

}  // namespace

OracleDef InaccurateOracle() {
  return {"inaccurate", "far less accurate than a careful library, and than everybody else",
          CaseStatus::kInaccurate, JudgeInaccurate};
}

}  // namespace assay::oracle
