#include "reduce/reduce.h"

#include "base/strings.h"
#include "onnx/official.h"
#include "reduce/notes.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

// Passes enable each other, but not for ever: a further round seldom brings anything after this
// many.
constexpr int kMostRounds = 8;

// All passes until none of them takes anything. False when it was cut short.
bool RunPasses(Search& search) {
  for (int round = 0; round < kMostRounds; ++round) {
    const int taken = search.taken();
    for (const PassDef& pass : AllPasses()) {
      search.SetPass(pass.name);
      pass.run(search);
      if (search.stopped()) return false;
    }
    if (search.taken() == taken) return true;
  }
  return true;
}

// The last case that repeats in a clean process. Some failures need what an earlier case has left
// behind in the process; those that do not repeat are looked for again, every try in a process of
// its own.
std::optional<triage::Sighted> Confirm(Search& search, const ModelCase& original, bool& complete) {
  search.SetPass("confirm");
  auto proof = search.Fresh();
  if (proof.has_value() || search.interrupted()) return proof;
  search.Restore(original);
  search.TrustOnlyFresh();
  proof = search.Fresh();
  if (!proof.has_value()) return proof;
  complete = RunPasses(search);
  proof = search.Fresh();
  if (proof.has_value() || search.interrupted()) return proof;
  // It comes and goes.
  complete = false;
  search.Restore(original);
  return search.Fresh();
}

bool Quotes(const std::string& message, const std::string& name) {
  for (const char* mark : {"'", "\"", ":"})
    if (message.find(mark + name) != std::string::npos) return true;
  return false;
}

}  // namespace

Result<Reduced> Reduce(const ModelCase& original, const triage::Probe& probe,
                       const triage::Symptom& wanted, const Options& options) {
  const bool unsteady = wanted.oracle == "nondeterministic";
  // What the whole official check accepts is never made into what it refuses.
  const bool inferred = onnxio::CheckWithOfficialInference(original.model).ok();
  const Ask ask = [&, inferred](const ModelCase& model_case, bool fresh) {
    return probe.Run(
        model_case, {.confirm = unsteady, .fresh = fresh, .inferred = inferred, .rerun = unsteady});
  };
  Search search(original, ask, wanted, options);
  Reduced out;
  out.original_nodes = original.model.graph.node_count();
  out.complete = RunPasses(search);
  const auto proof = Confirm(search, original, out.complete);
  if (!proof.has_value() && !search.interrupted())
    return Invalid(
        "the failure does not repeat in a clean process, so that no smaller case can be trusted");
  if (proof.has_value()) out.proof = proof->result;
  out.opset_low = out.opset_high = search.current().model.opset("");
  if (options.notes && !search.stopped()) {
    search.SetPass("notes");
    const OpsetRange opsets = FindOpsets(search);
    out.opset_low = opsets.low;
    out.opset_high = opsets.high;
    out.notes = FindNotes(search);
  }
  out.model_case = search.current();
  out.symptom = search.wanted();
  out.tries = search.tries();
  out.seconds = search.seconds();
  search.SetPass("");
  return out;
}

std::string Suspect(const ModelCase& model_case, const oracle::TargetResult& result) {
  if (!result.faults.empty()) return result.faults.front().tensor;
  const Graph& graph = model_case.model.graph;
  // Wrong as a whole: the operator that makes the wrong output.
  for (const oracle::Judgement& output : result.outputs)
    if (output.verdict == oracle::Verdict::kWrong) return output.name;
  // A message that quotes the name of a node or of a tensor; the longest such name counts.
  std::string best, tensor;
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs) {
      if (id == kAbsent) continue;
      for (const std::string& name : {node->name, graph.name_of(id)}) {
        if (name.size() <= best.size() || !Quotes(result.message, name)) continue;
        best = name;
        tensor = graph.name_of(id);
      }
    }
  return tensor;
}

std::string LockedOn(const triage::Symptom& wanted) {
  std::string out = wanted.oracle;
  if (!wanted.stage.empty()) out += StrCat(" at ", wanted.stage);
  if (!wanted.message.empty()) out += StrCat(": ", wanted.message);
  if (!wanted.op.empty())
    out += StrCat(" of layer ", wanted.op);
  else if (!wanted.ahead.empty())
    out += " of the model as a whole, while each layer by itself is right";
  if (wanted.gross) out += ", too far outside the bound for rounding";
  return out;
}

}  // namespace assay::reduce
