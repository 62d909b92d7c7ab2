// What holds for all operations before they are written: element types that one framework infers
// and another does not, lists where tensors are asked for, types that are not promoted.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/operation_writer.h"
#include "mirror/rewrite/quirks.h"
#include "mirror/rewrite/value.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

// What torch.autocast computes in the narrow type, and of which slots.
constexpr std::string_view kNarrowed[] = {"matmul", "matmul-named", "mm",       "mv",
                                          "linear", "addmm",        "baddbmm",  "conv1d",
                                          "conv2d", "outer",        "attention"};
// 2.0 / n, x.shape[-1]: of what nobody knows the kind, what may well be a number of Python.
bool MayBeNumber(const Written& written) {
  const std::string& text = written.text;
  return written.value.is(Kind::kUnknown) &&
         (text.find(".shape[") != std::string::npos || text.find(" / ") != std::string::npos ||
          text.find(" * ") != std::string::npos);
}

// Nothing is known of it, and nothing was done about that.
bool IsUntold(const Written& written) {
  return written.value.is(Kind::kUnknown) && !written.value.loose;
}

// A function of one tensor and nothing else.
bool IsOfOneTensor(const Operation& operation, const std::string& framework) {
  const auto& spelling = operation.spellings.at(framework)[0];
  return spelling.form == Spelling::Form::kCall && !spelling.helper &&
         spelling.parameters.size() == 1 && spelling.parameters[0].slot == "x";
}

constexpr std::string_view kSlots[] = {"x", "y", "a", "b", "weight", "bias", "key", "value"};

}  // namespace

QuirkContext OperationWriter::Context() {
  return {.rules = rules_,
          .from = from_,
          .to = to_,
          .wide = memory_.wide,
          .in_function = !names_.running.empty(),
          .traced = !names_.running.empty() && memory_.compiled.contains(names_.running.back()),
          .autocast = !autocast.empty(),
          .helper = [this](const std::string& name) { return log_.Helper(name); },
          .type_written = [this](const Written& type) { return DtypeText(type); }};
}

std::string OperationWriter::CastTo(const Written& written, const std::string& dtype) const {
  return writes_.Cast(written, rules_.Dtype(to_, dtype));
}

// TensorFlow promotes nothing: what the others do by themselves is written out.
void OperationWriter::Harmonise(Written& left_side, Written& right_side, const std::string& sign) {
  if (target_.promotes) return;
  Value &a = left_side.value, &b = right_side.value;
  std::string want;
  if (a.is(Kind::kTensor) && b.is(Kind::kTensor)) want = Promote(a.dtype, b.dtype);
  if (a.is(Kind::kTensor) && (b.is(Kind::kFloat)) && IsIntegral(a.dtype)) want = "float32";
  if (b.is(Kind::kTensor) && (a.is(Kind::kFloat)) && IsIntegral(b.dtype)) want = "float32";
  const auto with = [&](Kind number, const auto& fits) {
    return (a.is(Kind::kTensor) && fits(a.dtype) && b.is(number)) ||
           (b.is(Kind::kTensor) && fits(b.dtype) && a.is(number));
  };
  const auto is_truth = [](const std::string& type) { return type == "bool"; };
  if (with(Kind::kFloat, is_truth)) want = "float32";
  const auto is_wide = [](const std::string& type) { return type == "float64"; };
  const auto is_real = [](const std::string& type) {
    return IsFloating(type) || IsIntegral(type) || type == "bool";
  };
  if (with(Kind::kComplex, is_real))
    want = with(Kind::kComplex, is_wide) ? "complex128" : "complex64";
  // PyTorch subtracts no truths, and neither does TensorFlow.
  if (with(Kind::kInteger, is_truth) &&
      (sign == "+" || sign == "*" || (sign == "-" && source_.subtracts_truths)))
    want = "int64";
  if (sign == "/" && (IsIntegral(a.dtype) || a.dtype == "bool") && !IsFloating(b.dtype) &&
      !IsComplexType(b.dtype))
    want = "float32";
  if (want.empty()) return;
  for (Written* side : {&left_side, &right_side})
    if (side->value.is(Kind::kTensor) && side->value.dtype != want) {
      log_.Note(StrCat("TensorFlow does not promote element types: cast to ", want));
      *side = {CastTo(*side, want), Of(Kind::kTensor, want), true};
    }
}

std::string OperationWriter::DtypeText(const Written& written) const {
  if (written.value.is(Kind::kDtype)) return written.text;
  std::string name = written.text;
  const auto& choices = written.value.choices;
  const bool named = !choices.empty() && std::ranges::all_of(choices, [&](const std::string& one) {
    return !rules_.Dtype(to_, one).empty();
  });
  if (const std::string told = named ? writes_.TypeByName(name) : ""; !told.empty()) return told;
  if (written.value.is(Kind::kText) && name.size() > 2) name = name.substr(1, name.size() - 2);
  if (written.value.is(Kind::kPath) && written.value.path.starts_with("numpy."))
    name = written.value.path.substr(6);
  if (name == "bool_" || name == "bool") return rules_.Dtype(to_, "bool");
  const bool narrow = source_.wide_on_request && !memory_.wide;
  if (name == "float") return rules_.Dtype(to_, narrow ? "float32" : "float64");
  if (name == "int") return rules_.Dtype(to_, narrow ? "int32" : "int64");
  const std::string neutral = rules_.Dtype(to_, name);
  return neutral.empty() ? written.text : neutral;
}

std::string OperationWriter::AsTensor(const Written& written) const {
  if (written.value.is(Kind::kArray)) return writes_.OfNumpy(written.text);
  if (written.value.loose && target_.only_tensors) return writes_.Converted(written, "");
  if (!IsNumeric(written.value)) return written.text;
  const std::string type = NumericType(written.value);
  const std::string want = reads_.StandardType(type, memory_.wide);
  const bool plain = want == writes_.StandardType(type, memory_.wide) || want.empty();
  return writes_.TensorOf(written, plain ? "" : ", dtype=" + rules_.Dtype(to_, want));
}

// Element types of JAX and TensorFlow are numpy's as well; those of PyTorch are told by name.
std::string OperationWriter::ForNumpy(const Written& written) {
  if (!written.value.is(Kind::kDtype)) return written.text;
  return writes_.NumpyType(Context(), written, rules_.DtypeOf(to_, written.text));
}

void OperationWriter::Autocast(Bound& bound) const {
  if (std::ranges::find(kNarrowed, bound.operation->name) == std::end(kNarrowed)) return;
  for (const std::string_view name : kSlots)
    if (const auto slot = bound.slots.find(std::string(name));
        slot != bound.slots.end() && slot->second.value.is(Kind::kTensor) &&
        slot->second.value.dtype != autocast) {
      Written& one = slot->second;
      one.text = CastTo(one, autocast);
      one.value.dtype = autocast;
      one.tight = true;
    }
}

// The element type, as it is told or as the source infers it.
void OperationWriter::PrepareType(Bound& bound) {
  if (const auto found = bound.slots.find("dtype"); found != bound.slots.end()) {
    const std::string text = DtypeText(found->second);
    if (text != found->second.text || !found->second.value.is(Kind::kDtype))
      found->second = {text, Of(Kind::kDtype, rules_.DtypeOf(to_, text)), true};
  } else if (!bound.operation->infers.empty()) {
    Value all = Of(Kind::kSequence);
    for (const std::string& slot : bound.operation->infers) {
      if (slot == "float") all.items.push_back(Of(Kind::kFloat));
      if (const auto given = bound.slots.find(slot); given != bound.slots.end())
        all.items.push_back(given->second.value);
    }
    const std::string type = NumericType(all);
    const std::string want = reads_.StandardType(type, memory_.wide);
    const std::string plain = writes_.StandardType(type, memory_.wide);
    const bool narrowed =
        target_.wide_on_request && !memory_.wide && (want == "int64" || want == "complex128");
    if (!type.empty() && want != plain && !narrowed) {
      bound.slots["dtype"] = {rules_.Dtype(to_, want), Of(Kind::kDtype, want), true};
      log_.Note(StrCat("element types that ", from_, " infers are written out: ", want));
    }
  }
}

// Differences that hold for all operations: element types that one infers and the other not, lists
// where tensors are asked for.
void OperationWriter::Prepare(Bound& bound) {
  PrepareType(bound);
  if (const auto shape = bound.slots.find("shape"); shape != bound.slots.end())
    if (shape->second.value.is(Kind::kInteger) && bound.operation->name != "tile")
      shape->second = {StrCat("(", shape->second.text, ",)"), Of(Kind::kSequence), true};
  for (const char* slot : {"x", "y"})
    if (const auto found = bound.slots.find(slot); found != bound.slots.end()) {
      const bool exact =
          std::ranges::find(bound.operation->infers, slot) != bound.operation->infers.end();
      if (!exact && bound.operation->name != "from-numpy")
        found->second.text = AsTensor(found->second);
    }
  // The root of a size is what weights are scaled by.
  const bool root = source_.follows_numpy && bound.operation->name == "sqrt";
  if (const auto x = bound.slots.find("x");
      x != bound.slots.end() && target_.only_tensors &&
      (MayBeNumber(x->second) || (root && IsUntold(x->second))) &&
      IsOfOneTensor(*bound.operation, to_))
    x->second = {writes_.Converted(x->second, ""), x->second.value, true};
  // Truths of Python are no masks for PyTorch.
  if (const auto mask = bound.slots.find("condition");
      target_.only_tensors && mask != bound.slots.end() && bound.operation->name == "where")
    mask->second.text = AsTensor(mask->second);
  // What a helper makes of numbers of Python depends on the setting of JAX.
  if (source_.wide_on_request && memory_.wide)
    bound.slots["wide"] = {"True", Of(Kind::kBool), true};
  if (bound.slots.contains("x") && bound.slots.contains("y")) {
    const std::string sign = bound.operation->name == "divide" ? "/" : "";
    Harmonise(bound.slots["x"], bound.slots["y"], sign);
  }
  ApplyTypeQuirks(Context(), bound);
}
}  // namespace assay::mirror
