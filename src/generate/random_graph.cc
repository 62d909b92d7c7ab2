#include "generate/random_graph.h"

#include <algorithm>

#include "generate/control_flow.h"
#include "generate/dynamic_shapes.h"
#include "generate/grower.h"
#include "generate/sequences.h"

namespace assay::generate {
namespace {

constexpr int kTriesPerNode = 40;

// The oldest file format that holds the opset: old releases of a framework refuse newer ones.
int IrVersionFor(int opset) { return opset <= 18 ? 8 : opset <= 20 ? 9 : 10; }

int ChooseOpset(Rng& rng, const GraphOptions& options) {
  if (options.newest_opset <= options.opset) return options.opset;
  return static_cast<int>(rng.Int(options.opset, options.newest_opset));
}

std::vector<Candidate> Only(std::span<const Candidate> all, const std::vector<std::string>& names) {
  std::vector<Candidate> out;
  for (const Candidate& candidate : all)
    if (std::ranges::find(names, candidate.op->name) != names.end()) out.push_back(candidate);
  return out;
}

bool GrowFirst(Grower& grower, int opset, const std::string& name) {
  const Candidate* first = FindCandidate(CandidatesAt(opset), name);
  if (first == nullptr) return false;
  for (int i = 0; i < kTriesPerNode; ++i)
    if (grower.Try(*first)) return true;
  return false;
}

void OneStep(Grower& grower, Rng& rng, const GraphOptions& options) {
  if (options.only.empty()) {
    if (options.control_flow > 0 && rng.Chance(options.control_flow)) {
      AddControlFlow(grower, rng, options);
      return;
    }
    if (options.sequences > 0 && rng.Chance(options.sequences)) {
      AddSequenceUse(grower, rng, options);
      return;
    }
  }
  grower.Step();
}

}  // namespace

std::optional<RandomCase> RandomGraph(Rng& rng, const GraphOptions& options) {
  const int opset = ChooseOpset(rng, options);
  std::span<const Candidate> candidates = CandidatesAt(opset);
  std::vector<Candidate> chosen;
  if (!options.only.empty()) candidates = chosen = Only(candidates, options.only);
  if (candidates.empty()) return std::nullopt;

  Draft draft;
  draft.Reserve(static_cast<size_t>(options.nodes));
  Grower grower(draft, rng, options, opset, candidates, true);
  for (int i = 0; i < 2; ++i)
    grower.AddOperand(TensorType(options.dtype, OperandShape(rng, options.max_elements)));
  if (!options.first.empty() && !GrowFirst(grower, opset, options.first)) return std::nullopt;
  const auto wanted = static_cast<size_t>(options.nodes);
  for (int tries = kTriesPerNode * options.nodes; draft.node_count() < wanted && tries > 0; --tries)
    OneStep(grower, rng, options);
  if (draft.node_count() == 0) return std::nullopt;

  RandomCase out;
  out.model.ir_version = IrVersionFor(opset);
  out.model.opsets[""] = opset;
  out.model.graph = draft.Finish(out.inputs);
  out.model.graph.name = "random";
  out.valid = options.valid_values;
  if (options.dynamic > 0 && rng.Chance(options.dynamic)) MakeDynamic(rng, out.model);
  return out;
}

}  // namespace assay::generate
