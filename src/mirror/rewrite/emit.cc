// An operation with values in its slots, written in the other framework's way.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

bool IsNumeric(const Value& value) {
  if (value.number()) return true;
  return value.is(Kind::kSequence) && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(), IsNumeric);
}

// The element type that Python values have in a tensor; "": not known.
std::string NumericType(const Value& value) {
  switch (value.kind) {
    case Kind::kInteger:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kComplex:
      return "complex";
    case Kind::kBool:
      return "bool";
    case Kind::kSequence:
      break;
    default:
      return "";
  }
  static const std::vector<std::string> kOrder = {"bool", "int", "float", "complex"};
  size_t widest = 0;
  for (const Value& item : value.items) {
    const auto found = std::find(kOrder.begin(), kOrder.end(), NumericType(item));
    if (found == kOrder.end()) return "";
    widest = std::max<size_t>(widest, found - kOrder.begin());
  }
  return value.items.empty() ? "float" : kOrder[widest];
}

// What a framework makes of it where nobody says more.
std::string StandardType(const std::string& framework, const std::string& type, bool wide) {
  const bool narrow = framework != "torch" && !(framework == "jax" && wide);
  if (type == "int") return narrow ? "int32" : "int64";
  if (type == "float") return framework == "jax" && wide ? "float64" : "float32";
  if (type == "complex")
    return framework == "tensorflow" || (framework == "jax" && wide) ? "complex128" : "complex64";
  return type;
}

// Without an axis it gives one number.
bool IsReduction(const std::string& name) {
  static const std::set<std::string> kAll = {"sum",
                                             "mean",
                                             "prod",
                                             "amax",
                                             "amin",
                                             "logsumexp",
                                             "var",
                                             "std",
                                             "norm",
                                             "all",
                                             "any",
                                             "logsumexp-where",
                                             "logsumexp-weighted",
                                             "det",
                                             "trace"};
  return kAll.contains(name);
}

bool StandsAlone(const std::string& text, size_t open, size_t close) {
  const char before = open == 0 ? ' ' : text[open - 1];
  const char after = close + 1 < text.size() ? text[close + 1] : ' ';
  return (before == '(' || before == ',' || before == '=' ||
          (before == ' ' && open > 1 && text[open - 2] == ',')) &&
         (after == ',' || after == ')');
}

bool TightText(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ' ' && depth == 0) return false;
  }
  return !text.starts_with('-') && !text.starts_with('~');
}

// Without the brackets around all of it: those of the call will do.
std::string Bare(const Written& written) {
  const std::string& text = written.text;
  if (written.value.is(Kind::kSequence) || text.size() < 3 || !text.starts_with('(') ||
      !text.ends_with(')'))
    return text;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    const bool closes_early = depth == 0 && at + 1 < text.size();
    const bool a_tuple = depth == 1 && text[at] == ',';
    // Texts may hold brackets that close nothing.
    if (closes_early || a_tuple || text[at] == '"' || text[at] == '\'') return text;
  }
  return text.substr(1, text.size() - 2);
}

std::string Spread(const std::string& text) {
  const bool literal = (text.starts_with('(') && text.ends_with(')')) ||
                       (text.starts_with('[') && text.ends_with(']'));
  if (!literal || text.size() <= 2) return text;
  std::string inner = text.substr(1, text.size() - 2);
  if (inner.find_first_of("()[]") != std::string::npos) return text;
  if (inner.ends_with(",")) inner.pop_back();
  return inner;
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
  if (!IsNumeric(written.value)) return text;
  const std::string type = NumericType(written.value);
  const std::string want = StandardType(from_, type, memory_.wide && from_ == "jax");
  const std::string plain = StandardType(to_, type, memory_.wide && to_ == "jax");
  const std::string extra =
      want == plain || want.empty() ? "" : ", dtype=" + rules_.Dtype(to_, want);
  if (to_ == "torch") return StrCat("torch.tensor(", text, extra, ")");
  if (to_ == "jax") return written.value.number() ? text : StrCat("jnp.array(", text, extra, ")");
  return text;
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
  for (const char* slot : {"x", "y"})
    if (const auto found = bound.slots.find(slot); found != bound.slots.end()) {
      const bool exact = std::find(bound.operation->infers.begin(), bound.operation->infers.end(),
                                   slot) != bound.operation->infers.end();
      if (!exact) found->second.text = AsTensor(found->second);
    }
  if (to_ == "tensorflow" && bound.slots.contains("x") && bound.slots.contains("y")) {
    const std::string sign = bound.operation->name == "divide" ? "/" : "";
    Harmonise(bound.slots["x"], bound.slots["y"], sign);
  }
  // Functions with fractions as results take integers elsewhere.
  if (to_ == "tensorflow" && bound.operation->gives == "float" && bound.operation->name != "mean")
    if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype))
      x = {StrCat("tf.cast(", x.text, ", tf.float32)"), Of(Kind::kTensor, "float32"), true};
  if (to_ == "jax" && bound.operation->name == "rsqrt")
    if (Written& x = bound.slots["x"]; IsIntegral(x.value.dtype))
      x = {StrCat(Tight(x), ".astype(jnp.float32)"), Of(Kind::kTensor, "float32"), true};
  // TensorFlow adds no truths up.
  if (to_ == "tensorflow" && (bound.operation->name == "sum" || bound.operation->name == "cumsum"))
    if (Written& x = bound.slots["x"]; x.value.dtype == "bool" && !bound.slots.contains("dtype"))
      x = {StrCat("tf.cast(", x.text, ", tf.int64)"), Of(Kind::kTensor, "int64"), true};
}

Value Writer::Gives(const Bound& bound) const {
  const std::string& gives = bound.operation->gives;
  const auto slot = [&](const std::string& name) {
    const auto found = bound.slots.find(name);
    return found == bound.slots.end() ? Value{} : found->second.value;
  };
  if (gives == "number") return Of(Kind::kFloat);
  if (gives == "integer") return Of(Kind::kInteger);
  if (gives == "truth") return Of(Kind::kBool);
  if (gives == "text") return Of(Kind::kText);
  if (gives == "list" || gives == "tensors") return Of(Kind::kSequence);
  if (gives == "shape") return Of(Kind::kShape);
  if (gives == "none") return Of(Kind::kNone);
  if (gives == "array") return Of(Kind::kArray);
  if (gives == "dtype") return Of(Kind::kDtype, slot("x").dtype);
  if (gives == "any") return {};
  if (gives == "function") {
    Value out = slot("function");
    if (!out.is(Kind::kObject)) out.kind = Kind::kFunction;
    return out;
  }
  if (gives == "object") {
    Value out = Of(Kind::kObject);
    out.path = bound.spelling->callee;
    return out;
  }
  if (gives == "function-of-tensors") {
    Value out = Of(Kind::kFunction);
    out.path = "tensors";
    out.functions = slot("function").functions;
    return out;
  }
  if (gives == "joined") {
    const Value parts = slot("tensors");
    Value out = Of(Kind::kTensor, parts.items.empty() ? "" : parts.items[0].dtype);
    for (const Value& one : parts.items) out.dtype = Promote(out.dtype, one.dtype);
    return out;
  }
  if (gives == "filled")
    return Of(Kind::kTensor, slot("value").is(Kind::kFloat) ? "float32" : slot("value").dtype);
  Value dtype = slot("dtype");
  Value out = Of(Kind::kTensor, slot("x").is(Kind::kTensor) ? slot("x").dtype : "");
  if (slot("y").is(Kind::kTensor)) out.dtype = Promote(out.dtype, slot("y").dtype);
  if (gives == "pair") {
    Value both = Of(Kind::kSequence);
    both.items = {out, Of(Kind::kTensor, "int64")};
    return both;
  }
  if (gives == "tensor-pair") {
    Value both = Of(Kind::kSequence);
    both.items = {out, out};
    return both;
  }
  if (gives == "real" && out.dtype == "complex64") out.dtype = "float32";
  if (gives == "real" && out.dtype == "complex128") out.dtype = "float64";
  if (gives == "float" && !IsFloating(out.dtype) && !IsComplexType(out.dtype) && !out.dtype.empty())
    out.dtype = "float32";
  if (!rules_.Dtype(to_, gives).empty()) out.dtype = gives;
  if (gives == "made") {
    Value all = Of(Kind::kSequence);
    for (const std::string& one : bound.operation->infers)
      all.items.push_back(one == "float" ? Of(Kind::kFloat) : slot(one));
    std::erase_if(all.items, [](const Value& one) { return one.is(Kind::kUnknown); });
    out.dtype = StandardType(from_, NumericType(all), memory_.wide && from_ == "jax");
    if (slot("like").is(Kind::kTensor)) out.dtype = slot("like").dtype;
  }
  if (!dtype.dtype.empty()) out.dtype = dtype.dtype;
  out.scalar = IsReduction(bound.operation->name) && !bound.slots.contains("axis") &&
               !bound.slots.contains("keepdims");
  if (const auto grad = bound.slots.find("requires_grad"); grad != bound.slots.end())
    out.leaf = grad->second.text == "True";
  if (bound.operation->name == "variable") out.leaf = true;
  return out;
}

std::optional<std::string> Writer::EmitAs(const Spelling& target, const Bound& bound,
                                          std::string* why) {
  std::map<std::string, Written> slots = bound.slots;
  for (const Parameter& parameter : bound.spelling->parameters)
    if (parameter.standard && !slots.contains(parameter.slot)) {
      const Parameter* other = target.Find(parameter.slot);
      const bool same = other != nullptr && other->standard == parameter.standard;
      const bool expressible = target.slots.contains(parameter.slot);
      const auto fixed = target.fixed.find(parameter.slot);
      if (fixed != target.fixed.end() && fixed->second != *parameter.standard) {
        *why = StrCat(target.Shown(), " always has ", parameter.slot, " = ", fixed->second);
        return std::nullopt;
      }
      if (expressible && !same) slots[parameter.slot] = {*parameter.standard, {}, true};
    }
  // What the source does without being told.
  for (const auto& [slot, value] : bound.spelling->fixed) {
    if (slots.contains(slot)) continue;
    const Parameter* other = target.Find(slot);
    const auto fixed = target.fixed.find(slot);
    if (fixed != target.fixed.end() && fixed->second != value) {
      *why = StrCat(target.Shown(), " always has ", slot, " = ", fixed->second);
      return std::nullopt;
    }
    if (target.slots.contains(slot) && (other == nullptr || other->standard != value))
      slots[slot] = {value, {}, true};
  }
  for (const auto& [slot, written] : bound.slots) {
    if (target.slots.contains(slot) || slot.starts_with("_")) continue;
    const auto fixed = target.fixed.find(slot);
    if (fixed != target.fixed.end() && fixed->second == written.text) continue;
    const Parameter* own = bound.spelling->Find(slot);
    if (fixed == target.fixed.end() && own != nullptr && own->standard == written.text) continue;
    if (written.text == "None" || (slot == "requires_grad" && from_ == "torch")) continue;
    *why = StrCat(target.Shown(), " has nothing for ", own == nullptr ? slot : own->names[0], "=",
                  written.text);
    return std::nullopt;
  }
  for (auto it = slots.begin(); it != slots.end();) {
    const Parameter* other = target.Find(it->first);
    it = it->second.text == "None" && other != nullptr && other->optional ? slots.erase(it)
                                                                          : std::next(it);
  }
  if (target.form == Spelling::Form::kTemplate) {
    std::string out;
    for (size_t at = 0; at < target.text.size();) {
      const size_t open = target.text.find('{', at), close = target.text.find('}', open);
      out += target.text.substr(at, open - at);
      if (open == std::string::npos) break;
      const auto found = slots.find(target.text.substr(open + 1, close - open - 1));
      if (found == slots.end()) {
        *why = StrCat(target.Shown(), " needs ", target.text.substr(open + 1, close - open - 1));
        return std::nullopt;
      }
      out += StandsAlone(target.text, open, close) ? Bare(found->second) : Tight(found->second);
      at = close + 1;
    }
    // A template may call helpers by @name.
    for (size_t at = out.find('@'); at != std::string::npos; at = out.find('@', at + 1)) {
      size_t end = at + 1;
      while (end < out.size() &&
             (std::isalnum(static_cast<unsigned char>(out[end])) || out[end] == '_'))
        ++end;
      if (end == at + 1) continue;
      out = out.substr(0, at) + Helper(out.substr(at + 1, end - at - 1)) + out.substr(end);
    }
    return out;
  }
  std::vector<std::string> arguments;
  bool in_place = true;
  for (const Parameter& parameter : target.parameters) {
    const auto found = slots.find(parameter.slot);
    if (found == slots.end()) {
      if (!parameter.optional && !in_decorator_) {
        *why = StrCat(target.Shown(), " needs ", parameter.slot);
        return std::nullopt;
      }
      in_place = false;
      continue;
    }
    const bool listed = parameter.variadic && !found->second.value.path.empty();
    const std::string text = listed               ? found->second.value.path
                             : parameter.variadic ? Spread(found->second.text)
                                                  : Bare(found->second);
    in_place = in_place && !parameter.optional;
    arguments.push_back(in_place || parameter.variadic ? text
                                                       : StrCat(parameter.names[0], "=", text));
  }
  const std::string list = Join(arguments, ", ");
  const std::string callee = target.helper ? Helper(target.callee) : target.callee;
  if (target.form == Spelling::Form::kAttribute) return StrCat(Tight(slots["x"]), ".", callee);
  if (target.form == Spelling::Form::kMethod)
    return StrCat(Tight(slots["x"]), ".", callee, "(", list, ")");
  if (target.form == Spelling::Form::kConstant) return callee;
  if (in_decorator_ && arguments.empty()) return callee;
  return StrCat(callee, "(", list, ")");
}

std::optional<Written> Writer::Emit(Bound bound, const Node&, std::string* why) {
  const auto targets = bound.operation->spellings.find(to_);
  if (targets == bound.operation->spellings.end() || targets->second.empty()) {
    *why = StrCat("has no twin in ", to_);
    return std::nullopt;
  }
  Prepare(bound);
  if (bound.operation->gives == "function")
    if (const auto made = bound.slots.find("function"); made != bound.slots.end())
      memory_.compiled.insert(made->second.value.functions.begin(),
                              made->second.value.functions.end());
  // What is traced has no numbers yet: the tensor itself goes on.
  if (bound.operation->name == "item" && !running_.empty() &&
      memory_.compiled.contains(running_.back()) && to_ != "torch")
    return bound.slots["x"];
  for (const Spelling& target : targets->second) {
    // A helper that is not taken in the end must not be inserted.
    const std::set<std::string> before = helpers;
    if (auto text = EmitAs(target, bound, why)) {
      const bool tight = TightText(*text);
      return Written{std::move(*text), Gives(bound), tight};
    }
    helpers = before;
  }
  return std::nullopt;
}

}  // namespace assay::mirror
