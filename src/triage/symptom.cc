#include "triage/symptom.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "mutate/edit.h"

namespace assay::triage {
namespace {

// The output that the oracle speaks of; nullptr when the layers alone are wrong.
const oracle::Judgement* WrongOutput(const oracle::TargetResult& result) {
  for (const oracle::Judgement& output : result.outputs)
    if (output.verdict == oracle::Verdict::kWrong &&
        (result.oracle != "shape" || output.other_type))
      return &output;
  return oracle::FirstWith(result.outputs, oracle::Verdict::kWrong);
}

std::string ProducerOf(const std::string& name, const Graph& graph) {
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent && graph.name_of(id) == name) return node->op;
  return "?";
}

// The operator that makes the output which is wrong.
std::string ProducerOfWrong(const oracle::TargetResult& result, const Graph& graph) {
  const oracle::Judgement* output = WrongOutput(result);
  return output == nullptr ? "?" : ProducerOf(output->name, graph);
}

// The operator that makes the output which is furthest beyond a careful library's bounds.
std::string LeastAccurate(const oracle::TargetResult& result, const Graph& graph) {
  const auto worst =
      std::ranges::max_element(result.outputs, {}, &oracle::Judgement::beyond_strict);
  return worst == result.outputs.end() ? "?" : ProducerOf(worst->name, graph);
}

// The names of all that the value is made of, its own included.
std::set<std::string> Ancestors(const Graph& graph, const std::string& name) {
  std::set<std::string> out = {name};
  for (size_t i = graph.node_count(); i-- > 0;) {
    const Node& node = graph.node(i);
    if (std::ranges::none_of(node.outputs, [&](ValueId id) {
          return id != kAbsent && out.contains(graph.name_of(id));
        }))
      continue;
    for (const ValueId id : node.inputs)
      if (id != kAbsent) out.insert(graph.name_of(id));
    for (const ValueId id : mutate::CapturedBy(graph, node)) out.insert(graph.name_of(id));
  }
  return out;
}

// The first wrong layer on the way to the wrong output: another one is another failure.
const oracle::LayerFault* FirstFault(const oracle::TargetResult& result, const Graph& graph) {
  if (result.faults.empty()) return nullptr;
  const oracle::Judgement* output = WrongOutput(result);
  if (output == nullptr) return &result.faults.front();
  const std::set<std::string> before = Ancestors(graph, output->name);
  const auto fault = std::ranges::find_if(
      result.faults, [&](const oracle::LayerFault& one) { return before.contains(one.tensor); });
  return fault == result.faults.end() ? nullptr : &*fault;
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
    if (result.status == oracle::CaseStatus::kInaccurate) out.ahead = LeastAccurate(result, graph);
    return out;
  }
  if (const oracle::LayerFault* fault = FirstFault(result, graph)) {
    out.op = fault->op;
    out.gross = fault->gross;
  } else {
    out.ahead = ProducerOfWrong(result, graph);
  }
  for (const oracle::Judgement& output : result.outputs)
    if (output.verdict == oracle::Verdict::kWrong) {
      out.output = true;
      out.gross = out.gross || FarOutside(output);
    }
  return out;
}

bool SameFailure(const Symptom& wanted, const Symptom& seen) {
  return wanted.framework == seen.framework && wanted.oracle == seen.oracle &&
         wanted.stage == seen.stage && wanted.message == seen.message && wanted.op == seen.op &&
         (seen.gross || !wanted.gross) && (seen.output || !wanted.output);
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
