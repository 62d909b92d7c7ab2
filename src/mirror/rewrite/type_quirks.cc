// Element types that one framework casts by itself and another does not.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/literals.h"
#include "mirror/rewrite/quirks.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

template <size_t N>
bool Is(const Bound& bound, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), bound.operation->name) != std::end(names);
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

void ApplyTypeQuirks(const QuirkContext& context, Bound& bound) {
  for (const TypeQuirk& quirk : kQuirks)
    if (quirk.to == context.to && (quirk.from.empty() || quirk.from == context.from))
      quirk.apply(context, bound);
}

}  // namespace assay::mirror
