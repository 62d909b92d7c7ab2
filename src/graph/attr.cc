#include "graph/attr.h"

#include <algorithm>
#include <bit>

#include "graph/graph.h"

namespace assay {
namespace {

auto LowerBound(auto& items, std::string_view name) {
  return std::lower_bound(
      items.begin(), items.end(), name,
      [](const Attrs::Item& item, std::string_view key) { return item.first < key; });
}

bool SameGraph(const GraphPtr& a, const GraphPtr& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a == b || *a == *b;
}

// By bits, as for tensors: a NaN equals itself, 0 and -0 differ.
bool SameFloat(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

bool SameAttr(const Attr& a, const Attr& b) {
  if (a.index() != b.index()) return false;
  const auto same_list = [&]<typename T>(const std::vector<T>& items, auto same) {
    const auto& others = std::get<std::vector<T>>(b);
    return std::equal(items.begin(), items.end(), others.begin(), others.end(), same);
  };
  if (const auto* graph = std::get_if<GraphPtr>(&a))
    return SameGraph(*graph, std::get<GraphPtr>(b));
  if (const auto* graphs = std::get_if<std::vector<GraphPtr>>(&a))
    return same_list(*graphs, SameGraph);
  if (const auto* number = std::get_if<float>(&a)) return SameFloat(*number, std::get<float>(b));
  if (const auto* numbers = std::get_if<std::vector<float>>(&a))
    return same_list(*numbers, SameFloat);
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
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Attrs::Item& x, const Attrs::Item& y) {
                      return x.first == y.first && SameAttr(x.second, y.second);
                    });
}

}  // namespace assay
