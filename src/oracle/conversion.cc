// conversion: a deployment path does not get a legal model into its other form, twice: an exporter,
// converter or quantiser fails, or what it wrote cannot be loaded. Kept apart from `rejected`, as
// it says nothing about how the framework runs the model itself.
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

constexpr std::string_view kConversion = "conversion";  // as docs/reference/protocol.md has it

bool Fails(const lab::Observation& seen) {
  return seen.ending == lab::Ending::kFailed && seen.kind == kConversion;
}

std::optional<std::string> JudgeConversion(const Evidence& evidence) {
  if (!Fails(evidence.first) || (evidence.second.has_value() && !Fails(*evidence.second)))
    return std::nullopt;
  return evidence.first.message;
}

}  // namespace

OracleDef ConversionOracle() {
  return {"conversion", "a legal model cannot be saved, converted or loaded again",
          CaseStatus::kRejected, JudgeConversion};
}

}  // namespace assay::oracle
