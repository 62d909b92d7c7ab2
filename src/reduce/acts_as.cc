#include "reduce/acts_as.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/strings.h"
#include "reduce/extract.h"
#include "triage/case_bytes.h"
#include "triage/cause.h"
#include "triage/family.h"
#include "triage/stand_in.h"

namespace assay::reduce {
namespace {

// Larger cases were not really reduced.
constexpr size_t kFewNodes = 4;

struct Alternative {
  std::string text;
  ModelCase model_case;
};
using Alternatives = std::vector<Alternative>;
using Texts = std::set<std::string>;

// What is beside nodes that are gone: values are moved and passed on by what does not matter, as
// long as there is something else.
Texts Beside(const Graph& graph, const std::vector<bool>& gone) {
  Texts out;
  for (size_t i = 0; i < graph.node_count(); ++i)
    if (!gone[i]) out.insert(triage::SurroundingsOf(graph.node(i).op));
  if (out.empty())
    for (const NodePtr& node : graph.nodes()) out.insert(triage::SurroundingsOf(node->op));
  for (const std::string& name : {std::string(triage::kStandIns[0].op), triage::kLayout})
    if (out.size() > 1) out.erase(name);
  return out;
}

std::string TextWithout(const Graph& graph, const std::vector<bool>& gone) {
  Texts names;
  for (size_t i = 0; i < graph.node_count(); ++i)
    if (gone[i])
      names.insert(graph.node(i).op == triage::kStandIns[0].op ? triage::kAnyOperator
                                                               : graph.node(i).op);
  return triage::WithoutText(Join(names, ", "), Join(Beside(graph, gone), ", "));
}

// Hands on what it is given.
bool Skip(ModelCase& model_case, size_t at, size_t operand) {
  Graph& graph = model_case.model.graph;
  const Node& node = graph.node(at);
  const ValueId result = triage::OnlyResult(graph, node);
  if (result == kAbsent || operand >= node.inputs.size() || node.inputs[operand] == kAbsent ||
      IsParameter(graph, node, operand))
    return false;
  Node identity;
  identity.name = node.name;
  identity.op = "Identity";
  identity.inputs = {node.inputs[operand]};
  identity.outputs = {result};
  graph.SetNode(at, std::move(identity));
  return true;
}

void AddSkips(const ModelCase& small, Alternatives& of_one, Alternatives& of_two) {
  const Graph& graph = small.model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (size_t k = 0; k < graph.node(i).inputs.size(); ++k) {
      ModelCase one = small;
      if (!Skip(one, i, k)) continue;
      std::vector<bool> gone(graph.node_count(), false);
      gone[i] = true;
      of_one.push_back({TextWithout(graph, gone), one});
      for (size_t j = i + 1; j < graph.node_count(); ++j) {
        ModelCase two = one;
        std::vector<bool> both = gone;
        both[j] = true;
        if (Skip(two, j, 0)) of_two.push_back({TextWithout(graph, both), std::move(two)});
      }
    }
}

bool Reads(const Node& node, const Node& other) {
  return std::ranges::any_of(node.inputs, [&](ValueId id) {
    return id != kAbsent && std::ranges::find(other.outputs, id) != other.outputs.end();
  });
}

// "" where nobody would take one for the other.
std::string Difference(const Node& a, const Node& b) {
  if (a.op != b.op || a.domain != b.domain || a.outputs.size() != b.outputs.size() || Reads(a, b) ||
      Reads(b, a))
    return "";
  if (a.inputs == b.inputs) return "attributes";
  return a.attrs == b.attrs ? "operands" : "";
}

// One of two nodes gives what the other gives.
void AddMerges(const ModelCase& small, Alternatives& out) {
  const Graph& graph = small.model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (size_t j = 0; j < graph.node_count(); ++j) {
      const Node &kept = graph.node(i), &lost = graph.node(j);
      const std::string difference = Difference(kept, lost);
      if (i == j || difference.empty()) continue;
      ModelCase merged = small;
      Node copy = kept;
      copy.name = lost.name;
      copy.outputs = lost.outputs;
      merged.model.graph.SetNode(j, std::move(copy));
      out.push_back({StrCat("one for two that differ in ", difference), merged});
    }
}

bool Admits(const Alternative& alternative, const lab::Observation& seen) {
  const auto legal = triage::Checked(alternative.model_case);
  if (!legal.has_value()) return false;
  const auto subject = triage::MakeSubject(*legal);
  if (!subject.ok()) return false;
  const auto truth = oracle::ComputeTruth(*subject, {.strict_too = false});
  if (!truth.ok() || !truth->unknown.empty() || truth->lenient.size() != seen.outputs.size())
    return false;
  for (size_t i = 0; i < seen.outputs.size(); ++i) {
    const auto& [name, value] = seen.outputs[i];
    if (oracle::Judge(name, truth->lenient[i], nullptr, value).verdict != oracle::Verdict::kOk)
      return false;
  }
  return true;
}

Texts Admitting(const Alternatives& alternatives, const lab::Observation& seen) {
  Texts out;
  for (const Alternative& alternative : alternatives)
    if (!out.contains(alternative.text) && Admits(alternative, seen)) out.insert(alternative.text);
  return out;
}

}  // namespace

std::string ActsAs(const ModelCase& small, const triage::Probe& probe) {
  const size_t nodes = small.model.graph.node_count();
  if (nodes < 2 || nodes > kFewNodes) return "";
  const auto subject = triage::MakeSubject(small);
  if (!subject.ok()) return "";
  const auto request = probe.RequestOf(*subject);
  if (!request.ok()) return "";
  const lab::Observation seen = probe.lab().Run(probe.target(), *request);
  if (!seen.ok()) return "";
  Alternatives simple, further;
  AddMerges(small, simple);
  AddSkips(small, simple, further);
  Texts texts = Admitting(simple, seen);
  if (texts.empty()) texts = Admitting(further, seen);
  return texts.size() == 1 ? *texts.begin() : "";
}

}  // namespace assay::reduce
