#include "graph/attr.h"

#include <algorithm>

#include "graph/graph.h"

namespace assay {
namespace {

auto LowerBound(auto& items, std::string_view name) {
  return std::lower_bound(items.begin(), items.end(), name,
                          [](const Attrs::Item& item, std::string_view key) { return item.first < key; });
}

bool SameAttr(const Attr& a, const Attr& b) {
  if (a.index() != b.index()) return false;
  if (const auto* graph = std::get_if<GraphPtr>(&a)) return **graph == *std::get<GraphPtr>(b);
  if (const auto* graphs = std::get_if<std::vector<GraphPtr>>(&a)) {
    const auto& others = std::get<std::vector<GraphPtr>>(b);
    return std::equal(graphs->begin(), graphs->end(), others.begin(), others.end(),
                      [](const GraphPtr& x, const GraphPtr& y) { return *x == *y; });
  }
  return a == b;
}

}  // namespace

void Attrs::Set(std::string_view name, Attr value) {
  const auto it = LowerBound(items_, name);
  if (it != items_.end() && it->first == name)
    it->second = std::move(value);
  else
    items_.emplace(it, std::string(name), std::move(value));
}

bool Attrs::Erase(std::string_view name) {
  const auto it = LowerBound(items_, name);
  if (it == items_.end() || it->first != name) return false;
  items_.erase(it);
  return true;
}

const Attr* Attrs::Find(std::string_view name) const {
  const auto it = LowerBound(items_, name);
  return it != items_.end() && it->first == name ? &it->second : nullptr;
}

bool operator==(const Attrs& a, const Attrs& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Attrs::Item& x, const Attrs::Item& y) {
    return x.first == y.first && SameAttr(x.second, y.second);
  });
}

}  // namespace assay
