// What holds for all operations before they are written: element types that one framework infers
// and another does not, lists where tensors are asked for, types that are not promoted.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/literals.h"
#include "mirror/rewrite/quirks.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

}  // namespace

QuirkContext Writer::Context() {
  return {.rules = rules_,
          .from = from_,
          .to = to_,
          .wide = memory_.wide,
          .in_function = !running_.empty(),
          .traced = !running_.empty() && memory_.compiled.contains(running_.back()),
          .autocast = !autocast_.empty(),
          .helper = [this](const std::string& name) { return Helper(name); },
          .type_written = [this](const Written& type) { return DtypeText(type); }};
}

std::string Writer::DtypeText(const Written& written) const {
  if (written.value.is(Kind::kDtype)) return written.text;
  std::string name = written.text;
  const auto& choices = written.value.choices;
  const bool named =
      !choices.empty() && std::all_of(choices.begin(), choices.end(), [&](const std::string& one) {
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

std::string Writer::AsTensor(const Written& written) const {
  if (written.value.is(Kind::kArray)) return writes_.OfNumpy(written.text);
  if (written.value.loose && target_.only_tensors)
    return StrCat("torch.as_tensor(", written.text, ")");
  if (!IsNumeric(written.value)) return written.text;
  const std::string type = NumericType(written.value);
  const std::string want = reads_.StandardType(type, memory_.wide);
  const bool plain = want == writes_.StandardType(type, memory_.wide) || want.empty();
  return writes_.TensorOf(written, plain ? "" : ", dtype=" + rules_.Dtype(to_, want));
}

// Element types of JAX and TensorFlow are numpy's as well; those of PyTorch are told by name.
std::string Writer::ForNumpy(const Written& written) {
  if (!written.value.is(Kind::kDtype)) return written.text;
  return writes_.NumpyType(Context(), written, rules_.DtypeOf(to_, written.text));
}

// What an element type of JAX or TensorFlow tells about itself.
std::optional<Written> Writer::TypeMember(const Written& type, const std::string& name) {
  if (target_.numpy_types) return std::nullopt;
  const std::string named = StrCat(Helper("type_name"), "(", type.text, ")");
  if (name == "name" || name == "as_numpy_dtype") return Written{named, Of(Kind::kText), true};
  if (name == "max" || name == "min")
    return Written{StrCat(Helper("type_limits"), "(", type.text, ").", name), Of(Kind::kFloat),
                   true};
  if (name == "kind" || name == "is_integer" || name == "is_bool") {
    const std::string kind = StrCat("np.dtype(", named, ").kind");
    if (name == "kind") return Written{kind, Of(Kind::kText), true};
    return Written{StrCat("(", kind, name == "is_bool" ? " == \"b\")" : " in \"iu\")"),
                   Of(Kind::kBool), true};
  }
  const std::string twin = name == "itemsize" || name == "size" ? "itemsize"
                           : name == "is_floating"              ? "is_floating_point"
                           : name == "is_complex"               ? name
                                                                : "";
  if (twin.empty()) return std::nullopt;
  return Written{StrCat(Tight(type), ".", twin),
                 Of(twin == "itemsize" ? Kind::kInteger : Kind::kBool), true};
}

// The element type, as it is told or as the source infers it.
void Writer::PrepareType(Bound& bound) {
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
      Note(StrCat("element types that ", from_, " infers are written out: ", want));
    }
  }
}

// Differences that hold for all operations: element types that one infers and the other not, lists
// where tensors are asked for.
void Writer::Prepare(Bound& bound) {
  PrepareType(bound);
  if (const auto shape = bound.slots.find("shape"); shape != bound.slots.end())
    if (shape->second.value.is(Kind::kInteger) && bound.operation->name != "tile")
      shape->second = {StrCat("(", shape->second.text, ",)"), Of(Kind::kSequence), true};
  for (const char* slot : {"x", "y"})
    if (const auto found = bound.slots.find(slot); found != bound.slots.end()) {
      const bool exact = std::find(bound.operation->infers.begin(), bound.operation->infers.end(),
                                   slot) != bound.operation->infers.end();
      if (!exact && bound.operation->name != "from-numpy")
        found->second.text = AsTensor(found->second);
    }
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
