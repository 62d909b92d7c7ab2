// Types and attributes of the text form.
#include "base/strings.h"
#include "graph/text_parser.h"
#include "graph/text_tensor.h"

namespace assay {
namespace {

constexpr std::string_view kAttrKinds[] = {
    "undefined", "float",   "int",    "string",        "tensor",         "graph", "floats", "ints",
    "strings",   "tensors", "graphs", "sparse_tensor", "sparse_tensors", "type",  "types"};

// A number that is written as one with a fraction.
bool IsFloatSpelling(const TokenStream& in) {
  if (in.Peek().kind != Token::Kind::kNumber) return StartsNumber(in);
  return in.Peek().text.find_first_of(".eE") != std::string_view::npos &&
         !in.Peek().text.starts_with("0x");
}

std::vector<std::string> TypeWords() {
  std::vector<std::string> words{"seq", "optional", "map"};
  for (int i = 1; i < kDTypeCount; ++i) words.emplace_back(DTypeName(static_cast<DType>(i)));
  return words;
}

}  // namespace

std::string_view AttrKindName(int type) {
  return type >= 0 && type < static_cast<int>(std::size(kAttrKinds)) ? kAttrKinds[type] : "";
}

Result<DType> TextParser::ParseDType() {
  const Token token = in_.Peek();
  if (token.kind != Token::Kind::kWord) return in_.Expected("a type such as float32[2,3]");
  const auto dtype = DTypeFromName(token.text);
  if (!dtype && token.text != "undefined") {
    const std::string near = Nearest(token.text, TypeWords());
    return in_.Expected(near.empty() ? "a type such as float32[2,3]"
                                     : StrCat("a type such as float32[2,3] (perhaps ", near, ")"));
  }
  in_.Take();
  return dtype.value_or(DType::kUndefined);
}

Result<Dim> TextParser::ParseDim() {
  if (in_.Accept("?")) return Dim::Unknown();
  if (in_.IsName()) {
    ASSAY_ASSIGN(const std::string name, in_.TakeName("a size"));
    if (name.empty()) return in_.Expected("no empty name of a size before this");
    return Dim::Named(name);
  }
  const Token token = in_.Peek();
  ASSAY_ASSIGN(const int64_t size, ParseInt(in_, "a size: a number, a name or '?'"));
  if (size < 0) return in_.FailAt(token, "a size cannot be negative");
  return Dim::Known(size);
}

// float32[2,n,?], float32[...] or plain float32 (both without a rank).
Result<TensorType> TextParser::ParseTensorType() {
  ASSAY_ASSIGN(const DType dtype, ParseDType());
  if (!in_.Accept("[")) return TensorType(dtype);
  if (in_.Accept("...")) {
    ASSAY_RETURN_IF_ERROR(in_.Expect("]", "after '...'"));
    return TensorType(dtype);
  }
  Dims dims;
  while (!in_.Is("]")) {
    if (!dims.empty()) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ']' after a size"));
    ASSAY_ASSIGN(const Dim dim, ParseDim());
    dims.push_back(dim);
  }
  in_.Take();
  return TensorType(dtype, std::move(dims));
}

Result<ValueType> TextParser::ParseType(int depth) {
  if (depth > kMaxTextDepth)
    return in_.Expected(StrCat("types nested at most ", kMaxTextDepth, " deep"));
  if (in_.Accept("?")) return ValueType();
  const bool sequence = in_.Is("seq"), optional = in_.Is("optional"), map = in_.Is("map");
  if (!sequence && !optional && !map) {
    ASSAY_ASSIGN(TensorType tensor, ParseTensorType());
    return ValueType(std::move(tensor));
  }
  in_.Take();
  ASSAY_RETURN_IF_ERROR(in_.Expect("(", "before the element type"));
  DType key = DType::kUndefined;
  if (map) {
    ASSAY_ASSIGN(key, ParseDType());
    ASSAY_RETURN_IF_ERROR(in_.Expect(",", "after the key type of a map"));
  }
  ASSAY_ASSIGN(ValueType element, ParseType(depth + 1));
  ASSAY_RETURN_IF_ERROR(in_.Expect(")", "after the element type"));
  if (map) return ValueType::MapOf(key, std::move(element));
  return sequence ? ValueType::SequenceOf(std::move(element))
                  : ValueType::OptionalOf(std::move(element));
}

// <name=value, …>, or nothing.
Status TextParser::ParseAttrs(Scope& scope, Attrs& attrs) {
  if (!in_.Accept("<")) return {};
  while (!in_.Is(">")) {
    if (!attrs.empty()) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or '>' after an attribute"));
    const Token at = in_.Peek();
    if (attrs.size() >= kMaxTextAttributes)
      return in_.Expected(StrCat("at most ", kMaxTextAttributes, " attributes"));
    ASSAY_ASSIGN(const std::string name, in_.TakeName("an attribute name"));
    if (attrs.Has(name)) return in_.FailAt(at, StrCat("attribute '", name, "' is given twice"));
    ASSAY_RETURN_IF_ERROR(in_.Expect("=", "after an attribute name"));
    ASSAY_ASSIGN(Attr value, ParseAttr(scope));
    attrs.Set(name, std::move(value));
  }
  in_.Take();
  return {};
}

Result<Attr> TextParser::ParseAttr(Scope& scope) {
  if (in_.Is("@")) return ParseAttrRef();
  if (in_.Is("[")) return ParseList(scope);
  if (in_.Peek().kind == Token::Kind::kString) {
    ASSAY_ASSIGN(std::string text, in_.TakeString("a string"));
    return Attr(std::move(text));
  }
  if (IsFloatSpelling(in_)) {
    ASSAY_ASSIGN(const float value, ParseFloat(in_));
    return Attr(value);
  }
  if (in_.Peek().kind == Token::Kind::kNumber) {
    ASSAY_ASSIGN(const int64_t value, ParseInt(in_, "a number"));
    return Attr(value);
  }
  return ParseWordAttr(scope);
}

// @name or @name:kind
Result<Attr> TextParser::ParseAttrRef() {
  in_.Take();
  AttrRef ref;
  ASSAY_ASSIGN(ref.name, in_.TakeName("the name of an attribute of the function"));
  if (!in_.Accept(":")) return Attr(std::move(ref));
  if (in_.Peek().kind == Token::Kind::kNumber) {
    ASSAY_ASSIGN(ref.type, ParseSmallInt("a kind of attribute"));
    return Attr(std::move(ref));
  }
  for (int type = 0; !AttrKindName(type).empty(); ++type) {
    if (!in_.Accept(AttrKindName(type))) continue;
    ref.type = type;
    return Attr(std::move(ref));
  }
  return in_.Expected("a kind of attribute such as int, floats or tensor");
}

// An attribute that begins with a word: a subgraph, an empty list, an element type, a type or a
// tensor.
Result<Attr> TextParser::ParseWordAttr(Scope& scope) {
  if (in_.Is("graph")) {
    ASSAY_ASSIGN(GraphPtr graph, ParseSubgraph(scope));
    return Attr(std::move(graph));
  }
  const std::pair<std::string_view, Attr> empty_lists[] = {
      {"ints", std::vector<int64_t>()},        {"floats", std::vector<float>()},
      {"strings", std::vector<std::string>()}, {"tensors", std::vector<Tensor>()},
      {"graphs", std::vector<GraphPtr>()},
  };
  for (const auto& [word, empty] : empty_lists) {
    if (!in_.Accept(word)) continue;
    ASSAY_RETURN_IF_ERROR(in_.Expect("[", StrCat("after '", word, "'")));
    ASSAY_RETURN_IF_ERROR(
        in_.Expect("]", StrCat("after '", word, "['; lists with elements need no such word")));
    return empty;
  }
  return ParseTypeOrTensor();
}

Result<Attr> TextParser::ParseTypeOrTensor() {
  const Token token = in_.Peek();
  if (token.kind == Token::Kind::kWord && !in_.Is("[", 1)) {
    // `to=float32`: the number that ONNX gives the element type.
    if (const auto dtype = DTypeFromName(token.text)) {
      in_.Take();
      return Attr(static_cast<int64_t>(*dtype));
    }
  }
  if (token.kind != Token::Kind::kWord && !in_.Is("?"))
    return in_.Expected("the value of an attribute");
  ASSAY_ASSIGN(ValueType type, ParseType());
  if (!type.is_tensor() || !StartsTensorData(in_)) return Attr(std::move(type));
  ASSAY_ASSIGN(Tensor tensor, ParseTensorData(in_, type.tensor, fill_budget_));
  return Attr(std::move(tensor));
}

template <typename T, typename F>
Result<Attr> TextParser::ParseItems(F one) {
  std::vector<T> items;
  while (!in_.Is("]")) {
    if (!items.empty()) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ']' after an element"));
    Result<T> item = one();
    if (!item.ok()) return item.error();
    items.push_back(std::move(item).value());
  }
  in_.Take();
  return Attr(std::move(items));
}

Result<Attr> TextParser::ParseList(Scope& scope) {
  in_.Take();
  if (in_.Is("]"))
    return in_.Expected("an element (an empty list is written ints[], floats[], strings[], …)");
  if (in_.Peek().kind == Token::Kind::kString)
    return ParseItems<std::string>([&] { return in_.TakeString("a string"); });
  if (in_.Is("graph")) return ParseItems<GraphPtr>([&] { return ParseSubgraph(scope); });
  if (StartsNumber(in_)) return ParseNumberList();
  return ParseItems<Tensor>([&] { return ParseTensor(); });
}

// Integers as long as all are written so; one number with a point makes all of them floats.
Result<Attr> TextParser::ParseNumberList() {
  std::vector<int64_t> ints;
  std::vector<float> floats;
  bool all_ints = true;
  while (!in_.Is("]")) {
    if (!floats.empty()) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ']' after a number"));
    TokenStream again = in_;
    if (IsFloatSpelling(in_)) all_ints = false;
    if (all_ints) {
      ASSAY_ASSIGN(ints.emplace_back(), ParseInt(again, "a number"));
    }
    ASSAY_ASSIGN(floats.emplace_back(), ParseFloat(in_));
  }
  in_.Take();
  if (all_ints) return Attr(std::move(ints));
  return Attr(std::move(floats));
}

Result<GraphPtr> TextParser::ParseSubgraph(Scope& scope) {
  ASSAY_ASSIGN(Graph graph, ParseGraph(&scope, false));
  return GraphPtr(std::make_shared<const Graph>(std::move(graph)));
}

Result<Tensor> TextParser::ParseTensor() {
  ASSAY_ASSIGN(const TensorType type, ParseTensorType());
  return ParseTensorData(in_, type, fill_budget_);
}

}  // namespace assay
