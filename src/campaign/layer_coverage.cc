#include "campaign/layer_coverage.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "generate/combinations.h"

namespace assay::campaign {
namespace {

// A key: two bits of kind, 30 of group (the operator, or the operator and its parameter), 32 of
// what was seen.
enum Kind : uint64_t { kSequence = 0, kInput = 1, kShape = 2, kParameter = 3 };
constexpr int kKindShift = 62, kGroupShift = 32;
constexpr uint64_t kGroupMask = (uint64_t{1} << 30) - 1, kSeenMask = (uint64_t{1} << 32) - 1;
constexpr int kSpace = 5;  // COMET's SHAPE_SPACE and PARAMETER_SPACE

uint64_t MakeKey(Kind kind, uint64_t group, uint64_t seen) {
  return kind << kKindShift | (group & kGroupMask) << kGroupShift | (seen & kSeenMask);
}

Kind KindOf(uint64_t key) { return static_cast<Kind>(key >> kKindShift); }
uint64_t GroupOf(uint64_t key) { return key >> kGroupShift; }

// The group of CodeKeys, among the sequences: no operator's hash that anybody has met.
constexpr uint64_t kCodeGroup = kGroupMask;

bool IsCode(uint64_t key) { return KindOf(key) == kSequence && GroupOf(key) == kCodeGroup; }

uint64_t HashText(const std::string& text) { return HashBytes(text); }

// Numbers, words and lists of them; tensors, subgraphs and the like are no parameters.
struct AttrText {
  std::string operator()(int64_t value) const { return StrCat(value); }
  std::string operator()(float value) const { return FormatDouble(static_cast<double>(value)); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<int64_t>& value) const { return Join(value, ","); }
  template <typename T>
  std::string operator()(const T&) const {
    return "";
  }
};

void InputKeys(const Graph& graph, const Node& node, uint64_t op, std::vector<uint64_t>& keys) {
  if (node.inputs.empty() || node.inputs[0] == kAbsent) return;
  const ValueType& type = graph.type(node.inputs[0]);
  if (!type.is_tensor()) return;
  keys.push_back(
      MakeKey(kInput, op, HashText(StrCat("dtype ", static_cast<int>(type.tensor.dtype)))));
  if (!type.tensor.has_rank) return;
  keys.push_back(MakeKey(kInput, op, HashText(StrCat("rank ", type.tensor.rank()))));
  std::vector<int64_t> sizes;
  for (const Dim& dim : type.tensor.dims) sizes.push_back(dim.size);
  keys.push_back(MakeKey(kShape, op, HashText(Join(sizes, ","))));
}

}  // namespace

std::vector<uint64_t> LayerKeys(const Graph& graph) {
  std::vector<uint64_t> keys;
  const std::vector<int> producers = graph.Producers();
  std::vector<uint64_t> ops;
  for (const NodePtr& node : graph.nodes())
    ops.push_back(HashText(StrCat(node->domain, ":", node->op)));
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    for (const ValueId id : node.inputs) {
      const int from = id == kAbsent ? -1 : producers[static_cast<size_t>(id)];
      if (from >= 0) keys.push_back(MakeKey(kSequence, ops[static_cast<size_t>(from)], ops[i]));
    }
    InputKeys(graph, node, ops[i], keys);
    for (const auto& [name, attr] : node.attrs) {
      const std::string text = std::visit(AttrText(), attr);
      if (!text.empty())
        keys.push_back(MakeKey(kParameter, HashCombine(ops[i], HashText(name)), HashText(text)));
    }
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

std::vector<uint64_t> CodeKeys(const Graph& graph) {
  std::vector<uint64_t> keys;
  for (const NodePtr& node : graph.nodes()) {
    uint64_t seen = generate::TypesKey(graph, *node);
    for (const auto& [name, attr] : node->attrs) seen = HashCombine(seen, HashText(name));
    keys.push_back(MakeKey(kSequence, kCodeGroup, seen));
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

int LayerCoverage::AddCode(std::span<const uint64_t> keys) {
  int gained = 0;
  for (const uint64_t key : keys)
    if (IsCode(key) && keys_.insert(key).second) ++gained;
  code_ += gained;
  return gained;
}

bool LayerCoverage::Counts(uint64_t key) const {
  if (IsCode(key) || keys_.contains(key)) return false;
  if (KindOf(key) != kShape && KindOf(key) != kParameter) return true;
  const auto group = by_group_.find(GroupOf(key));
  return group == by_group_.end() || group->second < kSpace;
}

int LayerCoverage::NewIn(std::span<const uint64_t> keys) const {
  return static_cast<int>(std::ranges::count_if(keys, [&](uint64_t key) { return Counts(key); }));
}

int LayerCoverage::Add(std::span<const uint64_t> keys) {
  int gained = 0;
  for (const uint64_t key : keys) {
    if (!Counts(key)) continue;
    keys_.insert(key);
    ++by_group_[GroupOf(key)];
    ++counts_[KindOf(key)];
    ++gained;
  }
  return gained;
}

}  // namespace assay::campaign
