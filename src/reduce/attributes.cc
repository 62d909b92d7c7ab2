// attributes: drops them, so that the default holds, or makes them simpler.
#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

// Simpler values of an attribute, the simplest first; nothing simpler than 0, 1 and lists of those.
std::vector<Attr> Simpler(const Attr& attr) {
  std::vector<Attr> out;
  if (const auto* number = std::get_if<int64_t>(&attr)) {
    for (const int64_t simple : {0, 1})
      if (*number < 0 || *number > simple) out.emplace_back(simple);
  } else if (const auto* real = std::get_if<float>(&attr)) {
    for (const float simple : {0.0F, 1.0F, 0.5F, 2.0F}) {
      if (*real == simple) break;
      out.emplace_back(simple);
    }
  } else if (const auto* list = std::get_if<std::vector<int64_t>>(&attr)) {
    for (const int64_t simple : {0, 1}) {
      const std::vector<int64_t> all(list->size(), simple);
      if (*list == all) break;
      out.emplace_back(all);
    }
    if (list->size() > 1) out.emplace_back(std::vector<int64_t>(list->begin(), list->end() - 1));
    for (size_t i = 0; i < list->size(); ++i)
      if ((*list)[i] > 1) {
        std::vector<int64_t> changed = *list;
        changed[i] = 1;
        out.emplace_back(std::move(changed));
      }
  }
  return out;
}

bool HoldsGraph(const Attr& attr) {
  return std::holds_alternative<GraphPtr>(attr) ||
         std::holds_alternative<std::vector<GraphPtr>>(attr);
}

std::optional<ModelCase> WithNode(const ModelCase& now, size_t i, Node node) {
  ModelCase changed = now;
  changed.model.graph.SetNode(i, std::move(node));
  return Finished(std::move(changed));
}

Makers Drops(const ModelCase& now) {
  Makers out;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i)
    for (const auto& [name, attr] : now.model.graph.node(i).attrs)
      if (!HoldsGraph(attr))
        out.push_back([now, i, name] {
          Node node = now.model.graph.node(i);
          node.attrs.Erase(name);
          return WithNode(now, i, std::move(node));
        });
  return out;
}

Makers AttributeChanges(const ModelCase& now) {
  Makers out;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i)
    for (const auto& [name, attr] : now.model.graph.node(i).attrs) {
      // Element types are the business of another pass.
      if (name == "to" || name == "dtype") continue;
      for (const Attr& simple : Simpler(attr))
        out.push_back([now, i, name, simple] {
          Node node = now.model.graph.node(i);
          node.attrs.Set(name, simple);
          return WithNode(now, i, std::move(node));
        });
    }
  return out;
}

}  // namespace

void Attributes(Search& search) {
  search.Sweep(Drops);
  search.Sweep(AttributeChanges);
}

}  // namespace assay::reduce
