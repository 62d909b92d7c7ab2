#include "web/attribute_text.h"

#include <type_traits>

#include "base/strings.h"
#include "graph/graph.h"

namespace assay::web {
namespace {

constexpr size_t kMostItems = 16;     // of a list
constexpr int64_t kMostElements = 8;  // of a tensor
constexpr size_t kLongestText = 200;

std::string Short(const std::string& text) {
  return text.size() <= kLongestText ? text : text.substr(0, kLongestText) + " …";
}

// "" when there are too many elements to be read.
std::string ValuesText(const Tensor& tensor) {
  if (tensor.count() > kMostElements) return "";
  std::vector<std::string> items;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    if (tensor.dtype() == DType::kString)
      items.push_back(Short(tensor.strings()[static_cast<size_t>(i)]));
    else if (IsFloat(tensor.dtype()))
      items.push_back(FormatDouble(tensor.RealAt(i)));
    else if (IsIntOrBool(tensor.dtype()))
      items.push_back(StrCat(tensor.IntAt(i)));
    else
      return "";
  }
  return tensor.rank() == 0 && items.size() == 1 ? items[0] : StrCat("[", Join(items, ", "), "]");
}

std::string Item(int64_t value) { return StrCat(value); }
std::string Item(float value) { return FormatDouble(static_cast<double>(value)); }
std::string Item(const std::string& value) { return Short(value); }
std::string Item(const Tensor& value) { return TensorText(value); }
std::string Item(const GraphPtr& value) {
  return StrCat("a graph of ", value->node_count(), value->node_count() == 1 ? " node" : " nodes");
}
std::string Item(const ValueType& value) { return TypeText(value); }
std::string Item(const AttrRef& value) {
  return StrCat("attribute '", value.name, "' of the call");
}

template <typename T>
std::string Item(const std::vector<T>& values) {
  std::vector<std::string> items;
  for (size_t i = 0; i < values.size() && i < kMostItems; ++i) items.push_back(Item(values[i]));
  if (values.size() > kMostItems) items.push_back(StrCat("… ", values.size(), " in all"));
  return StrCat("[", Join(items, ", "), "]");
}

}  // namespace

std::string AttributeText(const Attr& attribute) {
  return std::visit([](const auto& value) { return Item(value); }, attribute);
}

std::string TensorText(const Tensor& tensor) {
  const std::string values = ValuesText(tensor);
  return StrCat(DTypeName(tensor.dtype()), ShapeText(tensor.shape()),
                values.empty() ? "" : " = " + values);
}

}  // namespace assay::web
