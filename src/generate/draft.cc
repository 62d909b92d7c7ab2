#include "generate/draft.h"

#include <algorithm>

namespace assay::generate {
namespace {

size_t ListOf(const DraftValue& value) { return static_cast<size_t>(value.actual.dtype); }

}  // namespace

void Draft::Reserve(size_t nodes) {
  values_.reserve(4 * nodes + 8);  // a node brings one result and up to three operands
  nodes_.reserve(nodes + 4);
}

ValueId Draft::Add(DraftValue value, bool is_listed) {
  const auto id = static_cast<ValueId>(values_.size());
  if (is_listed) listed_[ListOf(value)].push_back(id);
  if (value.source == DraftValue::Source::kInput) ++input_count_;
  is_listed_.push_back(is_listed);
  values_.push_back(std::move(value));
  return id;
}

void Draft::Rollback(const Mark& mark) {
  while (values_.size() > mark.values) {
    if (is_listed_.back()) listed_[ListOf(values_.back())].pop_back();
    if (values_.back().source == DraftValue::Source::kInput) --input_count_;
    is_listed_.pop_back();
    values_.pop_back();
  }
  nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(mark.nodes), nodes_.end());
}

void Draft::ShareWeights() {
  std::vector<ValueId> kept;
  std::vector<ValueId> now(values_.size());
  for (size_t k = 0; k < values_.size(); ++k) {
    const auto id = static_cast<ValueId>(k);
    now[k] = id;
    const DraftValue& v = values_[k];
    if (v.source != DraftValue::Source::kWeight || v.overridable ||
        v.data.dtype() == DType::kUndefined)
      continue;
    const auto same =
        std::ranges::find_if(kept, [&](ValueId other) { return value(other).data == v.data; });
    if (same == kept.end())
      kept.push_back(id);
    else
      now[k] = *same;
  }
  for (Node& node : nodes_)
    for (ValueId& id : node.inputs)
      if (id != kAbsent) id = now[static_cast<size_t>(id)];
}

std::string Draft::NameOf(ValueId id) const {
  const DraftValue& v = value(id);
  if (!v.name.empty()) return v.name;
  constexpr char kLetters[] = {'x', 'c', 'v'};
  std::string name = prefix_;
  name.push_back(kLetters[static_cast<size_t>(v.source)]);
  return name += std::to_string(id);
}

std::vector<bool> Draft::Used() const {
  std::vector<bool> used(values_.size(), false);
  for (const Node& node : nodes_) {
    for (const ValueId id : node.inputs)
      if (id != kAbsent) used[static_cast<size_t>(id)] = true;
    // Names end in the number of their value.
    ForEachCaptured(node, [&](const std::string& name) {
      const size_t digits = name.find_last_not_of("0123456789") + 1;
      used[std::stoul(name.substr(digits))] = true;
    });
  }
  return used;
}

std::vector<ValueId> Draft::MoveInto(Graph& graph, const std::vector<bool>& keep) {
  std::vector<ValueId> ids(values_.size(), kAbsent);
  for (size_t k = 0; k < values_.size(); ++k) {
    if (!keep[k]) continue;
    DraftValue& v = values_[k];
    ids[k] = graph.AddValue(NameOf(static_cast<ValueId>(k)), std::move(v.declared));
    if (v.source == DraftValue::Source::kWeight) graph.SetInitializer(ids[k], v.data);
  }
  for (Node& node : nodes_) {
    for (ValueId& id : node.inputs)
      if (id != kAbsent) id = ids[static_cast<size_t>(id)];
    for (ValueId& id : node.outputs)
      if (id != kAbsent) id = ids[static_cast<size_t>(id)];
    graph.AddNode(std::move(node));
  }
  return ids;
}

Graph Draft::Finish(std::vector<Datum>& inputs) {
  Graph graph;
  const std::vector<bool> used = Used();
  std::vector<bool> keep = used;
  std::vector<ValueId> outputs;
  for (const Node& node : nodes_)
    for (const ValueId id : node.outputs) {
      if (id == kAbsent) continue;
      keep[static_cast<size_t>(id)] = true;
      if (!used[static_cast<size_t>(id)] ||
          std::ranges::find(also_outputs_, id) != also_outputs_.end())
        outputs.push_back(id);
    }
  const std::vector<ValueId> ids = MoveInto(graph, keep);
  for (const ValueId id : outputs) graph.outputs.push_back(ids[static_cast<size_t>(id)]);
  for (size_t k = 0; k < values_.size(); ++k) {
    const DraftValue& v = values_[k];
    if (!used[k] || (v.source != DraftValue::Source::kInput && !v.overridable)) continue;
    graph.inputs.push_back(ids[k]);
    inputs.emplace_back(v.data);
  }
  return graph;
}

Graph Draft::FinishBody(std::string name, const std::vector<ValueId>& formal,
                        const std::vector<ValueId>& outputs) {
  Graph graph;
  graph.name = std::move(name);
  std::vector<bool> keep = Used();
  for (const ValueId id : formal) keep[static_cast<size_t>(id)] = true;
  for (const Node& node : nodes_)
    for (const ValueId id : node.outputs)
      if (id != kAbsent) keep[static_cast<size_t>(id)] = true;
  for (const ValueId id : outputs) keep[static_cast<size_t>(id)] = true;
  const std::vector<ValueId> ids = MoveInto(graph, keep);
  for (const ValueId id : formal) graph.inputs.push_back(ids[static_cast<size_t>(id)]);
  for (const ValueId id : outputs) graph.outputs.push_back(ids[static_cast<size_t>(id)]);
  for (size_t k = 0; k < values_.size(); ++k)
    if (keep[k] && values_[k].source == DraftValue::Source::kOuter &&
        std::ranges::find(formal, static_cast<ValueId>(k)) == formal.end())
      graph.captured.push_back(ids[k]);
  return graph;
}

}  // namespace assay::generate
