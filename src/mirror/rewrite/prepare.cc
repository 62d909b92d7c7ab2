// What holds for all operations before they are written: element types that one framework infers
// and another does not, lists where tensors are asked for, types that are not promoted.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/literals.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

bool TakesFractions(const std::string& name) {
  static const std::set<std::string> kAll = {
      "mean",        "var",         "std",  "nanmean",    "median",         "nanmedian",
      "quantile",    "nanquantile", "norm", "norm-along", "norm-of-matrix", "softmax",
      "log-softmax", "logsumexp",   "inv",  "det",        "solve",          "cholesky-jax",
      "qr",          "svd",         "eigh", "pinv"};
  return kAll.contains(name);
}

}  // namespace

std::string Writer::DtypeText(const Written& written) const {
  if (written.value.is(Kind::kDtype)) return written.text;
  std::string name = written.text;
  const auto& choices = written.value.choices;
  const bool named =
      !choices.empty() && std::all_of(choices.begin(), choices.end(), [&](const std::string& one) {
        return !rules_.Dtype(to_, one).empty();
      });
  if (named && to_ != "jax")
    return StrCat(to_ == "torch" ? "getattr(torch, " : "tf.as_dtype(", name, ")");
  if (written.value.is(Kind::kText) && name.size() > 2) name = name.substr(1, name.size() - 2);
  if (written.value.is(Kind::kPath) && written.value.path.starts_with("numpy."))
    name = written.value.path.substr(6);
  if (name == "bool_" || name == "bool") return rules_.Dtype(to_, "bool");
  if (name == "float")
    return rules_.Dtype(to_, from_ == "jax" && !memory_.wide ? "float32" : "float64");
  if (name == "int") return rules_.Dtype(to_, from_ == "jax" && !memory_.wide ? "int32" : "int64");
  const std::string neutral = rules_.Dtype(to_, name);
  return neutral.empty() ? written.text : neutral;
}

std::string Writer::AsTensor(const Written& written) const {
  std::string text = written.text;
  if (written.value.is(Kind::kArray))
    return to_ == "torch"
               ? StrCat("torch.from_numpy(", text, ")")
               : StrCat(to_ == "jax" ? "jnp.asarray(" : "tf.convert_to_tensor(", text, ")");
  if (written.value.loose && to_ == "torch") return StrCat("torch.as_tensor(", text, ")");
  if (!IsNumeric(written.value)) return text;
  const std::string type = NumericType(written.value);
  const std::string want = StandardType(from_, type, memory_.wide && from_ == "jax");
  const std::string plain = StandardType(to_, type, memory_.wide && to_ == "jax");
  const std::string extra =
      want == plain || want.empty() ? "" : ", dtype=" + rules_.Dtype(to_, want);
  // What a name stands for may be a tensor in another call, whose gradient must not be cut off.
  const bool literal = text.find_first_not_of("0123456789.e+-j[](), ") == std::string::npos;
  if (to_ == "torch")
    return StrCat(literal ? "torch.tensor(" : "torch.as_tensor(", text, extra, ")");
  if (to_ == "jax") return written.value.number() ? text : StrCat("jnp.array(", text, extra, ")");
  return text;
}

// Element types of JAX and TensorFlow are numpy's as well; those of PyTorch are told by name.
std::string Writer::ForNumpy(const Written& written) {
  if (!written.value.is(Kind::kDtype)) return written.text;
  if (to_ == "tensorflow") return StrCat(Tight(written), ".as_numpy_dtype");
  if (to_ != "torch" || from_ == "torch") return written.text;
  const std::string neutral = rules_.DtypeOf("torch", written.text);
  return neutral.empty() ? StrCat(Helper("type_name"), "(", written.text, ")")
                         : StrCat("\"", neutral, "\"");
}

// What an element type of JAX or TensorFlow tells about itself.
std::optional<Written> Writer::TypeMember(const Written& type, const std::string& name) {
  if (to_ != "torch" || from_ == "torch") return std::nullopt;
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

// Differences that hold for all operations: element types that one infers and the other not, lists
// where tensors are asked for.
void Writer::Prepare(Bound& bound) {
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
    const std::string want = StandardType(from_, type, memory_.wide && from_ == "jax");
    const std::string plain = StandardType(to_, type, memory_.wide && to_ == "jax");
    const bool narrowed =
        to_ == "jax" && !memory_.wide && (want == "int64" || want == "complex128");
    if (!type.empty() && want != plain && !narrowed) {
      bound.slots["dtype"] = {rules_.Dtype(to_, want), Of(Kind::kDtype, want), true};
      Note(StrCat("element types that ", from_, " infers are written out: ", want));
    }
  }
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
      to_ == "torch" && mask != bound.slots.end() && bound.operation->name == "where")
    mask->second.text = AsTensor(mask->second);
  // Reductions of PyTorch with fractions as results take no integers; those of JAX do.
  if (to_ == "torch" && from_ == "jax" && !bound.slots.contains("dtype") &&
      TakesFractions(bound.operation->name))
    if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype) || x.value.dtype == "bool") {
      const std::string type = memory_.wide ? "float64" : "float32";
      x = {StrCat(Tight(x), ".to(", rules_.Dtype("torch", type), ")"), Of(Kind::kTensor, type),
           true};
    }
  // What a helper makes of numbers of Python depends on the setting of JAX.
  if (from_ == "jax" && memory_.wide) bound.slots["wide"] = {"True", Of(Kind::kBool), true};
  if (to_ == "tensorflow" && bound.slots.contains("x") && bound.slots.contains("y")) {
    const std::string sign = bound.operation->name == "divide" ? "/" : "";
    Harmonise(bound.slots["x"], bound.slots["y"], sign);
  }
  // Functions with fractions as results take integers elsewhere.
  const bool means = bound.operation->name == "mean";
  if (to_ == "tensorflow" && bound.operation->gives == "float" && (!means || from_ == "jax") &&
      bound.slots.contains("x") && !bound.slots.contains("dtype")) {
    const std::string type = memory_.wide && from_ == "jax" ? "float64" : "float32";
    const std::string written = rules_.Dtype("tensorflow", type);
    Written& x = bound.slots["x"];
    const bool counted = IsIntegral(x.value.dtype) || x.value.dtype == "bool";
    if (x.value.is(Kind::kTensor) && counted) {
      x = {StrCat("tf.cast(", x.text, ", ", written, ")"), Of(Kind::kTensor, type), true};
    } else if (x.value.is(Kind::kInteger) || x.value.is(Kind::kBool) ||
               (x.value.is(Kind::kFloat) && type == "float64")) {
      x = {StrCat("tf.constant(", x.text, ", ", written, ")"), Of(Kind::kTensor, type), true};
    } else if (x.value.is(Kind::kUnknown) && bound.operation->name != "divide") {
      x.text = StrCat(Helper("floating"), "(", x.text, type == "float64" ? ", tf.float64)" : ")");
      x.tight = true;
    }
  }
  // All and any of numbers are asked of truths alone.
  if (to_ == "tensorflow" && (bound.operation->name == "all" || bound.operation->name == "any"))
    if (Written& x = bound.slots["x"]; x.value.dtype != "bool" && !x.value.number())
      x = {StrCat("tf.cast(", x.text, ", tf.bool)"), Of(Kind::kTensor, "bool"), true};
  if (to_ == "jax" && bound.operation->name == "rsqrt")
    if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype))
      x = {StrCat(Tight(x), ".astype(jnp.float32)"), Of(Kind::kTensor, "float32"), true};
  // PyTorch adds and multiplies small integers as large ones; TensorFlow would let them run over.
  const std::string& name = bound.operation->name;
  if (to_ == "tensorflow" && from_ == "torch" && !bound.slots.contains("dtype") &&
      (name == "sum" || name == "prod" || name == "cumsum" || name == "cumprod"))
    if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype) && x.value.dtype != "int64")
      x = {StrCat("tf.cast(", x.text, ", tf.int64)"), Of(Kind::kTensor, "int64"), true};
  // jax.numpy widens small integers in sums, not in running ones.
  const auto is_small = [](const std::string& type) {
    return type == "int8" || type == "int16" || type == "uint8";
  };
  if (to_ == "jax" && from_ == "torch" && !bound.slots.contains("dtype") &&
      (name == "cumsum" || name == "cumprod"))
    if (Written& x = bound.slots["x"]; is_small(x.value.dtype))
      x = {StrCat(Tight(x), ".astype(int)"), Of(Kind::kTensor, "int64"), true};
  // PyTorch adds and multiplies small integers as large ones, where the others run over.
  if (to_ == "torch" && from_ != "torch" && !bound.slots.contains("dtype") &&
      (name == "sum" || name == "prod" || name.starts_with("cumsum") ||
       name.starts_with("cumprod")) &&
      !name.ends_with("-turned") && !name.ends_with("-lax"))
    if (const std::string type = bound.slots["x"].value.dtype;
        type == "int32" || type == "int8" || type == "int16" || type == "uint8") {
      // jax.numpy widens in sums, not in running ones.
      const bool widens = from_ == "jax" && (name == "sum" || name == "prod");
      const std::string kept = !widens ? type : memory_.wide ? "int64" : "int32";
      bound.slots["dtype"] = {rules_.Dtype("torch", kept), Of(Kind::kDtype, kept), true};
    }
  // PyTorch counts no truths.
  if (to_ == "torch" && name == "bincount")
    if (Written& x = bound.slots["x"]; x.value.dtype == "bool")
      x = {StrCat(Tight(x), ".long()"), Of(Kind::kTensor, "int64"), true};
  // TensorFlow adds no truths up.
  if (to_ == "tensorflow" && (name == "sum" || name == "cumsum" || name == "cumsum-flat"))
    if (Written& x = bound.slots["x"]; x.value.dtype == "bool" && !bound.slots.contains("dtype"))
      x = {StrCat("tf.cast(", x.text, ", tf.int64)"), Of(Kind::kTensor, "int64"), true};
}
}  // namespace assay::mirror
