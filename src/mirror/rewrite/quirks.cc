// Operations that one framework refuses, or has under a helper's name only, by what they are given.
#include "mirror/rewrite/quirks.h"

#include <algorithm>
#include <span>

#include "base/strings.h"
#include "mirror/rewrite/value.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

Instead Refused(std::string why) { return {.why = std::move(why)}; }

Value XOf(const Bound& bound) {
  const auto found = bound.slots.find("x");
  return found == bound.slots.end() ? Value{} : found->second.value;
}

bool MakesTensor(const Bound& bound) {
  return bound.operation->name == "tensor" || bound.operation->name == "as-tensor";
}

// What makes, moves or casts tensors, whatever their element type.
bool KeepsNumbers(const Operation& operation) {
  for (const char* name : {"cast", "clone", "reshape", "shape", "dtype", "to-float", "to-double",
                           "to-half", "to-bfloat16", "view-as-type", "numel", "ndim", "numpy",
                           "contiguous", "cpu", "print", "block-until-ready"})
    if (operation.name == name) return true;
  return operation.gives == "made";
}

// A list in which tensors stand, or may stand: functions are derived.
bool HoldsTensors(const Value& value, bool in_function) {
  return value.is(Kind::kSequence) && std::ranges::any_of(value.items, [&](const Value& one) {
           return one.is(Kind::kTensor) || one.loose || (in_function && one.is(Kind::kUnknown)) ||
                  HoldsTensors(one, in_function);
         });
}

std::optional<Instead> TensorflowMean(const QuirkContext&, Bound& bound) {
  if (bound.operation->name != "mean" || !IsIntegral(XOf(bound).dtype)) return std::nullopt;
  return Refused("the mean of integers is an integer in TensorFlow alone");
}

// PyTorch documents 8-bit floats as types to keep numbers in: it casts them, and computes nothing.
std::optional<Instead> TorchNarrowFloats(const QuirkContext&, Bound& bound) {
  const std::string dtype = XOf(bound).dtype;
  if (!dtype.starts_with("float8") || KeepsNumbers(*bound.operation)) return std::nullopt;
  return Refused(StrCat("torch computes nothing in ", dtype));
}

// PyTorch alone refuses the imaginary part of what has none.
std::optional<Instead> TorchImaginaryPart(const QuirkContext& context, Bound& bound) {
  const std::string& name = bound.operation->name;
  if ((name != "imag" && name != "imaginary-part") || !bound.slots.contains("x") ||
      IsComplexType(XOf(bound).dtype))
    return std::nullopt;
  return Instead{.text = StrCat(context.helper("imaginary_part"), "(", bound.slots["x"].text, ")"),
                 .value = Of(Kind::kTensor, XOf(bound).dtype)};
}

// torch.tensor of tensors would cut their gradients off.
std::optional<Instead> TorchTensorOfTensors(const QuirkContext& context, Bound& bound) {
  if (!MakesTensor(bound) || !HoldsTensors(XOf(bound), context.in_function)) return std::nullopt;
  const auto type = bound.slots.find("dtype");
  return Instead{
      .text = StrCat(
          context.helper("tensor_of"), "(", bound.slots["x"].text,
          type == bound.slots.end() ? "" : ", dtype=" + context.type_written(type->second), ")")};
}

// What is traced has no numbers yet: the tensor itself goes on.
std::optional<Instead> TracedItem(const QuirkContext& context, Bound& bound) {
  if (bound.operation->name != "item" || !context.traced) return std::nullopt;
  const Written& x = bound.slots["x"];
  return Instead{.text = x.text, .value = x.value, .tight = x.tight};
}

std::optional<Instead> JaxTracedNumbers(const QuirkContext& context, Bound& bound) {
  const std::string& name = bound.operation->name;
  if ((name != "tolist" && name != "numpy") || !context.traced) return std::nullopt;
  return Refused("what jax.jit traces has no numbers yet");
}

// tf.constant takes no lists with tensors in them, and no tensor with another type.
std::optional<Instead> TensorflowArrays(const QuirkContext& context, Bound& bound) {
  if (!MakesTensor(bound)) return std::nullopt;
  const Written& x = bound.slots["x"];
  const auto type = bound.slots.find("dtype");
  const bool list = x.value.is(Kind::kSequence) && !IsNumeric(x.value);
  const bool cast =
      (x.value.is(Kind::kTensor) || x.value.is(Kind::kUnknown)) && type != bound.slots.end();
  if (!list && !cast) return std::nullopt;
  return Instead{.text = StrCat(context.helper("array_of"), "(", x.text,
                                type == bound.slots.end() ? "" : ", " + type->second.text, ")")};
}

// The product of TensorFlow takes no vectors, and a function may be called with them.
std::optional<Instead> TensorflowProduct(const QuirkContext& context, Bound& bound) {
  if (bound.operation->name != "matmul" || context.autocast ||
      (bound.slots["x"].value.rank >= 2 && bound.slots["y"].value.rank >= 2 &&
       !context.in_function))
    return std::nullopt;
  return Instead{.text = StrCat(context.helper("product"), "(", Bare(bound.slots["x"]), ", ",
                                Bare(bound.slots["y"]), ")")};
}

// The first that fits counts; "" is any framework.
struct CallQuirk {
  std::string_view from, to;
  std::optional<Instead> (*find)(const QuirkContext&, Bound&);
};
constexpr CallQuirk kOfGiven[] = {{"tensorflow", "", TensorflowMean},
                                  {"", "torch", TorchNarrowFloats},
                                  {"", "torch", TorchImaginaryPart},
                                  {"", "torch", TorchTensorOfTensors}};
constexpr CallQuirk kOfReady[] = {{"", "tensorflow", TracedItem},
                                  {"", "jax", TracedItem},
                                  {"", "jax", JaxTracedNumbers},
                                  {"jax", "tensorflow", TensorflowArrays},
                                  {"", "tensorflow", TensorflowProduct}};

std::optional<Instead> FirstOf(std::span<const CallQuirk> quirks, const QuirkContext& context,
                               Bound& bound) {
  for (const CallQuirk& quirk : quirks)
    if ((quirk.to.empty() || quirk.to == context.to) &&
        (quirk.from.empty() || quirk.from == context.from))
      if (auto found = quirk.find(context, bound)) return found;
  return std::nullopt;
}

template <size_t N>
bool Is(const Bound& bound, const std::string_view (&names)[N]) {
  return std::ranges::find(names, bound.operation->name) != std::end(names);
}

bool IsCounted(const Value& value) { return IsIntegral(value.dtype) || value.dtype == "bool"; }
bool IsSmall(const std::string& type) {
  return type == "int8" || type == "int16" || type == "uint8";
}

void SetTensor(Written& slot, std::string text, const std::string& dtype) {
  slot = {std::move(text), Of(Kind::kTensor, dtype), true};
}

// Reductions of PyTorch with fractions as results take no integers; those of JAX do.
void TorchFractions(const QuirkContext& context, Bound& bound) {
  constexpr std::string_view kTakeFractions[] = {
      "mean",        "var",         "std",  "nanmean",    "median",         "nanmedian",
      "quantile",    "nanquantile", "norm", "norm-along", "norm-of-matrix", "softmax",
      "log-softmax", "logsumexp",   "inv",  "det",        "solve",          "cholesky-jax",
      "qr",          "svd",         "eigh", "pinv"};
  if (bound.slots.contains("dtype") || !Is(bound, kTakeFractions)) return;
  Written& x = bound.slots["x"];
  if (!IsCounted(x.value)) return;
  const std::string type = context.wide ? "float64" : "float32";
  SetTensor(x, StrCat(Tight(x), ".to(", context.rules.Dtype("torch", type), ")"), type);
}

// Functions of TensorFlow with fractions as results take no integers.
void TensorflowFractions(const QuirkContext& context, Bound& bound) {
  const std::string& name = bound.operation->name;
  const bool from_jax = context.from == "jax";
  if (bound.operation->gives != "float" || (name == "mean" && !from_jax) ||
      !bound.slots.contains("x") || bound.slots.contains("dtype"))
    return;
  const std::string type = context.wide && from_jax ? "float64" : "float32";
  const std::string written = context.rules.Dtype("tensorflow", type);
  Written& x = bound.slots["x"];
  if (x.value.is(Kind::kTensor) && IsCounted(x.value)) {
    SetTensor(x, StrCat("tf.cast(", x.text, ", ", written, ")"), type);
  } else if (x.value.is(Kind::kInteger) || x.value.is(Kind::kBool) ||
             (x.value.is(Kind::kFloat) && type == "float64")) {
    SetTensor(x, StrCat("tf.constant(", x.text, ", ", written, ")"), type);
  } else if (x.value.is(Kind::kUnknown) && name != "divide") {
    x.text =
        StrCat(context.helper("floating"), "(", x.text, type == "float64" ? ", tf.float64)" : ")");
    x.tight = true;
  }
}

// TensorFlow asks truths alone whether all or any of them hold.
void TensorflowTruths(const QuirkContext&, Bound& bound) {
  constexpr std::string_view kAsked[] = {"all", "any"};
  if (!Is(bound, kAsked)) return;
  if (Written& x = bound.slots["x"]; x.value.dtype != "bool" && !x.value.number())
    SetTensor(x, StrCat("tf.cast(", x.text, ", tf.bool)"), "bool");
}

// The reciprocal root of JAX takes no integers.
void JaxReciprocalRoot(const QuirkContext&, Bound& bound) {
  if (bound.operation->name != "rsqrt") return;
  if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype))
    SetTensor(x, StrCat(Tight(x), ".astype(jnp.float32)"), "float32");
}

// PyTorch adds and multiplies small integers as large ones; TensorFlow would let them run over.
void TensorflowSmallSums(const QuirkContext&, Bound& bound) {
  constexpr std::string_view kSums[] = {"sum", "prod", "cumsum", "cumprod"};
  if (bound.slots.contains("dtype") || !Is(bound, kSums)) return;
  if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype) && x.value.dtype != "int64")
    SetTensor(x, StrCat("tf.cast(", x.text, ", tf.int64)"), "int64");
}

// jax.numpy widens small integers in sums, not in running ones.
void JaxRunningSums(const QuirkContext&, Bound& bound) {
  constexpr std::string_view kRunning[] = {"cumsum", "cumprod"};
  if (bound.slots.contains("dtype") || !Is(bound, kRunning)) return;
  if (Written& x = bound.slots["x"]; IsSmall(x.value.dtype))
    SetTensor(x, StrCat(Tight(x), ".astype(int)"), "int64");
}

// PyTorch adds and multiplies small integers as large ones, where the others run over.
void TorchKeptSums(const QuirkContext& context, Bound& bound) {
  const std::string& name = bound.operation->name;
  const bool plain = name == "sum" || name == "prod";
  const bool running = (name.starts_with("cumsum") || name.starts_with("cumprod")) &&
                       !name.ends_with("-turned") && !name.ends_with("-lax");
  if (bound.slots.contains("dtype") || (!plain && !running)) return;
  const std::string type = bound.slots["x"].value.dtype;
  if (type != "int32" && !IsSmall(type)) return;
  const bool widens = context.from == "jax" && plain;
  const std::string kept = !widens ? type : context.wide ? "int64" : "int32";
  bound.slots["dtype"] = {context.rules.Dtype("torch", kept), Of(Kind::kDtype, kept), true};
}

// PyTorch counts no truths.
void TorchCounts(const QuirkContext&, Bound& bound) {
  if (bound.operation->name != "bincount") return;
  if (Written& x = bound.slots["x"]; x.value.dtype == "bool")
    SetTensor(x, StrCat(Tight(x), ".long()"), "int64");
}

// TensorFlow adds no truths up.
void TensorflowSumsOfTruths(const QuirkContext&, Bound& bound) {
  constexpr std::string_view kSums[] = {"sum", "cumsum", "cumsum-flat"};
  if (bound.slots.contains("dtype") || !Is(bound, kSums)) return;
  if (Written& x = bound.slots["x"]; x.value.dtype == "bool")
    SetTensor(x, StrCat("tf.cast(", x.text, ", tf.int64)"), "int64");
}

// In this order; "" is any framework.
struct TypeQuirk {
  std::string_view from, to;
  void (*apply)(const QuirkContext&, Bound&);
};
constexpr TypeQuirk kQuirks[] = {{"jax", "torch", TorchFractions},
                                 {"", "tensorflow", TensorflowFractions},
                                 {"", "tensorflow", TensorflowTruths},
                                 {"", "jax", JaxReciprocalRoot},
                                 {"torch", "tensorflow", TensorflowSmallSums},
                                 {"torch", "jax", JaxRunningSums},
                                 {"", "torch", TorchKeptSums},
                                 {"", "torch", TorchCounts},
                                 {"", "tensorflow", TensorflowSumsOfTruths}};

}  // namespace

std::optional<Instead> InsteadOfGiven(const QuirkContext& context, Bound& bound) {
  return FirstOf(kOfGiven, context, bound);
}

std::optional<Instead> InsteadOfReady(const QuirkContext& context, Bound& bound) {
  return FirstOf(kOfReady, context, bound);
}

// Element types that one framework casts by itself and another does not.
void ApplyTypeQuirks(const QuirkContext& context, Bound& bound) {
  for (const TypeQuirk& quirk : kQuirks)
    if (quirk.to == context.to && (quirk.from.empty() || quirk.from == context.from))
      quirk.apply(context, bound);
}

}  // namespace assay::mirror
