#include "generate/random_graph.h"

#include <algorithm>
#include <map>

#include "generate/grower.h"
#include "generate/pattern_grower.h"
#include "generate/subgraph_nodes.h"
#include "ops/infer.h"

namespace assay::generate {
namespace {

constexpr int kTriesPerNode = 40;
constexpr int kTriesForPattern = 4;
constexpr int64_t kMostFirstPatterns = 3;
constexpr double kChanceOfConstants = 0.02, kChanceOfSpecialConstants = 0.15;
constexpr size_t kLargestPattern = 100;

// The oldest file format that holds the opset: old releases of a framework refuse newer ones.
int IrVersionFor(int opset) { return opset <= 18 ? 8 : opset <= 20 ? 9 : 10; }

int ChooseOpset(Rng& rng, const GraphOptions& options) {
  if (options.newest_opset <= options.opset) return options.opset;
  return static_cast<int>(rng.Int(options.opset, options.newest_opset));
}

constexpr std::string_view kSpecialOperators[] = {
#define OPERATOR(Name) #Name,
#include "generate/special_operators.def"
#undef OPERATOR
};

template <typename Names>
std::vector<Candidate> Only(std::span<const Candidate> all, const Names& names) {
  std::vector<Candidate> out;
  for (const Candidate& candidate : all)
    if (std::ranges::find(names, candidate.op->name) != std::ranges::end(names))
      out.push_back(candidate);
  return out;
}

bool GrowFirst(Grower& grower, int opset, const std::string& name) {
  const Candidate* first = FindCandidate(CandidatesAt(opset), name);
  if (first == nullptr) return false;
  for (int i = 0; i < kTriesPerNode; ++i)
    if (grower.Try(*first)) return true;
  return false;
}

size_t RoomFor(const Grower& grower, const GraphOptions& options) {
  const size_t nodes = grower.draft().node_count(), most = static_cast<size_t>(options.nodes);
  return most - std::min(most, nodes);
}

void FirstPattern(Grower& grower, Rng& rng, const GraphOptions& options) {
  if (options.first_pattern <= 0 || !options.only.empty() || !rng.Chance(options.first_pattern))
    return;
  const size_t room = options.exact ? RoomFor(grower, options) : kLargestPattern;
  // Independent of each other mostly: several cost little more than one.
  for (int64_t left = options.exact ? 1 : rng.Int(1, kMostFirstPatterns); left > 0; --left)
    for (int i = 0; i < kTriesForPattern; ++i)
      if (GrowSomePattern(grower, rng, options, room)) break;
}

void OneStep(Grower& grower, Rng& rng, const GraphOptions& options) {
  if (options.patterns > 0 && options.only.empty() && rng.Chance(options.patterns) &&
      GrowSomePattern(grower, rng, options, RoomFor(grower, options)))
    return;
  if (options.only.empty() && !options.special) {
    if (options.control_flow > 0 && rng.Chance(options.control_flow)) {
      AddControlFlow(grower, rng, options);
      return;
    }
    if (options.sequences > 0 && rng.Chance(options.sequences)) {
      AddSequenceUse(grower, rng, options);
      return;
    }
  }
  if (options.twins > 0 && rng.Chance(options.twins) && grower.AddTwin()) return;
  grower.Step();
}

void AddOutputs(Draft& draft, Rng& rng) {
  for (int64_t left = rng.Int(1, 2); left > 0; --left) {
    const Node& node = rng.Pick(std::span<const Node>(draft.nodes()));
    if (node.outputs[0] != kAbsent) draft.AlsoOutput(node.outputs[0]);
  }
}

constexpr int kChoices = 3;
constexpr double kChanceOfAxis = 0.4;
constexpr double kChanceToShare = 0.7;

// Names for sizes. Axes of the same size may get the same name, axes of different sizes never do.
class Names {
 public:
  std::string For(Rng& rng, int64_t size, bool first_axis) {
    const auto known = by_size_.find(size);
    if (known != by_size_.end() && rng.Chance(kChanceToShare)) return known->second;
    const bool batch = first_axis && !has_batch_;
    has_batch_ = has_batch_ || batch;
    return by_size_[size] = batch ? "batch" : "d" + std::to_string(++count_);
  }
  bool any() const { return !by_size_.empty(); }

 private:
  std::map<int64_t, std::string> by_size_;
  bool has_batch_ = false;
  int count_ = 0;
};

bool NameAxes(Rng& rng, Graph& graph) {
  Names names;
  for (const ValueId id : graph.inputs) {
    ValueType type = graph.type(id);
    // The default of an input has its sizes; the operators on texts distinguish [1,C] from others.
    if (!type.is_tensor() || graph.initializer(id) != nullptr ||
        type.tensor.dtype == DType::kString)
      continue;
    for (size_t i = 0; i < type.tensor.dims.size(); ++i) {
      Dim& dim = type.tensor.dims[i];
      if (dim.known() && rng.Chance(kChanceOfAxis))
        dim = Dim::Named(names.For(rng, dim.size, i == 0));
    }
    graph.SetType(id, type);
  }
  return names.any();
}

// What nodes give is inferred anew; only their ranks are kept, which an output must have.
void ForgetSizes(Graph& graph) {
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs) {
      if (id == kAbsent) continue;
      ValueType type = graph.type(id);
      if (type.is_tensor())
        for (Dim& dim : type.tensor.dims) dim = Dim::Unknown();
      else
        type = ValueType();
      graph.SetType(id, type);
    }
}

}  // namespace

std::optional<RandomCase> RandomGraph(Rng& rng, const GraphOptions& options) {
  const int opset = ChooseOpset(rng, options);
  std::span<const Candidate> candidates = CandidatesAt(opset);
  std::vector<Candidate> chosen;
  if (!options.only.empty())
    candidates = chosen = Only(candidates, options.only);
  else if (options.special)
    candidates = chosen = Only(candidates, kSpecialOperators);
  if (candidates.empty()) return std::nullopt;

  Draft draft;
  draft.Reserve(static_cast<size_t>(options.nodes));
  // A graph of weights alone is folded when it is loaded.
  const bool constants =
      rng.Chance(options.special ? kChanceOfSpecialConstants : kChanceOfConstants);
  Grower grower(draft, rng, options, opset, candidates, !(constants && options.constant_graphs));
  for (int i = 0; i < 2; ++i)
    grower.AddOperand(TensorType(options.dtype, OperandShape(rng, options.max_elements)));
  if (!options.first.empty() && !GrowFirst(grower, opset, options.first)) return std::nullopt;
  FirstPattern(grower, rng, options);
  const auto wanted = static_cast<size_t>(options.nodes);
  for (int tries = kTriesPerNode * options.nodes; draft.node_count() < wanted && tries > 0; --tries)
    OneStep(grower, rng, options);
  if (draft.node_count() == 0) return std::nullopt;

  if (options.more_outputs > 0 && rng.Chance(options.more_outputs)) AddOutputs(draft, rng);
  if (options.shared_weights > 0 && rng.Chance(options.shared_weights)) draft.ShareWeights();
  RandomCase out;
  out.model.ir_version = IrVersionFor(opset);
  out.model.opsets[""] = opset;
  out.patterns = draft.patterns();
  out.model.graph = draft.Finish(out.inputs);
  out.model.graph.name = "random";
  out.valid = options.valid_values;
  if (options.dynamic > 0 && rng.Chance(options.dynamic)) MakeDynamic(rng, out.model);
  return out;
}

bool TakesSpecialValues(std::string_view op) {
  return std::ranges::find(kSpecialOperators, op) != std::end(kSpecialOperators);
}

bool MakeDynamic(Rng& rng, Model& model) {
  for (int i = 0; i < kChoices; ++i) {
    Model candidate = model;
    if (!NameAxes(rng, candidate.graph)) continue;
    ForgetSizes(candidate.graph);
    if (!ops::InferTypes(candidate).ok()) continue;
    model = std::move(candidate);
    return true;
  }
  return false;
}

}  // namespace assay::generate
