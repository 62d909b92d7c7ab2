// PyTorch: tensors that change in their place, and functions that take tensors only.
#include <map>

#include "base/strings.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/quirks.h"

namespace assay::mirror {
namespace {

std::map<std::string_view, ViewStep> MakeViews() {
  using Back = ViewStep::Back;
  std::map<std::string_view, ViewStep> out = {
      {"from_numpy", {.wraps = true}},
      {"as_tensor", {.back = Back::kNone, .perhaps = true, .wraps = true}},
      {"asarray", {.back = Back::kNone, .perhaps = true, .wraps = true}},
      {"float", {Back::kNone, true, false, "float32"}},
      {"double", {Back::kNone, true, false, "float64"}},
      {"half", {Back::kNone, true, false, "float16"}},
      {"bfloat16", {Back::kNone, true, false, "bfloat16"}},
      {"long", {Back::kNone, true, false, "int64"}},
      {"int", {Back::kNone, true, false, "int32"}}};
  for (const char* name : {"to", "type"}) out[name] = {Back::kNone, true};
  for (const char* name : {"detach", "data"}) out[name] = {Back::kSame};
  for (const char* name : {"view", "squeeze", "unsqueeze", "view_as"})
    out[name] = {Back::kReshaped};
  for (const char* name : {"reshape", "flatten", "ravel", "reshape_as"})
    out[name] = {Back::kReshaped, true, true};
  out["contiguous"] = {Back::kNone, true, true};
  for (const char* name : {"t", "T"}) out[name] = {Back::kTransposed};
  for (const char* name : {"transpose", "swapaxes", "swapdims", "mT"}) out[name] = {Back::kSwapped};
  for (const char* name :
       {"numpy",  "cpu",       "permute",  "movedim",     "moveaxis", "narrow",       "select",
        "expand", "expand_as", "unfold",   "chunk",       "split",    "unbind",       "unflatten",
        "real",   "imag",      "hsplit",   "vsplit",      "dsplit",   "tensor_split", "as_strided",
        "H",      "mH",        "diagonal", "broadcast_to"})
    out[name] = {Back::kNone};
  return out;
}

class TorchFramework : public Framework {
 public:
  const FrameworkFacts& facts() const override {
    static const FrameworkFacts kFacts = {
        .name = "torch",
        .roots = {"torch"},
        .spelled = {"torch."},
        .prefixes = {"torch.", "torch.nn.functional.", "torch.linalg.", "torch.special."},
        .tensor_keywords = {"input", "self"},
        .tensor = "torch.Tensor",
        .functions = "torch.",
        .operators = "torch.ops.aten.",
        .model = "torch.nn.Module",
        .networks = {"torch.nn.Module", "torch.nn.modules.Module"},
        .compilers = {"torch.compile", "torch.jit.script", "torch.jit.trace"},
        .autocasts = {"torch.autocast", "torch.amp.autocast", "torch.cpu.amp.autocast",
                      "torch.amp.autocast_mode.autocast"},
        .module = "torch.",
        .like_numpy = "torch.",
        .gradient = "torch.autograd.grad",
        .leaf = "torch.Tensor.requires_grad_",
        .cast = "torch.Tensor.to",
        .update = "torch.Tensor.index_put_",
        .set_variable = "torch.Tensor.copy_",
        .layer = "torch.nn.Module",
        .changes_in_place = true,
        .only_tensors = true,
        .numpy_types = false,
        .subtracts_truths = false,
        .named_results = true,
        .abbreviated = "torch.nn.functional."};
    return kFacts;
  }

  ViewStep View(std::string_view name) const override {
    static const std::map<std::string_view, ViewStep> kViews = MakeViews();
    const auto found = kViews.find(name);
    return found == kViews.end() ? ViewStep{} : found->second;
  }
  std::string StandardType(const std::string& number, bool) const override {
    return number == "int"       ? "int64"
           : number == "float"   ? "float32"
           : number == "complex" ? "complex64"
                                 : number;
  }
  std::string Cast(const Written& x, const std::string& type) const override {
    return StrCat(Tight(x), ".to(", type, ")");
  }
  std::string TypeByName(const std::string& text) const override {
    return StrCat("getattr(torch, ", text, ")");
  }
  std::string TensorOf(const Written& numbers, const std::string& type) const override {
    // What a name stands for may be a tensor in another call, whose gradient must not be cut off.
    const std::string& text = numbers.text;
    const bool literal = text.find_first_not_of("0123456789.e+-j[](), ") == std::string::npos;
    return StrCat(literal ? "torch.tensor(" : "torch.as_tensor(", text, type, ")");
  }
  std::string OfNumpy(const std::string& array) const override {
    return StrCat("torch.from_numpy(", array, ")");
  }
  std::string Scalar(const std::string& number, const std::string& type) const override {
    return StrCat("torch.tensor(", number, type.empty() ? "" : ", dtype=" + type, ")");
  }
  std::string Converted(const Written& x, const std::string& type) const override {
    return StrCat("torch.as_tensor(", x.text, type.empty() ? "" : ", dtype=" + type, ")");
  }
  std::string SetVariable(const QuirkContext& context, const std::string& name,
                          const std::string& sign, const Written& value) const override {
    const std::string with = "with torch.no_grad(): ";
    if (sign.empty())
      return StrCat(with, context.helper("assign"), "(", name, ", ", value.text, ")");
    return StrCat(with, name, ".copy_(", name, " ", sign, " ", Tight(value), ")");
  }
  std::optional<Written> TypeMember(const QuirkContext& context, const Written& type,
                                    const std::string& name) const override {
    const std::string named = StrCat(context.helper("type_name"), "(", type.text, ")");
    if (name == "name" || name == "as_numpy_dtype")
      return Written{named, Of(Value::Kind::kText), true};
    if (name == "max" || name == "min")
      return Written{StrCat(context.helper("type_limits"), "(", type.text, ").", name),
                     Of(Value::Kind::kFloat), true};
    if (name == "kind" || name == "is_integer" || name == "is_bool") {
      const std::string kind = StrCat("np.dtype(", named, ").kind");
      if (name == "kind") return Written{kind, Of(Value::Kind::kText), true};
      return Written{StrCat("(", kind, name == "is_bool" ? " == \"b\")" : " in \"iu\")"),
                     Of(Value::Kind::kBool), true};
    }
    const std::string twin = name == "itemsize" || name == "size" ? "itemsize"
                             : name == "is_floating"              ? "is_floating_point"
                             : name == "is_complex"               ? name
                                                                  : "";
    if (twin.empty()) return std::nullopt;
    return Written{StrCat(Tight(type), ".", twin),
                   Of(twin == "itemsize" ? Value::Kind::kInteger : Value::Kind::kBool), true};
  }
  // In training, running statistics are changed in their place.
  std::vector<size_t> ChangedArguments(const std::string& path,
                                       const std::vector<CallArgument>& arguments) const override {
    if (path != "torch.nn.functional.batch_norm" || arguments.size() <= 2) return {};
    std::string training = arguments.size() > 5 ? arguments[5].written.text : "False";
    for (const CallArgument& one : arguments)
      if (one.keyword == "training") training = one.written.text;
    return training == "False" ? std::vector<size_t>{} : std::vector<size_t>{1, 2};
  }
  // PyTorch has no steps backwards.
  std::string Item(const QuirkContext& context, const ItemOf& item) const override {
    if (item.reversed) return StrCat("torch.flip(", item.owner.text, ", (0,))");
    if (!item.backwards) return "";
    return StrCat(context.helper("stepped"), "(", item.owner.text, ", np.s_[", item.index, "])");
  }
  std::string TapeHead(const std::string&) const override { return "with torch.enable_grad():"; }
  std::string Gradient(const QuirkContext& context, const GradientOf& asked) const override {
    if (asked.jacobian)
      return StrCat(context.helper("jacobian_by"), "(", asked.of, ", ", asked.by,
                    asked.derived ? ", True)" : ")");
    std::string more = asked.seed.empty() ? "" : ", grad_outputs=" + asked.seed;
    if (asked.lacking || asked.zeros) more += ", allow_unused=True";
    if (asked.zeros) more += ", materialize_grads=True";
    if (asked.derived) more += ", create_graph=True";
    if (asked.kept && !asked.derived) more += ", retain_graph=True";
    return StrCat("torch.autograd.grad(", asked.of, ", ", asked.by, more,
                  asked.several ? ")" : ")[0]");
  }
  std::string Sum(const Written& x) const override { return Tight(x) + ".sum()"; }
  std::string NumpyType(const QuirkContext& context, const Written& type,
                        const std::string& neutral) const override {
    return neutral.empty() ? StrCat(context.helper("type_name"), "(", type.text, ")")
                           : StrCat("\"", neutral, "\"");
  }
  std::vector<std::string> Imports(const std::string&) const override { return {"import torch"}; }
};

}  // namespace

const Framework& Torch() {
  static const TorchFramework kFramework;
  return kFramework;
}

}  // namespace assay::mirror
