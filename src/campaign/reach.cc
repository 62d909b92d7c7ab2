#include "campaign/reach.h"

#include <algorithm>

#include "generate/combinations.h"
#include "oracle/tap.h"

namespace assay::campaign {
namespace {

constexpr int kRefusals = 2;
constexpr int kRetry = 50;

// Which inputs are constants, as bits: many frameworks want some of them so.
uint64_t ConstantInputs(const Graph& graph, const Node& node) {
  uint64_t bits = 0;
  for (size_t i = 0; i < node.inputs.size() && i < 16; ++i)
    if (node.inputs[i] != kAbsent && graph.initializer(node.inputs[i]) != nullptr)
      bits |= uint64_t{1} << i;
  return bits | node.inputs.size() << 16;
}

void AddUses(const Graph& graph, std::vector<uint64_t>& out) {
  for (const NodePtr& node : graph.nodes()) {
    const auto& ids = node->inputs.empty() || node->inputs[0] == kAbsent
                          ? std::span<const ValueId>(node->outputs.begin(), node->outputs.end())
                          : std::span<const ValueId>(node->inputs.begin(), node->inputs.end());
    const TensorType type =
        ids.empty() || ids[0] == kAbsent ? TensorType() : graph.type(ids[0]).tensor;
    const uint64_t op = generate::OperatorHash(node->op, node->domain);
    out.push_back(generate::SupportKey(op, type.dtype));
    out.push_back(HashCombine(generate::NodeKey(op, type.dtype, generate::ShapeClass(type)),
                              ConstantInputs(graph, *node)));
    for (const auto& [name, attr] : node->attrs) {
      if (const auto* body = std::get_if<GraphPtr>(&attr)) AddUses(**body, out);
    }
  }
}

}  // namespace

std::vector<uint64_t> UsesOf(const Graph& graph) {
  std::vector<uint64_t> out;
  AddUses(graph, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Reach::Reach(std::map<std::string, std::vector<uint64_t>> gaps) {
  for (const auto& [target, keys] : gaps) known_[target].gaps.insert(keys.begin(), keys.end());
}

bool Reach::Doubtful(const Known& known, const std::vector<uint64_t>& uses) {
  return std::any_of(uses.begin(), uses.end(), [&](uint64_t use) {
    const auto it = known.refused.find(use);
    return known.gaps.contains(use) || (it != known.refused.end() && it->second >= kRefusals);
  });
}

std::vector<bool> Reach::Takes(const Model& model, const std::vector<uint64_t>& uses,
                               const std::vector<lab::Target>& targets) {
  const std::set<DType> types = oracle::UsedTypes(model.graph);
  const std::lock_guard lock(mutex_);
  std::vector<bool> out;
  for (const lab::Target& target : targets) {
    if (!target.manifest->Refusal(model.opset(""), types).empty()) {
      out.push_back(false);
      continue;
    }
    Known& known = known_[target.name];
    const bool doubtful = Doubtful(known, uses);
    out.push_back(!doubtful || (target.slow && ++known.passed_over % kRetry == 0));
  }
  return out;
}

void Reach::Saw(const lab::Target& target, const std::vector<uint64_t>& uses, bool supported) {
  if (!target.slow) return;
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
