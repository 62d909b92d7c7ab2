#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/expressions.h"

namespace assay::mirror {
namespace {

// x[::-1], x[5:0:-2]
bool StepsBackwards(const program::Node& index) {
  const std::string_view slice = index.text();
  const size_t first = slice.find(':');
  const size_t second = first == slice.npos ? slice.npos : slice.find(':', first + 1);
  return index.is("slice") && second != slice.npos && slice.find('-', second) != slice.npos;
}

}  // namespace

Written OperatorWriter::WriteBinary(const Node& node) {
  const Node left_node = node.field("left"), right_node = node.field("right");
  const std::string sign(node.field("operator").text());
  Written a = Write(left_node), b = Write(right_node);
  ops_.Harmonise(a, b, sign);
  if (std::string text = writes_.Binary(ops_.Context(), sign, a, b); !text.empty()) {
    Written out{std::move(text), Of(Kind::kTensor, Promote(a.value.dtype, b.value.dtype)), true};
    if (sign == "<<" || sign == ">>") out.value.dtype = a.value.dtype;
    out.value.scalar =
        sign == "@" && names_.running.empty() && a.value.rank == 1 && b.value.rank == 1;
    return out;
  }
  return {a.text + Between(left_node, right_node) + b.text, ValueOf(a, b, sign), false};
}

// What Python's own operator gives.
Value OperatorWriter::ValueOf(const Written& a, const Written& b, const std::string& sign) {
  const auto either = [&](Kind kind) { return a.value.is(kind) || b.value.is(kind); };
  Value out;
  if (either(Kind::kTensor)) {
    const auto type = [&](const Written& one, const Written& other) -> std::string {
      if (one.value.is(Kind::kTensor)) return one.value.dtype;
      if (one.value.is(Kind::kFloat) && IsIntegral(other.value.dtype)) return "float32";
      return other.value.dtype;
    };
    out = Of(Kind::kTensor, Promote(type(a, b), type(b, a)));
    if (sign == "/" && IsIntegral(out.dtype)) out.dtype = "float32";
    out.scalar = (a.value.scalar || a.value.number()) && (b.value.scalar || b.value.number());
  } else if (either(Kind::kArray)) {
    out = Of(Kind::kArray);
  } else if (a.value.number() && b.value.number()) {
    const bool whole = a.value.is(Kind::kInteger) && b.value.is(Kind::kInteger) && sign != "/";
    out = Of(either(Kind::kComplex) ? Kind::kComplex : whole ? Kind::kInteger : Kind::kFloat);
  } else if ((a.value.loose && (b.value.loose || b.value.number())) ||
             (b.value.loose && a.value.number())) {
    out.loose = true;
  } else if (a.value.is(Kind::kText)) {
    out = Of(Kind::kText);
  } else if (a.value.is(Kind::kSequence) && sign == "*") {
    out = a.value;
  }
  return out;
}

Written OperatorWriter::WriteComparison(const Node& node) {
  const std::vector<Node> parts = node.children();
  if (parts.size() != 2) {
    Written out = WriteChildren(node);
    out.value = Of(Kind::kBool);
    return out;
  }
  Written a = Write(parts[0]), b = Write(parts[1]);
  const std::string between = Between(parts[0], parts[1]);
  if (between.find("in") == std::string::npos && between.find("is") == std::string::npos)
    ops_.Harmonise(a, b, "<");
  Written out{a.text + between + b.text, Of(Kind::kBool), false};
  if (a.value.is(Kind::kTensor) || b.value.is(Kind::kTensor)) out.value = Of(Kind::kTensor, "bool");
  if (a.value.is(Kind::kArray) || b.value.is(Kind::kArray)) out.value = Of(Kind::kArray);
  if (a.value.is(Kind::kUnknown) && b.value.is(Kind::kUnknown)) out.value = {};
  if (a.value.is(Kind::kUnknown) && b.value.number()) out.value = {};
  if (target_.only_tensors && b.value.is(Kind::kUnknown) && a.value.number()) out.value = {};
  out.value.loose = out.value.is(Kind::kUnknown) && (a.value.loose || b.value.loose);
  return out;
}

Written OperatorWriter::WriteUnary(const Node& node) {
  const Node argument = node.field("argument");
  Written inner = Write(argument);
  Written out;
  out.text = program_.Between(node.span().begin, argument.span().begin) + inner.text;
  out.value = node.is("not_operator") ? Of(Kind::kBool) : inner.value;
  out.value.leaf = false;
  if (const std::string text = out.text.starts_with('-') ? writes_.Negative(inner) : "";
      !text.empty()) {
    out.text = text;
    out.tight = true;
  }
  return out;
}

Written OperatorWriter::WriteConditional(const Node& node) {
  Written out = WriteChildren(node);
  const std::vector<Node> parts = node.children();
  if (node.is("boolean_operator")) out.value = Of(Kind::kBool);
  if (node.is("conditional_expression") && parts.size() == 3) {
    const Value a = Write(parts[0]).value, b = Write(parts[2]).value;
    out.value = Merge(a, b);
  }
  return out;
}

std::string OperatorWriter::WriteIndex(const Node& node, bool* simple) {
  std::vector<std::string> parts;
  *simple = true;
  for (const Node& part : node.children()) {
    if (part.id() == node.field("value").id() || part.is("comment")) continue;
    Written index = Write(part);
    if (part.is("slice")) *simple = false;
    if (index.value.is(Kind::kSequence) && part.is("list"))
      index.text = writes_.ListAsIndex(index.text);
    parts.push_back(index.text);
  }
  if (parts.size() != 1) *simple = false;
  return Join(parts, ", ");
}

// Whether an index is more than the numbers, slices and new axes that TensorFlow takes.
bool OperatorWriter::HasArrays(const std::vector<Node>& parts) {
  return std::ranges::any_of(parts, [&](const Node& part) {
    const Value index = Write(part).value;
    return index.is(Kind::kArray) || part.is("list") || part.is("true") || part.is("false") ||
           (index.is(Kind::kTensor) && !index.scalar);
  });
}

Value OperatorWriter::ItemValue(const Value& owner, const std::vector<Node>& parts, bool simple) {
  if (owner.is(Kind::kTensor)) return Of(Kind::kTensor, owner.dtype);
  if (owner.is(Kind::kArray)) return Of(Kind::kArray);
  if (owner.is(Kind::kShape)) return Of(simple ? Kind::kInteger : Kind::kShape);
  if (!owner.is(Kind::kSequence) || parts.size() != 1 || owner.items.empty()) return {};
  if (parts[0].is("slice")) return Of(Kind::kSequence);
  if (!parts[0].is("integer")) return {};
  const size_t place = static_cast<size_t>(std::atoi(std::string(parts[0].text()).c_str()));
  return place < owner.items.size() ? owner.items[place] : Value{};
}

Written OperatorWriter::WriteSubscript(const Node& node) {
  const Node owner_node = node.field("value");
  const Written owner = Write(owner_node);
  std::vector<Node> parts;
  for (const Node& part : node.children())
    if (part.id() != owner_node.id() && !part.is("comment")) parts.push_back(part);
  if (owner.value.is(Kind::kTensor) && parts.size() == 1) {
    const Written index = Write(parts[0]);
    ItemOf item{.owner = owner, .index = index.text};
    item.mask = index.value.is(Kind::kTensor) && index.value.dtype == "bool";
    item.places =
        (index.value.is(Kind::kTensor) && IsIntegral(index.value.dtype) && !index.value.scalar) ||
        parts[0].is("list");
    item.reversed = parts[0].is("slice") && parts[0].text() == "::-1";
    if (const std::string text = writes_.Item(ops_.Context(), item); !text.empty())
      return {text, Of(Kind::kTensor, owner.value.dtype), true};
  }
  bool simple = false;
  Written out{StrCat(Tight(owner), "[", WriteIndex(node, &simple), "]"), {}, true};
  out.value = ItemValue(owner.value, parts, simple);
  if (!owner.value.is(Kind::kTensor)) return out;
  ItemOf item{.owner = owner};
  item.backwards = std::ranges::any_of(parts, StepsBackwards);
  item.arrays = !target_.array_indices && HasArrays(parts);
  if (item.backwards || item.arrays) item.index = WriteIndex(node, &simple);
  if (const std::string text = writes_.Item(ops_.Context(), item); !text.empty()) out.text = text;
  return out;
}

}  // namespace assay::mirror
