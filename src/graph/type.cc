#include "graph/type.h"

#include <deque>
#include <mutex>
#include <unordered_map>

#include "base/strings.h"
#include "graph/text_spelling.h"

namespace assay {
namespace {

struct SymbolTable {
  std::mutex mutex;
  std::unordered_map<std::string, Symbol> ids;
  std::deque<std::string> names{""};  // a deque, so that references stay valid while it grows
};

SymbolTable& Symbols() {
  static auto* const table = new SymbolTable;
  return *table;
}

}  // namespace

Symbol InternSymbol(std::string_view name) {
  if (name.empty()) return 0;
  SymbolTable& table = Symbols();
  const std::lock_guard lock(table.mutex);
  const auto [it, added] =
      table.ids.try_emplace(std::string(name), static_cast<Symbol>(table.names.size()));
  if (added) table.names.emplace_back(name);
  return it->second;
}

const std::string& SymbolName(Symbol symbol) {
  SymbolTable& table = Symbols();
  const std::lock_guard lock(table.mutex);
  return table.names[symbol];
}

TensorType::TensorType(DType type, const Shape& shape) : dtype(type), has_rank(true) {
  for (const int64_t size : shape) dims.push_back(Dim::Known(size));
}

std::optional<Shape> TensorType::shape() const {
  if (!has_rank) return std::nullopt;
  Shape shape;
  for (const Dim& dim : dims) {
    if (!dim.known()) return std::nullopt;
    shape.push_back(dim.size);
  }
  return shape;
}

ValueType ValueType::SequenceOf(ValueType element_type) {
  ValueType type;
  type.kind = Kind::kSequence;
  type.element = std::make_shared<const ValueType>(std::move(element_type));
  return type;
}

ValueType ValueType::OptionalOf(ValueType element_type) {
  ValueType type;
  type.kind = Kind::kOptional;
  type.element = std::make_shared<const ValueType>(std::move(element_type));
  return type;
}

ValueType ValueType::MapOf(DType key, ValueType mapped) {
  ValueType type;
  type.kind = Kind::kMap;
  type.key = key;
  type.element = std::make_shared<const ValueType>(std::move(mapped));
  return type;
}

bool operator==(const ValueType& a, const ValueType& b) {
  if (a.kind != b.kind || a.key != b.key) return false;
  if (a.is_tensor()) return a.tensor == b.tensor;
  if (!a.element || !b.element) return !a.element && !b.element;
  return *a.element == *b.element;
}

std::string TypeText(const TensorType& type) {
  if (!type.has_rank) return StrCat(DTypeName(type.dtype), "[...]");
  std::string text = StrCat(DTypeName(type.dtype), "[");
  for (size_t i = 0; i < type.dims.size(); ++i) {
    if (i > 0) text += ",";
    const Dim& dim = type.dims[i];
    text += dim.known()       ? std::to_string(dim.size)
            : dim.symbol != 0 ? NameText(SymbolName(dim.symbol))
                              : "?";
  }
  return text + "]";
}

std::string TypeText(const ValueType& type) {
  const auto element = [&] { return type.element ? TypeText(*type.element) : "?"; };
  switch (type.kind) {
    case ValueType::Kind::kTensor:
      return TypeText(type.tensor);
    case ValueType::Kind::kSequence:
      return StrCat("seq(", element(), ")");
    case ValueType::Kind::kOptional:
      return StrCat("optional(", element(), ")");
    case ValueType::Kind::kMap:
      return StrCat("map(", DTypeName(type.key), ", ", element(), ")");
    case ValueType::Kind::kUnknown:
      break;
  }
  return "?";
}

std::optional<TensorType> Unify(const TensorType& a, const TensorType& b) {
  if (a.dtype != b.dtype && a.dtype != DType::kUndefined && b.dtype != DType::kUndefined)
    return std::nullopt;
  TensorType out = a.has_rank ? a : b;
  out.dtype = a.dtype == DType::kUndefined ? b.dtype : a.dtype;
  if (!a.has_rank || !b.has_rank) return out;
  if (a.dims.size() != b.dims.size()) return std::nullopt;
  for (size_t i = 0; i < a.dims.size(); ++i) {
    if (a.dims[i].known() && b.dims[i].known() && a.dims[i].size != b.dims[i].size)
      return std::nullopt;
    if (!a.dims[i].known() && (b.dims[i].known() || a.dims[i].symbol == 0)) out.dims[i] = b.dims[i];
  }
  return out;
}

std::optional<ValueType> Unify(const ValueType& a, const ValueType& b) {
  if (a.kind == ValueType::Kind::kUnknown) return b;
  if (b.kind == ValueType::Kind::kUnknown) return a;
  if (a.kind != b.kind || a.key != b.key) return std::nullopt;
  if (a.is_tensor()) {
    const auto tensor = Unify(a.tensor, b.tensor);
    if (!tensor) return std::nullopt;
    return ValueType(*tensor);
  }
  const auto element = Unify(*a.element, *b.element);
  if (!element) return std::nullopt;
  ValueType out = a;
  out.element = std::make_shared<const ValueType>(*element);
  return out;
}

std::optional<ValueType> Join(const ValueType& a, const ValueType& b) {
  if (a.kind == ValueType::Kind::kUnknown || b.kind == ValueType::Kind::kUnknown)
    return ValueType();
  if (a.kind != b.kind || a.key != b.key) return std::nullopt;
  if (!a.is_tensor()) {
    const auto element = Join(*a.element, *b.element);
    if (!element) return std::nullopt;
    ValueType out = a;
    out.element = std::make_shared<const ValueType>(*element);
    return out;
  }
  TensorType out = a.tensor;
  if (a.tensor.dtype == DType::kUndefined || b.tensor.dtype == DType::kUndefined)
    out.dtype = DType::kUndefined;
  else if (a.tensor.dtype != b.tensor.dtype)
    return std::nullopt;
  if (!a.tensor.has_rank || a.tensor.rank() != b.tensor.rank())
    return ValueType(TensorType(out.dtype));
  for (size_t i = 0; i < out.dims.size(); ++i)
    if (!(out.dims[i] == b.tensor.dims[i])) out.dims[i] = Dim::Unknown();
  return ValueType(out);
}

}  // namespace assay
