#include "triage/symptom.h"

#include <cmath>
#include <cstdio>

#include "base/hash.h"
#include "base/strings.h"

namespace assay::triage {
namespace {

// The operator that makes the output which is wrong.
std::string ProducerOfWrong(const oracle::TargetResult& result, const Graph& graph) {
  for (const oracle::Judgement& output : result.outputs) {
    if (output.verdict != oracle::Verdict::kWrong) continue;
    for (const NodePtr& node : graph.nodes())
      for (const ValueId id : node->outputs)
        if (id != kAbsent && graph.name_of(id) == output.name) return node->op;
  }
  return "?";
}

// Outside by this many times what is admitted is no matter of rounding.
constexpr double kGross = 16;

bool FarOutside(const oracle::Judgement& output) {
  return output.other_type || !output.has_worst || !std::isfinite(output.excess) ||
         output.excess > kGross * std::fabs(output.bound);
}

}  // namespace

Symptom SymptomOf(const oracle::TargetResult& result, const Graph& graph,
                  const std::string& framework) {
  Symptom out;
  out.framework = framework;
  out.oracle = result.oracle;
  if (result.status != oracle::CaseStatus::kWrong) {
    out.stage = result.stage;
    out.message = NormalizedMessage(result.message);
    return out;
  }
  if (!result.faults.empty()) {
    out.op = result.faults.front().op;
    out.gross = result.faults.front().gross;
  } else {
    out.ahead = ProducerOfWrong(result, graph);
  }
  for (const oracle::Judgement& output : result.outputs)
    if (output.verdict == oracle::Verdict::kWrong) out.gross = out.gross || FarOutside(output);
  return out;
}

bool SameFailure(const Symptom& wanted, const Symptom& seen) {
  return wanted.framework == seen.framework && wanted.oracle == seen.oracle &&
         wanted.stage == seen.stage && wanted.message == seen.message && wanted.op == seen.op &&
         (seen.gross || !wanted.gross);
}

std::string CauseText(const Symptom& symptom) {
  if (!symptom.op.empty()) return StrCat("layer ", symptom.op);
  if (!symptom.ahead.empty()) return StrCat("as a whole, output of ", symptom.ahead);
  return symptom.message;
}

std::string Signature(const oracle::TargetResult& result, const Graph& graph) {
  const Symptom symptom = SymptomOf(result, graph, "");
  return StrCat(result.name, " | ", result.oracle, " | ", symptom.stage, " | ", CauseText(symptom));
}

std::string FindingId(const std::string& signature) {
  char text[16];
  std::snprintf(text, sizeof text, "f%012llx",
                static_cast<unsigned long long>(HashBytes(signature) >> 16));
  return text;
}

}  // namespace assay::triage
