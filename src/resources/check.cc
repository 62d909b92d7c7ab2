#include "resources/check.h"

#include <cstdio>
#include <set>

#include "base/strings.h"
#include "reduce/extract.h"

namespace assay::resources {

#define RESOURCE_CHECK(name) CheckDef name##Check();
#include "resources/checks.def"
#undef RESOURCE_CHECK

namespace {

bool HasSubgraph(const Node& node) {
  for (const auto& [name, attr] : node.attrs)
    if (std::holds_alternative<GraphPtr>(attr) ||
        std::holds_alternative<std::vector<GraphPtr>>(attr))
      return true;
  return false;
}

std::string Number(double value, const char* unit) {
  char text[40];
  std::snprintf(text, sizeof text, value < 100 ? "%.3g %s" : "%.0f %s", value, unit);
  return text;
}

}  // namespace

std::span<const CheckDef> AllChecks() {
  static const CheckDef checks[] = {
#define RESOURCE_CHECK(name) name##Check(),
#include "resources/checks.def"
#undef RESOURCE_CHECK
  };
  return checks;
}

const CheckDef* FindCheck(std::string_view name) {
  for (const CheckDef& check : AllChecks())
    if (check.name == name) return &check;
  return nullptr;
}

Bench& Desk::BenchOf(const lab::Target& target, int copy) {
  auto& bench = benches_[StrCat(target.name, "#", copy)];
  if (bench == nullptr) bench = std::make_unique<Bench>(target);
  return *bench;
}

const std::optional<CostModel>& Desk::CostOf(const lab::Target& target) {
  const auto [it, fresh] = costs_.try_emplace(target.name);
  if (fresh) it->second = Calibrate(BenchOf(target));
  return it->second;
}

void Desk::Restart() { benches_.clear(); }

std::vector<ModelCase> NodesOf(const ModelCase& whole) {
  std::vector<ModelCase> out;
  const auto values = reduce::AllValues(whole);
  if (!values.ok()) return out;
  const Graph& graph = whole.model.graph;
  std::set<std::string> seen;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    if (HasSubgraph(graph.node(i))) continue;
    std::vector<bool> keep(graph.node_count(), false);
    keep[i] = true;
    auto alone = reduce::Extract(whole, *values, keep);
    if (alone.has_value() && seen.insert(Describe(*alone)).second) out.push_back(std::move(*alone));
  }
  return out;
}

std::string Describe(const ModelCase& one_node) {
  const Graph& graph = one_node.model.graph;
  std::vector<std::string> types;
  for (const ValueId id : graph.node(0).inputs)
    if (id != kAbsent) types.push_back(TypeText(graph.type(id)));
  return StrCat(graph.node(0).op, " of ", Join(types, ", "));
}

std::string Milliseconds(double ms) { return Number(ms, "ms"); }
std::string Megabytes(double mb) { return Number(mb, "MB"); }

}  // namespace assay::resources
