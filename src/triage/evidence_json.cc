#include "triage/evidence_json.h"

#include <cmath>

namespace assay::triage {
namespace {

nlohmann::json Number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

}  // namespace

nlohmann::json EvidenceJson(const oracle::TargetResult& result) {
  nlohmann::json out = {{"target", result.name},
                        {"version", result.version},
                        {"status", oracle::CaseStatusName(result.status)},
                        {"oracle", result.oracle},
                        {"message", result.message}};
  if (!result.stage.empty()) out["stage"] = result.stage;
  if (!result.kind.empty()) out["error"] = result.kind;
  if (const oracle::Judgement* output =
          oracle::FirstWith(result.outputs, oracle::Verdict::kWrong)) {
    out["output"] = output->name;
    if (!output->note.empty()) out["note"] = output->note;
    if (output->has_worst) {
      out["element"] = output->worst_index;
      out["got"] = Number(output->got);
      out["truth"] = Number(output->truth);
      out["bound"] = Number(output->bound);
    }
  }
  if (!result.faults.empty()) {
    const oracle::LayerFault& fault = result.faults.front();
    out["layer"] = {{"op", fault.op},           {"tensor", fault.tensor},
                    {"element", fault.element}, {"got", Number(fault.got)},
                    {"low", Number(fault.lo)},  {"high", Number(fault.hi)}};
  }
  return out;
}

}  // namespace assay::triage
