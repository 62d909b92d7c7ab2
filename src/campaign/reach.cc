#include "campaign/reach.h"

#include <algorithm>

#include "generate/combinations.h"
#include "oracle/tap.h"

namespace assay::campaign {
namespace {

// Slow targets are asked for what they may take; what a fast one refuses costs little.
constexpr int kSlowRefusals = 2, kFastRefusals = 4;
constexpr int kSlowRetry = 50, kFastRetry = 16;

// Which inputs are constants, as bits: many frameworks want some of them so.
uint64_t ConstantInputs(const Graph& graph, const Node& node) {
  uint64_t bits = 0;
  for (size_t i = 0; i < node.inputs.size() && i < 16; ++i)
    if (node.inputs[i] != kAbsent && graph.initializer(node.inputs[i]) != nullptr)
      bits |= uint64_t{1} << i;
  return bits | node.inputs.size() << 16;
}

void AddUses(const Graph& graph, int opset, std::vector<uint64_t>& out) {
  for (const NodePtr& node : graph.nodes()) {
    const auto& ids = node->inputs.empty() || node->inputs[0] == kAbsent
                          ? std::span<const ValueId>(node->outputs.begin(), node->outputs.end())
                          : std::span<const ValueId>(node->inputs.begin(), node->inputs.end());
    const TensorType type =
        ids.empty() || ids[0] == kAbsent ? TensorType() : graph.type(ids[0]).tensor;
    const uint64_t op = generate::OperatorHash(node->op, node->domain);
    out.push_back(generate::SupportKey(op, type.dtype));
    out.push_back(generate::TypesKey(graph, *node));
    out.push_back(generate::TypesKey(graph, *node, opset));
    out.push_back(HashCombine(generate::NodeKey(op, type.dtype, generate::ShapeClass(type)),
                              ConstantInputs(graph, *node)));
    for (const auto& [name, attr] : node->attrs) {
      if (const auto* body = std::get_if<GraphPtr>(&attr)) AddUses(**body, opset, out);
    }
  }
}

bool Learns(const lab::Target& target) { return target.slow || target.manifest->narrow(); }

bool PlainNode(const Graph& graph, const Node& node) {
  for (const auto& [name, attr] : node.attrs)
    if (std::holds_alternative<GraphPtr>(attr)) return false;
  const auto plain = [&](ValueId id) { return id == kAbsent || graph.type(id).is_tensor(); };
  return std::ranges::all_of(node.inputs, plain) && std::ranges::all_of(node.outputs, plain);
}

// Whether every node depends on an input, and nothing is known to be without elements.
bool Alive(const Graph& graph) {
  std::vector<bool> runs(graph.value_count(), false);
  for (const ValueId id : graph.inputs)
    runs[static_cast<size_t>(id)] = graph.initializer(id) == nullptr;
  for (const NodePtr& node : graph.nodes()) {
    if (std::ranges::none_of(node->inputs, [&](ValueId id) {
          return id != kAbsent && runs[static_cast<size_t>(id)];
        }))
      return false;
    for (const ValueId id : node->outputs)
      if (id != kAbsent) runs[static_cast<size_t>(id)] = true;
  }
  for (size_t id = 0; id < graph.value_count(); ++id)
    for (const Dim& dim : graph.type(static_cast<ValueId>(id)).tensor.dims)
      if (dim.size == 0) return false;
  return true;
}

}  // namespace

bool PlainEnough(const Model& model, const lab::Manifest& manifest) {
  const Graph& graph = model.graph;
  const auto end = [&](ValueId id) {
    const ValueType& type = graph.type(id);
    return type.is_tensor() && manifest.ends.contains(type.tensor.dtype);
  };
  const auto ranked = [&](ValueId id) {
    return graph.type(id).tensor.dims.size() >= static_cast<size_t>(manifest.least_rank);
  };
  return std::ranges::all_of(graph.inputs, end) && std::ranges::all_of(graph.inputs, ranked) &&
         std::ranges::all_of(graph.outputs, end) && Alive(graph) &&
         std::ranges::all_of(graph.nodes(),
                             [&](const NodePtr& node) { return PlainNode(graph, *node); });
}

std::vector<uint64_t> UsesOf(const Model& model) {
  std::vector<uint64_t> out;
  AddUses(model.graph, model.opset(""), out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Reach::Reach(std::map<std::string, std::vector<uint64_t>> gaps) {
  for (const auto& [target, keys] : gaps) known_[target].gaps.insert(keys.begin(), keys.end());
}

bool Reach::Doubtful(const Known& known, const std::vector<uint64_t>& uses, int refusals) {
  return std::any_of(uses.begin(), uses.end(), [&](uint64_t use) {
    const auto it = known.refused.find(use);
    return known.gaps.contains(use) || (it != known.refused.end() && it->second >= refusals);
  });
}

std::vector<bool> Reach::Takes(const Model& model, const std::vector<uint64_t>& uses,
                               const std::vector<lab::Target>& targets) {
  const std::set<DType> types = oracle::UsedTypes(model.graph);
  const std::lock_guard lock(mutex_);
  std::vector<bool> out;
  for (const lab::Target& target : targets) {
    if (!target.manifest->Refusal(model.opset(""), types).empty() ||
        (target.manifest->narrow() && !PlainEnough(model, *target.manifest))) {
      out.push_back(false);
      continue;
    }
    Known& known = known_[target.name];
    const bool doubtful = Doubtful(known, uses, target.slow ? kSlowRefusals : kFastRefusals);
    const int retry = target.slow ? kSlowRetry : kFastRetry;
    out.push_back(!doubtful || (Learns(target) && ++known.passed_over % retry == 0));
  }
  return out;
}

void Reach::Saw(const lab::Target& target, const std::vector<uint64_t>& uses, bool supported) {
  if (!Learns(target)) return;
  const std::lock_guard lock(mutex_);
  Known& known = known_[target.name];
  for (const uint64_t use : uses) {
    if (supported) {
      known.taken.insert(use);
      known.refused.erase(use);
    } else if (!known.taken.contains(use)) {
      ++known.refused[use];
    }
  }
}

}  // namespace assay::campaign
