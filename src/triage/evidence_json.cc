#include "triage/evidence_json.h"

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace assay::triage {
namespace {

nlohmann::json Number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

// Of two runs that differ: where, as the oracle tells it on the second line of its message.
void AddDifference(const std::string& message, nlohmann::json& out) {
  constexpr std::string_view kHead = "\noutput '";
  constexpr std::string_view kElement = "', element ";
  const size_t at = message.find(kHead);
  if (at == std::string::npos) return;
  const size_t name = at + kHead.size(), close = message.find('\'', name);
  if (close == std::string::npos) return;
  out["output"] = message.substr(name, close - name);
  out["note"] = message.substr(at + 1);
  if (message.compare(close, kElement.size(), kElement) == 0)
    out["element"] = std::strtoll(message.c_str() + close + kElement.size(), nullptr, 10);
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
      if (output->ends) out["ends"] = true;
      if (output->ends || oracle::WiderElsewhere(*output)) {
        out["low"] = Number(output->lo);
        out["high"] = Number(output->hi);
      }
    }
  } else if (result.status == oracle::CaseStatus::kNondeterministic) {
    AddDifference(result.message, out);
  }
  if (!result.faults.empty()) {
    const oracle::LayerFault& fault = result.faults.front();
    out["layer"] = {{"op", fault.op},           {"tensor", fault.tensor},
                    {"element", fault.element}, {"got", Number(fault.got)},
                    {"low", Number(fault.lo)},  {"high", Number(fault.hi)}};
    if (fault.ends) out["layer"]["ends"] = true;
  }
  return out;
}

}  // namespace assay::triage
