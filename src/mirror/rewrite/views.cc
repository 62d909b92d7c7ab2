// Views: expressions of PyTorch whose value shares its memory with a variable. One step leads from
// `x.view(-1)[0]` to `x.view(-1)`, the next one to `x`; a value that is stored into the view goes
// the same way back.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;
using program::Node;

// Methods, and functions of the same names, whose result is a view of their object. Those of the
// first list can be undone: the object gets its new value from the view's.
constexpr std::string_view kReshaping[] = {"view",    "reshape",   "flatten", "ravel",
                                           "squeeze", "unsqueeze", "view_as", "reshape_as"};
constexpr std::string_view kSame[] = {"detach", "numpy", "contiguous", "cpu", "data"};
constexpr std::string_view kSwapping[] = {"transpose", "swapaxes", "swapdims", "t", "T", "mT"};
constexpr std::string_view kOneWay[] = {
    "permute",      "movedim",    "moveaxis",     "narrow", "select", "diagonal",
    "expand",       "expand_as",  "unfold",       "chunk",  "split",  "unbind",
    "unflatten",    "real",       "imag",         "hsplit", "vsplit", "dsplit",
    "tensor_split", "as_strided", "broadcast_to", "H",      "mH",     "swapdims"};
// Functions that share the memory of what is no tensor yet.
constexpr std::string_view kWrapping[] = {"torch.from_numpy", "torch.as_tensor", "torch.asarray"};
// Give their object where it is what it should be, else a copy.
constexpr std::string_view kPerhaps[] = {
    "contiguous", "reshape", "flatten", "ravel", "to",         "float",     "double", "half",
    "bfloat16",   "long",    "int",     "type",  "reshape_as", "as_tensor", "asarray"};

// Those among them that ask for no more than an order without gaps.
constexpr std::string_view kLayout[] = {"contiguous", "reshape", "flatten", "ravel", "reshape_as"};

constexpr std::pair<std::string_view, std::string_view> kCasts[] = {
    {"float", "float32"},     {"double", "float64"}, {"half", "float16"},
    {"bfloat16", "bfloat16"}, {"long", "int64"},     {"int", "int32"}};

template <size_t kSize>
bool IsIn(const std::string_view (&list)[kSize], std::string_view name) {
  return std::ranges::find(list, name) != std::end(list);
}

bool MakesView(std::string_view name) {
  return IsIn(kReshaping, name) || IsIn(kSame, name) || IsIn(kSwapping, name) ||
         IsIn(kOneWay, name) || IsIn(kPerhaps, name);
}

}  // namespace

// The object of a view: `x` of `x[0]`, `x.t()`, `torch.t(x)`, `x.data`, `x.add_(1)`. Nothing when
// the expression makes something new.
Writer::Node Writer::ViewedObject(const Node& node) const {
  if (node.is("parenthesized_expression"))
    return node.children().size() == 1 ? node.children()[0] : Node();
  if (node.is("attribute")) {
    const std::string name(node.field("attribute").text());
    return MakesView(name) && names_.PathOf(node).empty() ? node.field("object") : Node();
  }
  if (node.is("subscript")) {
    for (const Node& part : node.children()) {
      if (part.id() == node.field("value").id()) continue;
      // Lists and tensors as indices choose copies.
      if (part.is("list") || part.is("comparison_operator") || part.is("unary_operator"))
        if (!(part.is("unary_operator") && part.field("argument").is("integer"))) return Node();
      if (part.is("identifier"))
        if (const Value index = names_.Lookup(std::string(part.text()));
            index.is(Kind::kTensor) || index.is(Kind::kSequence))
          return Node();
    }
    return node.field("value");
  }
  if (!node.is("call")) return Node();
  if (IsInPlaceCall(node)) return ChangedBy(node);
  const Node callee = node.field("function");
  const std::string path = names_.PathOf(callee);
  if (!path.empty()) {
    const bool wraps = IsIn(kWrapping, path);
    const bool view = path.starts_with("torch.") && path.find('.', 6) == std::string::npos &&
                      MakesView(path.substr(6)) && path != "torch.asarray";
    const std::vector<Node> arguments = node.field("arguments").children();
    return (wraps || view) && !arguments.empty() ? arguments[0] : Node();
  }
  if (!callee.is("attribute")) return Node();
  const std::string_view name = callee.field("attribute").text();
  const Node object = callee.field("object");
  const std::string dtype =
      object.is("identifier") ? names_.Lookup(std::string(object.text())).dtype : std::string();
  // To another element type: a copy.
  for (const auto& [cast, type] : kCasts)
    if (name == cast && !dtype.empty() && dtype != type) return Node();
  if (name == "to" || name == "type")
    for (const Node& argument : node.field("arguments").children())
      if (const std::string type = rules_.DtypeOf(from_, ShortName(names_.PathOf(argument)));
          !type.empty() && !dtype.empty() && type != dtype)
        return Node();
  return MakesView(name) ? object : Node();
}

// The variable below all views, or an attribute of one (self.buffer); "" where there is none.
std::string Writer::RootName(const Node& node) const {
  Node at = node;
  while (at.present() && !at.is("identifier")) {
    const Node object = ViewedObject(at);
    const bool kept = at.is("attribute") && at.field("object").is("identifier") &&
                      names_.PathOf(at).empty() && !object.present();
    if (kept) return std::string(at.text());
    at = object;
  }
  return at.present() && names_.PathOf(at).empty() ? std::string(at.text()) : "";
}

// Whether a view is one for certain: some calls give a copy where they must.
bool Writer::SurelyView(const Node& node) const {
  for (Node at = node; at.present() && !at.is("identifier"); at = ViewedObject(at)) {
    const Node callee = at.is("call") ? at.field("function") : at;
    if (callee.is("attribute") && IsIn(kPerhaps, callee.field("attribute").text())) {
      const Node object = ViewedObject(at);
      const bool dense = object.is("identifier") && names_.Lookup(std::string(object.text())).dense;
      if (!dense || !IsIn(kLayout, callee.field("attribute").text())) return false;
    }
    if (at.is("subscript"))
      for (const Node& part : at.children())
        if (part.is("identifier") && part.id() != at.field("value").id() &&
            !names_.Lookup(std::string(part.text())).is(Kind::kInteger))
          return false;
  }
  return true;
}

// What an assignment to `place` has to say so that it holds `text`; nothing when there is no way
// back.
std::optional<std::string> Writer::Store(const Node& place, const std::string& text) {
  if (place.is("identifier")) {
    const std::string name(place.text());
    if (names_.Lookup(name).leaf && target_.variables) return StrCat(name, ".assign(", text, ")");
    return StrCat(name, " = ", text);
  }
  if (place.is("subscript")) {
    const Written owner = Write(place.field("value"));
    bool simple = false;
    const std::string index = WriteIndex(place, &simple);
    if (!owner.value.is(Kind::kTensor)) return StrCat(Tight(owner), "[", index, "] = ", text);
    return Store(place.field("value"), WithItem(owner, index, simple, text));
  }
  const Node object = ViewedObject(place);
  if (!object.present()) {
    if (place.is("attribute")) return StrCat(Write(place).text, " = ", text);
    return std::nullopt;
  }
  if (place.is("parenthesized_expression") || (place.is("call") && IsInPlaceCall(place)))
    return Store(object, text);
  const Node callee = place.is("call") ? place.field("function") : place;
  const std::string name(callee.field("attribute").text());
  const std::string module(target_.module);
  if (IsIn(kWrapping, names_.PathOf(callee))) return StrCat(object.text(), "[...] = ", text);
  if (!names_.PathOf(callee).empty()) return std::nullopt;
  if (name == "detach" || name == "data") return Store(object, text);
  if (IsIn(kReshaping, name))
    return Store(object, StrCat(module, "reshape(", text, ", ", Tight(Write(object)), ".shape)"));
  if (name == "t" || name == "T") return Store(object, StrCat(module, "transpose(", text, ")"));
  const auto arguments = place.field("arguments").children();
  if (IsIn(kSwapping, name) && arguments.size() == 2 && !arguments[0].is("keyword_argument") &&
      !arguments[1].is("keyword_argument"))
    return Store(object, StrCat(target_.like_numpy, "swapaxes(", text, ", ", arguments[0].text(),
                                ", ", arguments[1].text(), ")"));
  return std::nullopt;
}

// The tensor with one place changed.
std::string Writer::WithItem(const Written& owner, const std::string& index, bool simple,
                             const std::string& value) {
  return writes_.WithItem(ops_.Context(), owner, index, simple, value);
}

}  // namespace assay::mirror
