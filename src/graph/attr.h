// Attributes of a node: a short list sorted by name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/type.h"
#include "tensor/tensor.h"

namespace assay {

class Graph;

// A reference to an attribute of the enclosing function ("ref_attr_name"); it has a type but no
// value.
struct AttrRef {
  std::string name;
  int type = 0;  // ONNX's AttributeProto.AttributeType
  friend bool operator==(const AttrRef&, const AttrRef&) = default;
};

// Subgraphs are shared because graphs are copied for every mutation; they are never changed in
// place.
using GraphPtr = std::shared_ptr<const Graph>;

using Attr = std::variant<int64_t, float, std::string, std::vector<int64_t>, std::vector<float>,
                          std::vector<std::string>, Tensor, std::vector<Tensor>, GraphPtr,
                          std::vector<GraphPtr>, ValueType, AttrRef>;

class Attrs {
 public:
  using Item = std::pair<std::string, Attr>;

  Attrs() = default;
  Attrs(std::initializer_list<Item> items) {
    for (const Item& item : items) Set(item.first, item.second);
  }
  void Set(std::string_view name, Attr value);
  bool Erase(std::string_view name);
  const Attr* Find(std::string_view name) const;
  bool Has(std::string_view name) const { return Find(name) != nullptr; }
  // The attribute as a T, or nullptr when absent or of another kind.
  template <typename T>
  const T* Get(std::string_view name) const {
    const Attr* attr = Find(name);
    return attr == nullptr ? nullptr : std::get_if<T>(attr);
  }
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::vector<Item> items_;
};

bool operator==(const Attrs& a, const Attrs& b);  // subgraphs compare by content

}  // namespace assay
