// Operations that one framework refuses, or has under a helper's name only, by what they are given.
#include <algorithm>
#include <span>

#include "base/strings.h"
#include "mirror/rewrite/literals.h"
#include "mirror/rewrite/quirks.h"

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
  return value.is(Kind::kSequence) &&
         std::any_of(value.items.begin(), value.items.end(), [&](const Value& one) {
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

}  // namespace

std::optional<Instead> InsteadOfGiven(const QuirkContext& context, Bound& bound) {
  return FirstOf(kOfGiven, context, bound);
}

std::optional<Instead> InsteadOfReady(const QuirkContext& context, Bound& bound) {
  return FirstOf(kOfReady, context, bound);
}

}  // namespace assay::mirror
